//! `moonyard test`: whatever a test does, it ends, is told by its name, and the others run.

use super::Folder;

/// Each is the body of a test that would never end, or would take all memory.
const ENDLESS: [(&str, &str); 9] = [
    ("a loop", "while true do end"),
    ("a caught loop", "while true do pcall(function() while true do end end) end"),
    ("a coroutine", "coroutine.wrap(function() while true do end end)()"),
    ("caught ticks", "while true do pcall(t.ticks, t, 1) end"),
    (
        "a looping __eq",
        "local m = { __eq = function() while true do end end } expect(setmetatable({}, m)):equals(setmetatable({}, m))",
    ),
    (
        "a looping __len",
        "local m = { __len = function() return 3 end, __index = function() while true do end end }
         expect(setmetatable({}, m)):contains(1)",
    ),
    ("a looping __tostring", "error(setmetatable({}, { __tostring = function() while true do end end }))"),
    ("a pattern", "expect(('a'):rep(5000)):matches('.-.-.-.-b$')"),
    (
        "a pattern for an error",
        "local text = ('a'):rep(5000) expect(function() error(text) end):errors('.-.-.-.-b$')",
    ),
];

/// A file of these tests, each on one line, with one that passes at the end.
fn file_of(tests: &[(&str, &str)]) -> String {
    let test = |(name, body): &(&str, &str)| {
        format!("test('{name}', function(t) {} end)\n", body.replace('\n', " "))
    };
    let tests: String = tests.iter().map(test).collect();
    tests + "test('the last', function(t) t:ticks(1) end)\n"
}

#[cfg(feature = "yard-vm")]
#[test]
fn a_test_without_an_end_fails_by_name_with_its_line_and_the_others_run() {
    let folder = Folder::with(&[
        ("a_test.lua", &file_of(&ENDLESS)),
        ("b_test.lua", "test('another file', function() end)"),
    ]);
    let ran = folder.run("test . --test-deadline 0.2");
    assert_eq!((ran.code, ran.err.as_str()), (1, ""), "{}", ran.out);
    for (line, (name, _)) in (1..).zip(ENDLESS) {
        let told = format!(
            "  FAIL  {name}\n        a_test.lua:{line}: this test ran for more than 0.2 s without an end\n"
        );
        assert!(ran.out.contains(&told), "{told}{}", ran.out);
    }
    assert!(ran.out.contains("  ok    the last\n"), "{}", ran.out);
    assert!(ran.out.contains("  ok    another file\n\n2 passed, 9 failed\n"), "{}", ran.out);
}

#[test]
fn a_plain_loop_in_a_test_ends_in_every_build() {
    let folder = Folder::with(&[("a_test.lua", &file_of(&ENDLESS[..1]))]);
    let ran = folder.run("test a_test.lua --test-deadline 0.2");
    let told = "a_test.lua:1: this test ran for more than 0.2 s without an end";
    assert!(ran.code == 1 && ran.out.contains(told), "{}", ran.out);
    assert!(ran.out.ends_with("\n1 passed, 1 failed\n"), "{}", ran.out);
}

#[test]
fn a_file_that_never_ends_loading_fails_and_the_other_files_run() {
    let folder = Folder::with(&[
        ("a_test.lua", "test('never', function() end)\nwhile true do end"),
        ("b_test.lua", "test('another file', function() end)"),
    ]);
    let ran = folder.run("test . --test-deadline 0.2");
    let told = "  FAIL  loading\n        a_test.lua:2: this file ran for more than 0.2 s without an end\n";
    assert!(ran.code == 1 && ran.out.contains(told), "{}", ran.out);
    assert!(ran.out.contains("  ok    another file\n\n1 passed, 1 failed\n"), "{}", ran.out);
}

#[test]
fn a_test_that_fills_memory_fails_by_name_with_its_line_and_the_others_run() {
    let hungry = [
        ("a list", "local list = {} for i = 1, 1e9 do list[i] = { i } end"),
        ("a text", "local text = ('x'):rep(1e9)"),
    ];
    let folder = Folder::with(&[("a_test.lua", &file_of(&hungry))]);
    let ran = folder.run("test a_test.lua --script-memory 8");
    for (line, (name, _)) in (1..).zip(hungry) {
        let told = format!(
            "  FAIL  {name}\n        a_test.lua:{line}: this test ran out of memory: it may hold 8 MiB\n"
        );
        assert!(ran.out.contains(&told), "{told}{}", ran.out);
    }
    assert!(ran.out.ends_with("\n1 passed, 2 failed\n"), "{}", ran.out);
}

