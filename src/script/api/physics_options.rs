//! The options of `physics.box` and `physics.sphere`.

use super::Call;
use super::doc::{Class, Named};
use super::options::Options;
use crate::sim::{BodyDef, Shape};

const COMMON: [Named; 11] = [
    ("pos?", "Vec", "m, the centre; (0, 2, 0)"),
    ("static?", "boolean", "true: it never moves; false"),
    ("density?", "number", "kg/m³, at least 1; 500"),
    ("friction?", "number", "coefficient, 0 or more; 0.6. A pair's is the root of the product of the two."),
    (
        "bounce?",
        "number",
        "restitution 0 to 1; 0.1. A pair's is the larger of the two, and none under 1 m/s.",
    ),
    ("velocity?", "Vec", "m/s; none"),
    ("color?", "Vec", "red, green and blue, 0 to 1; (0.8, 0.8, 0.8)"),
    ("material?", "integer", "a number of yours that contacts and rays tell; 0"),
    ("visible?", "boolean", "false: it collides but is not drawn; true"),
    ("glass?", "boolean", "see-through, tinted by `color`; false"),
    ("cloudy?", "number", "how milky glass is, 0 to 1; 0"),
];
const SIZE: Named = ("size?", "Vec|number", "m, full extents, at least 0.02; 0.5 each");
const RADIUS: Named = ("radius?", "number", "m, at least 0.02; 0.25");

const fn with(own: Named) -> [Named; 12] {
    let mut fields = [own; 12];
    let mut index = 0;
    while index < COMMON.len() {
        fields[index + 1] = COMMON[index];
        index += 1;
    }
    fields
}

pub const BOX: Class = Class {
    name: "BoxOptions",
    text: "What `physics.box` takes; every field may be left out; its default comes last. A vector may also be written \
        `{1, 2, 3}` or `{x = 1, y = 2, z = 3}`, and a single number stands for all three components.",
    fields: &with(SIZE),
    methods: &[],
};

pub const SPHERE: Class = Class {
    name: "SphereOptions",
    text: "What `physics.sphere` takes; every field may be left out; its default comes last.",
    fields: &with(RADIUS),
    methods: &[],
};

/// Reads a table of options. What is missing keeps its default; a field that nothing reads is warned about once.
pub fn read(call: &Call, class: &Class, shape: Shape) -> Result<BodyDef, String> {
    let table = call.table(0, "the argument", "a table such as { pos = Vec(0, 2, 0) }")?;
    let options = Options::new(call, table);
    let mut def = BodyDef::new(shape);
    match &mut def.shape {
        Shape::Box { size } => options.vector("size", size)?,
        Shape::Sphere { radius } => options.number("radius", radius)?,
    }
    options.vector("pos", &mut def.pos)?;
    options.flag("static", &mut def.is_static)?;
    options.number("density", &mut def.density)?;
    options.number("friction", &mut def.friction)?;
    options.number("bounce", &mut def.bounce)?;
    options.vector("velocity", &mut def.velocity)?;
    options.vector("color", &mut def.color)?;
    options.whole("material", &mut def.material)?;
    options.flag("visible", &mut def.visible)?;
    options.flag("glass", &mut def.glass)?;
    options.number("cloudy", &mut def.cloudy)?;
    let names: Vec<&str> = class.fields.iter().map(|(field, ..)| field.trim_end_matches('?')).collect();
    options.warn_of_unknown(&names);
    Ok(def)
}
