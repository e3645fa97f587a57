//! The list of touches that began, for scripts.

use super::body::BodyId;
use super::convert::dvec;
use super::digest::Digest;
use super::impact::Begun;
use super::table::Table;
use super::track::Tracks;
use glam::DVec3;
use rapier3d::prelude::Collider;

/// Closing speeds under this, in m/s, are not reported.
pub(super) const REPORT_FROM: f32 = 0.5;
/// How many contacts are kept between two calls of [`Contacts::take`].
const KEPT: usize = 32;

/// The beginning of a touch between two bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The body with the smaller id.
    pub a: BodyId,
    /// The other.
    pub b: BodyId,
    /// How fast the two closed in along the normal before they touched, in m/s, spin included; at least 0.5.
    pub speed: f64,
    /// The middle of where they touch.
    pub pos: DVec3,
    /// The material of `a`.
    pub material_a: i64,
    /// The material of `b`.
    pub material_b: i64,
    /// The tick in which it happened: the first step of a world is tick 1.
    pub tick: u64,
}

/// What a collider carries: its body's id.
pub(super) fn tag(id: BodyId) -> u128 {
    u128::from(id.0 as u64)
}

/// The body of a collider that carries a [`tag`].
pub(super) fn tagged_id(collider: &Collider) -> BodyId {
    BodyId(collider.user_data as u64 as i64)
}

/// The contacts that wait to be taken.
#[derive(Default)]
pub(super) struct Contacts {
    waiting: Vec<Contact>,
}

impl Contacts {
    /// Takes over the touches that began in a step.
    pub fn collect(&mut self, begun: &[Begun], tracks: &Tracks, table: &Table, tick: u64) {
        let known = self.waiting.len();
        for touch in begun.iter().filter(|touch| touch.speed >= REPORT_FROM) {
            let [Some(one), Some(two)] = touch.bodies.map(|body| tracks.get(body)) else {
                continue;
            };
            let (a, b) = (one.id.min(two.id), one.id.max(two.id));
            let material = |id| table.get(id).map_or(0, |body| body.material);
            self.waiting.push(Contact {
                a,
                b,
                speed: f64::from(touch.speed),
                pos: dvec(touch.middle),
                material_a: material(a),
                material_b: material(b),
                tick,
            });
        }
        if let Some(new) = self.waiting.get_mut(known..) {
            new.sort_unstable_by_key(|contact| (contact.a, contact.b));
        }
        self.keep_the_hardest();
    }

    /// Of more than can be handed out the fastest stay; of equally fast ones the earlier, then those of lower ids.
    fn keep_the_hardest(&mut self) {
        if self.waiting.len() > KEPT {
            // Stable, and they wait in the order of tick and ids.
            self.waiting.sort_by(|a, b| b.speed.total_cmp(&a.speed));
            self.waiting.truncate(KEPT);
            self.waiting.sort_by_key(|contact| (contact.tick, contact.a, contact.b));
        }
    }

    /// Hands out what waits, in the order of tick, then `a`, then `b`.
    pub fn take(&mut self) -> Vec<Contact> {
        std::mem::take(&mut self.waiting)
    }

    pub fn digest(&self, d: &mut Digest) {
        for contact in &self.waiting {
            d.i64(contact.a.0);
            d.i64(contact.b.0);
            d.f64(contact.speed);
            d.u64(contact.tick);
        }
    }
}
