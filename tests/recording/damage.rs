//! Recordings that are not what they should be.

use super::*;
use moonyard::input::{DeviceEvent, Key};

const SCRIPT: &str = "state.n = 0
hook.Add('Tick', 't', function() state.n = state.n + 1 end)
input.define('t.drop', 'Drop', 'M')
hook.Add('Think', 't', function() if input.pressed('t.drop') then physics.sphere { pos = Vec(0, 9, 0) } end end)";

/// The text of a recording of five seconds, with M pressed at tick 100 and walking from tick 200 on.
fn text() -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.recording");
    let mut game = recorded(&file, &scripts(&[("a.lua", SCRIPT)]));
    for tick in 1..=300 {
        let key = |key, down| DeviceEvent::Key { key, down };
        game.tick(&match tick {
            100 => vec![key(Key::M, true)],
            101 => vec![key(Key::M, false)],
            200 => vec![key(Key::W, true)],
            _ => vec![],
        });
    }
    game.shutdown();
    std::fs::read_to_string(&file).unwrap()
}

fn outcome(text: &str) -> (u64, String) {
    let recording = Recording::read(text.as_bytes()).unwrap();
    let (tick, _, result) = replay(recording, &scripts(&[("a.lua", SCRIPT)]));
    (tick, result.map_or_else(|difference| difference.to_string(), |()| "same".into()))
}

#[test]
fn the_very_tick_that_differs_is_named() {
    let text = text();
    assert_eq!(outcome(&text), (300, "same".into()));
    // Another key: from that tick on the player does not walk.
    assert_eq!(outcome(&text.replace("down W", "down E")), (200, "tick 200 differs".into()));
    assert_eq!(outcome(&text.replace("down M", "down N")), (100, "tick 100 differs".into()));
    // A tick too many is damage and no difference.
    let (tick, message) = outcome(&text.replacen("tick x 60", "tick x 61", 1));
    assert_eq!(
        (tick, message.as_str()),
        (61, "the recording is damaged: it tells of tick 60 where its frames make 61")
    );
}

#[test]
fn the_tick_is_named_inside_of_a_frame_of_several_too() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.recording");
    let script = |tick: u32| {
        format!(
            "hook.Add('Tick', 't', function(dt, tick) if tick == {tick} then physics.box {{ pos = Vec(0, 9, 0) }} end end)"
        )
    };
    let mut game = recorded(&file, &scripts(&[("a.lua", &script(0))]));
    for _ in 0..9 {
        game.frame(0.0667, &[]);
    }
    game.shutdown();
    for tick in 1..=36 {
        let (_, _, result) = replay(read(&file), &scripts(&[("a.lua", &script(tick))]));
        assert_eq!(result.unwrap_err().to_string(), format!("tick {tick} differs"));
    }
}

#[test]
fn a_difference_in_the_tables_of_scripts_is_named_with_its_second() {
    let text = text();
    let recording = Recording::read(text.as_bytes()).unwrap();
    let other = SCRIPT.replace("state.n = 0", "state.n = -1");
    let (tick, _, result) = replay(recording, &scripts(&[("a.lua", &other)]));
    let message = result.unwrap_err().to_string();
    assert!(
        tick == 60 && message.starts_with("one of the ticks 1 to 60 differs in what scripts hold in `state`"),
        "{message}"
    );
}

#[test]
fn a_recording_that_was_cut_off_replays_up_to_there() {
    let text = text();
    let mut replayed = 0;
    for at in (1..text.len()).step_by(97) {
        match Recording::read(&text.as_bytes()[..at]) {
            Ok(recording) => {
                assert!(recording.is_cut_off());
                if at % 5 == 0 {
                    let (tick, _, result) = replay(recording, &scripts(&[("a.lua", SCRIPT)]));
                    assert_eq!(result, Ok(()), "{at}");
                    assert!(tick >= replayed);
                    replayed = tick;
                }
            }
            // Not even the first line is whole.
            Err(error) => {
                assert_eq!((error.line, at < "moonyard recording 1\n".len()), (1, true), "{at}: {error}")
            }
        }
    }
    assert!(replayed > 200, "{replayed}");
}

