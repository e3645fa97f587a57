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

/// Ours ends it at 200,000 calls, stock Lua at a million slots of the stack: both say the same, and go on.
#[test]
fn recursion_without_an_end_is_told_as_in_stock_lua() {
    let programs: Vec<String> = [
        "local function f() return 1 + f() end print(pcall(f)) print(pcall(f))",
        "local function f(...) return 1 + f(1, ...) end print(pcall(f))",
        "local function f() return 1 + f() end
         for _ = 1, 3 do print(xpcall(f, function(m) return #tostring(m) + select('#', m, m) end)) end",
        "local function f() return 1 + f() end print(xpcall(f, f)) print(pcall(f))",
        "local function f() return 1 + f() end print(pcall(coroutine.wrap(f)))",
        "local function f() return 1 + f() end
         local c = coroutine.create(f) print(coroutine.resume(c)) print(coroutine.close(c))",
        "local function f(n) if n > 0 then return 1 + f(n - 1) end return 0 end print(f(190000)) collectgarbage() print(f(190000))",
        "local function f(n) if n == 0 then error('deep') end return 1 + f(n - 1) end
         for n = 150000, 199000, 7001 do print(pcall(f, n)) end",
        "local function f(n) if n == 0 then collectgarbage() return pcall(error, 'deep') end return (f(n - 1)) end
         for n = 199900, 199990, 9 do print(pcall(f, n)) collectgarbage('step') end",
        "local t = setmetatable({}, { __index = function(t, k) return t[k] end }) print(pcall(function() return t.x end))",
    ]
    .map(String::from)
    .to_vec();
    let stock = Built::Stock.run("recursion-stock", &programs);
    for built in [Built::Yard, Built::Checked] {
        let ours = built.run("recursion-ours", &programs);
        for ((program, stock), ours) in programs.iter().zip(&stock).zip(&ours) {
            assert_eq!(without_addresses(ours), without_addresses(stock), "{built:?}: {program}");
        }
    }
}

/// Where there is no memory is written down at every such error; what programs see is as in stock Lua.
#[test]
fn a_lack_of_memory_is_told_as_in_stock_lua() {
    let much = "local much = 100000000 local function f() return ('x'):rep(much) end";
    let programs: Vec<String> = [
        "print(pcall(f)) print(xpcall(f, print)) print(pcall(string.rep, 'x', much))",
        "print(pcall(coroutine.wrap(f))) print(coroutine.resume(coroutine.create(f)))",
        "print(pcall(coroutine.wrap(function() coroutine.wrap(f)() end)))",
        "local _, m = pcall(f) print(pcall(error, m, 0)) print(pcall(error, m)) print(select(2, pcall(f)) == m)",
        "print(pcall(load, function() return f() end))",
        "local t = setmetatable({}, { __index = f, __close = f, __tostring = f }) print(pcall(function() return t.x end)) print(pcall(tostring, t))
         print(pcall(function() local x <close> = t error('first') end))",
        "local function deep(n) if n == 0 then return f() end return (deep(n - 1)) end print(pcall(deep, 150)) print(pcall(deep, 190000))",
        "local n = ('n'):rep(5000) local g = load('local ' .. n .. ' = ... return (' .. n .. '())', ('=c'):rep(300)) print(pcall(g, f))",
        "table.sort({ 3, 1, 2 }, f)",
        "f()",
    ]
    .map(|program| format!("{much} {program}"))
    .to_vec();
    let stock = Built::Stock.run("memory-stock", &programs);
    assert!(stock.iter().all(|said| said.contains("not enough memory")), "{stock:?}");
    for built in [Built::Yard, Built::Checked] {
        let ours = built.run("memory-ours", &programs);
        for ((program, stock), ours) in programs.iter().zip(&stock).zip(&ours) {
            assert_eq!(without_addresses(ours), without_addresses(stock), "{built:?}: {program}");
        }
    }
}
