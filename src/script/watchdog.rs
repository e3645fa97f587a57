//! A thread that notices when a call into Lua outlives its deadline, and sets the stop flag.
//!
//! Nothing is armed in normal running: a call costs two stores. The watchdog looks every few milliseconds; when it has seen the
//! same call long enough, by the processor time of the script's thread, it sets the flag, which every loop in Lua reads. A
//! machine that is busy with other things therefore stops nobody.
//!
//! The flag stays set until the call has ended, so nothing in a script can catch the stop and go on. A late look cannot stop
//! the next call: the watchdog says which call it means before it looks whether that one still runs, and whoever ends a call
//! clears the flag if the watchdog meant it.
//!
//! A call can pause: what the thread does meanwhile does not count, and the watchdog stops nothing then.

#![allow(unsafe_code)]

use super::stop::StopFlag;
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How often the watchdog looks.
const LOOK: Duration = Duration::from_millis(10);
/// A call that uses no processor time is stopped after so many deadlines of the wall's time.
const PATIENCE: u32 = 40;

/// A watchdog over the thread that made it.
pub struct Watchdog {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
    /// The number of the last call.
    number: Cell<u64>,
}

/// A pause of a call, from [`Watchdog::pause`] to [`Watchdog::resume`].
pub struct Pause {
    began: Instant,
    processor: Duration,
}

struct Shared {
    /// The call that runs, or 0.
    call: AtomicU64,
    /// The call that the watchdog means to stop, or 0.
    meant: AtomicU64,
    /// The thread's processor time at the last look, in nanoseconds.
    looked: AtomicU64,
    /// Whether the call pauses.
    paused: AtomicBool,
    /// Processor time and wall's time of all pauses so far, in nanoseconds. Written before `paused` is cleared.
    pauses: AtomicU64,
    pauses_of_wall: AtomicU64,
    flag: Mutex<StopFlag>,
    /// Whether the watchdog should end, and the way to tell it at once.
    over: Mutex<bool>,
    wake: Condvar,
}

impl Watchdog {
    /// Watches over calls that this thread makes.
    pub fn new(flag: StopFlag, deadline: Duration) -> Watchdog {
        let shared = Arc::new(Shared {
            call: AtomicU64::new(0),
            meant: AtomicU64::new(0),
            looked: AtomicU64::new(0),
            paused: AtomicBool::new(false),
            pauses: AtomicU64::new(0),
            pauses_of_wall: AtomicU64::new(0),
            flag: Mutex::new(flag),
            over: Mutex::new(false),
            wake: Condvar::new(),
        });
        let (watching, clock) = (shared.clone(), ThreadClock::of_this_thread());
        let thread = std::thread::Builder::new()
            .name("watchdog".into())
            .spawn(move || watch(&watching, &clock, deadline))
            .ok();
        Watchdog { shared, thread, number: Cell::new(0) }
    }

    /// Whether there is one: a system that makes no threads has none.
    pub fn is_awake(&self) -> bool {
        self.thread.is_some()
    }

    /// A call begins.
    pub fn begin(&self) {
        let number = self.number.get() + 1;
        self.number.set(number);
        self.shared.call.store(number, SeqCst);
    }

    /// What comes now is not the call's own. Pauses do not nest.
    pub fn pause(&self) -> Pause {
        let pause = Pause { began: Instant::now(), processor: thread_time() };
        self.shared.paused.store(true, SeqCst);
        pause
    }

    /// The call goes on.
    pub fn resume(&self, pause: &Pause) {
        let processor = thread_time().saturating_sub(pause.processor);
        self.shared.pauses.fetch_add(nanoseconds(processor), SeqCst);
        self.shared.pauses_of_wall.fetch_add(nanoseconds(pause.began.elapsed()), SeqCst);
        self.shared.paused.store(false, SeqCst);
    }