#[test]
fn a_game_that_is_dropped_without_an_end_leaves_all_of_its_frames() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.recording");
    let mut game = recorded(&file, &scripts(&[("a.lua", SCRIPT)]));
    for _ in 0..100 {
        game.tick(&[]);
    }
    drop(game);
    let recording = read(&file);
    assert!(recording.is_cut_off());
    let (tick, _, result) = replay(recording, &scripts(&[("a.lua", SCRIPT)]));
    assert_eq!((tick, result), (100, Ok(())));
}

#[test]
fn what_is_damaged_is_told_with_its_line() {
    let text = text();
    let lines: Vec<&str> = text.lines().collect();
    let at = |word: &str| lines.iter().position(|line| line.split(' ').next() == Some(word)).unwrap();
    for (word, damaged, part) in [
        ("limits", "limits 250 x 3", "this `limits` is damaged"),
        ("limits", "limits 18446744073709551615 3 3", "this `limits` is damaged"),
        ("load", "load \"a.lua\" 123", "this `load` is damaged"),
        ("load", "load a.lua", "this `load` is damaged"),
        ("tick", "tick x 0", "this `tick` is damaged"),
        ("tick", "tick x 99999999", "this `tick` is damaged"),
        ("tick", "frame soon", "this `frame` is damaged"),
        ("tick", "tock x 60", "nothing that a recording says: `tock x 60`"),
        ("down", "down Hyper", "no key named \"Hyper\""),
        ("quick", "quick 123", "this `quick` is damaged"),
        ("digest", "digest 60 zz", "this `digest` is damaged"),
        ("down", "bind \"jump\" \"Hyper\"", "no key named \"Hyper\""),
        ("down", "text 00 \"a\"", "does not have the hash"),
        ("down", "pad 0 left stick 1", "nothing that a gamepad does"),
        ("down", "end 3", "the recording ended before"),
    ] {
        let mut lines = lines.clone();
        let line = at(word);
        lines[line] = damaged;
        let error = Recording::read((lines.join("\n") + "\n").as_bytes()).unwrap_err();
        assert!(error.message.contains(part), "{damaged}: {error}");
        let after = usize::from(damaged.starts_with("end"));
        assert_eq!(error.line, line + 1 + after, "{damaged}: {error}");
    }
    let mut bytes = text.clone().into_bytes();
    let at = text.find("\nquick").unwrap();
    bytes[at + 3] = 0xff;
    let error = Recording::read(&bytes).unwrap_err();
    assert_eq!((error.line, error.message.as_str()), (text[..at].lines().count() + 1, "this is no text"));
    // Line ends of another system, remarks and empty lines are no damage.
    let friendly = text.replace('\n', "\r\n").replacen("\r\ntick", "\r\n# a remark\r\n\r\ntick", 1);
    assert_eq!(outcome(&friendly), (300, "same".into()));
}

#[test]
fn no_damage_at_all_brings_the_program_down() {
    let text = text();
    let mut seed = 1_u64;
    let mut chance = |of: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % of
    };
    let (mut read, mut differed) = (0, 0);
    for _ in 0..1_000 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..=chance(3) {
            let at = chance(bytes.len());
            match chance(4) {
                0 => bytes[at] = chance(256) as u8,
                1 => bytes[at] = b"0123456789 x\"-"[chance(14)],
                2 => drop(bytes.drain(at..(at + chance(50)).min(bytes.len()))),
                _ => bytes.insert(at, b"0123456789 \n\\"[chance(13)]),
            }
        }
        let Ok(recording) = Recording::read(&bytes) else { continue };
        read += 1;
        if read % 5 == 0 {
            let (_, _, result) = replay(recording, &scripts(&[("a.lua", SCRIPT)]));
            differed += usize::from(result.is_err());
        }
    }
    assert!(read > 40 && differed > 3, "{read} {differed}");
}

#[test]
fn what_is_no_recording_or_of_another_version_is_told_so() {
    for (text, part) in [
        ("", "this is no recording; one begins with `moonyard recording 1`"),
        ("print('hello')\n", "this is no recording"),
        ("moonyard recording 2\ntick\n", "a recording of version 2, and this moonyard reads version 1"),
    ] {
        let error = Recording::read(text.as_bytes()).unwrap_err();
        assert!(error.line == 1 && error.message.contains(part), "{error}");
    }
}
