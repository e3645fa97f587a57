//! Populations that scripts show, as part of the picture: a plain box or ball for each agent, on its way between the last two ticks as
//! bodies are, and trails. Reads only.

use crate::render::{BoxInstance, Line, Scene, SphereInstance};
use crate::script::{Form, Host};
use glam::{DVec3, Quat, Vec3};

/// Slower than this, in m/s, an agent faces nowhere in particular.
const STANDING: f64 = 1e-6;

/// Adds all agents that are shown to a scene, at `alpha` of the way from the tick before the last one (0) to the last (1).
pub fn add(scene: &mut Scene, host: &Host, alpha: f64) {
    let alpha = if alpha.is_finite() { alpha.clamp(0.0, 1.0) } else { 1.0 };
    let drawn = host.drawn.borrow();
    let [spheres, boxes] = drawn.shown.counts(&host.crowds);
    scene.spheres.reserve(spheres);
    scene.boxes.reserve(boxes);
    drawn.shown.for_each(&host.crowds, alpha, |agent| {
        let (pos, radius, color) = (agent.pos.as_vec3(), agent.radius as f32, agent.color);
        match agent.form {
            Form::Sphere => {
                scene.spheres.push(SphereInstance { pos, radius, color, ..SphereInstance::default() });
            }
            Form::Box { size } => {
                let size = Vec3::from(size.map(|given| given.map_or(2.0 * radius, |given| given as f32)));
                let rotation = facing(agent.facing);
                scene.boxes.push(BoxInstance { pos, rotation, size, color, ..BoxInstance::default() });
            }
        }
    });
    drawn.shown.for_each_piece(&host.crowds, host.time(), alpha, |piece| {
        let (from, to) = (piece.from.as_vec3(), piece.to.as_vec3());
        scene.lines.push(Line { from, to, color: piece.color, alpha: piece.alpha });
    });
}

/// The turn from facing along Z, upright, to facing a way: a yaw after a pitch. By their half angles, since a crowd has many.
fn facing(way: DVec3) -> Quat {
    let along = (way.x * way.x + way.z * way.z).sqrt();
    let length = (along * along + way.y * way.y).sqrt();
    if !length.is_finite() || length < STANDING {
        return Quat::IDENTITY;
    }
    let (yaw_cos, yaw_sin) = if along > 0.0 { half(way.z / along, way.x) } else { (1.0, 0.0) };
    let (pitch_cos, pitch_sin) = half(along / length, way.y);
    let parts = [-yaw_cos * pitch_sin, yaw_sin * pitch_cos, yaw_sin * pitch_sin, yaw_cos * pitch_cos];
    Quat::from_array(parts.map(|part| part as f32))
}

/// Cosine and sine of half an angle within ±180°, from its cosine and the sign of its sine.
fn half(cos: f64, sign: f64) -> (f64, f64) {
    let half = |double: f64| (double / 2.0).max(0.0).sqrt();
    (half(1.0 + cos), half(1.0 - cos).copysign(sign))
}

#[cfg(test)]
mod tests {
    use super::facing;
    use glam::{DVec3, Vec3};

    #[test]
    fn a_box_faces_any_way_and_stays_upright() {
        for step in 0..400 {
            let (yaw, pitch) = (f64::from(step) * 0.37, f64::from(step % 17 - 8) * 0.19);
            let way = DVec3::new(yaw.sin() * pitch.cos(), pitch.sin(), yaw.cos() * pitch.cos());
            let turn = facing(way * 3.0);
            assert!((turn * Vec3::Z).distance(way.as_vec3()) < 1e-6, "{way}");
            let side = turn * Vec3::X;
            assert!(side.y.abs() < 1e-6 && (turn * Vec3::Y).y > -1e-6, "{way}: {side}");
        }
        for way in [DVec3::Y, DVec3::NEG_Y, DVec3::Z, DVec3::NEG_Z] {
            assert!((facing(way) * Vec3::Z).distance(way.as_vec3()) < 1e-6);
        }
        for way in [DVec3::ZERO, DVec3::NAN, DVec3::X * 1e-9, DVec3::splat(f64::MAX)] {
            assert_eq!(facing(way) * Vec3::Z, Vec3::Z);
        }
    }
}
