//! The options of films.

use crate::app::film::Wish;
use clap::Args;
use std::path::PathBuf;

/// Frames a second, if nobody says otherwise.
const USUAL_FPS: u32 = 30;

#[derive(Args)]
pub struct Film {
    /// Draw a film into an animated GIF or PNG file; of a play, when it is over.
    #[arg(long, value_name = "FILE.gif|FILE.png")]
    film: Option<PathBuf>,
    /// When the film begins, in seconds of the yard's clock; at the start if left out.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, requires = "film", allow_hyphen_values = true)]
    from: Option<f64>,
    /// When the film ends, in seconds of the yard's clock; at the end of all if left out.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, requires = "film", allow_hyphen_values = true)]
    to: Option<f64>,
    /// The film's frames a second, 1 to 60; 30 if left out.
    #[arg(long, value_name = "N", value_parser = fps, requires = "film", allow_hyphen_values = true)]
    film_fps: Option<u32>,
    /// The film's size, in pixels; that of --size if left out.
    #[arg(long, value_name = "WxH", value_parser = super::size, requires = "film")]
    film_size: Option<(u32, u32)>,
}

impl Film {
    /// What was asked for, if a film was.
    pub fn wish(self) -> Option<Wish> {
        let (from, fps) = (self.from.unwrap_or(0.0), self.film_fps.unwrap_or(USUAL_FPS));
        self.film.map(|file| Wish { file, from, to: self.to, fps, size: self.film_size })
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds: &f64| seconds.is_finite() && *seconds >= 0.0);
    seconds.ok_or_else(|| format!("a time is a number of seconds of 0 or more, such as 2.5, got {text}"))
}

fn fps(text: &str) -> Result<u32, String> {
    let frames = text.parse().ok().filter(|fps| (1..=60).contains(fps));
    frames.ok_or_else(|| format!("a film's frames a second are a whole number of 1 to 60, got {text}"))
}
