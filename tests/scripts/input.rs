//! `input` through Lua.

use crate::common::{Yard, refusal, said};
use moonyard::input::{DeviceEvent, Key, MouseButton};

fn key(key: Key, down: bool) -> DeviceEvent {
    DeviceEvent::Key { key, down }
}

#[test]
fn a_press_is_true_for_one_frame_a_hold_as_long_as_it_lasts_a_release_for_one_frame() {
    let mut yard = Yard::with(
        "input.define('act', 'Act', 'M') hook.Add('Think', 't', function()
            print(input.pressed('act'), input.held('act'), input.released('act'), input.value('act')) end)",
    );
    yard.ticks(1);
    yard.tick(&[key(Key::M, true)]);
    yard.tick(&[key(Key::M, true)]);
    yard.tick(&[key(Key::M, false)]);
    yard.ticks(1);
    assert_eq!(
        yard.said(),
        "false\tfalse\tfalse\t0.0\ntrue\ttrue\tfalse\t1.0\nfalse\ttrue\tfalse\t1.0\nfalse\tfalse\ttrue\t0.0\nfalse\tfalse\tfalse\t0.0"
    );
}

#[test]
fn an_unknown_action_is_not_pressed() {
    let script = "print(input.pressed('x'), input.held('x'), input.value('x'), input.released('x'))
        print(type(input.pressed('x')), type(input.held('x')), math.type(input.value('x')), type(input.released('x')))";
    assert_eq!(said(script).replace("0.0", "0"), "false\tfalse\t0\tfalse\nboolean\tboolean\tfloat\tboolean");
}

#[test]
fn every_key_of_the_contract_can_be_named_in_any_case() {
    let mut names: Vec<String> = ('A'..='Z').chain('0'..='9').map(String::from).collect();
    names.extend((1..=24).map(|n| format!("F{n}")));
    names.extend((0..=9).map(|n| format!("Keypad {n}")));
    let more = "Space Return Escape Tab Backspace Up Down Left Right Home End PageUp PageDown Insert Delete";
    names.extend(more.split(' ').map(String::from));
    names.extend("- = [ ] \\ ; ' , . /".split(' ').map(String::from));
    let more =
        ["Left Shift", "Right Shift", "Left Ctrl", "Right Ctrl", "Left Alt", "Right Alt", "Keypad Enter"];
    names.extend(more.map(String::from));
    for name in names {
        for name in [name.clone(), name.to_lowercase(), name.to_uppercase()] {
            let quoted = format!("{name:?}");
            said(&format!("input.define('a', 'A', {quoted})"));
        }
    }
}

#[test]
fn every_pad_button_of_the_contract_can_be_named_in_any_case() {
    let names = "a south cross b east circle x west square y north triangle lb rb lt rt ls rs back select start menu guide \
        dpad_up dpad_down dpad_left dpad_right A SOUTH Dpad_Up";
    for name in names.split_whitespace() {
        said(&format!("input.define('a', 'A', nil, '{name}')"));
    }
}

#[test]
fn unknown_names_are_errors_that_say_which_there_are() {
    let message = refusal("input.define('a', 'A', 'Hyper')");
    assert!(
        message.starts_with("input.define: there is no key named \"Hyper\"; keys are A–Z, 0–9"),
        "{message}"
    );
    let message = refusal("input.define('a', 'A', 'M', 'z')");
    assert!(
        message
            .starts_with("input.define: there is no gamepad button named \"z\"; buttons are a|south|cross")
    );
    assert_eq!(refusal("input.define()"), "input.define: id must be a string, got nothing");
    assert_eq!(refusal("input.pressed()"), "input.pressed: id must be a string, got nothing");
    assert_eq!(refusal("input.held({})"), "input.held: id must be a string, got a table");
    assert_eq!(refusal("input.define('a', 'A', {})"), "input.define: key must be a string, got a table");
    assert!(refusal("input.define('')").contains("needs a name"));
    // A refused definition makes nothing, and also an existing action's new names are looked at.
    assert_eq!(said("pcall(input.define, 'a', 'A', 'Hyper') input.define('a', 'A', 'M')"), "");
    assert!(refusal("input.define('jump', 'Jump', 'Hyper')").contains("Hyper"));
}

#[test]
fn an_existing_action_stays_and_two_on_one_key_both_fire() {
    let mut yard = Yard::new();
    yard.script("a.lua", "input.define('a', 'A', 'M') input.define('jump', 'Mine', 'M')");
    yard.script("b.lua", "input.define('a', 'B', 'N') input.define('b', 'B', 'M')
        hook.Add('Think', 't', function() for _, id in ipairs { 'a', 'b', 'jump' } do if input.pressed(id) then print(id) end end end)");
    yard.press(Key::M);
    assert_eq!(yard.said(), "a\nb");
    yard.press(Key::N);
    assert_eq!(yard.said(), "");
    yard.press(Key::Space);
    assert_eq!(yard.said(), "jump");
}

#[test]
fn an_action_may_have_no_key_at_all() {
    assert_eq!(said("input.define('quiet') print(input.held('quiet'))"), "false");
}

#[test]
fn the_standard_actions_answer_their_keys_and_buttons() {
    let mut yard = Yard::with(
        "local ids = { 'move', 'look', 'jump', 'sprint', 'walk', 'crouch', 'fire', 'aim', 'interact', 'camera.toggle', 'panels' }
        hook.Add('Think', 't', function() for _, id in ipairs(ids) do if input.pressed(id) then print(id) end end end)",
    );
    for (key, id) in [
        (Key::W, "move"),
        (Key::A, "move"),
        (Key::S, "move"),
        (Key::D, "move"),
        (Key::Space, "jump"),
        (Key::LeftShift, "sprint"),
        (Key::LeftAlt, "walk"),
        (Key::C, "crouch"),
        (Key::E, "interact"),
        (Key::V, "camera.toggle"),
        (Key::F1, "panels"),
    ] {
        yard.press(key);
        assert_eq!(yard.said(), id, "{key}");
    }
    for (button, id) in [(MouseButton::Left, "fire"), (MouseButton::Right, "aim")] {
        yard.tick(&[DeviceEvent::MouseButton { button, down: true }]);
        yard.tick(&[DeviceEvent::MouseButton { button, down: false }]);
        assert_eq!(yard.said(), id);
    }
}

#[test]
fn losing_the_window_lets_go_of_everything() {
    let mut yard = Yard::with(
        "hook.Add('Think', 't', function() print(input.held('jump'), input.released('jump')) end)",
    );
    yard.tick(&[key(Key::Space, true)]);
    yard.tick(&[DeviceEvent::FocusLost]);
    assert_eq!(yard.said(), "true\tfalse\nfalse\ttrue");
}
