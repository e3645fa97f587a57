//! The game: world, input and scripts put together, one frame at a time.
//!
//! The window, headless runs and script tests all drive this one type, so whatever works in one works in all. It knows no
//! clock: a frame's length comes from outside, and headless it is exactly one tick.

mod seen;
mod taped;

use super::recording::{Length, Recorder};
use super::scene::Gait;
use crate::input::{DeviceEvent, Input, Listening};
use crate::script::console::{Report, Request};
use crate::script::{Counts, Limits, Line, Loaded, ScriptHost, ScriptStatus};
use crate::sim::{DT, Digest, Sim, SimError, Walk};
use crate::store::Store;
use glam::DVec3;
use std::cell::{Ref, RefMut};
use std::path::Path;

/// No frame runs more ticks than this; the rest of its time is dropped, so a slow machine slows down instead of falling ever
/// further behind.
pub(super) const MOST_TICKS: u32 = 5;

pub struct Game {
    scripts: ScriptHost,
    /// Time that has passed and is not yet a whole tick, in seconds.
    left_over: f64,
    /// A jump that was pressed in a frame without a tick.
    jump: bool,
    gait: Gait,
    limits: Limits,
    recorder: Option<Recorder>,
    /// Quick digests of the last frame's ticks, if somebody compares them.
    noted: Option<Vec<u32>>,
    listening: Option<Listening>,
    /// Why what was pressed last is not taken.
    refused: Option<String>,
    glimpses: seen::Glimpses,
}

impl Game {
    /// The yard without scripts.
    ///
    /// # Errors
    /// When memory is short.
    pub fn new() -> anyhow::Result<Game> {
        Game::with_limits(Limits::default())
    }

    /// The same with other limits on what scripts may use.
    ///
    /// # Errors
    /// When memory is short.
    pub fn with_limits(limits: Limits) -> anyhow::Result<Game> {
        let scripts = ScriptHost::new(Sim::new(), Input::new(), limits)
            .map_err(|error| anyhow::anyhow!("Lua could not be started: {error}"))?;
        Ok(Game {
            scripts,
            left_over: 0.0,
            jump: false,
            gait: Gait::default(),
            limits,
            recorder: None,
            noted: None,
            listening: None,
            refused: None,
            glimpses: seen::Glimpses::default(),
        })
    }

    /// Lets scripts keep values in a file, which need not be there yet, instead of in memory. To be called before scripts load.
    pub fn keep_in(&mut self, file: &Path) {
        self.scripts.host().store.replace(Store::in_file(file));
    }

    /// A headless frame: exactly one tick.
    pub fn tick(&mut self, events: &[DeviceEvent]) {
        let events = self.heard(events);
        self.tell_recorder(Length::Tick, &events);
        self.run_frame(1, DT, &events);
    }

    /// A frame that took `elapsed` seconds: as many ticks as fit into that and what was left over, five at most.
    pub fn frame(&mut self, elapsed: f64, events: &[DeviceEvent]) {
        let events = self.heard(events);
        self.tell_recorder(Length::Elapsed(elapsed), &events);
        let most = f64::from(MOST_TICKS) * DT;
        let dt = elapsed.clamp(0.0, most);
        self.left_over += dt;
        let mut ticks = 0;
        while self.left_over >= DT && ticks < MOST_TICKS {
            self.left_over -= DT;
            ticks += 1;
        }
        if ticks == MOST_TICKS {
            self.left_over = self.left_over.min(DT);
        }
        self.run_frame(ticks, dt, &events);
    }

    /// A frame of a yard that is halted: the view turns, and nothing else happens.
    pub fn halted_frame(&mut self, events: &[DeviceEvent]) {
        let events = self.heard(events);
        self.tell_recorder(Length::Halted, &events);
        self.read_input(&events, 0.0);
        self.jump = false;
    }

    fn run_frame(&mut self, ticks: u32, dt: f64, events: &[DeviceEvent]) {
        self.scripts.begin_frame();
        self.read_input(events, dt);
        for tick in 0..ticks {
            if tick > 0 {
                // Of a frame of several ticks, each but the last ends here: what carries the player is one tick ahead of it at
                // any frame rate. The last tick counts with what the frame does after it.
                self.move_player();
                self.note_tick();
                self.look_between();
            }
            self.scripts.host().sim.borrow_mut().step();
            self.scripts.tick();
        }
        self.scripts.frame(dt);
        if ticks > 0 {
            self.move_player();
            self.note_tick();
            self.tell_recorder_of_ticks();
        }
    }

