//! What is filmed and when: checks what was asked for before anything runs. Pure but for a look at the clock of ticks.

use crate::sim::DT;
use anyhow::bail;
use std::path::PathBuf;

/// Ten minutes at the usual pace.
const MOST_FRAMES: u64 = 18_000;
/// Of all frames together: nearly two minutes of 1280 × 720.
const MOST_PIXELS: u64 = 3_000_000_000;
/// A GIF counts in hundredths of a second, and viewers take less than two of them for a mistake.
const FASTEST_GIF: u32 = 50;
/// Ticks that lie so close to a frame count as being there.
const SAME_MOMENT: f64 = 1e-6;

/// What somebody asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct Wish {
    pub file: PathBuf,
    /// In seconds of the yard's clock.
    pub from: f64,
    /// In seconds of the yard's clock; the end of the run if there is none.
    pub to: Option<f64>,
    /// Frames a second.
    pub fps: u32,
    /// In pixels; that of the picture or the window if there is none.
    pub size: Option<(u32, u32)>,
}

/// What is filmed, and how many ticks it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    Run(u64),
    Recording(u64),
    /// What was played: it is not known before how long that is.
    Play(u64),
}

/// The format of a film.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Gif,
    Png,
}

/// What will be filmed.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    pub file: PathBuf,
    pub form: Form,
    /// In pixels.
    pub size: (u32, u32),
    /// Frames a second.
    pub fps: u32,
    pub frames: u32,
    /// In ticks, not always whole ones.
    begins: f64,
}

impl Plan {
    /// With frames of `size` pixels, if the wish does not say how many.
    ///
    /// # Errors
    /// A sentence for whoever typed it: a name that ends otherwise, times the wrong way round or beyond the run, too many
    /// frames or too large ones.
    pub fn new(wish: &Wish, of: Of, size: (u32, u32)) -> anyhow::Result<Plan> {
        let file = wish.file.clone();
        let size = wish.size.unwrap_or(size);
        let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_lowercase();
        let form = match ending.as_str() {
            "gif" => Form::Gif,
            "png" => Form::Png,
            _ => bail!("--film: {} does not end in .gif or .png", file.display()),
        };
        if form == Form::Gif && wish.fps > FASTEST_GIF {
            bail!(
                "--film-fps: a GIF shows {FASTEST_GIF} frames a second at most, got {}; a film whose name ends in .png shows more",
                wish.fps
            );
        }
        let (Of::Run(ticks) | Of::Recording(ticks) | Of::Play(ticks)) = of;
        let end = ticks as f64 * DT;
        let (from, to) = (wish.from, wish.to.unwrap_or(end));
        if to > end + SAME_MOMENT {
            let (what, hint) = match of {
                Of::Run(_) => ("run", format!("; --ticks {} would reach it", (to / DT - SAME_MOMENT).ceil())),
                Of::Recording(_) => ("recording", String::new()),
                Of::Play(_) => ("play", String::new()),
            };
            bail!(
                "--to: the film ends at {to} s, and the {what} of {ticks} ticks at {} s already{hint}",
                rounded(end)
            );
        }
        if from > to {
            bail!("--from: the film begins at {from} s, after its end at {} s", rounded(to));
        }
        let length = to - from;
        let frames = (length * f64::from(wish.fps)).round();
        if frames < 1.0 {
            bail!(
                "--film: from {from} s to {} s is less than one frame at {} frames a second",
                rounded(to),
                wish.fps
            );
        }
        let frames = frames as u64;
        if frames > most_frames(size) {
            bail!(
                "--film: {frames} frames of {} × {} pixels are too much: {MOST_FRAMES} frames and {} million pixels in all are \
                 the most. Make it shorter (--from, --to), smaller (--film-size) or with fewer frames (--film-fps)",
                size.0,
                size.1,
                MOST_PIXELS / 1_000_000
            );
        }
        Ok(Plan { file, form, size, fps: wish.fps, frames: frames as u32, begins: from / DT })
    }

    /// Finds out what can be known of the film of a play before it begins.
    ///
    /// # Errors
    /// Those of [`Plan::new`].
    pub fn check_before_play(wish: &Wish, size: (u32, u32)) -> anyhow::Result<()> {
        let shortest = wish.from + 1.0 / f64::from(wish.fps.max(1));
        let wish = Wish { to: Some(wish.to.unwrap_or(shortest)), ..wish.clone() };
        Plan::new(&wish, Of::Play(u64::MAX), size).map(drop)
    }

    /// How long a film with frames of that size may be, in seconds.
    pub fn most_seconds(wish: &Wish, size: (u32, u32)) -> f64 {
        most_frames(wish.size.unwrap_or(size)) as f64 / f64::from(wish.fps.max(1))
    }

