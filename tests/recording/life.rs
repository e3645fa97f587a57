//! Everything that can go into a game goes into its recording, and comes out to the bit.

use super::*;
use moonyard::app::Limits;
use moonyard::input::{Binding, DeviceEvent, Key, PadButton, PadEvent, Stick};
use std::time::Duration;

const SCRIPT: &str = "
input.define('t.drop', 'Drop', 'M', 'x')
state.dropped = state.dropped or 0
hook.Add('Think', 't', function(dt)
  state.time = (state.time or 0) + dt
  if input.pressed('t.drop') then
    state.dropped = state.dropped + 1
    store.add('t.drops')
    physics.sphere { pos = player.position() + Vec(math.random(), 2, input.value('fire')) }
  end
end)";

fn key(key: Key, down: bool) -> DeviceEvent {
    DeviceEvent::Key { key, down }
}

fn pad(event: PadEvent) -> DeviceEvent {
    DeviceEvent::Pad { pad: 1, event }
}

/// Plays with everything there is.
fn play(game: &mut Game) {
    let third = 1.0 / 3.0;
    for frame in 0..240_u32 {
        let events = match frame {
            1 => vec![
                key(Key::W, true),
                key(Key::LeftShift, true),
                DeviceEvent::MouseMotion { dx: third, dy: -7.0 },
            ],
            20 => vec![key(Key::M, true), key(Key::M, false)],
            30 => {
                vec![pad(PadEvent::Connected), pad(PadEvent::Stick { stick: Stick::Left, x: -third, y: 0.9 })]
            }
            40 => vec![pad(PadEvent::Button { button: PadButton::Rt, value: third })],
            50 => vec![pad(PadEvent::Button { button: PadButton::X, value: 1.0 })],
            60 => vec![pad(PadEvent::Stick { stick: Stick::Right, x: 0.7, y: third })],
            90 => vec![DeviceEvent::FocusLost],
            100 => vec![DeviceEvent::FocusGained, key(Key::Space, true)],
            140 => vec![key(Key::F13, true), pad(PadEvent::Disconnected)],
            _ => vec![],
        };
        match frame {
            70 => game.teleport(glam::DVec3::new(third, 3.0, -1.0)).unwrap(),
            110 => drop(game.load("b.lua", b"physics.box { pos = Vec(0, 5, 0) }")),
            120 => drop(game.load("b.lua", b"physics.box { pos = Vec(0, 9, 0) } \"\xff\"")),
            125 => drop(game.load("b.lua", b"physics.box { pos = Vec(1, 9, 0) }")),
            130 => drop(game.unload("b.lua")),
            135 => game.input().rebind("t.drop", 0, Some(Binding::Key(Key::F13))).unwrap(),
            150 => game.input().reset("t.drop"),
            45 => drop(game.load("a.lua", SCRIPT.as_bytes())),
            170 => game.listen_for_binding("jump", 0),
            _ => {}
        }
        let events = if frame == 171 { vec![key(Key::F14, true)] } else { events };
        // Frames of every length: none, less than a tick, several, far too many, and without a window.
        match frame % 7 {
            0 => game.frame(0.0, &events),
            1 | 2 => game.frame(0.004_1, &events),
            3 => game.frame(0.037, &events),
            4 => game.frame(9.0, &events),
            _ => game.tick(&events),
        }
    }
}

#[test]
fn a_replay_is_the_game_to_the_bit() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.recording");
    let texts = scripts(&[("a.lua", SCRIPT)]);
    let mut game = recorded(&file, &texts);
    play(&mut game);
    game.shutdown();
    assert_eq!(game.errors(), 1, "{:?}", game.take_lines());
    assert_eq!(game.take_recording_failure(), None);
    assert_eq!(game.input().changed_bindings().iter().count(), 1);
    assert!(game.sim().world.count() > 0);
    let recording = read(&file);
    assert!(!recording.is_cut_off());
    let (tick, digest, result) = replay(recording, &texts);
    assert_eq!(result, Ok(()));
    assert_eq!((tick, digest), (game.sim().tick(), game.digest()));
}

#[test]
fn what_was_kept_and_bound_and_allowed_before_is_in_it() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("a.store");
    let file = folder.path().join("a.recording");
    let text = "local n = store.add('n') physics.box { pos = Vec(n, 2, 0) }
        hook.Add('Think', 't', function() if input.pressed('jump') then physics.box { pos = Vec(store.load('name').x, 3, 2) } end end)";
    let texts = scripts(&[("a.lua", text)]);
    let limits = Limits { deadline: Duration::from_millis(600), ..Limits::default() };
    {
        let mut before = Game::new().unwrap();
        before.keep_in(&store);
        before
            .load("a.lua", b"store.save('n', 4) store.save('name', { x = 1.5, text = 'quote \" and \\0' })");
        assert_eq!(before.errors(), 0);
    }
    let mut game = Game::with_limits(limits).unwrap();
    game.keep_in(&store);
    game.input().rebind("jump", 0, Some(Binding::Key(Key::Backslash))).unwrap();
    game.record(Recorder::create(&file).unwrap()).unwrap();
    game.load("a.lua", text.as_bytes());
    game.tick(&[key(Key::Backslash, true)]);
    for _ in 0..70 {
        game.tick(&[]);
    }
    game.shutdown();
    assert_eq!((game.errors(), game.sim().world.count()), (0, 2));
    let recording = read(&file);
    assert_eq!(recording.limits(), limits);
    let (tick, _, result) = replay(recording, &texts);
    assert_eq!((tick, result), (71, Ok(())));
}

#[test]
fn a_stretch_without_anything_takes_a_line_a_second() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.recording");
    let mut game = recorded(&file, &Scripts::new());
    for _ in 0..600 {
        game.tick(&[]);
    }
    game.shutdown();
    let text = std::fs::read_to_string(&file).unwrap();
    let count = |word: &str| text.lines().filter(|line| line.split(' ').next() == Some(word)).count();
    assert_eq!((count("tick"), count("digest"), count("quick")), (10, 11, 10), "{text}");
    assert!(text.contains("\ntick x 60\n") && text.ends_with("\nend 600\n"));
}
