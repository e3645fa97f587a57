//! Scripts that change while the program plays, changed the way editors do it, and what the terminal says of it.

use super::{Folder, moonyard};
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{sleep, spawn};
use std::time::{Duration, Instant};

/// Long enough for the slowest machine; a test that passes never waits for it.
const LIMIT: Duration = Duration::from_secs(30);
/// Long enough that something that must not come would have come.
const A_WHILE: Duration = Duration::from_millis(700);

/// The program while it plays, and every line that it has said so far. The lines of the two streams come in an order of
/// chance.
pub(super) struct Playing {
    child: Child,
    lines: Receiver<String>,
    heard: Vec<String>,
    /// Lines that have been waited for, by their place in `heard`.
    taken: HashSet<usize>,
    /// Lines before this are forgotten.
    start: usize,
}

impl Playing {
    pub(super) fn start(folder: &Folder, path: &str) -> Playing {
        Playing::with(moonyard(), folder, path)
    }

    /// The same with a program that was prepared in some way.
    pub(super) fn with(program: Command, folder: &Folder, path: &str) -> Playing {
        Playing::with_options(program, folder, &[path])
    }

    /// At the console.
    pub(super) fn at_console(folder: &Folder, path: &str) -> Playing {
        Playing::with_options(moonyard(), folder, &["--console", path])
    }

    /// With these options of `moonyard play` beside `--headless`.
    pub(super) fn with_options(mut program: Command, folder: &Folder, options: &[&str]) -> Playing {
        let mut child = program
            .current_dir(folder.root())
            .args(["play", "--headless"])
            .args(options)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, lines) = channel();
        listen(child.stdout.take().unwrap(), sender.clone());
        listen(child.stderr.take().unwrap(), sender);
        Playing { child, lines, heard: Vec::new(), taken: HashSet::new(), start: 0 }
    }

    /// Types a line at the console, which must have been asked for.
    pub(super) fn types(&mut self, line: &str) {
        writeln!(self.child.stdin.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Presses Ctrl-C.
    pub(super) fn interrupt(&mut self) {
        let asked = Command::new("kill").args(["-INT", &self.child.id().to_string()]).status().unwrap();
        assert!(asked.success());
    }

    /// Waits for a line that has not been waited for yet.
    #[track_caller]
    fn wait_for(&mut self, wanted: impl Fn(&str) -> bool, what: &str) -> String {
        let deadline = Instant::now() + LIMIT;
        let mut at = self.start;
        loop {
            while at < self.heard.len() {
                if wanted(&self.heard[at]) && self.taken.insert(at) {
                    return self.heard[at].clone();
                }
                at += 1;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) => self.heard.push(line),
                Err(_) => panic!("`{what}` did not come, but {:#?}", self.without_beats()),
            }
        }
    }

    /// Waits for exactly this line.
    #[track_caller]
    pub(super) fn line(&mut self, text: &str) {
        self.wait_for(|line| line == text, text);
    }

    /// Waits for a line that has this in it, and returns it.
    #[track_caller]
    pub(super) fn part(&mut self, text: &str) -> String {
        self.wait_for(|line| line.contains(text), text)
    }

    /// Everything that is said from now on for a while.
    fn for_a_while(&mut self) -> Vec<String> {
        self.forget_so_far();
        sleep(A_WHILE);
        self.heard.extend(self.lines.try_iter());
        self.heard[self.start..].to_vec()
    }

    /// Forgets what has been said so far.
    pub(super) fn forget_so_far(&mut self) {
        self.heard.extend(self.lines.try_iter());
        self.start = self.heard.len();
    }

    /// Makes sure that no such line has come since the start.
    #[track_caller]
    pub(super) fn never(&mut self, unwanted: impl Fn(&str) -> bool) {
        let said = self.without_beats();
        assert!(!said.iter().any(|line| unwanted(line)), "{said:#?}");
    }

    /// All that has been said since the start, but for the beats.
    fn without_beats(&mut self) -> Vec<&str> {
        self.heard.extend(self.lines.try_iter());
        self.heard.iter().map(String::as_str).filter(|line| !line.contains("beat")).collect()
    }
}