    fn read_input(&mut self, events: &[DeviceEvent], dt: f64) {
        let host = self.scripts.host();
        let mut input = host.input.borrow_mut();
        input.begin_frame(events, dt);
        let (right, up) = input.look();
        let mut sim = host.sim.borrow_mut();
        sim.look(right, up);
        if input.pressed("camera.toggle") {
            sim.toggle_camera();
        }
        self.jump |= input.pressed("jump");
    }

    /// A tick of the player and the camera.
    fn move_player(&mut self) {
        let host = self.scripts.host();
        let input = host.input.borrow();
        let (right, forward) = input.walk();
        let walk = Walk {
            right,
            forward,
            jump_pressed: std::mem::take(&mut self.jump),
            sprint: input.held("sprint"),
            walk: input.held("walk"),
            crouch: input.held("crouch"),
        };
        let mut sim = host.sim.borrow_mut();
        sim.move_player(&walk);
        self.gait.tick(&sim);
    }

    /// Loads a script or its new version; see [`ScriptHost::load`].
    pub fn load(&mut self, name: &str, bytes: &[u8]) -> Loaded {
        if let Some(recorder) = &mut self.recorder {
            recorder.load(name, bytes);
        }
        self.scripts.load(name, bytes)
    }

    /// Removes a script and all that it made. False for an unknown one.
    pub fn unload(&mut self, name: &str) -> bool {
        if let Some(recorder) = &mut self.recorder {
            recorder.unload(name);
        }
        self.scripts.unload(name)
    }

    /// Moves the player's feet.
    ///
    /// # Errors
    /// A position that is not finite or too far away.
    pub fn teleport(&mut self, feet: DVec3) -> Result<(), SimError> {
        if let Some(recorder) = &mut self.recorder {
            recorder.teleport(feet);
        }
        self.scripts.host().sim.borrow_mut().teleport_player(feet)
    }

    /// Runs the event `Shutdown`; to be called once, at the end.
    pub fn shutdown(&mut self) {
        self.end_recording();
        self.scripts.shutdown();
    }

    pub fn sim(&self) -> Ref<'_, Sim> {
        self.scripts.host().sim.borrow()
    }

    pub fn input(&self) -> RefMut<'_, Input> {
        self.scripts.host().input.borrow_mut()
    }

    /// Whether bodies that are not visible are drawn faintly.
    pub fn shows_hidden(&self) -> bool {
        self.scripts.host().show_hidden.get()
    }

    pub fn scripts(&self) -> impl Iterator<Item = (&str, ScriptStatus)> {
        self.scripts.scripts()
    }

    /// What a script holds.
    pub fn counts(&self, name: &str) -> Counts {
        self.scripts.counts(name)
    }

    /// What all scripts hold together.
    pub fn totals(&self) -> Counts {
        self.scripts.totals()
    }

    /// How many bytes of memory a script holds that are no garbage. Slow.
    pub fn memory(&self, name: &str) -> usize {
        self.scripts.memory(name)
    }

    /// What every script costs and holds.
    pub fn reports(&self) -> Vec<Report> {
        self.scripts.reports()
    }

    /// Takes a script out until it is loaded again. False for an unknown one.
    pub fn stop_script(&mut self, name: &str) -> bool {
        if let Some(recorder) = &mut self.recorder {
            recorder.stop(name);
        }
        self.scripts.stop_script(name)
    }

    /// Runs a line of the console; see [`ScriptHost::run_line`].
    pub fn run_line(&mut self, line: &str) {
        if let Some(recorder) = &mut self.recorder {
            recorder.typed(line);
        }
        self.scripts.run_line(line);
    }

    /// What the console's line may become; see [`ScriptHost::complete`].
    pub fn complete(&mut self, before_cursor: &str) -> (usize, Vec<String>) {
        self.scripts.complete(before_cursor)
    }

    /// What the console's lines asked for since the last time.
    pub fn take_requests(&mut self) -> Vec<Request> {
        self.scripts.take_requests()
    }

    /// The file name of the script that owns a body; `None` for the yard's own bodies.
    pub fn owner_name(&self, owner: Option<u32>) -> Option<String> {
        owner.map(|owner| self.scripts.script_of(owner))
    }

    /// What scripts printed and what went wrong since the last time.
    pub fn take_lines(&mut self) -> Vec<Line> {
        self.scripts.take_lines()
    }

    /// How many errors scripts have raised since the start.
    pub fn errors(&self) -> u64 {
        self.scripts.errors()
    }

    /// A hash of the whole state, in hexadecimal.
    pub fn digest(&self) -> String {
        let mut digest = Digest::new();
        self.sim().digest(&mut digest);
        self.scripts.digest(&mut digest);
        digest.finish()
    }

    /// The documentation of every table that scripts see.
    pub fn docs(&self) -> &[crate::script::api::doc::Table] {
        self.scripts.docs()
    }
}
