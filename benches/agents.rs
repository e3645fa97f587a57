//! What a crowd costs through Lua: nanoseconds an agent and step, each step being sense, separate, align, cohere and step with
//! about nine neighbours.
//!
//! The script is what a user writes; its frames are timed without the rest of the yard. "One call" is `agents.flock`, which
//! does the same. What it is compared with is a vectorised implementation in another language on the same crowd: Python's
//! `kiln-gl`, whose part for agents needs numpy only. If a `python3` is at hand that has them, it takes turns with ours
//! (`agents/reference.py`), and the ratio is that of the processor time on the same machine at the same time. If not, its numbers
//! on the machine of old, 742, 582 and 785 ns at a thousand, ten thousand and a hundred thousand, must do.
//!
//! All that is on one thread. At the end come boxes to collide with, and two threads against one, by the wall's clock: that needs a
//! machine with two idle cores.

#[path = "agents/asked.rs"]
mod asked;
mod side_by_side;

use asked::Asked;
use moonyard::input::Input;
use moonyard::script::{Limits, Loaded, ScriptHost};
use moonyard::sim::{DT, Sim};
use side_by_side::{Samples, Unit, in_turns, processor_time, time};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Nanoseconds an agent in the plane: agents, and what it took elsewhere.
const ELSEWHERE: [(usize, f64); 3] = [(1_000, 742.0), (10_000, 582.0), (100_000, 785.0)];
const ELSEWHERE_IN_SPACE: [(usize, f64); 3] = [(1_000, 1_090.0), (10_000, 1_428.0), (100_000, 1_959.0)];

/// A crowd spread so that each sees nine others within 1. The generator is that of Lehmer, which is easily the same in any
/// language.
const SCRIPT: &str = "
local n, dim = COUNT, DIM
local side = dim == 2 and (n * math.pi / 9) ^ 0.5 or (n * 4 / 3 * math.pi / 9) ^ (1 / 3)
local drawn = 1
local function chance()
  drawn = drawn * 48271 % 2147483647
  return drawn / 2147483647
end
local function row(size, less)
  local x, y, z = chance(), chance(), chance()
  return Vec((x - less) * size, (y - less) * size, dim == 2 and 0 or (z - less) * size)
end
local pop = agents.Population(n, { dim = dim })
local pos, vel = pop.pos, pop.vel
for i = 1, n do pos[i], vel[i] = row(side, 0), row(1, 0.5) end
hook.Add('Think', 'fly', function()
  STEP
end)";

const ONE_BY_ONE: &str = "pop:sense(1)
  local f = agents.separate(pop, 0.5) * 1.5 + agents.align(pop, 1) * 0.5 + agents.cohere(pop, 1) * 0.4
  pop.vel = pop.vel + f * (1 / 600)
  pop:step(1 / 600, 3)";

const ONE_CALL: &str =
    "agents.flock(pop, { radius = 1, separate_radius = 0.5, separate = 1.5, align = 0.5, cohere = 0.4,
    dt = 1 / 600, max_speed = 3 })";

/// Wanderers among a thousand walls.
const AMONG_BOXES: &str = "
local pop = agents.Population(20000)
pop.pos = pop:random(Vec(0, 0), Vec(120, 120))
for i = 1, 1000 do
  local wide = i % 2 == 0
  physics.box { pos = Vec(math.random() * 120, 1, math.random() * 120), static = true,
    size = Vec(wide and 2 or 0.2, 2, wide and 0.2 or 2) }
end
COLLIDE
hook.Add('Think', 'walk', function()
  pop.vel = pop.vel + agents.wander(pop, 8) * (1 / 60) + agents.contain(pop, { Vec(0, 0), Vec(120, 120) }, 5, 2) * (1 / 60)
  pop:step(1 / 60, 2)
end)";

fn scripts(text: &str) -> ScriptHost {
    // A round here is more frames than the clock of the yard sees.
    let limits = Limits { deadline: Duration::from_secs(3_600), ..Limits::default() };
    let mut scripts = ScriptHost::new(Sim::new(), Input::new(), limits).expect("a state of Lua");
    let loaded = scripts.load("crowd.lua", text.as_bytes());
    assert_eq!(loaded, Loaded::New, "{:?}", scripts.take_lines());
    scripts
}

fn crowd(n: usize, dim: usize, step: &str) -> ScriptHost {
    scripts(&SCRIPT.replace("COUNT", &n.to_string()).replace("DIM", &dim.to_string()).replace("STEP", step))
}

/// Frames that are long enough to time.
fn enough(n: usize) -> u32 {
    (200_000 / n).clamp(1, 100) as u32
}

/// How long so many frames took.
fn frames(scripts: &mut ScriptHost, frames: u32, clock: fn(&mut dyn FnMut()) -> Duration) -> Duration {
    let spent = clock(&mut || {
        for _ in 0..frames {
            scripts.begin_frame();
            scripts.frame(DT);
        }
    });
    assert_eq!(scripts.errors(), 0, "{:?}", scripts.take_lines());
    spent
}

/// What one thread does is timed by its own processor time; for one frame.
fn own_time(scripts: &mut ScriptHost, n: usize) -> Duration {
    frames(scripts, enough(n), |run| processor_time(run)) / enough(n)
}

fn per_agent(samples: &Samples, n: usize) -> Samples {
    samples.with(samples, |frame, _| frame / n as f64)
}

