//! `draw`: lines and letters in the world, for one frame.

use super::call::vector;
use super::doc::{Function, Named};
use super::{Api, Call, Filling};
use crate::script::drawn::{LETTERS, LONGEST_LABEL, Thing};
use glam::DVec3;

const TEXT: &str = "Lines and letters in the world, to show what a script has in mind. Each call draws for one frame: what is \
drawn in `Think`, `Tick`, a timer or `Contact` is in that frame's picture and gone in the next, so draw it again in every \
`Think`. Lines are two pixels wide and hidden by what is in front of them; text is always in front. Drawing changes nothing in \
the yard. A script can draw 20,000 things a frame; more is an error.";

const COLOR: Named = ("color?", "Vec", "red, green and blue, 0 to 1; (1, 0.85, 0.2)");
const POS: Named = ("pos", "Vec", "m, the centre");

const DEFAULT_COLOR: DVec3 = DVec3::new(1.0, 0.85, 0.2);
const DEFAULT_SIZE: f64 = 16.0;

pub fn install(api: &mut Api) -> mlua::Result<()> {
    api.table("draw", TEXT, |draw| {
        lines(draw)?;
        draw.function(
            Function {
                name: "text",
                parameters: &[
                    ("pos", "Vec", "m, the middle of the text"),
                    ("text", "string", "1,000 bytes at most; may have several lines"),
                    COLOR,
                    ("size?", "number", "of the letters, 6 to 200 pixels of a window 720 pixels high; 16"),
                ],
                returns: &[],
                text: "Writes a text at a place in the world, as large near as far, in front of everything.",
            },
            |call| {
                let pos = call.vector(0, "pos")?;
                let text = text(call, 1, LONGEST_LABEL)?;
                let size = call.optional_number(3, "size")?.unwrap_or(DEFAULT_SIZE);
                add(call, 2, Thing::Label { pos, text, size: letters(call, size)? })
            },
        )
    })
}

fn lines(draw: &mut Filling) -> mlua::Result<()> {
    draw.function(
        Function {
            name: "line",
            parameters: &[("a", "Vec", "m, one end"), ("b", "Vec", "m, the other"), COLOR],
            returns: &[],
            text: "Draws a straight line.",
        },
        |call| {
            let (from, to) = (call.vector(0, "a")?, call.vector(1, "b")?);
            add(call, 2, Thing::Line { from, to })
        },
    )?;
    draw.function(
        Function {
            name: "box",
            parameters: &[
                POS,
                ("size", "Vec|number", "m, full extents; a number stands for all three"),
                COLOR,
            ],
            returns: &[],
            text: "Draws the edges of an upright box.",
        },
        |call| {
            let pos = call.vector(0, "pos")?;
            let size =
                vector(call.lua, "size", call.value(1), true).map_err(|message| call.error(message))?;
            if size.min_element() < 0.0 {
                return Err(call.error(format_args!("size must be at least 0, got {size}")));
            }
            add(call, 2, Thing::Box { pos, size })
        },
    )?;
    draw.function(
        Function {
            name: "sphere",
            parameters: &[POS, ("radius", "number", "m"), COLOR],
            returns: &[],
            text: "Draws three circles around a ball.",
        },
        |call| {
            let (pos, radius) = (call.vector(0, "pos")?, call.number(1, "radius")?);
            if radius < 0.0 {
                return Err(call.error(format_args!("radius must be at least 0, got {radius}")));
            }
            add(call, 2, Thing::Sphere { pos, radius })
        },
    )
}

/// A text argument of a bounded length.
pub(super) fn text(call: &Call, index: usize, longest: usize) -> Result<String, String> {
    let text = call.string(index, "text")?;
    if text.len() > longest {
        let length = text.len();
        return Err(call.error(format_args!("text must have at most {longest} bytes, got {length}")));
    }
    Ok(text)
}

/// A size of letters within the limits.
pub(super) fn letters(call: &Call, size: f64) -> Result<f64, String> {
    if LETTERS.contains(&size) {
        Ok(size)
    } else {
        let (least, most) = (LETTERS.start(), LETTERS.end());
        Err(call.error(format_args!("size must be {least} to {most} pixels, got {size}")))
    }
}

fn add(call: &Call, color_at: usize, thing: Thing) -> Result<(), String> {
    let color = call.optional_vector(color_at, "color")?.unwrap_or(DEFAULT_COLOR);
    let owner = call.owner()?;
    call.host.drawn.borrow_mut().add(owner, color, thing).map_err(|error| call.error(error))
}
