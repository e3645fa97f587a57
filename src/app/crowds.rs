//! Populations that scripts show, as part of the picture: a plain box or ball for each agent, where it is after the last tick, and
//! trails. Reads only. Agents are no bodies, and nothing knows where they were a tick before: so they are not drawn between two ticks.

use crate::render::{BoxInstance, Line, Scene, SphereInstance};
use crate::script::{Form, Host};
use glam::{DVec3, Quat, Vec3};

/// Slower than this, in m/s, an agent faces nowhere in particular.
const STANDING: f64 = 1e-6;

/// Adds all agents that are shown to a scene.
pub fn add(scene: &mut Scene, host: &Host) {
    let drawn = host.drawn.borrow();
    drawn.shown.for_each(&host.crowds, |agent| {
        let (pos, radius, color) = (agent.pos.as_vec3(), agent.radius as f32, agent.color);
        match agent.form {
            Form::Sphere => {
                scene.spheres.push(SphereInstance { pos, radius, color, ..SphereInstance::default() });
            }
            Form::Box { size } => {
                let size = Vec3::from(size.map(|given| given.map_or(2.0 * radius, |given| given as f32)));
                let rotation = facing(agent.vel);
                scene.boxes.push(BoxInstance { pos, rotation, size, color, ..BoxInstance::default() });
            }
        }
    });
    drawn.shown.for_each_piece(&host.crowds, host.time(), |piece| {
        let (from, to) = (piece.from.as_vec3(), piece.to.as_vec3());
        scene.lines.push(Line { from, to, color: piece.color, alpha: piece.alpha });
    });
}

/// The turn from facing along Z, upright, to facing the way of a velocity.
fn facing(vel: DVec3) -> Quat {
    let along = vel.x.hypot(vel.z);
    if !vel.is_finite() || along.hypot(vel.y) < STANDING {
        return Quat::IDENTITY;
    }
    let (yaw, pitch) = (vel.x.atan2(vel.z), vel.y.atan2(along));
    Quat::from_rotation_y(yaw as f32) * Quat::from_rotation_x(-pitch as f32)
}
