//! What the simulation looks like: turns its state into a [`Scene`] for the renderer. Reads only; nothing here flows
//! back. Between two ticks everything is drawn where it would be on a straight way from the one to the other, so that
//! motion is smooth at any frame rate. Called by the shells that draw.

use glam::{DQuat, Vec3};

use crate::render::{BoxInstance, CameraView, Figure, Scene, SphereInstance};
use crate::sim::{BodyView, DT, Shape, Sim};

/// Closer to its axis than this, in metres, the eye is inside the figure.
const FIGURE_RADIUS: f32 = 0.38;
/// How solid clear glass looks, 0 to 1, and an invisible body that is to be shown.
const GLASS: f32 = 0.22;
const HIDDEN: f32 = 0.2;

/// How the player's figure walks: the part of the picture that needs a memory, since the walked distance moves the legs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Gait {
    walked: f64,
    walked_before: f64,
    /// Of the player's own walking, in m/s.
    speed: f64,
}

/// What is slower is standing: where a platform turns, its feet are carried a little faster or slower than its middle.
const STANDING: f64 = 0.08;

impl Gait {
    /// Follows the simulation. Call once after every tick.
    pub fn tick(&mut self, sim: &Sim) {
        self.walked_before = self.walked;
        // Whoever is carried by a platform does not walk.
        let velocity = sim.player.own_velocity();
        let speed = velocity.x.hypot(velocity.z);
        self.speed = if speed > STANDING { speed } else { 0.0 };
        if sim.player.grounded() {
            self.walked += self.speed * DT;
        }
    }

    /// The world at `alpha` of the way from the tick before the last one (0) to the last (1). With `show_hidden`,
    /// bodies that are not visible are drawn faintly.
    pub fn scene(&self, sim: &Sim, alpha: f64, show_hidden: bool) -> Scene {
        let alpha = if alpha.is_finite() { alpha.clamp(0.0, 1.0) } else { 1.0 };
        let view = sim.camera.view(&sim.world, alpha);
        let eye = view.eye.as_vec3();
        let figure = self.figure(sim, alpha);
        let mut scene = Scene {
            camera: CameraView {
                eye,
                forward: view.forward.as_vec3(),
                fov_y_degrees: view.fov_degrees as f32,
                parallel: view.parallel.map(|height| height as f32),
            },
            figure: (view.shows_player && !is_inside(eye, &figure)).then_some(figure),
            ..Scene::default()
        };
        for body in sim.world.bodies().filter(|body| body.visible || show_hidden) {
            add(&mut scene, &body, alpha);
        }
        scene
    }

    fn figure(&self, sim: &Sim, alpha: f64) -> Figure {
        let player = &sim.player;
        let walked = self.walked_before + (self.walked - self.walked_before) * alpha;
        Figure {
            feet: player.prev_feet().lerp(player.feet(), alpha).as_vec3(),
            yaw: turned(player.prev_yaw_degrees(), player.yaw_degrees(), alpha) as f32,
            height: player.height() as f32,
            stride: walked as f32,
            speed: self.speed as f32,
        }
    }
}

/// The shorter way around from one angle in degrees to another.
fn turned(from: f64, to: f64, alpha: f64) -> f64 {
    from + ((to - from + 540.0).rem_euclid(360.0) - 180.0) * alpha
}

/// Whether an eye squeezed against a wall would see the figure from within.
fn is_inside(eye: Vec3, figure: &Figure) -> bool {
    let offset = eye - figure.feet;
    offset.x.hypot(offset.z) < FIGURE_RADIUS && offset.y < figure.height
}

fn add(scene: &mut Scene, body: &BodyView, alpha: f64) {
    let pos = body.prev_pos.lerp(body.pos, alpha).as_vec3();
    let rotation = between(body.prev_rotation, body.rotation, alpha).as_quat();
    // One that fell asleep in this tick is still on the way there.
    let still = body.sleeping && body.prev_pos == body.pos && body.prev_rotation == body.rotation;
    let color = body.color.as_vec3();
    let (alpha, cloudy) = match (body.visible, body.glass) {
        (false, _) => (HIDDEN, 0.0),
        (true, true) => (GLASS, body.cloudy as f32),
        (true, false) => (1.0, 0.0),
    };
    match body.shape {
        Shape::Box { size } => {
            let size = size.as_vec3();
            scene.boxes.push(BoxInstance { pos, rotation, size, color, alpha, cloudy, still });
        }
        Shape::Sphere { radius } => {
            let radius = radius as f32;
            scene.spheres.push(SphereInstance { pos, rotation, radius, color, alpha, cloudy, still });
        }
    }
}

