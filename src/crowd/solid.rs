//! One thing that stands in the way of agents: a box, turned or not, or a ball.

use super::agents::{V, add, dot, sub, times};

/// A surface counts as met from this far away, so that rounding leaves nobody inside. In units of the world.
pub(super) const SKIN: f64 = 1e-9;
/// Whoever nears a surface by less than this for each unit of its way goes along it.
const ALONG: f64 = 1e-9;
/// Looks at one surface on one way at most. Each look comes close by the square of the one before.
const MOST_LOOKS: usize = 24;

/// A box, grown by a radius all around: a ball is a box of no size.
#[derive(Clone, Debug, PartialEq)]
pub struct Solid {
    pub center: V,
    /// Half its extents along its own axes. What has no end along an axis, as everything in the plane along the third, has an
    /// infinite one.
    pub half: V,
    pub round: f64,
    /// Its own axes, each of length 1 and square to the others; `None` if they are those of the world.
    pub turn: Option<[V; 3]>,
}

impl Solid {
    /// How far a point is from the surface, below 0 inside, and the way out, of length 1. Along a straight line the distance is
    /// a convex function, since the solid is.
    pub fn distance(&self, at: V) -> (f64, V) {
        let rel = sub(at, self.center);
        let local = self.turn.as_ref().map_or(rel, |axes| axes.map(|axis| dot(axis, rel)));
        let over: V = std::array::from_fn(|k| local[k].abs() - self.half[k]);
        let outside = over.map(|over| over.max(0.0));
        let square = dot(outside, outside);
        let (distance, out) = if square > 0.0 {
            let distance = square.sqrt();
            (distance, std::array::from_fn(|k| (outside[k] / distance).copysign(local[k])))
        } else {
            let mut face = 0;
            for k in 1..3 {
                if over[k] > over[face] {
                    face = k;
                }
            }
            let mut out = [0.0; 3];
            out[face] = 1.0_f64.copysign(local[face]);
            (over[face], out)
        };
        let out = match &self.turn {
            None => out,
            Some([x, y, z]) => add(add(times(*x, out[0]), times(*y, out[1])), times(*z, out[2])),
        };
        (distance - self.round, out)
    }

    /// Whether a point is surely farther from the surface than `reach`.
    #[inline]
    pub(super) fn is_beyond(&self, at: V, reach: f64) -> bool {
        let rel = sub(at, self.center);
        let local = self.turn.as_ref().map_or(rel, |axes| axes.map(|axis| dot(axis, rel)));
        let outside: V = std::array::from_fn(|k| (local[k].abs() - self.half[k]).max(0.0));
        let reach = reach + self.round;
        dot(outside, outside) > reach * reach
    }

    /// How far along `way`, of length 1, somebody of radius `reach` at `from` meets it within `most`, and the way out there.
    /// Whoever is inside meets it at once unless that leads out.
    ///
    /// By Newton's method: a convex function lies above its tangents, so no look goes too far and nothing is jumped over.
    pub(super) fn met(&self, from: V, way: V, most: f64, reach: f64) -> Option<(f64, V)> {
        let (mut along, mut out) = (0.0, [0.0; 3]);
        for _ in 0..MOST_LOOKS {
            let distance;
            (distance, out) = self.distance(add(from, times(way, along)));
            let nearing = -dot(out, way);
            if nearing.is_nan() || nearing <= ALONG {
                return None;
            }
            let gap = distance - reach;
            if gap <= SKIN {
                break;
            }
            along += gap / nearing;
            if along > most {
                return None;
            }
        }
        Some((along, out))
    }

    /// How far along `way` somebody of radius `reach`, who is inside, comes out at the latest.
    pub(super) fn way_out(&self, from: V, way: V, reach: f64) -> f64 {
        let rel = sub(from, self.center);
        let (local, way) = match &self.turn {
            None => (rel, way),
            Some(axes) => (axes.map(|axis| dot(axis, rel)), axes.map(|axis| dot(axis, way))),
        };
        let exit = |k: usize| {
            let far = self.half[k] + self.round + reach;
            if way[k] == 0.0 { f64::INFINITY } else { (far - local[k] * way[k].signum()) / way[k].abs() }
        };
        exit(0).min(exit(1)).min(exit(2)).max(0.0) + 2.0 * SKIN
    }

