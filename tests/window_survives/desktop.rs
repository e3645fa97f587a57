//! A display that nobody sees, with a small window manager: what people do to a window is done to it from outside.

use super::display::{Display, SCREEN};
use std::process::Command;
use std::time::{Duration, Instant};

use x11rb::COPY_DEPTH_FROM_PARENT;
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{
    AtomEnum, ClientMessageEvent, ConfigureWindowAux, ConnectionExt, CreateGCAux, CreateWindowAux, EventMask,
    ImageFormat, InputFocus, MapState, PropMode, Rectangle, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

/// Far more than anything here takes.
pub const PATIENCE: Duration = Duration::from_secs(60);

pub fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(start.elapsed() < PATIENCE, "{what} did not come");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A display of its own for one test.
pub struct Desktop {
    pub display: Display,
    pub x: RustConnection,
    pub root: u32,
    /// The window that holds the settings of the desktop.
    settings: u32,
}

impl Desktop {
    pub fn open() -> Desktop {
        let display = Display::open();
        let (x, screen) = x11rb::connect(Some(&display.name)).unwrap();
        let root = x.setup().roots[screen].root;
        super::manager::manage(&display.name);
        let settings = x.generate_id().unwrap();
        let (class, look) = (WindowClass::INPUT_ONLY, CreateWindowAux::new());
        x.create_window(0, settings, root, -1, -1, 1, 1, 0, class, 0, &look).unwrap();
        let desktop = Desktop { display, x, root, settings };
        desktop.set_scale(1.0);
        let settings = desktop.atom("_XSETTINGS_S0");
        desktop
            .x
            .set_selection_owner(desktop.settings, settings, x11rb::CURRENT_TIME)
            .unwrap()
            .check()
            .unwrap();
        desktop
    }

    /// Real key presses and mouse moves, by xdotool.
    pub fn tool(&self, arguments: &[&str]) {
        let status = Command::new("xdotool").args(arguments).env("DISPLAY", &self.display.name).status();
        assert!(status.expect("xdotool is needed for this test: apt-get install xdotool").success());
    }

    /// The game's window, once it is there and has the keyboard.
    pub fn window(&self) -> u32 {
        until("the window", || {
            let focus = self.x.get_input_focus().unwrap().reply().unwrap().focus;
            let title = self.x.get_property(false, focus, AtomEnum::WM_NAME, AtomEnum::ANY, 0, 100).ok()?;
            title.reply().ok()?.value.starts_with(b"Moonyard").then_some(focus)
        })
    }

    pub fn resize(&self, window: u32, width: u32, height: u32) {
        let size = ConfigureWindowAux::new().width(width).height(height);
        self.x.configure_window(window, &size).unwrap();
        self.x.flush().unwrap();
    }

    pub fn move_to(&self, window: u32, x: i32, y: i32) {
        self.x.configure_window(window, &ConfigureWindowAux::new().x(x).y(y)).unwrap();
        self.x.flush().unwrap();
    }

    pub fn size(&self, window: u32) -> (u16, u16) {
        let geometry = self.x.get_geometry(window).unwrap().reply().unwrap();
        (geometry.width, geometry.height)
    }

    /// Minimised, as far as X11 is concerned.
    pub fn unmap(&self, window: u32) {
        self.x.unmap_window(window).unwrap();
        self.x.flush().unwrap();
    }

    pub fn map(&self, window: u32) {
        self.x.map_window(window).unwrap();
        self.x.flush().unwrap();
    }

    /// What the button does that closes a window: the window is asked, and nobody destroys it.
    pub fn ask_to_close(&self, window: u32) {
        let (protocols, close) = (self.atom("WM_PROTOCOLS"), self.atom("WM_DELETE_WINDOW"));
        let message = ClientMessageEvent::new(32, window, protocols, [close, x11rb::CURRENT_TIME, 0, 0, 0]);
        self.x.send_event(false, window, EventMask::NO_EVENT, message).unwrap();
        self.x.flush().unwrap();
    }

    /// Whether a window is there and on the screen.
    pub fn is_shown(&self, window: u32) -> bool {
        let state = self.x.get_window_attributes(window).unwrap().reply();
        state.is_ok_and(|state| state.map_state == MapState::VIEWABLE)
    }

    /// Gives the keyboard to a window, or to nobody's with the root.
    pub fn focus(&self, window: u32) {
        self.x.set_input_focus(InputFocus::PARENT, window, x11rb::CURRENT_TIME).unwrap();
        self.x.flush().unwrap();
    }

    /// A window of somebody else's over the whole screen; it takes no keyboard.
    pub fn cover(&self) -> u32 {
        let cover = self.x.generate_id().unwrap();
        let look = CreateWindowAux::new().background_pixel(0x00ff_0000).override_redirect(1);
        let (depth, class) = (COPY_DEPTH_FROM_PARENT, WindowClass::INPUT_OUTPUT);
        let (width, height) = SCREEN;
        self.x.create_window(depth, cover, self.root, 0, 0, width, height, 0, class, 0, &look).unwrap();
        self.map(cover);
        cover
    }

    pub fn uncover(&self, cover: u32) {
        self.x.destroy_window(cover).unwrap();
        self.x.flush().unwrap();
    }

    /// Somebody chooses another scale in the settings of the desktop.
    pub fn set_scale(&self, scale: f64) {
        // The form is that of XSETTINGS: one setting, a number.
        let mut settings = vec![0, 0, 0, 0];
        settings.extend(0_u32.to_le_bytes());
        settings.extend(1_u32.to_le_bytes());
        let name = b"Xft/DPI";
        settings.extend([0, 0, name.len() as u8, 0]);
        settings.extend(name);
        settings.push(0);
        settings.extend(0_u32.to_le_bytes());
        settings.extend(((96.0 * 1024.0 * scale) as u32).to_le_bytes());
        let property = self.atom("_XSETTINGS_SETTINGS");
        let change = self.x.change_property8(PropMode::REPLACE, self.settings, property, property, &settings);
        change.unwrap();
        self.x.flush().unwrap();
    }

    fn atom(&self, name: &str) -> u32 {
        self.x.intern_atom(false, name.as_bytes()).unwrap().reply().unwrap().atom
    }

    /// How many different colours the window shows, of a part of its pixels: one or two if nothing is drawn.
    pub fn colors(&self, window: u32) -> usize {
        let (width, height) = self.size(window);
        let image = self.x.get_image(ImageFormat::Z_PIXMAP, window, 0, 0, width, height, !0).ok();
        let Some(image) = image.and_then(|cookie| cookie.reply().ok()) else { return 0 };
        let colors: std::collections::BTreeSet<&[u8]> = image.data.chunks_exact(4).step_by(7).collect();
        colors.len()
    }

    /// Waits until the window shows a new picture of the yard: what it showed before is painted over.
    pub fn sees_yard(&self, window: u32, when: &str) {
        let brush = self.x.generate_id().unwrap();
        self.x.create_gc(brush, window, &CreateGCAux::new()).unwrap();
        let all = Rectangle { x: 0, y: 0, width: SCREEN.0, height: SCREEN.1 };
        self.x.poly_fill_rectangle(window, brush, &[all]).unwrap().check().unwrap();
        until(&format!("a picture {when}"), || (self.colors(window) > 50).then_some(()));
    }
}
