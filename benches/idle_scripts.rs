//! What idle scripts cost: a whole tick of the yard with four scripts loaded that have nothing to do, to Rapier alone
//! with the same bodies.
//!
//! Two thousand bodies fall into a heap and tumble. Rapier alone gets them at the same places, with the same densities,
//! friction, damping and settings, in the simplest way: without the yard's continuous collision, contacts and speed
//! limits, which cost something, so the ratio asks more than that scripts be cheap. A second world of the yard, stepped
//! without scripts or player, shows whose the difference is.

mod side_by_side;

use moonyard::app::game::Game;
use moonyard::script::Loaded;
use moonyard::sim::{BodyDef, BodyView, DT, MAX_SPEED, Shape, Sim};
use rapier3d::prelude::*;
use side_by_side::{Unit, in_turns, time};

const STEPS: usize = 300;
const SCRIPTS: u32 = 4;
const BODIES_A_SCRIPT: u32 = 500;
/// Of everything but the crates of the yard, which are lighter.
const DENSITY: f32 = 500.0;

/// A script that makes its part of the heap, and then waits for what does not come.
const IDLE: &str = r#"
hook.Add("a door opens", "idle", function() error("no door here") end)
hook.Add("Shutdown", "idle", function() end)
timer.Create("idle " .. PART, 3600, 0, function() error("not within the hour") end)
for i = 0, BODIES - 1 do
  local n = PART * BODIES + i
  local pos = Vec(n % 10 * 0.7 - 3 + n % 7 * 0.03, 0.5 + n // 100 * 0.7, n // 10 % 10 * 0.7 + n % 3 * 0.05)
  if n % 2 == 0 then
    physics.sphere { pos = pos, radius = 0.25 }
  else
    physics.box { pos = pos, size = Vec(0.5, 0.4, 0.6) }
  end
end
"#;

fn yard_with_idle_scripts() -> Game {
    let mut game = Game::new().expect("a yard");
    for part in 0..SCRIPTS {
        let text = IDLE.replace("PART", &part.to_string()).replace("BODIES", &BODIES_A_SCRIPT.to_string());
        let loaded = game.load(&format!("idle{part}.lua"), text.as_bytes());
        assert_eq!(loaded, Loaded::New, "{:?}", game.take_lines());
    }
    game
}

fn rapier_alone(bodies: impl Iterator<Item = BodyView>) -> PhysicsWorld {
    let mut physics = PhysicsWorld::new();
    physics.gravity = Vector::new(0.0, -9.81, 0.0);
    physics.integration_parameters.dt = DT as f32;
    physics.integration_parameters.normalized_max_linear_velocity = MAX_SPEED as f32;
    for body in bodies {
        let rigid = if body.is_static { RigidBodyBuilder::fixed() } else { RigidBodyBuilder::dynamic() };
        let rigid = rigid.translation(body.pos.as_vec3()).linear_damping(0.05).angular_damping(0.05);
        let collider = match body.shape {
            Shape::Sphere { radius } => ColliderBuilder::ball(radius as f32),
            Shape::Box { size } => {
                let half = (size / 2.0).as_vec3();
                ColliderBuilder::cuboid(half.x, half.y, half.z)
            }
        };
        let density = if body.owner.is_none() && !body.is_static { 150.0 } else { DENSITY };
        let collider = collider
            .density(density)
            .friction(0.6)
            .friction_combine_rule(CoefficientCombineRule::GeometricMean)
            .restitution(0.0);
        let (handle, _) = physics.insert(rigid, collider);
        if let Some(rigid) = physics.bodies.get_mut(handle) {
            rigid.activation_mut().normalized_linear_threshold = 0.015;
            rigid.activation_mut().time_until_sleep = 0.5;
        }
    }
    physics
}

/// The yard's world with the same bodies, and no script.
fn yard_alone(bodies: impl Iterator<Item = BodyView>) -> Sim {
    let mut sim = Sim::new();
    for body in bodies.filter(|body| body.owner.is_some()) {
        let def = BodyDef { pos: body.pos, ..BodyDef::new(body.shape) };
        // A script may have 2,000 bodies, so one stands for all.
        sim.world.spawn(Some(1), &def).expect("a body");
    }
    sim
}

fn main() {
    let mut game = yard_with_idle_scripts();
    let mut rapier = rapier_alone(game.sim().world.bodies());
    let mut sim = yard_alone(game.sim().world.bodies());
    assert_eq!(rapier.bodies.len(), game.sim().world.bodies().count());
    assert_eq!(sim.world.count(), (SCRIPTS * BODIES_A_SCRIPT) as usize);

    let samples = in_turns(
        STEPS,
        &mut [&mut || time(|| rapier.step()), &mut || time(|| game.tick(&[])), &mut || time(|| sim.step())],
    );
    let [rapier_step, tick, step] = &samples[..] else { unreachable!("three were timed") };
    assert_eq!(game.errors(), 0, "{:?}", game.take_lines());

    let awake = |sim: &Sim| sim.world.bodies().filter(|body| !body.sleeping).count();
    println!(
        "idle_scripts: {} bodies, {SCRIPTS} scripts; awake at the end: {} in the yard, {} in Rapier alone",
        sim.world.count(),
        awake(&game.sim()),
        rapier.active_bodies().count(),
    );
    let ratio = |a: &side_by_side::Samples, b| a.with(b, |a, b| a / b);
    rapier_step.report("a step of Rapier alone", Unit::Seconds, None);
    step.report("a step of the yard without scripts", Unit::Seconds, None);
    tick.report("a tick with idle scripts", Unit::Seconds, None);
    ratio(step, rapier_step).report("the yard without scripts to Rapier alone", Unit::Times, None);
    ratio(tick, step).report("with idle scripts to the yard without", Unit::Times, None);
    ratio(tick, rapier_step).report("with idle scripts to Rapier alone", Unit::Times, Some(1.05));
}
