//! What a body is when it comes in (a [`BodyDef`], checked number by number) and how it is seen from outside.
//!
//! Nothing here knows Rapier. Lengths are metres, times seconds, masses kilograms, colours 0..1 a channel.

use super::error::SimError;
use glam::{DQuat, DVec3};
use std::fmt;

/// The name of a body: counts up from 1 and is never used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BodyId(pub i64);

impl fmt::Display for BodyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Whose a body is: a script's number, or `None` for the yard itself.
pub type Owner = Option<u32>;

/// The form of a body, around its centre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// A box with these full extents, each 0.02..=1,000 m.
    Box {
        /// Width, height and depth.
        size: DVec3,
    },
    /// A sphere of this radius, 0.02..=500 m.
    Sphere {
        /// From the centre to the surface.
        radius: f64,
    },
}

/// The smallest extent of a box and the smallest radius of a sphere, in metres.
pub const MIN_EXTENT: f64 = 0.02;
/// The largest full extent of any body, in metres.
pub const MAX_EXTENT: f64 = 1_000.0;
/// How far from the origin anything may be, in metres: beyond, 32-bit positions get too coarse.
pub const MAX_DISTANCE: f64 = 10_000.0;
/// No body moves faster than this, in m/s; faster velocities are shortened to it.
pub const MAX_SPEED: f64 = 500.0;

/// A body as it is asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyDef {
    /// Box or sphere.
    pub shape: Shape,
    /// The centre.
    pub pos: DVec3,
    /// Never moves.
    pub is_static: bool,
    /// kg/m³, 1..=1,000,000.
    pub density: f64,
    /// Coefficient, 0..=1,000; a pair's is the geometric mean.
    pub friction: f64,
    /// Restitution 0..=1; a pair's is the larger.
    pub bounce: f64,
    /// m/s.
    pub velocity: DVec3,
    /// Red, green, blue.
    pub color: DVec3,
    /// A number that means something to scripts only.
    pub material: i64,
    /// Whether it is drawn.
    pub visible: bool,
    /// See-through, tinted by the colour.
    pub glass: bool,
    /// Milkiness of glass, 0..=1.
    pub cloudy: f64,
}

impl BodyDef {
    /// A body of this shape and otherwise everybody's defaults.
    pub fn new(shape: Shape) -> BodyDef {
        BodyDef {
            shape,
            pos: DVec3::new(0.0, 2.0, 0.0),
            is_static: false,
            density: 500.0,
            friction: 0.6,
            bounce: 0.1,
            velocity: DVec3::ZERO,
            color: DVec3::splat(0.8),
            material: 0,
            visible: true,
            glass: false,
            cloudy: 0.0,
        }
    }

    /// Whether every number is one that the world can hold.
    ///
    /// # Errors
    /// The first field that is not, with what came and the limit it broke.
    pub fn check(&self) -> Result<(), SimError> {
        match self.shape {
            Shape::Box { size } => {
                for (axis, extent) in [("x", size.x), ("y", size.y), ("z", size.z)] {
                    within(&format!("size.{axis}"), extent, MIN_EXTENT, MAX_EXTENT)?;
                }
            }
            Shape::Sphere { radius } => within("radius", radius, MIN_EXTENT, MAX_EXTENT / 2.0)?,
        }
        point("pos", self.pos)?;
        within("density", self.density, 1.0, 1e6)?;
        within("friction", self.friction, 0.0, 1_000.0)?;
        within("bounce", self.bounce, 0.0, 1.0)?;
        finite("velocity", self.velocity)?;
        finite("color", self.color)?;
        within("cloudy", self.cloudy, 0.0, 1.0)
    }
}

/// A body as it is: a copy, for drawing and for lists.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyView {
    /// Its name.
    pub id: BodyId,
    /// Whose it is.
    pub owner: Owner,
    /// Box or sphere.
    pub shape: Shape,
    /// The centre.
    pub pos: DVec3,
    /// How it is turned.
    pub rotation: DQuat,
    /// The centre one tick ago: draw between the two.
    pub prev_pos: DVec3,
    /// The rotation one tick ago.
    pub prev_rotation: DQuat,
    /// m/s.
    pub velocity: DVec3,
    /// Red, green, blue.
    pub color: DVec3,
    /// The script's number.
    pub material: i64,
    /// Never moves.
    pub is_static: bool,
    /// Whether it is drawn.
    pub visible: bool,
    /// See-through.
    pub glass: bool,
    /// Milkiness of glass, 0..=1.
    pub cloudy: f64,
    /// At rest, and not simulated until something touches it; static bodies count as asleep.
    pub sleeping: bool,
}

