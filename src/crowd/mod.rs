//! Crowds: steering, and numbers by chance that repeat.
//!
//! Pure maths in 64-bit floats: no Lua, no Rapier, no clock, and nothing of ours. A run repeats to the bit.

pub mod pcg;
pub mod steer;

pub use pcg::Pcg;
