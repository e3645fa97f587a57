//! Pictures without a window.

use super::game::Game;
use crate::render::{Level, QualityChoice, Renderer, write_png};
use std::path::Path;

/// Finds out whether a picture of that size can be drawn here.
///
/// # Errors
/// No graphics on this machine, or a size that cannot be drawn.
pub fn check((width, height): (u32, u32)) -> anyhow::Result<()> {
    Ok(Renderer::headless()?.check_size(width, height)?)
}

/// Opens what draws, in a quality. Unless another one is named it is the best, so that pictures repeat on every machine.
///
/// # Errors
/// No graphics on this machine.
pub fn open(quality: QualityChoice) -> anyhow::Result<Renderer> {
    let mut renderer = Renderer::headless()?;
    let level = match quality {
        QualityChoice::Auto => Level::High,
        QualityChoice::Fixed(level) => level,
    };
    renderer.set_quality(level.quality());
    Ok(renderer)
}

/// Draws what the player sees into a PNG file, which appears whole or not at all.
///
/// # Errors
/// No graphics on this machine, a size that cannot be drawn, a file that cannot be written.
pub fn shoot(
    game: &Game,
    file: &Path,
    (width, height): (u32, u32),
    quality: QualityChoice,
) -> anyhow::Result<()> {
    let pixels = open(quality)?.picture(&game.scene(), width, height)?;
    write_png(file, width, height, &pixels)?;
    Ok(())
}
