//! The reader of `.edits` files and the check of Lua's sources, which the build script uses.

#[path = "../build/edits.rs"]
mod edits;
#[path = "../build/sources.rs"]
mod sources;

use edits::{Edits, apply, read};
use sources::{check, expected, folder_of_package};

const FILE: &str = "one\ntwo\nthree\nfour\nfive\n";

/// What `FILE` becomes.
fn edited(text: &str) -> Result<String, String> {
    let mut edits = Edits::new();
    read("a.edits", text, &mut edits)?;
    apply("x.c", FILE, &edits["x.c"])
}

#[test]
fn lines_are_inserted_replaced_and_deleted() {
    assert_eq!(
        edited("file x.c\n# why\nafter 2\n  new\n  \n  too\n").unwrap(),
        "one\ntwo\nnew\n\ntoo\nthree\nfour\nfive\n"
    );
    assert_eq!(edited("file x.c\n# why\nreplace 2-3\n    new\n").unwrap(), "one\n  new\nfour\nfive\n");
    assert_eq!(edited("file x.c\n# why\ndelete 1-4\n").unwrap(), "five\n");
    assert_eq!(
        edited("file x.c\n# why\nafter 0\n  first\nafter 5\n  last\n").unwrap(),
        "first\none\ntwo\nthree\nfour\nfive\nlast\n"
    );
}

#[test]
fn all_line_numbers_count_in_the_untouched_file() {
    let text = "# what this is\nfile x.c\n\n# why\nafter 1\n  a\n  b\n\ndelete 3-3\n# why\nreplace 5-5\n  c\nafter 4\n  d\n";
    assert_eq!(edited(text).unwrap(), "one\na\nb\ntwo\nfour\nd\nc\n");
}

#[test]
fn insertions_at_one_place_come_in_the_order_in_which_they_were_read() {
    let mut edits = Edits::new();
    read("1.edits", "file x.c\n# why\nafter 2\n  first\n", &mut edits).unwrap();
    read("2.edits", "file x.c\n# why\nafter 2\n  second\nreplace 2-2\n  TWO\n", &mut edits).unwrap();
    assert_eq!(apply("x.c", FILE, &edits["x.c"]).unwrap(), "one\nTWO\nfirst\nsecond\nthree\nfour\nfive\n");
}

#[test]
fn what_is_wrong_in_the_edits_is_said_with_its_line() {
    for (text, message) in [
        ("after 1\n  a\n", "a.edits:1: an edit before the first `file`"),
        ("file x.c\n  a\n", "a.edits:2: a line of ours outside an edit"),
        ("file x.c\n# why\ndelete 1-1\n  a\n", "a.edits:4: a line of ours outside an edit"),
        (
            "file x.c\nafter 1\n  a\n",
            "a.edits:2: the first edit of x.c does not say why (a line that begins with #)",
        ),
        (
            "file x.c\n# why\ninsert 1\n",
            "a.edits:3: not an edit: insert 1 (after N, replace A-B, delete A-B)",
        ),
        (
            "file x.c\n# why\nreplace 3-2\n",
            "a.edits:3: not an edit: replace 3-2 (after N, replace A-B, delete A-B)",
        ),
        ("file x.c\n# why\nreplace 5-6\n", "a.edits:3: x.c has 5 lines only"),
        ("file x.c\n# why\nafter 6\n  a\n", "a.edits:3: x.c has 5 lines only"),
        (
            "file x.c\n# why\nreplace 2-4\n  a\ndelete 4-5\n",
            "a.edits:3: another edit changes the same lines of x.c",
        ),
        (
            "file x.c\n# why\nreplace 2-4\n  a\nafter 3\n  b\n",
            "a.edits:3: another edit changes the same lines of x.c",
        ),
    ] {
        assert_eq!(edited(text).unwrap_err(), message, "{text}");
    }
}

#[test]
fn a_file_of_another_hash_is_refused_with_both_hashes_and_what_to_do() {
    let right = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert_eq!(check("lua/x.c", b"abc", right), Ok(()));
    let message = check("lua/x.c", b"abd", right).unwrap_err();
    for part in [
        "lua/x.c is not the file",
        "its SHA-256 is a52d159f262b2c6ddb724a61840befc36eb30c88877a4030b65cbe86298449c9",
        right,
        "build again",
        "docs/vm.md",
    ] {
        assert!(message.contains(part), "{message}");
    }
}

#[test]
fn every_file_of_lua_has_a_hash() {
    let list = include_str!("../lua/SHA256SUMS");
    let files = expected(list).unwrap();
    assert_eq!(files.len(), 59);
    assert!(files.iter().any(|file| file.name == "lvm.c"));
    assert_eq!(
        expected("abc  x.c").unwrap_err(),
        "SHA256SUMS:1: not a hash, two spaces and the name of a file"
    );
}

#[test]
fn the_folder_of_a_package_is_read_from_what_cargo_says() {
    let metadata = r#"{"packages":[{"name":"cc","version":"1.2.0","manifest_path":"/r/cc-1/Cargo.toml"},
        {"name":"lua-src","version":"551.0.2","id":"x","manifest_path":"/r/lua-src-551.0.2/Cargo.toml"}]}"#;
    assert_eq!(folder_of_package(metadata, "lua-src").as_deref(), Some("/r/lua-src-551.0.2"));
    assert_eq!(folder_of_package(metadata, "luajit-src"), None);
    let windows = r#"{"name":"lua-src","version":"551.0.2","manifest_path":"C:\\r\\lua-src\\Cargo.toml"}"#;
    assert_eq!(folder_of_package(windows, "lua-src").as_deref(), Some("C:\\r\\lua-src"));
}
