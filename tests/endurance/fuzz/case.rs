//! One case: what happens in a yard, step after step.

use super::api::Api;
use super::program::Program;
use super::writer;
use crate::random::Random;
use glam::DVec3;
use moonyard::input::{DeviceEvent, Key, MouseButton};
use std::fmt;

#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    Load {
        name: &'static str,
        program: Program,
    },
    /// A file that is no program.
    Bytes {
        name: &'static str,
        bytes: Vec<u8>,
    },
    Unload(&'static str),
    Ticks(usize),
    /// A frame of so many seconds.
    Frame(f64),
    Press(DeviceEvent),
    Teleport(DVec3),
    Shutdown,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    pub seed: u64,
    pub steps: Vec<Step>,
}

pub const SCRIPTS: [&str; 3] = ["a.lua", "b.lua", "cl_c.lua"];

impl Case {
    pub fn new(seed: u64, api: &Api) -> Case {
        let mut random = Random::new(seed);
        let mut steps = Vec::new();
        for _ in 0..random.within(3, 12) {
            steps.push(step(&mut random, api, &steps));
            if random.chance(60) {
                steps.push(Step::Ticks(random.within(1, 20)));
            }
        }
        steps.push(Step::Ticks(random.within(1, 40)));
        if random.chance(20) {
            steps.push(Step::Shutdown);
        }
        Case { seed, steps }
    }
}

fn step(random: &mut Random, api: &Api, before: &[Step]) -> Step {
    let name = *random.pick(&SCRIPTS);
    match random.below(100) {
        0..50 => Step::Load { name, program: writer::program(random, api) },
        50..60 => {
            // The same again, as a save without a change does.
            let loads: Vec<&Step> = before.iter().filter(|step| matches!(step, Step::Load { .. })).collect();
            if loads.is_empty() { Step::Ticks(1) } else { (*random.pick(&loads)).clone() }
        }
        60..64 => Step::Bytes { name, bytes: no_program(random) },
        64..70 => Step::Unload(name),
        70..84 => Step::Press(event(random)),
        84..90 => Step::Frame(*random.pick(&[
            0.0,
            0.001,
            1.0 / 60.0,
            0.02,
            0.1,
            1.0,
            1e9,
            -1.0,
            f64::NAN,
            f64::INFINITY,
        ])),
        90..94 => {
            let reach = *random.pick(&[5.0, 20.0, 1000.0]);
            let mut part = || random.between(-reach, reach);
            Step::Teleport(DVec3::new(part(), part(), part()))
        }
        _ => Step::Ticks(random.within(1, 30)),
    }
}

fn event(random: &mut Random) -> DeviceEvent {
    const WALKING: [Key; 8] = [Key::W, Key::A, Key::S, Key::D, Key::Space, Key::LeftShift, Key::C, Key::V];
    let down = random.chance(70);
    match random.below(10) {
        0..5 => DeviceEvent::Key { key: *random.pick(&WALKING), down },
        5..7 => DeviceEvent::Key { key: *random.pick(Key::ALL), down },
        7 => {
            DeviceEvent::MouseButton { button: *random.pick(&[MouseButton::Left, MouseButton::Right]), down }
        }
        8 => {
            let reach = *random.pick(&[100.0, 1e6, 1e300, f64::INFINITY, f64::NAN]);
            DeviceEvent::MouseMotion { dx: reach * random.between(-1.0, 1.0), dy: reach }
        }
        _ => DeviceEvent::FocusLost,
    }
}

fn no_program(random: &mut Random) -> Vec<u8> {
    let texts: [&[u8]; 9] = [
        b"",
        b"\xef\xbb\xbfprint('mark')",
        b"\x1bLua\x54\x00",
        b"print('\xff')",
        b"\xff\xfe",
        b"local = 1",
        b"return 5",
        b"goto nowhere",
        b"#!/usr/bin/lua\nprint(1)",
    ];
    match random.below(12) {
        0 => (0..random.below(200)).map(|_| random.next() as u8).collect(),
        1 => "(".repeat(10_000).into_bytes(),
        2 => format!("return {}", "{".repeat(500)).into_bytes(),
        _ => random.pick(&texts).to_vec(),
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Step::Load { name, program } => write!(f, "load {name}:\n{}", program.body()),
            Step::Bytes { name, bytes } => {
                writeln!(f, "load {name}: {}", bytes[..bytes.len().min(100)].escape_ascii())
            }
            Step::Unload(name) => writeln!(f, "unload {name}"),
            Step::Ticks(ticks) => writeln!(f, "{ticks} ticks"),
            Step::Frame(seconds) => writeln!(f, "a frame of {seconds:?} s"),
            Step::Press(event) => writeln!(f, "{event:?}"),
            Step::Teleport(feet) => writeln!(f, "teleport to {feet}"),
            Step::Shutdown => writeln!(f, "shut down"),
        }
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.steps.iter().enumerate().try_for_each(|(number, step)| write!(f, "{}. {step}", number + 1))
    }
}
