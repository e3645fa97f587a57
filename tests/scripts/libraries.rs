//! What of Lua itself scripts get, the clock, and chance.

use crate::common::{NAME, Yard, said};

#[test]
fn dangerous_libraries_are_not_there() {
    let names = "io os debug package require dofile loadfile collectgarbage warn";
    for name in names.split(' ') {
        assert_eq!(
            said(&format!("print({name}, _G.{name}, rawget(_G, '{name}'))")),
            "nil\tnil\tnil",
            "{name}"
        );
    }
    assert_eq!(said("print(string.dump, ('').dump)"), "nil\tnil");
}

#[test]
fn the_libraries_that_there_are_work() {
    let script =
        "print(('x'):rep(3), string.format('%5.2f', 1.5), ('a,b'):find(',', 1, true), #utf8.char(228))
        print(table.concat({ 1, 2 }, '-'), table.unpack({ 1, 2, 3 }))
        print(math.max(1, 2), math.type(1), math.pi > 3, 7 // 2, 7 % 3, 2 ^ 3, 1 << 4)
        print(coroutine.wrap(function() coroutine.yield(1) end)())
        print(select('#', 1, nil), tonumber('0x10'), tostring(nil), rawlen({ 1 }), rawequal(1, 1), next({}))
        print(pcall(error, 'x', 0)) print(_VERSION)
        print(select(2, xpcall(error, function(m) return 'handled ' .. m end, 'x')))
        goto done do print('skipped') end ::done::
        local t <const> = setmetatable({}, { __index = function(_, k) return k end }) print(t.hello)";
    assert_eq!(
        said(script),
        "xxx\t 1.50\t2\t2\n1-2\t1\t2\t3\n2\tinteger\ttrue\t3\t1\t8.0\t16\n1\n2\t16\tnil\t1\ttrue\tnil\nfalse\tx\nLua 5.4\nhandled x\nhello"
    );
}

#[test]
fn load_takes_text_only_and_gives_it_the_scripts_own_names() {
    let script = "x = 5
        print(load('return x')(), load('return ...', 'name')(7), load('y = 1')(), y)
        print(load('return x', 'c', 't', { x = 'mine' })())
        print(load('syntax error here'))
        print(load('\\27Lua'))
        print(load('return 1', 'c', 'b'))
        print(pcall(load, function() return nil end))
        print(pcall(load))";
    let said = said(script);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[0], "5\t7\tnil\t1");
    assert_eq!(lines[1], "mine");
    assert!(lines[2].starts_with("nil\t") && lines[2].contains("syntax error"), "{}", lines[2]);
    assert!(lines[3].starts_with("nil\t"), "{}", lines[3]);
    assert!(lines[4].starts_with("nil\t"), "{}", lines[4]);
    assert!(lines[5].starts_with("false\t") && lines[5].contains("string"), "{}", lines[5]);
    assert!(lines[6].starts_with("false\t"), "{}", lines[6]);
}

#[test]
fn an_error_in_loaded_text_names_it() {
    assert_eq!(
        said("print(pcall(load('local t = nil\\nt.x = 1', '=mine')))")
            .split('\t')
            .nth(1)
            .unwrap()
            .split(": ")
            .next(),
        Some("mine:2")
    );
}

#[test]
fn time_and_tick_are_the_simulations() {
    let mut yard = Yard::with(
        "print(time(), tick(), math.type(tick()))
        hook.Add('Think', 't', function() print(tick(), time() == tick() / 60, kke.time() == time(), kke.dt() == 1 / 60) end)",
    );
    yard.ticks(2);
    assert_eq!(yard.said(), "0.0\t0\tinteger\n1\ttrue\ttrue\ttrue\n2\ttrue\ttrue\ttrue");
}

#[test]
fn kke_log_is_print() {
    assert_eq!(said("kke.log('a', 1, nil) print(kke.log == print)"), "a\t1\tnil\ntrue");
}

#[test]
fn chance_repeats_from_a_fixed_seed() {
    let script = "local t = {} for n = 1, 20 do t[n] = math.random(1000) end print(table.concat(t, ' '), math.random())";
    assert_eq!(said(script), said(script));
    // A reload starts over, as a restart does.
    let mut yard = Yard::with(script);
    yard.script(NAME, script);
    let lines = yard.prints();
    assert_eq!(lines[0], lines[1]);
}

#[test]
fn one_scripts_chance_does_not_depend_on_anothers() {
    let script = "print(math.random(1 << 40), math.random(1 << 40))";
    let alone = said(script);
    let mut yard = Yard::new();
    yard.script("a.lua", "math.randomseed(99) for _ = 1, 7 do math.random() end");
    yard.script("b.lua", script);
    assert_eq!(yard.said(), alone);
}

#[test]
fn after_seed_7_chance_is_luas_own() {
    let script = "math.randomseed(7) local t = {} for n = 1, 8 do t[n] = math.random(4) end print(table.concat(t, ' '))";
    assert_eq!(said(script), "4 4 3 2 2 2 2 4");
}

#[test]
fn a_seed_from_the_clock_does_not_break_repeating() {
    let script =
        "math.randomseed() print(math.random(1 << 40)) math.randomseed() print(math.random(1 << 40))";
    let first = said(script);
    assert_eq!(first, said(script));
    let (one, two) = first.split_once('\n').unwrap();
    assert_ne!(one, two);
}

/// Lua's seed is set when Lua is built, so a build from before that was set, or with other C flags, does not have it.
#[test]
fn pairs_walks_in_the_same_order_in_every_state() {
    let script = "local t = {} for n = 1, 200 do t['key' .. n * 7919 % 1000] = n end
        local order = {} for k in pairs(t) do order[#order + 1] = k end print(table.concat(order, ' '))";
    assert_eq!(
        said(script),
        said(script),
        "Lua was built without the fixed seed of .cargo/config.toml: run `cargo clean -p mlua-sys` and build again"
    );
}

#[test]
fn a_script_cannot_reach_the_hosts_own_names() {
    let script = "local found = {}
        for _, name in ipairs { 'host', 'prelude', 'failed', 'guard', 'read_only', 'raw_load', 'raw_rawset', '__metatable' } do
            if _G[name] ~= nil then found[#found + 1] = name end
        end
        print(#found)
        local f = load('return _ENV') print(f() == _G)
        print(getmetatable(print), getmetatable(Vec), pcall(setmetatable, print, {}) and 'set' or 'refused')";
    assert_eq!(said(script), "0\ntrue\nnil\tnil\trefused");
}
