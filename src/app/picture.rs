//! Pictures without a window.

use super::game::Game;
use std::path::Path;

/// Draws what the player sees into a PNG file.
///
/// # Errors
/// No graphics on this machine, a size that cannot be drawn, a file that cannot be written.
pub fn shoot(_game: &Game, _file: &Path, _size: (u32, u32)) -> anyhow::Result<()> {
    anyhow::bail!("no pictures yet")
}
