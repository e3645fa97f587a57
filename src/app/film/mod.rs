//! Films: an animated GIF or PNG of a part of a run, drawn frame by frame from the states between two ticks.
//!
//! All that can be wrong with a film is found before the run. The same run gives the same bytes on the same driver. Used by shells
//! that do not show a window.

mod changed;
mod gif_film;
mod palette;
mod plan;
mod png_film;

use super::game::{Game, MOST_TICKS};
use super::picture;
use super::whole_file::WholeFile;
use crate::render::{QualityChoice, Renderer, Scene};
use anyhow::{Context, bail};
use gif_film::GifFilm;
pub(super) use plan::rounded;
pub use plan::{Form, Of, Plan, Wish};
use png_film::PngFilm;

/// A film that is being drawn.
pub struct Film {
    plan: Plan,
    renderer: Renderer,
    coder: Coder,
    file: WholeFile,
    /// How many frames are drawn.
    drawn: u32,
}

enum Coder {
    Gif(GifFilm),
    Png(PngFilm),
}

impl Film {
    /// Opens the graphics and the file.
    ///
    /// # Errors
    /// No graphics on this machine, a size that cannot be drawn, or a file that cannot be written there.
    pub fn begin(plan: Plan, quality: QualityChoice) -> anyhow::Result<Film> {
        let (width, height) = plan.size;
        let renderer = picture::open(quality)?;
        renderer.check_size(width, height)?;
        let cannot = || format!("--film: {} cannot be written", plan.file.display());
        let file = WholeFile::begin(&plan.file).with_context(cannot)?;
        let coder = match plan.form {
            Form::Gif => Coder::Gif(GifFilm::begin(file.writer(), plan.size, plan.fps)),
            Form::Png => Coder::Png(
                PngFilm::begin(file.writer(), plan.size, plan.fps, plan.frames).with_context(cannot)?,
            ),
        };
        Ok(Film { plan, renderer, coder, file, drawn: 0 })
    }

    /// Draws the frames up to this tick, which is the game's last; to be called after every frame of the game, and with tick 0
    /// before the first where frames have several ticks: what lies between those is asked for a frame ahead.
    ///
    /// # Errors
    /// The graphics or the disk failed.
    pub fn after_tick(&mut self, game: &mut Game, tick: u64) -> anyhow::Result<()> {
        let mut seen = game.take_seen().into_iter();
        while let Some((of_tick, alpha)) = self.next_moment().filter(|(of_tick, _)| *of_tick <= tick) {
            let scene = match of_tick < tick {
                // A film that begins late was not asked before; then the moment before is the nearest.
                true => seen.next().unwrap_or_else(|| game.scene_at(0.0)),
                false => game.scene_at(alpha),
            };
            self.frame(&scene).with_context(|| format!("--film: {}", self.plan.file.display()))?;
            self.drawn += 1;
        }
        let ahead = (self.drawn..self.plan.frames).map(|frame| self.plan.moment(frame));
        game.want_to_see(ahead.take_while(|(of_tick, _)| *of_tick < tick + u64::from(MOST_TICKS)));
        Ok(())
    }

    fn next_moment(&self) -> Option<(u64, f64)> {
        (!self.is_whole()).then(|| self.plan.moment(self.drawn))
    }

    fn frame(&mut self, scene: &Scene) -> anyhow::Result<()> {
        let (width, height) = self.plan.size;
        let pixels = self.renderer.picture(scene, width, height)?;
        match &mut self.coder {
            Coder::Gif(coder) => coder.frame(&pixels)?,
            Coder::Png(coder) => coder.frame(&pixels)?,
        }
        Ok(())
    }

    /// Whether all of its frames are drawn.
    pub fn is_whole(&self) -> bool {
        self.drawn >= self.plan.frames
    }

    /// Closes the film, which appears in its place.
    ///
    /// # Errors
    /// What the disk says, or that not all of it was drawn.
    pub fn finish(self) -> anyhow::Result<()> {
        if !self.is_whole() {
            bail!(
                "--film: there is no film, since it ended before {} was complete",
                self.plan.file.display()
            );
        }
        let written = match self.coder {
            Coder::Gif(coder) => coder.finish().map_err(anyhow::Error::from),
            Coder::Png(coder) => coder.finish().map_err(anyhow::Error::from),
        };
        let written = written.and_then(|()| Ok(self.file.finish()?));
        written.with_context(|| format!("--film: {} cannot be written", self.plan.file.display()))
    }
}
