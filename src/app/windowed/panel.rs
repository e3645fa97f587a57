//! The panel over the yard: F1 opens it, F2 lists what every key does, and an error of a script shows as a notice without it.
//!
//! Drawn with egui. What it takes for itself (typing into the console, clicks on it) the game does not see; keys that are let go are
//! always passed on, so nothing stays held.

mod actions;
mod console;
mod notice;
mod scripts;
#[cfg(test)]
mod shown_tests;
mod world;

use crate::app::desk::Desk;
use crate::render::{PanelPicture, QualityChoice};
use console::Console;
use notice::Notice;
use std::time::Instant;
use winit::event::{ElementState, WindowEvent};
use winit::event_loop::OwnedDisplayHandle;
use winit::keyboard::{KeyCode, PhysicalKey};
use winit::window::Window;

/// The parts of the panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tab {
    Scripts,
    Console,
    Keys,
    World,
}

const TABS: [(Tab, &str); 4] =
    [(Tab::Scripts, "Scripts"), (Tab::Console, "Console"), (Tab::Keys, "Keys"), (Tab::World, "World")];

/// How wide the panel is at first, in points.
const WIDTH: f32 = 470.0;

/// The panel, open or not.
pub struct Panel {
    context: egui::Context,
    /// From the first event of a window on.
    state: Option<egui_winit::State>,
    open: bool,
    /// The list of keys is shown.
    listing: bool,
    /// The next key is the answer to what it should do.
    waits: bool,
    tab: Tab,
    console: Console,
    notice: Notice,
    scripts: scripts::Shown,
    since: Instant,
    /// Where the pointer is, and where the panel was when it was last laid out, in points.
    pointer: egui::Pos2,
    area: egui::Rect,
    width: Width,
    /// Events that the next frame gets.
    later: Vec<egui::Event>,
    /// What is to be drawn over the next picture.
    picture: PanelPicture,
}

impl Panel {
    pub fn new() -> Panel {
        let context = egui::Context::default();
        context.set_theme(egui::Theme::Dark);
        Panel {
            context,
            state: None,
            open: false,
            listing: false,
            waits: false,
            tab: Tab::Scripts,
            console: Console::default(),
            notice: Notice::default(),
            scripts: scripts::Shown::default(),
            since: Instant::now(),
            pointer: egui::Pos2::ZERO,
            area: egui::Rect::NOTHING,
            width: Width { wanted: WIDTH, now: 0.0, room: 0.0, resized: false },
            later: Vec::new(),
            picture: PanelPicture::default(),
        }
    }

    /// Hears what the window was told. True if the game must not hear of it as well.
    pub fn event(&mut self, window: &Window, display: &OwnedDisplayHandle, event: &WindowEvent) -> bool {
        if let WindowEvent::KeyboardInput { event: key, is_synthetic: false, .. } = event
            && key.state == ElementState::Pressed
            && !key.repeat
            && key.physical_key == PhysicalKey::Code(KeyCode::F2)
            && !self.waits
        {
            self.listing = !self.listing;
        }
        if matches!(event, WindowEvent::RedrawRequested) {
            return false;
        }
        let context = &self.context;
        let state = self.state.get_or_insert_with(|| {
            let scale = window.scale_factor() as f32;
            let viewport = egui::ViewportId::ROOT;
            egui_winit::State::new(context.clone(), viewport, display, Some(scale), window.theme(), None)
        });
        if let WindowEvent::KeyboardInput { event, .. } = event
            && event.physical_key == PhysicalKey::Code(KeyCode::Tab)
            && !context.egui_wants_keyboard_input()
        {
            // It would give the keyboard to a button, and a key of the game would stop the walk.
            return false;
        }
        let _ = state.on_window_event(window, event);
        if let WindowEvent::CursorMoved { position, .. } = event {
            let pixels_per_point = scale(state.egui_input_mut()) * self.context.zoom_factor();
            self.pointer = egui::pos2(position.x as f32, position.y as f32) / pixels_per_point;
        }
        // The keys of the panel itself work wherever the cursor is.
        let own =
            |key: PhysicalKey| matches!(key, PhysicalKey::Code(KeyCode::F1 | KeyCode::F11 | KeyCode::F12));
        match event {
            WindowEvent::KeyboardInput { event, .. } => {
                let typing = self.open && self.context.egui_wants_keyboard_input();
                typing && event.state == ElementState::Pressed && !own(event.physical_key)
            }
            WindowEvent::MouseInput { state: ElementState::Pressed, .. } | WindowEvent::MouseWheel { .. } => {
                self.is_under_pointer()
            }
            _ => false,
        }
    }

