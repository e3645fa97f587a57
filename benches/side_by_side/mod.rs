//! Timing things side by side: each in turn, round after round in one process, so that whatever else the machine does
//! falls on all of them alike. What runs on one thread is timed by the processor time of that thread, so that it does not
//! count when another program has the core.
//!
//! What counts is the median of many rounds, of ratios and differences taken within a round; the middle half of the
//! rounds shows how far to trust it. `cargo bench` does all the rounds. Run in any other way (as `cargo test
//! --all-targets` does), a benchmark does two, just to show that it still works.

use std::time::{Duration, Instant};

/// The program's own.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// One number for each round.
pub struct Samples(Vec<f64>);

/// What numbers are, and so how they are shown.
#[derive(Clone, Copy)]
pub enum Unit {
    /// So many times as much.
    Times,
    /// Shown in ns, µs or ms, as fits.
    Seconds,
}

/// Lets each of `runs` time itself, one after the other, `rounds` times after one round that does not count. Returns
/// their seconds, in the order of `runs`.
pub fn in_turns(rounds: usize, runs: &mut [&mut dyn FnMut() -> Duration]) -> Vec<Samples> {
    let rounds = if std::env::args().any(|argument| argument == "--bench") { rounds } else { 2 };
    let mut samples: Vec<Samples> = runs.iter().map(|_| Samples(Vec::with_capacity(rounds))).collect();
    for round in 0..=rounds {
        for (run, samples) in runs.iter_mut().zip(&mut samples) {
            let seconds = run().as_secs_f64();
            if round > 0 {
                samples.0.push(seconds);
            }
        }
    }
    samples
}

/// How long `run` takes, by the wall's clock.
#[allow(dead_code)]
pub fn time(run: impl FnOnce()) -> Duration {
    let start = Instant::now();
    run();
    start.elapsed()
}

/// How much processor time `run` takes of this thread; other threads of its do not count.
#[allow(dead_code)]
pub fn processor_time(run: impl FnOnce()) -> Duration {
    let start = used();
    run();
    used() - start
}

#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn used() -> Duration {
    let mut now = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the call only writes into `now`.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut now) };
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

/// Elsewhere the wall's clock must do.
#[cfg(not(target_os = "linux"))]
fn used() -> Duration {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

impl Samples {
    /// Round by round: what `combine` makes of this and another's numbers.
    pub fn with(&self, other: &Samples, combine: impl Fn(f64, f64) -> f64) -> Samples {
        Samples(self.0.iter().zip(&other.0).map(|(&a, &b)| combine(a, b)).collect())
    }

    /// The number under which this part of the rounds, 0 to 1, lies.
    fn quantile(&self, part: f64) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        sorted[((sorted.len() - 1) as f64 * part).round() as usize]
    }

    #[allow(dead_code)]
    pub fn median(&self) -> f64 {
        self.quantile(0.5)
    }

    /// Shows the median and the middle half and, if anything was promised, whether it is kept.
    pub fn report(&self, what: &str, unit: Unit, most: Option<f64>) {
        self.show(what, unit, most.map(|most| (most, "or less", self.quantile(0.5) <= most)));
    }

    /// The same for what is the better the more it is.
    #[allow(dead_code)]
    pub fn report_at_least(&self, what: &str, unit: Unit, least: f64) {
        self.show(what, unit, Some((least, "or more", self.quantile(0.5) >= least)));
    }

    fn show(&self, what: &str, unit: Unit, promise: Option<(f64, &str, bool)>) {
        let show = |number| match unit {
            Unit::Times => format!("×{number:.3}"),
            Unit::Seconds => duration(number),
        };
        let [low, median, high] = [0.25, 0.5, 0.75].map(|part| self.quantile(part));
        print!("{what:<58} {:>10}   middle half {} to {}", show(median), show(low), show(high));
        if let Some((promised, or, kept)) = promise {
            let kept = if kept { "kept" } else { "MISSED" };
            print!("   promised {} {or}: {kept}", show(promised));
        }
        println!();
    }
}

fn duration(seconds: f64) -> String {
    match seconds.abs() {
        s if s < 1e-6 => format!("{:.1} ns", seconds * 1e9),
        s if s < 1e-3 => format!("{:.1} µs", seconds * 1e6),
        _ => format!("{:.2} ms", seconds * 1e3),
    }
}
