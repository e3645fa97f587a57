//! Runs a case and checks what must hold whatever scripts do.

use super::case::{Case, SCRIPTS, Step};
use moonyard::app::game::Game;
use moonyard::script::{Counts, Limits, MemoryLimits};
use moonyard::sim::{MAX_DISTANCE, MAX_SPEED};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// What came out of a case.
pub struct Outcome {
    /// The state at the end, and all that was said on the way.
    pub digest: String,
    pub said: Vec<String>,
    /// A script took too long, and when that is noticed differs from run to run.
    pub stopped: bool,
}

/// What the yard says of a script that it stops.
pub const STOPPED: &str = "is stopped until its file changes";

/// What did not hold.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The same for the same mistake, however the case looks.
    pub kind: String,
    pub message: String,
}

fn limits() -> Limits {
    // Far more than these programs take, far less than a test may wait.
    let memory = MemoryLimits { a_script: 16 << 20, all_scripts: 64 << 20 };
    Limits { deadline: Duration::from_millis(150), memory }
}

fn failed<T>(kind: &str, message: String) -> Result<T, Failure> {
    Err(Failure { kind: kind.into(), message })
}

/// Runs a case from beginning to end; a panic is a failure like others.
pub fn run(case: &Case) -> Result<Outcome, Failure> {
    let ran = quietly(|| catch_unwind(AssertUnwindSafe(|| Run::new().all(case))));
    ran.unwrap_or_else(|_| {
        let place = PANIC.take().unwrap_or_default();
        failed(&format!("a panic at {}", place.0), place.1)
    })
}

thread_local! {
    static QUIET: RefCell<bool> = const { RefCell::new(false) };
    /// Where the last panic was, and what it said.
    static PANIC: RefCell<Option<(String, String)>> = const { RefCell::new(None) };
}

/// Keeps panics of this thread from the terminal.
fn quietly<T>(work: impl FnOnce() -> T) -> T {
    static HOOK: std::sync::Once = std::sync::Once::new();
    HOOK.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if QUIET.with_borrow(|quiet| *quiet) {
                let place = panic.location().map(ToString::to_string).unwrap_or_default();
                PANIC.set(Some((place, panic.to_string())));
            } else {
                usual(panic);
            }
        }));
    });
    QUIET.set(true);
    let done = work();
    QUIET.set(false);
    done
}

struct Run {
    game: Game,
    said: Vec<String>,
    ticks: u64,
    /// Where static bodies were when they were first seen, by id.
    fixed: BTreeMap<i64, glam::DVec3>,
    /// How many bodies the yard itself has.
    of_the_yard: usize,
}

impl Run {
    fn new() -> Run {
        let game = Game::with_limits(limits()).unwrap();
        let of_the_yard = game.sim().world.bodies().count();
        Run { game, said: Vec::new(), ticks: 0, fixed: BTreeMap::new(), of_the_yard }
    }

    fn all(mut self, case: &Case) -> Result<Outcome, Failure> {
        for step in &case.steps {
            self.step(step)?;
            self.check()?;
        }
        self.goes_when_unloaded()?;
        self.answers()?;
        let stopped = self.said.iter().any(|line| line.contains(STOPPED));
        Ok(Outcome { digest: self.game.digest(), said: self.said, stopped })
    }

    fn step(&mut self, step: &Step) -> Result<(), Failure> {
        match step {
            Step::Load { name, program } => {
                self.game.load(name, program.text().as_bytes());
            }
            Step::Bytes { name, bytes } => {
                self.game.load(name, bytes);
            }
            Step::Unload(name) => self.unload(name)?,
            Step::Ticks(ticks) => {
                for _ in 0..*ticks {
                    self.tick()?;
                }
            }
            Step::Frame(seconds) => {
                self.game.frame(*seconds, &[]);
                // A picture of it, as a window takes one.
                let _ = self.game.scene_between_ticks();
                self.ticks = self.game.sim().tick();
            }
            Step::Press(event) => {
                self.game.tick(&[*event]);
                self.ticks += 1;
            }
            Step::Teleport(feet) => {
                let _ = self.game.teleport(*feet);
            }
            Step::Shutdown => self.game.shutdown(),
        }
        self.listen();
        Ok(())
    }

    fn tick(&mut self) -> Result<(), Failure> {
        self.game.tick(&[]);
        self.ticks += 1;
        self.listen();
        self.check()
    }

    fn listen(&mut self) {
        self.said.extend(self.game.take_lines().iter().map(|line| without_addresses(&line.text)));
    }

