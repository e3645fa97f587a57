//! `random`: numbers by chance from a seed and a stream, the same on every machine.

use super::doc::{Class, Function};
use super::objects::{Method, field, object, set_field};
use super::{Api, Call};
use crate::crowd::Pcg;
use crate::script::api::call::{integer, kind};
use mlua::Value;

const TEXT: &str = "Numbers by chance that are the same in every run and on every machine. `math.random` is one generator for the whole \
script; here each thing can have its own, so that one more draw for one changes nothing for the others.";

pub const CLASS: Class = Class {
    name: "Rng",
    text: "A generator of numbers by chance (PCG, 128 bits, output DXSM), made by `random.pcg`. It can be kept in `state`, and goes on \
        from there after a reload; `random.pcg(rng.high, rng.low)` is another that goes on from the same place.",
    fields: &[("high", "integer", "the upper half of where it stands"), ("low", "integer", "the lower half")],
    methods: &[
        Function {
            name: "float",
            parameters: &[],
            returns: &[("u", "number", "")],
            text: "A number from 0 up to but not including 1.",
        },
        Function {
            name: "int",
            parameters: &[("n", "integer", "1 or more")],
            returns: &[("k", "integer", "")],
            text: "A whole number from 1 to `n`, each as likely as the others.",
        },
        Function {
            name: "normal",
            parameters: &[],
            returns: &[("z", "number", "")],
            text: "A number of the normal distribution: 0 on average, two thirds of them from -1 to 1.",
        },
    ],
};

const METHODS: [Method; 3] = [
    ("float", |call| draw(call, 0, Pcg::float).map(Value::Number)),
    ("int", |call| {
        let n = call.integer(1, "n")?;
        match u64::try_from(n) {
            Ok(most) if most > 0 => {
                Ok(Value::Integer(draw(call, 0, |rng| rng.below(most))?.cast_signed() + 1))
            }
            _ => Err(call.error(format_args!("n must be 1 or more, got {n}"))),
        }
    }),
    ("normal", |call| draw(call, 0, Pcg::normal).map(Value::Number)),
];

pub fn install(api: &mut Api) -> mlua::Result<()> {
    let maker = api.class(&CLASS, "rng", &METHODS)?;
    api.table("random", TEXT, |random| {
        random.function(
            Function {
                name: "pcg",
                parameters: &[
                    ("seed", "integer", ""),
                    ("stream?", "integer", "0; another stream gives other numbers"),
                ],
                returns: &[("rng", "Rng", "")],
                text: "A generator. The same seed and stream give the same numbers.",
            },
            move |call| {
                let seed = call.integer(0, "seed")?;
                let stream = if call.given(1).is_some() { call.integer(1, "stream")? } else { 0 };
                maker.make(call, &[("high", Value::Integer(seed)), ("low", Value::Integer(stream))])
            },
        )
    })
}

/// Whether an argument is a generator.
pub(super) fn is_generator(call: &Call, index: usize) -> bool {
    object(call, index, &CLASS).is_some()
}

/// Draws from the generator that is an argument, which stands where it stood if that fails.
pub(super) fn draw<T>(call: &Call, index: usize, draw: impl FnOnce(&mut Pcg) -> T) -> Result<T, String> {
    let Some(table) = object(call, index, &CLASS) else {
        let got = kind(call.lua, Some(call.value(index)));
        return Err(call.error(format_args!("rng must be made by random.pcg(seed, stream), got {got}")));
    };
    let half = |name: &str| {
        let value = field(table, name);
        integer(Some(&value)).map(i64::cast_unsigned).ok_or_else(|| {
            let got = kind(call.lua, Some(&value));
            call.error(format_args!("rng.{name} must be a whole number, got {got}"))
        })
    };
    let mut rng = Pcg::new(half("high")?, half("low")?);
    let drawn = draw(&mut rng);
    let (high, low) = rng.halves();
    set_field(call, table, "high", Value::Integer(high.cast_signed()))?;
    set_field(call, table, "low", Value::Integer(low.cast_signed()))?;
    Ok(drawn)
}
