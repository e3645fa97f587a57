//! Reads a recording, and tells what is wrong with it.

use super::text::unquote;
use super::{Length, MOST_FRAMES_A_LINE, Recording, Setup, Step, TITLE, VERSION, hash};
use crate::app::{Limits, MemoryLimits};
use crate::input::{Binding, DeviceEvent};
use glam::DVec3;
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// What is wrong with a recording, and in which line, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    pub line: usize,
    pub message: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ReadError {}

/// A reader in the middle of its work.
struct Reader {
    recording: Recording,
    /// Where the recording says that it ends.
    ended: bool,
}

impl Recording {
    /// Reads a recording. One that was cut off is read up to there.
    ///
    /// # Errors
    /// What is no recording, one of another version, or a damaged one.
    pub fn read(bytes: &[u8]) -> Result<Recording, ReadError> {
        let at_line = |line: usize| move |message: String| ReadError { line, message };
        let text = std::str::from_utf8(bytes).or_else(|error| {
            // A file that was cut off may end in the middle of a letter.
            let valid = bytes.get(..error.valid_up_to()).unwrap_or_default();
            match error.error_len() {
                None => Ok(std::str::from_utf8(valid).unwrap_or_default()),
                Some(_) => {
                    let line = 1 + valid.iter().filter(|&&byte| byte == b'\n').count();
                    Err(at_line(line)("this is no text".into()))
                }
            }
        })?;
        // A last line without an end was being written when the writer went away.
        let whole = text.rfind('\n').and_then(|end| text.get(..end)).unwrap_or_default();
        let mut lines = whole.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line)).zip(1..);
        let title = lines.next().map_or("", |(line, _)| line);
        match title.strip_prefix(TITLE).map(str::trim) {
            Some(VERSION) => {}
            Some(other) => Err(at_line(1)(format!(
                "this is a recording of version {other}, and this moonyard reads version {VERSION}"
            )))?,
            None => {
                Err(at_line(1)(format!("this is no recording; one begins with `{TITLE} {VERSION}`")))?;
            }
        }
        let recording = Recording {
            setup: Setup::default(),
            steps: Vec::new(),
            quick: Vec::new(),
            texts: BTreeMap::new(),
            cut_off: false,
        };
        let mut reader = Reader { recording, ended: false };
        for (line, number) in lines {
            reader.line(line).map_err(at_line(number))?;
        }
        reader.recording.cut_off = !reader.ended;
        Ok(reader.recording)
    }
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), String> {
        if line.trim().is_empty() || line.starts_with('#') {
            return Ok(());
        }
        if self.ended {
            return Err(format!("the recording ended before, and here is more: {}", start_of(line)));
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let understood = match word {
            "limits" => self.limits(rest),
            "kept" => self.kept(rest),
            "bind" => return self.bind(rest),
            "text" => return self.text(rest),
            "load" => self.load(rest),
            "typed" => name(rest).map(|line| self.step(Step::Line(line))),
            "stop" => name(rest).map(|name| self.step(Step::Stop(name))),
            "unload" => name(rest).map(|name| self.step(Step::Unload(name))),
            "teleport" => self.teleport(rest),
            "tick" => self.frames(Length::Tick, rest),
            "halted" => self.frames(Length::Halted, rest),
            "frame" => self.frame(rest),
            "quick" => self.quick(rest),
            "digest" => self.check(rest),
            "end" => rest.parse::<u64>().ok().map(|_| self.ended = true),
            _ => match DeviceEvent::parse(line) {
                Some(event) => {
                    self.step(Step::Event(event?));
                    Some(())
                }
                None => return Err(format!("this is nothing that a recording says: {}", start_of(line))),
            },
        };
        understood.ok_or_else(|| format!("this `{word}` is damaged: {}", start_of(line)))
    }

    fn step(&mut self, step: Step) {
        self.recording.steps.push(step);
    }

    fn limits(&mut self, rest: &str) -> Option<()> {
        let numbers: Vec<u64> = rest.split(' ').map(|number| number.parse().ok()).collect::<Option<_>>()?;
        let [deadline, a_script, all_scripts] = numbers[..] else { return None };
        let (minutes, gibibytes) = (60_000, 1 << 30);
        if deadline > 10 * minutes || a_script.max(all_scripts) > 64 * gibibytes {
            return None;
        }
        self.recording.setup.limits = Limits {
            deadline: Duration::from_millis(deadline),
            memory: MemoryLimits {
                a_script: usize::try_from(a_script).ok()?,
                all_scripts: usize::try_from(all_scripts).ok()?,
            },
        };
        Some(())
    }

    fn kept(&mut self, rest: &str) -> Option<()> {
        let (name, rest) = unquote(rest)?;
        let (value, rest) = unquote(rest.strip_prefix(' ')?)?;
        rest.is_empty().then(|| self.recording.setup.kept.push((name, value)))
    }

    fn bind(&mut self, rest: &str) -> Result<(), String> {
        let damaged = || format!("this `bind` is damaged: {}", start_of(rest));
        let (action, mut rest) = unquote(rest).ok_or_else(damaged)?;
        let action = String::from_utf8(action).map_err(|_| damaged())?;
        let bindings = if rest == " usual" {
            None
        } else {
            let mut bindings = Vec::new();
            while !rest.is_empty() {
                let (name, after) = rest.strip_prefix(' ').and_then(unquote).ok_or_else(damaged)?;
                bindings.push(Binding::parse(&String::from_utf8(name).map_err(|_| damaged())?)?);
                rest = after;
            }
            Some(bindings)
        };
        self.step(Step::Bind { action, bindings });
        Ok(())
    }

    fn text(&mut self, rest: &str) -> Result<(), String> {
        let read = rest.split_once(' ').and_then(|(hash, quoted)| Some((hash, unquote(quoted)?)));
        match read {
            Some((told, (bytes, ""))) if hash(&bytes) == told => {
                self.recording.texts.insert(told.to_owned(), bytes);
                Ok(())
            }
            Some((_, (_, ""))) => Err("this script's text does not have the hash that goes with it".into()),
            _ => Err(format!("this `text` is damaged: {}", start_of(rest))),
        }
    }

    fn load(&mut self, rest: &str) -> Option<()> {
        let (name, rest) = unquote(rest)?;
        let hash = rest.strip_prefix(' ').filter(|hash| is_hash(hash))?.to_owned();
        self.step(Step::Load { name: String::from_utf8(name).ok()?, hash });
        Some(())
    }

    fn teleport(&mut self, rest: &str) -> Option<()> {
        let numbers: Vec<f64> = rest.split(' ').map(|number| number.parse().ok()).collect::<Option<_>>()?;
        let [x, y, z] = numbers[..] else { return None };
        self.step(Step::Teleport(DVec3::new(x, y, z)));
        Some(())
    }

    fn frame(&mut self, rest: &str) -> Option<()> {
        let (seconds, times) = rest.split_once(' ').unwrap_or((rest, ""));
        self.frames(Length::Elapsed(seconds.parse().ok()?), times)
    }

    fn frames(&mut self, length: Length, times: &str) -> Option<()> {
        let count = if times.is_empty() { 1 } else { times.strip_prefix("x ")?.parse().ok()? };
        (1..=MOST_FRAMES_A_LINE).contains(&count).then(|| self.step(Step::Frames { length, count }))
    }

    fn quick(&mut self, rest: &str) -> Option<()> {
        for hash in rest.split(' ') {
            let hash = u32::from_str_radix(hash, 16).ok().filter(|_| hash.len() == 8)?;
            self.recording.quick.push(hash);
        }
        Some(())
    }

    fn check(&mut self, rest: &str) -> Option<()> {
        let (tick, digest) = rest.split_once(' ')?;
        let tick = tick.parse().ok()?;
        is_hash(digest).then(|| self.step(Step::Check { tick, digest: digest.to_owned() }))
    }
}

fn name(text: &str) -> Option<String> {
    let (name, rest) = unquote(text)?;
    String::from_utf8(name).ok().filter(|_| rest.is_empty())
}

fn is_hash(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// As much of a line as a message can bear.
fn start_of(line: &str) -> String {
    const MOST: usize = 60;
    let start: String = line.chars().take(MOST).collect();
    if start.len() < line.len() { format!("`{start}…`") } else { format!("`{start}`") }
}
