//! What moves evenly is drawn moving evenly, at any frame rate.

use super::common::Yard;
use moonyard::input::{DeviceEvent, Key};
use moonyard::render::Scene;

/// The least and the greatest speed at which something is drawn, from frame to frame.
fn drawn_speeds(yard: &mut Yard, fps: f64, seconds: f64, place: impl Fn(&Scene) -> f32) -> (f64, f64) {
    let mut before = f64::from(place(&yard.game.scene_between_ticks()));
    let (mut least, mut greatest) = (f64::MAX, f64::MIN);
    for _ in 0..(seconds * fps) as u32 {
        yard.frame(1.0 / fps);
        let now = f64::from(place(&yard.game.scene_between_ticks()));
        let speed = (now - before) * fps;
        (least, greatest) = (least.min(speed), greatest.max(speed));
        before = now;
    }
    (least, greatest)
}

const RATES: [f64; 5] = [144.0, 90.0, 60.0, 37.0, 20.0];

#[test]
fn a_ball_in_flight_is_drawn_at_an_even_speed_at_any_frame_rate() {
    for fps in RATES {
        let mut yard = Yard::with("physics.sphere { pos = Vec(-8, 20, 0), velocity = Vec(4, 0, 0) }");
        yard.ticks(2);
        let (least, greatest) = drawn_speeds(&mut yard, fps, 1.0, |scene| scene.spheres[0].pos.x);
        // The air takes a twentieth of its speed in a second.
        assert!(least > 3.75 && greatest < 4.02, "{fps} frames a second: {least} to {greatest} m/s");
    }
}

#[test]
fn whoever_walks_sees_the_yard_pass_at_an_even_speed_at_any_frame_rate() {
    for fps in RATES {
        let mut yard = Yard::new();
        yard.tick(&[DeviceEvent::Key { key: Key::W, down: true }]);
        yard.ticks(60);
        let (least, greatest) = drawn_speeds(&mut yard, fps, 0.8, |scene| -scene.camera.eye.z);
        assert!(least > 3.55 && greatest < 3.65, "{fps} frames a second: {least} to {greatest} m/s");
    }
}