    /// Where a frame lies: before the end of a tick, at that much of the way from the tick before (0) to it (1).
    pub fn moment(&self, frame: u32) -> (u64, f64) {
        let ticks = self.begins + f64::from(frame) / (f64::from(self.fps) * DT);
        let tick = (ticks - SAME_MOMENT).ceil().max(0.0);
        (tick as u64, (1.0 - (tick - ticks)).clamp(0.0, 1.0))
    }
}

fn most_frames((width, height): (u32, u32)) -> u64 {
    MOST_FRAMES.min(MOST_PIXELS / (u64::from(width) * u64::from(height)).max(1))
}

/// Seconds as people write them.
pub(in crate::app) fn rounded(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(file: &str, from: f64, to: Option<f64>, fps: u32) -> Result<Plan, String> {
        let wish = Wish { file: file.into(), from, to, fps, size: None };
        Plan::new(&wish, Of::Run(300), (640, 360)).map_err(|error| error.to_string())
    }

    #[test]
    fn a_second_at_thirty_frames_has_thirty_of_them_on_every_other_tick() {
        let plan = plan("a.gif", 1.0, Some(2.0), 30).unwrap();
        assert_eq!((plan.frames, plan.form), (30, Form::Gif));
        let moments: Vec<_> = (0..30).map(|frame| plan.moment(frame)).collect();
        assert_eq!(moments[0].0, 60);
        for (frame, (tick, alpha)) in moments.iter().enumerate() {
            assert_eq!(*tick, 60 + 2 * frame as u64);
            assert!((alpha - 1.0).abs() < 1e-9, "{frame}: {alpha}");
        }
    }

    #[test]
    fn frames_between_ticks_are_drawn_between_them() {
        let plan = plan("a.PNG", 0.0, None, 50).unwrap();
        assert_eq!((plan.frames, plan.form), (250, Form::Png));
        assert_eq!(plan.moment(0), (0, 1.0));
        for (frame, tick, alpha) in
            [(1, 2, 0.2), (2, 3, 0.4), (3, 4, 0.6), (4, 5, 0.8), (5, 6, 1.0), (249, 299, 0.8)]
        {
            let (of_tick, at) = plan.moment(frame);
            assert_eq!(of_tick, tick, "{frame}");
            assert!((at - alpha).abs() < 1e-6, "{frame}: {at}");
        }
    }

    #[test]
    fn what_cannot_be_filmed_is_told_in_a_sentence_with_what_would_do() {
        for (result, part) in [
            (plan("a.mp4", 0.0, None, 30), "--film: a.mp4 does not end in .gif or .png"),
            (plan("gif", 0.0, None, 30), "gif does not end in .gif or .png"),
            (plan("a.gif", 0.0, None, 60), "50 frames a second at most, got 60"),
            (plan("a.gif", 3.0, Some(2.0), 30), "begins at 3 s, after its end at 2 s"),
            (plan("a.gif", 6.0, None, 30), "begins at 6 s, after its end at 5 s"),
            (plan("a.gif", 2.0, Some(2.0), 30), "from 2 s to 2 s is less than one frame"),
            (
                plan("a.gif", 0.0, Some(5.5), 30),
                "the run of 300 ticks at 5 s already; --ticks 330 would reach it",
            ),
        ] {
            let message = result.unwrap_err();
            assert!(message.contains(part), "{message}");
        }
        let wish = Wish { file: "a.png".into(), from: 0.0, to: None, fps: 30, size: None };
        let late = Wish { to: Some(9.0), ..wish.clone() };
        let message = Plan::new(&late, Of::Recording(300), (64, 64)).unwrap_err().to_string();
        assert!(message.ends_with("at 9 s, and the recording of 300 ticks at 5 s already"), "{message}");
        let message = Plan::new(&wish, Of::Run(10_000), (1280, 720)).unwrap_err().to_string();
        assert!(message.contains("5000 frames of 1280 × 720 pixels are too much"), "{message}");
        assert!(message.contains("--film-size") && message.contains("--film-fps"), "{message}");
        assert_eq!(Plan::new(&wish, Of::Run(10_000), (640, 360)).unwrap().frames, 5000);
    }
    #[test]
    fn what_can_be_known_of_the_film_of_a_play_is_told_before_it() {
        let wish = Wish { file: "a.gif".into(), from: 0.0, to: None, fps: 30, size: None };
        let check =
            |wish: Wish| Plan::check_before_play(&wish, (1280, 720)).map_err(|error| error.to_string());
        assert_eq!(check(wish.clone()), Ok(()));
        assert_eq!(check(Wish { from: 500.0, ..wish.clone() }), Ok(()));
        assert!(check(Wish { to: Some(200.0), ..wish.clone() }).unwrap_err().contains("are too much"));
        assert_eq!(check(Wish { to: Some(200.0), size: Some((640, 360)), ..wish.clone() }), Ok(()));
        assert_eq!(Plan::most_seconds(&wish, (1280, 720)), 3255.0 / 30.0);
        assert_eq!(Plan::most_seconds(&wish, (64, 64)), 600.0);
    }
}
