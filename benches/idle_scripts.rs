//! What idle scripts cost: a whole tick of the yard with four scripts loaded that have nothing to do, to Rapier alone
//! with the same bodies.
//!
//! Once with two thousand bodies that fall into a heap and tumble, once with as many that lie on the ground, asleep.
//! Rapier alone gets them at the same places, with the same densities, friction, damping and settings, and with its
//! continuous collision on or off for all of them. On is what the yard promises for every body; off asks more than that
//! scripts be cheap. A second world of the yard, stepped without scripts, shows whose a difference is.
//!
//! Two more worlds of Rapier tell where a difference comes from; the promise is not measured against them. One steps on a
//! thread of Rapier's pool, as the yard does, and so needs not wake that pool many times in a step. The other does so too, and
//! somebody writes to one of its bodies after every step, without changing anything. Rapier then sorts all its contacts
//! anew in the next step, as it does in nearly every tick of the yard, where a bounce or a body that begins to look ahead
//! is such a write.
//!
//! Where the time goes while bodies tumble, in parts of a hundred of a step of Rapier, by a sampling profiler on one thread
//! (of two cores that were busy with other things; trust them to about a third, and the pool's to less):
//!
//! - the yard's own: 3 for looking through the pairs for who pushes, 1 for where bodies went and who looks ahead, 1 for
//!   touches that began, their bounces and the list of contacts;
//! - in Rapier: 3 for sorting the contacts anew, 0.5 for taking in what was written, 2.5 for pairs of bodies that look ahead, as
//!   Rapier takes no short cut for those, 1 for sweeping them, 1 for the larger boxes around them;
//! - saved: 1 for Rapier's own continuous collision, 2 to 3 by stepping on a thread of the pool.
//!
//! So the look ahead and those writes make eight of these. They cannot go while runs stay the same to the bit: if contacts are
//! not sorted anew, they are solved in another order. To lose them, bounces would have to be Rapier's own restitution, and
//! no body be written to between steps.

mod side_by_side;

use moonyard::app::game::Game;
use moonyard::script::Loaded;
use moonyard::sim::{BodyDef, BodyView, DT, MAX_SPEED, Shape, Sim, Walk};
use rapier3d::prelude::*;
use rapier3d::rayon;
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
    let mut pooled = rapier_alone(true, game.sim().world.bodies());
    let mut written = rapier_alone(true, game.sim().world.bodies());
    let body = written.bodies.iter().find(|(_, body)| body.is_dynamic()).map(|(handle, _)| handle);
    let body = body.expect("a body that moves");
    assert_eq!(continuous.bodies.len(), game.sim().world.bodies().count());
    assert_eq!(sim.world.count(), (SCRIPTS * BODIES_A_SCRIPT) as usize);

    for _ in 0..scene.before {
        game.tick(&[]);
        sim.step();
        sim.move_player(&Walk::default());
        continuous.step();
        discrete.step();
        pooled.step();
        written.step();
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
            &mut || time(|| rayon::scope(|_| pooled.step())),
            &mut || {
                time(|| {
                    rayon::scope(|_| written.step());
                    written.bodies.get_mut(body);
                })
            },
        ],
    );
    let [tick, step, continuous_step, discrete_step, pooled_step, written_step] = &samples[..] else {
        unreachable!("six were timed")
    };
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
        (pooled_step, "the same, on a thread of its pool"),
        (written_step, "the same, written to"),
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
    compare(pooled_step, "the same, to Rapier on a thread of its pool", None);
    compare(written_step, "the same, to Rapier written to", None);
}
