//! Puts the layers together: the game, and the shells that drive it.

pub mod bindings_file;
pub mod bodies;
mod clock;
mod console;
mod crowds;
mod desk;
mod drawings;
pub mod film;
pub mod film_of_play;
pub mod game;
pub mod headless;
mod help;
mod interrupt;
mod kept;
pub mod output;
mod photos;
pub mod picture;
pub mod play;
pub mod recording;
pub mod replay;
mod replayed_scripts;
pub mod scene;
pub mod scripts_on_disk;
mod terminal;
pub mod testing;
mod whole_file;
pub mod windowed;

pub use crate::render::QualityChoice;
pub use crate::script::{Limits, MemoryLimits};
