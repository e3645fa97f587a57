//! Random programs over everything that scripts can call, with reloads, presses and teleports in between.
//!
//! Whatever they do: nothing panics or hangs; every position, velocity and direction stays finite; what a script made goes with
//! it; the yard answers afterwards; and the same case again gives the same digest.
//!
//! A failure prints its seed and the smallest case that still fails. By hand:
//! `MOONYARD_FUZZ_SECONDS=3600 cargo test --test endurance fuzz -- --nocapture`, `MOONYARD_FUZZ_FROM=12345` to begin elsewhere,
//! `MOONYARD_FUZZ_SEED=12345` for one case that is shown, `MOONYARD_FUZZ_CASES=1000` for so many. With `MOONYARD_FUZZ_DIGESTS=file` the digest of
//! every case goes into a file, to be compared with another build's. `./check` tries new cases for two minutes, from the time of the
//! commit on: what fails there fails again, and the next commit tries others.

mod api;
mod case;
mod objects;
mod options;
mod program;
mod run;
mod shrink;
mod values;
mod words;
mod writer;

use api::Api;
use case::Case;
use moonyard::sim::Digest;
use run::{Failure, Outcome, run, worked};
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// So many cases are tried each time.
const CASES: u64 = 600;

/// No case takes a hundredth of this.
const PATIENCE: Duration = Duration::from_secs(180);

fn variable(name: &str) -> Option<u64> {
    let value = std::env::var(name).ok()?;
    Some(value.parse().unwrap_or_else(|_| panic!("{name} must be a whole number, got {value}")))
}

#[test]
fn random_programs_do_no_harm_and_repeat_to_the_bit() {
    let one = variable("MOONYARD_FUZZ_SEED");
    let from = one.or_else(|| variable("MOONYARD_FUZZ_FROM")).unwrap_or(1);
    let seconds = variable("MOONYARD_FUZZ_SECONDS").map(Duration::from_secs);
    let cases = match (one, seconds) {
        (Some(_), _) => 1,
        (None, Some(_)) => u64::MAX - from,
        (None, None) => variable("MOONYARD_FUZZ_CASES").unwrap_or(CASES),
    };
    let digests = std::env::var_os("MOONYARD_FUZZ_DIGESTS");
    let digests = digests.map(|file| std::fs::File::create(file).unwrap());
    // A file is written in order.
    let threads = if one.is_some() || digests.is_some() {
        1
    } else {
        std::thread::available_parallelism().map_or(1, usize::from)
    };
    let search = Search {
        next: AtomicU64::new(from),
        end: from + cases,
        until: seconds.map(|seconds| Instant::now() + seconds),
        shows: one.is_some(),
        digests: digests.map(Mutex::new),
        found: Mutex::default(),
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads)
            .map(|number| {
                scope.spawn({
                    let search = &search;
                    move || search.work(number)
                })
            })
            .collect();
        for thread in threads {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        }
    });
    let next = search.next.into_inner().min(search.end);
    assert!(next > from, "there was no time for a single case");
    let found = search.found.into_inner().unwrap();
    if seconds.is_some() || one.is_some() {
        println!("seeds {from} to {}: fine; in {} a script was stopped", next - 1, found.stopped);
        println!("how many cases called what with success: {:?}", found.reached);
    }
    // By the clock it may be few on a slow machine.
    if one.is_none() && seconds.is_none() {
        let api = Api::new();
        let missed: Vec<&str> = api
            .functions()
            .map(|f| f.name.as_str())
            .filter(|name| !found.reached.contains_key(*name))
            .collect();
        assert!(missed.is_empty(), "no program ever called these with success: {missed:?}");
    }
}

/// What threads share that try one seed after the other.
struct Search {
    next: AtomicU64,
    end: u64,
    /// None begins after this.
    until: Option<Instant>,
    /// Shows each case and what it said.
    shows: bool,
    digests: Option<Mutex<std::fs::File>>,
    found: Mutex<Found>,
}

#[derive(Default)]
struct Found {
    /// In how many cases a script was stopped.
    stopped: u64,
    /// How many cases called a function with success.
    reached: BTreeMap<String, u64>,
}

impl Search {
    fn work(&self, thread: usize) {
        let api = Api::new();
        let guard = HangGuard::new(thread);
        while self.until.is_none_or(|until| Instant::now() < until) {
            let seed = self.next.fetch_add(1, Relaxed);
            if seed >= self.end {
                break;
            }
            self.try_seed(seed, &api, &guard);
        }
    }

