//! Crowds: many agents kept as arrays, with senses, steering forces, behaviour trees, fields and genomes; and one body that steers
//! ([`steer`]).
//!
//! Pure maths in 64-bit floats: no Lua, no Rapier, no clock, and nothing of ours. A run repeats to the bit, on one thread or
//! many. Work that could take long is bounded or asks whether it is still wanted ([`GoOn`]); what is given wrong is an error in
//! words for whoever writes a script, and changes nothing.
//!
//! [`Population`] is the place to start. Inside, agents lie by cell ([`order`], [`grid`]) so that neighbours lie side by side;
//! what neighbours add up to is worked out in [`sums`].

pub mod agents;
pub mod array;
pub mod buffer;
mod collide;
#[cfg(test)]
mod collide_tests;
mod column;
pub mod error;
mod evaluate;
mod extent;
pub mod field;
pub mod flock;
mod formula;
pub mod genome;
pub mod grid;
mod intents;
mod land;
pub mod ledger;
pub mod list;
mod members;
mod motion;
pub mod neighbours;
pub mod noise;
pub mod obstacles;
pub mod order;
mod pass;
pub mod pcg;
pub mod pending;
pub mod population;
pub mod random;
pub mod rows;
pub mod senses;
pub mod solid;
mod sorting;
pub mod steer;
pub mod steering;
pub mod sums;
pub mod tree;
pub mod walls;
pub mod work;

pub use agents::{Each, Points};
pub use array::{Array, Node, Op, Operand};
pub use error::{CrowdError, Result};
pub use field::{Cap, Change, Field, FlowField};
pub use genome::Genome;
pub use intents::MOST_PENDING;
pub use land::{Edge, Land};
pub use list::List;
pub use neighbours::Force;
pub use obstacles::Obstacles;
pub use order::Order;
pub use pcg::Pcg;
pub use population::{Column, Population};
pub use rows::Rows;
pub use solid::Solid;
pub use tree::Tree;
pub use work::{ALWAYS, GoOn};
