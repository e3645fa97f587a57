//! What is written, read, asked and refused.

use super::*;

#[test]
fn a_force_lasts_one_tick_and_adds_up() {
    let mut sim = Sim::new();
    let id = spawn(&mut sim, ball(v(0.0, 300.0, 0.0), 0.5));
    let mass = 500.0 * 4.0 / 3.0 * std::f64::consts::PI * 0.125;
    sim.world.force(id, v(mass * 60.0, 0.0, 0.0)).unwrap();
    sim.world.force(id, v(mass * 60.0, 0.0, 0.0)).unwrap();
    assert_eq!(sim.world.velocity(id).unwrap().x, 0.0);
    steps(&mut sim, 1);
    near(sim.world.velocity(id).unwrap().x, 2.0, 0.005);
    steps(&mut sim, 1);
    near(sim.world.velocity(id).unwrap().x, 2.0, 0.005);
}

#[test]
fn an_impulse_right_after_making_a_body_counts_and_one_off_the_centre_turns_it() {
    let mut sim = Sim::new();
    let id = spawn(&mut sim, cube(v(0.0, 300.0, 0.0), DVec3::ONE));
    sim.world.impulse(id, v(500.0, 0.0, 0.0), None).unwrap();
    near(sim.world.velocity(id).unwrap().x, 1.0, 1e-5);
    sim.world.impulse(id, v(0.0, 0.0, 100.0), Some(v(0.5, 300.0, 0.0))).unwrap();
    steps(&mut sim, 30);
    let turned = sim.world.body(id).unwrap().rotation;
    assert!(turned.y.abs() > 0.1, "{turned}");
}

#[test]
fn writes_are_seen_by_the_next_read() {
    let mut sim = Sim::new();
    let id = spawn(&mut sim, BodyDef { velocity: v(1.0, 2.0, 3.0), ..ball(v(1.0, 5.0, 2.0), 0.25) });
    assert_eq!(sim.world.position(id), Some(v(1.0, 5.0, 2.0)));
    assert_eq!(sim.world.velocity(id), Some(v(1.0, 2.0, 3.0)));
    sim.world.set_velocity(id, v(-1.0, 0.0, 0.5)).unwrap();
    assert_eq!(sim.world.velocity(id), Some(v(-1.0, 0.0, 0.5)));
    assert_eq!(sim.world.count(), 1);
    sim.world.remove(id).unwrap();
    assert_eq!(sim.world.position(id), None);
    assert_eq!(sim.world.velocity(id), None);
    assert_eq!(sim.world.count(), 0);
}

#[test]
fn a_body_that_falls_out_of_the_world_is_stopped_and_told_once() {
    let mut sim = Sim::new();
    let id = spawn(&mut sim, BodyDef { velocity: v(0.0, -500.0, 0.0), ..ball(v(100.0, 0.0, 0.0), 0.25) });
    steps(&mut sim, 3000);
    let notices = sim.world.take_notices();
    assert_eq!(notices.len(), 1, "{notices:?}");
    assert!(notices[0].text.contains(&format!("body {id} ")), "{notices:?}");
    assert_eq!(notices[0].owner, Some(1));
    assert_eq!(sim.world.velocity(id), Some(DVec3::ZERO));
    sim.world.set_velocity(id, v(1.0, 0.0, 0.0)).unwrap();
    sim.world.remove(id).unwrap();
    steps(&mut sim, 3);
    assert!(sim.world.take_notices().is_empty());
}

#[test]
fn rays_hit_what_is_there_now() {
    let mut sim = Sim::new();
    let down = v(0.0, -1.0, 0.0);
    let from = v(3.0, 10.0, 12.0);
    let hit = sim.world.raycast(from, down * 7.0, 100.0).unwrap().unwrap();
    near(hit.distance, 10.0, 1e-5);
    assert_eq!(hit.body, BodyId(1));
    assert_eq!(hit.normal, DVec3::Y);
    let def = BodyDef { is_static: true, material: 3, ..cube(v(3.0, 1.0, 12.0), v(1.0, 2.0, 1.0)) };
    let id = spawn(&mut sim, def);
    let hit = sim.world.raycast(from, down, 100.0).unwrap().unwrap();
    near(hit.distance, 8.0, 1e-5);
    assert_eq!((hit.body, hit.material), (id, 3));
    assert_eq!(sim.world.raycast(from, down, 7.9).unwrap(), None);
    let inside = sim.world.raycast(v(3.0, 1.0, 12.0), v(1.0, 0.0, 0.0), 5.0).unwrap().unwrap();
    assert_eq!((inside.distance, inside.body), (0.0, id));
    assert_eq!(inside.pos, v(3.0, 1.0, 12.0));
    sim.world.remove(id).unwrap();
    let hit = sim.world.raycast(from, down, 100.0).unwrap().unwrap();
    assert_eq!(hit.body, BodyId(1));
    let other = spawn(&mut sim, BodyDef { is_static: true, ..cube(v(-3.0, 1.0, 12.0), v(1.0, 2.0, 1.0)) });
    assert_eq!(sim.world.raycast(from, down, 100.0).unwrap().unwrap().body, BodyId(1));
    sim.step();
    assert_eq!(sim.world.raycast(v(-3.0, 10.0, 12.0), down, 100.0).unwrap().unwrap().body, other);
    let slow = spawn(&mut sim, BodyDef { velocity: v(10.0, 0.0, 0.0), ..ball(v(0.0, 30.0, 12.0), 0.5) });
    steps(&mut sim, 30);
    let at = sim.world.position(slow).unwrap();
    let hit = sim.world.raycast(v(at.x, 100.0, 12.0), down, 100.0).unwrap().unwrap();
    assert_eq!(hit.body, slow);
    near(hit.pos.y, at.y + 0.5, 1e-4);
}