impl Drop for Playing {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn listen(stream: impl Read + Send + 'static, lines: Sender<String>) {
    spawn(move || {
        for line in BufReader::new(stream).lines() {
            let Ok(line) = line else { break };
            if lines.send(line).is_err() {
                break;
            }
        }
    });
}

/// A script that says over and over which version of it runs.
fn version(n: u32) -> String {
    format!(
        "physics.box {{ static = true }}
        hook.Add('Think', 'a', function() end)
        timer.Create('beat', 0.05, 0, function() print('beat {n}') end)
        print('version {n}')"
    )
}

const RELOADED: &str = "a.lua: reloaded (1 body, 1 hook, 1 timer)";

/// A folder with one script, and the program playing it.
fn playing() -> (Folder, Playing) {
    let folder = Folder::with(&[("a.lua", &version(1))]);
    let mut playing = Playing::start(&folder, ".");
    playing.line("a.lua: version 1");
    playing.line("a.lua: beat 1");
    (folder, playing)
}

/// Waits until a version runs, and makes sure that it alone does.
#[track_caller]
fn runs(playing: &mut Playing, n: u32) {
    playing.line(&format!("a.lua: version {n}"));
    only(playing, n);
}

/// Makes sure that a version alone runs.
#[track_caller]
fn only(playing: &mut Playing, n: u32) {
    let beat = format!("a.lua: beat {n}");
    playing.forget_so_far();
    playing.line(&beat);
    playing.forget_so_far();
    for _ in 0..4 {
        playing.line(&beat);
    }
    let said = &playing.heard[playing.start..];
    assert!(said.iter().all(|line| !line.contains("beat") || *line == beat), "{said:#?}");
}

#[test]
fn a_plain_write_reloads_and_says_so_in_one_line() {
    let (folder, mut playing) = playing();
    for n in 2..4 {
        folder.write("a.lua", &version(n));
        playing.line(RELOADED);
    }
    only(&mut playing, 3);
    let mut said = playing.without_beats();
    said.sort_unstable();
    assert_eq!(said, [RELOADED, RELOADED, "a.lua: version 1", "a.lua: version 2", "a.lua: version 3"]);
}

#[test]
fn an_atomic_rename_reloads() {
    let (folder, mut playing) = playing();
    for (n, temporary) in [(2, "a.lua.tmp"), (3, ".a.lua.swp"), (4, "a.lua~"), (5, "4913")] {
        folder.write(temporary, &version(n));
        fs::rename(folder.path(temporary), folder.path("a.lua")).unwrap();
        runs(&mut playing, n);
    }
    playing.never(|line| line.contains("loaded") && !line.contains("reloaded"));
}

#[test]
fn a_backup_by_rename_and_a_new_file_reload_as_vim_does() {
    let (folder, mut playing) = playing();
    fs::rename(folder.path("a.lua"), folder.path("a.lua~")).unwrap();
    folder.write("a.lua", &version(2));
    fs::remove_file(folder.path("a.lua~")).unwrap();
    runs(&mut playing, 2);
    playing.never(|line| line.contains("unloaded"));
}

#[test]
fn deleting_and_creating_again_is_one_reload() {
    let (folder, mut playing) = playing();
    fs::remove_file(folder.path("a.lua")).unwrap();
    folder.write("a.lua", &version(2));
    playing.line(RELOADED);
    only(&mut playing, 2);
    playing.never(|line| line.contains("unloaded"));
}

#[test]
fn the_last_of_a_burst_of_saves_runs() {
    let (folder, mut playing) = playing();
    for n in 2..50 {
        folder.write("a.lua", &version(n));
        sleep(Duration::from_millis(10));
    }
    runs(&mut playing, 49);
    let reloads = playing.without_beats().iter().filter(|line| line.contains("reloaded")).count();
    assert!(reloads < 20, "{reloads} reloads");
    playing.never(|line| line.contains("error") || line.contains("expected"));
}

#[test]
fn a_half_written_file_that_is_held_open_does_not_run() {
    let (folder, mut playing) = playing();
    let text = version(2);
    let (first, second) = text.split_at(text.len() / 2);
    let mut file = File::create(folder.path("a.lua")).unwrap();
    file.write_all(first.as_bytes()).unwrap();
    file.flush().unwrap();
    let said = playing.for_a_while();
    assert!(said.iter().all(|line| line == "a.lua: beat 1"), "{said:#?}");
    file.write_all(second.as_bytes()).unwrap();
    drop(file);
    runs(&mut playing, 2);
    playing.never(|line| line.contains("a.lua:") && line.contains("near"));
}

#[test]
fn a_version_that_does_not_compile_is_told_of_and_the_old_one_runs_on() {
    let (folder, mut playing) = playing();
    folder.write("a.lua", "local x = = 3");
    playing.part("a.lua:1: unexpected symbol near '='");
    playing.line("a.lua: not reloaded; the version before runs on");
    only(&mut playing, 1);
    folder.write("a.lua", &version(2));
    playing.line(RELOADED);
    only(&mut playing, 2);
}

#[test]
fn a_version_that_raises_while_it_loads_is_told_of_and_the_old_one_comes_back() {
    let (folder, mut playing) = playing();
    folder.write("a.lua", &format!("{}\nerror('half way')", version(2)));
    playing.line("a.lua: version 2");
    playing.part("a.lua:5: half way");
    playing.line("a.lua: version 1");
    playing.line("a.lua: not reloaded; the version before runs on");
    only(&mut playing, 1);
}

#[test]
fn a_new_script_is_loaded_and_a_deleted_one_unloaded() {
    let (folder, mut playing) = playing();
    folder.write("b.lua", "physics.sphere {} physics.sphere {} print('b is here', physics.count())");
    playing.line("b.lua: b is here\t3");
    playing.line("b.lua: loaded (2 bodies, 0 hooks, 0 timers)");
    fs::remove_file(folder.path("b.lua")).unwrap();
    playing.line("b.lua: unloaded");
    folder.write("a.lua", "print('left', physics.count())");
    playing.line("a.lua: left\t0");
    playing.line("a.lua: reloaded (0 bodies, 0 hooks, 0 timers)");
    // The same content once more is a new script all the same, since it was gone.
    folder.write("b.lua", "physics.sphere {} physics.sphere {} print('b is here', physics.count())");
    playing.line("b.lua: b is here\t2");
}

#[test]
fn a_new_script_that_fails_is_told_of_and_runs_once_mended() {
    let (folder, mut playing) = playing();
    folder.write("b.lua", "physics.sphere {} error('oh')");
    playing.part("b.lua:1: oh");
    playing.line("b.lua: not loaded");
    folder.write("b.lua", "print('mended', physics.count())");
    playing.line("b.lua: mended\t1");
    playing.line("b.lua: loaded (0 bodies, 0 hooks, 0 timers)");
    only(&mut playing, 1);
}

#[test]
fn saving_what_was_there_before_does_nothing() {
    let (folder, mut playing) = playing();
    playing.forget_so_far();
    for _ in 0..3 {
        folder.write("a.lua", &version(1));
    }
    folder.write("a.lua.tmp", &version(1));
    fs::rename(folder.path("a.lua.tmp"), folder.path("a.lua")).unwrap();
    File::open(folder.path("a.lua")).unwrap().set_modified(std::time::SystemTime::now()).unwrap();
    let said = playing.for_a_while();
    assert!(said.iter().all(|line| line == "a.lua: beat 1"), "{said:#?}");
}

#[test]
fn other_files_are_no_scripts() {
    let (folder, mut playing) = playing();
    playing.forget_so_far();
    for name in
        ["a.lua~", "b.lua.tmp", ".hidden.lua", "b_test.lua", "notes.txt", "b.LUA.bak", "#b.lua#", "lua"]
    {
        folder.write(name, "error('this is no script')");
    }
    fs::create_dir(folder.path("deeper")).unwrap();
    folder.write("deeper/c.lua", "error('this is no script')");
    fs::create_dir(folder.path("folder.lua")).unwrap();
    let said = playing.for_a_while();
    assert!(said.iter().all(|line| line == "a.lua: beat 1"), "{said:#?}");
}

#[test]
fn state_and_actions_outlive_reloads_and_the_file() {
    let folder = Folder::with(&[("a.lua", "state.n = 1 shared.n = 10 print('first')")]);
    let mut playing = Playing::start(&folder, ".");
    playing.line("a.lua: first");
    folder.write("a.lua", "state.n = state.n + 1 print('second', state.n, shared.n)");
    playing.line("a.lua: second\t2\t10");
    fs::remove_file(folder.path("a.lua")).unwrap();
    playing.line("a.lua: unloaded");
    folder.write("a.lua", "print('third', state.n, shared.n)");
    playing.line("a.lua: third\t2\t10");
}

#[test]
fn a_file_that_is_no_utf8_any_more_leaves_the_old_one_running() {
    let (folder, mut playing) = playing();
    fs::write(folder.path("a.lua"), b"print('caf\xe9')").unwrap();
    playing.part("a.lua:1: this is not UTF-8 text");
    only(&mut playing, 1);
}

#[test]
fn a_script_that_is_emptied_does_nothing_any_more() {
    let (folder, mut playing) = playing();
    folder.write("a.lua", "");
    playing.line("a.lua: reloaded (0 bodies, 0 hooks, 0 timers)");
    assert_eq!(playing.for_a_while(), [] as [&str; 0]);
}

#[test]
fn a_single_file_is_followed_too() {
    let folder = Folder::with(&[("a.lua", &version(1)), ("b.lua", "error('it was not asked for')")]);
    let mut playing = Playing::start(&folder, "a.lua");
    playing.line("a.lua: version 1");
    folder.write("a.lua.tmp", &version(2));
    fs::rename(folder.path("a.lua.tmp"), folder.path("a.lua")).unwrap();
    runs(&mut playing, 2);
    folder.write("b.lua", "error('nor now')");
    folder.write("a.lua", &version(3));
    runs(&mut playing, 3);
    playing.never(|line| line.contains("b.lua"));
}

#[test]
fn a_folder_that_is_removed_and_made_again_is_followed() {
    let folder = Folder::new();
    fs::create_dir(folder.path("yard")).unwrap();
    folder.write("yard/a.lua", &version(1));
    let mut playing = Playing::start(&folder, "yard");
    playing.line("a.lua: version 1");
    fs::remove_dir_all(folder.path("yard")).unwrap();
    playing.line("a.lua: unloaded");
    fs::create_dir(folder.path("yard")).unwrap();
    folder.write("yard/a.lua", &version(2));
    runs(&mut playing, 2);
    folder.write("yard/a.lua", &version(3));
    runs(&mut playing, 3);
}

#[cfg(unix)]
fn link(to: &Path, from: &Path) {
    std::os::unix::fs::symlink(to, from).unwrap();
}

#[test]
#[cfg(unix)]
fn a_folder_behind_a_link_is_followed_also_when_the_link_moves() {
    let folder = Folder::new();
    for (name, n) in [("one", 1), ("two", 3)] {
        fs::create_dir(folder.path(name)).unwrap();
        folder.write(&format!("{name}/a.lua"), &version(n));
    }
    link(Path::new("one"), &folder.path("yard"));
    let mut playing = Playing::start(&folder, "yard");
    playing.line("a.lua: version 1");
    folder.write("one/a.lua", &version(2));
    runs(&mut playing, 2);
    link(Path::new("two"), &folder.path("new"));
    fs::rename(folder.path("new"), folder.path("yard")).unwrap();
    runs(&mut playing, 3);
    folder.write("yard/a.lua", &version(4));
    runs(&mut playing, 4);
}

#[test]
#[cfg(unix)]
fn a_script_behind_a_link_is_followed() {
    let folder = Folder::new();
    fs::create_dir(folder.path("yard")).unwrap();
    fs::create_dir(folder.path("elsewhere")).unwrap();
    folder.write("elsewhere/real.lua", &version(1));
    link(Path::new("../elsewhere/real.lua"), &folder.path("yard/a.lua"));
    let mut playing = Playing::start(&folder, "yard");
    playing.line("a.lua: version 1");
    folder.write("elsewhere/real.lua", &version(2));
    runs(&mut playing, 2);
    folder.write("elsewhere/real.tmp", &version(3));
    fs::rename(folder.path("elsewhere/real.tmp"), folder.path("elsewhere/real.lua")).unwrap();
    runs(&mut playing, 3);
}

#[test]
fn everything_at_once_ends_in_what_is_on_disk() {
    let folder = Folder::with(&[("a.lua", &version(1))]);
    for n in 0..8 {
        folder.write(&format!("s{n}.lua"), "physics.box {}");
    }
    let mut playing = Playing::start(&folder, ".");
    playing.line("a.lua: version 1");
    for n in 0..8 {
        folder.write(&format!("s{n}.lua"), "physics.box {} physics.box {}");
        if n % 2 == 0 {
            fs::remove_file(folder.path(&format!("s{n}.lua"))).unwrap();
        }
        folder.write(&format!("t{n}.lua"), "physics.sphere {}");
    }
    let asked = "timer.Create('count', 0.1, 0, function() if physics.count() == 16 then print('all there') timer.Remove('count') end end)";
    folder.write("a.lua", asked);
    playing.line("a.lua: all there");
}

#[test]
fn the_exit_code_tells_of_errors_that_were_mended_too() {
    let folder = Folder::with(&[("a.lua", "error('oh')")]);
    let child = moonyard()
        .current_dir(folder.root())
        .args(["play", "--headless", ".", "--ticks", "60"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    sleep(Duration::from_millis(200));
    folder.write("a.lua", "print('mended')");
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(1));
}
