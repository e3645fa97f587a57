//! A window manager of the smallest kind: it maps and sizes windows as they ask, gives each new one the keyboard, and knows
//! full screen.

use super::display::SCREEN;
use std::collections::HashMap;
use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    AtomEnum, ChangeWindowAttributesAux, ClientMessageEvent, ConfigureWindowAux, ConnectionExt, EventMask,
    InputFocus, PropMode,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

/// Manages a display's windows until the display is gone.
pub fn manage(display: &str) {
    let (x, screen) = x11rb::connect(Some(display)).unwrap();
    let root = x.setup().roots[screen].root;
    let wanted = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
    let attributes = ChangeWindowAttributesAux::new().event_mask(wanted);
    x.change_window_attributes(root, &attributes).unwrap().check().unwrap();
    std::thread::spawn(move || {
        let mut manager = Manager { x, before: HashMap::new() };
        while let Ok(event) = manager.x.wait_for_event() {
            // A window may be gone by the time that it is answered.
            let _ = manager.answer(event);
        }
    });
}

struct Manager {
    x: RustConnection,
    /// Where windows that fill the screen were before.
    before: HashMap<u32, (i32, i32, u32, u32)>,
}

impl Manager {
    fn answer(&mut self, event: Event) -> Result<(), Box<dyn std::error::Error>> {
        match event {
            Event::MapRequest(event) => {
                self.x.map_window(event.window)?.check()?;
                self.x.set_input_focus(InputFocus::PARENT, event.window, x11rb::CURRENT_TIME)?.check()?;
            }
            Event::ConfigureRequest(event) => {
                self.x
                    .configure_window(event.window, &ConfigureWindowAux::from_configure_request(&event))?
                    .check()?;
            }
            Event::ClientMessage(event) => self.change_state(event)?,
            _ => {}
        }
        Ok(())
    }

    fn atom(&self, name: &str) -> Result<u32, Box<dyn std::error::Error>> {
        Ok(self.x.intern_atom(false, name.as_bytes())?.reply()?.atom)
    }

    fn change_state(&mut self, event: ClientMessageEvent) -> Result<(), Box<dyn std::error::Error>> {
        let (state, full) = (self.atom("_NET_WM_STATE")?, self.atom("_NET_WM_STATE_FULLSCREEN")?);
        let [action, what, ..] = event.data.as_data32();
        if event.type_ != state || what != full {
            return Ok(());
        }
        let window = event.window;
        let place = if action == 1 {
            let now = self.x.get_geometry(window)?.reply()?;
            self.before.insert(window, (now.x.into(), now.y.into(), now.width.into(), now.height.into()));
            (0, 0, SCREEN.0.into(), SCREEN.1.into())
        } else {
            self.before.remove(&window).ok_or("it does not fill the screen")?
        };
        let states: &[u32] = if action == 1 { &[full] } else { &[] };
        self.x.change_property32(PropMode::REPLACE, window, state, AtomEnum::ATOM, states)?;
        let (x, y, width, height) = place;
        let place = ConfigureWindowAux::new().x(x).y(y).width(width).height(height);
        self.x.configure_window(window, &place)?.check()?;
        Ok(())
    }
}
