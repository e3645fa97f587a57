//! What a test may use: processor time and memory of its own, and how much it may ask of its world.
//!
//! What is guaranteed: a file that loads and a test that runs end within the deadline, whatever they do, as far as the build can stop
//! Lua at all. The time in which the world works (ticks, loads, pictures) does not count, since the world has limits of its own;
//! instead there is a bound on how often.

use super::Failure;
use crate::script::error::{describe, is_of_memory};
use crate::script::memory::MemoryLimits;
use crate::script::owner::{OwnerId, Running};
use crate::script::stop::MESSAGE;
use crate::script::vm::Vm;
use crate::script::watchdog::Watchdog;
use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

/// What a file of tests may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Processor time of the file's own code while it loads, and of each test.
    pub deadline: Duration,
    /// What it may hold, in bytes: as much as a script.
    pub memory: MemoryLimits,
}

/// A test is a script to the heap.
const OWNER: OwnerId = OwnerId(1);

/// What one test may ask of its world.
pub const MOST_TICKS: u64 = 1_000_000;
pub const MOST_LOADS: u64 = 10_000;
pub const MOST_PICTURES: u64 = 1_000;

/// The bounds at work, for one state.
pub struct Guard {
    bounds: Bounds,
    running: Rc<Running>,
    watchdog: Rc<Watchdog>,
}

impl Guard {
    /// `running` is what the state's heap reads.
    pub fn new(bounds: Bounds, running: Rc<Running>, vm: &Vm) -> Guard {
        let watchdog = Rc::new(Watchdog::new(vm.stop_flag().clone(), bounds.deadline));
        Guard { bounds, running, watchdog }
    }

    pub fn watchdog(&self) -> Rc<Watchdog> {
        self.watchdog.clone()
    }

    /// Runs code of the file `name`. `what` is that code in messages, such as "test".
    ///
    /// # Errors
    /// What it raised, or that it used too much.
    pub fn run<T>(
        &self,
        vm: &Vm,
        name: &str,
        what: &str,
        work: impl FnOnce() -> mlua::Result<T>,
    ) -> Result<T, Failure> {
        let running = self.running.enter(OWNER);
        self.watchdog.begin();
        let result = work();
        let stopped = self.watchdog.end();
        drop(running);
        let error = match result {
            Ok(value) if !stopped => return Ok(value),
            result => result.err(),
        };
        let memory = error.as_ref().is_some_and(is_of_memory);
        let (message, traceback) = error.map(|error| describe(&error, vm.places())).unwrap_or_default();
        let excess = if stopped {
            let seconds = self.bounds.deadline.as_secs_f64();
            format!("this {what} ran for more than {seconds} s without an end")
        } else if memory {
            let mebibytes = self.bounds.memory.a_script >> 20;
            format!("this {what} ran out of memory: it may hold {mebibytes} MiB")
        } else {
            return Err(Failure { message, traceback });
        };
        let place = place(name, &message, &traceback).unwrap_or_else(|| name.to_owned());
        Err(Failure { message: format!("{place}: {excess}"), traceback })
    }
}

/// `file:line` of the innermost call of the file's own code.
fn place(name: &str, message: &str, traceback: &str) -> Option<String> {
    let own = format!("{name}:");
    let call = traceback.lines().find(|call| call.starts_with(&own));
    let call = call.and_then(|call| call.split_once(": in ")).map(|(place, _)| place.to_owned());
    let message =
        || message.strip_suffix(MESSAGE)?.strip_suffix(": ").filter(|place| place.starts_with(&own));
    call.or_else(|| message().map(str::to_owned))
}

/// How much a test has asked of its world.
#[derive(Default)]
pub struct Asked {
    ticks: Cell<u64>,
    loads: Cell<u64>,
    pictures: Cell<u64>,
}

/// What a method lets the world do, beyond looking something up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    Ticks(u64),
    Load,
    Picture,
}

impl Asked {
    /// Counts work that is about to be done.
    ///
    /// # Errors
    /// More than a test may have done; nothing is counted then.
    pub fn count(&self, work: Work) -> Result<(), String> {
        let (sum, more, most, what) = match work {
            Work::Ticks(count) => (&self.ticks, count, MOST_TICKS, "run at most 1,000,000 ticks"),
            Work::Load => (&self.loads, 1, MOST_LOADS, "load scripts at most 10,000 times"),
            Work::Picture => (&self.pictures, 1, MOST_PICTURES, "make at most 1,000 pictures"),
        };
        let after = sum.get().saturating_add(more);
        if after > most {
            return Err(match work {
                Work::Ticks(count) => {
                    format!("a test can {what} in all; {count} more would make {after}")
                }
                Work::Load | Work::Picture => format!("a test can {what}"),
            });
        }
        sum.set(after);
        Ok(())
    }
}
