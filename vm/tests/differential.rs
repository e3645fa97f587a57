//! Our Lua against the untouched one: thousands of generated programs must say the same, errors and their messages included.
#![cfg(target_os = "linux")]

mod generator;
mod support;

use support::Built;

/// How many programs run in one process.
const BATCH: u64 = 250;

/// Addresses differ from run to run.
fn without_addresses(said: &str) -> String {
    let mut parts = said.split("0x");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_hexdigit());
        let digits = part.len() - rest.len();
        text.push_str(if digits >= 10 { "(address)" } else { &part[..digits] });
        text.push_str(rest);
    }
    text
}

fn compare(ours: Built, seeds: std::ops::Range<u64>) {
    let seeds: Vec<u64> = seeds.collect();
    let name = format!("differential-{}", seeds[0]);
    let programs: Vec<String> = seeds.iter().map(|&seed| generator::program(seed)).collect();
    let stock = Built::Stock.run(&name, &programs);
    let yard = ours.run(&name, &programs);
    for (((seed, program), stock), yard) in seeds.iter().zip(&programs).zip(&stock).zip(&yard) {
        let (stock, yard) = (without_addresses(stock), without_addresses(yard));
        assert!(stock == yard, "seed {seed}\n{program}\n== stock Lua says\n{stock}\n== ours says\n{yard}");
    }
}

/// As many programs as MOONYARD_PROGRAMS says, 6,000 if it says nothing.
#[test]
fn generated_programs_say_the_same_as_in_stock_lua() {
    let count =
        std::env::var("MOONYARD_PROGRAMS").map_or(6_000, |n| n.parse().expect("a number of programs"));
    let mut first = 0;
    while first < count {
        compare(Built::Yard, first..(first + BATCH).min(count));
        first += BATCH;
    }
}

#[test]
fn generated_programs_break_no_assertion_and_do_nothing_undefined() {
    compare(Built::Checked, 1_000_000..1_000_300);
}

#[test]
fn generated_programs_survive_a_full_collection_wherever_there_may_be_one() {
    compare(Built::CheckedCollecting, 2_000_000..2_000_040);
}

/// The programs are worth comparing only if most of what they try works.
#[test]
fn generated_programs_get_somewhere() {
    let programs: Vec<String> = (0..200).map(generator::program).collect();
    let said = Built::Stock.run("somewhere", &programs);
    let compiled = said.iter().filter(|said| !said.starts_with("error: program")).count();
    let (mut fine, mut failed, mut lines) = (0, 0, 0);
    for line in said.iter().flat_map(|said| said.lines()) {
        lines += 1;
        if line.starts_with("boolean true") {
            fine += 1;
        } else if line.starts_with("boolean false") {
            failed += 1;
        }
    }
    println!("{compiled} of 200 programs compile; {lines} lines; {fine} attempts succeed, {failed} fail");
    assert!(compiled >= 198 && fine * 2 > failed && lines > 200 * 15, "{compiled} {lines} {fine} {failed}");
}