/// The shorter way around from one turn to another.
fn between(from: DQuat, to: DQuat, alpha: f64) -> DQuat {
    if from == to { to } else { from.slerp(to, alpha) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::{BodyDef, Walk};
    use glam::DVec3;

    #[test]
    fn the_yard_shows_its_floor_walls_stairs_and_crates_from_the_default_camera() {
        let mut sim = Sim::new();
        for _ in 0..120 {
            sim.step();
            sim.move_player(&Walk::default());
        }
        let scene = Gait::default().scene(&sim, 1.0, false);
        assert_eq!(scene.boxes.len(), 1 + 4 + 8 + 1 + 1 + 1 + 6);
        assert!(scene.boxes.iter().all(|it| it.alpha == 1.0));
        assert!(scene.camera.eye.distance(glam::vec3(0.45, 2.2277, 9.4235)) < 1e-3, "{}", scene.camera.eye);
        let figure = scene.figure.expect("third person shows the figure");
        assert!(figure.feet.distance(glam::vec3(0.0, 0.0, 6.0)) < 0.02, "{}", figure.feet);
    }

    #[test]
    fn a_falling_ball_is_drawn_between_its_last_two_places() {
        let mut sim = Sim::new();
        let ball = BodyDef { pos: DVec3::new(0.0, 8.0, 0.0), ..BodyDef::new(Shape::Sphere { radius: 0.5 }) };
        let id = sim.world.spawn(Some(1), &ball).unwrap();
        for _ in 0..10 {
            sim.step();
        }
        let body = sim.world.body(id).unwrap();
        let height = |alpha| Gait::default().scene(&sim, alpha, false).spheres[0].pos.y;
        assert_eq!(height(0.0), body.prev_pos.y as f32);
        assert_eq!(height(1.0), body.pos.y as f32);
        assert!((height(0.25) - (body.prev_pos.y * 0.75 + body.pos.y * 0.25) as f32).abs() < 1e-5);
    }

    #[test]
    fn glass_is_see_through_and_invisible_bodies_show_faintly_only_on_demand() {
        let mut sim = Sim::new();
        let sphere = BodyDef::new(Shape::Sphere { radius: 0.5 });
        let glass = BodyDef { glass: true, cloudy: 0.5, ..sphere.clone() };
        let hidden = BodyDef { visible: false, pos: DVec3::new(3.0, 2.0, 0.0), ..sphere };
        sim.world.spawn(Some(1), &glass).unwrap();
        sim.world.spawn(Some(1), &hidden).unwrap();
        let spheres = |show_hidden| Gait::default().scene(&sim, 1.0, show_hidden).spheres;
        assert_eq!(spheres(false).len(), 1);
        assert_eq!((spheres(false)[0].alpha, spheres(false)[0].cloudy), (GLASS, 0.5));
        assert_eq!(spheres(true)[1].alpha, HIDDEN);
    }

    #[test]
    fn whoever_is_carried_by_a_platform_does_not_move_the_legs() {
        let mut sim = Sim::new();
        let mut gait = Gait::default();
        let plate = BodyDef {
            pos: DVec3::new(0.0, 0.1, 6.0),
            density: 4_000.0,
            friction: 0.0,
            ..BodyDef::new(Shape::Box { size: DVec3::new(3.0, 0.2, 3.0) })
        };
        let id = sim.world.spawn(Some(1), &plate).unwrap();
        sim.teleport_player(DVec3::new(0.0, 0.25, 6.0)).unwrap();
        for _ in 0..90 {
            sim.world.set_velocity(id, DVec3::new(1.5, 0.0, 0.0)).unwrap();
            sim.step();
            sim.move_player(&Walk::default());
            gait.tick(&sim);
        }
        let figure = gait.scene(&sim, 1.0, false).figure.unwrap();
        assert!(figure.feet.x > 1.0, "it was carried: {}", figure.feet);
        assert!(figure.stride < 0.1 && figure.speed < 0.1, "{} {}", figure.stride, figure.speed);
    }

    #[test]
    fn walking_moves_the_legs_and_first_person_hides_the_figure() {
        let mut sim = Sim::new();
        let mut gait = Gait::default();
        for _ in 0..90 {
            sim.step();
            sim.move_player(&Walk { forward: 1.0, ..Walk::default() });
            gait.tick(&sim);
        }
        let figure = gait.scene(&sim, 1.0, false).figure.unwrap();
        let walked = f64::from(figure.feet.z - 6.0).abs();
        assert!((f64::from(figure.stride) - walked).abs() < 0.1, "{} {walked}", figure.stride);
        sim.toggle_camera();
        assert_eq!(gait.scene(&sim, 1.0, false).figure, None);
    }
}
