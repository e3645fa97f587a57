//! Timers. Nothing here knows Lua; the rules are promised and tested on plain values.
//!
//! What is guaranteed:
//! - A timer fires at most once a frame. Its next due time is its last due time plus its interval, so it does not drift;
//!   after a stall it skips what it missed instead of catching up in a burst.
//! - Due timers run in order of due time, then of creation.
//! - A timer that is removed, paused or put off before its turn does not run; one made inside a callback waits for the next
//!   frame, also under the name of the timer that is running.
//! - A timer is gone before its last callback runs, so the callback may use the name again.
//! - What a script replaced or removed of others while it loaded comes back as it was if the load fails.

use super::owner::OwnerId;
use super::takeover::Takeover;
use std::collections::BTreeMap;

/// Due times are sums of intervals; this much rounding does not put a timer off by a frame. In seconds.
const ROUNDING: f64 = 1e-9;

#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    /// Fires at this time, in seconds.
    Due(f64),
    /// Goes on where it was: so many seconds are left.
    Paused(f64),
    Stopped,
}

struct Timer<F> {
    name: Option<String>,
    owner: OwnerId,
    function: F,
    interval: f64,
    /// How often it fires in all; 0 is for ever.
    repetitions: u64,
    fired: u64,
    state: State,
}

/// Every timer of every script, by order of creation.
pub struct Timers<F> {
    timers: BTreeMap<u64, Timer<F>>,
    names: BTreeMap<String, u64>,
    next: u64,
    counts: BTreeMap<OwnerId, usize>,
    /// Timers of others, by name and with their numbers, that the script that loads removed or replaced.
    displaced: Takeover<String, (u64, Timer<F>)>,
}

/// The timers that were due when a frame began; see [`Timers::due`].
pub struct Round {
    order: std::vec::IntoIter<u64>,
}

/// One timer to run.
pub struct Due<F> {
    pub name: Option<String>,
    pub owner: OwnerId,
    pub function: F,
}

/// What one timer looks like from outside.
pub struct TimerView<'a> {
    pub name: Option<&'a str>,
    pub owner: OwnerId,
    pub interval: f64,
    /// Seconds until it fires, were it running.
    pub left: f64,
    pub repetitions_left: u64,
    pub running: bool,
}

impl<F> Default for Timers<F> {
    fn default() -> Self {
        Timers {
            timers: BTreeMap::new(),
            names: BTreeMap::new(),
            next: 1,
            counts: BTreeMap::new(),
            displaced: Takeover::default(),
        }
    }
}

impl<F: Clone> Timers<F> {
    /// A timer without a name that fires once. Times are in seconds.
    pub fn simple(&mut self, now: f64, owner: OwnerId, seconds: f64, function: F) {
        self.insert(None, owner, now, seconds, 1, function);
    }

    /// A named timer; the same name replaces. `repetitions` 0 is for ever.
    pub fn create(
        &mut self,
        now: f64,
        owner: OwnerId,
        name: &str,
        seconds: f64,
        repetitions: u64,
        function: F,
    ) {
        self.remove(name, Some(owner));
        self.insert(Some(name.to_owned()), owner, now, seconds, repetitions, function);
    }

    fn insert(
        &mut self,
        name: Option<String>,
        owner: OwnerId,
        now: f64,
        interval: f64,
        repetitions: u64,
        function: F,
    ) {
        let number = self.next;
        self.next += 1;
        if let Some(name) = &name {
            self.names.insert(name.clone(), number);
        }
        let state = State::Due(now + interval);
        *self.counts.entry(owner).or_default() += 1;
        self.timers.insert(number, Timer { name, owner, function, interval, repetitions, fired: 0, state });
    }

    fn get(&self, name: &str) -> Option<&Timer<F>> {
        self.timers.get(self.names.get(name)?)
    }

    fn get_mut(&mut self, name: &str) -> Option<&mut Timer<F>> {
        self.timers.get_mut(self.names.get(name)?)
    }

    pub fn exists(&self, name: &str) -> bool {
        self.names.contains_key(name)
    }

    /// Removes a timer in the name of whoever runs. Whether there was one.
    pub fn remove(&mut self, name: &str, by: Option<OwnerId>) -> bool {
        let Some(number) = self.names.remove(name) else { return false };
        let Some(timer) = self.take(number) else { return false };
        self.displaced.note(by, timer.owner, || (name.to_owned(), (number, timer)));
        true
    }

    fn take(&mut self, number: u64) -> Option<Timer<F>> {
        let timer = self.timers.remove(&number)?;
        if let Some(count) = self.counts.get_mut(&timer.owner) {
            *count -= 1;
        }
        Some(timer)
    }

    /// A script begins to load.
    pub fn begin_load(&mut self, owner: OwnerId) {
        self.displaced.begin(owner);
    }

    /// It is done. If it failed, and all that it made is removed, others get back what it took from them.
    pub fn end_load(&mut self, failed: bool) {
        for (name, (number, timer)) in self.displaced.end(failed) {
            if self.exists(&name) {
                continue;
            }
            self.names.insert(name, number);
            *self.counts.entry(timer.owner).or_default() += 1;
            self.timers.insert(number, timer);
        }
    }

    pub fn remove_owned_by(&mut self, owner: OwnerId) {
        self.counts.remove(&owner);
        self.displaced.forget(|(_, timer)| timer.owner == owner);
        self.timers.retain(|_, timer| timer.owner != owner);
        self.names.retain(|_, number| self.timers.contains_key(number));
    }

