//! The panel over the yard: F1 opens it, F2 lists what every key does, and an error of a script shows as a notice without it.
//!
//! Drawn with egui. What it takes for itself (typing into the console, clicks on it) the game does not see; keys that are let go are
//! always passed on, so nothing stays held.

mod actions;
mod console;
mod notice;
mod scripts;
mod world;

use crate::app::desk::Desk;
use crate::render::{PanelPicture, QualityChoice};
use console::Console;
use notice::Notice;
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
    tab: Tab,
    console: Console,
    notice: Notice,
    scripts: scripts::Shown,
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
            tab: Tab::Scripts,
            console: Console::default(),
            notice: Notice::default(),
            scripts: scripts::Shown::default(),
            picture: PanelPicture::default(),
        }
    }

    /// Hears what the window was told. True if the game must not hear of it as well.
    pub fn event(&mut self, window: &Window, display: &OwnedDisplayHandle, event: &WindowEvent) -> bool {
        if let WindowEvent::KeyboardInput { event: key, is_synthetic: false, .. } = event
            && key.state == ElementState::Pressed
            && !key.repeat
            && key.physical_key == PhysicalKey::Code(KeyCode::F2)
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
        let consumed = state.on_window_event(window, event).consumed;
        // The keys of the panel itself work wherever the cursor is.
        let own =
            |key: PhysicalKey| matches!(key, PhysicalKey::Code(KeyCode::F1 | KeyCode::F11 | KeyCode::F12));
        match event {
            WindowEvent::KeyboardInput { event, .. } => {
                let typing = self.open && self.context.egui_wants_keyboard_input();
                typing && event.state == ElementState::Pressed && !own(event.physical_key)
            }
            WindowEvent::MouseInput { state: ElementState::Pressed, .. } | WindowEvent::MouseWheel { .. } => {
                consumed && self.is_open()
            }
            _ => false,
        }
    }

    /// Whether the mouse is needed here.
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// Lays out what is shown, after a frame of play.
    pub fn frame(&mut self, window: &Window, desk: Option<Desk>, quality: &mut QualityChoice) {
        let Some(mut desk) = desk else { return };
        if desk.game.input().pressed("panels") {
            self.open = !self.open;
            self.console.focus();
        }
        self.notice.look_at(desk.history);
        if !self.open && !self.listing && !self.notice.is_shown() {
            self.picture.shapes.clear();
            // Nobody looks at what happened meanwhile, and it must not pile up.
            self.state.iter_mut().for_each(|state| state.egui_input_mut().events.clear());
            return;
        }
        let Some(state) = &mut self.state else { return };
        let input = state.take_egui_input(window);
        let Panel { context, open, listing, tab, console, notice, scripts, .. } = self;
        let output = context.clone().run_ui(input, |ui| {
            if *open {
                let frame =
                    egui::Frame::side_top_panel(ui.style()).fill(egui::Color32::from_black_alpha(225));
                egui::Panel::right("panel").default_size(WIDTH).frame(frame).show(ui, |ui| {
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
