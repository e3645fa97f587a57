//! Moonyard: a yard that people script in Lua and walk around in.
//!
//! Someone puts a `.lua` file into the scripts folder and stands in the result; they edit it, save, and it changes under their
//! feet. The goals, in this order: scripts run as written; nothing that a script does can hurt the host or another script;
//! runs repeat to the bit; it is fast; it is small enough to hold in the head.
//!
//! # The map
//!
//! | Module | What it is | May use |
//! |---|---|---|
//! | [`sim`] | the world: bodies, contacts, the player, the camera. No Lua, window, GPU, file or clock | – |
//! | [`crowd`] | many agents as arrays: senses, behaviours, trees, fields, genomes; and one that steers. Pure maths: no Lua, no Rapier | – |
//! | [`input`] | devices → one frame of actions | – |
//! | [`render`] | plain data → a picture, in a window or not | – |
//! | [`watch`] | files on disk → a settled list of what changed | – |
//! | [`store`] | what scripts keep: values under names, in a file or in memory. No Lua | – |
//! | [`script`] | Lua: scripts, hooks, timers, what they can call | `sim`, `crowd`, `input`, `store` |
//! | [`app`] | puts the layers together: the game and the shells that drive it | all |
//! | [`cli`] | commands and options | `app` |
//!
//! A test reads the `use` lines and fails on any other arrow.
//!
//! # One frame
//!
//! [`app::game::Game`] is the one place where a frame is put together, for the window, headless runs and script tests alike:
//! input is read; zero or more ticks of exactly 1/60 s run (physics, then contacts, then the event `Tick`); scripts run (`Init`
//! once, due timers, `Contact`, `Think`); the player and the camera move, a tick for each. Whoever draws reads
//! [`app::game::Game::scene`] afterwards; drawing changes nothing.
//!
//! # Where to start reading
//!
//! [`sim::Sim::step`] for a tick, [`script::ScriptHost`] for scripts, `script/api/` for what a script can call (bindings and
//! documentation side by side), [`app::headless`] for the simplest shell, [`app::recording`] for how a game is recorded and replayed to the
//! bit.

#[cfg(all(feature = "yard-vm", feature = "stock-lua"))]
compile_error!("one Lua, please: stock-lua needs --no-default-features");
#[cfg(not(any(feature = "yard-vm", feature = "stock-lua")))]
compile_error!("a Lua, please: the feature yard-vm (on by default) or stock-lua");

pub mod app;
pub mod cli;
pub mod crowd;
pub mod input;
pub mod render;
pub mod script;
pub mod sim;
pub mod store;
pub mod watch;
