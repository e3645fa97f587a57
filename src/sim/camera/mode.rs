//! The ways in which the camera can look at the yard, with what can be chosen about each. Plain data, checked here.

use crate::sim::body::{point, within};
use crate::sim::digest::Digest;
use crate::sim::error::SimError;
use glam::DVec3;

/// How the camera looks. Lengths are metres, angles degrees. A `target` of `None` is the player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ViewMode {
    /// Over the player's shoulder, on an arm that walls shorten.
    Third {
        /// Of the arm, 0.5 to 50.
        distance: f64,
        /// Of the pivot above the feet of one who stands, 0.3 to 1.6.
        height: f64,
        /// Of the pivot to the right, -2 to 2.
        side: f64,
    },
    /// Out of the player's eyes.
    First {
        /// Of the eyes above the feet of one who stands, 0.3 to 1.65.
        height: f64,
    },
    /// Round and round.
    Orbit {
        /// The middle.
        target: Option<DVec3>,
        /// From the middle, seen from above, 0.1 to 1000.
        distance: f64,
        /// Above the middle, -1000 to 1000.
        height: f64,
        /// Degrees a second, -360 to 360; positive turns the view to the right.
        speed: f64,
    },
    /// Straight down.
    Topdown {
        /// The middle of the picture.
        target: Option<DVec3>,
        /// Above the middle, 1 to 1000.
        height: f64,
        /// What is up in the picture, to the right of -Z.
        yaw: f64,
    },
    /// From high above a corner, along parallel rays.
    Iso {
        /// The middle of the picture.
        target: Option<DVec3>,
        /// 1 to 1000.
        distance: f64,
        /// Where it looks, to the right of -Z.
        yaw: f64,
        /// How far down it looks, 0 to 89.
        pitch: f64,
    },
    /// Level, from the side.
    Side {
        /// The middle of the picture.
        target: Option<DVec3>,
        /// 1 to 1000.
        distance: f64,
        /// Of the camera above the middle, -1000 to 1000.
        height: f64,
        /// Where it looks, to the right of -Z.
        yaw: f64,
    },
    /// From one place.
    Fixed {
        /// `None`: where the camera is when this is set.
        pos: Option<DVec3>,
        /// What it looks at.
        target: Option<DVec3>,
    },
}

use ViewMode::*;

impl ViewMode {
    /// Over the shoulder, as at the start.
    pub const THIRD: ViewMode = Third { distance: 3.5, height: 1.5, side: 0.45 };
    /// Out of the eyes.
    pub const FIRST: ViewMode = First { height: 1.65 };
    /// Every mode with what is chosen if nobody chooses.
    pub const ALL: [ViewMode; 7] = [
        ViewMode::FIRST,
        ViewMode::THIRD,
        Orbit { target: None, distance: 6.0, height: 2.5, speed: 0.0 },
        Topdown { target: None, height: 14.0, yaw: 0.0 },
        // The angle under which a cube's three faces look the same.
        Iso { target: None, distance: 14.0, yaw: 45.0, pitch: 35.264_389_682_754_654 },
        Side { target: None, distance: 9.0, height: 1.0, yaw: 0.0 },
        Fixed { pos: None, target: None },
    ];

    /// What scripts call it.
    pub fn name(&self) -> &'static str {
        match self {
            First { .. } => "first",
            Third { .. } => "third",
            Orbit { .. } => "orbit",
            Topdown { .. } => "topdown",
            Iso { .. } => "iso",
            Side { .. } => "side",
            Fixed { .. } => "fixed",
        }
    }

    /// The mode of that name as it is if nobody chooses; `None` for a name that no mode has.
    pub fn named(name: &str) -> Option<ViewMode> {
        ViewMode::ALL.into_iter().find(|mode| mode.name() == name)
    }

    /// Whether the player looks where the camera looks.
    pub fn turns_player(&self) -> bool {
        matches!(self, First { .. } | Third { .. })
    }

    /// # Errors
    /// The first number that is out of its limits.
    pub fn check(&self) -> Result<(), SimError> {
        let target = match *self {
            Third { distance, height, side } => {
                within("distance", distance, 0.5, 50.0)?;
                within("height", height, 0.3, 1.6)?;
                within("side", side, -2.0, 2.0)?;
                None
            }
            First { height } => {
                within("height", height, 0.3, 1.65)?;
                None
            }
            Orbit { target, distance, height, speed } => {
                within("distance", distance, 0.1, 1000.0)?;
                within("height", height, -1000.0, 1000.0)?;
                within("speed", speed, -360.0, 360.0)?;
                target
            }
            Topdown { target, height, yaw } => {
                within("height", height, 1.0, 1000.0)?;
                within("yaw", yaw, -360.0, 360.0)?;
                target
            }
            Iso { target, distance, yaw, pitch } => {
                within("distance", distance, 1.0, 1000.0)?;
                within("yaw", yaw, -360.0, 360.0)?;
                within("pitch", pitch, 0.0, 89.0)?;
                target
            }
            Side { target, distance, height, yaw } => {
                within("distance", distance, 1.0, 1000.0)?;
                within("height", height, -1000.0, 1000.0)?;
                within("yaw", yaw, -360.0, 360.0)?;
                target
            }
            Fixed { pos, target } => {
                if let Some(pos) = pos {
                    point("pos", pos)?;
                    if let Some(target) = target
                        && pos.distance(target) < APART
                    {
                        return Err(SimError::new(
                            "pos and target must be at least 1 cm apart, or there is nowhere to look",
                        ));
                    }
                }
                target
            }
        };
        target.map_or(Ok(()), |target| point("target", target))
    }

    pub(super) fn digest(&self, d: &mut Digest) {
        d.str(self.name());
        let (places, numbers): ([Option<DVec3>; 2], [f64; 3]) = match *self {
            Third { distance, height, side } => ([None, None], [distance, height, side]),
            First { height } => ([None, None], [height, 0.0, 0.0]),
            Orbit { target, distance, height, speed } => ([target, None], [distance, height, speed]),
            Topdown { target, height, yaw } => ([target, None], [height, yaw, 0.0]),
            Iso { target, distance, yaw, pitch } => ([target, None], [distance, yaw, pitch]),
            Side { target, distance, height, yaw } => ([target, None], [distance, height, yaw]),
            Fixed { pos, target } => ([target, pos], [0.0; 3]),
        };
        for place in places {
            d.bool(place.is_some());
            d.vec3(place.unwrap_or_default());
        }
        numbers.iter().for_each(|number| d.f64(*number));
    }
}

/// An eye and what it looks at must be so far apart, in metres.
pub(super) const APART: f64 = 0.01;
