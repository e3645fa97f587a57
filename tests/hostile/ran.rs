//! Running the program in a process of its own, with a limit of time.

use super::attack::{Attack, folder};
use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A machine that is busy may need long; what hangs is killed after it.
const LIMIT: Duration = Duration::from_secs(60);

/// How a run went and what it said.
pub struct Ran {
    /// The exit code; `None` if a signal ended it.
    pub code: Option<i32>,
    /// It was killed because it did not end.
    pub late: bool,
    pub out: String,
    pub err: String,
    /// The most memory that the process held, in bytes, as far as that can be seen.
    pub memory: u64,
}

impl Ran {
    /// The beginning and the end of what it said, for a message.
    pub fn in_short(&self) -> String {
        let text = format!("    {}{}", self.out, self.err).replace('\n', "\n    ");
        let chars: Vec<char> = text.chars().collect();
        if chars.len() < 3_000 {
            return text;
        }
        let part = |chars: &[char]| chars.iter().collect::<String>();
        format!("{}\n  …\n{}", part(&chars[..1_500]), part(&chars[chars.len() - 1_000..]))
    }
}

/// Runs an attack beside the witness.
pub fn run(attack: &Attack) -> Ran {
    run_files(&[folder().join(&attack.name)], &attack.flags)
}

/// Runs scripts beside the witness.
pub fn run_files(files: &[PathBuf], flags: &str) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_moonyard"));
    command.arg("run").arg(folder().join("beside")).args(files).arg("--digest");
    command.args(flags.split_whitespace()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let (mut out, mut err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    let read = |stream: &mut dyn Read| {
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    std::thread::scope(|scope| {
        let out = scope.spawn(move || read(&mut out));
        let err = scope.spawn(move || read(&mut err));
        let (code, late, memory) = wait(&mut child);
        Ran { code, late, out: out.join().unwrap(), err: err.join().unwrap(), memory }
    })
}

fn wait(child: &mut Child) -> (Option<i32>, bool, u64) {
    let start = Instant::now();
    let mut memory = 0;
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return (status.code(), false, memory);
        }
        memory = memory.max(most_memory(child.id()).unwrap_or(0));
        if start.elapsed() > LIMIT {
            let _ = child.kill();
            let _ = child.wait();
            return (None, true, memory);
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// The most that a process has held so far; only Linux tells.
fn most_memory(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kib << 10)
}
