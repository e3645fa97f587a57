//! The project's own rules about its sources: which layer may use which, where `unsafe` may stand, how long a file may be.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Each part of the library and what of the others it may use. `lib.rs` only names the parts, and `main.rs` uses `cli`.
const MAY_USE: &[(&str, &[&str])] = &[
    ("sim", &[]),
    ("crowd", &[]),
    ("input", &[]),
    ("render", &[]),
    ("watch", &[]),
    ("store", &[]),
    ("script", &["sim", "crowd", "input", "store"]),
    ("app", &["sim", "crowd", "input", "render", "watch", "store", "script"]),
    ("cli", &["app"]),
    ("main", &["cli", "app"]),
    ("lib", &[]),
];

/// Where `unsafe` may stand, and how often at most.
const MAY_BE_UNSAFE: &[(&str, usize)] = &[
    // Lua's heap, and its state over it.
    ("script/chunks.rs", usize::MAX),
    ("script/region.rs", usize::MAX),
    ("script/memory.rs", usize::MAX),
    ("script/memory_tests.rs", usize::MAX),
    ("script/state.rs", usize::MAX),
    // Functions that Lua calls without mlua in between.
    // Raw C functions: arithmetic on vectors, reading a body's place, passing a call on, `math.sin`. Scripts call them in their
    // innermost loops.
    ("script/vec.rs", usize::MAX),
    ("script/vec/native.rs", usize::MAX),
    ("script/vec/stock.rs", usize::MAX),
    ("script/vec/operations.rs", usize::MAX),
    ("script/guard.rs", usize::MAX),
    ("script/math.rs", usize::MAX),
    // The clock of a thread.
    ("script/watchdog.rs", usize::MAX),
    // The flag lies inside the state of Lua.
    ("script/stop.rs", usize::MAX),
    // Opening the library `math` again for each script, and tying the flag.
    ("script/vm.rs", 2),
];

/// Files are about 300 lines; this is where a file is no longer "about" that long. Tests at the end of a file count half.
const LONGEST_FILE: usize = 400;

struct Source {
    /// From `src` on, with `/`.
    name: String,
    text: String,
    /// The text without comments and without what is inside strings.
    code: String,
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    collect(&root, &mut files);
    assert!(files.len() > 20, "the sources were not found");
    files.sort();
    files
        .iter()
        .map(|path| {
            let text = fs::read_to_string(path).unwrap();
            let name = path.strip_prefix(&root).unwrap().to_str().unwrap().replace('\\', "/");
            Source { name, code: bare(&text), text }
        })
        .collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The code alone: comments become spaces, and so does what stands in strings.
fn bare(text: &str) -> String {
    let mut code = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if let Some(length) = raw_string(rest) {
            length
        } else if c == '"' {
            quoted(rest)
        } else if rest.starts_with("'\"'") {
            3
        } else {
            code.push(c);
            rest = &rest[c.len_utf8()..];
            continue;
        };
        code.push(' ');
        code.extend(rest[..skipped].chars().filter(|&c| c == '\n'));
        rest = &rest[skipped..];
    }
    code
}

fn raw_string(rest: &str) -> Option<usize> {
    let body = rest.strip_prefix('r')?;
    let hashes = body.len() - body.trim_start_matches('#').len();
    let inside = body[hashes..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(hashes));
    Some(1 + hashes + 1 + inside.find(&end)? + end.len())
}

fn quoted(rest: &str) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

/// The part of the library that a file belongs to.
fn layer(name: &str) -> &str {
    name.split('/').next().unwrap().trim_end_matches(".rs")
}

/// The modules around the code of a file, itself included.
fn depth(name: &str) -> usize {
    let parts = name.trim_end_matches(".rs").split('/').count();
    if name.ends_with("/mod.rs") { parts - 1 } else { parts }
}

/// The first names of all paths that start at `root`, also of lists such as `crate::{a, b::{c, d}}`.
fn first_names(code: &str, root: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (at, _) in code.match_indices(root) {
        let before = code[..at].chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
            continue;
        }
        let path = code[at + root.len()..].trim_start();
        let Some(path) = path.strip_prefix("::") else { continue };
        let path = path.trim_start();
        if let Some(list) = path.strip_prefix('{') {
            found.extend(names_in_list(list));
        } else {
            found.insert(word(path));
        }
    }
    found
}

fn word(text: &str) -> String {
    text.chars().take_while(|&c| c.is_alphanumeric() || c == '_' || c == '*').collect()
}

/// The first names of a list in braces, whose first brace is behind us already.
fn names_in_list(list: &str) -> Vec<String> {
    let (mut names, mut deep, mut start) = (Vec::new(), 0, true);
    for (at, c) in list.char_indices() {
        match c {
            '{' => deep += 1,
            '}' if deep == 0 => break,
            '}' => deep -= 1,
            ',' if deep == 0 => start = true,
            c if start && !c.is_whitespace() => {
                names.push(word(&list[at..]));
                start = false;
            }
            _ => {}
        }
    }
    names
}

