//! Puts the layers together: the game, and the shells that drive it.

pub mod bodies;
mod drawings;
pub mod game;
pub mod headless;
mod interrupt;
mod kept;
pub mod output;
pub mod picture;
pub mod play;
pub mod scene;
pub mod scripts_on_disk;
pub mod testing;
mod whole_file;
pub mod windowed;

pub use crate::render::QualityChoice;
pub use crate::script::{Limits, MemoryLimits};
