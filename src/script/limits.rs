//! What a script may use, and what happens to one that uses more.
//!
//! What is guaranteed:
//! - A call into a script that takes longer than the deadline is stopped for good, and so is a script whose calls of one frame
//!   take longer than that together. The script is unloaded and stays so until its file changes. Others go on.
//! - In nested calls (a hook that runs an event of others) the one that took the time is stopped, not whoever happened to run:
//!   who listens pays for what is long, who runs the event pays for running it often.
//! - A script that is refused memory in three calls in a row is stopped as well.

use super::memory::MemoryLimits;
use super::owner::OwnerId;
use super::state::SharedHeap;
use super::stop::Places;
use super::watchdog::{Watchdog, thread_time};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// How much scripts may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Processor time of one call into a script, and of all calls of a frame together.
    pub deadline: Duration,
    pub memory: MemoryLimits,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { deadline: Duration::from_millis(250), memory: MemoryLimits::default() }
    }
}

impl Limits {
    /// None at all: nobody watches, and memory is not counted. For measuring what limits cost, not for scripts.
    pub const OFF: Limits = Limits { deadline: Duration::MAX, memory: MemoryLimits::UNCOUNTED };
}

/// So many calls in a row that end without memory are enough.
const MEMORY_STRIKES: u32 = 3;

/// Why a script was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excess {
    /// One call outlived the deadline.
    Call,
    /// The calls of one frame did, together.
    Frame,
    /// Three calls in a row were refused memory.
    Memory,
}

/// The limits at work: who used what.
pub struct Enforcer {
    limits: Limits,
    heap: Rc<SharedHeap>,
    watchdog: Watchdog,
    places: Places,
    /// The scripts whose calls are under way, outermost first.
    calls: RefCell<Vec<OwnerId>>,
    /// Time inside of the current call that others pay for.
    nested: Cell<Duration>,
    /// What each script's calls took in the event that runs inside of a call.
    round: RefCell<Round>,
    /// Time of each script's calls in this frame.
    frame: RefCell<BTreeMap<OwnerId, Duration>>,
    /// The processor time of this thread when the frame began.
    frame_began: Cell<Duration>,
    strikes: RefCell<BTreeMap<OwnerId, u32>>,
    stopped: RefCell<BTreeSet<OwnerId>>,
}

/// A call into a script, from its beginning to its end.
pub struct Visit {
    owner: OwnerId,
    /// `None` when nobody watches.
    began: Option<Instant>,
    /// The thread's processor time at most so long before.
    processor: Duration,
    nested_before: Duration,
}

/// The scripts that an event called so far: how long that took, and how much of it they pay for.
#[derive(Default)]
pub struct Round(Vec<(OwnerId, Duration, Duration)>);

impl Enforcer {
    pub fn new(limits: Limits, heap: Rc<SharedHeap>, watchdog: Watchdog, places: Places) -> Enforcer {
        Enforcer {
            limits,
            heap,
            watchdog,
            places,
            calls: RefCell::default(),
            nested: Cell::new(Duration::ZERO),
            round: RefCell::default(),
            frame: RefCell::default(),
            frame_began: Cell::new(thread_time()),
            strikes: RefCell::default(),
            stopped: RefCell::default(),
        }
    }

    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// What tells where scripts were.
    pub fn places(&self) -> &Places {
        &self.places
    }

    /// A new frame begins: nobody has used anything yet.
    pub fn begin_frame(&self) {
        self.frame.borrow_mut().clear();
        self.frame_began.set(thread_time());
    }

    /// Whether the call that runs is on its way out, because it outlived the deadline.
    pub fn is_stopping(&self) -> bool {
        !self.calls.borrow().is_empty() && self.watchdog.barks()
    }

    pub fn is_stopped(&self, owner: OwnerId) -> bool {
        self.stopped.borrow().contains(&owner)
    }

    /// Takes a script out on a person's wish.
    pub fn take_out(&self, owner: OwnerId) {
        self.stopped.borrow_mut().insert(owner);
    }

    /// What a script's calls took since the frame began.
    pub fn time_of(&self, owner: OwnerId) -> Duration {
        self.frame.borrow().get(&owner).copied().unwrap_or_default()
    }

    /// Something that was done for a script outside of its calls took so long in this frame: it counts as theirs.
    pub fn also_took(&self, owner: OwnerId, time: Duration) {
        if self.limits != Limits::OFF {
            *self.frame.borrow_mut().entry(owner).or_default() += time;
        }
    }

