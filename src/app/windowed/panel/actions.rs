//! What every key and button does: to look at, and to change.

use crate::app::desk::Desk;

/// So many keys or buttons an action shows room for.
const SLOTS: usize = 3;

/// A list of all actions over the yard, the scripts' own first.
pub fn list(ui: &egui::Ui, desk: &Desk, open: &mut bool) {
    egui::Window::new("Keys")
        .open(open)
        .collapsible(false)
        .resizable(false)
        .anchor(egui::Align2::CENTER_CENTER, [0.0, 0.0])
        .show(ui.ctx(), |ui| {
            let input = desk.game.input();
            let mut actions: Vec<(&str, String)> = input
                .actions()
                .map(|(_, label, bindings)| {
                    let keys: Vec<String> = bindings.iter().map(ToString::to_string).collect();
                    (label, keys.join(", "))
                })
                .filter(|(_, keys)| !keys.is_empty())
                .collect();
            // Those that scripts made come after the standard ones.
            actions.reverse();
            egui::ScrollArea::vertical().max_height(460.0).show(ui, |ui| {
                egui::Grid::new("list of keys").striped(true).show(ui, |ui| {
                    for (label, keys) in actions {
                        ui.label(label);
                        ui.monospace(keys);
                        ui.end_row();
                    }
                });
            });
            ui.weak("F2 closes this; F1 changes keys. F11 is the full screen, F12 a picture.");
        });
}

/// The same, to change.
pub fn edit(ui: &mut egui::Ui, desk: &mut Desk) {
    match desk.game.refused_binding() {
        Some(why) => _ = ui.colored_label(egui::Color32::from_rgb(255, 190, 90), why),
        None => _ = ui.weak("Click a key to change it, then press the new one. Escape leaves it as it was."),
    }
    if let Some(why) = desk.unkept {
        let whole = format!("Not kept: {why}, then change a key again.");
        ui.colored_label(egui::Color32::from_rgb(255, 150, 130), whole);
    }
    let actions: Vec<(String, String, Vec<String>)> = {
        let input = desk.game.input();
        let texts = |(id, label, bindings): (&str, &str, &[crate::input::Binding])| {
            (id.to_owned(), label.to_owned(), bindings.iter().map(ToString::to_string).collect())
        };
        input.actions().map(texts).collect()
    };
    let listening = desk.game.listening().map(|wait| (wait.action.clone(), wait.slot));
    egui::ScrollArea::vertical().id_salt("all keys").auto_shrink(false).show(ui, |ui| {
        egui::Grid::new("keys").striped(true).show(ui, |ui| {
            for (id, label, bindings) in &actions {
                ui.label(label).on_hover_text(id);
                for slot in 0..SLOTS.max(bindings.len()) {
                    let waits = listening.as_ref().is_some_and(|(action, at)| action == id && *at == slot);
                    let text = match bindings.get(slot) {
                        _ if waits => "press a key …",
                        Some(binding) => binding,
                        None if slot == bindings.len() => "+",
                        None => {
                            ui.label("");
                            continue;
                        }
                    };
                    let button = ui.button(text);
                    if button.clicked() {
                        desk.game.listen_for_binding(id, slot);
                    } else if button.secondary_clicked() {
                        let _ = desk.game.input().rebind(id, slot, None);
                    }
                    if slot < bindings.len() {
                        button.on_hover_text("right click: none");
                    }
                }
                let rebound = desk.game.input().is_rebound(id);
                if rebound && ui.small_button("as it was").clicked() {
                    desk.game.input().reset(id);
                }
                ui.end_row();
            }
        });
    });
}
