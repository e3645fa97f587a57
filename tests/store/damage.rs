//! Files that are damaged, gone or somebody else's.

use crate::{Program, outcome, yard_with_store};
use moonyard::store::{Store, StoreError, Value};
use std::path::{Path, PathBuf};

fn filled(file: &Path) {
    let mut store = Store::in_file(file);
    for n in 0..200 {
        store.save(format!("name{n}").as_bytes(), &Value::Text(vec![b'x'; 500])).unwrap();
    }
}

/// What lies in a folder, sorted.
fn listing(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn overwrite(file: &Path, from: usize, bytes: usize) {
    let mut content = std::fs::read(file).unwrap();
    content[from..from + bytes].fill(0xa5);
    std::fs::write(file, content).unwrap();
}

#[test]
fn a_damaged_file_is_kept_aside_and_a_new_one_begun() {
    type Damage = fn(&Path);
    let damages: [(&str, Damage); 5] = [
        ("another kind of file", |file| {
            std::fs::write(file, "this is no store at all, by no means").unwrap()
        }),
        ("a broken head", |file| overwrite(file, 0, 100)),
        ("a broken page", |file| overwrite(file, 3 * 4096, 4096)),
        ("a broken table of contents", |file| overwrite(file, 100, 200)),
        ("a missing end", |file| {
            let content = std::fs::read(file).unwrap();
            std::fs::write(file, &content[..content.len() / 2]).unwrap();
        }),
    ];
    for (name, damage) in damages {
        let temp = tempfile::tempdir().unwrap();
        let file = temp.path().join("yard.store");
        filled(&file);
        damage(&file);
        let damaged = std::fs::read(&file).unwrap();
        let mut yard = yard_with_store(&file);
        yard.script(
            "a.lua",
            "print(store.load('name1', 'gone'), store.save('name1', 'new'), store.load('name1'))",
        );
        assert_eq!(yard.said(), "gone\ttrue\tnew", "{name}");
        let aside = temp.path().join("yard.store.damaged-1");
        let notices = yard.notices();
        let [notice] = &notices[..] else { panic!("{name}: {notices:?}") };
        assert!(notice.starts_with("the file of the store was damaged ("), "{name}: {notice}");
        assert!(
            notice.ends_with(&format!("It is kept as {}, and a new one is begun", aside.display())),
            "{notice}"
        );
        drop(yard);
        assert_eq!(std::fs::read(&aside).unwrap(), damaged, "{name}");
        assert_eq!(listing(temp.path()), ["yard.store", "yard.store.damaged-1"], "{name}");
    }
}

#[test]
fn each_damaged_file_gets_a_name_of_its_own() {
    let temp = tempfile::tempdir().unwrap();
    let file = temp.path().join("yard.store");
    for n in 1..=3 {
        std::fs::write(&file, format!("{n}: this is no store at all, by no means")).unwrap();
        Store::in_file(&file).save(b"x", &Value::Integer(n)).unwrap();
    }
    assert_eq!(
        listing(temp.path()),
        ["yard.store", "yard.store.damaged-1", "yard.store.damaged-2", "yard.store.damaged-3"]
    );
}

#[test]
fn processes_that_find_a_damaged_file_together_put_aside_that_one_only() {
    let program = Program::with("hook.Add('Think', 'a', function() assert(store.add('n')) end)");
    for _ in 0..5 {
        std::fs::write(program.store(), "this is no store at all, by no means").unwrap();
        let children: Vec<_> = (0..3).map(|_| program.run(50).spawn().unwrap()).collect();
        let told: Vec<String> = children
            .into_iter()
            .map(|child| {
                let output = child.wait_with_output().unwrap();
                assert_eq!(output.status.code(), Some(0), "{output:?}");
                String::from_utf8(output.stderr).unwrap()
            })
            .filter(|told| !told.is_empty())
            .collect();
        assert_eq!(told.len(), 1, "{told:?}");
        assert_eq!(Store::in_file(&program.store()).load(b"n"), Ok(Some(Value::Integer(150))));
        std::fs::remove_file(program.store()).unwrap();
        std::fs::remove_file(program.store().with_extension("store.damaged-1")).unwrap();
    }
}

#[test]
fn damage_while_playing_ends_nothing_and_later_saves_last() {
    let temp = tempfile::tempdir().unwrap();
    let file = temp.path().join("yard.store");
    filled(&file);
    let mut store = Store::in_file(&file);
    assert!(store.load(b"name1").unwrap().is_some());
    std::fs::write(&file, "this is no store at all, by no means").unwrap();
    let _ = store.load(b"name150");
    let _ = store.save(b"name1", &Value::Integer(1));
    drop(store);
    let mut store = Store::in_file(&file);
    store.save(b"name2", &Value::Integer(2)).unwrap();
    drop(store);
    assert_eq!(Store::in_file(&file).load(b"name2"), Ok(Some(Value::Integer(2))));
}

#[test]
fn a_file_that_is_deleted_while_playing_is_begun_anew() {
    let temp = tempfile::tempdir().unwrap();
    let file = temp.path().join("yard.store");
    let mut store = Store::in_file(&file);
    store.save(b"old", &Value::Integer(1)).unwrap();
    std::fs::remove_file(&file).unwrap();
    assert_eq!(store.load(b"old"), Ok(None));
    store.save(b"new", &Value::Integer(2)).unwrap();
    // Whoever opens it now sees what was saved, so it did not go into the file that is gone.
    assert_eq!(Store::in_file(&file).load(b"new"), Ok(Some(Value::Integer(2))));
    drop(store);
    assert_eq!(Store::in_file(&file).names(b""), Ok(vec![b"new".to_vec()]));
}

#[test]
fn a_file_that_is_replaced_while_playing_is_the_one_that_counts() {
    let temp = tempfile::tempdir().unwrap();
    let (file, other) = (temp.path().join("yard.store"), temp.path().join("other.store"));
    Store::in_file(&other).save(b"x", &Value::Integer(2)).unwrap();
    let mut store = Store::in_file(&file);
    store.save(b"x", &Value::Integer(1)).unwrap();
    std::fs::rename(&other, &file).unwrap();
    std::fs::remove_file(temp.path().join("yard.store-wal")).unwrap();
    assert_eq!(store.load(b"x"), Ok(Some(Value::Integer(2))));
    store.save(b"y", &Value::Integer(3)).unwrap();
    drop(store);
    assert_eq!(Store::in_file(&file).names(b""), Ok(vec![b"x".to_vec(), b"y".to_vec()]));
}

#[test]
fn another_programs_database_and_a_later_version_are_left_alone() {
    let temp = tempfile::tempdir().unwrap();
    let file = temp.path().join("else.db");
    let later = temp.path().join("later.store");
    for (path, sql) in [
        (&file, "CREATE TABLE theirs (x)"),
        (&later, "CREATE TABLE kept (x); PRAGMA application_id = 0x59617264; PRAGMA user_version = 2"),
    ] {
        rusqlite::Connection::open(path).unwrap().execute_batch(sql).unwrap();
    }
    let before = (std::fs::read(&file).unwrap(), std::fs::read(&later).unwrap());
    let refused = |path: &PathBuf| Store::in_file(path).save(b"x", &Value::Integer(1)).unwrap_err();
    assert_eq!(refused(&file), StoreError::NotAStore(file.clone()));
    assert_eq!(refused(&later), StoreError::FromLater(later.clone()));
    assert_eq!((std::fs::read(&file).unwrap(), std::fs::read(&later).unwrap()), before);
    assert_eq!(listing(temp.path()), ["else.db", "later.store"]);
}

#[test]
fn a_value_that_is_no_value_gives_the_default_and_can_be_saved_anew() {
    let temp = tempfile::tempdir().unwrap();
    let file = temp.path().join("yard.store");
    Store::in_file(&file).save(b"x", &Value::Integer(1)).unwrap();
    rusqlite::Connection::open(&file).unwrap().execute("UPDATE kept SET value = x'ff00'", []).unwrap();
    let mut yard = yard_with_store(&file);
    yard.script("a.lua", "print(store.load('x', 'default'), store.save('x', 2), store.load('x'))");
    assert_eq!(yard.said(), "default\ttrue\t2");
    assert_eq!(yard.notices().len(), 1);
}

#[test]
fn a_folder_in_the_files_place_is_a_message_and_play_goes_on() {
    let program = Program::with(
        "hook.Add('Think', 'a', function() print(store.save('x', 1)) print(pcall(store.load, 'x')) end)",
    );
    std::fs::create_dir(program.store()).unwrap();
    let (out, err, code) = outcome(&mut program.run(3));
    assert_eq!(out.lines().count(), 6, "{out}");
    assert!(out.starts_with("keep.lua: false\t"), "{out}");
    assert!(err.contains("yard.store cannot be opened: Is a directory"), "{err}");
    assert_eq!((err.lines().count(), code), (1, Some(0)), "{err}");
}