    /// The processor time that the thread had used when the watchdog last looked, a few milliseconds ago: cheaper than asking.
    pub fn last_look(&self) -> Duration {
        Duration::from_nanos(self.shared.looked.load(SeqCst))
    }

    /// Whether the call that runs is being stopped.
    pub fn barks(&self) -> bool {
        self.shared.meant.load(SeqCst) == self.number.get()
    }

    /// The call ended. Tells if it was stopped.
    pub fn end(&self) -> bool {
        self.shared.call.store(0, SeqCst);
        let stopped = self.barks();
        if stopped {
            // Waits for the watchdog to be done with the flag.
            self.shared.flag.lock().unwrap_or_else(PoisonError::into_inner).clear();
        }
        stopped
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        *self.shared.over.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.shared.wake.notify_all();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn watch(shared: &Shared, clock: &ThreadClock, deadline: Duration) {
    let started = Instant::now();
    let mut seen = None;
    let mut over = shared.over.lock().unwrap_or_else(PoisonError::into_inner);
    while !*over {
        over = shared.wake.wait_timeout(over, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        let call = shared.call.load(SeqCst);
        let now = clock.now();
        shared.looked.store(nanoseconds(now), SeqCst);
        // After the clock and in this order: a pause that the clock saw is either still on, or all of it is in the sums.
        if shared.paused.load(SeqCst) {
            continue;
        }
        let now = now.saturating_sub(Duration::from_nanos(shared.pauses.load(SeqCst)));
        let wall = started.elapsed().saturating_sub(Duration::from_nanos(shared.pauses_of_wall.load(SeqCst)));
        match seen {
            Some((number, used, since)) if number == call => {
                let late = now.saturating_sub(used) > deadline;
                if late || wall.saturating_sub(since) > deadline.saturating_mul(PATIENCE) {
                    stop(shared, call);
                }
            }
            _ => seen = (call != 0).then_some((call, now, wall)),
        }
    }
}

fn stop(shared: &Shared, call: u64) {
    let flag = shared.flag.lock().unwrap_or_else(PoisonError::into_inner);
    shared.meant.store(call, SeqCst);
    if shared.call.load(SeqCst) == call {
        flag.set();
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// The processor time that one thread has used, readable from another.
struct ThreadClock {
    #[cfg(target_os = "linux")]
    clock: Option<libc::clockid_t>,
    since: Instant,
}

impl ThreadClock {
    fn of_this_thread() -> ThreadClock {
        ThreadClock {
            #[cfg(target_os = "linux")]
            clock: {
                let mut clock = 0;
                // SAFETY: the thread that calls is alive, and `clock` is a place to write to.
                let found = unsafe { libc::pthread_getcpuclockid(libc::pthread_self(), &raw mut clock) };
                (found == 0).then_some(clock)
            },
            since: Instant::now(),
        }
    }

    /// Elsewhere than on Linux, or when the thread is gone, the wall's time.
    fn now(&self) -> Duration {
        #[cfg(target_os = "linux")]
        if let Some(time) = self.clock.and_then(read_clock) {
            return time;
        }
        self.since.elapsed()
    }
}

/// The processor time that this thread has used.
pub fn thread_time() -> Duration {
    #[cfg(target_os = "linux")]
    if let Some(time) = read_clock(libc::CLOCK_THREAD_CPUTIME_ID) {
        return time;
    }
    thread_local!(static START: Instant = Instant::now());
    START.with(Instant::elapsed)
}

#[cfg(target_os = "linux")]
fn read_clock(clock: libc::clockid_t) -> Option<Duration> {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is a place to write to; a clock that does not exist any more is an error.
    let read = unsafe { libc::clock_gettime(clock, &raw mut time) };
    let seconds = u64::try_from(time.tv_sec).ok()?;
    let nanoseconds = u32::try_from(time.tv_nsec).ok()?;
    (read == 0).then(|| Duration::new(seconds, nanoseconds))
}
