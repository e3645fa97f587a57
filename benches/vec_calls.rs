//! What single calls cost: vectors, and the yard's functions that scripts call most.
//!
//! Each is called in a loop in one state of Lua, and an empty loop is taken off. The ratio at the end is that of a step of
//! arithmetic on vectors to the same step on plain numbers.

mod side_by_side;

use moonyard::input::Input;
use moonyard::script::{Host, api, vm::Vm};
use moonyard::sim::{BodyDef, Shape, Sim};
use side_by_side::{Samples, Unit, in_turns, processor_time};
use std::rc::Rc;
use std::time::Duration;

const ROUNDS: usize = 40;
const CALLS: u32 = 20_000;

/// The loop that is taken off the others.
const EMPTY: (&str, &str) = ("an empty loop", "");
const NUMBERS: (&str, &str) =
    ("on plain numbers: x, y, z = x + ux * 0.5, …", "x, y, z = x + ux * 0.5, y + uy * 0.5, z + uz * 0.5");
const VECTORS: (&str, &str) = ("on vectors: v = v + u * 0.5", "v = v + u * 0.5");

const CALLED: [(&str, &str); 14] = [
    ("Vec(1, 2, 3)", "local r = Vec(1, 2, 3)"),
    ("u + w", "local r = u + w"),
    ("u * 2", "local r = u * 2"),
    ("u / 2", "local r = u / 2"),
    ("u == w", "local r = u == w"),
    ("u.x", "local r = u.x"),
    ("u.x = 1", "u.x = 1"),
    ("u:length()", "local r = u:length()"),
    ("u:normalized()", "local r = u:normalized()"),
    ("u:dot(w)", "local r = u:dot(w)"),
    ("player.position()", "local r = player.position()"),
    ("physics.position(id)", "local r = physics.position(id)"),
    ("physics.setVelocity(id, u)", "physics.setVelocity(id, u)"),
    ("input.held(\"jump\")", "local r = input.held(\"jump\")"),
];

fn main() {
    let vm = Vm::new(|_| ()).expect("a state of Lua");
    let host = Rc::new(Host::new(Sim::new(), Input::new()));
    api::install(&vm, &host).expect("the yard's functions");
    let ball = BodyDef::new(Shape::Sphere { radius: 0.25 });
    let id = host.sim.borrow_mut().world.spawn(Some(1), &ball).expect("a ball");

    let state = vm.lua().create_table().expect("a table");
    let mut loops: Vec<_> = [EMPTY, NUMBERS, VECTORS]
        .iter()
        .chain(&CALLED)
        .map(|(name, code)| {
            let text = format!(
                "local id, calls = ...
                local u, w, v, x, y, z = Vec(1, 2, 3), Vec(4, 5, 6), Vec(), 0.0, 0.0, 0.0
                local ux, uy, uz = u.x, u.y, u.z
                for _ = 1, calls do {code} end"
            );
            let environment = vm.environment(&state).expect("an environment");
            let run = vm.compile(name, &text, environment).expect("a loop in Lua");
            move || processor_time(|| run.call::<()>((id.0, CALLS)).expect("a call"))
        })
        .collect();
    let mut runs: Vec<&mut dyn FnMut() -> Duration> = loops.iter_mut().map(|run| run as _).collect();
    let samples = in_turns(ROUNDS, &mut runs);

    println!("vec_calls: one call each, less an empty loop");
    let [empty, numbers, vectors, called @ ..] = &samples[..] else { unreachable!("as many as were timed") };
    let a_call = |samples: &Samples| samples.with(empty, |run, empty| (run - empty) / f64::from(CALLS));
    for ((name, _), samples) in CALLED.iter().zip(called) {
        a_call(samples).report(name, Unit::Seconds, None);
    }
    let (numbers, vectors) = (a_call(numbers), a_call(vectors));
    numbers.report(NUMBERS.0, Unit::Seconds, None);
    vectors.report(VECTORS.0, Unit::Seconds, None);
    vectors.with(&numbers, |vectors, numbers| vectors / numbers).report(
        "vectors to plain numbers",
        Unit::Times,
        None,
    );
}
