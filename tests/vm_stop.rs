//! Scripts that would run for ever, each stopped by the flag from another thread: none catches it, none outlives it, and the
//! state works afterwards. A script that is not stopped hangs its test, which then ends the whole program with its name.

#![cfg(feature = "yard-vm")]

use moonyard::script::vm::Vm;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// How long a script runs before it is stopped.
const RUNS: Duration = Duration::from_millis(40);
/// After this long a script counts as one that cannot be stopped. Machines that build other things at the same time are slow.
const TOO_LONG: Duration = Duration::from_secs(60);

/// What scripts do, by name. They set `escaped` where they may not get to.
const LOOPS: &[(&str, &str)] = &[
    ("while", "while true do end"),
    ("while with work", "local n = 0 while n >= 0 do n = (n + 1) % 1000 end"),
    ("repeat", "repeat local x = 1 until x == 2"),
    ("goto", "::again:: goto again"),
    ("goto back and forth", "::a:: goto b ::c:: goto a ::b:: goto c"),
    ("numeric for", "for i = 1, math.maxinteger do end"),
    ("numeric for of floats", "for x = 0.0, math.huge do end"),
    ("generic for", "for _ in function() return 1 end do end"),
    ("generic for over next", "local t = { 1, 2 } while true do for k in next, t do end end"),
    (
        "generic for over a C function",
        "for x in string.len, 'a' do local y = x end for _ in math.abs, 1, 1 do end",
    ),
    ("tail call", "local function f() return f() end f()"),
    ("calls", "local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end fib(90)"),
    ("methods", "local t = {} function t:go(n) if n > 0 then self:go(n - 1) self:go(n - 1) end end t:go(90)"),
    ("varargs", "local function f(...) return select('#', ...) end while true do f(f(1, 2), 3) end"),
    (
        "endless metamethods",
        "local t = setmetatable({}, { __index = function(t, k) return t[k + 1] end }) while true do pcall(function() return t[1] end) end",
    ),
    ("arithmetic on vectors", "local v = Vec(1, 2, 3) while true do v = v + v * 0.5 - v:normalized() end"),
];

const CAUGHT: &[(&str, &str)] = &[
    ("pcall", "pcall(function() while true do end end) escaped = true"),
    ("pcall, again and again", "while true do pcall(function() while true do end end) end"),
    ("pcall of itself", "local function f() pcall(f) pcall(f) end f() escaped = true"),
    ("pcall of pcall", "pcall(pcall, pcall, function() while true do end end) escaped = true"),
    ("xpcall", "xpcall(function() while true do end end, function() while true do end end) escaped = true"),
    ("xpcall with a handler", "xpcall(function() while true do end end, function() escaped = true end)"),
    ("the handler itself", "xpcall(error, function() while true do end end, 'x') escaped = true"),
    (
        "close",
        "do local x <close> = setmetatable({}, { __close = function() while true do end end }) while true do end end escaped = true",
    ),
    (
        "close in close",
        "local function again() local x <close> = setmetatable({}, { __close = again }) error('x') end pcall(again) while true do pcall(again) end",
    ),
    (
        "close in pcall",
        "pcall(function() local x <close> = setmetatable({}, { __close = function() escaped = true end }) while true do end end) escaped = true",
    ),
    (
        "closing value of a loop",
        "for _ in function() return 1 end, nil, nil, setmetatable({}, { __close = function() while true do end end }) do end escaped = true",
    ),
    ("coroutine", "coroutine.resume(coroutine.create(function() while true do end end)) escaped = true"),
    (
        "wrap in wrap",
        "coroutine.wrap(function() coroutine.wrap(function() while true do end end)() end)() escaped = true",
    ),
    (
        "pcall over a yield",
        "local c = coroutine.wrap(function() pcall(function() coroutine.yield() while true do end end) escaped = true end) c() c() escaped = true",
    ),
    (
        "to and fro",
        "local c = coroutine.wrap(function() while true do coroutine.yield() end end) while true do c() end",
    ),
    ("many coroutines", "while true do coroutine.wrap(function() for _ = 1, 50 do end end)() end"),
    (
        "close in a coroutine",
        "local c = coroutine.create(function() local x <close> = setmetatable({}, { __close = function() while true do end end }) while true do end end) coroutine.resume(c) escaped = true",
    ),
    (
        "coroutine.close",
        "local c = coroutine.create(function() local x <close> = setmetatable({}, { __close = function() while true do end end }) coroutine.yield() end) coroutine.resume(c) coroutine.close(c) escaped = true",
    ),
    (
        "an error with a text that never ends",
        "error(setmetatable({}, { __tostring = function() while true do end end }))",
    ),
    (
        "tostring",
        "tostring(setmetatable({}, { __tostring = function() while true do end end })) escaped = true",
    ),
    ("load", "while true do load('local x = 1 ' .. ('x = x '):rep(1000))  end"),
    ("load of what loops", "pcall(load('while true do end')) escaped = true"),
];

