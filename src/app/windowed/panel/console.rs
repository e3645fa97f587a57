//! The console: what was said, and a line of Lua with history and completion.

use crate::app::desk::{Desk, Kind};
use egui::text::{CCursor, CCursorRange};

/// So many lines are laid out; laying out all that are kept costs a slow machine frames.
const SHOWN: usize = 400;
/// So many typed lines are remembered.
const REMEMBERED: usize = 200;

#[derive(Default)]
pub struct Console {
    line: String,
    typed: Vec<String>,
    /// Which typed line is shown, counted from the newest; none is the new one.
    recalled: Option<usize>,
    focus: bool,
}

impl Console {
    /// The line gets the keyboard when it is shown next.
    pub fn focus(&mut self) {
        self.focus = true;
    }

    pub fn show(&mut self, ui: &mut egui::Ui, desk: &mut Desk) {
        ui.horizontal(|ui| {
            ui.weak("Lua; help() tells more.");
            if ui.small_button("clear").clicked() {
                desk.history.clear();
            }
        });
        let height = (ui.available_height() - 40.0).max(60.0);
        // Named, so that it does not share its place with other parts of the panel, which do not keep to the bottom.
        let area = egui::ScrollArea::vertical().id_salt("what was said").max_height(height);
        area.auto_shrink(false).stick_to_bottom(true).show(ui, |ui| {
            for (kind, text) in desk.history.newest(SHOWN) {
                let colour = match kind {
                    Kind::Print => ui.visuals().text_color(),
                    Kind::Error => egui::Color32::from_rgb(255, 150, 130),
                    Kind::Notice => egui::Color32::from_rgb(150, 190, 255),
                    Kind::Typed => egui::Color32::from_rgb(190, 230, 150),
                };
                ui.label(egui::RichText::new(text).color(colour).monospace());
            }
        });
        self.line(ui, desk);
    }

    fn line(&mut self, ui: &mut egui::Ui, desk: &mut Desk) {
        let id = ui.make_persistent_id("console line");
        let edit = egui::TextEdit::singleline(&mut self.line)
            .font(egui::TextStyle::Monospace)
            .desired_width(f32::INFINITY)
            // Otherwise the line would lose the keyboard for a frame, and what is typed then would go to the game.
            .return_key(None)
            // Where there is nothing to complete, Tab does nothing.
            .lock_focus(true)
            .hint_text("a line of Lua");
        let game = &mut *desk.game;
        let output = egui::CompletionPopup::new(id)
            .accept_keys([egui::Key::Tab])
            .word_boundary(|c| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | ':')))
            .show(ui, edit, |query| {
                if query.word.is_empty() {
                    return Vec::new();
                }
                let (_, names) = game.complete(query.word);
                names.into_iter().map(egui::Suggestion::new).collect()
            });
        let response = &output.text_edit.response.response;
        if std::mem::take(&mut self.focus) {
            response.request_focus();
        }
        let pressed = |key| ui.input(|input| input.key_pressed(key));
        if response.has_focus() && pressed(egui::Key::Enter) {
            let line = std::mem::take(&mut self.line);
            self.recalled = None;
            if !line.trim().is_empty() {
                desk.run_line(&line);
                self.typed.retain(|typed| *typed != line);
                self.typed.push(line);
                if self.typed.len() > REMEMBERED {
                    self.typed.remove(0);
                }
            }
        } else if response.has_focus() && !output.is_open {
            let up = pressed(egui::Key::ArrowUp);
            if up || pressed(egui::Key::ArrowDown) {
                self.recall(up);
                let mut state = output.text_edit.state.clone();
                let end = CCursor::new(self.line.chars().count());
                state.cursor.set_char_range(Some(CCursorRange::one(end)));
                state.store(ui.ctx(), id);
            }
        }
    }

    /// Shows an older typed line, or a newer one.
    fn recall(&mut self, older: bool) {
        self.recalled = match (self.recalled, older) {
            (None, true) => Some(0),
            (Some(at), true) => Some(at + 1),
            (None | Some(0), false) => None,
            (Some(at), false) => Some(at - 1),
        }
        .map(|at| at.min(self.typed.len().saturating_sub(1)));
        let line = self.recalled.and_then(|at| self.typed.iter().rev().nth(at));
        self.line = line.cloned().unwrap_or_default();
    }
}
