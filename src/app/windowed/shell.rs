//! The window's life: what each message of the window system does to the play, the picture and the mouse.

mod survival;

use std::sync::Arc;
use std::time::{Duration, Instant};

use winit::application::ApplicationHandler;
use winit::dpi::{LogicalSize, PhysicalPosition, PhysicalSize};
use winit::event::{DeviceEvent as RawEvent, ElementState, MouseButton as WindowButton, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow, OwnedDisplayHandle};
use winit::window::{Window, WindowId};

use super::pacing::{self, Pacer};
use super::panel::Panel;
use super::pointer::Pointer;
use super::recovery::Recovery;
use super::{Pads, Play, WindowError, WindowOptions, keys, sentence};
use crate::app::photos::Photos;
use crate::input::{DeviceEvent, Key};
use crate::render::{Auto, Drawn, Quality, QualityChoice, RenderError, WindowRenderer};

/// A frame that nobody sees is simulated at this pace.
const HIDDEN_FRAME: Duration = Duration::from_millis(16);
/// One of so many unseen frames tries to draw.
const HIDDEN_FRAMES_PER_TRY: u32 = 30;
/// A rumble goes on for so many seconds after the last frame that asked for it.
const RUMBLE: f64 = 0.1;
/// Where pictures go that somebody takes while playing.
const PHOTOS: &str = "pictures";

/// Holds the window, its renderer and the play together.
pub(super) struct Shell {
    play: Box<dyn Play>,
    options: WindowOptions,
    display: OwnedDisplayHandle,
    window: Option<Arc<Window>>,
    renderer: Option<WindowRenderer>,
    /// In pixels, from the window's own reports: asking a window that somebody else has destroyed panics in winit.
    size: (u32, u32),
    /// How long a frame waits for the next.
    pace: Duration,
    pads: Pads,
    panel: Panel,
    pointer: Pointer,
    /// The window system granted that the pointer is held.
    holds_pointer: bool,
    /// A test lets it refuse.
    refuses_pointer: bool,
    /// The button of the click that caught the mouse is still down.
    catching: bool,
    down: Vec<Key>,
    /// Keys that were down when the keyboard went and came back: they mean nothing before they are let go, also when they repeat.
    held_over: Vec<Key>,
    events: Vec<DeviceEvent>,
    last_frame: Instant,
    pacer: Pacer,
    /// Chooses the quality, if nobody else did; from the first opening of a driver on.
    auto: Option<Auto>,
    /// Frames since the start, wrapping.
    frames: u32,
    /// Nobody can see the window.
    hidden: bool,
    title: String,
    recovery: Recovery,
    photos: Photos,
    photo_wanted: bool,
    failure: Option<WindowError>,
    finished: bool,
}

impl Shell {
    pub fn new(play: Box<dyn Play>, options: WindowOptions, display: OwnedDisplayHandle) -> Shell {
        let now = Instant::now();
        Shell {
            title: play.title(),
            play,
            options,
            display,
            window: None,
            renderer: None,
            size: (0, 0),
            pace: HIDDEN_FRAME,
            pads: Pads::open(),
            panel: Panel::new(),
            pointer: Pointer::Free,
            holds_pointer: false,
            refuses_pointer: false,
            catching: false,
            down: Vec::new(),
            held_over: Vec::new(),
            events: Vec::new(),
            last_frame: now,
            pacer: Pacer::new(now),
            auto: None,
            frames: 0,
            hidden: false,
            recovery: Recovery::default(),
            photos: Photos::into_folder(PHOTOS),
            photo_wanted: false,
            failure: None,
            finished: false,
        }
    }

    fn open(&mut self, event_loop: &ActiveEventLoop) -> Result<(), WindowError> {
        if self.window.is_none() {
            let (width, height) = self.options.size;
            let attributes = Window::default_attributes()
                .with_title(&self.title)
                .with_inner_size(LogicalSize::new(width.max(1), height.max(1)));
            let window = event_loop
                .create_window(attributes)
                .map_err(|error| WindowError::System(sentence(&error.to_string())))?;
            self.size = pixels(window.inner_size());
            self.pace = self.pace_of(&window);
            self.window = Some(Arc::new(window));
            self.last_frame = Instant::now();
        }
        self.open_renderer().map_err(WindowError::Render)
    }

