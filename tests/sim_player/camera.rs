//! Where the camera is and looks.

use super::*;

#[test]
fn the_camera_settles_where_it_should() {
    let sim = settled();
    let camera = &sim.camera;
    let close = |got: DVec3, wanted: DVec3| assert!((got - wanted).abs().max_element() < 1e-4, "{got}");
    close(camera.position(), v(0.45, 2.2277, 9.4235));
    close(camera.forward(), v(0.0, -0.2079, -0.9781));
    close(camera.target(), v(0.45, 1.5, 6.0));
}

#[test]
fn the_camera_comes_nearer_at_once_and_goes_back_slowly() {
    let mut sim = settled();
    let wall = fixed_box(&mut sim, v(0.0, 2.0, 8.0), v(4.0, 4.0, 0.2));
    ticks(&mut sim, 1, STILL);
    let arm = |sim: &Sim| sim.camera.position().distance(sim.camera.target());
    let shortened = arm(&sim);
    near(6.0 + shortened * 0.9781, 7.9 - 0.2, 0.01);
    sim.world.remove(wall).unwrap();
    ticks(&mut sim, 15, STILL);
    near(arm(&sim), shortened + 1.0, 1e-3);
    ticks(&mut sim, 60, STILL);
    near(arm(&sim), 3.5, 1e-6);
}

#[test]
fn the_camera_does_not_look_through_a_wall_beside_the_player() {
    let mut sim = settled();
    fixed_box(&mut sim, v(0.6, 1.5, 6.0), v(0.4, 3.0, 20.0));
    ticks(&mut sim, 5, STILL);
    assert!(sim.camera.position().x <= 0.4 - 0.2 + 1e-3, "{}", sim.camera.position());
}

#[test]
fn looking_turns_and_tilts_within_limits() {
    let mut sim = settled();
    sim.look(90.0, 0.0);
    assert!((sim.player.facing() - DVec3::X).length() < 1e-12);
    ticks(&mut sim, 30, FORWARD);
    assert!(sim.player.feet().x > 1.0);
    sim.look(0.0, 500.0);
    assert_eq!(sim.camera.pitch_degrees(), 80.0);
    sim.look(0.0, -500.0);
    assert_eq!(sim.camera.pitch_degrees(), -80.0);
    sim.look(f64::NAN, 1.0);
    assert_eq!(sim.camera.pitch_degrees(), -80.0);
    sim.toggle_camera();
    ticks(&mut sim, 1, STILL);
    assert!(sim.camera.first_person());
    near((sim.camera.position() - sim.player.feet()).y, 1.65, 1e-9);
}
