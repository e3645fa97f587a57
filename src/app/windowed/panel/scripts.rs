//! The scripts: how they are, what they cost and hold, with buttons.

use crate::app::console::{memory, status};
use crate::app::desk::Desk;
use crate::script::ScriptStatus;
use crate::script::console::{NAME, Request};
use std::collections::BTreeMap;

/// How much the newest frame counts in the times shown.
const NEWEST: f64 = 0.1;

/// Times that do not flicker.
#[derive(Default)]
pub struct Shown {
    milliseconds: BTreeMap<String, f64>,
}

impl Shown {
    pub fn show(&mut self, ui: &mut egui::Ui, desk: &mut Desk) {
        egui::ScrollArea::vertical().id_salt("scripts").auto_shrink(false).show(ui, |ui| self.list(ui, desk));
    }

    fn list(&mut self, ui: &mut egui::Ui, desk: &mut Desk) {
        let mut wish = None;
        let reports = desk.game.reports();
        if reports.is_empty() {
            ui.weak("There are no scripts. Save a .lua file into the scripts folder.");
        }
        egui::Grid::new("scripts").num_columns(8).striped(true).show(ui, |ui| {
            for heading in ["script", "state", "ms", "bodies", "hooks", "timers", "memory", ""] {
                ui.weak(heading);
            }
            ui.end_row();
            for report in &reports {
                let now = report.time.as_secs_f64() * 1e3;
                let time = self.milliseconds.entry(report.name.clone()).or_insert(now);
                *time += (now - *time) * NEWEST;
                ui.strong(&report.name);
                let colour = match report.status {
                    ScriptStatus::Running => egui::Color32::from_rgb(140, 220, 140),
                    ScriptStatus::RunningOlder | ScriptStatus::Failed => {
                        egui::Color32::from_rgb(255, 150, 130)
                    }
                    ScriptStatus::Stopped => egui::Color32::GRAY,
                };
                ui.colored_label(colour, status(report.status));
                ui.monospace(format!("{time:.2}"));
                for count in [report.counts.bodies, report.counts.hooks, report.counts.timers] {
                    ui.monospace(count.to_string());
                }
                ui.monospace(memory(report.memory));
                ui.horizontal(|ui| {
                    if report.name != NAME && ui.small_button("reload").clicked() {
                        wish = Some(Request::Reload(report.name.clone()));
                    }
                    let runs = report.status != ScriptStatus::Stopped;
                    if runs && ui.small_button("stop").clicked() {
                        wish = Some(Request::Stop(report.name.clone()));
                    }
                });
                ui.end_row();
            }
        });
        if let Some(wish) = wish {
            desk.ask(wish);
        }
        // Those that come again and again are collapsed in the history, and counted all the same.
        let errors = desk.game.errors();
        if let (1.., (_, Some(last))) = (errors, desk.history.last_error()) {
            ui.separator();
            ui.label(match errors {
                1 => "1 error so far:".to_owned(),
                _ => format!("{errors} errors so far; the last:"),
            });
            ui.colored_label(egui::Color32::from_rgb(255, 150, 130), last);
        }
    }
}
