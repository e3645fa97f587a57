//! Steering for one body at a time: what it wants, as a force (after Reynolds, "Steering Behaviors For Autonomous Characters").
//!
//! A behaviour names the velocity that a body would like to have. The force is that minus the velocity that it has, cut to what the
//! body can push; added to whatever else pushes it, it leaves wind, slopes and shoves their part.
//!
//! What is guaranteed: the arithmetic is exactly what each item says, in that order, without fused multiplications, and sines come from
//! `libm`, so that a run repeats to the bit on every machine.

use super::pcg::Pcg;
use glam::DVec3;
use std::f64::consts::PI;

/// √(x² + y² + z²), added from the left.
pub fn length(v: DVec3) -> f64 {
    (v.x * v.x + v.y * v.y + v.z * v.z).sqrt()
}

/// A vector divided by its length, component by component; the zero vector has no direction and stays zero.
pub fn unit(v: DVec3) -> DVec3 {
    let length = length(v);
    if length == 0.0 { DVec3::ZERO } else { DVec3::new(v.x / length, v.y / length, v.z / length) }
}

/// What steering needs to know of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mover {
    pub pos: DVec3,
    pub vel: DVec3,
    /// The force that changes its velocity by one in a tick. 1 for a body whose forces are changes of velocity for a mass of 1 and a tick
    /// of 1, its mass over the tick's length for a body in newtons.
    pub force_per_speed: f64,
}

/// What a body can do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gait {
    /// How fast it wants to be at most.
    pub max_speed: f64,
    /// How hard it can push; infinite if nothing cuts its force.
    pub max_force: f64,
}

impl Gait {
    /// The force towards a velocity: what is lacking, at most `max_force` long.
    pub fn steer(&self, body: &Mover, desired: DVec3) -> DVec3 {
        let force = (desired - body.vel) * body.force_per_speed;
        if length(force) > self.max_force { unit(force) * self.max_force } else { force }
    }

    /// To a point at full speed, without ever stopping there.
    pub fn seek(&self, body: &Mover, target: DVec3) -> DVec3 {
        self.steer(body, unit(target - body.pos) * self.max_speed)
    }

    /// Away from a point at full speed.
    pub fn flee(&self, body: &Mover, from: DVec3) -> DVec3 {
        self.steer(body, unit(body.pos - from) * self.max_speed)
    }

    /// To a point and to rest there: nearer than `brake`, the speed wanted falls with the distance.
    pub fn arrive(&self, body: &Mover, target: DVec3, brake: f64) -> DVec3 {
        let way = target - body.pos;
        self.steer(body, unit(way) * self.arrival_speed(length(way), brake))
    }

    /// The speed that [`Gait::arrive`] wants at a distance.
    pub fn arrival_speed(&self, distance: f64, brake: f64) -> f64 {
        if distance < brake { self.max_speed * distance / brake } else { self.max_speed }
    }

    /// The least `brake` within which a body of this mass can stop.
    pub fn stop_radius(&self, mass: f64) -> f64 {
        self.max_speed * self.max_speed * mass / (2.0 * self.max_force)
    }

    /// In a direction drawn anew each time, which leads nowhere: what [`Wander`] is better than.
    pub fn jump(&self, body: &Mover, plane: Plane, rng: &mut Pcg) -> DVec3 {
        let angle = rng.float() * 2.0 * PI;
        self.steer(body, plane.direction(angle) * self.max_speed)
    }
}

/// The plane in which a body wanders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plane {
    /// Of x and y, as drawn on paper.
    Xy,
    /// Of x and z: the ground.
    Xz,
}

impl Plane {
    /// The part of a vector in the plane.
    fn flat(self, v: DVec3) -> DVec3 {
        match self {
            Plane::Xy => DVec3::new(v.x, v.y, 0.0),
            Plane::Xz => DVec3::new(v.x, 0.0, v.z),
        }
    }

    /// The unit vector at an angle from x towards the other axis.
    fn direction(self, angle: f64) -> DVec3 {
        let (cos, sin) = (libm::cos(angle), libm::sin(angle));
        match self {
            Plane::Xy => DVec3::new(cos, sin, 0.0),
            Plane::Xz => DVec3::new(cos, 0.0, sin),
        }
    }

    /// The angle of a vector in the plane.
    fn angle(self, v: DVec3) -> f64 {
        match self {
            Plane::Xy => libm::atan2(v.y, v.x),
            Plane::Xz => libm::atan2(v.z, v.x),
        }
    }
}

