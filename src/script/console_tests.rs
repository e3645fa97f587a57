//! Tests of the console, without a terminal.

use super::*;
use crate::input::Input;
use crate::script::{Limits, Loaded};
use crate::sim::{DT, Sim};

fn host(scripts: &[(&str, &str)]) -> ScriptHost {
    let mut host = ScriptHost::new(Sim::new(), Input::new(), Limits::default()).unwrap();
    for (name, text) in scripts {
        assert_eq!(host.load(name, text.as_bytes()), Loaded::New, "{:?}", host.take_lines());
    }
    host
}

fn lines(host: &mut ScriptHost, typed: &[&str]) -> Vec<String> {
    for line in typed {
        host.run_line(line);
    }
    host.take_lines().into_iter().map(|line| line.text).collect()
}

#[test]
fn an_expression_is_printed_and_a_global_stays() {
    let mut host = host(&[]);
    assert_eq!(
        lines(&mut host, &["n = 20", "n + 1", "=n", "n, nil, 'x'", "Vec(1, 2)"]),
        ["21", "20", "20\tnil\tx", "Vec(1.000, 2.000, 0.000)"]
    );
}

#[test]
fn a_statement_is_no_expression_and_says_nothing() {
    let mut host = host(&[]);
    let quiet: [String; 0] = [];
    assert_eq!(lines(&mut host, &["local a = 1", "for i = 1, 3 do end", "", "   "]), quiet);
}

#[test]
fn a_mistake_names_the_console_and_is_told_every_time() {
    let mut host = host(&[]);
    let said = lines(&mut host, &["nothing.x = 1", "nothing.x = 1", "if"]);
    assert_eq!(said.len(), 3, "{said:?}");
    assert!(said[0].starts_with("console:1: attempt to index a nil value (global 'nothing')"), "{said:?}");
    assert!(said[1].starts_with("console:1: attempt to index a nil value"), "{said:?}");
    assert!(said[2].contains("near <eof>"), "{said:?}");
}

#[test]
fn what_a_line_makes_is_the_consoles_and_goes_with_it() {
    let mut host = host(&[("a.lua", "physics.sphere{}")]);
    lines(
        &mut host,
        &["for i = 1, 5 do physics.sphere{ pos = Vec(i, 3, 0) } end", "hook.Add('Tick', 'x', print)"],
    );
    let report = host.reports().pop().unwrap();
    assert_eq!((report.name.as_str(), report.counts.bodies, report.counts.hooks), (NAME, 5, 1));
    assert!(host.stop_script(NAME));
    assert_eq!(host.totals().bodies, 1);
    assert!(!host.stop_script(NAME));
}

#[test]
fn a_line_that_never_ends_is_stopped_and_the_next_one_runs() {
    let mut host = host(&[("a.lua", "physics.sphere{}")]);
    let said = lines(&mut host, &["while true do pcall(error) end", "1 + 1"]);
    if cfg!(feature = "yard-vm") {
        assert!(
            said[0]
                .starts_with("console:1: this ran for more than 250 ms without an end; the line is stopped"),
            "{said:?}"
        );
        assert_eq!(said.last().unwrap(), "2");
    }
    assert_eq!(host.totals().bodies, 1);
}

#[test]
fn another_scripts_globals_can_be_read_and_changed() {
    let mut host = host(&[("a.lua", "level = 7 hook.Add('Tick', 'a', function() print(level) end)")]);
    assert_eq!(
        lines(&mut host, &["script('a').level", "script('a.lua').level = 8", "script('b')"]),
        ["7", "console:1: there is no script named b.lua; scripts() lists them"]
    );
    host.tick();
    assert_eq!(host.take_lines().pop().unwrap().text, "8");
    host.unload("a.lua");
    let gone = "console:1: there is no script named a.lua; scripts() lists them";
    assert_eq!(lines(&mut host, &["script('a')"]), [gone]);
}

#[test]
fn the_globals_of_a_script_that_does_not_run_are_refused_at_once_with_what_to_do() {
    let mut host = host(&[("a.lua", "level = 7")]);
    host.load("b.lua", b"level = 7 error('no')");
    host.take_lines();
    assert!(host.stop_script("a.lua"));
    for name in ["a", "b"] {
        let refusal = format!(
            "console:1: {name}.lua does not run; reload(\"{name}.lua\") or saving its file runs it again"
        );
        assert_eq!(lines(&mut host, &[&format!("script('{name}').level")]), [refusal]);
    }
    host.load("a.lua", b"level = 8");
    assert_eq!(lines(&mut host, &["script('a').level"]), ["8"]);
}

#[test]
fn commands_are_passed_on_and_wrong_ones_say_what_they_want() {
    let mut host = host(&[]);
    lines(
        &mut host,
        &[
            "reload('maze')",
            "stop('console')",
            "pause()",
            "pause(false)",
            "step()",
            "speed(0.5)",
            "help('hook.Add')",
            "scripts()",
        ],
    );
    assert_eq!(
        host.take_requests(),
        [
            Request::Reload("maze.lua".into()),
            Request::Stop("console".into()),
            Request::Pause(None),
            Request::Pause(Some(false)),
            Request::Step,
            Request::Speed(0.5),
            Request::Help(Some("hook.Add".into())),
            Request::List,
        ]
    );
    assert!(host.take_requests().is_empty());
    let said = lines(&mut host, &["speed(0)", "reload(5)", "pause('x')"]);
    assert!(said[0].starts_with("console:1: speed: a number from 0.01 to 4"), "{said:?}");
    assert!(said[1].starts_with("console:1: reload: a script's name in quotes"), "{said:?}");
    assert!(said[2].starts_with("console:1: pause: true or false, got a string"), "{said:?}");
}