    fn check(&mut self) -> Result<(), Failure> {
        let sim = self.game.sim();
        let mut owners: BTreeMap<Option<u32>, usize> = BTreeMap::new();
        for body in sim.world.bodies() {
            let state = format!("body {body:?}");
            if !(body.pos.is_finite() && body.velocity.is_finite() && body.rotation.is_finite()) {
                return failed("a body is not finite", state);
            }
            if body.velocity.length() > MAX_SPEED * 1.000_01 {
                return failed("a body is too fast", state);
            }
            // What went too far is frozen after the tick that took it there.
            if body.pos.abs().max_element() > MAX_DISTANCE + MAX_SPEED {
                return failed("a body is too far away", state);
            }
            let was = *self.fixed.entry(body.id.0).or_insert(body.pos);
            if body.is_static && was != body.pos {
                return failed("a static body moved", format!("{state}; it was at {was}"));
            }
            *owners.entry(body.owner).or_default() += 1;
        }
        if owners.get(&None) != Some(&self.of_the_yard) {
            return failed("the yard's own bodies changed", format!("{owners:?}"));
        }
        let (player, camera) = (&sim.player, &sim.camera);
        let seen = [
            player.feet(),
            player.velocity(),
            player.facing(),
            camera.position(),
            camera.target(),
            camera.forward(),
        ];
        if !seen.iter().all(|v| v.is_finite()) {
            return failed("the player or the camera is not finite", format!("{seen:?}"));
        }
        if (camera.forward().length() - 1.0).abs() > 1e-6 {
            return failed("the camera looks nowhere", format!("{seen:?}"));
        }
        if sim.tick() != self.ticks {
            return failed("a tick was lost", format!("{} for {}", sim.tick(), self.ticks));
        }
        drop(sim);
        self.adds_up()
    }

    /// What scripts hold is what all hold together: nothing belongs to nobody.
    fn adds_up(&self) -> Result<(), Failure> {
        let mut sum = Counts::default();
        for (name, _) in self.game.scripts() {
            let Counts { bodies, hooks, timers } = self.game.counts(name);
            sum =
                Counts { bodies: sum.bodies + bodies, hooks: sum.hooks + hooks, timers: sum.timers + timers };
        }
        if sum != self.game.totals() {
            return failed("something belongs to no script", format!("{sum:?} of {:?}", self.game.totals()));
        }
        Ok(())
    }

    fn unload(&mut self, name: &str) -> Result<(), Failure> {
        let (held, before) = (self.game.counts(name), self.game.totals());
        self.game.unload(name);
        let left = self.game.totals();
        let wanted = Counts {
            bodies: before.bodies - held.bodies,
            hooks: before.hooks - held.hooks,
            timers: before.timers - held.timers,
        };
        if left != wanted {
            return failed(
                "something outlives its script",
                format!("{name}: {left:?} instead of {wanted:?}"),
            );
        }
        Ok(())
    }

    fn goes_when_unloaded(&mut self) -> Result<(), Failure> {
        for name in SCRIPTS {
            self.unload(name)?;
            self.tick()?;
        }
        if self.game.totals() != Counts::default() {
            return failed("something outlives its script", format!("{:?}", self.game.totals()));
        }
        let _ = self.game.scene();
        let _ = self.game.scene_between_ticks();
        Ok(())
    }

    /// A script that is loaded now finds everything as it should be.
    fn answers(&mut self) -> Result<(), Failure> {
        const PROBE: &str = "
            assert(physics.count() == 0 and getmetatable('') == false and ('x'):rep(2) == 'xx' and math.huge == 1 / 0)
            assert(not pcall(function() physics.box = nil end) and rawget(_G, 'V') == nil and state.n == nil)
            assert(tostring(Vec(1, 2, 3) + Vec(1, 1, 1)) == 'Vec(2.000, 3.000, 4.000)' and Vec(3, 4):length() == 5)
            local id, n = physics.sphere { pos = Vec(15, 3, 15) }, 0
            hook.Add('Tick', 'probe', function() n = n + 1 end)
            timer.Simple(0, function() print('alive', n, physics.position(id).y < 3, next(hook.GetTable(), 'Tick')) end)";
        let before = self.said.len();
        self.game.load("probe.lua", PROBE.as_bytes());
        for _ in 0..2 {
            self.tick()?;
        }
        let said = &self.said[before..];
        if !said.iter().any(|line| line == "alive\t1\ttrue\tnil") {
            return failed("the yard does not answer any more", format!("{said:?}"));
        }
        self.unload("probe.lua")
    }
}

/// The text with what differs in every run made the same.
fn without_addresses(text: &str) -> String {
    let mut parts = text.split("0x");
    let mut masked = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        masked.push_str("0x#");
        masked.push_str(part.trim_start_matches(|c: char| c.is_ascii_hexdigit()));
    }
    masked
}

/// Which functions of the yard did what they should at least once.
pub fn worked(outcome: &Outcome) -> BTreeSet<String> {
    outcome.said.iter().filter_map(|line| line.strip_prefix("ok ")).map(str::to_owned).collect()
}
