//! `timer` through Lua, by the clock of the simulation.

use crate::common::{NAME, Yard, refusal, said};

/// Runs a script for some ticks and returns what it printed; `at(...)` in it prints the tick and what it is given.
fn run(text: &str, ticks: u64) -> String {
    let mut yard = Yard::with(&format!("local function at(...) print(tick(), ...) end {text}"));
    yard.ticks(ticks);
    yard.said()
}

#[test]
fn a_simple_timer_runs_once_at_its_time() {
    assert_eq!(run("timer.Simple(0.5, function(...) at('half', select('#', ...)) end)", 120), "30\thalf\t0");
    assert_eq!(run("timer.Simple(0, function() at() end)", 3), "1");
}

#[test]
fn a_named_timer_runs_as_often_as_it_was_told_and_is_gone() {
    let text = "timer.Create('t', 1, 3, function() at(timer.RepsLeft('t'), timer.Exists('t')) end)";
    assert_eq!(run(text, 600), "60\t2\ttrue\n120\t1\ttrue\n180\tnil\tfalse");
}

#[test]
fn repetitions_of_zero_or_less_are_for_ever() {
    for reps in [0, -1, -100] {
        let said = run(&format!("timer.Create('t', 1, {reps}, function() at(timer.RepsLeft('t')) end)"), 600);
        assert_eq!(said.lines().count(), 10);
        assert!(said.ends_with("600\t0"), "{said}");
    }
}

#[test]
fn a_timer_does_not_drift() {
    // A third of a second is no whole number of ticks.
    let said = run("timer.Create('t', 0.35, 0, function() at() end)", 6_000);
    let ticks: Vec<u64> = said.lines().map(|line| line.parse().unwrap()).collect();
    let expected: Vec<u64> = (1..=285).map(|n| n * 21).filter(|&tick| tick <= 6_000).collect();
    assert_eq!(ticks, expected);
    let said = run("timer.Create('t', 0.1 + 1 / 7, 0, function() at() end)", 6_000);
    let last: u64 = said.lines().last().unwrap().parse().unwrap();
    let fires = said.lines().count() as f64;
    assert_eq!(fires, (100.0 / (0.1 + 1.0 / 7.0_f64)).floor());
    assert_eq!(last, (fires * (0.1 + 1.0 / 7.0) * 60.0).ceil() as u64);
}

#[test]
fn a_timer_fires_at_most_once_a_frame_and_does_not_catch_up() {
    let mut yard = Yard::with("timer.Create('t', 0.001, 0, function() print('t') end)");
    yard.ticks(3);
    assert_eq!(yard.said(), "t\nt\nt");
    // Five ticks in one frame.
    let mut yard = Yard::with("timer.Create('t', 1 / 60, 0, function() print(tick()) end)");
    yard.frame(5.0 / 60.0);
    assert_eq!(yard.said(), "5");
    yard.ticks(2);
    assert_eq!(yard.said(), "6\n7");
}

#[test]
fn due_timers_run_in_order_of_due_time_then_of_creation() {
    let mut yard = Yard::with(
        "timer.Simple(0.03, function() print('later') end)
        timer.Simple(0.02, function() print('b') end)
        timer.Create('c', 0.02, 1, function() print('c') end)
        timer.Simple(0.01, function() print('first') end)
        timer.Simple(0.02, function() print('d') end)",
    );
    yard.frame(4.0 / 60.0);
    assert_eq!(yard.said(), "first\nb\nc\nd\nlater");
}

#[test]
fn a_timer_removed_by_an_earlier_one_of_the_same_frame_does_not_run() {
    assert_eq!(
        run(
            "timer.Create('a', 0.1, 1, function() at(timer.Remove('b')) end) timer.Create('b', 0.1, 1, function() at('b') end)",
            60
        ),
        "6\ttrue"
    );
}