/// A heading that drifts: the body seeks a point on a circle in front of it, and the point wanders along the circle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wander {
    /// From the body to the middle of the circle.
    pub ahead: f64,
    pub radius: f64,
    /// How far the angle may change each time, in radians.
    pub jitter: f64,
    /// Where on the circle the point is, in radians from the heading.
    pub angle: f64,
}

impl Wander {
    /// Moves the point along the circle by one draw, and says where it is. A body that stands still heads for +x.
    pub fn target(&mut self, body: &Mover, plane: Plane, rng: &mut Pcg) -> DVec3 {
        self.angle += (rng.float() * 2.0 - 1.0) * self.jitter;
        let head = match unit(plane.flat(body.vel)) {
            DVec3::ZERO => DVec3::X,
            head => head,
        };
        let middle = body.pos + head * self.ahead;
        middle + plane.direction(plane.angle(head) + self.angle) * self.radius
    }
}

/// How a body settles that it wants to feed and to flee.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blend {
    /// Both are heard, flight twice as loud while the threat is near.
    Sum,
    /// Flight alone while the threat is near.
    Switch,
    /// Flight as far as there is fear, feeding as far as there is none.
    Fear,
}

impl Blend {
    /// The force of both; `fear` is 0 to 1.
    pub fn blend(self, feed: DVec3, flight: DVec3, fear: f64, near: bool) -> DVec3 {
        match (self, near) {
            (Blend::Sum, true) => feed + flight * 2.0,
            (Blend::Switch, true) => flight,
            (Blend::Sum | Blend::Switch, false) => feed,
            (Blend::Fear, _) => flight * fear + feed * (1.0 - fear),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WALK: Gait = Gait { max_speed: 2.4, max_force: 0.3 };

    fn at(x: f64, y: f64) -> Mover {
        Mover { pos: DVec3::new(x, y, 0.0), vel: DVec3::ZERO, force_per_speed: 1.0 }
    }

    #[test]
    fn the_force_is_what_is_lacking_and_never_longer_than_the_body_can_push() {
        let body = Mover { vel: DVec3::new(-0.48, 1.76, 0.0), ..at(40.0, 100.0) };
        let force = WALK.seek(&body, DVec3::new(136.0, 28.0, 0.0));
        assert!((force - DVec3::new(0.18, -0.24, 0.0)).length() < 1e-12, "{force}");
        let strong = Gait { max_force: f64::INFINITY, ..WALK };
        let force = strong.seek(&body, DVec3::new(136.0, 28.0, 0.0));
        assert!((force - DVec3::new(2.4, -3.2, 0.0)).length() < 1e-12, "{force}");
        let newtons = Mover { force_per_speed: 60.0, ..body };
        assert!((strong.seek(&newtons, DVec3::new(136.0, 28.0, 0.0)) - force * 60.0).length() < 1e-9);
    }

    #[test]
    fn a_target_underfoot_is_no_direction() {
        assert_eq!(WALK.seek(&at(1.0, 1.0), DVec3::new(1.0, 1.0, 0.0)), DVec3::ZERO);
        assert_eq!(WALK.arrive(&at(1.0, 1.0), DVec3::new(1.0, 1.0, 0.0), 24.0), DVec3::ZERO);
    }

    #[test]
    fn flight_is_the_opposite_of_seeking_from_rest() {
        let place = DVec3::new(3.0, -4.0, 2.0);
        assert_eq!(WALK.flee(&at(1.0, 1.0), place), -WALK.seek(&at(1.0, 1.0), place));
    }

    #[test]
    fn a_wanderer_stays_in_its_plane_and_on_its_circle() {
        for plane in [Plane::Xy, Plane::Xz] {
            let mut wander = Wander { ahead: 12.0, radius: 8.0, jitter: 0.5, angle: 0.0 };
            let mut rng = Pcg::new(5, 3);
            let body = Mover { vel: DVec3::new(0.0, -9.0, 0.0), ..at(1.0, 2.0) };
            for _ in 0..100 {
                let way = wander.target(&body, plane, &mut rng) - body.pos;
                let head = if plane == Plane::Xy { DVec3::NEG_Y } else { DVec3::X };
                assert!((length(way - head * 12.0) - 8.0).abs() < 1e-12);
                assert_eq!(way, plane.flat(way));
            }
        }
    }
}