const LIBRARY: &[(&str, &str)] = &[
    ("a pattern", "('a'):rep(50000):find(('a-'):rep(30) .. 'b') escaped = true"),
    ("a greedy pattern", "('a'):rep(5000):find(('a*'):rep(20) .. 'b') escaped = true"),
    ("match", "('x'):rep(3000000):match('.-.-.-.-b') escaped = true"),
    ("gsub", "('a'):rep(1000000):gsub('a-b', '') escaped = true"),
    ("gmatch", "for w in ('a'):rep(1000000):gmatch('a-b') do end escaped = true"),
    ("balance", "('('):rep(1000000):find('%b()x') escaped = true"),
    ("frontier", "local s = ('a b '):rep(100000) while true do s:gsub('%f[%w]%w+', '') end"),
    ("captures", "('a'):rep(50000):find(('(a-)'):rep(20) .. '%1b') escaped = true"),
    (
        "a set of a million letters",
        "('b'):rep(1000000):find('[' .. ('a'):rep(1000000) .. 'b]*c') escaped = true",
    ),
    ("gsub that calls C", "while true do ('x'):rep(10000):gsub('x', string.upper) end"),
    ("gsub that catches", "('x'):rep(10000000):gsub('x', function() pcall(error) end) escaped = true"),
    ("plain find", "('a'):rep(8000000):find(('a'):rep(4000000) .. 'b', 1, true) escaped = true"),
    ("rep of nothing", "('').rep('', math.maxinteger) escaped = true"),
    ("rep, again and again", "while true do local s = ('x'):rep(10000000) end"),
    ("format", "while true do ('%99.99f'):format(1e308) end"),
    ("a format of pack", "while true do string.packsize(('b'):rep(10000000)) end"),
    ("table.move", "table.move({}, 1, math.maxinteger - 1, 2) escaped = true"),
    (
        "table.move downwards",
        "table.move(setmetatable({}, { __index = function() end }), 1, math.maxinteger - 1, 2) escaped = true",
    ),
    (
        "table.insert",
        "table.insert(setmetatable({}, { __len = function() return math.maxinteger - 1 end }), 1, 1) escaped = true",
    ),
    (
        "table.remove",
        "table.remove(setmetatable({}, { __len = function() return math.maxinteger - 1 end }), 1) escaped = true",
    ),
    (
        "table.concat",
        "table.concat(setmetatable({}, { __index = function() return '' end }), '', 1, math.maxinteger - 1) escaped = true",
    ),
    (
        "table.concat of another's strings",
        "table.concat(setmetatable({}, { __index = setmetatable({}, { __index = function() return '' end }) }), '', 1, math.maxinteger - 1)",
    ),
    (
        "sort",
        "local t = {} for i = 1, 100000 do t[i] = i % 17 end while true do table.sort(t, function(a, b) return a < b end) end",
    ),
    (
        "sort with a C function",
        "local t = {} for i = 1, 100000 do t[i] = i % 17 end while true do table.sort(t, math.ult) end",
    ),
    (
        "sort of numbers",
        "local t = {} while true do for i = 1, 100000 do t[i] = i * 7919 % 1000003 end table.sort(t) end",
    ),
    ("unpack", "local t = {} while true do pcall(table.unpack, t, 1, 200000) end"),
    ("utf8.len", "local s = ('x'):rep(5000000) while true do utf8.len(s) end"),
    ("utf8.offset", "local s = ('x'):rep(5000000) while true do utf8.offset(s, 5000000) end"),
    (
        "next in a table that was large",
        "local t = {} for i = 1, 1000000 do t[i] = i end for i = 1, 1000000 do t[i] = nil end while true do next(t) end",
    ),
    ("concatenation", "while true do local s = 'x' for _ = 1, 20 do s = s .. s end end"),
    ("garbage", "local t while true do t = { t and { } } end"),
];

