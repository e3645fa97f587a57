//! An attack and what its file says must be seen.

use super::ran::Ran;
use std::path::{Path, PathBuf};

/// The most that a run may write to the terminal, in bytes.
const MOST_OUTPUT: usize = 3 << 20;
/// The most memory that the process may ever hold, in bytes.
const MOST_MEMORY: u64 = 450 << 20;
const DEFAULT_FLAGS: &str = "--ticks 30";

pub enum Expected {
    Stopped(&'static str),
    Error(String),
    Prints(String),
    NoError,
}

pub struct Attack {
    /// The file's name.
    pub name: String,
    /// Its first line.
    pub summary: String,
    pub flags: String,
    pub expected: Vec<Expected>,
    never: Vec<String>,
    /// The lines that it marks.
    here: Vec<usize>,
}

/// Where the attacks are.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile")
}

impl Attack {
    pub fn all() -> Vec<Attack> {
        let mut files: Vec<PathBuf> = std::fs::read_dir(folder())
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "lua"))
            .collect();
        files.sort();
        let parse = |path: &PathBuf| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            Attack::parse(&name, &String::from_utf8_lossy(&std::fs::read(path).unwrap()))
        };
        files.iter().map(parse).collect()
    }

    pub fn parse(name: &str, text: &str) -> Attack {
        let mut attack = Attack {
            name: name.to_owned(),
            summary: String::new(),
            flags: DEFAULT_FLAGS.into(),
            expected: Vec::new(),
            never: Vec::new(),
            here: Vec::new(),
        };
        let marked = |(number, line): (usize, &str)| line.ends_with("--> here").then_some(number + 1);
        attack.here = text.lines().enumerate().filter_map(marked).collect();
        for line in text.lines().map_while(|line| line.strip_prefix("-- ")) {
            match line.split_once(": ") {
                Some(("flags", words)) => attack.flags = words.to_owned(),
                Some(("never", words)) => attack.never.push(words.to_owned()),
                Some(("expect", words)) => attack.expected.push(expected(name, words)),
                _ if attack.summary.is_empty() => attack.summary = line.to_owned(),
                _ => panic!("{name}: `{line}` is not understood"),
            }
        }
        assert!(
            !attack.summary.is_empty() && !attack.expected.is_empty(),
            "{name}: its head says too little"
        );
        attack
    }

    /// What is not as it must be.
    pub fn wrong_with(&self, ran: &Ran) -> Vec<String> {
        let mut wrong = Vec::new();
        let mut check = |holds: bool, otherwise: String| {
            if !holds {
                wrong.push(otherwise);
            }
        };
        for expected in &self.expected {
            match expected {
                Expected::Stopped(why) => check(self.was_stopped(ran, why), "it was not stopped".into()),
                Expected::Error(text) => {
                    check(self.shows(ran, text), format!("the terminal does not show: {text}"));
                }
                Expected::Prints(text) => {
                    let line = format!("{}: {text}", self.name);
                    check(ran.out.lines().any(|l| l.starts_with(&line)), format!("it did not print {text}"));
                }
                Expected::NoError => {}
            }
        }
        let fails = self.expected.iter().any(|e| matches!(e, Expected::Stopped(_) | Expected::Error(_)));
        check(!ran.late, "it did not end in time and was killed".into());
        if !ran.late {
            let code = ran.code.map_or("none: a signal ended it".into(), |code| code.to_string());
            check(ran.code == Some(i32::from(fails)), format!("the exit code is {code}"));
            check(ran.out.lines().any(|line| line.starts_with("digest ")), "there is no digest".into());
            let ticks = self.flags.split_once("--ticks ").and_then(|(_, rest)| rest.split(' ').next());
            let ticks = ticks.filter(|ticks| ticks.parse::<u32>().is_ok()).unwrap_or("30");
            let content = format!("0_witness.lua: {ticks} ticks, all there");
            check(
                ran.out.lines().any(|line| line == content),
                format!("the witness has not run {ticks} ticks with all that it made"),
            );
        }
        for text in
            self.never.iter().map(String::as_str).chain(["BROKEN", "panicked", "RUST_BACKTRACE", "mlua"])
        {
            check(!ran.out.contains(text) && !ran.err.contains(text), format!("the terminal shows: {text}"));
        }
        let raw = |c: char| c.is_control() && c != '\n' && c != '\t';
        check(
            !ran.out.contains(raw) && !ran.err.contains(raw),
            "control characters reach the terminal".into(),
        );
        let bytes = ran.out.len() + ran.err.len();
        check(bytes <= MOST_OUTPUT, format!("it wrote {bytes} bytes to the terminal"));
        let memory = ran.memory;
        check(memory <= MOST_MEMORY, format!("the process held {} MiB", memory >> 20));
        wrong
    }

    /// What comes of it, in a few words.
    pub fn outcome(&self) -> &'static str {
        let outcome = |expected: &Expected| match expected {
            Expected::Stopped("this ran for more than") => Some("stopped"),
            Expected::Stopped("in one frame") => Some("stopped for its frame"),
            Expected::Stopped("") => Some("stopped"),
            Expected::Stopped(_) => Some("stopped for memory"),
            Expected::Error(_) => Some("an error"),
            Expected::Prints(_) | Expected::NoError => None,
        };
        self.expected.iter().find_map(outcome).unwrap_or("nothing")
    }

    fn was_stopped(&self, ran: &Ran, why: &str) -> bool {
        let stopped = |line: &&str| line.contains("the script is stopped until its file changes");
        let mut stops = ran.err.lines().filter(stopped);
        let Some(stop) = stops.next() else { return false };
        let place = match why {
            "this ran for more than" => {
                self.places().any(|place| stop.starts_with(&format!("{place}: {why}")))
            }
            _ => stop.starts_with(&format!("{}:", self.name)) && stop.contains(why),
        };
        place && stops.next().is_none()
    }

    fn shows(&self, ran: &Ran, text: &str) -> bool {
        let mut texts = self.places().map(|place| text.replace("HERE", &place));
        texts.any(|text| ran.err.lines().any(|line| line.trim_start().starts_with(&text)))
    }

    /// `file:line` of every marked line; without marks, as far as the first digit of any line.
    fn places(&self) -> impl Iterator<Item = String> {
        self.here.iter().map(|line| format!("{}:{line}", self.name))
    }
}

fn expected(name: &str, words: &str) -> Expected {
    match words {
        "stopped" => Expected::Stopped("this ran for more than"),
        "stopped for its frame" => Expected::Stopped("in one frame"),
        "stopped for memory" => Expected::Stopped("ran out of memory three times in a row"),
        "stopped for something" => Expected::Stopped(""),
        "no error" => Expected::NoError,
        _ => match words.split_once(' ') {
            Some(("error", text)) => Expected::Error(text.to_owned()),
            Some(("prints", text)) => Expected::Prints(text.to_owned()),
            _ => panic!("{name}: `expect: {words}` is not understood"),
        },
    }
}
