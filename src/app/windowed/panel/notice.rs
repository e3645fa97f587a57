//! A script's error as a small notice in the corner, for whoever does not have the panel open.

use crate::app::desk::History;
use std::time::{Duration, Instant};

/// How long a notice stays.
const SHOWN_FOR: Duration = Duration::from_secs(8);
/// The longest notice, in characters.
const LONGEST: usize = 400;

#[derive(Default)]
pub struct Notice {
    /// How many errors there were when it was last looked.
    seen: u64,
    text: String,
    since: Option<Instant>,
}

impl Notice {
    /// Notices whether an error is new.
    pub fn look_at(&mut self, history: &History) {
        let (errors, last) = history.last_error();
        if errors > self.seen
            && let Some(last) = last
        {
            self.text = last.chars().take(LONGEST).collect();
            self.since = Some(Instant::now());
        }
        self.seen = errors;
    }

    pub fn is_shown(&self) -> bool {
        self.since.is_some_and(|since| since.elapsed() < SHOWN_FOR)
    }

    pub fn show(&self, ui: &mut egui::Ui) {
        if !self.is_shown() {
            return;
        }
        egui::Area::new(egui::Id::unique("notice"))
            .anchor(egui::Align2::LEFT_BOTTOM, [12.0, -12.0])
            .interactable(false)
            .show(ui.ctx(), |ui| {
                egui::Frame::popup(ui.style()).show(ui, |ui| {
                    ui.set_max_width(560.0);
                    ui.colored_label(egui::Color32::from_rgb(255, 150, 130), &self.text);
                    ui.weak("F1 shows more");
                });
            });
    }
}
