//! Which values can be kept, and what refusals say.

use crate::common::{Yard, refusal, said};

/// Saves a value under "x" and prints what `expression` makes of `x`, which is what comes back.
#[track_caller]
fn comes_back(value: &str, expression: &str, expected: &str) {
    let text = format!("assert(store.save('x', {value})) local x = store.load('x') print({expression})");
    assert_eq!(said(&text), expected, "{value}");
}

/// What `store.save` answers beside false.
#[track_caller]
fn refused(value: &str) -> String {
    let mut yard = Yard::with(&format!("local saved, why = store.save('x', {value}) print(saved, why)"));
    assert_eq!(yard.notices().len(), 1, "whoever plays is told");
    yard.said().strip_prefix("false\t").expect("it was not refused").to_owned()
}

#[test]
fn numbers_come_back_as_they_were() {
    comes_back("7", "math.type(x), x", "integer\t7");
    comes_back("7.0", "math.type(x), x", "float\t7.0");
    comes_back("math.mininteger", "x == math.mininteger, math.type(x)", "true\tinteger");
    comes_back("0.1", "x == 0.1, ('%a'):format(x) == ('%a'):format(0.1)", "true\ttrue");
    comes_back("-0.0", "1 / x", "-inf");
    comes_back("5e-324", "x == 5e-324", "true");
    comes_back("math.huge", "x, -x", "inf\t-inf");
}

#[test]
fn booleans_strings_and_vectors_come_back() {
    comes_back("false", "x", "false");
    comes_back("true", "x", "true");
    comes_back("''", "x, #x", "\t0");
    comes_back("'a\\0\\255\\10'", "x == 'a\\0\\255\\10'", "true");
    comes_back("Vec(1.5, -2, 0)", "x, x:length() == 2.5", "Vec(1.500, -2.000, 0.000)\ttrue");
}

#[test]
fn tables_come_back_with_all_that_they_hold() {
    comes_back(
        "{1, 2.5, 'three', {four = {true, false}}, [true] = 'yes', [-3] = 'minus', [0.5] = 'half', v = Vec(1, 2, 3)}",
        "#x, x[2], x[3], x[4].four[2], x[true], x[-3], x[0.5], x.v.y",
        "4\t2.5\tthree\tfalse\tyes\tminus\thalf\t2.0",
    );
    comes_back("{}", "next(x)", "nil");
    comes_back("{[3] = 'c', [5] = 'e'}", "x[3], x[5], x[4]", "c\te\tnil");
    comes_back(
        "setmetatable({1}, {__index = {name = 'old'}})",
        "x[1], x.name, getmetatable(x)",
        "1\tnil\tnil",
    );
}

#[test]
fn a_loaded_table_is_a_new_one_each_time() {
    let text = "store.save('x', {1}) local x = store.load('x') x[1] = 2 print(store.load('x')[1], x ~= store.load('x'))";
    assert_eq!(said(text), "1\ttrue");
}

#[test]
fn a_table_that_is_in_two_places_comes_back_as_two() {
    let text = "local t = {1} store.save('x', {t, t}) local x = store.load('x') print(x[1][1], x[2][1], x[1] ~= x[2])";
    assert_eq!(said(text), "1\t1\ttrue");
}

#[test]
fn a_missing_name_gives_the_default_or_nil() {
    assert_eq!(said("print(store.load('x'), store.load('x', 5), store.load('x', false))"), "nil\t5\tfalse");
    assert_eq!(said("store.save('x', false) print(store.load('x', 5))"), "false");
}

#[test]
fn what_cannot_be_kept_is_refused_with_its_place() {
    let only = "only booleans, numbers, strings, Vecs and tables of those can be saved";
    assert_eq!(refused("print"), format!("value is a function; {only}"));
    assert_eq!(
        refused("{items = {{}, {}, {on_use = print}}}"),
        format!("value.items[3].on_use is a function; {only}")
    );
    assert_eq!(
        refused("{['two words'] = {[true] = coroutine.create(print)}}"),
        format!("value[\"two words\"][true] is a thread; {only}")
    );
    assert_eq!(
        refused("{a = {[print] = 1}}"),
        "value.a has a key that is a function; only strings, numbers and booleans can be"
    );
    assert_eq!(
        refused("{[Vec(1, 2, 3)] = 1}"),
        "value has a key that is a Vec; only strings, numbers and booleans can be"
    );
    assert_eq!(refused("{x = {0/0}}"), "value.x[1] is not a number (nan), as after 0/0");
    assert_eq!(refused("{v = Vec(0, 0/0, 0)}"), "value.v is a Vec with a component that is not a number");
    assert_eq!(refused("nil"), "value is nil; store.remove forgets a name");
}

#[test]
fn circles_are_refused() {
    assert_eq!(
        refused("(function() local t = {a = {}} t.a.b = t return t end)()"),
        "value.a.b is a table that it lies in itself; such a circle has no end"
    );
}

