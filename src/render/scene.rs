//! What one picture shows, as plain data. Positions are in metres, Y is up; colours are display (sRGB) values from
//! 0 to 1 per channel, as scripts give them. Numbers that are not finite make a thing invisible and nothing worse.

use glam::{Quat, Vec3};

/// One picture's worth of things to draw.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    pub camera: CameraView,
    pub boxes: Vec<BoxInstance>,
    pub spheres: Vec<SphereInstance>,
    /// The player's figure; `None` in first person.
    pub figure: Option<Figure>,
    /// Lines of two pixels, hidden by what is in front of them.
    pub lines: Vec<Line>,
    /// Edges of boxes and circles of balls, as such lines.
    pub wire_boxes: Vec<WireBox>,
    pub wire_spheres: Vec<WireSphere>,
    /// Text at places in the world, always in front.
    pub labels: Vec<Label>,
    /// Text on the window, over everything.
    pub texts: Vec<ScreenText>,
}

/// A straight line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// Its ends, in metres.
    pub from: Vec3,
    pub to: Vec3,
    pub color: Vec3,
    /// How much of it is to be seen at each end: from 0, nothing, to 1, all. It goes over evenly in between.
    pub alpha: [f32; 2],
}

impl Default for Line {
    fn default() -> Line {
        Line { from: Vec3::ZERO, to: Vec3::ZERO, color: Vec3::ONE, alpha: [1.0; 2] }
    }
}

/// The twelve edges of an upright box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WireBox {
    /// The centre, in metres.
    pub pos: Vec3,
    /// Full extents, in metres.
    pub size: Vec3,
    pub color: Vec3,
}

/// Three circles around a ball, each across one axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WireSphere {
    /// The centre, in metres.
    pub pos: Vec3,
    /// In metres.
    pub radius: f32,
    pub color: Vec3,
}

/// Text whose middle is at a place in the world.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    pub pos: Vec3,
    pub text: String,
    pub color: Vec3,
    /// Of the letters, in pixels of a window 720 pixels high; larger windows have larger letters.
    pub size: f32,
}

/// Text on the window.
#[derive(Clone, Debug, PartialEq)]
pub struct ScreenText {
    pub text: String,
    /// From 0, the left and upper edge, to 1, the right and lower edge. The text's own edge or middle lies there, so
    /// that all of it is on the window. `None` puts it at the upper left, below those before it.
    pub place: Option<(f32, f32)>,
    pub color: Vec3,
    /// As of a [`Label`].
    pub size: f32,
}

/// Where the picture is taken from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CameraView {
    /// The eye, in metres.
    pub eye: Vec3,
    /// Where it looks; need not be of unit length. The zero vector looks along −Z.
    pub forward: Vec3,
    /// Vertical field of view in degrees, kept within 5 to 150.
    pub fov_y_degrees: f32,
    /// All rays are parallel, and the picture shows so many metres from its lower to its upper edge, 0.01 to 100,000: no field of view
    /// counts then, and what is behind the eye shows as well.
    pub parallel: Option<f32>,
}

impl Default for CameraView {
    fn default() -> Self {
        CameraView {
            eye: Vec3::new(0.0, 1.65, 6.0),
            forward: Vec3::NEG_Z,
            fov_y_degrees: 60.0,
            parallel: None,
        }
    }
}

/// A box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoxInstance {
    /// The centre, in metres.
    pub pos: Vec3,
    pub rotation: Quat,
    /// Full extents, in metres.
    pub size: Vec3,
    pub color: Vec3,
    /// 1 is opaque; below 1 it is see-through and casts no shadow.
    pub alpha: f32,
    /// How milky a see-through box is, 0 to 1. Ignored for opaque ones.
    pub cloudy: f32,
    /// It will likely be the same in the next picture, so that its shadow is worth keeping. Changes no pixel.
    pub still: bool,
}

impl Default for BoxInstance {
    fn default() -> Self {
        BoxInstance {
            pos: Vec3::ZERO,
            rotation: Quat::IDENTITY,
            size: Vec3::ONE,
            color: Vec3::splat(0.8),
            alpha: 1.0,
            cloudy: 0.0,
            still: false,
        }
    }
}

/// A ball. Bands on it show how it is turned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SphereInstance {
    /// The centre, in metres.
    pub pos: Vec3,
    pub rotation: Quat,
    /// In metres.
    pub radius: f32,
    pub color: Vec3,
    /// 1 is opaque; below 1 it is see-through and casts no shadow.
    pub alpha: f32,
    /// How milky a see-through ball is, 0 to 1. Ignored for opaque ones.
    pub cloudy: f32,
    /// As of a box.
    pub still: bool,
}

impl Default for SphereInstance {
    fn default() -> Self {
        SphereInstance {
            pos: Vec3::ZERO,
            rotation: Quat::IDENTITY,
            radius: 0.5,
            color: Vec3::splat(0.8),
            alpha: 1.0,
            cloudy: 0.0,
            still: false,
        }
    }
}

/// The player's figure, drawn from a few parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// Between the soles, in metres.
    pub feet: Vec3,
    /// Degrees to the right of −Z, seen from above: 0 looks along −Z, 90 along +X.
    pub yaw: f32,
    /// Standing height in metres; less when crouched.
    pub height: f32,
    /// The distance walked so far, in metres: it drives the swing of the legs.
    pub stride: f32,
    /// In m/s: it sets how far the legs swing.
    pub speed: f32,
}