/// The other implementation, if it is at hand.
fn reference(n: usize, dim: usize) -> Option<Asked> {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/agents/reference.py");
    let one_thread = ["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"].map(|name| (name, "1"));
    Asked::start(Command::new("python3").arg(program).args([n, dim].map(|x| x.to_string())).envs(one_thread))
}

fn measure(dim: usize, elsewhere: &[(usize, f64)]) {
    let name = if dim == 2 { "in the plane" } else { "in space" };
    let promised = (dim == 2).then_some(0.1);
    let mut thousand: Option<Samples> = None;
    for n in [1_000, 10_000, 100_000, 1_000_000] {
        let (mut one_by_one, mut one_call) = (crowd(n, dim, ONE_BY_ONE), crowd(n, dim, ONE_CALL));
        let mut other = if n <= 100_000 { reference(n, dim) } else { None };
        let rounds = (4_000_000 / n).clamp(5, 40);
        let (mut first, mut second) = (|| own_time(&mut one_by_one, n), || own_time(&mut one_call, n));
        let mut third = || other.as_mut().map_or(Duration::ZERO, |other| other.steps(enough(n)));
        let samples = in_turns(rounds, &mut [&mut first, &mut second, &mut third]);
        let most = if n == 1_000_000 && dim == 2 { Some(100e-9) } else { None };
        let each = per_agent(&samples[0], n);
        each.report(&format!("{n} {name}: an agent, call by call"), Unit::Seconds, most);
        per_agent(&samples[1], n).report(&format!("{n} {name}: an agent, one call"), Unit::Seconds, None);
        if other.is_some() {
            let theirs = per_agent(&samples[2], n);
            theirs.report(&format!("{n} {name}: an agent, Python's kiln-gl"), Unit::Seconds, None);
            let ratio = each.with(&theirs, |own, other| own / other);
            ratio.report(&format!("{n} {name}: call by call, to kiln-gl"), Unit::Times, promised);
        } else if let Some((_, nanoseconds)) = elsewhere.iter().find(|(other, _)| *other == n) {
            let ratio = each.with(&each, |own, _| own / (nanoseconds * 1e-9));
            ratio.report(
                &format!("{n} {name}: call by call, to {nanoseconds} ns of old"),
                Unit::Times,
                promised,
            );
        }
        if n == 100_000
            && let Some(thousand) = &thousand
        {
            let ratio = each.with(thousand, |large, small| large / small);
            ratio.report(&format!("{n} {name}: to the same for a thousand"), Unit::Times, Some(1.5));
        }
        let ticks = each.with(&each, |own, _| 1.0 / 60.0 / own);
        let median = ticks.median();
        println!("{n} {name}: {median:.0} agents at 60 ticks a second, on one thread");
        if n == 1_000 {
            thousand = Some(each);
        }
    }
}

fn among_boxes() {
    const N: usize = 20_000;
    let collide = "pop:collide { radius = 0.2, y = 0.3 }";
    let [mut with, mut without] = [collide, ""].map(|how| scripts(&AMONG_BOXES.replace("COLLIDE", how)));
    let samples = in_turns(40, &mut [&mut || own_time(&mut with, N), &mut || own_time(&mut without, N)]);
    let name = "20000 among 1000 boxes: an agent";
    per_agent(&samples[0], N).report(&format!("{name} that collides"), Unit::Seconds, None);
    per_agent(&samples[1], N).report(&format!("{name} that does not"), Unit::Seconds, None);
    let more = samples[0].with(&samples[1], |with, without| (with - without) / N as f64);
    more.report(&format!("{name}, what colliding costs"), Unit::Seconds, Some(100e-9));
}

/// The same work with one thread and with two, each in a process of its own.
fn threads() {
    const N: usize = 100_000;
    let program = std::env::current_exe().expect("this program");
    let [mut one, mut two] = ["1", "2"].map(|threads| {
        Asked::start(Command::new(&program).env(THREADS, threads)).expect("this program starts again")
    });
    let samples = in_turns(40, &mut [&mut || one.steps(enough(N)), &mut || two.steps(enough(N))]);
    for (samples, name) in samples.iter().zip(["one thread", "two threads"]) {
        per_agent(samples, N).report(
            &format!("{N} in the plane: an agent, one call, {name}"),
            Unit::Seconds,
            None,
        );
    }
    let faster = samples[0].with(&samples[1], |one, two| one / two);
    faster.report_at_least("two threads, so many times as fast as one", Unit::Times, 1.6);
    println!("(by the wall's clock: this one needs a machine with two idle cores)");
}

/// Set for the processes of [`threads`].
const THREADS: &str = "CROWD_THREADS";

fn main() {
    let threads_of_ours = std::env::var(THREADS).ok().and_then(|text| text.parse::<usize>().ok());
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads_of_ours.unwrap_or(1))
        .use_current_thread()
        .build_global()
        .expect("threads of one's own");
    if threads_of_ours.is_some() {
        let mut scripts = crowd(100_000, 2, ONE_CALL);
        asked::answer(|steps| frames(&mut scripts, steps, |run| time(run)));
        return;
    }
    println!("agents: sense, separate, align, cohere and step, about nine neighbours, through Lua");
    if reference(1, 2).is_none() {
        println!(
            "to compare with Python's kiln-gl in the same run, let python3 have it: pip install numpy kiln-gl"
        );
    }
    measure(2, &ELSEWHERE);
    measure(3, &ELSEWHERE_IN_SPACE);
    among_boxes();
    threads();
}
