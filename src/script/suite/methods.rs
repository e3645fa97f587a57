//! What a test can do with `t`, each with its documentation, and the documentation of `expect`.

use super::Stage;
use super::bounds::Work;
use crate::script::api::Arguments;
use crate::script::api::doc::{Class, Function, Named};
use crate::script::vec;
use crate::sim::{BodyView, Shape};
use mlua::{IntoLuaMulti, MultiValue, Table};

type Method = fn(&Arguments, &mut dyn Stage) -> Result<MultiValue, String>;

const KEY: Named = ("key", "string", "such as \"M\", \"Left Shift\", \"mouse left\" or \"pad a\"");
const BUTTON: Named = ("button", "string", "of the gamepad, such as \"a\", \"lt\" or \"dpad_up\"");
const SCRIPT: Named = ("script", "string", "its file name");

/// Every method of `t`.
pub const METHODS: [(Function, Method); 22] = [
    (
        Function {
            name: "load",
            parameters: &[("file", "string", "in the folder of the test or in one below it")],
            returns: &[],
            text: "Loads a script; loading it again reloads it.",
        },
        |a, stage| answer(a, stage.load(&a.string(0, "file")?).map_err(|error| a.error(error))?),
    ),
    (
        Function {
            name: "source",
            parameters: &[("name", "string", "a file name"), ("text", "string", "Lua")],
            returns: &[],
            text: "Loads a script from text; the same name again reloads it.",
        },
        |a, stage| {
            stage.source(&a.string(0, "name")?, &a.bytes(1, "text")?);
            answer(a, ())
        },
    ),
    (
        Function {
            name: "unload",
            parameters: &[SCRIPT],
            returns: &[],
            text: "Removes a script, as deleting its file does.",
        },
        |a, stage| {
            let name = a.string(0, "script")?;
            if !stage.unload(&name) {
                return Err(a.error(format_args!("no script named {name} is loaded")));
            }
            answer(a, ())
        },
    ),
    (
        Function {
            name: "ticks",
            parameters: &[("n?", "integer", "1 if left out; 60 are a second")],
            returns: &[],
            text: "Runs ticks. A test can run 1,000,000 in all; what they take does not count for its deadline.",
        },
        |a, stage| {
            stage.ticks(count(a, 0, "n")?);
            answer(a, ())
        },
    ),
    (
        Function {
            name: "press",
            parameters: &[KEY, ("ticks?", "integer", "1 if left out")],
            returns: &[],
            text: "Puts a key or button down for the next ticks. It runs none itself.",
        },
        |a, stage| {
            let ticks = count(a, 1, "ticks")?;
            answer(a, stage.press(&a.string(0, "key")?, Some(ticks)).map_err(|error| a.error(error))?)
        },
    ),
    (
        Function {
            name: "hold",
            parameters: &[KEY],
            returns: &[],
            text: "Puts a key or button down from the next tick on.",
        },
        |a, stage| answer(a, stage.press(&a.string(0, "key")?, None).map_err(|error| a.error(error))?),
    ),
    (
        Function {
            name: "release",
            parameters: &[KEY],
            returns: &[],
            text: "Lets a key or button go, from the next tick on.",
        },
        |a, stage| answer(a, stage.release(&a.string(0, "key")?).map_err(|error| a.error(error))?),
    ),
    (
        Function {
            name: "pad",
            parameters: &[BUTTON, ("ticks?", "integer", "1 if left out")],
            returns: &[],
            text: "Presses a button of the gamepad for the next ticks: `t:pad(\"a\")` is `t:press(\"pad a\")`.",
        },
        |a, stage| {
            let (button, ticks) = (a.string(0, "button")?, count(a, 1, "ticks")?);
            answer(a, stage.press(&format!("pad {button}"), Some(ticks)).map_err(|error| a.error(error))?)
        },
    ),
    (
        Function {
            name: "trigger",
            parameters: &[BUTTON, ("value", "number", "0 to 1")],
            returns: &[],
            text: "Presses a trigger of the gamepad, or a button, so far from the next tick on. It presses at half.",
        },
        |a, stage| {
            let (button, value) = (a.string(0, "button")?, a.number(1, "value")?);
            answer(a, stage.pull(&button, value).map_err(|error| a.error(error))?)
        },
    ),
    (
        Function {
            name: "stick",
            parameters: &[
                ("stick", "string", "\"left\" or \"right\""),
                ("x", "number", "-1 to 1, to the right"),
                ("y", "number", "-1 to 1, away from the player"),
            ],
            returns: &[],
            text: "Tilts a stick of the gamepad from the next tick on. As on a real one, the first 0.15 of a tilt are nothing.",
        },
        |a, stage| {
            let (stick, x, y) = (a.string(0, "stick")?, a.number(1, "x")?, a.number(2, "y")?);
            answer(a, stage.tilt(&stick, x, y).map_err(|error| a.error(error))?)
        },
    ),
    (
        Function {
            name: "unplug",
            parameters: &[],
            returns: &[],
            text: "Unplugs the gamepad: all of it is let go in the next tick. Using it again plugs it in.",
        },
        |a, stage| answer(a, stage.unplug().map_err(|error| a.error(error))?),
    ),
    (
        Function {
            name: "teleport",
            parameters: &[("pos", "Vec", "where the player's feet go")],
            returns: &[],
            text: "Moves the player at once; it stands still afterwards.",
        },
        |a, stage| answer(a, stage.teleport(a.vector(0, "pos")?).map_err(|error| a.error(error))?),
    ),
    (
        Function {
            name: "prints",
            parameters: &[],
            returns: &[("lines", "string[]", "")],
            text: "All that scripts have printed so far, line by line, without the names of their files.",
        },
        |a, stage| answer(a, stage.prints()),
    ),
    (
        Function {
            name: "errors",
            parameters: &[],
            returns: &[("messages", "string[]", "")],
            text: "The errors that scripts have raised so far, as the terminal would show them: one that comes again and \
                again is told once, then at the 10th, 100th time. A test in which a script raised an error fails, unless it \
                asked for them after the last one.",
        },
        |a, stage| answer(a, stage.errors()),
    ),
    (
        Function {
            name: "hud",
            parameters: &[("id", "string", "of `hud.text`"), ("script?", "string", "only this script's")],
            returns: &[("text", "string?", "nil if there is none")],
            text: "A text on the window as it is now. If several scripts have one of that id, that of the first.",
        },
        |a, stage| answer(a, stage.hud(&a.string(0, "id")?, a.optional_string(1, "script")?.as_deref())),
    ),
    (
        Function {
            name: "bodies",
            parameters: &[("script?", "string", "only this script's")],
            returns: &[("bodies", "Body[]", "in the order of ids")],
            text: "The bodies of a script, or all, the yard's own too.",
        },
        bodies,
    ),
    (
        Function {
            name: "counts",
            parameters: &[SCRIPT],
            returns: &[("counts", "{bodies: integer, hooks: integer, timers: integer}", "")],
            text: "How much a script has made.",
        },
        |a, stage| {
            let counts = stage.counts(&a.string(0, "script")?);
            let fields = [("bodies", counts.bodies), ("hooks", counts.hooks), ("timers", counts.timers)];
            answer(a, a.lua.create_table_from(fields).map_err(|error| a.error(error))?)
        },
    ),
    (
        Function {
            name: "player",
            parameters: &[],
            returns: &[("player", "{pos: Vec, velocity: Vec, facing: Vec, grounded: boolean}", "")],
            text: "The player; `pos` is where its feet are.",
        },
        |a, stage| {
            let player = stage.player();
            let table = || {
                let table = a.lua.create_table()?;
                table.set("pos", vec::create(a.lua, player.feet)?)?;
                table.set("velocity", vec::create(a.lua, player.velocity)?)?;
                table.set("facing", vec::create(a.lua, player.facing)?)?;
                table.set("grounded", player.grounded)?;
                Ok(table)
            };
            answer(a, table().map_err(|error: mlua::Error| a.error(error))?)
        },
    ),
    (
        Function {
            name: "time",
            parameters: &[],
            returns: &[("seconds", "number", "")],
            text: "The yard's clock.",
        },
        |a, stage| answer(a, stage.time()),
    ),
    (
        Function {
            name: "tick",
            parameters: &[],
            returns: &[("ticks", "integer", "")],
            text: "How many ticks have run.",
        },
        |a, stage| answer(a, i64::try_from(stage.tick()).unwrap_or(i64::MAX)),
    ),
    (
        Function {
            name: "digest",
            parameters: &[],
            returns: &[("hash", "string", "")],
            text: "A hash of the whole state: two runs of the same scripts, presses and ticks have the same.",
        },
        |a, stage| answer(a, stage.digest()),
    ),
    (
        Function {
            name: "shot",
            parameters: &[("name", "string", "without .png")],
            returns: &[("file", "string", "where the picture is")],
            text: "Draws what the player sees into a file in the folder `shots`.",
        },
        |a, stage| answer(a, stage.shot(&a.string(0, "name")?).map_err(|error| a.error(error))?),
    ),
];

