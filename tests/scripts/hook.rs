//! `hook` through Lua.

use crate::common::{Yard, refusal, said};

#[test]
fn hooks_run_in_the_order_of_first_adding_across_scripts() {
    let mut yard = Yard::new();
    yard.script("z.lua", "hook.Add('E', '1', function() print('z1') end)");
    yard.script(
        "a.lua",
        "hook.Add('E', '2', function() print('a2') end) hook.Add('E', '0', function() print('a0') end)",
    );
    yard.script("m.lua", "hook.Add('E', '1', function() print('m1') end) hook.Run('E')");
    assert_eq!(yard.said(), "m1\na2\na0");
}

#[test]
fn run_returns_what_the_first_hook_with_a_result_returned() {
    let script = "
        hook.Add('E', 'a', function() end)
        hook.Add('E', 'b', function() return nil, 'not this' end)
        hook.Add('E', 'c', function(x, y) return false, x, nil, y, nil end)
        hook.Add('E', 'd', function() print('never') end)
        print(select('#', hook.Run('E', 1, 2)), hook.Run('E', 1, 2))
        print(select('#', hook.Run('Nobody')), hook.Run('Nobody'))
        hook.Remove('E', 'c') hook.Remove('E', 'd')
        print(select('#', hook.Run('E')))";
    assert_eq!(said(script), "5\tfalse\t1\tnil\t2\tnil\n0\n0");
}

#[test]
fn a_result_that_compares_itself_oddly_is_handed_on_untouched() {
    let script = "
        local odd = setmetatable({}, { __eq = function() print('compared') return true end })
        hook.Add('E', 'a', function() return odd, 'second' end)
        local one, two = hook.Run('E') print(rawequal(one, odd), two)";
    assert_eq!(said(script), "true\tsecond");
}

#[test]
fn tables_pass_by_reference_and_arguments_keep_their_number() {
    let script = "
        hook.Add('E', 'a', function(t, ...) t.n = t.n + 1 t.given = select('#', ...) end)
        hook.Add('E', 'b', function(t) t.n = t.n * 10 end)
        local t = { n = 1 } hook.Run('E', t, nil, nil) print(t.n, t.given)";
    assert_eq!(said(script), "20\t2");
}

#[test]
fn remove_is_silent_about_unknown_ones() {
    assert_eq!(
        said(
            "hook.Remove('E', 'x') hook.Add('E', 'x', print) hook.Remove('E', 'x') hook.Remove('E', 'x') hook.Run('E', 'no')"
        ),
        ""
    );
}

#[test]
fn a_hook_added_while_the_event_runs_waits() {
    let script = "
        hook.Add('E', 'a', function() hook.Add('E', 'late', function() print('late') end) print('a') end)
        hook.Run('E') print('-') hook.Run('E')";
    assert_eq!(said(script), "a\n-\na\nlate");
}

#[test]
fn a_hook_removed_before_its_turn_does_not_run_and_one_that_removes_itself_skips_nobody() {
    let script = "
        hook.Add('E', 'a', function() print('a') hook.Remove('E', 'a') hook.Remove('E', 'c') end)
        hook.Add('E', 'b', function() print('b') end)
        hook.Add('E', 'c', function() print('c') end)
        hook.Add('E', 'd', function() print('d') end)
        hook.Run('E') print('-') hook.Run('E')";
    assert_eq!(said(script), "a\nb\nd\n-\nb\nd");
}

#[test]
fn a_hook_replaced_before_its_turn_runs_its_new_body() {
    let script = "
        hook.Add('E', 'a', function() hook.Add('E', 'b', function() print('new b') end) end)
        hook.Add('E', 'b', function() print('old b') end)
        hook.Run('E')";
    assert_eq!(said(script), "new b");
}

#[test]
fn hooks_may_run_events_to_any_depth_and_see_the_same_rules() {
    let script = "
        hook.Add('E', 'a', function(n) print('a', n) if n > 0 then return hook.Run('E', n - 1) end end)
        hook.Add('E', 'b', function(n) print('b', n) return n end)
        print(hook.Run('E', 2))";
    // The inner runs end at b, and what they return ends the outer ones at a.
    assert_eq!(said(script), "a\t2\na\t1\na\t0\nb\t0\n0");
}

#[test]
fn a_return_value_does_not_stop_the_yards_own_events() {
    let mut yard = Yard::with(
        "hook.Add('Think', 'a', function() return false end) hook.Add('Think', 'b', function() print('b') end)",
    );
    yard.ticks(1);
    assert_eq!(yard.said(), "b");
}

#[test]
fn an_error_in_one_hook_of_a_run_lets_the_next_answer() {
    let mut yard = Yard::with(
        "hook.Add('E', 'a', function() error('oh') end) hook.Add('E', 'b', function() return 'b' end) print(hook.Run('E'))",
    );
    assert!(yard.error().starts_with("test.lua:1: oh\n    in hook E \"a\""));
    assert_eq!(yard.said(), "b");
}

#[test]
fn get_table_is_a_copy_from_event_to_id_to_function() {
    let script = "
        local function f() end
        hook.Add('E', 'a', f) hook.Add('E', 'b', print)
        local t = hook.GetTable()
        print(t.E.a == f, t.E.b == print, t.Nothing)
        t.E.a = nil t.E = nil
        print(hook.GetTable().E.a == f)
        hook.Remove('E', 'a') hook.Remove('E', 'b')
        print(hook.GetTable().E)";
    assert_eq!(said(script), "true\ttrue\tnil\ntrue\nnil");
}

#[test]
fn names_that_are_numbers_are_their_text_and_other_things_are_errors() {
    assert_eq!(
        said(
            "hook.Add('E', 1, function() return 'one' end) print(hook.Run('E')) hook.Remove('E', '1') print(hook.Run('E'))"
        ),
        "one\n"
    );
    assert_eq!(refusal("hook.Add()"), "hook.Add: event must be a string, got nothing");
    assert_eq!(refusal("hook.Add('E', {}, print)"), "hook.Add: id must be a string, got a table");
    assert_eq!(refusal("hook.Add('E', 'a')"), "hook.Add: fn must be a function, got nothing");

    assert_eq!(refusal("hook.Add('E', 'a', 'print')"), "hook.Add: fn must be a function, got a string");
    assert_eq!(refusal("hook.Run(nil)"), "hook.Run: event must be a string, got nil");
    assert_eq!(refusal("hook.Remove('E')"), "hook.Remove: id must be a string, got nothing");
}

#[test]
fn an_event_that_is_written_in_other_letters_than_the_yards_is_told_of_once() {
    let text = "for i = 1, 3 do\n  hook.Add('tick', 'a' .. i, function() end)\nend\nhook.Add('mine', 'b', function() end)\n\
        hook.Add('Tick', 'c', function() end)";
    let mut yard = Yard::with(text);
    yard.no_errors();
    let notices = yard.notices();
    assert_eq!(notices.len(), 1, "{notices:#?}");
    let expected = "test.lua:2: hook.Add: the yard does not run \"tick\"; its event is \"Tick\"";
    assert!(notices[0].contains(expected), "{notices:#?}");
}
