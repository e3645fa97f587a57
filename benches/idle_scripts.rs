//! What idle scripts cost: a whole tick of the yard with four scripts loaded that have nothing to do, to Rapier alone
//! with the same bodies.
//!
//! Once with two thousand bodies that fall into a heap and tumble, once with as many that lie on the ground, asleep.
//! Rapier alone gets them at the same places, with the same densities, friction, damping and settings, and with its
//! continuous collision on or off for all of them. On is what the yard promises for every body; off asks more than that
//! scripts be cheap. A second world of the yard, stepped without scripts or player, shows whose a difference is.

mod side_by_side;

use moonyard::app::game::Game;
use moonyard::script::Loaded;
use moonyard::sim::{BodyDef, BodyView, DT, MAX_SPEED, Shape, Sim, Walk};
use rapier3d::prelude::*;
use side_by_side::{Samples, Unit, in_turns, time};

const STEPS: usize = 300;
const SCRIPTS: u32 = 4;
const BODIES_A_SCRIPT: u32 = 500;
/// Of everything but the crates of the yard, which are lighter.
const DENSITY: f32 = 500.0;

/// A script that makes its part of the bodies, and then waits for what does not come.
const IDLE: &str = r#"
hook.Add("a door opens", "idle", function() error("no door here") end)
hook.Add("Shutdown", "idle", function() end)
timer.Create("idle " .. PART, 3600, 0, function() error("not within the hour") end)
for i = 0, BODIES - 1 do
  local n = PART * BODIES + i
  MAKE
end
"#;

struct Scene {
    name: &'static str,
    /// Makes body `n`, in Lua.
    make: &'static str,
    /// How many ticks pass before the first that is timed.
    before: usize,
    /// What a tick is promised to be at most, to a step of Rapier.
    most: Option<f64>,
}

const SCENES: [Scene; 2] = [
    Scene {
        name: "tumbling",
        make: "local x, y, z = n % 10 * 0.7 - 3 + n % 7 * 0.03, 0.5 + n // 100 * 0.7, n // 10 % 10 * 0.7 + n % 3 * 0.05
            if n % 2 == 0 then
              physics.sphere { pos = Vec(x, y, z), radius = 0.25 }
            else
              physics.box { pos = Vec(x, y, z), size = Vec(0.5, 0.4, 0.6) }
            end",
        before: 0,
        most: Some(1.05),
    },
    Scene {
        name: "asleep",
        make: "local x, y, z = n % 50 * 0.68 - 17, 0.2 + n // 700 * 0.4, n // 50 % 14 * 0.68 + 9
            physics.box { pos = Vec(x, y, z), size = Vec(0.5, 0.4, 0.6) }",
        before: 120,
        most: None,
    },
];

fn yard_with_idle_scripts(scene: &Scene) -> Game {
    let mut game = Game::new().expect("a yard");
    for part in 0..SCRIPTS {
        let text = IDLE.replace("MAKE", scene.make);
        let text = text.replace("PART", &part.to_string()).replace("BODIES", &BODIES_A_SCRIPT.to_string());
        let loaded = game.load(&format!("idle{part}.lua"), text.as_bytes());
        assert_eq!(loaded, Loaded::New, "{:?}", game.take_lines());
    }
    game
}

fn rapier_alone(continuous: bool, bodies: impl Iterator<Item = BodyView>) -> PhysicsWorld {
    let mut physics = PhysicsWorld::new();
    physics.gravity = Vector::new(0.0, -9.81, 0.0);
    physics.integration_parameters.dt = DT as f32;
    physics.integration_parameters.normalized_max_linear_velocity = MAX_SPEED as f32;
    for body in bodies {
        let rigid = if body.is_static { RigidBodyBuilder::fixed() } else { RigidBodyBuilder::dynamic() };
        let rigid = rigid.translation(body.pos.as_vec3()).linear_damping(0.05).angular_damping(0.05);
        let rigid = rigid.ccd_enabled(continuous);
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
    println!("idle_scripts: {} bodies, {SCRIPTS} scripts", SCRIPTS * BODIES_A_SCRIPT);
    for scene in SCENES {
        measure(&scene);
    }
}

fn measure(scene: &Scene) {
    let mut game = yard_with_idle_scripts(scene);
    let mut sim = yard_alone(game.sim().world.bodies());
    let mut continuous = rapier_alone(true, game.sim().world.bodies());
    let mut discrete = rapier_alone(false, game.sim().world.bodies());
    assert_eq!(continuous.bodies.len(), game.sim().world.bodies().count());
    assert_eq!(sim.world.count(), (SCRIPTS * BODIES_A_SCRIPT) as usize);

    for _ in 0..scene.before {
        game.tick(&[]);
        sim.step();
        sim.move_player(&Walk::default());
        continuous.step();
        discrete.step();
    }
    let samples = in_turns(
        STEPS,
        &mut [
            &mut || time(|| game.tick(&[])),
            &mut || {
                time(|| {
                    sim.step();
                    sim.move_player(&Walk::default());
                })
            },
            &mut || time(|| continuous.step()),
            &mut || time(|| discrete.step()),
        ],
    );
    let [tick, step, continuous_step, discrete_step] = &samples[..] else { unreachable!("four were timed") };
    assert_eq!(game.errors(), 0, "{:?}", game.take_lines());

    let name = scene.name;
    let awake = game.sim().world.bodies().filter(|body| !body.sleeping).count();
    println!(
        "{name}: at the end {awake} are awake in the yard, {} in Rapier, {} in Rapier without continuous collision",
        continuous.active_bodies().count(),
        discrete.active_bodies().count(),
    );
    for (samples, what) in [
        (discrete_step, "a step of Rapier without continuous collision"),
        (continuous_step, "a step of Rapier"),
        (step, "a tick of the yard without scripts"),
        (tick, "a tick with idle scripts"),
    ] {
        samples.report(&format!("{name}: {what}"), Unit::Seconds, None);
    }
    let compare = |to: &Samples, what: &str, most| {
        tick.with(to, |tick, step| tick / step).report(&format!("{name}: {what}"), Unit::Times, most);
    };
    compare(step, "idle scripts to the yard without scripts", scene.most);
    compare(continuous_step, "idle scripts to Rapier", scene.most);
    compare(discrete_step, "the same, without continuous collision", None);
}
