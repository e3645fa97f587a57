//! `input`: what the player presses, as actions.

use super::doc::Function;
use super::{Api, Call};

const TEXT: &str = "What the player presses, as actions: a name of yours that a key or button sets off. The standard actions \
are `move` (with `move.forward`, `move.left`, `move.back`, `move.right`), `look`, `jump`, `sprint`, `walk`, `crouch`, `fire`, `aim`, `interact`, `camera.toggle` and `panels`. Answers \
hold for a whole frame. An unknown action is not pressed.";

const ID: (&str, &str, &str) = ("id", "string", "the action");

pub fn install(api: &mut Api) -> mlua::Result<()> {
    api.table("input", TEXT, |input| {
        input.function(
            Function {
                name: "define",
                parameters: &[
                    ("id", "string", "such as \"maze.new\""),
                    ("label?", "string", "what players read, such as \"New maze\"; the id if left out"),
                    ("key?", "string", "a key, such as \"M\", \"Space\", \"Left Shift\" or \"Keypad 0\"; case does not matter"),
                    ("pad?", "string", "a gamepad button, such as \"a\", \"lb\" or \"dpad_up\""),
                ],
                returns: &[],
                text: "Makes an action. One that exists stays as it is, so this may stand at the top of a script that reloads. \
                    An unknown key or button is an error. Two actions on one key both fire. There can be 1,000 actions.",
            },
            define,
        )?;
        input.function(
            Function {
                name: "pressed",
                parameters: &[ID],
                returns: &[("pressed", "boolean", "")],
                text: "True for the one frame in which it begins.",
            },
            |call| Ok(call.host.input.borrow().pressed(&call.string(0, "id")?)),
        )?;
        input.function(
            Function {
                name: "held",
                parameters: &[ID],
                returns: &[("held", "boolean", "")],
                text: "True as long as it is held.",
            },
            |call| Ok(call.host.input.borrow().held(&call.string(0, "id")?)),
        )?;
        input.function(
            Function {
                name: "value",
                parameters: &[ID],
                returns: &[("value", "number", "")],
                text: "How far it is pressed, 0 to 1: triggers and sticks also in between. A trigger counts as held from half on, \
                    a stick as soon as it leaves its dead zone.",
            },
            |call| Ok(call.host.input.borrow().value(&call.string(0, "id")?)),
        )?;
        input.function(
            Function {
                name: "released",
                parameters: &[ID],
                returns: &[("released", "boolean", "")],
                text: "True for the one frame in which it ends.",
            },
            |call| Ok(call.host.input.borrow().released(&call.string(0, "id")?)),
        )
    })
}

/// How many actions there may be; they outlive the scripts that made them.
const MOST_ACTIONS: usize = 1_000;

fn define(call: &Call) -> Result<(), String> {
    let id = call.name(0, "id")?;
    let label = call.given(1).map(|_| call.name(1, "label")).transpose()?;
    let key = call.optional_string(2, "key")?;
    let pad = call.optional_string(3, "pad")?;
    let mut input = call.host.input.borrow_mut();
    if input.actions().count() >= MOST_ACTIONS && input.actions().all(|(known, ..)| known != id) {
        return Err(call.error(format_args!("there are at most {MOST_ACTIONS} actions")));
    }
    input.define(&id, label.as_deref(), key.as_deref(), pad.as_deref()).map_err(|error| call.error(error))
}
