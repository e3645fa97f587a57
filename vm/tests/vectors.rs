//! The vector against a model of it, under Lua's own assertions and the compiler's sanitizers.
#![cfg(target_os = "linux")]

mod support;

use support::Built;

const PROGRAM: &str = include_str!("programs/vectors.lua");

/// The program with its arguments.
fn program(steps: u32, seed: u32) -> String {
    PROGRAM.replace("local steps, seed = ...", &format!("local steps, seed = {steps}, {seed}"))
}

fn check(built: Built, steps: u32, seeds: std::ops::Range<u32>) {
    let programs: Vec<String> = seeds.map(|seed| program(steps, seed * 7919 + 1)).collect();
    for said in built.run("vectors", &programs) {
        assert_eq!(said, "vectors agree\n");
    }
}

#[test]
fn vectors_follow_their_rules_whatever_the_collector_does() {
    check(Built::Yard, 50_000, 0..4);
}

#[test]
fn nothing_that_vectors_do_is_undefined_or_breaks_an_assertion() {
    check(Built::Checked, 5_000, 0..4);
}

#[test]
fn vectors_survive_a_full_collection_wherever_there_may_be_one() {
    check(Built::CheckedCollecting, 150, 0..2);
}
