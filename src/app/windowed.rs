//! The window: opens it, hands what keyboard, mouse and gamepads did to a [`Play`], and shows what the play looks like, until
//! somebody closes it. Knows nothing of scripts or the simulation. A click catches the mouse, Escape or losing the
//! focus frees it. Called by the shell that plays in a window; headless runs never come here.

mod keys;
mod pacing;
mod pads;
#[cfg(not(feature = "panel"))]
#[path = "windowed/no_panel.rs"]
mod panel;
#[cfg(feature = "panel")]
mod panel;
mod pointer;
mod recovery;
mod shell;

use winit::event_loop::EventLoop;

use super::desk::Desk;
use crate::input::DeviceEvent;
use crate::render::{self, QualityChoice, RenderError, Scene};
pub use pads::Pads;
use shell::Shell;

/// What is played in the window.
pub trait Play {
    /// One frame: `elapsed_seconds` of real time have passed since the last one, and the devices did `events`, in order.
    fn frame(&mut self, elapsed_seconds: f64, events: &[DeviceEvent]);
    /// What the world looks like now.
    fn scene(&self) -> Scene;
    /// The window's title.
    fn title(&self) -> String;
    /// How much the gamepad shakes now, 0 to 1. Asked after every frame.
    fn rumble(&self) -> f64 {
        0.0
    }
    /// What a person at the panel sees and may do, if they may.
    fn desk(&mut self) -> Option<Desk<'_>> {
        None
    }
    /// Whether the play is over and the window should close.
    fn is_over(&self) -> bool {
        false
    }
    /// Something that goes wrong now, on purpose: tests see with it that play goes on. Asked before each drawing.
    fn fault_for_test(&mut self) -> Option<Fault> {
        None
    }
    /// The window is closing; called once, last.
    fn finish(&mut self);
}

/// What a test lets go wrong; see [`Play::fault_for_test`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The graphics fail.
    Graphics(render::Fault),
    /// The window has no area until it is resized, as a minimised one has none on some systems.
    NoArea,
    /// From now on the window system refuses to hold the pointer.
    PointerRefused,
}

/// How the window starts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WindowOptions {
    /// Width and height in pixels that do not depend on the screen's scale.
    pub size: (u32, u32),
    pub quality: QualityChoice,
    /// No more frames a second than these.
    pub fps: Option<f64>,
    /// Pictures wait for the screen, so that none is torn.
    pub vsync: bool,
}

impl Default for WindowOptions {
    fn default() -> Self {
        WindowOptions { size: (1280, 720), quality: QualityChoice::Auto, fps: None, vsync: true }
    }
}

/// Why there is no window, or no longer one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WindowError {
    /// The window system cannot be reached or refuses.
    System(String),
    /// Nothing can be drawn.
    Render(RenderError),
}

impl std::fmt::Display for WindowError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            WindowError::System(reason) => write!(
                f,
                "no window could be opened: {reason} Is there a display here (DISPLAY or WAYLAND_DISPLAY)? Headless runs \
                 need none."
            ),
            WindowError::Render(error) => write!(f, "the window cannot show anything: {error}"),
        }
    }
}

impl std::error::Error for WindowError {}

/// Whether there seems to be a display to open a window on. Windows and macOS always have one.
pub fn has_display() -> bool {
    let named = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    !cfg!(all(unix, not(target_os = "macos"))) || named("DISPLAY") || named("WAYLAND_DISPLAY")
}

/// Opens a window and plays in it until it is closed. To be called at most once in a process, and on the main thread where
/// the system insists on that, as Windows and macOS do.
///
/// # Errors
/// [`WindowError::System`] without a display; [`WindowError::Render`] when nothing can be drawn, or can no longer.
pub fn run(play: Box<dyn Play>, options: WindowOptions) -> Result<(), WindowError> {
    let events = event_loop().map_err(|error| WindowError::System(sentence(&error.to_string())))?;
    let mut shell = Shell::new(play, options, events.owned_display_handle());
    let ended = events.run_app(&mut shell);
    shell.finish();
    match shell.take_failure() {
        Some(failure) => Err(failure),
        None => ended.map_err(|error| WindowError::System(sentence(&error.to_string()))),
    }
}

#[cfg(target_os = "linux")]
fn event_loop() -> Result<EventLoop<()>, winit::error::EventLoopError> {
    use winit::platform::{wayland::EventLoopBuilderExtWayland, x11::EventLoopBuilderExtX11};
    let mut builder = EventLoop::builder();
    EventLoopBuilderExtX11::with_any_thread(&mut builder, true);
    EventLoopBuilderExtWayland::with_any_thread(&mut builder, true);
    builder.build()
}

#[cfg(not(target_os = "linux"))]
fn event_loop() -> Result<EventLoop<()>, winit::error::EventLoopError> {
    EventLoop::new()
}

/// The window system's reason as a sentence, without the place in its source that it may begin with.
fn sentence(reason: &str) -> String {
    let bare = match reason.split_once(".rs:").and_then(|(_, rest)| rest.split_once(": ")) {
        Some((_, bare)) if reason.starts_with("os error at ") => bare,
        _ => reason,
    };
    format!("{}.", bare.trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_display_is_told_in_a_sentence_without_source_places() {
        let reason = "os error at /somewhere/mod.rs:765: neither WAYLAND_DISPLAY nor DISPLAY is set.";
        let error = WindowError::System(sentence(reason)).to_string();
        assert!(error.starts_with("no window could be opened: neither WAYLAND_DISPLAY"), "{error}");
        assert!(error.contains("Headless runs need none."), "{error}");
    }
}