    pub fn count_owned_by(&self, owner: OwnerId) -> usize {
        self.counts.get(&owner).copied().unwrap_or(0)
    }

    /// Gives a timer another interval, and with it a fresh start; what is `None` stays. False for an unknown one.
    pub fn adjust(
        &mut self,
        now: f64,
        name: &str,
        seconds: f64,
        repetitions: Option<u64>,
        function: Option<F>,
    ) -> bool {
        let Some(timer) = self.get_mut(name) else { return false };
        timer.interval = seconds;
        if let Some(repetitions) = repetitions {
            timer.repetitions = repetitions;
            timer.fired = 0;
        }
        if let Some(function) = function {
            timer.function = function;
        }
        timer.state = match timer.state {
            State::Due(_) => State::Due(now + seconds),
            State::Paused(_) => State::Paused(seconds),
            State::Stopped => State::Stopped,
        };
        true
    }

    /// False when it was not running.
    pub fn pause(&mut self, now: f64, name: &str) -> bool {
        self.change(name, |timer| match timer.state {
            State::Due(due) => Some(State::Paused((due - now).max(0.0))),
            _ => None,
        })
    }

    /// False when it was not paused.
    pub fn unpause(&mut self, now: f64, name: &str) -> bool {
        self.change(name, |timer| match timer.state {
            State::Paused(left) => Some(State::Due(now + left)),
            _ => None,
        })
    }

    /// Pauses a running timer, and lets a paused or stopped one run. False for an unknown one.
    pub fn toggle(&mut self, now: f64, name: &str) -> bool {
        self.pause(now, name) || self.unpause(now, name) || self.start(now, name)
    }

    /// Starts over: the whole interval, all repetitions. False for an unknown one.
    pub fn start(&mut self, now: f64, name: &str) -> bool {
        self.change(name, |timer| {
            timer.fired = 0;
            Some(State::Due(now + timer.interval))
        })
    }

    /// Stops a timer until it is started. False when it was stopped already.
    pub fn stop(&mut self, name: &str) -> bool {
        self.change(name, |timer| (timer.state != State::Stopped).then_some(State::Stopped))
    }

    fn change(&mut self, name: &str, to: impl FnOnce(&mut Timer<F>) -> Option<State>) -> bool {
        let Some(timer) = self.get_mut(name) else { return false };
        match to(timer) {
            Some(state) => {
                timer.state = state;
                true
            }
            None => false,
        }
    }

    /// Seconds until it fires; what is left of a paused one; the whole interval of a stopped one.
    pub fn time_left(&self, now: f64, name: &str) -> Option<f64> {
        self.get(name).map(|timer| timer.left(now))
    }

    /// How often it will fire; 0 for one that never ends.
    pub fn repetitions_left(&self, name: &str) -> Option<u64> {
        self.get(name).map(Timer::repetitions_left)
    }

    /// Every timer, in the order of creation.
    pub fn iter(&self, now: f64) -> impl Iterator<Item = TimerView<'_>> {
        self.timers.values().map(move |timer| TimerView {
            name: timer.name.as_deref(),
            owner: timer.owner,
            interval: timer.interval,
            left: timer.left(now),
            repetitions_left: timer.repetitions_left(),
            running: matches!(timer.state, State::Due(_)),
        })
    }

    /// Begins a frame's round: the timers that are due now. It borrows nothing, so timers may change between two steps.
    pub fn due(&self, now: f64) -> Round {
        let mut due: Vec<(f64, u64)> =
            self.timers.iter().filter_map(|(&number, timer)| timer.due(now).map(|at| (at, number))).collect();
        due.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        Round { order: due.into_iter().map(|(_, number)| number).collect::<Vec<_>>().into_iter() }
    }

    /// The next timer of a round, moved on to its next due time, or gone if this was its last.
    pub fn next(&mut self, now: f64, round: &mut Round) -> Option<Due<F>> {
        for number in round.order.by_ref() {
            let Some(timer) = self.timers.get_mut(&number) else { continue };
            let Some(due) = timer.due(now) else { continue };
            timer.fired += 1;
            let run = Due { name: timer.name.clone(), owner: timer.owner, function: timer.function.clone() };
            if timer.repetitions != 0 && timer.fired >= timer.repetitions {
                if let Some(name) = &timer.name {
                    self.names.remove(name);
                }
                self.take(number);
            } else {
                timer.state = State::Due(next_due(due, timer.interval, now));
            }
            return Some(run);
        }
        None
    }
}

impl<F> Timer<F> {
    /// Its due time, if that has come.
    fn due(&self, now: f64) -> Option<f64> {
        match self.state {
            State::Due(at) if at <= now + ROUNDING => Some(at),
            _ => None,
        }
    }

    fn left(&self, now: f64) -> f64 {
        match self.state {
            State::Due(at) => (at - now).max(0.0),
            State::Paused(left) => left,
            State::Stopped => self.interval,
        }
    }

    fn repetitions_left(&self) -> u64 {
        self.repetitions.saturating_sub(self.fired)
    }
}

/// The first time after `now` on the grid of due times.
fn next_due(due: f64, interval: f64, now: f64) -> f64 {
    let next = due + interval;
    if next > now + ROUNDING {
        next
    } else if interval > 0.0 {
        let missed = ((now + ROUNDING - due) / interval).floor();
        // An interval too short for such counting is as good as none.
        let next = due + (missed + 1.0) * interval;
        if next.is_finite() { next.max(now) } else { now }
    } else {
        now
    }
}

#[cfg(test)]
#[path = "timers_tests.rs"]
mod tests;
