//! `draw`: lines and letters in the world, for one frame, and trails that stay.

use super::call::vector;
use super::doc::{Class, Function, Named};
use super::options::Options;
use super::{Api, Call, Filling};
use crate::script::drawn::{LETTERS, LONGEST_LABEL, Thing};
use crate::script::trails::{Choice, MOST_POINTS};
use glam::DVec3;

const TEXT: &str = "Lines and letters in the world, to show what a script has in mind. Each call but `trail` draws for one frame: what is \
drawn in `Think`, `Tick`, a timer or `Contact` is in that frame's picture and gone in the next, so draw it again in every \
`Think`. Lines are two pixels wide and hidden by what is in front of them; text is always in front. Drawing changes nothing in \
the yard. A script can draw 20,000 things a frame; more is an error.";

const COLOR: Named = ("color?", "Vec", "red, green and blue, 0 to 1; (1, 0.85, 0.2)");
const POS: Named = ("pos", "Vec", "m, the centre");

const DEFAULT_COLOR: DVec3 = DVec3::new(1.0, 0.85, 0.2);
const DEFAULT_SIZE: f64 = 16.0;

pub const TRAIL: Class = Class {
    name: "TrailOptions",
    text: "What `draw.trail` takes; what is left out stays as it was, and at first is the default that comes last.",
    fields: &[
        ("color?", "Vec", "of the whole trail: red, green and blue, 0 to 1; (1, 0.85, 0.2)"),
        ("points?", "integer", "how many points it keeps, 2 to 20,000; then the oldest goes; 300"),
        ("seconds?", "number", "how long a point stays, above 0; for ever"),
        ("gap?", "boolean", "true: no line leads to this point, as after a jump; false"),
    ],
    methods: &[],
};

pub fn install(api: &mut Api) -> mlua::Result<()> {
    api.table("draw", TEXT, |draw| {
        lines(draw)?;
        draw.function(
            Function {
                name: "trail",
                parameters: &[
                    ("id", "string", "200 bytes at most; a script's own"),
                    ("pos", "Vec?", "m, where the trail goes on; nil removes it"),
                    ("options?", "TrailOptions", ""),
                ],
                returns: &[],
                text: "Adds a point to a line that stays: call it in each tick to show where something went. The trail goes with the \
                    script, and starts anew when the script is loaded again. A script can have 200 trails, with room for 20,000 points \
                    together.",
            },
            trail,
        )?;
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

fn trail(call: &Call) -> Result<(), String> {
    let (owner, id) = (call.owner()?, call.name(0, "id")?);
    if call.given(1).is_none() {
        call.host.drawn.borrow_mut().trails.remove(owner, &id);
        return Ok(());
    }
    let pos = call.vector(1, "pos")?;
    let (mut choice, mut gap) = (Choice::default(), false);
    if call.given(2).is_some() {
        let options = call.table(2, "options", "a table such as { color = Vec(1, 0, 0), points = 300 }")?;
        let options = Options::new(call, options);
        choice.color = options.place("color")?;
        if options.get("points")?.is_some() {
            let mut points = 0;
            options.whole("points", &mut points)?;
            let fits = usize::try_from(points).ok().filter(|points| (2..=MOST_POINTS).contains(points));
            choice.points = Some(fits.ok_or_else(|| {
                call.error(format_args!("points must be 2 to {MOST_POINTS}, got {points}"))
            })?);
        }
        if options.get("seconds")?.is_some() {
            let mut seconds = 0.0;
            options.number("seconds", &mut seconds)?;
            if seconds <= 0.0 {
                return Err(call.error(format_args!("seconds must be above 0, got {seconds}")));
            }
            choice.seconds = Some(seconds);
        }
        options.flag("gap", &mut gap)?;
        options.warn_of_unknown(&["color", "points", "seconds", "gap"]);
    }
    let time = call.host.time();
    let mut drawn = call.host.drawn.borrow_mut();
    drawn.trails.add(owner, &id, (pos, time, gap), choice).map_err(|error| call.error(error))
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
