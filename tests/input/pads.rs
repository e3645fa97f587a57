//! Gamepads as actions see them.

use super::common::Yard;
use super::*;
use moonyard::input::PadButton::*;

#[test]
fn every_standard_action_answers_its_button_with_all_of_its_edges() {
    for (pressed, id) in [
        (A, "jump"),
        (Ls, "sprint"),
        (B, "crouch"),
        (Rt, "fire"),
        (Lt, "aim"),
        (Y, "interact"),
        (Rs, "camera.toggle"),
        (Back, "panels"),
    ] {
        let mut input = Input::new();
        input.begin_frame(&[button(0, pressed, 1.0)], DT);
        assert_eq!((state(&input, id), input.value(id)), (BEGINS, 1.0), "{id}");
        input.begin_frame(&[], DT);
        assert_eq!(state(&input, id), GOES_ON, "{id}");
        input.begin_frame(&[button(0, pressed, 0.0)], DT);
        assert_eq!((state(&input, id), input.value(id)), (ENDS, 0.0), "{id}");
    }
}

#[test]
fn a_trigger_has_a_value_all_the_way_and_presses_at_half() {
    let mut input = Input::new();
    let mut pull = |value| {
        input.begin_frame(&[button(0, Rt, value)], DT);
        (input.value("fire"), input.held("fire"), input.pressed("fire"))
    };
    assert_eq!(pull(0.25), (0.25, false, false));
    assert_eq!(pull(0.5), (0.5, true, true));
    assert_eq!(pull(0.45), (0.45, true, false));
    assert_eq!(pull(0.75), (0.75, true, false));
    assert_eq!(pull(0.3), (0.3, false, false));
    // Even when it goes to the end and back within a frame.
    input.begin_frame(&[button(0, Rt, 1.0), button(0, Rt, 0.0)], DT);
    assert_eq!((state(&input, "fire"), input.value("fire")), (BEGINS, 1.0));
    input.begin_frame(&[], DT);
    assert_eq!((state(&input, "fire"), input.value("fire")), (ENDS, 0.0));
}

#[test]
fn the_left_stick_walks_as_far_as_it_is_tilted() {
    let mut input = Input::new();
    input.begin_frame(&[stick(0, Stick::Left, 0.0, 0.55)], DT);
    let (right, forward) = input.walk();
    assert_eq!(right, 0.0);
    assert!((forward - 0.5).abs() < 1e-9, "{forward}");
    assert_eq!((state(&input, "move"), input.value("move")), (BEGINS, forward));
    input.begin_frame(&[stick(0, Stick::Left, 1.0, 0.0)], DT);
    assert_eq!((input.walk(), state(&input, "move")), ((1.0, 0.0), GOES_ON));
    input.begin_frame(&[stick(0, Stick::Left, 0.1, 0.0)], DT);
    assert_eq!((input.walk(), state(&input, "move")), ((0.0, 0.0), ENDS));
    assert_eq!(input.value("move"), 0.0);
}

#[test]
fn the_player_walks_at_the_speed_of_the_tilt() {
    for (tilt, speed) in [(1.0, 3.6), (0.55, 1.8)] {
        let mut yard = Yard::new();
        yard.tick(&[stick(0, Stick::Left, 0.0, tilt)]);
        yard.ticks(60);
        let velocity = yard.game.sim().player.velocity();
        assert!((velocity.z + speed).abs() < speed * 0.02 && velocity.x.abs() < 1e-6, "{velocity}");
    }
}

#[test]
fn the_right_stick_turns_at_the_same_rate_at_any_frame_rate() {
    for frames in [20, 60, 144, 1000] {
        let mut input = Input::new();
        let (mut yaw, mut pitch) = (0.0, 0.0);
        for frame in 0..frames {
            // Half to the right and half up, for a second.
            let diagonal = [stick(0, Stick::Right, 0.0, 0.0), stick(0, Stick::Right, 1.0, 0.0)];
            input.begin_frame(if frame == 0 { &diagonal } else { &[] }, 1.0 / f64::from(frames));
            yaw += input.look().0;
            pitch += input.look().1;
        }
        assert!((yaw - 200.0).abs() < 1e-6 && pitch == 0.0, "{frames}: {yaw} {pitch}");
        input.begin_frame(&[stick(0, Stick::Right, 0.0, -1.0)], 0.5);
        assert!((input.look().1 + 70.0).abs() < 1e-9 && input.look().0 == 0.0, "{:?}", input.look());
    }
}

