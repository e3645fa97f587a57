//! The world: its clock, the quality of the picture, and how long frames take.

use crate::app::desk::{Desk, Timings};
use crate::render::{Level, QualityChoice};
use crate::script::console::{Request, SPEEDS};
use egui::{Color32, Pos2, Rect, Sense, Stroke, Vec2};

/// The height of the plot, in points, and the milliseconds that it shows at least.
const HEIGHT: f32 = 110.0;
const LEAST_MS: f32 = 20.0;
/// What a frame may take at 60 a second, in milliseconds.
const SIXTIETH: f32 = 1000.0 / 60.0;

const FRAME: Color32 = Color32::from_rgb(120, 170, 255);
const WORK: Color32 = Color32::from_rgb(255, 190, 90);

pub fn show(ui: &mut egui::Ui, desk: &mut Desk, quality: &mut QualityChoice) {
    ui.horizontal(|ui| {
        let halted = desk.clock.is_halted();
        if ui.button(if halted { "go on" } else { "halt" }).clicked() {
            desk.ask(Request::Pause(Some(!halted)));
        }
        if ui.button("one tick").clicked() {
            desk.ask(Request::Step);
        }
        let mut speed = desk.clock.speed();
        let slider = egui::Slider::new(&mut speed, SPEEDS).logarithmic(true).text("speed");
        if ui.add(slider).changed() {
            desk.ask(Request::Speed(speed));
        }
    });
    ui.horizontal(|ui| {
        ui.label("quality");
        ui.selectable_value(quality, QualityChoice::Auto, "auto");
        for level in Level::ALL {
            ui.selectable_value(quality, QualityChoice::Fixed(level), level.name());
        }
    });
    let totals = desk.game.totals();
    let (tick, feet) = {
        let sim = desk.game.sim();
        (sim.tick(), sim.player.feet())
    };
    ui.label(format!(
        "tick {tick}, {} bodies of scripts, {} hooks, {} timers",
        totals.bodies, totals.hooks, totals.timers
    ));
    ui.label(format!("you are at ({:.2}, {:.2}, {:.2})", feet.x, feet.y, feet.z));
    ui.separator();
    plot(ui, desk.timings);
}

/// Frame times and the game's share of them.
fn plot(ui: &mut egui::Ui, timings: &Timings) {
    let [frame, work] = timings.medians();
    ui.horizontal(|ui| {
        ui.colored_label(FRAME, format!("frames: {frame:.1} ms"));
        ui.colored_label(WORK, format!("the game in them: {work:.2} ms"));
    });
    let (rect, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), HEIGHT), Sense::hover());
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 2.0, Color32::from_black_alpha(120));
    let most = timings.frames().flatten().fold(LEAST_MS, f32::max).min((frame * 3.0).max(LEAST_MS));
    let y = |ms: f32| rect.bottom() - (ms / most).min(1.0) * rect.height();
    let grey = Stroke::new(1.0, Color32::from_white_alpha(50));
    painter.hline(rect.x_range(), y(SIXTIETH), grey);
    let step = rect.width() / timings.frames().len().max(2) as f32;
    for (part, colour) in [(0, FRAME), (1, WORK)] {
        let at =
            |(index, frame): (usize, [f32; 2])| Pos2::new(rect.left() + index as f32 * step, y(frame[part]));
        let points: Vec<Pos2> = timings.frames().enumerate().map(at).collect();
        painter.line(points, Stroke::new(1.0, colour));
    }
    let label = Rect::from_min_size(Pos2::new(rect.left() + 4.0, y(SIXTIETH)), Vec2::ZERO).min;
    painter.text(label, egui::Align2::LEFT_BOTTOM, "1/60 s", egui::FontId::proportional(10.0), Color32::GRAY);
}