#[test]
fn a_timer_made_inside_a_callback_waits_for_the_next_frame() {
    assert_eq!(
        run("timer.Simple(0, function() at('one') timer.Simple(0, function() at('two') end) end)", 5),
        "1\tone\n2\ttwo"
    );
}

#[test]
fn a_callback_may_create_its_own_name_again() {
    let text = "local n = 0
        local function again() n = n + 1 at(n) if n < 3 then timer.Create('t', 0, 1, again) end end
        timer.Create('t', 0, 1, again)";
    assert_eq!(run(text, 10), "1\t1\n2\t2\n3\t3");
    let text = "timer.Create('t', 0.1, 0, function() at('old') timer.Create('t', 0.5, 1, function() at('new') end) end)";
    assert_eq!(run(text, 100), "6\told\n36\tnew");
}

#[test]
fn the_same_name_replaces_across_scripts() {
    let mut yard = Yard::new();
    yard.script("a.lua", "timer.Create('t', 0, 0, function() print('a') end)");
    yard.script("b.lua", "timer.Create('t', 0, 0, function() print('b') end)");
    yard.ticks(1);
    assert_eq!(yard.said(), "b");
    assert_eq!((yard.counts("a.lua").2, yard.counts("b.lua").2), (0, 1));
    yard.script("a.lua", "");
    yard.ticks(1);
    assert_eq!(yard.said(), "b");
    yard.script("a.lua", "print(timer.Remove('t'), timer.Exists('t'))");
    assert_eq!(yard.said(), "true\tfalse");
}

#[test]
fn remove_and_exists() {
    let script = "timer.Create('t', 1, 0, print) print(timer.Exists('t'), timer.Remove('t'), timer.Exists('t'), timer.Remove('t'))";
    assert_eq!(said(script), "true\ttrue\tfalse\tfalse");
}

#[test]
fn pause_keeps_what_is_left_and_unpause_goes_on() {
    let text = "timer.Create('t', 1, 1, function() at('t') end)
        timer.Simple(0.75, function() at(timer.Pause('t'), timer.Pause('t'), timer.TimeLeft('t')) end)
        timer.Simple(5, function() at(('%.3f'):format(timer.TimeLeft('t')), timer.UnPause('t'), timer.UnPause('t')) end)";
    assert_eq!(run(text, 600), "45\ttrue\tfalse\t0.25\n300\t0.250\ttrue\tfalse\n315\tt");
}

#[test]
fn stop_and_start_begin_anew() {
    let text = "timer.Create('t', 1, 2, function() at('t', timer.RepsLeft('t')) end)
        timer.Simple(1.5, function() at(timer.Stop('t'), timer.Stop('t'), timer.Exists('t'), timer.TimeLeft('t')) end)
        timer.Simple(5, function() at(timer.Start('t'), timer.RepsLeft('t')) end)";
    assert_eq!(run(text, 600), "60\tt\t1\n90\ttrue\tfalse\ttrue\t1.0\n300\ttrue\t2\n360\tt\t1\n420\tt\tnil");
}

#[test]
fn starting_a_running_timer_starts_it_over() {
    let text = "timer.Create('t', 1, 1, function() at('t') end) timer.Simple(0.5, function() at(timer.Start('t')) end)";
    assert_eq!(run(text, 200), "30\ttrue\n90\tt");
}

#[test]
fn toggle_pauses_and_goes_on() {
    let text = "timer.Create('t', 1, 1, function() at('t') end)
        timer.Simple(0.5, function() at(timer.Toggle('t')) end)
        timer.Simple(2, function() at(timer.Toggle('t')) end)";
    assert_eq!(run(text, 200), "30\ttrue\n120\ttrue\n150\tt");
}

#[test]
fn adjust_changes_what_it_is_given() {
    let text = "timer.Create('t', 1, 2, function() at('t', timer.RepsLeft('t')) end)
        timer.Simple(0.5, function() at(timer.Adjust('t', 2), timer.RepsLeft('t')) end)
        timer.Simple(3, function() at(timer.Adjust('t', 0.5, 3, function() at('new') end), timer.RepsLeft('t')) end)";
    assert_eq!(run(text, 600), "30\ttrue\t2\n150\tt\t1\n180\ttrue\t3\n210\tnew\n240\tnew\n270\tnew");
}