#[test]
fn the_ticks_of_a_test_do_not_count_for_its_deadline() {
    let body = "t:source('busy.lua', \"hook.Add('Tick', 'busy', function() for i = 1, 1e6 do end end)\") t:ticks(300)";
    let folder = Folder::with(&[("a_test.lua", &file_of(&[("busy", body)]))]);
    let ran = folder.run("test a_test.lua --test-deadline 0.1");
    assert_eq!(ran.code, 0, "{}", ran.out);
}

#[test]
fn a_test_runs_a_million_ticks_at_most_and_is_told_so() {
    let bodies = [
        ("at once", "t:ticks(1e9)"),
        ("in all", "t:ticks(3) t:ticks(999998)"),
        ("loads", "for i = 1, 10001 do t:source('a.lua', '') end"),
        ("presses", "while true do t:press('M') end"),
    ];
    let folder = Folder::with(&[("a_test.lua", &file_of(&bodies))]);
    let ran = folder.run("test a_test.lua");
    for told in [
        "a_test.lua:1: t:ticks: a test can run at most 1,000,000 ticks in all; 1000000000 more would make 1000000000",
        "a_test.lua:2: t:ticks: a test can run at most 1,000,000 ticks in all; 999998 more would make 1000001",
        "a_test.lua:3: t:source: a test can load scripts at most 10,000 times",
        "a_test.lua:4: t:press: more than 10000 presses and the like in one tick; run t:ticks() before",
    ] {
        assert!(ran.out.contains(told), "{told}\n{}", ran.out);
    }
    assert!(ran.code == 1 && ran.out.ends_with("\n1 passed, 4 failed\n"), "{}", ran.out);
}

#[test]
fn a_deadline_that_makes_no_sense_is_refused() {
    let folder = Folder::with(&[("a_test.lua", "test('a', function() end)")]);
    for text in ["0", "-1", "nan", "1e9", "soon"] {
        let ran = folder.run(&format!("test a_test.lua --test-deadline {text}"));
        let told = format!("a test's deadline is 0.1 to 3600 seconds, got {text}");
        assert!(ran.code == 2 && ran.err.contains(&told), "{}", ran.err);
    }
}

#[test]
fn a_test_loads_scripts_from_its_folder_and_below_and_from_nowhere_else() {
    let refused = |name: &str| {
        format!(
            "expect(function() t:load('{name}') end):errors('\"{name}\" is not there: a script lies in the folder of the test')"
        )
    };
    let folder = Folder::with(&[("outside.lua", "outside, not Lua")]);
    std::fs::create_dir_all(folder.path("tests/below")).unwrap();
    folder.write("tests/a.lua", "print('a')");
    folder.write("tests/below/b.lua", "print('b')");
    let root = folder.root();
    let absolute = root.join("outside.lua").display().to_string();
    let mut bodies = vec![
        "t:load('a.lua') t:load('./below/b.lua') expect(t:prints()):equals({ 'a', 'b' })".to_owned(),
        refused("/etc/passwd"),
        refused("../outside.lua"),
        refused("below/../../outside.lua"),
        refused("below/../a.lua"),
        format!("expect(function() t:load('{absolute}') end):errors('is not there')"),
        "expect(function() t:load('below') end):errors('below: this is no file')".to_owned(),
        "expect(function() t:load('') end):errors('this is no file')".to_owned(),
        "expect(function() t:load('missing.lua') end):errors('missing.lua: No such file')".to_owned(),
    ];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(root.join("outside.lua"), root.join("tests/link.lua")).unwrap();
        std::os::unix::fs::symlink(root.join("tests/a.lua"), root.join("tests/alias.lua")).unwrap();
        bodies.push(refused("link.lua"));
        bodies.push("t:load('alias.lua') expect(t:prints()):equals({ 'a' })".to_owned());
    }
    let names: Vec<String> = (1..=bodies.len()).map(|number| number.to_string()).collect();
    let tests: Vec<(&str, &str)> =
        names.iter().zip(&bodies).map(|(name, body)| (name.as_str(), body.as_str())).collect();
    folder.write("tests/a_test.lua", &file_of(&tests));
    let ran = folder.run("test tests");
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    // Run from beside the test, whose folder then has no name.
    folder.write("here_test.lua", "test('here', function(t) t:load('tests/a.lua') end)");
    assert_eq!(folder.run("test here_test.lua").code, 0);
}
