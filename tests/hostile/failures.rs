//! The page about what goes wrong elsewhere names attacks and tests that exist.

use super::attack::Attack;
use std::collections::BTreeSet;
use std::path::Path;

/// The names in the last column of a row.
fn names(row: &str) -> Vec<&str> {
    let last = row.trim_end_matches('|').rsplit('|').next().unwrap_or_default();
    last.split('`').skip(1).step_by(2).collect()
}

/// The names of all tests in the files of a folder and below.
fn tests_in(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            tests_in(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            let tests = text.split("#[test]").skip(1).filter_map(|test| test.split_once("fn "));
            found.extend(tests.filter_map(|(_, rest)| rest.split_once('(')).map(|(name, _)| name.to_owned()));
        }
    }
}

#[test]
fn whatever_goes_wrong_elsewhere_is_shown_by_attacks_and_tests_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("docs/failures.md")).unwrap();
    let mut exist: BTreeSet<String> = Attack::all().iter().map(|a| a.name.replace(".lua", "")).collect();
    for folder in ["tests", "src", "vm"] {
        tests_in(&root.join(folder), &mut exist);
    }
    let is_row = |line: &&str| line.starts_with("| ") && !line.starts_with("| What goes wrong |");
    let rows: Vec<&str> = page.lines().filter(is_row).collect();
    assert!(rows.len() >= 60, "{} rows", rows.len());
    for row in rows {
        let names = names(row);
        assert!(!names.is_empty(), "nothing shows this: {row}");
        for name in names {
            assert!(exist.contains(name), "no attack and no test is called {name}, in: {row}");
        }
    }
}
