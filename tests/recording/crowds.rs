//! Crowds that scripts keep go into a recording as everything does: by what happened to them.

use super::*;
use moonyard::input::{DeviceEvent, Key};

/// The text of a script that comes with the project.
fn text(name: &str) -> String {
    std::fs::read_to_string(format!("{}/scripts/crowds/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// Plays among crowds for eight seconds: walks through them, calls them, and saves another version of each script on the way.
fn play(game: &mut Game, walks: Key) {
    for tick in 1..=480 {
        let key = |key, down| DeviceEvent::Key { key, down };
        let events = match tick {
            20 => vec![key(walks, true), DeviceEvent::MouseMotion { dx: 90.0, dy: 4.0 }],
            100 | 200 => vec![key(Key::F, true)],
            110 | 210 => vec![key(Key::F, false)],
            260 => vec![key(walks, false), key(Key::Space, true)],
            _ => vec![],
        };
        match tick {
            150 => {
                // Its deer are shyer from here on: the same animals, by other rules.
                let (before, after) = ("SIGHT, SHY = 6, 4", "SIGHT, SHY = 6, 9");
                assert!(text("hunt.lua").contains(before));
                game.load("hunt.lua", text("hunt.lua").replace(before, after).as_bytes());
            }
            300 => drop(game.load("hunt.lua", text("hunt.lua").as_bytes())),
            310 => drop(game.load("ants.lua", format!("{}\n-- edited", text("ants.lua")).as_bytes())),
            _ => {}
        }
        game.tick(&events);
    }
    game.shutdown();
    assert_eq!(game.errors(), 0, "{:?}", game.take_lines());
}

#[test]
fn a_replay_among_crowds_with_keys_and_reloads_is_the_game_to_the_bit() {
    let folder = tempfile::tempdir().unwrap();
    let texts = scripts(&[("ants.lua", &text("ants.lua")), ("hunt.lua", &text("hunt.lua"))]);
    let mut digests = Vec::new();
    for walks in [Key::W, Key::A] {
        let file = folder.path().join("a.recording");
        let mut game = recorded(&file, &texts);
        play(&mut game, walks);
        assert_eq!(game.take_recording_failure(), None);
        // It has all that it needs.
        let (tick, digest, result) = replay(read(&file), &Scripts::new());
        assert_eq!(result, Ok(()));
        assert_eq!((tick, &digest), (480, &game.digest()));
        digests.push(digest);
    }
    assert_ne!(digests[0], digests[1]);
}
