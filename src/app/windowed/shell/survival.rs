//! What the window does when something is taken from it or asked of it on the way: lost graphics, a pointer that cannot be
//! held, full screen, pictures.

use super::super::Fault;
use super::super::pointer::Pointer;
use super::super::recovery::Verdict;
use super::{Shell, WindowError};
use crate::app::output::tell;
use crate::input::{DeviceEvent, Key};
use crate::render::RenderError;
use std::time::Instant;
use winit::event_loop::ActiveEventLoop;
use winit::window::{CursorGrabMode, Fullscreen};

/// A pointer that the window system did not let go of for us is asked for again after so many frames.
const FRAMES_PER_GRAB: u32 = 30;

impl Shell {
    /// The graphics failed: they go, all of them, and are made anew a moment later, or when that succeeds; for long, and the play ends.
    pub(super) fn graphics_failed(&mut self, event_loop: &ActiveEventLoop, error: RenderError) {
        self.renderer = None;
        match self.recovery.failed(Instant::now()) {
            Verdict::TryAgain { first: true } => {
                tell(&format!("moonyard: the picture is lost and made anew: {error}"));
            }
            Verdict::TryAgain { first: false } => {}
            Verdict::GiveUp => self.fail(event_loop, WindowError::Render(error)),
        }
    }

    /// Makes lost graphics anew when it is time to.
    pub(super) fn mend_graphics(&mut self, event_loop: &ActiveEventLoop) {
        if self.renderer.is_none()
            && self.recovery.is_due(Instant::now())
            && let Err(error) = self.open_renderer()
        {
            self.graphics_failed(event_loop, error);
        }
    }

    /// A picture is on its way to the screen.
    pub(super) fn picture_shown(&mut self) {
        if self.recovery.shown() {
            tell("moonyard: the picture is back");
        }
    }

    /// Lets happen what a test asks for.
    pub(super) fn let_fail_for_test(&mut self) {
        match self.play.fault_for_test() {
            Some(Fault::Graphics(fault)) => {
                if let Some(renderer) = &mut self.renderer {
                    renderer.break_for_test(fault);
                }
            }
            Some(Fault::NoArea) => self.resized((0, 0)),
            Some(Fault::PointerRefused) => self.refuses_pointer = true,
            None => {}
        }
    }

    /// The window has another size, in pixels.
    pub(super) fn resized(&mut self, size: (u32, u32)) {
        self.size = size;
        self.hidden = size.0 == 0 || size.1 == 0;
    }

    /// The window may be on another screen, which shows another number of pictures a second.
    pub(super) fn moved(&mut self) {
        if let Some(window) = &self.window {
            self.pace = self.pace_of(window);
        }
    }

    /// A key went down or up. Synthetic events tell of keys held while the focus changed; those count as let go.
    pub(super) fn key(&mut self, key: Key, down: bool, is_synthetic: bool) {
        if is_synthetic {
            if down && self.down.contains(&key) {
                self.held_over.push(key);
            }
            return;
        }
        if self.held_over.contains(&key) {
            if down {
                return;
            }
            self.held_over.retain(|it| *it != key);
        }
        self.down.retain(|it| *it != key);
        if down {
            self.down.push(key);
            if !self.waits_for_binding() {
                self.window_key(key);
            }
        }
        self.events.push(DeviceEvent::Key { key, down });
    }

    /// Whether the next key or button is the answer to what it should do.
    pub(super) fn waits_for_binding(&mut self) -> bool {
        self.play.desk().is_some_and(|desk| desk.game.listening().is_some())
    }

    /// The keys that mean something to the window itself.
    fn window_key(&mut self, key: Key) {
        match key {
            Key::Escape => self.free_pointer(),
            Key::F11 => self.toggle_full_screen(),
            Key::F12 => self.photo_wanted = true,
            _ => {}
        }
    }

    fn toggle_full_screen(&self) {
        if let Some(window) = &self.window {
            let full = window.fullscreen().is_none().then_some(Fullscreen::Borderless(None));
            window.set_fullscreen(full);
        }
    }

    /// Takes the picture that was asked for, of what there is to see after this frame.
    pub(super) fn take_photo(&mut self) {
        if !std::mem::take(&mut self.photo_wanted) {
            return;
        }
        if self.size.0 == 0 || self.size.1 == 0 {
            tell("moonyard: no picture was taken: the window has no area");
        } else {
            self.photos.take(self.play.scene(), self.size);
        }
    }

    pub(super) fn catch_pointer(&mut self) {
        self.pointer = self.grab_pointer();
        self.panel.let_go();
        if let Some(window) = &self.window {
            window.set_cursor_visible(false);
            window.focus_window();
        }
    }

    /// Asks for the pointer again when the window system refused it: whoever held it may be done.
    pub(super) fn grab_again(&mut self) {
        if self.pointer != Pointer::Free && !self.holds_pointer && self.frames.is_multiple_of(FRAMES_PER_GRAB)
        {
            let pointer = self.grab_pointer();
            // A pointer that can only be kept inside goes on from where it is.
            if matches!(pointer, Pointer::Locked { .. }) {
                self.pointer = pointer;
            }
        }
    }

    /// Holds the pointer as well as the window system allows. Where even keeping it inside is refused, it is still sent back to
    /// the middle, which nearly always holds it.
    fn grab_pointer(&mut self) -> Pointer {
        let window = self.window.as_ref().filter(|_| !self.refuses_pointer);
        let granted = |mode| window.is_some_and(|window| window.set_cursor_grab(mode).is_ok());
        let locked = granted(CursorGrabMode::Locked);
        self.holds_pointer = locked || granted(CursorGrabMode::Confined);
        if locked { Pointer::Locked { settled: false } } else { Pointer::Confined(Default::default()) }
    }

    pub(super) fn free_pointer(&mut self) {
        if self.pointer == Pointer::Free {
            return;
        }
        self.pointer = Pointer::Free;
        self.catching = false;
        if let Some(window) = &self.window {
            // A window that is already gone refuses, and then there is nothing to free.
            let _ = window.set_cursor_grab(CursorGrabMode::None);
            window.set_cursor_visible(true);
        }
    }

    /// All that is held is let go: nobody tells what happens on the keyboard and the mouse from now on.
    pub(super) fn lose_focus(&mut self) {
        self.free_pointer();
        self.held_over.clear();
        self.events.push(DeviceEvent::FocusLost);
    }

    /// The pointer is outside: where it comes in again says nothing of how it moved.
    pub(super) fn pointer_left(&mut self) {
        if let Pointer::Confined(confined) = &mut self.pointer {
            *confined = Default::default();
        }
    }
}
