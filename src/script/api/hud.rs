//! `hud`: texts on the window that stay.

use super::call::number;
use super::doc::{Class, Function, Named};
use super::draw::{letters, text};
use super::options::Options;
use super::{Api, Call};
use crate::script::drawn::LONGEST_TEXT;
use mlua::{Table, Value};

const TEXT: &str = "Texts on the window: a score, a clock, what to do next. Each has an id, which is a script's own: two scripts \
can both have a \"score\". A text stays until it is changed or removed, and goes with its script. A script can have 100.";

const ID: Named = ("id", "string", "200 bytes at most");

pub const OPTIONS: Class = Class {
    name: "HudOptions",
    text: "How `hud.text` shows a text; what is left out stays as it was, and at first is the default that comes last.",
    fields: &[
        ("x?", "number", "0 is the left edge of the window, 0.5 its middle, 1 the right edge"),
        ("y?", "number", "0 is the upper edge, 0.5 the middle, 1 the lower edge"),
        ("size?", "number", "of the letters, 6 to 200 pixels of a window 720 pixels high; 18"),
        ("color?", "Vec", "red, green and blue, 0 to 1; white"),
    ],
    methods: &[],
};

pub fn install(api: &mut Api) -> mlua::Result<()> {
    api.table("hud", TEXT, |hud| {
        hud.function(
            Function {
                name: "text",
                parameters: &[
                    ID,
                    ("text", "string?", "4,000 bytes at most; may have several lines; nil removes it"),
                    ("options?", "HudOptions", ""),
                ],
                returns: &[],
                text: "Puts a text on the window, or changes the one of that id. With neither `x` nor `y` it stands at the \
                    upper left, below the others that have none. All of the text is on the window: at x = 1 it ends at the \
                    right edge, at x = 0.5 it is centred. A line that is longer than the window is wide goes on in the next.",
            },
            show,
        )?;
        hud.function(
            Function {
                name: "remove",
                parameters: &[ID],
                returns: &[],
                text: "Takes a text from the window. Unknown ones are silently fine.",
            },
            |call| {
                let (owner, id) = (call.owner()?, call.name(0, "id")?);
                call.host.drawn.borrow_mut().remove_text(owner, &id);
                Ok(())
            },
        )
    })
}

fn show(call: &Call) -> Result<(), String> {
    let (owner, id) = (call.owner()?, call.name(0, "id")?);
    if call.given(1).is_none() {
        call.host.drawn.borrow_mut().remove_text(owner, &id);
        return Ok(());
    }
    let mut shown = call.host.drawn.borrow().text(owner, &id).cloned().unwrap_or_default();
    shown.text = text(call, 1, LONGEST_TEXT)?;
    if call.given(2).is_some() {
        let options = call.table(2, "options", "a table such as { x = 0.5, y = 0.1 }")?;
        let (x, y) = (field(call, options, "x")?, field(call, options, "y")?);
        for (name, share) in [("x", x), ("y", y)] {
            if let Some(share) = share.filter(|share| !(0.0..=1.0).contains(share)) {
                let message =
                    format!("{name} must be 0 to 1, a share of the window and not pixels, got {share}");
                return Err(call.error(message));
            }
        }
        Options::new(call, options).warn_of_unknown(&["x", "y", "size", "color"]);
        if x.is_some() || y.is_some() {
            let (old_x, old_y) = shown.place.unwrap_or((0.0, 0.0));
            shown.place = Some((x.unwrap_or(old_x), y.unwrap_or(old_y)));
        }
        if let Some(size) = field(call, options, "size")? {
            shown.size = letters(call, size)?;
        }
        let color = get(call, options, "color")?;
        if !color.is_nil() {
            let color = super::call::vector(call.lua, "color", &color, true);
            shown.color = color.map_err(|message| call.error(message))?;
        }
    }
    call.host.drawn.borrow_mut().set_text(owner, &id, shown).map_err(|error| call.error(error))
}

fn get(call: &Call, options: &Table, name: &str) -> Result<Value, String> {
    options.get(name).map_err(|error| call.error(call.host.describe(&error).0))
}

fn field(call: &Call, options: &Table, name: &str) -> Result<Option<f64>, String> {
    let value = get(call, options, name)?;
    if value.is_nil() {
        return Ok(None);
    }
    number(call.lua, name, Some(&value)).map(Some).map_err(|message| call.error(message))
}