fn answer(arguments: &Arguments, results: impl IntoLuaMulti) -> Result<MultiValue, String> {
    results.into_lua_multi(arguments.lua).map_err(|error| arguments.error(error))
}

/// What a call lets the world do; nothing for one that fails or only looks.
pub fn work(name: &str, arguments: &Arguments) -> Option<Work> {
    match name {
        "load" | "source" => Some(Work::Load),
        "ticks" => count(arguments, 0, "n").ok().map(Work::Ticks),
        "shot" => Some(Work::Picture),
        _ => None,
    }
}

/// A number of ticks: at least 1, which is also the default.
fn count(arguments: &Arguments, place: usize, name: &str) -> Result<u64, String> {
    if arguments.given(place).is_none() {
        return Ok(1);
    }
    let count = arguments.integer(place, name)?;
    u64::try_from(count)
        .ok()
        .filter(|&count| count > 0)
        .ok_or_else(|| arguments.error(format_args!("{name} must be at least 1, got {count}")))
}

fn bodies(arguments: &Arguments, stage: &mut dyn Stage) -> Result<MultiValue, String> {
    let only = arguments.optional_string(0, "script")?;
    let list = || {
        let list = arguments.lua.create_table()?;
        for (view, script) in stage.bodies() {
            if only.is_none() || script == only {
                list.push(body(arguments, &view, script.as_deref())?)?;
            }
        }
        Ok(list)
    };
    answer(arguments, list().map_err(|error: mlua::Error| arguments.error(error))?)
}