#[test]
fn names_are_completed_from_what_there_is() {
    let mut host = host(&[]);
    lines(
        &mut host,
        &["world = { width = 3, weight = 4, deep = { deeper = 1 } }", "v = Vec(1, 2, 3)", "s = 'x'"],
    );
    let mut complete = |line: &str| host.complete(line);
    assert_eq!(complete("print(phys"), (6, vec!["physics".into()]));
    assert_eq!(complete("physics.setV"), (0, vec!["physics.setVelocity".into()]));
    assert_eq!(complete("x = world.w"), (4, vec!["world.weight".into(), "world.width".into()]));
    assert_eq!(complete("world.deep.d"), (0, vec!["world.deep.deeper".into()]));
    assert_eq!(complete("v:norm"), (0, vec!["v:normalized".into()]));
    assert_eq!(complete("s:rev"), (0, vec!["s:reverse".into()]));
    assert_eq!(complete("math.sq"), (0, vec!["math.sqrt".into()]));
    assert_eq!(complete("relo"), (0, vec!["reload".into()]));
    assert_eq!(complete("nothing.here.x"), (0, vec![]));
    assert_eq!(complete("1 + "), (4, complete("").1));
}

#[test]
fn completing_runs_nothing_of_a_script() {
    let mut host = host(&[]);
    lines(
        &mut host,
        &[
            "trap = setmetatable({}, { __index = function() error('run') end, __pairs = function() error('run') end })",
        ],
    );
    assert_eq!(host.complete("trap.a.b"), (0, vec![]));
    assert!(host.take_lines().is_empty());
}

#[test]
fn a_stopped_script_is_out_until_it_is_loaded_again() {
    let mut host = host(&[("a.lua", "physics.sphere{} hook.Add('Tick', 'a', function() print('tick') end)")]);
    assert!(host.stop_script("a.lua"));
    host.begin_frame();
    host.tick();
    host.frame(DT);
    assert!(host.take_lines().is_empty());
    let report = &host.reports()[0];
    assert_eq!((report.status, report.counts), (ScriptStatus::Stopped, Counts::default()));
    host.load("a.lua", b"physics.sphere{}");
    assert_eq!(host.reports()[0].status, ScriptStatus::Running);
    assert_eq!(host.totals().bodies, 1);
}

#[test]
fn reports_tell_time_and_memory() {
    let mut host = host(&[(
        "a.lua",
        "t = {} for i = 1, 1000 do t[i] = { i } end hook.Add('Tick', 'a', function() for i = 1, 1e5 do end end)",
    )]);
    host.begin_frame();
    host.tick();
    let report = &host.reports()[0];
    assert!(report.memory > 50_000, "{report:?}");
    assert!(!report.time.is_zero(), "{report:?}");
}

#[test]
fn reports_count_what_arrays_and_populations_take() {
    let mut host = host(&[
        ("crowd.lua", "pop = agents.Population(100000, { dim = 2, speed = 1 })"),
        (
            "arrays.lua",
            "pop = agents.Population(1000) arrays = {} for i = 1, 50 do arrays[i] = pop.pos * i local first = arrays[i][1] end",
        ),
        ("small.lua", ""),
    ]);
    let memory = |host: &ScriptHost, name: &str| {
        host.reports().into_iter().find(|report| report.name == name).unwrap().memory
    };
    // An id, a kind, two places, two speeds and the field: 8 + 4 + 16 + 16 + 8 bytes for each agent.
    let crowd = memory(&host, "crowd.lua");
    assert!((5_200_000..5_400_000).contains(&crowd), "{crowd}");
    let arrays = memory(&host, "arrays.lua");
    assert!((50 * 16_000..50 * 16_000 + 200_000).contains(&arrays), "{arrays}");
    assert!(memory(&host, "small.lua") < 100_000);
    // What is set from an array counts once.
    assert!(lines(&mut host, &["p = script('crowd').pop p.pos = p.pos * 2"]).is_empty());
    let after = memory(&host, "crowd.lua") + memory(&host, NAME);
    assert!((5_200_000..7_300_000).contains(&after), "{after}");
    host.unload("crowd.lua");
    assert!(host.reports().iter().all(|report| report.name != "crowd.lua"));
}

#[test]
fn help_takes_functions_tables_and_values_for_their_names() {
    let mut host = host(&[]);
    let typed = [
        "help(agents.seek)",
        "help(print)",
        "help(physics)",
        "help(agents.Population(3))",
        "help(agents.Population(3).pos)",
        "help(Vec(1, 2, 3))",
        "help()",
    ];
    let said = lines(&mut host, &typed);
    assert!(said.is_empty(), "{said:?}");
    let names: Vec<Option<String>> = host
        .take_requests()
        .into_iter()
        .map(|request| match request {
            Request::Help(name) => name,
            other => panic!("{other:?}"),
        })
        .collect();
    let expected =
        ["agents.seek", "print", "physics", "Population", "Array", "Vec"].map(|name| Some(name.to_owned()));
    assert_eq!(names, [&expected[..], &[None]].concat());
    let said = lines(&mut host, &["help(agents.sekk)", "help(function() end)", "help(5)"]);
    assert!(said[0].starts_with("console:1: help: this is nil; give a name in quotes"), "{said:?}");
    assert!(said[1..].iter().all(|line| line.contains("help: a name in quotes")), "{said:?}");
}