#[test]
fn rays_that_make_no_sense_are_refused_with_a_sentence() {
    let sim = Sim::new();
    let says = |from, dir, max| sim.world.raycast(from, dir, max).unwrap_err().to_string();
    assert_eq!(
        says(DVec3::ZERO, DVec3::ZERO, 1.0),
        "dir must not be the zero vector: a ray needs a direction"
    );
    assert_eq!(says(DVec3::ZERO, DVec3::X, -1.0), "max must be at least 0, got -1");
    assert_eq!(says(DVec3::ZERO, v(f64::NAN, 0.0, 0.0), 1.0), "dir.x must be a finite number, got NaN");
    assert_eq!(says(DVec3::ZERO, DVec3::X, f64::INFINITY), "max must be a finite number, got inf");
    assert!(sim.world.raycast(v(0.0, 5.0, 0.0), v(0.0, -1e-300, 0.0), 1e300).unwrap().is_some());
    assert!(sim.world.raycast(v(0.0, 5.0, 0.0), v(0.0, -1e300, 0.0), 10.0).unwrap().is_some());
}

#[test]
fn unknown_removed_and_the_yards_own_bodies_are_refused_with_a_sentence() {
    let mut sim = Sim::new();
    let gone = "there is no body 99 (it was removed or never made)";
    assert_eq!(sim.world.remove(BodyId(99)).unwrap_err().to_string(), gone);
    assert_eq!(sim.world.set_velocity(BodyId(99), DVec3::X).unwrap_err().to_string(), gone);
    let ours = "body 3 belongs to the yard itself: a script cannot remove or push it";
    assert_eq!(sim.world.remove(BodyId(3)).unwrap_err().to_string(), ours);
    assert_eq!(sim.world.force(BodyId(3), DVec3::X).unwrap_err().to_string(), ours);
    assert_eq!(sim.world.impulse(BodyId(3), DVec3::X, None).unwrap_err().to_string(), ours);
    assert_eq!(sim.world.set_velocity(BodyId(3), DVec3::X).unwrap_err().to_string(), ours);
    let id = spawn(&mut sim, BodyDef { is_static: true, ..ball(v(0.0, 5.0, 12.0), 0.5) });
    sim.world.set_velocity(id, DVec3::X).unwrap();
    sim.world.impulse(id, DVec3::X, Some(DVec3::ZERO)).unwrap();
    sim.world.force(id, DVec3::X).unwrap();
    steps(&mut sim, 5);
    assert_eq!(sim.world.position(id), Some(v(0.0, 5.0, 12.0)));
    let nan = v(0.0, f64::NAN, 0.0);
    assert_eq!(sim.world.force(id, nan).unwrap_err().to_string(), "force.y must be a finite number, got NaN");
}

#[test]
fn a_script_has_at_most_2000_bodies_and_ids_are_never_used_again() {
    let mut sim = Sim::new();
    let def = BodyDef { is_static: true, ..ball(v(0.0, 50.0, 0.0), 0.1) };
    let first = sim.world.spawn(Some(4), &def).unwrap();
    for _ in 1..2000 {
        sim.world.spawn(Some(4), &def).unwrap();
    }
    let refusal = sim.world.spawn(Some(4), &def).unwrap_err().to_string();
    assert_eq!(refusal, "a script may have at most 2000 bodies: remove some first");
    sim.world.spawn(Some(5), &def).unwrap();
    assert_eq!(
        (sim.world.count(), sim.world.count_owned_by(4), sim.world.count_owned_by(5)),
        (2001, 2000, 1)
    );
    assert_eq!(sim.world.remove_owned_by(4), 2000);
    assert_eq!((sim.world.count(), sim.world.count_owned_by(4)), (1, 0));
    let next = sim.world.spawn(Some(4), &def).unwrap();
    assert_eq!(next.0, first.0 + 2001);
    assert_eq!(sim.world.owner(next), Some(Some(4)));
    assert_eq!(sim.world.owner(BodyId(1)), Some(None));
    assert_eq!(sim.world.owner(first), None);
    let ids: Vec<_> = sim.world.bodies().map(|b| b.id).collect();
    assert!(ids.windows(2).all(|p| p[0] < p[1]));
}