#[test]
fn no_layer_uses_one_that_it_may_not() {
    let mut wrong = Vec::new();
    for source in sources() {
        let layer = layer(&source.name);
        let Some((_, allowed)) = MAY_USE.iter().find(|(name, _)| *name == layer) else {
            wrong.push(format!("{}: `{layer}` is not among the layers of this test", source.name));
            continue;
        };
        let mut used = first_names(&source.code, "crate");
        // As many `super`s as the file is deep lead to the root of the crate as well; more than that inside a `mod tests`.
        let steps = |n: usize| vec!["super"; n].join("::");
        for n in depth(&source.name)..depth(&source.name) + 2 {
            used.extend(first_names(&source.code, &steps(n)));
        }
        let is_layer = |name: &str| MAY_USE.iter().any(|(layer, _)| *layer == name) || name == "*";
        for name in
            used.iter().filter(|name| is_layer(name) && *name != layer && !allowed.contains(&name.as_str()))
        {
            wrong.push(format!("{}: `{layer}` uses `{name}`, which it may not", source.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What each layer may not know of the world outside: crates by the name that code uses.
#[test]
fn the_layers_keep_to_their_own_crates() {
    let own = [
        ("mlua", &["script"][..]),
        ("rapier3d", &["sim"]),
        ("wgpu", &["render"]),
        ("ab_glyph", &["render"]),
        ("winit", &["app", "render"]),
        ("gilrs", &["app"]),
        ("notify", &["watch"]),
        ("clap", &["cli"]),
        ("rusqlite", &["store"]),
    ];
    let mut wrong = Vec::new();
    for source in sources() {
        for (name, layers) in own {
            let uses = source.code.match_indices(&format!("{name}::")).any(|(at, _)| {
                !source.code[..at]
                    .chars()
                    .next_back()
                    .is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':')
            });
            if uses && !layers.contains(&layer(&source.name)) {
                wrong.push(format!("{}: `{name}` is for {} only", source.name, layers.join(" and ")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_simulation_knows_no_wall_clock_and_no_file() {
    for source in
        sources().iter().filter(|source| ["sim", "crowd", "input", "script"].contains(&layer(&source.name)))
    {
        // What scripts may use is measured; what they see is not.
        if ["script/limits.rs", "script/watchdog.rs"].contains(&source.name.as_str()) {
            continue;
        }
        for word in [
            "std::time::Instant",
            "SystemTime",
            "Instant::now",
            "std::fs",
            "std::env",
            "std::net",
            "std::process",
        ] {
            assert!(!source.code.contains(word), "{}: {word} has no place here", source.name);
        }
    }
}

#[test]
fn unsafe_stands_only_where_it_may() {
    let mut wrong = Vec::new();
    for source in sources() {
        let words = source.code.split(|c: char| !c.is_alphanumeric() && c != '_');
        let count = words.filter(|word| *word == "unsafe").count();
        let most = MAY_BE_UNSAFE.iter().find(|(name, _)| *name == source.name).map_or(0, |(_, most)| *most);
        if count > most {
            wrong.push(format!("{}: {count} times `unsafe`, at most {most} may be", source.name));
        }
        let reasons = source.text.matches("SAFETY").count();
        if count > 0 && reasons == 0 {
            wrong.push(format!("{}: `unsafe` without a SAFETY comment", source.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_file_is_too_long_to_hold_in_the_head() {
    let mut wrong = Vec::new();
    for source in sources() {
        let (own, tests) = source.text.split_once("#[cfg(test)]").unwrap_or((&source.text, ""));
        let lines = own.lines().count() + tests.lines().count() / 2;
        if lines > LONGEST_FILE {
            wrong.push(format!("{}: {lines} lines", source.name));
        } else if lines > 300 {
            println!("{}: {lines} lines, a little long", source.name);
        }
    }
    assert!(wrong.is_empty(), "these files are too long:\n{}", wrong.join("\n"));
}

#[test]
fn every_file_says_what_it_is() {
    let silent: Vec<String> = sources()
        .into_iter()
        .filter(|source| !source.text.starts_with("//!"))
        .map(|source| source.name)
        .collect();
    assert!(silent.is_empty(), "these files do not begin with a `//!` comment: {}", silent.join(", "));
}

#[test]
fn this_test_sees_every_way_to_write_an_arrow() {
    let seen = |code: &str| first_names(&bare(code), "crate").into_iter().collect::<Vec<_>>().join(" ");
    assert_eq!(seen("use crate::sim::Sim;"), "sim");
    assert_eq!(seen("use crate::{\n    sim::{self, Digest},\n    script,\n};"), "script sim");
    assert_eq!(seen("fn f() -> crate::render::Scene { crate :: app::x() }"), "app render");
    assert_eq!(seen("pub(crate) fn f() {} // crate::sim"), "");
    assert_eq!(seen("let text = \"crate::sim \\\" crate::app\"; let c = '\"'; crate::input::x()"), "input");
    assert_eq!(seen("my_crate::sim::x(); some::crate::sim"), "");
    assert_eq!(
        first_names("use super::super::app::Game;", "super::super").into_iter().next().unwrap(),
        "app"
    );
    assert_eq!(
        (depth("sim/mod.rs"), depth("sim/body.rs"), depth("watch.rs"), depth("script/api/vec.rs")),
        (1, 2, 1, 3)
    );
}