#[test]
fn time_left_and_repetitions_left_count_down() {
    let text = "timer.Create('t', 1, 5, function() end)
        timer.Simple(0.25, function() at(('%.4f'):format(timer.TimeLeft('t')), timer.RepsLeft('t'), math.type(timer.RepsLeft('t'))) end)
        timer.Simple(2.25, function() at(('%.4f'):format(timer.TimeLeft('t')), timer.RepsLeft('t')) end)";
    assert_eq!(run(text, 200), "15\t0.7500\t5\tinteger\n135\t0.7500\t3");
}

#[test]
fn unknown_timers_are_nil_or_false_and_no_error() {
    let script = "print(timer.TimeLeft('x'), timer.RepsLeft('x'), timer.Exists('x'))
        print(timer.Remove('x'), timer.Adjust('x', 1), timer.Pause('x'), timer.UnPause('x'), timer.Toggle('x'), timer.Start('x'), timer.Stop('x'))";
    assert_eq!(said(script), "nil\tnil\tfalse\nfalse\tfalse\tfalse\tfalse\tfalse\tfalse\tfalse");
}

#[test]
fn bad_delays_and_wrong_arguments_are_errors() {
    assert_eq!(refusal("timer.Simple(-1, print)"), "timer.Simple: seconds must not be negative, got -1");
    assert_eq!(
        refusal("timer.Create('t', -0.5, 1, print)"),
        "timer.Create: seconds must not be negative, got -0.5"
    );
    assert!(refusal("timer.Simple(0/0, print)").contains("finite"));
    assert!(refusal("timer.Simple(1/0, print)").contains("finite"));
    assert!(refusal("timer.Create('t', 1, 1, print) timer.Adjust('t', -1)").contains("must not be negative"));
    assert_eq!(refusal("timer.Simple('1', print)"), "timer.Simple: seconds must be a number, got a string");
    assert_eq!(refusal("timer.Simple(1)"), "timer.Simple: fn must be a function, got nothing");
    assert_eq!(
        refusal("timer.Create('t', 1, print)"),
        "timer.Create: reps must be a whole number, got a function"
    );
    assert_eq!(
        refusal("timer.Create('t', 1, 1.5, print)"),
        "timer.Create: reps must be a whole number, got 1.5"
    );
    assert_eq!(refusal("timer.Create({}, 1, 1, print)"), "timer.Create: name must be a string, got a table");
    assert_eq!(refusal("timer.Exists()"), "timer.Exists: name must be a string, got nothing");
    // A refused change leaves the timer as it was.
    let text = "timer.Create('t', 0.1, 1, function() at('t') end) pcall(timer.Create, 't', -1, 1, print) pcall(timer.Adjust, 't', 0/0)";
    assert_eq!(run(text, 30), "6\tt");
}

#[test]
fn timers_stop_when_their_script_is_reloaded_or_unloaded() {
    let mut yard = Yard::with(
        "timer.Create('t', 0, 0, function() print('old') end) timer.Simple(0.05, function() print('old too') end)",
    );
    yard.ticks(1);
    yard.script(NAME, "print(timer.Exists('t'))");
    yard.ticks(60);
    assert_eq!(yard.said(), "old\nfalse");
}

#[test]
fn a_huge_delay_and_many_timers_are_fine() {
    let mut yard = Yard::with(
        "timer.Simple(1e300, print) timer.Create('x', 1e-300, 0, function() end)
        n = 0 for i = 1, 5000 do timer.Simple(i / 5000, function() n = n + 1 end) end
        timer.Simple(1.01, function() print(n) end)",
    );
    yard.ticks(70);
    assert_eq!(yard.said(), "5000");
    assert_eq!(yard.counts(NAME).2, 2);
}
