//! The rules of timers, on plain values.

use super::*;

const A: OwnerId = OwnerId(1);
const B: OwnerId = OwnerId(2);

type Names = Timers<&'static str>;

/// Runs the round at `now`, calling `during` after each timer that fired.
fn round(timers: &mut Names, now: f64, mut during: impl FnMut(&mut Names, &str)) -> Vec<&'static str> {
    let mut round = timers.due(now);
    let mut ran = Vec::new();
    while let Some(due) = timers.next(now, &mut round) {
        ran.push(due.function);
        during(timers, due.function);
    }
    ran
}

fn quiet(timers: &mut Names, now: f64) -> Vec<&'static str> {
    round(timers, now, |_, _| ())
}

const NOTHING: [&str; 0] = [];

#[test]
fn a_simple_timer_fires_once() {
    let mut timers = Names::default();
    timers.simple(0.0, A, 0.5, "once");
    assert_eq!(quiet(&mut timers, 0.49), NOTHING);
    assert_eq!(quiet(&mut timers, 0.5), ["once"]);
    assert_eq!(quiet(&mut timers, 9.0), NOTHING);
}

#[test]
fn due_timers_run_by_due_time_then_by_creation() {
    let mut timers = Names::default();
    timers.simple(0.0, A, 0.3, "third");
    timers.simple(0.0, A, 0.1, "first");
    timers.simple(0.0, A, 0.3, "fourth");
    timers.simple(0.0, A, 0.2, "second");
    assert_eq!(quiet(&mut timers, 1.0), ["first", "second", "third", "fourth"]);
}

#[test]
fn a_repeating_timer_does_not_drift() {
    let mut timers = Names::default();
    timers.create(0.0, A, "t", 0.1, 0, "t");
    let fired = (1..=600).filter(|tick| !quiet(&mut timers, f64::from(*tick) / 60.0).is_empty()).count();
    assert_eq!(fired, 100);
    // Due every 0.1 s is due every sixth tick.
    let at = (601..=606).find(|tick| !quiet(&mut timers, f64::from(*tick) / 60.0).is_empty());
    assert_eq!(at, Some(606));
}

#[test]
fn a_stall_is_not_caught_up_in_a_burst() {
    let mut timers = Names::default();
    timers.create(0.0, A, "t", 1.0, 0, "t");
    assert_eq!(quiet(&mut timers, 5.5), ["t"]);
    assert_eq!(quiet(&mut timers, 5.6), NOTHING);
    assert_eq!(quiet(&mut timers, 6.0), ["t"]);
}

#[test]
fn a_timer_of_no_length_fires_once_a_frame() {
    let mut timers = Names::default();
    timers.create(0.0, A, "t", 0.0, 0, "t");
    assert_eq!(quiet(&mut timers, 0.0), ["t"]);
    assert_eq!(quiet(&mut timers, 0.1), ["t"]);
}

#[test]
fn a_timer_made_in_a_callback_waits_for_the_next_frame() {
    let mut timers = Names::default();
    timers.simple(0.0, A, 0.0, "a");
    let ran = round(&mut timers, 1.0, |timers, _| timers.simple(1.0, A, 0.0, "b"));
    assert_eq!(ran, ["a"]);
    assert_eq!(quiet(&mut timers, 1.1), ["b"]);
}

#[test]
fn a_callback_may_create_its_own_name_again() {
    let mut timers = Names::default();
    timers.create(0.0, A, "t", 0.1, 1, "old");
    let ran = round(&mut timers, 0.1, |timers, _| {
        assert!(!timers.exists("t"));
        timers.create(0.1, A, "t", 0.1, 1, "new");
    });
    assert_eq!(ran, ["old"]);
    assert!(timers.exists("t"));
    assert_eq!(quiet(&mut timers, 0.2), ["new"]);
    assert!(!timers.exists("t"));
}

#[test]
fn what_a_failed_load_took_from_others_is_back_as_it_was() {
    let mut timers = Names::default();
    timers.create(0.0, A, "t", 1.0, 0, "a's");
    timers.create(0.0, A, "gone", 2.0, 3, "a's");
    timers.begin_load(B);
    timers.create(0.4, B, "t", 5.0, 1, "b's");
    timers.create(0.4, B, "t", 6.0, 1, "b's");
    timers.remove("gone", Some(B));
    timers.remove_owned_by(B);
    timers.end_load(true);
    assert_eq!((timers.time_left(0.5, "t"), timers.repetitions_left("gone")), (Some(0.5), Some(3)));
    assert_eq!((timers.count_owned_by(A), timers.count_owned_by(B)), (2, 0));
    assert_eq!(quiet(&mut timers, 1.0), ["a's"]);
    timers.begin_load(B);
    timers.create(1.0, B, "t", 5.0, 1, "b's");
    timers.end_load(false);
    assert_eq!((timers.count_owned_by(A), timers.count_owned_by(B)), (1, 1));
}