fn body(arguments: &Arguments, view: &BodyView, script: Option<&str>) -> mlua::Result<Table> {
    let lua = arguments.lua;
    let table = lua.create_table()?;
    table.set("id", view.id.0)?;
    table.set("script", script)?;
    match view.shape {
        Shape::Box { size } => {
            table.set("shape", "box")?;
            table.set("size", vec::create(lua, size)?)?;
        }
        Shape::Sphere { radius } => {
            table.set("shape", "sphere")?;
            table.set("radius", radius)?;
        }
    }
    table.set("pos", vec::create(lua, view.pos)?)?;
    table.set("velocity", vec::create(lua, view.velocity)?)?;
    table.set("color", vec::create(lua, view.color)?)?;
    table.set("material", view.material)?;
    table.set("static", view.is_static)?;
    table.set("visible", view.visible)?;
    Ok(table)
}

pub const TEST_FUNCTION: Function = Function {
    name: "test",
    parameters: &[("name", "string", "a sentence"), ("run", "fun(t: Test)", "")],
    returns: &[],
    text: "Describes a test. Each gets a fresh world.",
};

pub const EXPECT_FUNCTION: Function = Function {
    name: "expect",
    parameters: &[("value", "any", "")],
    returns: &[("expectation", "Expectation", "")],
    text: "Says what a value should be: `expect(#walls):equals(53)`.",
};

/// What a test gets as `t`. Its methods stand in [`METHODS`].
pub const CLASS: Class =
    Class { name: "Test", text: "A fresh world, and what a test can do with it.", fields: &[], methods: &[] };

const WANTED: Named = ("wanted", "any", "");
const LIMIT: Named = ("limit", "number", "");

pub const EXPECT: Class = Class {
    name: "Expectation",
    text: "What `expect` gives. A method that finds something else fails the test and says what was expected and what came.",
    fields: &[],
    methods: &[
        Function {
            name: "equals",
            parameters: &[WANTED],
            returns: &[],
            text: "The same number, text, vector or other value; tables are compared entry by entry.",
        },
        Function { name: "differs", parameters: &[("other", "any", "")], returns: &[], text: "Not equal." },
        Function {
            name: "near",
            parameters: &[("wanted", "number|Vec", ""), ("tolerance?", "number", "1e-6")],
            returns: &[],
            text: "A number or vector that is at most so far away.",
        },
        Function { name: "above", parameters: &[LIMIT], returns: &[], text: "A larger number." },
        Function { name: "below", parameters: &[LIMIT], returns: &[], text: "A smaller number." },
        Function { name: "is_true", parameters: &[], returns: &[], text: "`true` itself." },
        Function { name: "is_false", parameters: &[], returns: &[], text: "`false` itself." },
        Function { name: "is_nil", parameters: &[], returns: &[], text: "Nothing." },
        Function {
            name: "has_length",
            parameters: &[("wanted", "integer", "")],
            returns: &[],
            text: "A list or text of that length.",
        },
        Function {
            name: "contains",
            parameters: &[WANTED],
            returns: &[],
            text: "A list with that entry, or text with that text in it.",
        },
        Function {
            name: "matches",
            parameters: &[("pattern", "string", "")],
            returns: &[],
            text: "Text that matches a pattern of Lua's.",
        },
        Function {
            name: "errors",
            parameters: &[("pattern?", "string", "")],
            returns: &[],
            text: "A function that raises an error when it is called; its message matches the pattern.",
        },
    ],
};
