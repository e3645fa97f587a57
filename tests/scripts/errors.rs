//! What happens when a script does something wrong: it is told once, with its place, and nothing else stops.

use crate::common::{NAME, Yard, said};

#[test]
fn an_error_in_a_hook_is_told_with_file_line_message_and_traceback() {
    let mut yard = Yard::with(
        "local function deep(t)
            return #t.missing + 1
        end
        hook.Add('Think', 'count', function()
            local n = deep({})
        end)",
    );
    yard.ticks(1);
    let error = yard.error();
    let lines: Vec<&str> = error.lines().map(str::trim).collect();
    assert_eq!(lines[0], "test.lua:2: attempt to get length of a nil value (field 'missing')");
    assert_eq!(lines[1], "in hook Think \"count\"");
    assert!(lines[2].starts_with("test.lua:2: in") && lines[3].starts_with("test.lua:5: in"), "{error}");
    assert_eq!(lines.len(), 4, "{error}");
}

#[test]
fn an_error_of_the_host_is_told_at_the_scripts_line() {
    let mut yard = Yard::with("\n\nhook.Add('Think', 'a', function()\n  physics.remove(123456)\n end)");
    yard.ticks(1);
    let error = yard.error();
    assert!(error.starts_with("test.lua:4: physics.remove: there is no body 123456"), "{error}");
    assert!(
        !error.contains("moonyard:") && !error.contains("[C]"),
        "the host's own frames are shown: {error}"
    );
}

#[test]
fn one_hooks_error_does_not_stop_the_others() {
    let mut yard = Yard::new();
    yard.script(
        "a.lua",
        "hook.Add('Think', 'a1', function() print('a1') end)
        hook.Add('Think', 'a2', function() error('oh') end)",
    );
    yard.script("b.lua", "hook.Add('Think', 'b', function() print('b') end)");
    yard.ticks(2);
    assert_eq!(yard.error().lines().next(), Some("a.lua:2: oh"));
    assert_eq!(yard.said(), "a1\nb\na1\nb");
}

#[test]
fn a_timers_error_costs_that_call_only() {
    let mut yard = Yard::with(
        "timer.Create('bad', 0, 3, function() error('oh') end)
        timer.Create('good', 0, 3, function() print('good', timer.RepsLeft('bad')) end)",
    );
    yard.ticks(4);
    let error = yard.error();
    assert!(error.starts_with("test.lua:1: oh\n    in timer \"bad\""), "{error}");
    assert_eq!(yard.said(), "good\t2\ngood\t1\ngood\tnil");
}

#[test]
fn the_same_error_again_and_again_is_told_at_1_10_100() {
    let mut yard = Yard::with("hook.Add('Think', 'a', function() error('oh') end)");
    yard.ticks(120);
    let errors = yard.errors();
    assert_eq!(errors.len(), 3, "{errors:#?}");
    assert!(errors[1].contains("10 times") && errors[2].contains("100 times"), "{errors:#?}");
    assert_eq!(yard.game.errors(), 120);
}

#[test]
fn an_error_with_a_number_in_it_that_changes_does_not_flood() {
    let mut yard = Yard::with("hook.Add('Think', 'a', function() error('at tick ' .. tick()) end)");
    yard.ticks(600);
    let shown = yard.errors().len();
    assert!(shown <= 60, "{shown} reports in ten seconds from one line of one script");
}

#[test]
fn a_script_that_changed_is_told_of_its_errors_anew() {
    let text = "hook.Add('Think', 'a', function() error('oh') end)";
    let mut yard = Yard::with(text);
    yard.ticks(5);
    assert_eq!(yard.errors().len(), 1);
    yard.script(NAME, text);
    yard.ticks(5);
    assert_eq!(yard.errors().len(), 1);
}

#[test]
fn print_joins_with_tabs_and_takes_anything() {
    let script = "print() print(1, 1.0, 'a', nil, true, Vec(1, 2, 3), nil)
        print(setmetatable({}, { __tostring = function() return 'mine' end }))
        print('two\\nlines') print('zero\\0byte')";
    assert_eq!(
        said(script),
        "\n1\t1.0\ta\tnil\ttrue\tVec(1.000, 2.000, 3.000)\tnil\nmine\ntwo\nlines\nzero\0byte"
    );
}

#[test]
fn a_print_says_which_script_it_was() {
    let mut yard = Yard::new();
    yard.game.load("a.lua", b"print('x') hook.Add('Say', 'a', function() print('from a') end)");
    yard.game.load("b.lua", b"hook.Run('Say') print('from b')");
    let lines = yard.game.take_lines();
    let said: Vec<_> =
        lines.iter().map(|line| (line.script.as_deref().unwrap(), line.text.as_str())).collect();
    assert_eq!(said, [("a.lua", "x"), ("a.lua", "from a"), ("b.lua", "from b")]);
}