#[test]
fn one_timer_may_remove_pause_or_put_off_another_that_is_due() {
    type Change = fn(&mut Names) -> bool;
    let changes: [Change; 4] = [
        |timers| timers.remove("b", None),
        |timers| timers.pause(1.0, "b"),
        |timers| timers.stop("b"),
        |timers| timers.adjust(1.0, "b", 5.0, None, None),
    ];
    for change in changes {
        let mut timers = Names::default();
        timers.create(0.0, A, "a", 0.1, 1, "a");
        timers.create(0.0, A, "b", 0.2, 1, "b");
        let ran = round(&mut timers, 1.0, |timers, now| assert!(now != "a" || change(timers)));
        assert_eq!(ran, ["a"]);
    }
}

#[test]
fn a_paused_timer_keeps_what_was_left_of_it() {
    let mut timers = Names::default();
    timers.create(0.0, A, "t", 1.0, 0, "t");
    assert!(timers.pause(0.75, "t"));
    assert!(!timers.pause(0.75, "t"));
    assert_eq!(timers.time_left(8.0, "t"), Some(0.25));
    assert_eq!(quiet(&mut timers, 9.0), NOTHING);
    assert!(timers.unpause(10.0, "t"));
    assert!(!timers.unpause(10.0, "t"));
    assert_eq!(quiet(&mut timers, 10.2), NOTHING);
    assert_eq!(quiet(&mut timers, 10.25), ["t"]);
}

#[test]
fn stop_and_start_begin_anew() {
    let mut timers = Names::default();
    timers.create(0.0, A, "t", 1.0, 3, "t");
    assert_eq!(quiet(&mut timers, 1.0), ["t"]);
    assert_eq!(timers.repetitions_left("t"), Some(2));
    assert!(timers.stop("t"));
    assert!(!timers.stop("t"));
    assert!(timers.exists("t"));
    assert_eq!(quiet(&mut timers, 9.0), NOTHING);
    assert!(timers.start(9.0, "t"));
    assert_eq!(timers.repetitions_left("t"), Some(3));
    assert_eq!(quiet(&mut timers, 10.0), ["t"]);
}

#[test]
fn toggle_pauses_and_goes_on() {
    let mut timers = Names::default();
    timers.create(0.0, A, "t", 1.0, 0, "t");
    assert!(timers.toggle(0.5, "t"));
    assert_eq!(quiet(&mut timers, 2.0), NOTHING);
    assert!(timers.toggle(2.0, "t"));
    assert_eq!(quiet(&mut timers, 2.5), ["t"]);
    assert!(!timers.toggle(0.0, "unknown"));
}

#[test]
fn adjust_changes_interval_repetitions_and_function() {
    let mut timers = Names::default();
    timers.create(0.0, A, "t", 1.0, 0, "old");
    assert!(timers.adjust(0.5, "t", 2.0, Some(1), Some("new")));
    assert_eq!(quiet(&mut timers, 2.4), NOTHING);
    assert_eq!(quiet(&mut timers, 2.5), ["new"]);
    assert!(!timers.exists("t"));
    assert!(!timers.adjust(0.0, "t", 1.0, None, None));
}

#[test]
fn repetitions_are_counted_down() {
    let mut timers = Names::default();
    timers.create(0.0, A, "t", 1.0, 2, "t");
    timers.create(0.0, A, "ever", 1.0, 0, "e");
    assert_eq!(timers.repetitions_left("t"), Some(2));
    assert_eq!(timers.repetitions_left("ever"), Some(0));
    assert_eq!(timers.repetitions_left("unknown"), None);
    assert_eq!(timers.time_left(0.25, "t"), Some(0.75));
    assert_eq!(quiet(&mut timers, 1.0), ["t", "e"]);
    assert_eq!(quiet(&mut timers, 2.0), ["t", "e"]);
    assert_eq!(quiet(&mut timers, 3.0), ["e"]);
}

#[test]
fn an_owner_takes_its_timers_along() {
    let mut timers = Names::default();
    timers.create(0.0, A, "a", 1.0, 0, "a");
    timers.create(0.0, B, "b", 1.0, 0, "b");
    timers.simple(0.0, A, 1.0, "simple");
    assert_eq!(timers.count_owned_by(A), 2);
    timers.remove_owned_by(A);
    assert!(!timers.exists("a"));
    assert_eq!(quiet(&mut timers, 1.0), ["b"]);
}

#[test]
fn a_timer_of_hardly_any_length_fires_once_a_frame() {
    let mut timers = Names::default();
    timers.create(0.0, A, "t", 1e-320, 0, "t");
    for tick in 1..5 {
        assert_eq!(quiet(&mut timers, f64::from(tick) / 60.0), ["t"]);
    }
}
