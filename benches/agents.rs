//! What a crowd costs through Lua: nanoseconds an agent and step, each step being sense, separate, align, cohere and step with
//! about nine neighbours.
//!
//! The script is what a user writes; its frames are timed without the rest of the yard. "One call" is `agents.flock`, which
//! does the same. The numbers to beat are those of a vectorised implementation in another language on an agent of the same
//! crowd, 742, 582 and 785 ns at a thousand, ten thousand and a hundred thousand, on the machine that they were taken on: on a
//! faster one it is faster, too (Python's `kiln-gl`, whose part for agents needs numpy only, if you want to see). All is on one
//! thread; at the end two threads, which help only if the machine has an idle core.

mod side_by_side;

use moonyard::input::Input;
use moonyard::script::{Limits, Loaded, ScriptHost};
use moonyard::sim::{DT, Sim};
use side_by_side::{Samples, Unit, in_turns, processor_time, time};
use std::time::Duration;

/// Nanoseconds an agent in the plane: agents, and what it took elsewhere.
const ELSEWHERE: [(usize, f64); 3] = [(1_000, 742.0), (10_000, 582.0), (100_000, 785.0)];
const ELSEWHERE_IN_SPACE: [(usize, f64); 3] = [(1_000, 1_090.0), (10_000, 1_428.0), (100_000, 1_959.0)];

/// A crowd spread so that each sees nine others within 1.
const SCRIPT: &str = "
local n, dim = COUNT, DIM
local side = dim == 2 and (n * math.pi / 9) ^ 0.5 or (n * 4 / 3 * math.pi / 9) ^ (1 / 3)
local pop = agents.Population(n, { dim = dim })
local depth = dim == 2 and 0 or 1
pop.pos = pop:random(Vec(), Vec(side, side, side * depth))
pop.vel = pop:random(Vec(-0.5, -0.5, -0.5 * depth), Vec(0.5, 0.5, 0.5 * depth))
hook.Add('Think', 'fly', function()
  STEP
end)";

const ONE_BY_ONE: &str = "pop:sense(1)
  local f = agents.separate(pop, 0.5) * 1.5 + agents.align(pop, 1) * 0.5 + agents.cohere(pop, 1) * 0.4
  pop.vel = pop.vel + f * (1 / 600)
  pop:step(1 / 600, 3)";

const ONE_CALL: &str =
    "agents.flock(pop, { radius = 1, separate_radius = 0.5, separate = 1.5, align = 0.5, cohere = 0.4,
    dt = 1 / 600, max_speed = 3 })";

fn crowd(n: usize, dim: usize, step: &str) -> ScriptHost {
    // A round here is more frames than the clock of the yard sees.
    let limits = Limits { deadline: Duration::from_secs(3_600), ..Limits::default() };
    let mut scripts = ScriptHost::new(Sim::new(), Input::new(), limits).expect("a state of Lua");
    let text = SCRIPT.replace("COUNT", &n.to_string()).replace("DIM", &dim.to_string()).replace("STEP", step);
    let loaded = scripts.load("crowd.lua", text.as_bytes());
    assert_eq!(loaded, Loaded::New, "{:?}", scripts.take_lines());
    scripts
}

/// Frames that are long enough to time; how long one took.
fn frames(scripts: &mut ScriptHost, n: usize, clock: fn(&mut dyn FnMut()) -> Duration) -> Duration {
    let frames = (200_000 / n).clamp(1, 100) as u32;
    let spent = clock(&mut || {
        for _ in 0..frames {
            scripts.begin_frame();
            scripts.frame(DT);
        }
    });
    assert_eq!(scripts.errors(), 0, "{:?}", scripts.take_lines());
    spent / frames
}

/// What one thread does is timed by its own processor time.
fn own_time(run: &mut dyn FnMut()) -> Duration {
    processor_time(run)
}

fn wall_time(run: &mut dyn FnMut()) -> Duration {
    time(run)
}

fn per_agent(samples: &Samples, n: usize) -> Samples {
    samples.with(samples, |frame, _| frame / n as f64)
}

fn measure(dim: usize, elsewhere: &[(usize, f64)]) {
    let name = if dim == 2 { "in the plane" } else { "in space" };
    let mut thousand: Option<Samples> = None;
    for n in [1_000, 10_000, 100_000, 1_000_000] {
        let (mut one_by_one, mut one_call) = (crowd(n, dim, ONE_BY_ONE), crowd(n, dim, ONE_CALL));
        let rounds = (4_000_000 / n).clamp(5, 40);
        let samples = in_turns(
            rounds,
            &mut [&mut || frames(&mut one_by_one, n, own_time), &mut || frames(&mut one_call, n, own_time)],
        );
        let most = if n == 1_000_000 && dim == 2 { Some(100e-9) } else { None };
        let each = per_agent(&samples[0], n);
        each.report(&format!("{n} {name}: an agent, call by call"), Unit::Seconds, most);
        per_agent(&samples[1], n).report(&format!("{n} {name}: an agent, one call"), Unit::Seconds, None);
        if let Some((_, nanoseconds)) = elsewhere.iter().find(|(other, _)| *other == n) {
            let ratio = each.with(&each, |own, _| own / (nanoseconds * 1e-9));
            let most = (dim == 2).then_some(0.1);
            ratio.report(&format!("{n} {name}: call by call, to {nanoseconds} ns"), Unit::Times, most);
        }
        if n == 100_000
            && let Some(thousand) = &thousand
        {
            let ratio = each.with(thousand, |large, small| large / small);
            ratio.report(&format!("{n} {name}: to the same for a thousand"), Unit::Times, Some(1.5));
        }
        let ticks = each.with(&each, |own, _| 1.0 / 60.0 / own);
        let median = ticks.median();
        println!("{n} {name}: {median:.0} agents at 60 ticks a second, on one thread");
        if n == 1_000 {
            thousand = Some(each);
        }
    }
}

fn main() {
    let threads: usize = std::env::var("CROWD_THREADS").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .use_current_thread()
        .build_global()
        .expect("threads of one's own");
    if threads > 1 {
        let mut scripts = crowd(100_000, 2, ONE_CALL);
        let samples = in_turns(40, &mut [&mut || frames(&mut scripts, 100_000, wall_time)]);
        let name = format!("100000 in the plane: an agent, one call, {threads} threads");
        per_agent(&samples[0], 100_000).report(&name, Unit::Seconds, None);
        return;
    }
    println!("agents: sense, separate, align, cohere and step, about nine neighbours, through Lua");
    measure(2, &ELSEWHERE);
    measure(3, &ELSEWHERE_IN_SPACE);
    let mut again = std::process::Command::new(std::env::current_exe().expect("this program"));
    let done = again.args(std::env::args().skip(1)).env("CROWD_THREADS", "2").status();
    assert!(done.is_ok_and(|status| status.success()), "the run on two threads failed");
}
