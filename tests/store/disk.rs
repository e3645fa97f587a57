//! Disks that are full and folders that cannot be written.

use crate::{Program, outcome};
use moonyard::store::{Store, Value};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The program's files cannot grow larger than this many kilobytes, as on a full disk.
#[cfg(unix)]
fn limited(kilobytes: u32, real: &Command) -> Command {
    let mut limited = Command::new("bash");
    // The signal that comes with the limit would end the program; a full disk sends none.
    limited.arg("-c").arg(format!("trap '' XFSZ; ulimit -f {kilobytes}; exec \"$0\" \"$@\""));
    limited.arg(real.get_program()).args(real.get_args());
    limited
}

/// Fills the store until it refuses.
const FILLER: &str = r#"
local block, n = ("x"):rep(50000), 0
local saved, why
repeat
  n = n + 1
  saved, why = store.save("block" .. n, block)
until not saved
print(n - 1, why)
hook.Add("Think", "a", function()
  -- What is there can be read, and nothing is half there.
  assert(#store.load("block1") == 50000 and #store.keys() == n - 1)
end)
"#;

#[test]
#[cfg(unix)]
fn a_file_that_cannot_grow_is_a_message_and_play_goes_on() {
    let program = Program::with(FILLER);
    let (out, err, code) = outcome(&mut limited(600, &program.run(60)));
    let (count, why) = out.strip_prefix("keep.lua: ").unwrap().split_once('\t').unwrap();
    assert!(why.starts_with("the disk of ") && why.lines().count() == 1, "{out}{err}");
    assert!(err.starts_with("keep.lua: store.save: \"block"), "{err}");
    assert_eq!((err.lines().count(), code), (1, Some(0)), "{err}");
    // With room again, all that was saved is there and more can be.
    let mut store = Store::in_file(&program.store());
    assert_eq!(store.names(b"block").unwrap().len(), count.parse::<usize>().unwrap());
    assert_eq!(store.save(b"more", &Value::Text(vec![b'x'; 1_000_000])), Ok(()));
}

#[test]
#[cfg(unix)]
fn saves_that_need_no_more_room_work_on_a_full_disk() {
    let program = Program::with(
        "for i = 1, 100 do
          local saved, why = store.save('same', i .. ('x'):rep(50000))
          if not saved then print(i, why) end
        end
        print(store.load('same'):sub(1, 3))",
    );
    let (out, err, code) = outcome(&mut limited(600, &program.run(1)));
    assert_eq!((out.as_str(), err.as_str(), code), ("keep.lua: 100\n", "", Some(0)));
}

/// A small file system of its own, where we may make one.
struct SmallDisk {
    folder: tempfile::TempDir,
}

impl SmallDisk {
    fn mount() -> Option<SmallDisk> {
        let folder = tempfile::tempdir().unwrap();
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=2m", "moonyard-test"])
            .arg(folder.path())
            .output()
            .is_ok_and(|output| output.status.success());
        if !mounted {
            eprintln!(
                "skipped: a small disk cannot be mounted here; the test with a limit on files stands in for it"
            );
        }
        mounted.then_some(SmallDisk { folder })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.folder.path()).status();
    }
}

/// Saves a little more each frame, and says when that stops and when it works again.
const GROWER: &str = r#"
local n, full = 0, false
hook.Add("Think", "a", function()
  local saved, why = store.save("n" .. n, ("x"):rep(20000))
  if saved then n = n + 1 end
  if saved == full then
    full = not saved
    print(full and "full" or "works", why)
    if full then assert(not store.load("never")) end
  end
end)
"#;

#[test]
fn a_full_disk_is_a_message_and_saves_work_again_when_there_is_room() {
    use std::io::{BufRead, BufReader};
    let Some(disk) = SmallDisk::mount() else { return };
    std::fs::write(disk.path("ballast"), vec![0; 1 << 20]).unwrap();
    let program = Program::with(GROWER);
    let store = disk.path("yard.store");
    let mut child = program.play(100_000, &store).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert_eq!(
        lines.next().unwrap().unwrap(),
        format!("keep.lua: full\tthe disk is full, so {} cannot grow", store.display())
    );
    std::fs::remove_file(disk.path("ballast")).unwrap();
    assert_eq!(lines.next().unwrap().unwrap(), "keep.lua: works\tnil");
    // And full again, and still it plays.
    assert!(lines.next().unwrap().unwrap().starts_with("keep.lua: full"));
    assert!(child.try_wait().unwrap().is_none());
    child.kill().unwrap();
    child.wait().unwrap();
    let mut store = Store::in_file(&store);
    let names = store.names(b"n").unwrap();
    assert!(names.len() > 20, "{names:?}");
    assert!(names.iter().all(|name| store.load(name) == Ok(Some(Value::Text(vec![b'x'; 20_000])))));
    assert_eq!(store.take_notices(), [] as [&str; 0]);
}

/// The program as a user whom the system refuses something; `None` where it cannot be run as one.
#[cfg(unix)]
fn as_a_plain_user(mut command: Command, program: &Program) -> Option<Command> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;
    let folder = program.temp.path();
    std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o755)).unwrap();
    if std::fs::metadata(folder).unwrap().uid() != 0 {
        // Not root: what is forbidden is forbidden.
        return Some(command);
    }
    command.uid(65_534).gid(65_534);
    let mut probe = Command::new(env!("CARGO_BIN_EXE_moonyard"));
    let works = probe.arg("--version").uid(65_534).output().is_ok_and(|output| output.status.success());
    if !works {
        eprintln!("skipped: the program lies where only root can start it");
    }
    works.then_some(command)
}

const READER: &str = r#"
hook.Add("Think", "a", function()
  local loaded, value = pcall(store.load, "x", "default")
  print(loaded, value, store.save("x", 2))
end)
"#;

#[test]
#[cfg(unix)]
fn in_a_folder_that_cannot_be_written_saves_are_refused_and_loads_work() {
    use std::os::unix::fs::PermissionsExt;
    let program = Program::with(READER);
    let shut = program.temp.path().join("shut");
    std::fs::create_dir(&shut).unwrap();
    let permit = |path: &Path, mode: u32| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    for (there, value) in [(false, "default"), (true, "1")] {
        let store = shut.join("yard.store");
        permit(&shut, 0o755);
        if there {
            Store::in_file(&store).save(b"x", &Value::Integer(1)).unwrap();
            permit(&store, 0o444);
        }
        permit(&shut, 0o555);
        let Some(mut command) = as_a_plain_user(program.command("run", 3, &store), &program) else { return };
        let (out, err, code) = outcome(&mut command);
        permit(&shut, 0o755);
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(lines.len(), 3, "{out}{err}");
        assert!(
            lines[2].starts_with(&format!("keep.lua: true\t{value}\tfalse\t{} ", store.display())),
            "{out}{err}"
        );
        assert_eq!((err.lines().count(), code), (1, Some(0)), "{err}");
    }
}
