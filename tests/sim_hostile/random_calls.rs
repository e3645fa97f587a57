//! Calls at random, with numbers that hurt: nothing panics, nothing gets infinite, and the same calls give the same world.

use super::*;
use moonyard::sim::{CameraPath, Digest, PathKey, ViewMode, Walk};

/// A generator of ours, so that a seed means the same everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Mostly an ordinary number, else one that hurts.
    fn number(&mut self, low: f64, high: f64) -> f64 {
        const HOSTILE: [f64; 20] = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.02,
            0.019,
            500.0,
            1000.0,
            1e4,
            -1e4,
            10_001.0,
            1e30,
            -1e30,
            1e300,
            f64::MAX,
            5e-324,
            1e-30,
            f64::NAN,
            f64::INFINITY,
            f64::NEG_INFINITY,
        ];
        if self.below(12) == 0 { HOSTILE[self.below(20) as usize] } else { self.between(low, high) }
    }

    fn vector(&mut self, most: f64) -> DVec3 {
        let scale = if self.below(4) == 0 { most } else { most / 20.0 };
        v(self.number(-scale, scale), self.number(-scale, scale), self.number(-scale, scale))
    }

    fn def(&mut self) -> BodyDef {
        let shape = if self.below(2) == 0 {
            Shape::Sphere { radius: self.number(0.02, 1.0) }
        } else {
            Shape::Box { size: v(self.number(0.02, 2.0), self.number(0.02, 2.0), self.number(0.02, 2.0)) }
        };
        BodyDef {
            pos: v(self.number(-8.0, 8.0), self.number(0.0, 6.0), self.number(-8.0, 14.0)),
            is_static: self.below(8) == 0,
            density: self.number(1.0, 2000.0),
            friction: self.number(0.0, 2.0),
            bounce: self.number(0.0, 1.0),
            velocity: self.vector(200.0),
            ..BodyDef::new(shape)
        }
    }
}

impl Random {
    fn place(&mut self) -> Option<DVec3> {
        (self.below(2) == 0).then(|| self.vector(20.0))
    }

    /// Something about the camera.
    fn view(&mut self, sim: &mut Sim) -> Result<(), moonyard::sim::SimError> {
        let owner = self.below(3) as u32;
        let (target, yaw) = (self.place(), self.number(-360.0, 360.0));
        let (distance, height) = (self.number(0.5, 20.0), self.number(0.3, 20.0));
        let mode = match self.below(12) {
            0 => ViewMode::Third { distance, height: self.number(0.3, 1.6), side: self.number(-1.0, 1.0) },
            1 => ViewMode::First { height: self.number(0.3, 1.65) },
            2 => ViewMode::Orbit { target, distance, height, speed: self.number(-360.0, 360.0) },
            3 => ViewMode::Topdown { target, height, yaw },
            4 => ViewMode::Iso { target, distance, yaw, pitch: self.number(0.0, 89.0) },
            5 => ViewMode::Side { target, distance, height, yaw },
            6 => ViewMode::Fixed { pos: self.place(), target },
            7 => {
                let key = |time: f64| PathKey { time, pos: self.vector(20.0), target: self.vector(20.0) };
                let keys = [0.0, 0.5, 1.5].map(key).to_vec();
                sim.play_path(owner, CameraPath::new(keys, self.below(2) == 0)?);
                return Ok(());
            }
            8 => {
                sim.release_view(owner);
                return Ok(());
            }
            9 => return sim.set_fov(owner, self.number(20.0, 120.0)),
            10 => return sim.shake(self.number(0.0, 1.0)),
            _ => {
                sim.stop_path();
                sim.give_view_back();
                return Ok(());
            }
        };
        sim.set_view(owner, mode)
    }
}

/// A story of random calls. Returns its fingerprint and how many calls were refused.
fn story(seed: u64, calls: u32) -> (String, u32) {
    let mut random = Random(seed);
    let mut sim = Sim::new();
    let mut ids = vec![BodyId(0), BodyId(-1), BodyId(i64::MAX), BodyId(1), BodyId(20)];
    let mut refused = 0;
    let mut note = |result: Result<(), String>| refused += u32::from(result.is_err());
    for _ in 0..calls {
        let id = ids[random.below(ids.len() as u64) as usize];
        let text = |error: moonyard::sim::SimError| error.to_string();
        match random.below(24) {
            0..=3 if sim.world.count() < 150 => {
                let owner = Some(random.below(3) as u32);
                match sim.world.spawn(owner, &random.def()) {
                    Ok(id) => ids.push(id),
                    Err(error) => note(Err(text(error))),
                }
            }
            4 => note(sim.world.remove(id).map_err(text)),
            5 if random.below(40) == 0 => drop(sim.world.remove_owned_by(random.below(4) as u32)),
            6..=7 => note(sim.world.set_velocity(id, random.vector(600.0)).map_err(text)),
            8..=10 => {
                let point = (random.below(2) == 0).then(|| random.vector(20.0));
                note(sim.world.impulse(id, random.vector(1e5), point).map_err(text));
            }
            11 => note(sim.world.force(id, random.vector(1e6)).map_err(text)),
            12..=13 => {
                let max = random.number(0.0, 100.0);
                match sim.world.raycast(random.vector(20.0), random.vector(2.0), max) {
                    Ok(hit) => assert!(hit.is_none_or(|hit| hit.pos.is_finite() && hit.normal.is_finite())),
                    Err(error) => note(Err(text(error))),
                }
            }
            14 => note(sim.teleport_player(random.vector(20.0)).map_err(text)),
            15 => sim.look(random.number(-30.0, 30.0), random.number(-10.0, 10.0)),
            16 => sim.toggle_camera(),
            17 => drop(sim.take_contacts()),
            18 if random.below(2) == 0 => note(random.view(&mut sim).map_err(text)),
            18 => {
                let at = (sim.world.position(id), sim.world.velocity(id), sim.world.owner(id));
                assert_eq!(at.0.is_some(), at.2.is_some());
            }
            _ => {
                sim.step();
                let walk = Walk {
                    right: random.number(-1.0, 1.0),
                    forward: random.number(-1.0, 1.0),
                    jump_pressed: random.below(9) == 0,
                    crouch: random.below(5) == 0,
                    ..Walk::default()
                };
                sim.move_player(&walk);
                all_is_well(&sim);
            }
        }
    }
    for contact in sim.take_contacts() {
        assert!(contact.speed >= 0.5 && contact.speed.is_finite() && contact.pos.is_finite(), "{contact:?}");
    }
    let mut digest = Digest::new();
    sim.digest(&mut digest);
    (digest.finish(), refused)
}

/// How many stories: few by default, as many as MOONYARD_STORIES says by hand.
fn stories() -> u64 {
    std::env::var("MOONYARD_STORIES").ok().and_then(|n| n.parse().ok()).unwrap_or(10)
}

#[test]
fn random_calls_with_hostile_numbers_break_nothing_and_repeat_to_the_bit() {
    let mut refusals = 0;
    for seed in 0..stories() {
        let (once, refused) = story(seed, 3000);
        let (again, _) = story(seed, 3000);
        assert_eq!(once, again, "seed {seed}");
        refusals += refused;
    }
    assert!(refusals > 0);
}
