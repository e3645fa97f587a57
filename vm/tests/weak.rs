//! Weak tables where the collector gives up looking for what is only reachable through itself, under Lua's own assertions and the
//! compiler's sanitizers.
#![cfg(target_os = "linux")]

mod support;

use support::Built;

const PROGRAM: &str = include_str!("programs/weak.lua");

fn check(built: Built, counts: &[u32]) {
    let program = |count: &u32| PROGRAM.replace("local count = ...", &format!("local count = {count}"));
    let programs: Vec<String> = counts.iter().map(program).collect();
    for said in built.run("weak", &programs) {
        assert_eq!(said, "weak tables hold\n");
    }
}

#[test]
fn what_weak_tables_lead_to_stays_however_many_passes_it_would_take() {
    check(Built::Yard, &[3, 40, 1_000, 30_000]);
}

#[test]
fn nothing_there_is_undefined_or_breaks_an_assertion() {
    check(Built::Checked, &[3, 40, 2_000]);
    check(Built::CheckedCollecting, &[40]);
}
