//! Binding actions anew, and the text that keeps what was changed.

use super::*;
use moonyard::app::game::Game;
use moonyard::input::{Binding, Bindings, Heard, Listening, MouseButton};

fn read(text: &str) -> (Bindings, Vec<String>) {
    let (bindings, problems) = Bindings::parse(text);
    (bindings, problems.iter().map(ToString::to_string).collect())
}

fn input_with(text: &str) -> Input {
    let (bindings, problems) = read(text);
    assert!(problems.is_empty(), "{problems:?}");
    let mut input = Input::new();
    input.use_bindings(&bindings);
    input
}

fn bindings_of(input: &Input, id: &str) -> String {
    let (.., bindings) = input.actions().find(|(known, ..)| *known == id).unwrap();
    bindings.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

#[test]
fn every_action_can_be_bound_anew_and_be_as_usual_again() {
    let mut input = Input::new();
    let ids: Vec<String> = input.actions().map(|(id, ..)| id.to_owned()).collect();
    for id in &ids {
        let usual = bindings_of(&input, id);
        let binding = match id.as_str() {
            "look" => Binding::Stick(Stick::Left),
            "move" => Binding::Stick(Stick::Right),
            _ => Binding::Key(Key::F13),
        };
        input.rebind(id, 0, Some(binding)).unwrap();
        assert!(input.is_rebound(id) && bindings_of(&input, id).starts_with(&binding.to_string()), "{id}");
        input.reset(id);
        assert_eq!((input.is_rebound(id), bindings_of(&input, id)), (false, usual), "{id}");
    }
    assert_eq!(input.changed_bindings(), &Bindings::default());
}

#[test]
fn a_new_binding_works_at_once_and_the_old_one_no_more() {
    let mut input = Input::new();
    input.rebind("jump", 0, Some(Binding::Key(Key::J))).unwrap();
    input.begin_frame(&[key(Key::Space, true)], DT);
    assert_eq!(state(&input, "jump"), NOT);
    input.begin_frame(&[key(Key::J, true)], DT);
    assert_eq!(state(&input, "jump"), BEGINS);
    input.rebind("move.forward", 0, Some(Binding::Key(Key::Up))).unwrap();
    input.begin_frame(&[key(Key::W, true)], DT);
    assert_eq!(input.walk(), (0.0, 0.0));
    input.begin_frame(&[key(Key::Up, true)], DT);
    assert_eq!((input.walk(), state(&input, "move")), ((0.0, 1.0), BEGINS));
}

#[test]
fn slots_are_filled_added_and_taken_away() {
    let mut input = Input::new();
    let f = Binding::Key(Key::F);
    input.rebind("jump", 2, Some(f)).unwrap();
    assert_eq!(bindings_of(&input, "jump"), "Space, pad a, F");
    // The same binding twice is one.
    input.rebind("jump", 0, Some(f)).unwrap();
    assert_eq!(bindings_of(&input, "jump"), "F, pad a");
    input.rebind("jump", 0, None).unwrap();
    assert_eq!(bindings_of(&input, "jump"), "pad a");
    input.rebind("jump", 0, None).unwrap();
    assert_eq!(bindings_of(&input, "jump"), "");
    // Back to the usual by hand is back to the usual.
    input.rebind("jump", 0, Some(Binding::Key(Key::Space))).unwrap();
    input.rebind("jump", 1, Some(Binding::Pad(PadButton::A))).unwrap();
    assert!(!input.is_rebound("jump"));
    for (id, slot, binding, part) in [
        ("nothing", 0, Some(f), "no action named \"nothing\""),
        ("jump", 5, Some(f), "has no binding 5; it has 2"),
        ("jump", 2, None, "has no binding 2"),
        ("look", 0, Some(f), "not with F"),
        ("move", 0, Some(f), "\"move.forward\""),
        ("jump", 0, Some(Binding::MouseMotion), "\"look\" alone"),
    ] {
        let error = input.rebind(id, slot, binding).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn sticks_can_change_their_hands() {
    let mut input = input_with("move = \"pad right stick\"\nlook = [\"pad left stick\"]");
    input.begin_frame(&[stick(0, Stick::Left, 1.0, 0.0), stick(0, Stick::Right, 0.0, 1.0)], 1.0);
    assert_eq!((input.walk(), input.look()), ((0.0, 1.0), (200.0, 0.0)));
    // The mouse was taken from looking.
    input.begin_frame(&[stick(0, Stick::Left, 0.0, 0.0), DeviceEvent::MouseMotion { dx: 9.0, dy: 9.0 }], DT);
    assert_eq!(input.look(), (0.0, 0.0));
}

#[test]
fn what_was_changed_is_read_again_for_actions_that_come_later_too() {
    let text = "# mine\njump = [\"J\", \"pad rt\"]\n\"maze.new\" = [\"mouse middle\"]\n\n[camera]\ntoggle = \"Tab\"\n";
    let mut input = input_with(text);
    input.define("maze.new", None, Some("M"), None).unwrap();
    assert_eq!(bindings_of(&input, "jump"), "J, pad rt");
    assert_eq!(bindings_of(&input, "camera.toggle"), "Tab");
    input.begin_frame(&[MouseButton::Middle.event(true)], DT);
    assert_eq!(state(&input, "maze.new"), BEGINS);
    input.reset("maze.new");
    assert_eq!(bindings_of(&input, "maze.new"), "M");
}

#[test]
fn what_is_wrong_is_told_with_its_line_and_costs_that_line_alone() {
    let text = "jump = [\"J\"]\ncrouch = [\"Hyper\"]\nfire = 7\nlook = [\"M\"]\naim = [\"pad lt\",\n  \"pad z\"]\nwalk = [\"B\"]\n";
    let (bindings, problems) = read(text);
    let named: Vec<&str> = bindings.iter().map(|(id, _)| id).collect();
    assert_eq!(named, ["jump", "walk"]);
    assert_eq!(problems.len(), 4, "{problems:#?}");
    for (problem, (line, part)) in problems.iter().zip([
        ("line 2: ", "no key named \"Hyper\""),
        ("line 3: ", "[\"M\", \"pad a\"]"),
        ("line 4: ", "not with M"),
        ("line 6: ", "no gamepad button named \"z\""),
    ]) {
        assert!(problem.starts_with(line) && problem.contains(part), "{problem}");
    }
    // No TOML at all: the rest is still used.
    for text in [
        "jump = [\"J\"]\ncrouch = [\"C\nwalk = [\"B\"]\n",
        "jump = [\"J\"]\n= 3\n",
        "jump = [\"J\"]\n\0\u{1}",
    ] {
        let (bindings, problems) = read(text);
        assert!(
            problems.iter().any(|problem| problem.starts_with("line 2: this is no TOML")),
            "{problems:?}"
        );
        assert_eq!(bindings.get("jump").map(<[Binding]>::len), Some(1), "{text}: {problems:?}");
    }
}

#[test]
fn one_mistake_is_told_once_on_its_own_line_and_the_lines_after_it_are_read() {
    for (text, expected, used) in [
        (
            "jump = [\"J\", \"pad a\"\ncrouch = [\"C\"]\nfire = [\"F\"]\n",
            "line 1: this is no TOML: what \"jump\" is set to has no ] at its end",
            &["crouch", "fire"][..],
        ),
        (
            "aim = [\n  \"G\",\n\n[camera]\ntoggle = [\"C\"]\n",
            "line 1: this is no TOML: what \"aim\" is set to has no ] at its end",
            &["camera.toggle"],
        ),
        (
            "aim = \"G\"\njump = [\"J\"",
            "line 2: this is no TOML: what \"jump\" is set to has no ] at its end",
            &["aim"],
        ),
        (
            "aim = \"G\"\njump = [\"J\", \"pad a\nfire = [\"F\"]\n",
            "line 2: this is no TOML: invalid basic string, expected `\"`",
            &["aim", "fire"],
        ),
        (
            "camera = { toggle = \"C\"\nfire = [\"F\"]\n",
            "line 1: this is no TOML: what \"camera\" is set to has no } at its end",
            &["fire"],
        ),
        (
            "aim = [\n  \"G\"\n  \"H\"\n]\nfire = \"F\"\n",
            "line 3: this is no TOML: missing comma between array elements, expected `,`",
            &["fire"],
        ),
        ("fire = [F]\naim = \"G\"", "line 1: this is no TOML: F must stand in quotes: \"F\"", &["aim"]),
        (
            "fire =\naim = \"G\"",
            "line 1: this is no TOML: after the = there is nothing; [] is no key at all",
            &["aim"],
        ),
        (
            "[camera\ntoggle = \"C\"\n[move]\nleft = \"Q\"\n",
            "line 1: this is no TOML: unclosed table, expected `]`",
            &["move.left"],
        ),
    ] {
        let (bindings, problems) = read(text);
        assert_eq!(problems, [expected], "{text}");
        let named: Vec<&str> = bindings.iter().map(|(id, _)| id).collect();
        assert_eq!(named, used, "{text}");
    }
    // Each of several mistakes is one.
    let (bindings, problems) = read("jump = [\"J\"\nfire = [\"F\"\naim = \"G\"\nwalk = X\n");
    let lines: Vec<&str> = problems.iter().map(|problem| problem.split(':').next().unwrap()).collect();
    assert_eq!((lines, bindings.iter().count()), (vec!["line 1", "line 2", "line 4"], 1), "{problems:?}");
}

#[test]
fn a_misspelt_standard_action_is_told_with_its_line_and_the_one_that_was_meant() {
    let text = "jmup = [\"K\"]\n\"maze.new\" = \"M\"\nFire = \"F\"\nhonk = \"H\"\naim = \"G\"\n[camera]\ntogle = \"T\"\n";
    let told = |scripts: &[&str]| -> Vec<String> {
        let is_there = |id: &str| id == "aim" || scripts.contains(&id);
        Bindings::misspelt(text, is_there).iter().map(ToString::to_string).collect()
    };
    let jump = "line 1: there is no action named \"jmup\", so this does nothing; did you mean \"jump\"?";
    let fire = "line 3: there is no action named \"Fire\", so this does nothing; did you mean \"fire\"?";
    let toggle = "line 7: there is no action named \"camera.togle\", so this does nothing; did you mean \"camera.toggle\"?";
    assert_eq!(told(&[]), [jump, fire, toggle]);
    // A script may have made it.
    assert_eq!(told(&["jmup"]), [fire, toggle]);
    // It is no mistake of the file, which is written to as any other.
    assert!(read(text).1.is_empty());
}

#[test]
fn writing_changes_what_was_changed_and_leaves_comments_alone() {
    let text = "# left-handed\njump = [\n  \"J\", # as in jump\n]\n\n# shooting\nfire = [\"F\"]\n[camera]\ntoggle = [\"Tab\"]\n";
    let (before, _) = read(text);
    let mut wanted = before.clone();
    wanted.set("fire", Some(vec![Binding::Key(Key::G), Binding::Pad(PadButton::Rb)]));
    wanted.set("maze.new \"2\"\t", Some(vec![]));
    let written = wanted.write_into(text);
    assert_eq!(
        written,
        "# left-handed\n\"maze.new \\\"2\\\"\\u0009\" = []\njump = [\n  \"J\", # as in jump\n]\n\n# shooting\nfire = [\"G\", \"pad rb\"]\n[camera]\ntoggle = [\"Tab\"]\n"
    );
    assert_eq!(read(&written), (wanted.clone(), vec![]));
    wanted.set("jump", None);
    wanted.set("camera.toggle", None);
    let written = wanted.write_into(&written);
    assert_eq!(read(&written), (wanted, vec![]));
    assert!(written.starts_with("# left-handed\n") && written.contains("# shooting\n"), "{written}");
    // From nothing: a file that says what it is, and how to write in it.
    let mut fresh = Bindings::default();
    fresh.set("jump", Some(vec![Binding::Key(Key::Backslash), Binding::Key(Key::Apostrophe)]));
    let written = fresh.write_into("");
    assert!(written.starts_with("# Keys and buttons of moonyard"), "{written}");
    assert!(written.ends_with("\njump = [\"\\\\\", \"'\"]\n"), "{written}");
    assert_eq!(read(&written), (fresh, vec![]));
}

#[test]
fn listening_takes_the_next_key_or_button_and_sets_nothing_off() {
    let listening = Listening { action: "jump".into(), slot: 0 };
    let mut input = Input::new();
    input.begin_frame(&[key(Key::C, true)], DT);
    // What is let go, moves or does not fit is no answer.
    let quiet = [
        key(Key::C, false),
        DeviceEvent::MouseMotion { dx: 3.0, dy: 0.0 },
        button(0, PadButton::Rt, 0.2),
        stick(0, Stick::Left, 1.0, 0.0),
    ];
    assert_eq!(listening.take(&quiet), (None, quiet.to_vec()));
    let (heard, events) = listening.take(&[key(Key::C, false), key(Key::Space, true), key(Key::W, true)]);
    assert_eq!(heard, Some(Heard::Binding(Binding::Key(Key::Space))));
    input.begin_frame(&events, DT);
    assert_eq!((state(&input, "jump"), state(&input, "move")), (NOT, BEGINS));
    // A trigger that is pulled on sets nothing off either, before it was let go.
    let (heard, events) = listening.take(&[button(0, PadButton::Rt, 0.6)]);
    assert_eq!(heard, Some(Heard::Binding(Binding::Pad(PadButton::Rt))));
    input.begin_frame(&events, DT);
    input.begin_frame(&[button(0, PadButton::Rt, 0.9)], DT);
    assert_eq!(state(&input, "fire"), NOT);
    input.begin_frame(&[button(0, PadButton::Rt, 0.0)], DT);
    input.begin_frame(&[button(0, PadButton::Rt, 0.9)], DT);
    assert_eq!(state(&input, "fire"), BEGINS);
    let (heard, events) = listening.take(&[key(Key::Escape, true)]);
    assert_eq!((heard, events), (Some(Heard::Cancelled), vec![]));
    for own in [Key::F2, Key::F11, Key::F12] {
        assert_eq!(listening.take(&[key(own, true)]), (Some(Heard::OfWindow(own)), vec![]));
    }
    let walking = Listening { action: "move".into(), slot: 0 };
    let (heard, _) = walking.take(&[key(Key::M, true), stick(0, Stick::Right, 0.0, -0.8)]);
    assert_eq!(heard, Some(Heard::Binding(Binding::Stick(Stick::Right))));
}

#[test]
fn a_key_of_the_window_or_the_panel_is_refused_with_the_reason_and_another_is_waited_for() {
    let mut game = Game::new().unwrap();
    game.listen_for_binding("jump", 0);
    for (refused, why) in [
        (Key::F11, "F11 fills the screen, whatever it is bound to. Press another, or Escape."),
        (Key::F1, "F1 opens and closes this panel. Press another, or Escape."),
    ] {
        game.tick(&[key(refused, true)]);
        game.tick(&[key(refused, false)]);
        assert_eq!(game.refused_binding(), Some(why));
        assert!(game.listening().is_some() && !game.input().pressed("panels"));
    }
    game.tick(&[key(Key::J, true)]);
    assert_eq!((game.listening(), game.refused_binding()), (None, None));
    assert_eq!(bindings_of(&game.input(), "jump"), "J, pad a");
    // The panel itself may be opened by what opens it.
    game.listen_for_binding("panels", 0);
    game.tick(&[key(Key::F3, true), key(Key::F3, false)]);
    game.listen_for_binding("panels", 0);
    game.tick(&[key(Key::F1, true), key(Key::F1, false)]);
    assert_eq!(bindings_of(&game.input(), "panels"), "F1, pad back");
    game.listen_for_binding("jump", 0);
    game.tick(&[key(Key::F12, true)]);
    game.tick(&[key(Key::Escape, true)]);
    assert_eq!((game.listening(), game.refused_binding()), (None, None));
}

#[test]
fn whatever_a_text_is_like_what_is_written_into_it_is_what_was_meant() {
    let text = "# keys\njump = [\"J\", 'pad a'] # jump\ncamera = { toggle = \"Tab\", zoom = [\"Z\"] }\nfire = [\n  \"F\",\n]\n\n[move]\nforward = \"Up\"\n";
    let pieces = [
        "\"", "[", "]", "\n", "=", "#", "{", "}", ",", "'", ".", "a", "jump = ", "ä", "\t", "\r\n", "\"\"\"",
        "\\",
    ];
    let mut seed = 3_u64;
    let mut chance = |of: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % of
    };
    let mut sound = 0;
    for round in 0..4_000 {
        let mut text = text.to_owned();
        for _ in 0..round % 4 {
            let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
            let at = places[chance(places.len())];
            match chance(2) {
                0 => text.insert_str(at, pieces[chance(pieces.len())]),
                _ => drop(text.remove(at)),
            }
        }
        let (mut bindings, problems) = read(&text);
        sound += usize::from(problems.is_empty());
        for id in ["jump", "fire", "camera.toggle", "camera.zoom", "move.forward", "new one", "aim"] {
            match chance(4) {
                0 => bindings.set(id, None),
                1 => bindings.set(id, Some(vec![])),
                2 => bindings.set(id, Some(vec![Binding::Key(Key::ALL[chance(Key::ALL.len())])])),
                _ => {}
            }
        }
        let written = bindings.write_into(&text);
        assert_eq!(read(&written), (bindings, vec![]), "{text}\n----\n{written}");
    }
    assert!(sound > 1_000, "{sound}");
}