    /// From its lowest to its highest place along an axis of the world.
    pub(super) fn extent(&self, axis: usize) -> (f64, f64) {
        let half = match &self.turn {
            None => self.half[axis],
            Some(axes) => (0..3)
                .map(|k| if axes[k][axis] == 0.0 { 0.0 } else { axes[k][axis].abs() * self.half[k] })
                .sum(),
        };
        let half = half + self.round;
        (self.center[axis] - half, self.center[axis] + half)
    }

    pub(super) fn is_finite(&self) -> bool {
        let turn = self.turn.iter().flatten().flatten();
        let numbers = self.center.iter().chain(turn).chain(std::iter::once(&self.round));
        numbers.into_iter().all(|x| x.is_finite()) && self.half.iter().all(|half| *half >= 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square() -> Solid {
        Solid { center: [10.0, 0.0, 0.0], half: [2.0, 1.0, f64::INFINITY], round: 0.0, turn: None }
    }

    #[test]
    fn distances_are_to_the_nearest_face_or_corner_and_negative_inside() {
        let square = square();
        assert_eq!(square.distance([7.0, 0.5, 0.0]), (1.0, [-1.0, 0.0, 0.0]));
        assert_eq!(square.distance([15.0, 5.0, 0.0]), (5.0, [0.6, 0.8, 0.0]));
        assert_eq!(square.distance([10.0, 0.75, 0.0]), (-0.25, [0.0, 1.0, 0.0]));
        let ball = Solid { half: [0.0, 0.0, f64::INFINITY], round: 2.0, ..square };
        assert_eq!(ball.distance([13.0, 4.0, 0.0]), (3.0, [0.6, 0.8, 0.0]));
        assert_eq!(ball.distance([10.0, 0.0, 0.0]).0, -2.0);
    }

    #[test]
    fn a_turned_box_is_met_where_its_side_is() {
        let (sine, cosine) = (0.6, 0.8);
        let turn = Some([[cosine, sine, 0.0], [-sine, cosine, 0.0], [0.0, 0.0, 1.0]]);
        let tilted = Solid { turn, ..square() };
        let (distance, out) = tilted.distance([10.0 - sine * 3.0, cosine * 3.0, 0.0]);
        assert!((distance - 2.0).abs() < 1e-12 && (out[0] + sine).abs() < 1e-12, "{distance} {out:?}");
        assert_eq!(tilted.extent(0), (10.0 - 2.2, 10.0 + 2.2));
    }

    #[test]
    fn who_goes_straight_at_a_face_a_corner_or_past_is_met_there_or_not_at_all() {
        let square = square();
        let (along, out) = square.met([0.0, 0.0, 0.0], [1.0, 0.0, 0.0], 1e30, 0.5).unwrap();
        assert!((along - 7.5).abs() < 1e-8 && out == [-1.0, 0.0, 0.0], "{along}");
        // The corner at (8, 1) from half a radius beside it.
        let (along, _) = square.met([0.0, 1.3, 0.0], [1.0, 0.0, 0.0], 100.0, 0.5).unwrap();
        assert!((along - 7.6).abs() < 1e-7, "{along}");
        assert_eq!(square.met([0.0, 1.51, 0.0], [1.0, 0.0, 0.0], 100.0, 0.5), None);
        assert_eq!(square.met([0.0, 0.0, 0.0], [1.0, 0.0, 0.0], 7.0, 0.5), None);
        assert_eq!(square.met([7.5, 0.0, 0.0], [-1.0, 0.0, 0.0], 7.0, 0.5), None);
        // From inside: further in is met at once, outward is free.
        assert_eq!(square.met([8.1, 0.0, 0.0], [1.0, 0.0, 0.0], 7.0, 0.5).unwrap().0, 0.0);
        assert_eq!(square.met([8.1, 0.0, 0.0], [-1.0, 0.0, 0.0], 7.0, 0.5), None);
    }
}