/// Runs a script and stops it. Says what is wrong, if anything.
fn stop(name: &str, text: &str) -> Result<(), String> {
    let vm = Vm::new(|_| ()).unwrap();
    vm.lua().set_memory_limit(256 << 20).unwrap();
    let environment = vm.environment(&vm.lua().create_table().unwrap()).unwrap();
    let run = |text: &str| {
        // Compiling stops as well.
        let chunk = vm.compile("a.lua", text, environment.clone());
        chunk.and_then(|chunk| chunk.call::<mlua::Value>(())).map_err(|error| error.to_string())
    };
    let flag = vm.stop_flag().clone();
    let (done, wait) = channel::<()>();
    let shown = name.to_owned();
    let watcher = std::thread::spawn(move || {
        let ended = wait.recv_timeout(RUNS) != Err(RecvTimeoutError::Timeout);
        flag.set();
        if !ended && wait.recv_timeout(TOO_LONG) == Err(RecvTimeoutError::Timeout) {
            eprintln!("cannot be stopped: {shown}");
            std::process::abort();
        }
    });
    let result = run(text);
    done.send(()).unwrap();
    watcher.join().unwrap();
    let message = result.err().unwrap_or_else(|| "no error".into());
    // Whoever runs now is stopped as well, until the flag is cleared.
    let while_set = run("while true do end");
    vm.stop_flag().clear();
    let escaped = environment.get::<bool>("escaped").unwrap();
    let after = run(
        "local n = 0 for i = 1, 10 do n = n + i end local ok, s = coroutine.wrap(pcall)(string.rep, 'x', 3) return n .. s",
    );
    let after = after.map(|value| value.to_string().unwrap_or_default());
    if escaped {
        return Err(format!("{name}: went on after the stop"));
    }
    if !message.contains("script stopped") && !message.contains("not enough memory") {
        return Err(format!("{name}: {message}"));
    }
    if !while_set.is_err_and(|error| error.contains("script stopped")) {
        return Err(format!("{name}: the flag did not last"));
    }
    if after != Ok("55xxx".into()) {
        return Err(format!("{name}: afterwards {after:?}"));
    }
    Ok(())
}

fn stop_all(scripts: &[(&str, &str)]) {
    let wrong: Vec<String> = scripts.iter().filter_map(|(name, text)| stop(name, text).err()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn loops_and_calls_are_stopped() {
    stop_all(LOOPS);
}

#[test]
fn nothing_catches_a_stop_or_outlives_it() {
    stop_all(CAUGHT);
}

#[test]
fn long_calls_of_the_library_are_stopped() {
    stop_all(LIBRARY);
}

#[test]
fn a_stop_names_the_line_where_the_script_was() {
    let vm = Vm::new(|_| ()).unwrap();
    let environment = vm.environment(&vm.lua().create_table().unwrap()).unwrap();
    let chunk = vm
        .compile(
            "maze.lua",
            "local n = 0\nlocal function walk()\n  while true do n = n + 1 end\nend\nwalk()",
            environment,
        )
        .unwrap();
    vm.stop_flag().set();
    let error = chunk.call::<()>(()).unwrap_err().to_string();
    assert!(error.contains("maze.lua:1: script stopped"), "{error}");
    vm.stop_flag().clear();
    let flag = vm.stop_flag().clone();
    let stopper = std::thread::spawn(move || {
        std::thread::sleep(RUNS);
        flag.set();
    });
    let error = chunk.call::<()>(()).unwrap_err().to_string();
    stopper.join().unwrap();
    assert!(error.contains("maze.lua:3: script stopped"), "{error}");
}

#[test]
fn what_the_host_gave_to_lua_is_freed_while_scripts_are_stopped() {
    struct Kept(#[expect(dead_code, reason = "only its lifetime counts")] std::sync::Arc<()>);
    impl mlua::UserData for Kept {}
    let vm = Vm::new(|_| ()).unwrap();
    let held = std::sync::Arc::new(());
    for _ in 0..100 {
        vm.lua().create_userdata(Kept(held.clone())).unwrap();
    }
    vm.stop_flag().set();
    vm.lua().gc_collect().unwrap();
    vm.lua().gc_collect().unwrap();
    assert_eq!(std::sync::Arc::strong_count(&held), 1);
}

#[test]
fn a_flag_that_outlives_its_state_does_nothing() {
    let vm = Vm::new(|_| ()).unwrap();
    let flag = vm.stop_flag().clone();
    flag.set();
    assert!(flag.is_set());
    drop(vm);
    assert!(!flag.is_set());
    flag.set();
    flag.clear();
}
