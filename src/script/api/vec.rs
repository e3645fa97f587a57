//! What is documented of `Vec`; the functions are in `script/vec.rs`.

use super::doc::{Class, Function};

const OTHER: (&str, &str, &str) = ("b", "Vec", "");

pub const CONSTRUCTOR: Function = Function {
    name: "Vec",
    parameters: &[("x?", "number", ""), ("y?", "number", ""), ("z?", "number", "")],
    returns: &[("v", "Vec", "")],
    text: "A vector. A component that is left out is 0.",
};

pub const CLASS: Class = Class {
    name: "Vec",
    text: "Three 64-bit floats. `a + b`, `a - b` and `-a` are vectors; `a * n`, `n * a` and `a / n` scale; `a * b` multiplies \
        component by component; `a == b` compares exactly. As text it is `Vec(1.000, 2.000, 3.000)`. Two vectors that are \
        equal are still two different keys of a table. Y is up, −Z is forward. As a colour x is red, y green and z blue. \
        Where the yard takes a vector it also takes `{1, 2, 3}` and `{x = 1, y = 2, z = 3}`.",
    fields: &[("x", "number", ""), ("y", "number", ""), ("z", "number", "")],
    methods: &[
        Function {
            name: "length",
            parameters: &[],
            returns: &[("length", "number", "")],
            text: "How long it is.",
        },
        Function {
            name: "normalized",
            parameters: &[],
            returns: &[("unit", "Vec", "")],
            text: "The vector of length 1 in its direction; the zero vector for lengths under 1e-9.",
        },
        Function {
            name: "dot",
            parameters: &[OTHER],
            returns: &[("product", "number", "")],
            text: "The scalar product.",
        },
        Function {
            name: "cross",
            parameters: &[OTHER],
            returns: &[("product", "Vec", "")],
            text: "The vector product.",
        },
        Function {
            name: "distance",
            parameters: &[OTHER],
            returns: &[("distance", "number", "")],
            text: "How far it is from one point to the other.",
        },
        Function {
            name: "lerp",
            parameters: &[OTHER, ("t", "number", "0 is here, 1 is there")],
            returns: &[("v", "Vec", "")],
            text: "The point a part of the way to another.",
        },
    ],
};