    fn open_renderer(&mut self) -> Result<(), RenderError> {
        // The old surface must be gone before the window can have a new one.
        self.renderer = None;
        self.panel.forget_device();
        if let Some(window) = &self.window {
            let display = Box::new(self.display.clone());
            let vsync = self.options.vsync;
            let mut renderer = WindowRenderer::new(Arc::clone(window), display, self.size, vsync)?;
            renderer.set_quality(self.chosen_quality(&renderer));
            self.renderer = Some(renderer);
        }
        Ok(())
    }

    fn chosen_quality(&mut self, renderer: &WindowRenderer) -> Quality {
        match self.options.quality {
            QualityChoice::Fixed(level) => {
                self.auto = None;
                level.quality()
            }
            QualityChoice::Auto => {
                self.auto.get_or_insert_with(|| Auto::new(renderer.draws_on_processor())).quality()
            }
        }
    }

    /// The panel's part of a frame. While it is open the mouse is its own.
    fn show_panel(&mut self) {
        let Some(window) = &self.window else { return };
        let (was_open, quality) = (self.panel.is_open(), self.options.quality);
        self.panel.frame(window, self.size, self.play.desk(), &mut self.options.quality);
        if self.panel.is_open() && !was_open {
            self.free_pointer();
        }
        if self.options.quality != quality
            && let Some(mut renderer) = self.renderer.take()
        {
            renderer.set_quality(self.chosen_quality(&renderer));
            self.renderer = Some(renderer);
        }
    }

    fn fail(&mut self, event_loop: &ActiveEventLoop, failure: WindowError) {
        self.failure.get_or_insert(failure);
        event_loop.exit();
    }

    /// One frame of play; drawing follows when the window system asks for it.
    fn frame(&mut self) {
        let now = Instant::now();
        let elapsed = now.duration_since(self.last_frame).as_secs_f64();
        self.last_frame = now;
        self.pads.poll(&mut self.events);
        self.play.frame(elapsed, &self.events);
        self.events.clear();
        self.pads.rumble(self.play.rumble(), RUMBLE);
        self.show_panel();
        self.take_photo();
        self.grab_again();
        let title = self.play.title();
        if title != self.title {
            self.title = title;
            if let Some(window) = &self.window {
                window.set_title(&self.title);
            }
        }
    }

    /// A frame took so many seconds: if the quality is ours to choose, it may change.
    fn choose_quality(&mut self, busy: f64) {
        if let (Some(auto), Some(renderer), false) = (&mut self.auto, &mut self.renderer, self.hidden)
            && auto.frame(busy)
        {
            renderer.set_quality(auto.quality());
        }
    }

    fn pace_of(&self, window: &Window) -> Duration {
        let screen = window.current_monitor().and_then(|monitor| monitor.refresh_rate_millihertz());
        pacing::interval(self.options.fps, self.options.vsync, screen)
    }

    fn draw(&mut self, event_loop: &ActiveEventLoop) {
        self.let_fail_for_test();
        self.mend_graphics(event_loop);
        let (Some(window), Some(renderer)) = (&self.window, &mut self.renderer) else {
            return;
        };
        renderer.resize(self.size);
        match renderer.draw(&self.play.scene(), self.panel.picture(), || window.pre_present_notify()) {
            Ok(drawn) => {
                self.hidden = drawn == Drawn::Hidden;
                if drawn == Drawn::Shown {
                    self.picture_shown();
                }
            }
            Err(error) => self.graphics_failed(event_loop, error),
        }
    }

    /// Why the play ended, if not because somebody closed the window.
    pub fn take_failure(&mut self) -> Option<WindowError> {
        self.failure.take()
    }

    /// Takes the window away, whatever the program does after it.
    fn close(&mut self) {
        self.free_pointer();
        // The surface must go while the window and its connection are still there.
        self.renderer = None;
        if let Some(window) = self.window.take() {
            // On X11 a window that is dropped goes with the next message to the server, which never comes; this one is sent at once.
            window.set_visible(false);
        }
    }

    /// Ends the play, once.
    pub fn finish(&mut self) {
        if !self.finished {
            self.finished = true;
            self.play.finish();
            self.photos.finish();
        }
    }

