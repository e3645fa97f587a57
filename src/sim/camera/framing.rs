//! Where a picture is taken from: on an arm around something, or from one place to another.
//!
//! A framing can be taken half-way to the next one, so that whoever draws between two ticks sees smooth motion. Arms that
//! walls shorten are measured anew wherever they are: no eye is ever closer to a body than its probe, nor behind one.

use crate::sim::mover::{self, Capsule};
use crate::sim::player;
use crate::sim::world::World;
use glam::DVec3;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::sim) enum Framing {
    Arm(Arm),
    Aim { eye: DVec3, target: DVec3 },
}

/// An eye that looks past a pivot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::sim) struct Arm {
    /// In the middle of what is followed.
    pub base: DVec3,
    /// How far the pivot is to the right of that.
    pub side: f64,
    /// Degrees to the right of -Z.
    pub yaw: f64,
    /// Degrees above the horizon.
    pub pitch: f64,
    /// From the pivot to the eye.
    pub length: f64,
    /// Whether bodies are in the way of pivot and eye.
    pub collides: bool,
}

/// What a framing comes to in the world.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) struct Shot {
    /// What it looks at, or past.
    pub pivot: DVec3,
    pub eye: DVec3,
    /// Of length 1.
    pub forward: DVec3,
}

impl Framing {
    /// The framing at a part, 0..=1, of the way to the next.
    pub fn towards(&self, next: &Framing, part: f64) -> Framing {
        match (*self, *next) {
            _ if part >= 1.0 => *next,
            (Framing::Arm(a), Framing::Arm(b)) => {
                let number = |a: f64, b: f64| a + (b - a) * part;
                Framing::Arm(Arm {
                    base: a.base.lerp(b.base, part),
                    side: number(a.side, b.side),
                    yaw: a.yaw + player::wrapped(b.yaw - a.yaw) * part,
                    pitch: number(a.pitch, b.pitch),
                    length: number(a.length, b.length),
                    collides: b.collides,
                })
            }
            (Framing::Aim { eye: a, target: at }, Framing::Aim { eye: b, target: bt }) => {
                Framing::Aim { eye: a.lerp(b, part), target: at.lerp(bt, part) }
            }
            _ => *next,
        }
    }

    /// `probe` is the radius of the ball that must find room wherever the eye goes.
    pub fn shot(&self, world: &World, probe: f64) -> Shot {
        match *self {
            Framing::Arm(arm) => arm.shot(world, probe),
            Framing::Aim { eye, target } => {
                Shot { pivot: target, eye, forward: (target - eye).try_normalize().unwrap_or(DVec3::NEG_Z) }
            }
        }
    }

    /// Where it looks, as degrees to the right of -Z.
    pub fn heading(&self) -> f64 {
        match *self {
            Framing::Arm(arm) => arm.yaw,
            Framing::Aim { eye, target } => player::heading_of(target - eye),
        }
    }
}

impl Arm {
    pub fn forward(&self) -> DVec3 {
        let pitch = self.pitch.to_radians();
        player::facing(self.yaw) * libm::cos(pitch) + DVec3::Y * libm::sin(pitch)
    }

    fn shot(&self, world: &World, probe: f64) -> Shot {
        let facing = player::facing(self.yaw);
        let aside = DVec3::new(-facing.z, 0.0, facing.x) * self.side;
        let forward = self.forward();
        let go = |from, along| if self.collides { reach(world, probe, from, along) } else { from + along };
        let pivot = go(self.base, aside);
        Shot { pivot, eye: go(pivot, -forward * self.length), forward }
    }
}

/// How far a ball gets.
pub(in crate::sim) fn reach(world: &World, radius: f64, from: DVec3, along: DVec3) -> DVec3 {
    if along == DVec3::ZERO {
        return from;
    }
    let probe = Capsule { radius, height: 2.0 * radius };
    let below = from - DVec3::Y * radius;
    let solids = mover::solids(world, probe, below, along);
    let part = probe.sweep(below, along, &solids).map_or(1.0, |(part, _)| part);
    from + along * part
}
