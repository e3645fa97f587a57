//! What only shows after a while: random programs against every function, an hour of play, and runs that repeat to the bit.

#[path = "../common/mod.rs"]
mod common;

mod fuzz;
mod random;
mod repeatability;
mod soak;
