//! Two minutes of all four of the cookbook's scripts, recorded once and kept: whoever changes what happens in a tick learns of it here.
//!
//! A change that is meant to change runs makes it anew: `UPDATE_RECORDING=1 cargo test --test recording`.

use super::*;
use moonyard::input::{DeviceEvent, Key, MouseButton, PadButton, PadEvent, Stick};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/two_minutes.recording");
const TICKS: u64 = 2 * 60 * 60;

/// Somebody who plays: presses, turns and walks about by a seed.
struct Player {
    seed: u64,
    down: Vec<(Key, u64)>,
    tilted: bool,
}

impl Player {
    fn chance(&mut self, of: u64) -> u64 {
        // Knuth's numbers; the upper bits are the better ones.
        self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.seed >> 33) % of
    }

    fn events(&mut self, tick: u64) -> Vec<DeviceEvent> {
        let mut events = Vec::new();
        let (over, down) = std::mem::take(&mut self.down).into_iter().partition(|&(_, until)| until <= tick);
        self.down = down;
        let over: Vec<(Key, u64)> = over;
        events.extend(over.iter().map(|&(key, _)| DeviceEvent::Key { key, down: false }));
        if self.chance(40) == 0 {
            const KEYS: [Key; 12] = [
                Key::W,
                Key::W,
                Key::W,
                Key::A,
                Key::D,
                Key::S,
                Key::Space,
                Key::LeftShift,
                Key::C,
                Key::V,
                Key::M,
                Key::N,
            ];
            let key = KEYS[self.chance(12) as usize];
            if self.down.iter().all(|(held, _)| *held != key) {
                events.push(DeviceEvent::Key { key, down: true });
                let until = tick + 2 + self.chance(120);
                self.down.push((key, until));
            }
        }
        if self.chance(30) == 0 {
            let motion = |of: u64| of as f64 - 60.0;
            events.push(DeviceEvent::MouseMotion {
                dx: motion(self.chance(121)),
                dy: motion(self.chance(121)) / 4.0,
            });
        }
        let pad = |event| DeviceEvent::Pad { pad: 0, event };
        if self.chance(150) == 0 {
            self.tilted = !self.tilted;
            let tilt = |of: u64| if self.tilted { of as f64 / 64.0 - 1.0 } else { 0.0 };
            let (x, y) = (tilt(self.seed >> 40 & 127), tilt(self.seed >> 50 & 127));
            let stick = if self.chance(2) == 0 { Stick::Left } else { Stick::Right };
            events.push(pad(PadEvent::Stick { stick, x, y }));
        }
        if self.chance(200) == 0 {
            let value = self.chance(5) as f64 / 4.0;
            events.push(pad(PadEvent::Button { button: PadButton::Rt, value }));
            events.push(MouseButton::Right.event(value > 0.5));
        }
        if tick.is_multiple_of(2500) {
            events.push(pad(PadEvent::Disconnected));
            events.extend([DeviceEvent::FocusLost, DeviceEvent::FocusGained]);
            self.down.clear();
        }
        events
    }
}

fn make(scripts: &Scripts) {
    let mut game = recorded(Path::new(FILE), scripts);
    let mut player = Player { seed: 7, down: Vec::new(), tilted: false };
    for tick in 1..=TICKS {
        if tick == 3000 {
            // An edit while the game runs: another text, which the recording has to hold, and later the first one again.
            game.load("maze.lua", b"physics.box { pos = Vec(0, 3, -6) }");
        }
        if tick == 4000 {
            game.load("maze.lua", &scripts["maze.lua"]);
        }
        game.tick(&player.events(tick));
    }
    game.shutdown();
    assert_eq!(game.take_recording_failure(), None);
    assert_eq!(game.errors(), 0);
    leave_scripts_out();
}

/// The scripts that it begins with are read where they are. So it is also a recording as they were before texts were in them.
fn leave_scripts_out() {
    let text = std::fs::read_to_string(FILE).unwrap();
    let (before, after) = text.split_once("\ntick").unwrap();
    let before: Vec<&str> = before.lines().filter(|line| !line.starts_with("text ")).collect();
    std::fs::write(FILE, format!("{}\ntick{after}", before.join("\n"))).unwrap();
}

#[test]
fn two_minutes_of_all_four_scripts_replay_to_the_bit() {
    let Some(folder) = common::cookbook() else { return };
    let scripts: Scripts = ["astar.lua", "flocking.lua", "maze.lua", "terrain.lua"]
        .into_iter()
        .map(|name| (name.to_owned(), std::fs::read(folder.join(name)).unwrap()))
        .collect();
    if std::env::var_os("UPDATE_RECORDING").is_some() {
        make(&scripts);
    }
    let hint = "if a tick was meant to change, make it anew: UPDATE_RECORDING=1 cargo test --test recording";
    let bytes = std::fs::read(FILE).unwrap_or_else(|error| panic!("{FILE}: {error}; {hint}"));
    assert!(bytes.len() < 200_000, "{} bytes", bytes.len());
    let recording = Recording::read(&bytes).unwrap();
    assert!(!recording.is_cut_off());
    let (tick, _, result) = replay(recording, &scripts);
    assert_eq!(result, Ok(()), "{hint}");
    assert_eq!(tick, TICKS);
}