#[test]
fn the_view_of_the_player_turns_by_the_right_stick() {
    let mut yard = Yard::new();
    yard.tick(&[stick(0, Stick::Right, 1.0, 0.0)]);
    yard.ticks(26);
    // 27 ticks at 200 degrees a second are 90 degrees: from -z to +x.
    let facing = yard.game.sim().player.facing();
    assert!((facing.x - 1.0).abs() < 1e-9 && facing.z.abs() < 1e-9, "{facing}");
}

#[test]
fn of_two_gamepads_the_one_that_was_used_last_counts() {
    let mut input = Input::new();
    input.begin_frame(&[stick(0, Stick::Left, 1.0, 0.0)], DT);
    assert_eq!((input.walk(), input.active_pad()), ((1.0, 0.0), Some(0)));
    input.begin_frame(&[stick(1, Stick::Left, -1.0, 0.0)], DT);
    assert_eq!((input.walk(), input.active_pad()), ((-1.0, 0.0), Some(1)));
    // A worn stick that trembles takes nothing over.
    input.begin_frame(&[stick(0, Stick::Left, 0.98, 0.02)], DT);
    assert_eq!(input.walk(), (-1.0, 0.0));
    // A press does, and then the rest of that gamepad counts too, without a press of what was held all along.
    input.begin_frame(&[button(1, Rt, 1.0)], DT);
    assert_eq!(state(&input, "fire"), BEGINS);
    input.begin_frame(&[button(0, A, 1.0)], DT);
    assert_eq!(state(&input, "jump"), BEGINS);
    assert_eq!((state(&input, "fire"), input.value("fire")), (ENDS, 0.0));
    assert!(input.walk().0 > 0.9);
    input.begin_frame(&[button(1, X, 1.0)], DT);
    assert_eq!(state(&input, "fire"), GOES_ON);
    assert_eq!(state(&input, "jump"), ENDS);
}

#[test]
fn of_keys_and_stick_the_one_that_was_used_last_walks() {
    let mut input = Input::new();
    input.begin_frame(&[key(Key::W, true)], DT);
    assert_eq!(input.walk(), (0.0, 1.0));
    input.begin_frame(&[stick(0, Stick::Left, 1.0, 0.0)], DT);
    assert_eq!(input.walk(), (1.0, 0.0));
    input.begin_frame(&[key(Key::A, true)], DT);
    assert_eq!(input.walk(), (-1.0, 1.0));
    // Another key has nothing to do with walking.
    input.begin_frame(&[stick(0, Stick::Left, 0.0, -1.0)], DT);
    input.begin_frame(&[key(Key::Space, true)], DT);
    assert_eq!(input.walk(), (0.0, -1.0));
    // Whoever rests leaves it to the other.
    input.begin_frame(&[stick(0, Stick::Left, 0.0, 0.0)], DT);
    assert_eq!(input.walk(), (-1.0, 1.0));
    input.begin_frame(&[key(Key::A, false), key(Key::W, false)], DT);
    assert_eq!((input.walk(), state(&input, "move")), ((0.0, 0.0), ENDS));
}

#[test]
fn unplugging_lets_everything_of_that_gamepad_go_and_nothing_else() {
    let mut input = Input::new();
    input.begin_frame(&[button(0, A, 1.0), button(0, Rt, 0.7), stick(0, Stick::Left, 0.0, 1.0)], DT);
    input.begin_frame(&[key(Key::C, true)], DT);
    assert_eq!((input.walk(), state(&input, "jump")), ((0.0, 1.0), GOES_ON));
    input.begin_frame(&[gone(0)], DT);
    assert_eq!((input.walk(), input.active_pad()), ((0.0, 0.0), None));
    for id in ["jump", "fire", "move"] {
        assert_eq!((state(&input, id), input.value(id)), (ENDS, 0.0), "{id}");
    }
    assert_eq!(state(&input, "crouch"), GOES_ON);
    // Plugged in again it begins at rest, and unplugging one that nobody knows does nothing.
    let connected = DeviceEvent::Pad { pad: 0, event: PadEvent::Connected };
    input.begin_frame(&[connected, connected, gone(7)], DT);
    assert_eq!(state(&input, "jump"), NOT);
    input.begin_frame(&[button(0, A, 1.0)], DT);
    assert_eq!(state(&input, "jump"), BEGINS);
}

