//! A way for the camera through places at times, as a smooth curve.
//!
//! The curve is the one of E. Catmull and R. Rom ("A class of local interpolating splines", 1974): through every key, with
//! the direction at a key that of the chord between its neighbours. Keys need not be evenly spaced in time, so the chord is
//! divided by its time and the pieces are Hermite's.

use super::mode::APART;
use crate::sim::body::{MAX_DISTANCE, point, within};
use crate::sim::digest::Digest;
use crate::sim::error::SimError;
use glam::DVec3;

/// How many keys a path may have.
const MOST_KEYS: usize = 1_000;
/// No path is longer than a day, in seconds.
const LONGEST: f64 = 86_400.0;

/// Where the camera is at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PathKey {
    /// In seconds. Only the differences count.
    pub time: f64,
    /// The eye.
    pub pos: DVec3,
    /// What it looks at.
    pub target: DVec3,
}

/// A path on its way.
#[derive(Clone, Debug)]
pub struct CameraPath {
    /// Two at least, their times ascending. Those of a loop end where they begin.
    keys: Vec<PathKey>,
    loops: bool,
    time: f64,
}

impl CameraPath {
    /// A path that is about to begin. One that loops goes on from its last key to its first, in the mean time between two
    /// keys; if the two are the same already, there is nothing to go.
    ///
    /// # Errors
    /// Fewer than 2 keys or more than 1,000; numbers that are not finite; times that do not ascend; a target that is less
    /// than 1 cm from its eye.
    pub fn new(mut keys: Vec<PathKey>, loops: bool) -> Result<CameraPath, SimError> {
        if keys.len() < 2 || keys.len() > MOST_KEYS {
            let count = keys.len();
            return Err(SimError::new(format!("a path needs 2 to {MOST_KEYS} keys, got {count}")));
        }
        for (index, key) in keys.iter().enumerate() {
            let name = |field| format!("keys[{}].{field}", index + 1);
            point(&name("pos"), key.pos)?;
            point(&name("target"), key.target)?;
            within(&name("time"), key.time, -LONGEST, LONGEST)?;
            if key.pos.distance(key.target) < APART {
                let name = format!("keys[{}]", index + 1);
                return Err(SimError::new(format!("pos and target of {name} must be at least 1 cm apart")));
            }
            if let Some(before) = index.checked_sub(1).and_then(|before| keys.get(before))
                && key.time <= before.time
            {
                let (name, time, earlier) = (name("time"), key.time, before.time);
                return Err(SimError::new(format!(
                    "{name} must be later than the {earlier} of the key before it, got {time}: times ascend"
                )));
            }
        }
        if let ([first, .., last], true) = (&keys[..], loops)
            && (first.pos, first.target) != (last.pos, last.target)
        {
            let mean = (last.time - first.time) / (keys.len() - 1) as f64;
            let back = PathKey { time: last.time + mean, ..*first };
            keys.push(back);
        }
        let time = keys.first().map_or(0.0, |key| key.time);
        Ok(CameraPath { keys, loops, time })
    }

    /// From the first key to the last, or once round, in seconds.
    pub fn duration(&self) -> f64 {
        match &self.keys[..] {
            [first, .., last] => last.time - first.time,
            _ => 0.0,
        }
    }

    /// Goes on by some seconds. Returns whether it still runs.
    pub(super) fn advance(&mut self, seconds: f64) -> bool {
        self.time += seconds;
        let Some(last) = self.keys.last() else { return false };
        // Sums of ticks may fall short of a time by a rounding.
        if self.time < last.time - 1e-9 {
            return true;
        }
        self.time -= self.duration();
        self.loops
    }

    /// The eye and what it looks at, now.
    pub(super) fn place(&self) -> (DVec3, DVec3) {
        let after = self.keys.partition_point(|key| key.time <= self.time);
        let at = after.clamp(1, self.keys.len().max(2) - 1) - 1;
        let (Some(a), Some(b)) = (self.keys.get(at), self.keys.get(at + 1)) else {
            return (DVec3::ZERO, DVec3::NEG_Z);
        };
        let length = b.time - a.time;
        let t = ((self.time - a.time) / length).clamp(0.0, 1.0);
        let value = |of: fn(&PathKey) -> DVec3| {
            let (va, vb) = (self.velocity(at, of) * length, self.velocity(at + 1, of) * length);
            hermite(of(a), va, of(b), vb, t).clamp(DVec3::splat(-MAX_DISTANCE), DVec3::splat(MAX_DISTANCE))
        };
        (value(|key| key.pos), value(|key| key.target))
    }

