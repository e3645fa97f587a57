//! The player's figure: boxes and balls around a walking rhythm. Pure maths.

use glam::{Quat, Vec3};

use super::scene::{BoxInstance, Figure, SphereInstance};

const COAT: Vec3 = Vec3::new(0.16, 0.46, 0.52);
const SCARF: Vec3 = Vec3::new(0.93, 0.62, 0.22);
const TROUSERS: Vec3 = Vec3::new(0.24, 0.26, 0.34);
const SHOES: Vec3 = Vec3::new(0.36, 0.24, 0.17);
const SKIN: Vec3 = Vec3::new(0.88, 0.68, 0.54);
const HAIR: Vec3 = Vec3::new(0.28, 0.19, 0.14);

/// The height that the parts are made for, in metres.
const MADE_FOR: f32 = 1.8;
/// The length of one step in metres.
const STEP: f32 = 0.85;
/// The speed at which the swing is widest, in m/s, and how wide it is then, in radians.
const FULL_SWING_SPEED: f32 = 4.0;
const FULL_SWING: f32 = 0.62;

/// The parts of `figure`, in world space. Balls are plain: they carry no bands.
pub(super) fn parts(figure: &Figure) -> (Vec<BoxInstance>, Vec<SphereInstance>) {
    let facing = Quat::from_rotation_y(-figure.yaw.to_radians());
    let scale = (figure.height / MADE_FOR).clamp(0.1, 3.0);
    let phase = figure.stride / STEP * std::f32::consts::PI;
    let swing = phase.sin() * FULL_SWING * (figure.speed / FULL_SWING_SPEED).clamp(0.0, 1.0);
    let bob = (phase.cos().abs() - 1.0) * 0.03 * (figure.speed / FULL_SWING_SPEED).clamp(0.0, 1.0);
    let body = Body { feet: figure.feet, facing, scale, bob };

    let boxes = vec![
        body.limb(Vec3::new(-0.10, 0.86, 0.0), Vec3::new(0.155, 0.78, 0.18), swing, TROUSERS),
        body.limb(Vec3::new(0.10, 0.86, 0.0), Vec3::new(0.155, 0.78, 0.18), -swing, TROUSERS),
        body.shoe(Vec3::new(-0.10, 0.86, 0.0), swing),
        body.shoe(Vec3::new(0.10, 0.86, 0.0), -swing),
        body.block(Vec3::new(0.0, 1.10, 0.0), Vec3::new(0.42, 0.62, 0.25), COAT),
        body.block(Vec3::new(0.0, 0.83, 0.0), Vec3::new(0.44, 0.18, 0.27), COAT * 0.86),
        body.block(Vec3::new(0.0, 1.42, 0.0), Vec3::new(0.25, 0.11, 0.23), SCARF),
        body.block(Vec3::new(0.06, 1.26, -0.135), Vec3::new(0.09, 0.26, 0.05), SCARF),
        body.limb(Vec3::new(-0.25, 1.37, 0.0), Vec3::new(0.12, 0.62, 0.14), -swing * 0.8, COAT * 0.93),
        body.limb(Vec3::new(0.25, 1.37, 0.0), Vec3::new(0.12, 0.62, 0.14), swing * 0.8, COAT * 0.93),
    ];
    let spheres = vec![
        body.ball(Vec3::new(0.0, 1.61, -0.01), 0.165, SKIN),
        body.ball(Vec3::new(0.0, 1.645, 0.022), 0.165, HAIR),
    ];
    (boxes, spheres)
}

struct Body {
    feet: Vec3,
    facing: Quat,
    scale: f32,
    bob: f32,
}

impl Body {
    fn place(&self, local: Vec3) -> Vec3 {
        self.feet + self.facing * ((local + Vec3::Y * self.bob) * self.scale)
    }

    fn block(&self, centre: Vec3, size: Vec3, color: Vec3) -> BoxInstance {
        BoxInstance {
            pos: self.place(centre),
            rotation: self.facing,
            size: size * self.scale,
            color,
            ..BoxInstance::default()
        }
    }

    /// A box that hangs from `joint` and is swung forward by `angle` radians.
    fn limb(&self, joint: Vec3, size: Vec3, angle: f32, color: Vec3) -> BoxInstance {
        let swung = Quat::from_rotation_x(angle);
        let mut limb = self.block(joint + swung * Vec3::new(0.0, -size.y * 0.5, 0.0), size, color);
        limb.rotation = self.facing * swung;
        limb
    }

    fn shoe(&self, hip: Vec3, angle: f32) -> BoxInstance {
        let swung = Quat::from_rotation_x(angle);
        let mut shoe =
            self.block(hip + swung * Vec3::new(0.0, -0.80, -0.035), Vec3::new(0.165, 0.12, 0.29), SHOES);
        shoe.rotation = self.facing * swung;
        shoe
    }

    fn ball(&self, centre: Vec3, radius: f32, color: Vec3) -> SphereInstance {
        SphereInstance {
            pos: self.place(centre),
            rotation: self.facing,
            radius: radius * self.scale,
            color,
            ..SphereInstance::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(speed: f32) -> Figure {
        Figure { feet: Vec3::new(1.0, 0.5, 2.0), yaw: 0.0, height: 1.8, stride: STEP / 2.0, speed }
    }

    #[test]
    fn a_standing_figure_reaches_from_its_feet_to_its_height() {
        let (boxes, spheres) = parts(&figure(0.0));
        let lowest = boxes.iter().map(|part| part.pos.y - part.size.y / 2.0).fold(f32::MAX, f32::min);
        let highest = spheres.iter().map(|part| part.pos.y + part.radius).fold(f32::MIN, f32::max);
        assert!((lowest - 0.5).abs() < 0.03, "{lowest}");
        assert!((highest - 2.3).abs() < 0.03, "{highest}");
    }

    #[test]
    fn the_legs_swing_apart_when_walking_and_hang_straight_when_standing() {
        let gap = |speed: f32| {
            let (boxes, _) = parts(&figure(speed));
            (boxes[2].pos.z - boxes[3].pos.z).abs()
        };
        assert!(gap(0.0) < 1e-3);
        assert!(gap(4.0) > 0.5);
    }

    #[test]
    fn a_figure_turned_by_ninety_degrees_looks_to_the_right() {
        let (boxes, _) = parts(&Figure { yaw: 90.0, feet: Vec3::ZERO, ..figure(0.0) });
        // The tips of the shoes point ahead.
        assert!(boxes[2].pos.x > 0.02, "{}", boxes[2].pos);
    }
}
