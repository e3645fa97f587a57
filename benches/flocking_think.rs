//! What vectors cost: `Think` of a flock written with `Vec`, to the same flock on plain numbers.
//!
//! The flock is the cookbook's where there is one, and else one of ours that does the same. Both fly in states of their
//! own, so that neither pays for the other's garbage, and their frames are timed in turns: timers, contacts and `Think`,
//! without the step of the world. In "arithmetic alone" bodies are arrays in Lua, and the ratio is that of the
//! arithmetic; in "in the yard" they are the yard's, and both sides pay the same calls for reading and pushing them. At
//! the end both flocks must be in the same places, to the last bit.

mod side_by_side;

use moonyard::input::Input;
use moonyard::script::{Limits, LineKind, Loaded, ScriptHost};
use moonyard::sim::{DT, Sim};
use side_by_side::{Unit, in_turns, processor_time};
use std::time::Duration;

const COOKBOOK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/cookbook/flocking.lua");
const OURS: &str = include_str!("flocking/vectors.lua");
const PLAIN: &str = include_str!("flocking/plain.lua");
const FLAT: &str = include_str!("flocking/flat.lua");
const NO_HOST: &str = include_str!("flocking/no_host.lua");
const COUNT: &str = "local COUNT = 30\n";

const ROUNDS: usize = 60;
/// The most that vectors may take, to plain numbers: with our own Lua, and with stock Lua.
const PROMISED: f64 = if cfg!(feature = "yard-vm") { 1.1 } else { 4.5 };

/// Where a flock's bodies are.
#[derive(Clone, Copy, PartialEq)]
enum Bodies {
    InLua,
    InTheYard,
}

struct Flock {
    scripts: ScriptHost,
    bodies: Bodies,
}

impl Flock {
    fn new(bodies: Bodies, text: &str, count: usize) -> Flock {
        // A round here is more frames than the clock of the yard sees, and what is timed is the work, not the watch over it.
        let limits = Limits { deadline: Duration::from_secs(3600), ..Limits::default() };
        let mut scripts = ScriptHost::new(Sim::new(), Input::new(), limits).expect("a state of Lua");
        assert!(text.contains(COUNT), "the flock's size is not where it was");
        let mut text = text.replacen(COUNT, &format!("local COUNT = {count}\n"), 1);
        if bodies == Bodies::InLua {
            assert_eq!(scripts.load("bodies.lua", NO_HOST.as_bytes()), Loaded::New);
            text.insert_str(0, "physics, player = shared.physics, shared.player ");
        }
        let loaded = scripts.load("flock.lua", text.as_bytes());
        assert_eq!(loaded, Loaded::New, "{:?}", scripts.take_lines());
        Flock { scripts, bodies }
    }

    /// Some frames; the time that scripts took.
    fn frames(&mut self, frames: u32) -> Duration {
        let mut spent = Duration::ZERO;
        for _ in 0..frames {
            if self.bodies == Bodies::InTheYard {
                self.scripts.host().sim.borrow_mut().step();
            }
            self.scripts.tick();
            spent += processor_time(|| self.scripts.frame(DT));
        }
        spent / frames
    }

    /// Every bit of every place, in one text.
    fn checksum(self) -> String {
        if self.bodies == Bodies::InLua {
            self.scripts.shutdown();
            let lines = self.scripts.take_lines();
            assert!(lines.iter().all(|line| line.kind == LineKind::Print), "{lines:?}");
            return lines.iter().map(|line| line.text.as_str()).collect();
        }
        assert_eq!(self.scripts.errors(), 0, "{:?}", self.scripts.take_lines());
        let sim = self.scripts.host().sim.borrow();
        let theirs = sim.world.bodies().filter(|body| body.owner.is_some());
        theirs.flat_map(|body| body.pos.to_array()).map(|n| format!("{:016x}", n.to_bits())).collect()
    }
}

fn main() {
    let cookbook = std::fs::read_to_string(COOKBOOK).ok();
    println!("flocking_think: {}", if cookbook.is_some() { "the cookbook's flock" } else { "our own flock" });
    let text = cookbook.as_deref().unwrap_or(OURS);
    for (bodies, place) in [(Bodies::InLua, "arithmetic alone"), (Bodies::InTheYard, "in the yard")] {
        // As many frames a round as take some milliseconds: collecting garbage then falls on every round alike.
        for (count, frames) in [(30, 40), (300, 2)] {
            let mut vectors = Flock::new(bodies, text, count);
            let mut plain = Flock::new(bodies, PLAIN, count);
            let mut flat = Flock::new(bodies, FLAT, count);
            let runs: &mut [&mut dyn FnMut() -> Duration] =
                &mut [&mut || plain.frames(frames), &mut || vectors.frames(frames), &mut || {
                    flat.frames(frames)
                }];
            let samples = in_turns(ROUNDS, runs);
            let [floor, think, fewest] = &samples[..] else { unreachable!("three were timed") };
            let what = format!("{count} boids, {place}");
            floor.report(&format!("{what}: a frame on plain numbers"), Unit::Seconds, None);
            think.report(&format!("{what}: a frame on vectors"), Unit::Seconds, None);
            let ratio = think.with(floor, |think, floor| think / floor);
            ratio.report(&format!("{what}: vectors to plain numbers"), Unit::Times, Some(PROMISED));
            let ratio = think.with(fewest, |think, fewest| think / fewest);
            ratio.report(&format!("{what}: to plain numbers without y"), Unit::Times, None);
            let checksum = vectors.checksum();
            assert_eq!(checksum, flat.checksum(), "the two flocks flew apart");
            assert_eq!(checksum, plain.checksum(), "the two flocks flew apart");
        }
    }
}
