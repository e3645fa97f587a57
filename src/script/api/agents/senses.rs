//! Senses as scripts read them.

use super::class::{Method, Type, one};
use super::population::failed;
use super::value::{Content, any_number, goes_on, keep_house, ledger, points};
use crate::crowd::Array;
use crate::crowd::senses::{Nearest, Senses};
use crate::script::api::Call;
use crate::script::api::call::kind;
use crate::script::api::doc::{Class, Function};
use mlua::{MultiValue, Value};
use std::rc::Rc;

pub struct SensesValue(Rc<Senses>);

pub const CLASS: Class = Class {
    name: "Senses",
    text: "What each agent perceived at `pop:sense`. They stay as they are when agents move, and are nil after a spawn or kill. \
        An agent never perceives itself, and with a view cone only what lies in it; an agent at rest sees all around, and so does one whose velocity is not finite. Each is \
        worked out when it is first asked for.",
    fields: &[
        ("radius", "number", ""),
        ("fov", "number?", "in radians; nil for all around"),
        ("count", "Array", "how many neighbours each has"),
        (
            "nearest",
            "Array",
            "the index of each one's nearest neighbour, 0 without one; the lowest index if several are as near",
        ),
        ("nearest_dist", "Array", "the distance to it, math.huge without one"),
    ],
    methods: &[],
};

pub const TYPE: Type =
    Type { class: &CLASS, methods: &[METHODS], field: Some(read), meta: &[("__newindex", write)] };

const METHODS: &[Method] = &[NEAREST_OF, SEES];

const SEES: Method = (
    Function {
        name: "sees",
        parameters: &[
            ("point", "Vec|Array", "one point for all, or one for each"),
            ("radius?", "number", "how close it must be, above 0; the senses' own if left out"),
        ],
        returns: &[("mask", "Array", "booleans")],
        text: "Which agents perceived a point, such as where the player is: those that were closer to it than the radius and, \
            with a view cone, had it in view. With `local p = player.position()` and \
            `local at = Vec(p.x, p.z)`, `agents.flee(pop, at, 3):where(pop.senses:sees(at), 0)` lets those who see the player flee.",
    },
    |call| {
        let senses = own(call)?;
        let at = points(call, "point", call.value(1), senses.positions().dim())?;
        let radius = call.given(2).map(|value| any_number(call, "radius", value)).transpose()?;
        let go_on = goes_on(call);
        let (flags, order) =
            senses.sees(at, radius.unwrap_or(senses.radius), &go_on).map_err(failed(call))?;
        one(super::value::give(call, Content::Flags { flags: Rc::new(flags.into()), order })?)
    },
);

const NEAREST_OF: Method = (
    Function {
        name: "nearest_of",
        parameters: &[("kind", "string", "one of the population's kinds")],
        returns: &[("indices", "Array", "0 without one"), ("distances", "Array", "math.huge without one")],
        text: "Each agent's nearest neighbour of one kind, as kinds were at the time of sensing.",
    },
    |call| {
        let senses = own(call)?;
        let go_on = goes_on(call);
        let nearest = senses.nearest_of(&call.string(1, "kind")?, &go_on).map_err(failed(call))?;
        let Nearest { index, distance } = nearest;
        Ok(MultiValue::from_iter([wholes(call, index)?, rows(call, distance)?]))
    },
);

pub fn give(call: &Call, senses: Rc<Senses>) -> Result<Value, String> {
    senses.pay(&ledger(call)?);
    keep_house(call)?;
    call.lua.create_any_userdata(SensesValue(senses)).map(Value::UserData).map_err(|error| call.error(error))
}

fn rows(call: &Call, rows: Rc<crate::crowd::Rows>) -> Result<Value, String> {
    let ledger = ledger(call)?;
    rows.pay(&ledger);
    super::value::give(call, Content::Numbers(Array::shared(rows, &ledger)))
}

fn wholes(call: &Call, rows: Rc<crate::crowd::Rows>) -> Result<Value, String> {
    let ledger = ledger(call)?;
    rows.pay(&ledger);
    super::value::give(call, Content::Numbers(Array::shared(rows, &ledger).whole()))
}

fn own(call: &Call) -> Result<Rc<Senses>, String> {
    let value = call.value(0);
    let senses = match value {
        Value::UserData(userdata) => userdata.borrow::<SensesValue>().ok().map(|senses| senses.0.clone()),
        _ => None,
    };
    senses.ok_or_else(|| {
        call.error(format_args!(
            "this is asked of senses, as in pop.senses.count, not of {}",
            kind(call.lua, Some(value))
        ))
    })
}

fn write(call: &Call) -> Result<MultiValue, String> {
    Err(call.error("senses are what was perceived and cannot be set: sense again, with pop:sense(radius)"))
}

fn read(call: &Call) -> Result<MultiValue, String> {
    let senses = own(call)?;
    let go_on = goes_on(call);
    let name = call.string(1, "name")?;
    one(match name.as_str() {
        "radius" => Value::Number(senses.radius),
        "fov" => senses.fov.map_or(Value::Nil, Value::Number),
        "count" => wholes(call, senses.count(&go_on).map_err(failed(call))?)?,
        "nearest" => wholes(call, senses.nearest(&go_on).map_err(failed(call))?.index)?,
        "nearest_dist" => rows(call, senses.nearest(&go_on).map_err(failed(call))?.distance)?,
        _ => {
            return Err(call.error(format_args!(
                "senses have no \"{name}\": radius, fov, count, nearest, nearest_dist, nearest_of, sees"
            )));
        }
    })
}
