//! A program beside this one that is asked to take steps, and answers how long they took: so that it takes turns with others.
//!
//! It writes "ready" when it is; it then reads lines, each a number of steps, and answers each with nanoseconds.

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

pub struct Asked {
    child: Child,
    questions: Option<ChildStdin>,
    answers: Lines<BufReader<ChildStdout>>,
}

impl Asked {
    /// Starts it; `None` if it cannot be started or ends before it is ready.
    pub fn start(command: &mut Command) -> Option<Asked> {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
        let questions = child.stdin.take();
        let mut answers = BufReader::new(child.stdout.take()?).lines();
        match answers.next() {
            Some(Ok(line)) if line == "ready" => Some(Asked { child, questions, answers }),
            _ => {
                let _ = child.wait();
                None
            }
        }
    }

    /// How long so many steps took, for one.
    pub fn steps(&mut self, steps: u32) -> Duration {
        let questions = self.questions.as_mut().expect("it is there until the end");
        writeln!(questions, "{steps}").expect("it listens");
        let answer = self.answers.next().and_then(Result::ok).expect("it answers");
        Duration::from_nanos(answer.trim().parse().expect("nanoseconds")) / steps
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        // Without questions it ends.
        self.questions = None;
        let _ = self.child.wait();
    }
}

/// Answers whoever started this program.
pub fn answer(mut steps: impl FnMut(u32) -> Duration) {
    println!("ready");
    for line in std::io::stdin().lines().map_while(Result::ok) {
        let spent = steps(line.trim().parse().expect("a number of steps"));
        println!("{}", spent.as_nanos());
    }
}
