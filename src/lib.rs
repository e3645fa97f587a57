//! Moonyard: a yard that people script in Lua and walk around in.

pub mod app;
pub mod cli;
pub mod input;
pub mod render;
pub mod script;
pub mod sim;
pub mod watch;
