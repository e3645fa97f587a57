//! Scripts that change on disk, seen from outside: real files in a temporary folder, changed the way editors do it.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use moonyard::watch::{Change, WatchError, WatchProblem, Watcher};

/// Long enough for the slowest machine; a test that passes never waits for it.
const LIMIT: Duration = Duration::from_secs(10);
/// Long enough that a delivery that must not come would have come.
const A_WHILE: Duration = Duration::from_millis(600);

struct Yard {
    _temp: tempfile::TempDir,
    top: PathBuf,
    folder: PathBuf,
}

impl Yard {
    fn new() -> Yard {
        let temp = tempfile::tempdir().unwrap();
        let top = temp.path().to_owned();
        let folder = top.join("scripts");
        fs::create_dir(&folder).unwrap();
        Yard { _temp: temp, top, folder }
    }

    fn with(files: &[(&str, &str)]) -> Yard {
        let yard = Yard::new();
        for (name, text) in files {
            yard.write(name, text);
        }
        yard
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    fn watch(&self) -> Seen {
        Seen::of(Watcher::new(std::slice::from_ref(&self.folder)).unwrap())
    }
}

/// A watcher, and everything it has delivered so far as lines like `maze.lua = text` and `maze.lua removed`.
struct Seen {
    watcher: Watcher,
    lines: Vec<String>,
    problems: Vec<WatchProblem>,
}

impl Seen {
    fn of(mut watcher: Watcher) -> Seen {
        let (sources, problems) = watcher.initial();
        let lines = sources.into_iter().map(|source| line(&Change::Changed(source))).collect();
        Seen { watcher, lines, problems }
    }

    fn poll(&mut self) {
        let (changes, problems) = self.watcher.poll();
        self.lines.extend(changes.iter().map(line));
        self.problems.extend(problems);
        sleep(Duration::from_millis(5));
    }

    fn until(&mut self, what: &str, done: impl Fn(&Seen) -> bool) {
        let start = Instant::now();
        while !done(self) {
            assert!(
                start.elapsed() < LIMIT,
                "no {what}; lines {:?}, problems {:?}",
                self.lines,
                self.problems
            );
            self.poll();
        }
    }

    fn until_line(&mut self, last: &str) {
        self.until(last, |seen| seen.lines.last().is_some_and(|line| line == last));
    }

    fn until_problem(&mut self, part: &str) {
        self.until(part, |seen| seen.problems.iter().any(|problem| problem.to_string().contains(part)));
    }

    fn for_a_while(&mut self, time: Duration) {
        let start = Instant::now();
        while start.elapsed() < time {
            self.poll();
        }
    }