    fn try_seed(&self, seed: u64, api: &Api, guard: &HangGuard) {
        let case = Case::new(seed, api);
        guard.begins(&case);
        let began = Instant::now();
        let outcome = twice(&case).unwrap_or_else(|failure| {
            // The others need not go on.
            self.next.store(self.end, Relaxed);
            report(guard, &case, &failure)
        });
        if began.elapsed() > Duration::from_secs(3) {
            println!("seed {seed} took {:?}", began.elapsed());
        }
        if outcome.stopped {
            let why = outcome.said.iter().find(|line| line.contains(run::STOPPED));
            println!("seed {seed}: {}", why.map_or("", String::as_str));
        }
        if self.shows {
            println!("{case}\n{}", outcome.said.join("\n"));
        }
        if let Some(file) = &self.digests {
            writeln!(file.lock().unwrap(), "{}", digest_line(&case, &outcome)).unwrap();
        }
        let mut found = self.found.lock().unwrap();
        found.stopped += u64::from(outcome.stopped);
        for name in worked(&outcome) {
            *found.reached.entry(name).or_default() += 1;
        }
    }
}

/// A case's seed, and what came of it.
fn digest_line(case: &Case, outcome: &Outcome) -> String {
    // Where it is stopped differs.
    if outcome.stopped || case.to_string().contains(words::RUNAWAY) {
        return format!("{} - -", case.seed);
    }
    let mut said = Digest::new();
    outcome.said.iter().for_each(|line| said.str(line));
    format!("{} {} {}", case.seed, outcome.digest, said.finish())
}

/// Runs a case twice: both must go the same way.
fn twice(case: &Case) -> Result<Outcome, Failure> {
    let (first, second) = (run(case)?, run(case)?);
    if first.stopped || second.stopped || (first.digest == second.digest && first.said == second.said) {
        return Ok(first);
    }
    let lines = first.said.iter().zip(&second.said).find(|(a, b)| a != b);
    let message = format!("{} and {}; lines {lines:?}", first.digest, second.digest);
    Err(Failure { kind: "two runs differ".into(), message })
}

fn report(guard: &HangGuard, case: &Case, failure: &Failure) -> ! {
    let _ = writeln!(
        std::io::stderr(),
        "seed {}: {}: {}; looking for a smaller case …",
        case.seed,
        failure.kind,
        failure.message
    );
    let fails = |case: &Case| {
        guard.begins(case);
        twice(case).is_err_and(|found| found.kind == failure.kind)
    };
    let small = shrink::shrink(case, fails);
    let message = twice(&small).map_or_else(|failure| failure.message, |_| "it does not always fail".into());
    panic!(
        "seed {}: {}: {message}\nThe smallest case that fails (its scripts stand on PREAMBLE in program.rs):\n{small}",
        case.seed, failure.kind
    );
}

/// Ends the process when a case does not end, and says which it was. The case in hand is in a file too, for when the process
/// dies otherwise.
struct HangGuard {
    now: Arc<Mutex<Option<(Instant, u64)>>>,
    file: std::path::PathBuf,
}

impl HangGuard {
    fn new(thread: usize) -> HangGuard {
        let now = Arc::new(Mutex::new(Some((Instant::now(), 0))));
        let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("fuzz-case-{}-{thread}.txt", std::process::id()));
        let (watched, shown) = (now.clone(), file.clone());
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(Duration::from_secs(1));
                let Some((since, seed)) = *watched.lock().unwrap() else { break };
                if since.elapsed() > PATIENCE {
                    let _ =
                        writeln!(std::io::stderr(), "seed {seed} does not end: it is in {}", shown.display());
                    std::process::abort();
                }
            }
        });
        HangGuard { now, file }
    }

    fn begins(&self, case: &Case) {
        *self.now.lock().unwrap() = Some((Instant::now(), case.seed));
        std::fs::write(&self.file, format!("seed {}\n{case}", case.seed)).unwrap();
    }
}

impl Drop for HangGuard {
    fn drop(&mut self) {
        *self.now.lock().unwrap() = None;
        if !std::thread::panicking() {
            let _ = std::fs::remove_file(&self.file);
        }
    }
}