#[test]
fn nothing_moves_without_the_focus_and_what_is_held_when_it_comes_back_does_not_press() {
    let mut input = Input::new();
    input.begin_frame(&[button(0, A, 1.0), stick(0, Stick::Left, 0.0, 1.0), key(Key::C, true)], DT);
    input.begin_frame(&[DeviceEvent::FocusLost], DT);
    for id in ["jump", "move", "crouch"] {
        assert_eq!((state(&input, id), input.value(id)), (ENDS, 0.0), "{id}");
    }
    assert_eq!(input.walk(), (0.0, 0.0));
    // Somebody plays another game with the same gamepad.
    input.begin_frame(&[button(0, A, 0.0), button(0, Rt, 1.0), stick(0, Stick::Right, 1.0, 0.0)], DT);
    assert_eq!((state(&input, "fire"), input.look()), (NOT, (0.0, 0.0)));
    input.begin_frame(&[button(0, A, 1.0)], DT);
    input.begin_frame(&[DeviceEvent::FocusGained], DT);
    for _ in 0..3 {
        for id in ["jump", "fire", "move", "look", "crouch"] {
            assert_eq!((state(&input, id), input.value(id)), (NOT, 0.0), "{id}");
        }
        assert_eq!((input.walk(), input.look()), ((0.0, 0.0), (0.0, 0.0)));
        // It goes on being held, which its events may tell again and again.
        input.begin_frame(&[button(0, A, 1.0), button(0, Rt, 0.9), stick(0, Stick::Left, 0.1, 0.9)], DT);
    }
    let rest = [button(0, A, 0.0), button(0, Rt, 0.0), stick(0, Stick::Left, 0.0, 0.0)];
    input.begin_frame(&rest, DT);
    for id in ["jump", "fire", "move"] {
        assert_eq!(state(&input, id), NOT, "{id}");
    }
    input.begin_frame(&[button(0, A, 1.0), stick(0, Stick::Left, 0.0, 1.0)], DT);
    assert_eq!((state(&input, "jump"), state(&input, "move")), (BEGINS, BEGINS));
}

#[test]
fn numbers_that_no_gamepad_has_count_as_none() {
    let mut input = Input::new();
    let nan = f64::NAN;
    input.begin_frame(&[button(0, Rt, nan), stick(0, Stick::Left, nan, f64::INFINITY)], DT);
    assert_eq!((input.value("fire"), input.walk()), (0.0, (0.0, 0.0)));
    input.begin_frame(&[button(0, Rt, 9.0), stick(0, Stick::Left, 9.0, -9.0)], DT);
    let (x, y) = input.walk();
    assert!(input.value("fire") == 1.0 && x.hypot(y) <= 1.0 + 1e-12);
    // More gamepads than anybody has hands for.
    input.begin_frame(&[button(4_000_000_000, A, 1.0)], DT);
    assert_eq!(state(&input, "jump"), NOT);
}

#[test]
fn a_script_reads_pads_like_keys() {
    let mut yard = Yard::with(
        "input.define('maze.new', 'New maze', nil, 'triangle')
        hook.Add('Think', 't', function()
          print(input.pressed('maze.new'), input.held('maze.new'), input.value('maze.new'), input.value('aim'))
        end)",
    );
    yard.tick(&[button(2, Y, 1.0), button(2, Lt, 0.25)]);
    yard.tick(&[button(2, Y, 0.0)]);
    assert_eq!(yard.said(), "true\ttrue\t1.0\t0.25\nfalse\tfalse\t0.0\t0.25");
}
