//! The contract with scripts, tested as a script's author meets it: through Lua, in a game without a window.

#[path = "../common/mod.rs"]
mod common;
#[path = "../crowd/golden.rs"]
#[allow(dead_code, reason = "these tests use a part of it")]
mod golden;

mod agents;
mod agents_arrays;
mod agents_bodies;
mod agents_collide;
mod agents_errors;
mod agents_golden;
mod agents_life;
mod agents_names;
mod agents_options;
mod agents_recorded_errors;
mod agents_sees;
mod agents_show;
mod agents_smooth;
mod build;
mod cookbook;
mod draw;
mod errors;
mod hook;
mod input;
mod libraries;
mod life;
mod maze_walk;
mod misuse;
mod motion;
mod physics;
mod places;
mod player;
mod smooth;
mod steer;
mod timer;
mod vec;
mod view;
mod walking;