    /// A stopped script gets another chance, because its file changed.
    pub fn forgive(&self, owner: OwnerId) {
        self.stopped.borrow_mut().remove(&owner);
        self.strikes.borrow_mut().remove(&owner);
        self.frame.borrow_mut().remove(&owner);
    }

    /// A script runs an event of others. The round goes back to [`Enforcer::end_round`].
    pub fn begin_round(&self) -> Round {
        self.round.take()
    }

    /// The event is over.
    pub fn end_round(&self, before: Round) {
        self.round.replace(before);
    }

    /// A call into a script begins.
    pub fn enter(&self, owner: OwnerId) -> Visit {
        if self.limits == Limits::OFF {
            return Visit { owner, began: None, processor: Duration::ZERO, nested_before: Duration::ZERO };
        }
        let mut calls = self.calls.borrow_mut();
        if calls.is_empty() {
            self.watchdog.begin();
        }
        calls.push(owner);
        Visit {
            owner,
            began: Some(Instant::now()),
            processor: self.watchdog.last_look(),
            nested_before: self.nested.replace(Duration::ZERO),
        }
    }

    /// A call into a script ended. Tells if it was too much and the script was not stopped before; it is now.
    pub fn leave(&self, visit: Visit) -> Option<Excess> {
        let Visit { owner, began, processor, nested_before } = visit;
        let began = began?;
        let nested = self.nested.get();
        let mut own = began.elapsed().saturating_sub(nested);
        if own > self.long_call() {
            // The wall's time, which a busy machine stretches, is cheap to read; the processor's decides.
            own = own.min(thread_time().saturating_sub(processor).saturating_sub(nested));
        }
        self.calls.borrow_mut().pop();
        let outermost = self.calls.borrow().is_empty();
        let (inside, paid) = if outermost { (own, own) } else { self.add_to_round(owner, own) };
        self.nested.set(nested_before + nested + paid);
        self.excess(owner, inside, paid).filter(|_| self.stopped.borrow_mut().insert(owner))
    }

    /// What a script's calls take in an event before it pays for them itself.
    fn long_call(&self) -> Duration {
        self.limits.deadline / 25
    }

    /// What the script's calls in this event took so far, and what it pays for now.
    fn add_to_round(&self, owner: OwnerId, own: Duration) -> (Duration, Duration) {
        let mut round = self.round.borrow_mut();
        let at = round.0.iter().position(|(other, ..)| *other == owner).unwrap_or_else(|| {
            round.0.push((owner, Duration::ZERO, Duration::ZERO));
            round.0.len() - 1
        });
        let Some((_, sum, paid)) = round.0.get_mut(at) else { return (own, own) };
        *sum += own;
        let pays = if *sum > self.long_call() { *sum - *paid } else { Duration::ZERO };
        *paid += pays;
        (*sum, pays)
    }

    /// `inside` is what the script's calls took in this event, `paid` what it pays for at the end of this call.
    fn excess(&self, owner: OwnerId, inside: Duration, paid: Duration) -> Option<Excess> {
        let refused = self.heap.ask(|heap| heap.was_refused(owner.0));
        let strikes = self.count_strike(owner, refused);
        let sum = {
            let mut frame = self.frame.borrow_mut();
            let sum = frame.entry(owner).or_default();
            *sum += paid;
            *sum
        };
        if self.calls.borrow().is_empty() {
            if self.watchdog.end() {
                return Some(Excess::Call);
            }
        } else if self.watchdog.barks() && (inside > self.limits.deadline / 2 || self.is_stopped(owner)) {
            // The time went by in here. Whoever called goes on, with a deadline of its own, unless that is the same script.
            if !self.calls.borrow().contains(&owner) {
                self.watchdog.end();
                self.watchdog.begin();
            }
            return Some(Excess::Call);
        }
        let deadline = self.limits.deadline;
        if sum > deadline && thread_time().saturating_sub(self.frame_began.get()) > deadline {
            return Some(Excess::Frame);
        }
        (strikes >= MEMORY_STRIKES).then_some(Excess::Memory)
    }

    fn count_strike(&self, owner: OwnerId, refused: bool) -> u32 {
        let mut strikes = self.strikes.borrow_mut();
        if !refused {
            if !strikes.is_empty() {
                strikes.remove(&owner);
            }
            return 0;
        }
        let count = strikes.entry(owner).or_insert(0);
        *count += 1;
        *count
    }
}