    fn take(&mut self) -> Vec<String> {
        std::mem::take(&mut self.lines)
    }
}

fn line(change: &Change) -> String {
    match change {
        Change::Changed(source) => {
            assert_eq!(source.path.file_name().unwrap().to_str(), Some(source.name.as_str()));
            format!("{} = {}", source.name, String::from_utf8_lossy(&source.bytes))
        }
        Change::Removed { name, .. } => format!("{name} removed"),
    }
}

fn replace(path: &Path, text: &str) {
    let temporary = path.with_extension("lua.tmp");
    fs::write(&temporary, text).unwrap();
    fs::rename(temporary, path).unwrap();
}

#[test]
fn scripts_come_in_byte_order_of_their_names_and_nothing_else_comes() {
    let yard = Yard::with(&[
        ("b.lua", "b"),
        ("a.lua", "a"),
        ("Z.lua", "z"),
        ("a10.lua", "a10"),
        ("a2.lua", "a2"),
        ("maze_test.lua", "a test"),
        ("notes.txt", "text"),
        ("b.lua~", "old"),
        ("b.lua.tmp", "half"),
        (".#b.lua", "a lock"),
    ]);
    fs::create_dir(yard.path("folder.lua")).unwrap();
    let mut seen = yard.watch();
    assert_eq!(seen.take(), ["Z.lua = z", "a.lua = a", "a10.lua = a10", "a2.lua = a2", "b.lua = b"]);
    assert_eq!(seen.problems, []);
    seen.for_a_while(A_WHILE);
    assert_eq!(seen.take(), [""; 0]);
}

#[test]
fn a_plain_save_is_delivered_with_its_new_content() {
    let yard = Yard::with(&[("maze.lua", "one")]);
    let mut seen = yard.watch();
    yard.write("maze.lua", "two");
    seen.until_line("maze.lua = two");
    assert_eq!(seen.take(), ["maze.lua = one", "maze.lua = two"]);
}

#[test]
fn a_save_that_changes_nothing_is_no_change() {
    let yard = Yard::with(&[("maze.lua", "one")]);
    let mut seen = yard.watch();
    yard.write("maze.lua", "one");
    replace(&yard.path("maze.lua"), "one");
    seen.for_a_while(A_WHILE);
    assert_eq!(seen.take(), ["maze.lua = one"]);
}

#[test]
fn a_file_renamed_over_a_script_is_delivered_once_each_time() {
    let yard = Yard::with(&[("maze.lua", "0")]);
    let mut seen = yard.watch();
    for n in 1..=5 {
        replace(&yard.path("maze.lua"), &n.to_string());
        seen.until_line(&format!("maze.lua = {n}"));
    }
    assert_eq!(seen.lines.len(), 6);
}

#[test]
fn a_file_replaced_by_one_of_the_same_length_and_time_is_delivered() {
    let yard = Yard::with(&[("maze.lua", "one")]);
    let mut seen = yard.watch();
    let time = fs::metadata(yard.path("maze.lua")).unwrap().modified().unwrap();
    let other = yard.top.join("other");
    fs::write(&other, "two").unwrap();
    File::options().write(true).open(&other).unwrap().set_modified(time).unwrap();
    fs::rename(&other, yard.path("maze.lua")).unwrap();
    seen.until_line("maze.lua = two");
}

#[test]
fn an_editor_that_keeps_a_backup_and_writes_anew_causes_one_change_and_no_removal() {
    let yard = Yard::with(&[("maze.lua", "one")]);
    let mut seen = yard.watch();
    fs::rename(yard.path("maze.lua"), yard.path("maze.lua~")).unwrap();
    seen.for_a_while(Duration::from_millis(20));
    yard.write("maze.lua", "two");
    fs::remove_file(yard.path("maze.lua~")).unwrap();
    seen.until_line("maze.lua = two");
    seen.for_a_while(A_WHILE);
    assert_eq!(seen.take(), ["maze.lua = one", "maze.lua = two"]);
}

#[test]
fn deleting_and_creating_within_a_moment_is_a_change_and_no_removal() {
    let yard = Yard::with(&[("maze.lua", "one")]);
    let mut seen = yard.watch();
    fs::remove_file(yard.path("maze.lua")).unwrap();
    seen.poll();
    yard.write("maze.lua", "two");
    seen.until_line("maze.lua = two");
    assert_eq!(seen.take(), ["maze.lua = one", "maze.lua = two"]);
}

#[test]
fn a_half_written_file_is_not_delivered_however_long_its_writer_pauses() {
    let yard = Yard::with(&[("maze.lua", "old")]);
    let mut seen = yard.watch();
    for (name, text) in [("maze.lua", "new"), ("added.lua", "fresh")] {
        let mut file = File::create(yard.path(name)).unwrap();
        seen.for_a_while(A_WHILE);
        file.write_all(text.as_bytes()).unwrap();
        seen.for_a_while(A_WHILE);
        file.write_all(b" and whole").unwrap();
        drop(file);
        seen.until_line(&format!("{name} = {text} and whole"));
    }
    assert_eq!(seen.take(), ["maze.lua = old", "maze.lua = new and whole", "added.lua = fresh and whole"]);
}

#[test]
fn a_writer_that_never_closes_its_file_is_not_waited_for_for_ever() {
    let yard = Yard::with(&[("maze.lua", "old")]);
    let mut seen = yard.watch();
    let mut file = File::create(yard.path("maze.lua")).unwrap();
    file.write_all(b"new").unwrap();
    seen.until_line("maze.lua = new");
    file.write_all(b" and more").unwrap();
    seen.until_line("maze.lua = new and more");
}

#[test]
fn a_burst_of_saves_ends_with_the_last_content_and_few_deliveries() {
    let yard = Yard::with(&[("maze.lua", "0")]);
    let mut seen = yard.watch();
    for n in 1..=50 {
        yard.write("maze.lua", &n.to_string());
        seen.for_a_while(Duration::from_millis(10));
    }
    seen.until_line("maze.lua = 50");
    assert!(seen.lines.len() <= 25, "{:?}", seen.lines);
}

#[test]
fn files_that_are_added_and_removed_are_told_in_order_of_names() {
    let yard = Yard::with(&[("c.lua", "c"), ("d.lua", "d")]);
    let mut seen = yard.watch();
    seen.take();
    yard.write("b.lua", "b");
    yard.write("a.lua", "a");
    // Both are told of in one go only if the watcher has heard of both when it looks first.
    sleep(Duration::from_millis(400));
    seen.until("two scripts", |seen| seen.lines.len() == 2);
    fs::remove_file(yard.path("d.lua")).unwrap();
    fs::remove_file(yard.path("a.lua")).unwrap();
    seen.until("two removals", |seen| seen.lines.len() == 4);
    assert_eq!(seen.take(), ["a.lua = a", "b.lua = b", "a.lua removed", "d.lua removed"]);
    yard.write("a.lua", "a");
    seen.until_line("a.lua = a");
}

#[test]
fn a_rename_is_a_removal_and_a_new_script() {
    let yard = Yard::with(&[("a.lua", "text")]);
    let mut seen = yard.watch();
    fs::rename(yard.path("a.lua"), yard.path("b.lua")).unwrap();
    seen.until("both", |seen| seen.lines.len() == 3);
    let mut lines = seen.take();
    lines.sort();
    assert_eq!(lines, ["a.lua = text", "a.lua removed", "b.lua = text"]);
}

#[test]
fn a_folder_that_goes_takes_its_scripts_along_and_brings_them_back() {
    let yard = Yard::with(&[("a.lua", "a"), ("b.lua", "b")]);
    let mut seen = yard.watch();
    for round in 0..3 {
        seen.take();
        fs::remove_dir_all(&yard.folder).unwrap();
        seen.until("removals", |seen| seen.lines.len() == 2);
        assert_eq!(seen.take(), ["a.lua removed", "b.lua removed"]);
        fs::create_dir(&yard.folder).unwrap();
        yard.write("a.lua", &format!("a{round}"));
        yard.write("b.lua", &format!("b{round}"));
        seen.until("both", |seen| seen.lines.len() == 2);
        yard.write("a.lua", "saved");
        seen.until_line("a.lua = saved");
        assert_eq!(seen.watcher.polling(), None, "the new folder is listened to");
    }
}

#[test]
fn a_folder_that_is_replaced_at_once_changes_only_what_differs() {
    let yard = Yard::with(&[("a.lua", "a"), ("b.lua", "b")]);
    let mut seen = yard.watch();
    let other = yard.top.join("other");
    fs::create_dir(&other).unwrap();
    fs::write(other.join("a.lua"), "a").unwrap();
    fs::write(other.join("b.lua"), "new").unwrap();
    fs::rename(&yard.folder, yard.top.join("old")).unwrap();
    fs::rename(&other, &yard.folder).unwrap();
    seen.until_line("b.lua = new");
    assert_eq!(seen.take(), ["a.lua = a", "b.lua = b", "b.lua = new"]);
    // What happens in the folder that was moved away is nobody's business any more.
    fs::write(yard.top.join("old/a.lua"), "stray").unwrap();
    yard.write("b.lua", "newer");
    seen.until_line("b.lua = newer");
    assert_eq!(seen.take(), ["b.lua = newer"]);
}

#[test]
fn a_folder_that_is_removed_and_made_again_at_once_is_listened_to() {
    let yard = Yard::with(&[("a.lua", "a")]);
    let mut seen = yard.watch();
    for round in 0..5 {
        fs::remove_dir_all(&yard.folder).unwrap();
        fs::create_dir(&yard.folder).unwrap();
        yard.write("a.lua", &format!("made {round}"));
        seen.until_line(&format!("a.lua = made {round}"));
        yard.write("a.lua", &format!("saved {round}"));
        seen.until_line(&format!("a.lua = saved {round}"));
        assert_eq!(seen.watcher.polling(), None);
    }
    assert!(seen.lines.iter().all(|line| !line.ends_with("removed")), "{:?}", seen.lines);
}

#[test]
fn only_the_named_file_is_watched_when_a_file_is_given() {
    let yard = Yard::with(&[("a.lua", "a"), ("b.lua", "b"), ("a_test.lua", "t")]);
    let mut seen = Seen::of(Watcher::new(&[yard.path("a.lua"), yard.path("a_test.lua")]).unwrap());
    yard.write("b.lua", "changed");
    yard.write("c.lua", "c");
    replace(&yard.path("a.lua"), "two");
    seen.until_line("a.lua = two");
    fs::remove_file(yard.path("a.lua")).unwrap();
    seen.until_line("a.lua removed");
    replace(&yard.path("a.lua"), "three");
    seen.until_line("a.lua = three");
    assert_eq!(seen.take(), ["a.lua = a", "a_test.lua = t", "a.lua = two", "a.lua removed", "a.lua = three"]);
}

#[test]
fn a_file_that_is_not_text_is_delivered_as_it_is() {
    let yard = Yard::new();
    fs::write(yard.path("bytes.lua"), [0xff, 0x00, 0xfe]).unwrap();
    let mut watcher = Watcher::new(std::slice::from_ref(&yard.folder)).unwrap();
    let (sources, _) = watcher.initial();
    assert_eq!(sources[0].bytes, [0xff, 0x00, 0xfe]);
    assert_eq!(sources[0].path, yard.path("bytes.lua"));
}

#[test]
fn an_empty_script_is_delivered() {
    let yard = Yard::with(&[("maze.lua", "one")]);
    let mut seen = yard.watch();
    yard.write("maze.lua", "");
    seen.until_line("maze.lua = ");
}

#[test]
fn a_path_that_is_not_there_is_refused_by_name() {
    let yard = Yard::new();
    let missing = yard.path("maez.lua");
    let error = Watcher::new(std::slice::from_ref(&missing)).err().unwrap();
    assert_eq!(error, WatchError::Missing(missing));
    assert!(error.to_string().contains("maez.lua: there is no such file or folder"), "{error}");
}

#[test]
fn two_files_of_one_name_are_refused_with_both_paths() {
    let yard = Yard::with(&[("maze.lua", "one")]);
    let other = yard.top.join("other");
    fs::create_dir(&other).unwrap();
    fs::write(other.join("maze.lua"), "two").unwrap();
    let error = Watcher::new(&[yard.folder.clone(), other.clone()]).err().unwrap().to_string();
    assert!(error.contains(yard.path("maze.lua").to_str().unwrap()), "{error}");
    assert!(error.contains(other.join("maze.lua").to_str().unwrap()), "{error}");
}

#[test]
fn a_file_that_is_given_twice_counts_once() {
    let yard = Yard::with(&[("maze.lua", "one")]);
    let paths = [yard.folder.clone(), yard.path("maze.lua"), yard.folder.join(".")];
    let mut seen = Seen::of(Watcher::new(&paths).unwrap());
    yard.write("maze.lua", "two");
    seen.until_line("maze.lua = two");
    assert_eq!(seen.take(), ["maze.lua = one", "maze.lua = two"]);
    assert_eq!(seen.problems, []);
}

#[test]
fn a_name_that_is_taken_later_is_a_problem_told_once_and_takes_its_turn_when_free() {
    let yard = Yard::with(&[("maze.lua", "one")]);
    let other = yard.top.join("other");
    fs::create_dir(&other).unwrap();
    let mut seen = Seen::of(Watcher::new(&[yard.folder.clone(), other.clone()]).unwrap());
    fs::write(other.join("maze.lua"), "two").unwrap();
    seen.until_problem("a script called maze.lua is already there");
    seen.for_a_while(Duration::from_millis(1500));
    assert_eq!(seen.problems.len(), 1, "{:?}", seen.problems);
    fs::remove_file(yard.path("maze.lua")).unwrap();
    seen.until_line("maze.lua = two");
    assert_eq!(seen.take(), ["maze.lua = one", "maze.lua = two"]);
}

#[test]
fn changes_without_events_are_found_and_said() {
    // Writing through a second name of the file gives no event for the first.
    let yard = Yard::with(&[("maze.lua", "one")]);
    let elsewhere = yard.top.join("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    fs::hard_link(yard.path("maze.lua"), elsewhere.join("maze.txt")).unwrap();
    let mut seen = yard.watch();
    seen.for_a_while(Duration::from_millis(100));
    assert_eq!(seen.watcher.polling(), None);
    fs::write(elsewhere.join("maze.txt"), "changed").unwrap();
    seen.until_line("maze.lua = changed");
    assert!(seen.watcher.polling().unwrap().contains("maze.lua changed and the system did not tell"));
    yard.write("maze.lua", "told");
    seen.until_line("maze.lua = told");
    assert_eq!(seen.watcher.polling(), None);
}

#[test]
fn without_events_everything_is_found_by_looking() {
    let yard = Yard::with(&[("a.lua", "a"), ("b.lua", "b")]);
    let mut seen = Seen::of(Watcher::new_polling(std::slice::from_ref(&yard.folder)).unwrap());
    assert!(seen.watcher.polling().is_some());
    seen.take();
    yard.write("a.lua", "changed");
    seen.until_line("a.lua = changed");
    replace(&yard.path("b.lua"), "replaced");
    seen.until_line("b.lua = replaced");
    yard.write("c.lua", "c");
    seen.until_line("c.lua = c");
    fs::remove_dir_all(&yard.folder).unwrap();
    seen.until_line("c.lua removed");
    fs::create_dir(&yard.folder).unwrap();
    yard.write("a.lua", "again");
    seen.until_line("a.lua = again");
    assert_eq!(
        seen.take(),
        [
            "a.lua = changed",
            "b.lua = replaced",
            "c.lua = c",
            "a.lua removed",
            "b.lua removed",
            "c.lua removed",
            "a.lua = again"
        ]
    );
}

#[test]
fn a_noisy_neighbourhood_hides_no_change() {
    // More events than may wait between two frames.
    let yard = Yard::with(&[("maze.lua", "one")]);
    let mut seen = yard.watch();
    for n in 0..3000 {
        fs::write(yard.path(&format!("{n}.tmp")), "noise").unwrap();
        fs::remove_file(yard.path(&format!("{n}.tmp"))).unwrap();
    }
    yard.write("maze.lua", "two");
    seen.until_line("maze.lua = two");
}

#[test]
fn a_file_too_large_for_a_script_is_a_problem_told_once() {
    let yard = Yard::with(&[("maze.lua", "one")]);
    let mut seen = yard.watch();
    OpenOptions::new().write(true).open(yard.path("maze.lua")).unwrap().set_len(17 << 20).unwrap();
    seen.until_problem("larger than 16 MiB");
    yard.write("maze.lua", "two");
    seen.until_line("maze.lua = two");
    assert_eq!((seen.lines.len(), seen.problems.len()), (2, 1));
}

#[cfg(unix)]
mod links {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_linked_folder_is_followed_and_so_is_a_change_of_the_link() {
        let yard = Yard::with(&[("maze.lua", "one")]);
        let other = yard.top.join("other");
        fs::create_dir(&other).unwrap();
        fs::write(other.join("maze.lua"), "other").unwrap();
        let link = yard.top.join("link");
        symlink(&yard.folder, &link).unwrap();
        let mut seen = Seen::of(Watcher::new(std::slice::from_ref(&link)).unwrap());
        yard.write("maze.lua", "two");
        seen.until_line("maze.lua = two");
        symlink(&other, yard.top.join("new link")).unwrap();
        fs::rename(yard.top.join("new link"), &link).unwrap();
        seen.until_line("maze.lua = other");
        fs::write(other.join("maze.lua"), "saved").unwrap();
        seen.until_line("maze.lua = saved");
        assert_eq!(seen.take(), ["maze.lua = one", "maze.lua = two", "maze.lua = other", "maze.lua = saved"]);
    }

    #[test]
    fn a_linked_script_is_followed_to_its_file() {
        let yard = Yard::new();
        let file = yard.top.join("elsewhere");
        fs::create_dir(&file).unwrap();
        let file = file.join("real.lua");
        fs::write(&file, "one").unwrap();
        symlink(&file, yard.path("maze.lua")).unwrap();
        let mut seen = yard.watch();
        for n in 0..3 {
            replace(&file, &n.to_string());
            seen.until_line(&format!("maze.lua = {n}"));
        }
        let mut half = File::create(&file).unwrap();
        seen.for_a_while(A_WHILE);
        half.write_all(b"whole").unwrap();
        drop(half);
        seen.until_line("maze.lua = whole");
        assert_eq!(seen.lines.len(), 5);
        assert_eq!(seen.watcher.polling(), None);
    }

    #[test]
    fn a_link_that_leads_nowhere_is_a_problem_told_once_and_mended() {
        let yard = Yard::with(&[("a.lua", "a")]);
        symlink("nowhere.txt", yard.path("b.lua")).unwrap();
        symlink("c.lua", yard.path("c.lua")).unwrap();
        let mut seen = yard.watch();
        seen.until_problem("b.lua: this link leads to nowhere.txt");
        seen.until_problem("c.lua: this file cannot be read");
        seen.for_a_while(Duration::from_millis(1500));
        assert_eq!(seen.problems.len(), 2, "{:?}", seen.problems);
        yard.write("nowhere.txt", "found");
        seen.until_line("b.lua = found");
        assert_eq!(seen.take(), ["a.lua = a", "b.lua = found"]);
    }

    #[test]
    fn a_pipe_among_the_scripts_holds_nothing_up() {
        let yard = Yard::with(&[("a.lua", "a")]);
        let made = std::process::Command::new("mkfifo").arg(yard.path("pipe.lua")).status();
        assert!(made.is_ok_and(|status| status.success()));
        let mut seen = yard.watch();
        yard.write("a.lua", "b");
        seen.until_line("a.lua = b");
        assert_eq!(seen.take(), ["a.lua = a", "a.lua = b"]);
    }
}