    /// Whether something of the panel is where the pointer is now. (What egui itself says of that is a frame old, and on a slow machine
    /// the pointer comes from afar and clicks within one.)
    fn is_under_pointer(&self) -> bool {
        let above =
            self.context.layer_id_at(self.pointer).is_some_and(|it| it.order != egui::Order::Background);
        self.open && (above || self.area.contains(self.pointer)) || self.listing && above
    }

    /// Whether the mouse is needed here.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// The game has caught the mouse: the keyboard is the game's as well.
    pub fn let_go(&mut self) {
        self.context.memory_mut(|memory| {
            if let Some(focused) = memory.focused() {
                memory.surrender_focus(focused);
            }
        });
        if let Some(state) = &mut self.state {
            state.egui_input_mut().events.push(egui::Event::PointerGone);
        }
    }

    /// Lays out what is shown in a window of this size in pixels, after a frame of play.
    pub fn frame(
        &mut self,
        window: &Window,
        size: (u32, u32),
        desk: Option<Desk>,
        quality: &mut QualityChoice,
    ) {
        let Some(mut desk) = desk else { return };
        if desk.game.input().pressed("panels") {
            self.open = !self.open;
            self.console.focus();
        }
        if !self.open || self.tab != Tab::Keys {
            // Nobody sees any more that a key is waited for.
            desk.game.stop_listening();
        }
        self.waits = desk.game.listening().is_some();
        self.notice.look_at(desk.history);
        if !self.open && !self.listing && !self.notice.is_shown() {
            self.picture.shapes.clear();
            self.picture.ground = None;
            // Nobody looks at what happened meanwhile, and it must not pile up.
            self.state.iter_mut().for_each(|state| state.egui_input_mut().events.clear());
            return;
        }
        let Some(state) = &mut self.state else { return };
        let input = input(state, &self.context, size, self.since.elapsed().as_secs_f64(), &mut self.later);
        let shown_in = input.screen_rect.map_or(0.0, |screen| screen.width());
        let Panel { context, open, listing, tab, console, notice, scripts, area, width, .. } = self;
        let output = context.clone().run_ui(input, |ui| {
            if *open {
                // Its ground is drawn by whoever draws the picture.
                let frame = egui::Frame::side_top_panel(ui.style()).fill(egui::Color32::TRANSPARENT);
                let panel = width.ask_for(shown_in, egui::Panel::right("panel").default_size(WIDTH));
                let shown = panel.frame(frame).show(ui, |ui| {
                    ui.horizontal(|ui| {
                        for (each, name) in TABS {
                            ui.selectable_value(tab, each, name);
                        }
                        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                            if ui.small_button("close").on_hover_text("F1 opens it again").clicked() {
                                *open = false;
                            }
                        });
                    });
                    ui.separator();
                    match tab {
                        Tab::Scripts => scripts.show(ui, &mut desk),
                        Tab::Console => console.show(ui, &mut desk),
                        Tab::Keys => actions::edit(ui, &mut desk),
                        Tab::World => world::show(ui, &mut desk, quality),
                    }
                });
                *area = shown.response.rect;
                width.is(area.width());
            }
            if *listing {
                actions::list(ui, &desk, listing);
            }
            if !*open {
                notice.show(ui);
            }
        });
        if let Some(state) = &mut self.state {
            state.handle_platform_output(window, output.platform_output);
        }
        let picture = &mut self.picture;
        picture.textures.append(output.textures_delta);
        picture.pixels_per_point = output.pixels_per_point;
        picture.ground = self.open.then_some(self.area);
        picture.shapes = self.context.tessellate(output.shapes, output.pixels_per_point);
    }

    /// What to draw over the yard's picture, if there is anything.
    pub fn picture(&mut self) -> Option<&mut PanelPicture> {
        let picture = &mut self.picture;
        (!picture.shapes.is_empty() || !picture.textures.is_empty()).then_some(picture)
    }

    /// Whatever drew the panel is gone, and its textures with it: a fresh context sends them again.
    pub fn forget_device(&mut self) {
        let zoom = self.context.zoom_factor();
        self.context = egui::Context::default();
        self.context.set_theme(egui::Theme::Dark);
        self.context.set_zoom_factor(zoom);
        self.state = None;
        self.picture.textures.clear();
        self.picture.shapes.clear();
    }
}

