//! Errors that Lua itself cannot give a place: those for want of memory, stops, and recursion without an end. Stock Lua does not.

#![cfg(feature = "yard-vm")]

use crate::common::{NAME, Yard};

fn error_of(script: &str) -> String {
    let mut yard = Yard::patient();
    yard.script(NAME, script);
    yard.ticks(1);
    yard.error()
}

#[test]
fn an_error_for_want_of_memory_names_its_line_and_the_calls_that_led_there() {
    let error = error_of(
        "local function much()
            local text = ('x'):rep(100000000)
            return text
        end
        hook.Add('Think', 'a', function()
            local n = #much()
        end)",
    );
    let lines: Vec<&str> = error.lines().map(str::trim).collect();
    let calls = ["test.lua:2: in upvalue 'much'", "test.lua:6: in function <test.lua:5>"];
    assert_eq!(lines[..2], ["test.lua:2: not enough memory", "in hook Think \"a\""]);
    assert_eq!(lines[2..], calls, "{error}");
}

#[test]
fn memory_that_a_coroutine_lacks_is_told_at_the_coroutines_line() {
    let error = error_of(
        "local function grow()
            local kept = {}
            while true do
                kept = { kept,
                    {} }
            end
        end
        hook.Add('Think', 'a', function() coroutine.wrap(grow)() end)",
    );
    let line = error.lines().next().unwrap_or_default();
    assert!(["test.lua:4: not enough memory", "test.lua:5: not enough memory"].contains(&line), "{error}");
}

#[test]
fn memory_that_the_host_lacks_is_told_at_the_line_that_called() {
    let error = error_of(
        "local kept = {}
        for i = 1, 65 do kept[i] = ('x'):rep(1000000) end
        hook.Add('Think', 'a', function()
            for i = 66, 1e9 do
                kept[i] = hook.GetTable()
            end
        end)",
    );
    let line = error.lines().next().unwrap_or_default();
    assert_eq!(line, "test.lua:5: not enough memory", "{error}");
}

#[test]
fn what_was_caught_is_not_told_as_the_place_of_a_later_error() {
    let error = error_of(
        "hook.Add('Think', 'a', function()
            pcall(string.rep, 'x', 100000000)
            local run = coroutine.create(function() return ('x'):rep(100000000) end)
            coroutine.resume(run)
            error('not enough memory', 0)
        end)",
    );
    assert_eq!(error.lines().next(), Some("test.lua:5: not enough memory"), "{error}");
}

#[test]
fn a_script_caught_lacking_memory_still_gets_luas_own_text() {
    let mut yard = Yard::with("print(pcall(string.rep, 'x', 100000000))");
    assert_eq!(yard.said(), "false\tnot enough memory");
}

#[test]
fn recursion_without_an_end_is_a_stack_overflow_with_its_line() {
    for (deeper, line) in [
        ("local function deeper()\n return 1 + deeper()\n end", "test.lua:2: stack overflow"),
        (
            "local function deeper(n)\n local a, b, c = 1, 2, 3\n return n + deeper(n)\n end",
            "test.lua:3: stack overflow",
        ),
        ("local function deeper(...)\n return 1 + deeper(1, ...)\n end", "test.lua:2: stack overflow"),
    ] {
        let error = error_of(&format!("{deeper}\nhook.Add('Think', 'a', function() deeper(1) end)"));
        assert_eq!(error.lines().next(), Some(line), "{error}");
        assert!(error.lines().nth(3).is_some_and(|call| call.contains("in upvalue 'deeper'")), "{error}");
    }
}

#[test]
fn recursion_that_is_caught_can_be_caught_again_and_calls_may_nest_deep() {
    let mut yard = Yard::patient();
    yard.script(
        NAME,
        "local function deeper() return 1 + deeper() end
        for _ = 1, 5 do
            local _, message = xpcall(deeper, function(message) return (message:gsub('l', 'L')) end)
            print(message)
        end
        local function down(n) if n == 0 then return 0 end return 1 + down(n - 1) end
        print(down(190000))
        print(pcall(coroutine.wrap(deeper)))",
    );
    let overflow = "test.Lua:1: stack overfLow\n".repeat(5);
    let said = yard.said();
    let rest = said.strip_prefix(&overflow);
    assert!(
        rest.is_some_and(|rest| rest.starts_with("190000\nfalse\t") && rest.ends_with("stack overflow")),
        "{said}"
    );
}

#[test]
fn a_stop_names_the_line_where_the_script_was_however_many_calls_catch_it() {
    let mut yard = Yard::with(
        "local function work()
            while true do end
        end
        hook.Add('Think', 'a', function()
            local inner = coroutine.wrap(function()
                pcall(function() local ok = pcall(work) return ok end)
            end)
            local outer = coroutine.create(function()
                inner()
            end)
            print(coroutine.resume(outer))
        end)",
    );
    yard.ticks(1);
    let error = yard.error();
    let lines: Vec<&str> = error.lines().map(str::trim).collect();
    assert!(lines[0].starts_with("test.lua:2: this ran for more than 250 ms"), "{error}");
    assert_eq!(lines[2..4], ["test.lua:2: in function <test.lua:1>", "test.lua:6: in function <test.lua:6>"]);
}

#[test]
fn a_stop_in_a_function_of_another_script_names_the_line_that_called_it() {
    let mut yard = Yard::new();
    yard.script("a.lua", "function shared.work()\n while true do end\n end");
    yard.script("b.lua", "\nhook.Add('Think', 'b', function()\n shared.work()\n end)");
    yard.ticks(1);
    let error = yard.error();
    let lines: Vec<&str> = error.lines().map(str::trim).collect();
    assert!(lines[0].starts_with("b.lua:3: this ran for more than"), "{error}");
    assert_eq!(lines[2..], ["a.lua:2: in field 'work'", "b.lua:3: in function <b.lua:2>"], "{error}");
}

#[test]
fn each_stop_has_its_own_line() {
    let mut yard = Yard::new();
    for (script, lines) in [("a.lua", 1), ("b.lua", 3)] {
        let before = "\n".repeat(lines);
        yard.script(
            script,
            &format!("{before}hook.Add('Think', 'a' .. {lines}, function() while true do end end)"),
        );
    }
    yard.ticks(1);
    let errors = yard.errors();
    assert!(
        errors[0].starts_with("a.lua:2: this ran") && errors[1].starts_with("b.lua:4: this ran"),
        "{errors:?}"
    );
}