    fn pointer_moved(&mut self, position: PhysicalPosition<f64>) {
        let (Some(window), Pointer::Confined(confined)) = (&self.window, &mut self.pointer) else {
            return;
        };
        let size = (f64::from(self.size.0), f64::from(self.size.1));
        let moved = confined.moved_to((position.x, position.y), size);
        if let Some((dx, dy)) = moved.motion {
            self.events.push(DeviceEvent::MouseMotion { dx, dy });
        }
        if let Some((x, y)) = moved.warp_to {
            // Refused, the next motion asks again.
            let _ = window.set_cursor_position(PhysicalPosition::new(x, y));
        }
    }

    fn mouse_button(&mut self, button: WindowButton, down: bool) {
        let to_bind = self.waits_for_binding();
        if self.pointer == Pointer::Free && !to_bind {
            // The click that catches the mouse does nothing else.
            if down && button == WindowButton::Left {
                self.catch_pointer();
                self.catching = true;
                return;
            }
            if down {
                return;
            }
            // A button that was held when the mouse was freed is let go.
        }
        if self.catching && !down && button == WindowButton::Left {
            self.catching = false;
            return;
        }
        if let Some(button) = keys::button(button) {
            self.events.push(DeviceEvent::MouseButton { button, down });
        }
    }
}

impl ApplicationHandler for Shell {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if let Err(failure) = self.open(event_loop) {
            self.fail(event_loop, failure);
        }
    }

    fn suspended(&mut self, _: &ActiveEventLoop) {
        self.renderer = None;
        self.recovery = Recovery::default();
        self.lose_focus();
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        // A mouse that is caught is the game's alone.
        let of_mouse = matches!(
            event,
            WindowEvent::CursorMoved { .. } | WindowEvent::MouseInput { .. } | WindowEvent::MouseWheel { .. }
        );
        if let Some(window) = &self.window
            && (self.pointer == Pointer::Free || !of_mouse)
            && self.panel.event(window, &self.display, &event)
        {
            return;
        }
        match event {
            WindowEvent::CloseRequested => event_loop.exit(),
            WindowEvent::Destroyed => {
                self.renderer = None;
                self.window = None;
                self.recovery = Recovery::default();
                event_loop.exit();
            }
            WindowEvent::Resized(size) => self.resized(pixels(size)),
            WindowEvent::Moved(_) | WindowEvent::ScaleFactorChanged { .. } => self.moved(),
            WindowEvent::Occluded(occluded) => self.hidden = occluded,
            WindowEvent::Focused(true) => {
                self.hidden = false;
                self.events.push(DeviceEvent::FocusGained);
            }
            WindowEvent::Focused(false) => self.lose_focus(),
            WindowEvent::KeyboardInput { event, is_synthetic, .. } if !event.repeat => {
                if let Some(key) = keys::key(event.physical_key) {
                    self.key(key, event.state == ElementState::Pressed, is_synthetic);
                }
            }
            WindowEvent::MouseInput { state, button, .. } => {
                self.mouse_button(button, state == ElementState::Pressed);
            }
            WindowEvent::CursorMoved { position, .. } => self.pointer_moved(position),
            WindowEvent::CursorLeft { .. } => self.pointer_left(),
            WindowEvent::RedrawRequested => self.draw(event_loop),
            _ => {}
        }
    }

    fn device_event(&mut self, _: &ActiveEventLoop, _: winit::event::DeviceId, event: RawEvent) {
        if let RawEvent::MouseMotion { delta } = event
            && let Some((dx, dy)) = self.pointer.raw_motion(delta)
        {
            self.events.push(DeviceEvent::MouseMotion { dx, dy });
        }
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        let now = Instant::now();
        if self.pacer.is_due(now) {
            let busy =
                self.pacer.begin(now, if self.hidden { HIDDEN_FRAME.max(self.pace) } else { self.pace });
            self.choose_quality(busy);
            self.frame();
            if self.play.is_over() {
                event_loop.exit();
            }
            // A hidden window still tries to draw now and then: not every system tells when it is seen again.
            self.frames = self.frames.wrapping_add(1);
            if let Some(window) = &self.window
                && (!self.hidden || self.frames.is_multiple_of(HIDDEN_FRAMES_PER_TRY))
            {
                window.request_redraw();
            }
        } else {
            self.pacer.rest(now);
        }
        event_loop.set_control_flow(ControlFlow::WaitUntil(self.pacer.next()));
    }

    fn exiting(&mut self, _: &ActiveEventLoop) {
        self.close();
        self.finish();
    }
}

fn pixels(size: PhysicalSize<u32>) -> (u32, u32) {
    (size.width, size.height)
}
