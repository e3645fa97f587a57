//! Stands where the panel would be in a build without it: nothing is shown and nothing is taken from the game.

use crate::app::desk::Desk;
use crate::render::{PanelPicture, QualityChoice};
use winit::event::WindowEvent;
use winit::event_loop::OwnedDisplayHandle;
use winit::window::Window;

pub struct Panel;

impl Panel {
    pub fn new() -> Panel {
        Panel
    }

    pub fn event(&mut self, _: &Window, _: &OwnedDisplayHandle, _: &WindowEvent) -> bool {
        false
    }

    pub fn let_go(&mut self) {}

    pub fn is_open(&self) -> bool {
        false
    }

    pub fn frame(&mut self, _: &Window, _: (u32, u32), _: Option<Desk>, _: &mut QualityChoice) {}

    pub fn picture(&mut self) -> Option<&mut PanelPicture> {
        None
    }

    pub fn forget_device(&mut self) {}
}
