//! Whose populations are, what outlives a reload, and that runs repeat.

use crate::common::{NAME, Yard};
use moonyard::app::game::Game;
use moonyard::script::{Limits, MemoryLimits};
use std::time::Duration;

const COUNT: &str = "hook.Add('Think', 'count', function()
    local ok, n = pcall(function() return #shared.pop end) print(ok and n or 'gone') end)";

#[test]
fn a_population_goes_with_its_script_whoever_holds_it() {
    let mut yard = Yard::new();
    yard.script("counts.lua", COUNT);
    yard.script(NAME, "shared.pop = agents.Population(5)");
    yard.ticks(1);
    yard.script(NAME, "-- nothing");
    yard.ticks(1);
    yard.script(NAME, "shared.pop = agents.Population(7)");
    yard.ticks(1);
    assert!(yard.unload(NAME));
    yard.ticks(1);
    assert_eq!(yard.said(), "5\ngone\n7\ngone");
}

#[test]
fn a_population_in_state_outlives_reloads_and_the_way_back_to_an_older_version() {
    let mut yard = Yard::new();
    let text = "state.all = state.all or { prey = agents.Population(3) }
        state.all.prey:spawn(1)
        print(#state.all.prey, #agents.Population(9))";
    yard.script(NAME, text);
    yard.script(NAME, &format!("{text} -- again"));
    yard.load(NAME, "state.all.prey:kill { 1 } error('oh')");
    assert_eq!(yard.errors().len(), 1);
    assert!(yard.unload(NAME));
    yard.script(NAME, text);
    assert_eq!(yard.said(), "4\t9\n5\t9\n5\t9\n6\t9");
    // Let go of, it goes with the next version.
    yard.script(NAME, "shared.pop = state.all.prey state.all = nil");
    yard.script(NAME, "print(pcall(function() return #shared.pop end))");
    assert!(yard.said().starts_with("false"));
}

#[test]
fn agents_that_were_given_up_count_no_more() {
    let mut yard = Yard::new();
    for round in 0..5 {
        yard.script(NAME, &format!("local a = agents.Population(900000) -- {round}"));
    }
    yard.script(NAME, "local a = agents.Population(900000) a:remove() agents.Population(900000)");
}

#[test]
fn arrays_that_nobody_holds_are_collected_and_those_in_use_are_bounded() {
    let memory = MemoryLimits { a_script: 2 << 20, all_scripts: 8 << 20 };
    let mut game = Game::with_limits(Limits { memory, deadline: Duration::from_secs(60) }).unwrap();
    let text = "local pop = agents.Population(10000)
        for i = 1, 500 do local a = (pop.pos + i):length() a = a:lt(5):any() end
        local kept = {}
        print(select(2, pcall(function() for i = 1, 500 do kept[i] = (pop.pos + i):length() end end)))
        kept = nil
        print((pop.pos + 1)[1])";
    game.load(NAME, text.as_bytes());
    let said: Vec<String> = game.take_lines().into_iter().map(|line| line.text).collect();
    assert_eq!(
        said,
        [
            "test.lua:4: Array:length: the arrays of this script take 8 MiB, and 8 is the most (32 for all scripts): keep fewer of them, or \
             fewer agents",
            "Vec(1.000, 1.000, 0.000)"
        ]
    );
}

const FLOCK: &str = "local pop = agents.Population(400, { kinds = { 'a', 'b' }, fear = 0, note = 'x' })
    pop.pos = pop:random(Vec(), Vec(20, 20)) pop.fear = pop:random(0, 1)
    for i = 1, #pop do pop.kind[i] = i % 2 + 1 end
    local tree = agents.Tree { agents.Selector { agents.Sequence { agents.is_kind('a'), agents.leaf(function(pop, idx)
        return 'running' end) }, agents.leaf(function() return 'success' end) } }
    hook.Add('Think', 'fly', function(dt)
        pop:sense(2, { fov = 4 })
        local f = agents.separate(pop, 1) * 2 + agents.align(pop, 2) + agents.cohere(pop, 2) + agents.wander(pop, 3)
        pop.vel = pop.vel + (f + agents.contain(pop, { Vec(0, 0), Vec(20, 20) }, 3, 4)) * dt
        pop:step(dt, 4)
        pop.fear = pop.senses.count * 0.1
        tree:tick(pop)
        if #pop > 350 then pop:kill { math.random(#pop) } end
    end)";

#[test]
fn runs_repeat_to_the_bit_and_the_digest_sees_agents() {
    let run = |text: &str| {
        let mut game = Game::new().unwrap();
        game.load(NAME, text.as_bytes());
        let mut digests = Vec::new();
        for tick in 0..60 {
            game.tick(&[]);
            if tick % 20 == 19 {
                digests.push(game.digest());
            }
        }
        assert_eq!(game.errors(), 0, "{:?}", game.take_lines());
        digests
    };
    let first = run(FLOCK);
    assert_eq!(run(FLOCK), first);
    assert_ne!(run(&FLOCK.replace("wander(pop, 3)", "wander(pop, 3.001)")), first);
}

#[test]
fn a_long_search_is_stopped_with_its_script() {
    let mut yard = Yard::new();
    yard.script(
        NAME,
        "hook.Add('Think', 'slow', function()
             local pop = agents.Population(7700)
             while true do pop:sense(10) agents.cohere(pop, 10) end
         end)",
    );
    yard.ticks(2);
    let error = yard.errors().join("\n");
    assert!(error.contains("ran for more than 250 ms"), "{error}");
}