/// Refuses a number that is not finite or not within the limits.
pub(super) fn within(name: &str, value: f64, least: f64, most: f64) -> Result<(), SimError> {
    let sentence = if !value.is_finite() {
        format!("{name} must be a finite number, got {value}")
    } else if value < least {
        format!("{name} must be at least {least}, got {value}")
    } else if value > most {
        format!("{name} must be at most {most}, got {value}")
    } else {
        return Ok(());
    };
    Err(SimError::new(sentence))
}

/// Refuses a vector with a component that is not a finite number.
pub(super) fn finite(name: &str, v: DVec3) -> Result<(), SimError> {
    for (axis, value) in [("x", v.x), ("y", v.y), ("z", v.z)] {
        if !value.is_finite() {
            return Err(SimError::new(format!(
                "{name}.{axis} must be a finite number, got {value}"
            )));
        }
    }
    Ok(())
}

/// Refuses a place that is not finite or too far away.
pub(super) fn point(name: &str, v: DVec3) -> Result<(), SimError> {
    for (axis, value) in [("x", v.x), ("y", v.y), ("z", v.z)] {
        within(
            &format!("{name}.{axis}"),
            value,
            -MAX_DISTANCE,
            MAX_DISTANCE,
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ball() -> BodyDef {
        BodyDef::new(Shape::Sphere { radius: 0.25 })
    }

    fn refusal(def: &BodyDef) -> String {
        def.check().unwrap_err().to_string()
    }

    #[test]
    fn a_refusal_names_the_field_the_limit_and_what_came() {
        let def = BodyDef {
            shape: Shape::Sphere { radius: -1.0 },
            ..ball()
        };
        assert_eq!(refusal(&def), "radius must be at least 0.02, got -1");
        let def = BodyDef {
            shape: Shape::Box {
                size: DVec3::new(1.0, 0.019, 1.0),
            },
            ..ball()
        };
        assert_eq!(refusal(&def), "size.y must be at least 0.02, got 0.019");
        let def = BodyDef {
            pos: DVec3::new(0.0, f64::NAN, 0.0),
            ..ball()
        };
        assert_eq!(refusal(&def), "pos.y must be a finite number, got NaN");
        let def = BodyDef {
            pos: DVec3::new(0.0, 0.0, 1e9),
            ..ball()
        };
        assert_eq!(refusal(&def), "pos.z must be at most 10000, got 1000000000");
        assert_eq!(
            refusal(&BodyDef {
                density: 0.5,
                ..ball()
            }),
            "density must be at least 1, got 0.5"
        );
        assert_eq!(
            refusal(&BodyDef {
                friction: -0.1,
                ..ball()
            }),
            "friction must be at least 0, got -0.1"
        );
        assert_eq!(
            refusal(&BodyDef {
                bounce: 1.5,
                ..ball()
            }),
            "bounce must be at most 1, got 1.5"
        );
        assert_eq!(
            refusal(&BodyDef {
                cloudy: 2.0,
                ..ball()
            }),
            "cloudy must be at most 1, got 2"
        );
        let def = BodyDef {
            velocity: DVec3::new(f64::INFINITY, 0.0, 0.0),
            ..ball()
        };
        assert_eq!(refusal(&def), "velocity.x must be a finite number, got inf");
        let def = BodyDef {
            color: DVec3::new(0.0, 0.0, f64::NAN),
            ..ball()
        };
        assert_eq!(refusal(&def), "color.z must be a finite number, got NaN");
    }

    #[test]
    fn the_limits_themselves_are_fine() {
        let least = BodyDef {
            shape: Shape::Box {
                size: DVec3::splat(0.02),
            },
            density: 1.0,
            friction: 0.0,
            ..ball()
        };
        assert_eq!(least.check(), Ok(()));
        let most = BodyDef {
            shape: Shape::Sphere { radius: 500.0 },
            bounce: 1.0,
            cloudy: 1.0,
            ..ball()
        };
        assert_eq!(most.check(), Ok(()));
    }
}