/// How wide the panel is, and how wide whoever drags its edge wants it: a window that is narrow for a while does not change that.
struct Width {
    wanted: f32,
    now: f32,
    /// Of the window.
    room: f32,
    resized: bool,
}

impl Width {
    /// Before the panel is laid out in a window of this width, in points.
    fn ask_for(&mut self, room: f32, panel: egui::Panel) -> egui::Panel {
        self.resized = room != self.room;
        self.room = room;
        let wanted = self.wanted.min(room * 0.9);
        if self.resized && self.now < wanted { panel.min_size(wanted) } else { panel }
    }

    /// The panel was laid out.
    fn is(&mut self, width: f32) {
        if !self.resized && width != self.now {
            self.wanted = width;
        }
        self.now = width;
    }
}

/// What happened since the last frame, up to the first Enter: what was typed after it belongs to the next line, so it goes into `later`
/// and comes with the next frame. The window itself is not asked for its size, since that panics in winit when somebody else
/// has destroyed it.
fn input(
    state: &mut egui_winit::State,
    context: &egui::Context,
    (width, height): (u32, u32),
    time: f64,
    later: &mut Vec<egui::Event>,
) -> egui::RawInput {
    let input = state.egui_input_mut();
    let pixels_per_point = scale(input) * context.zoom_factor();
    let size = egui::vec2(width as f32, height as f32) / pixels_per_point;
    input.time = Some(time);
    input.screen_rect = (width > 0 && height > 0).then(|| egui::Rect::from_min_size(egui::Pos2::ZERO, size));
    let mut input = input.take();
    input.events.splice(0..0, later.drain(..));
    let enter =
        |event: &egui::Event| matches!(event, egui::Event::Key { key: egui::Key::Enter, pressed: true, .. });
    if let Some(at) = input.events.iter().position(enter) {
        *later = input.events.split_off(at + 1);
    }
    input
}

/// How many pixels a point has, before zooming.
fn scale(input: &egui::RawInput) -> f32 {
    let window = input.viewports.get(&egui::ViewportId::ROOT);
    window.and_then(|window| window.native_pixels_per_point).unwrap_or(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_that_was_narrow_for_a_while_leaves_the_panel_as_wide_as_it_was() {
        let context = egui::Context::default();
        let mut width = Width { wanted: WIDTH, now: 0.0, room: 0.0, resized: false };
        let mut shown_in = |room: f32| {
            for _ in 0..5 {
                let screen_rect = Some(egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(room, 500.0)));
                let input = egui::RawInput { screen_rect, ..Default::default() };
                let mut output = context.run_ui(input, |ui| {
                    let panel = width.ask_for(room, egui::Panel::right("panel").default_size(WIDTH));
                    let shown = panel.show(ui, |ui| ui.set_min_width(ui.available_width()));
                    width.is(shown.response.rect.width());
                });
                output.textures_delta.clear();
            }
            width.now
        };
        let usual = shown_in(1000.0);
        assert!((usual - WIDTH).abs() < 1.0, "{usual}");
        assert!(shown_in(260.0) <= 260.0);
        assert!((shown_in(600.0) - usual).abs() < 1.0);
        assert!(shown_in(300.0) <= 300.0);
        assert!((shown_in(1000.0) - usual).abs() < 1.0);
    }
}