    /// How fast something changes at a key, per second: along the chord between the key's neighbours.
    fn velocity(&self, at: usize, of: fn(&PathKey) -> DVec3) -> DVec3 {
        let last = self.keys.len() - 1;
        // A loop's last key is its first.
        let (before, after) = match at {
            _ if self.loops && (at == 0 || at == last) => {
                let (a, b) = (&self.keys[last - 1], &self.keys[1]);
                let time = (self.keys[last].time - a.time) + (b.time - self.keys[0].time);
                return (of(b) - of(a)) / time;
            }
            0 => (0, 1),
            at if at >= last => (last - 1, last),
            at => (at - 1, at + 1),
        };
        let (a, b) = (&self.keys[before], &self.keys[after]);
        (of(b) - of(a)) / (b.time - a.time)
    }

    pub(super) fn digest(&self, d: &mut Digest) {
        d.bool(self.loops);
        d.f64(self.time);
        for key in &self.keys {
            d.f64(key.time);
            d.vec3(key.pos);
            d.vec3(key.target);
        }
    }
}

/// The cubic through two values with the given changes at them.
fn hermite(a: DVec3, va: DVec3, b: DVec3, vb: DVec3, t: f64) -> DVec3 {
    let (t2, t3) = (t * t, t * t * t);
    a * (2.0 * t3 - 3.0 * t2 + 1.0) + va * (t3 - 2.0 * t2 + t) + b * (3.0 * t2 - 2.0 * t3) + vb * (t3 - t2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(time: f64, x: f64) -> PathKey {
        PathKey { time, pos: DVec3::new(x, 2.0, 0.0), target: DVec3::new(x, 2.0, -5.0) }
    }

    fn x_at(path: &CameraPath, time: f64) -> f64 {
        let mut path = path.clone();
        path.advance(time);
        path.place().0.x
    }

    #[test]
    fn a_path_goes_through_its_keys_at_their_times_and_evenly_along_a_line() {
        let keys = [0.0, 1.0, 3.0, 6.0].map(|n| key(n, n * 2.0)).to_vec();
        let path = CameraPath::new(keys, false).unwrap();
        assert_eq!(path.duration(), 6.0);
        for time in [0.0, 0.25, 1.0, 2.0, 3.0, 4.5, 5.9] {
            assert!((x_at(&path, time) - time * 2.0).abs() < 1e-9, "{time}");
        }
        assert!(!path.clone().advance(6.0));
    }

    #[test]
    fn a_curve_has_no_corners() {
        let path = CameraPath::new(vec![key(0.0, 0.0), key(1.0, 4.0), key(1.5, 0.0), key(4.0, -3.0)], false)
            .unwrap();
        for time in [1.0, 1.5] {
            let pace = |from: f64| (x_at(&path, from + 1e-4) - x_at(&path, from)) / 1e-4;
            assert!((pace(time) - pace(time - 1e-4)).abs() < 0.05, "{} {}", pace(time), pace(time - 1e-4));
            assert!((x_at(&path, time) - if time == 1.0 { 4.0 } else { 0.0 }).abs() < 1e-9);
        }
    }

    #[test]
    fn a_loop_goes_on_to_its_first_key_without_a_corner() {
        let path = CameraPath::new(vec![key(10.0, 0.0), key(11.0, 3.0), key(13.0, 1.0)], true).unwrap();
        assert_eq!(path.duration(), 4.5);
        for time in [0.0, 1.0, 3.0, 4.0] {
            let mut later = path.clone();
            assert!(later.advance(4.5));
            assert!((x_at(&later, time) - x_at(&path, time)).abs() < 1e-9, "{time}");
        }
        let pace = |from: f64| (x_at(&path, from + 1e-4) - x_at(&path, from)) / 1e-4;
        assert!((pace(4.5 - 1e-4) - pace(0.0)).abs() < 0.01, "{} {}", pace(4.5 - 1e-4), pace(0.0));
        let closed = CameraPath::new(vec![key(0.0, 0.0), key(1.0, 3.0), key(2.0, 0.0)], true).unwrap();
        assert_eq!(closed.duration(), 2.0);
    }

    #[test]
    fn what_is_no_path_is_refused_with_a_sentence() {
        let refusal = |keys: Vec<PathKey>| CameraPath::new(keys, false).unwrap_err().to_string();
        assert_eq!(refusal(vec![key(0.0, 0.0)]), "a path needs 2 to 1000 keys, got 1");
        assert_eq!(
            refusal(vec![key(0.0, 0.0), key(2.0, 0.0), key(2.0, 1.0)]),
            "keys[3].time must be later than the 2 of the key before it, got 2: times ascend"
        );
        assert_eq!(
            refusal(vec![key(0.0, 0.0), key(f64::NAN, 0.0)]),
            "keys[2].time must be a finite number, got NaN"
        );
        let blind = PathKey { target: DVec3::ZERO, pos: DVec3::ZERO, time: 1.0 };
        assert_eq!(
            refusal(vec![key(0.0, 0.0), blind]),
            "pos and target of keys[2] must be at least 1 cm apart"
        );
    }
}