#[test]
fn sixteen_tables_in_each_other_are_kept_and_seventeen_are_not() {
    let nested = |depth: usize| format!("{}{}", "{".repeat(depth), "}".repeat(depth));
    comes_back(&nested(16), "#x", "1");
    assert_eq!(
        refused(&nested(17)),
        format!("value{} lies too deep: 16 tables in each other are the most", "[1]".repeat(16))
    );
}

#[test]
fn a_megabyte_is_kept_and_more_is_not() {
    comes_back("('x'):rep(1024 * 1024)", "#x", "1048576");
    let why = "value is too large: 1 MB are the most, all in all";
    assert_eq!(refused("('x'):rep(1024 * 1024 + 1)"), why);
    assert_eq!(refused("{('x'):rep(600000), ('x'):rep(600000)}"), why);
    // Each table holds the one before twice: written out, there is no end to it.
    let doubled = "(function() local t = {1} for _ = 1, 15 do t = {t, t, t, t} end return t end)()";
    assert_eq!(refused(doubled), why);
}

#[test]
fn a_refused_value_leaves_what_was_there() {
    assert_eq!(said("store.save('x', 1) store.save('x', print) print(store.load('x'))"), "1");
}

#[test]
fn whoever_plays_hears_of_refusals_once_a_script() {
    let mut yard = Yard::with("hook.Add('Think', 'a', function() store.save('x' .. tick(), print) end)");
    yard.ticks(100);
    let notices = yard.notices();
    assert_eq!(notices.len(), 1, "{notices:?}");
    assert!(notices[0].starts_with("store.save: \"x1\" was not kept: value is a function;"), "{notices:?}");
}

#[test]
fn counts_go_up_and_stay_integers() {
    assert_eq!(
        said(
            "print(store.add('n'), store.add('n'), store.add('n', 40), store.add('n', -2), store.load('n'))"
        ),
        "1\t2\t42\t40\t40"
    );
    assert_eq!(said("print(store.add('n', 0.5), store.add('n'))"), "0.5\t1.5");
}

#[test]
fn only_numbers_are_added_to() {
    assert_eq!(
        refusal("store.save('x', 'text') store.add('x')"),
        "store.add: \"x\": it holds a string, and only numbers can be added to"
    );
    assert_eq!(refusal("store.add('x', 'y')"), "store.add: n must be a number, got a string");
    assert_eq!(refusal("store.add('x', 0/0)"), "store.add: n must be a finite number, got NaN");
    assert_eq!(
        refusal("store.save('x', math.maxinteger) store.add('x')"),
        "store.add: \"x\": the sum is out of range"
    );
}

#[test]
fn names_are_sorted_by_their_bytes_and_found_by_what_they_begin_with() {
    let text = "for _, name in ipairs { 'b', 'a.2', 'a.10', 'a', 'ä', '\\255x', '\\255', 1 } do store.save(name, true) end ";
    assert_eq!(
        said(&format!("{text} print(table.concat(store.keys(), ' ') == '1 a a.10 a.2 b ä \\255 \\255x')")),
        "true"
    );
    assert_eq!(said(&format!("{text} print(table.concat(store.keys('a.'), ' '))")), "a.10 a.2");
    assert_eq!(said(&format!("{text} print(#store.keys('\\255'), #store.keys('c'))")), "2\t0");
}

#[test]
fn a_removed_name_is_gone() {
    assert_eq!(
        said(
            "store.save('x', 1) print(store.remove('x'), store.remove('x'), store.load('x'), #store.keys())"
        ),
        "true\tfalse\tnil\t0"
    );
}

#[test]
fn a_name_is_a_string_of_a_thousand_bytes_at_most() {
    assert_eq!(
        said("print(store.save(('n'):rep(1000), 1), store.save('', 2), store.load(''))"),
        "true\ttrue\t2"
    );
    assert_eq!(
        refusal("store.save(('n'):rep(1001), 1)"),
        "store.save: name must be 1000 bytes at most, got 1001"
    );
    assert_eq!(refusal("store.save(nil, 1)"), "store.save: name must be a string, got nil");
    assert_eq!(refusal("store.load({})"), "store.load: name must be a string, got a table");
}

#[test]
fn sixty_four_megabytes_are_the_most_and_room_comes_back() {
    let mut yard = Yard::with(
        "local mb, n = ('x'):rep(1000000), 0
        hook.Add('Tick', 'fill', function()
          local saved, why = store.save('mb' .. n, mb)
          n = n + 1
          if not saved then
            print(n, why)
            print(store.remove('mb0'), store.save('last', mb))
            hook.Remove('Tick', 'fill')
          end
        end)",
    );
    yard.ticks(80);
    let said = yard.prints();
    let (count, why) = said[0].split_once('\t').unwrap();
    assert!((60..=67).contains(&count.parse::<u32>().unwrap()), "{count}");
    assert_eq!(why, "the store is full: it holds 64 MB already. Remove something");
    assert_eq!(said[1], "true\ttrue");
}