#[test]
fn error_values_of_every_kind_are_told() {
    for (value, expected) in [
        ("'text'", "test.lua:1: text"),
        ("'text', 0", "text"),
        ("{ code = 3 }", "an error whose value is a table instead of a message"),
        ("nil", "an error without a message"),
        ("42", "42"),
        ("setmetatable({}, { __tostring = function() return 'mine' end })", "mine"),
        ("setmetatable({}, { __tostring = function() error('worse') end })", ""),
        ("setmetatable({}, { __tostring = function() return 5 end })", ""),
        ("Vec(1, 2, 3)", "Vec"),
        ("print", "function"),
        ("coroutine.create(print)", "thread"),
    ] {
        let mut yard = Yard::with(&format!("hook.Add('Think', 'a', function() error({value}) end)"));
        yard.ticks(1);
        let error = yard.error();
        let first = error.lines().next().unwrap().to_lowercase();
        assert!(first.contains(&expected.to_lowercase()), "error({value}) is told as: {error}");
    }
}

#[test]
fn an_error_through_a_coroutine_is_told_with_its_line() {
    let mut yard = Yard::with(
        "local co = coroutine.wrap(function()\n  physics.remove(99999)\n end)
        hook.Add('Think', 'a', function() co() end)",
    );
    yard.ticks(1);
    let error = yard.error();
    assert!(error.contains("test.lua:2: physics.remove: there is no body 99999"), "{error}");
}

#[test]
fn pcall_gets_host_errors_as_strings_with_their_line() {
    let script = "local ok, why = pcall(function()
        physics.remove(99999)
    end)
    print(ok, type(why), why)
    local ok, why = pcall(timer.Simple, -1, print)
    print(ok, type(why), why)
    print(xpcall(function() hook.Add('Think') end, function(why) return type(why) .. ' ' .. why end))";
    let said = said(script);
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(
        lines,
        [
            "false\tstring\ttest.lua:2: physics.remove: there is no body 99999 (it was removed or never made)",
            "false\tstring\ttest.lua:5: timer.Simple: seconds must not be negative, got -1",
            "false\tstring test.lua:7: hook.Add: id must be a string, got nothing",
        ]
    );
}

#[test]
fn a_stack_overflow_is_an_error_like_any_other() {
    let mut yard = Yard::with(
        "local function again() return 1 + again() end
        hook.Add('Think', 'a', again)
        hook.Add('Think', 'b', function() hook.Run('Round') end)
        hook.Add('Round', 'r', function() hook.Run('Round') end)
        hook.Add('Think', 'c', function() print('alive') end)",
    );
    yard.ticks(1);
    let errors = yard.errors();
    assert!(errors.iter().any(|error| error.contains("stack overflow")), "{errors:#?}");
    assert_eq!(yard.said(), "alive");
}

#[test]
fn a_host_function_given_to_pcall_itself_tells_the_line_too() {
    let script = "local function line(f, ...) return (select(2, pcall(f, ...)):match('^%S+')) end
        print(line(physics.remove, 99999), line(physics.position, 'x'), line(Vec, 'x'), line(hook.Add), line(Vec().dot, 1))";
    assert_eq!(said(script), ["test.lua:1:"; 5].join("\t"));
}

/// Lua may run a finalizer whenever it makes something, also in the middle of a host function.
#[test]
fn finalizers_may_call_the_host_at_any_moment() {
    let mut yard = Yard::with(
        "local n = 0
        local finalizer = { __gc = function()
            n = n + 1
            hook.Add('G', 'g' .. n % 7, function() end) hook.Remove('G', 'g' .. (n + 1) % 7)
            timer.Create('g' .. n % 5, 1, 1, function() end)
            physics.remove(physics.box {}) physics.raycast(Vec(0, 5, 0), Vec(0, -1, 0))
            input.define('g' .. n % 3) print('gone')
        end }
        for n = 1, 100 do hook.Add('E' .. n, 'x', function() end) end
        physics.sphere { pos = Vec(0, 1, -12), velocity = Vec(0, -5, 0), bounce = 1 }
        hook.Add('Contact', 'c', function() end)
        hook.Add('Think', 't', function()
            for _ = 1, 50 do setmetatable({}, finalizer) end
            for _ = 1, 10 do
                hook.GetTable() physics.raycast(Vec(0, 5, 0), Vec(0, -1, 0)) player.facing() camera.position()
                pcall(physics.remove, 99999) hook.Run('E1', {}, Vec())
            end
        end)",
    );
    yard.ticks(100);
    assert!(yard.prints().len() > 1_000);
}
