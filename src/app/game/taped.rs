//! What stands between the devices and the game: whoever waits for a key to bind, and the recording. Both see every frame's events
//! before the game does.

use super::Game;
use crate::app::recording::{Length, Recorder, Setup};
use crate::input::{DeviceEvent, Heard, Listening, OF_WINDOW};
use crate::sim::Digest;
use crate::store::Kept;
use std::borrow::Cow;

/// The action that opens the panel.
const PANELS: &str = "panels";

impl Game {
    /// Writes all that goes into the game from now on into a recording. To be called before scripts load.
    ///
    /// # Errors
    /// When what scripts kept before cannot be read.
    pub fn record(&mut self, mut recorder: Recorder) -> anyhow::Result<()> {
        let host = self.scripts.host();
        let kept = host.store.borrow_mut().everything().map_err(|error| anyhow::anyhow!("{error}"))?;
        let bindings = host.input.borrow().changed_bindings().clone();
        recorder.begin(&Setup { limits: self.limits, bindings, kept });
        self.recorder = Some(recorder);
        self.note_ticks();
        Ok(())
    }

    /// From now on every tick's quick digest is noted, for [`Game::take_ticks`].
    pub fn note_ticks(&mut self) {
        self.noted = Some(Vec::new());
    }

    /// The quick digests of the ticks since the last time, one for each: of the world, the player, hooks, timers and what is
    /// held. Those of a frame's ticks before its last are taken before the player moves.
    pub fn take_ticks(&mut self) -> Vec<u32> {
        self.noted.as_mut().map(std::mem::take).unwrap_or_default()
    }

    pub(super) fn note_tick(&mut self) {
        if self.noted.is_some() {
            let digest = self.quick_digest();
            self.noted.iter_mut().for_each(|noted| noted.push(digest));
        }
    }

    /// Why the recording is not whole, once.
    pub fn take_recording_failure(&mut self) -> Option<String> {
        self.recorder.as_mut().and_then(Recorder::take_failure)
    }

    /// Keeps values as another game had them.
    ///
    /// # Errors
    /// When there is no room for them.
    pub fn fill_store(&mut self, kept: &[Kept]) -> anyhow::Result<()> {
        if kept.is_empty() {
            return Ok(());
        }
        let filled = self.scripts.host().store.borrow_mut().fill(kept);
        filled.map_err(|error| anyhow::anyhow!("what was kept cannot be kept again: {error}"))
    }

    /// Binds an action to the next key or button that is pressed, which does nothing else; Escape changes nothing. What belongs to the
    /// window or opens the panel is refused, and waited on; see [`Game::refused_binding`]. A later call takes the place of an
    /// earlier one.
    pub fn listen_for_binding(&mut self, action: &str, slot: usize) {
        self.refused = None;
        self.listening = Some(Listening { action: action.to_owned(), slot });
    }

    /// The action and slot that wait for a key or button.
    pub fn listening(&self) -> Option<&Listening> {
        self.listening.as_ref()
    }

    /// Why the last key or button was not taken, while another is waited for.
    pub fn refused_binding(&self) -> Option<&str> {
        self.refused.as_deref().filter(|_| self.listening.is_some())
    }

    /// Waits no longer.
    pub fn stop_listening(&mut self) {
        self.listening = None;
    }

    /// The events without one that is the answer to [`Game::listen_for_binding`].
    pub(super) fn heard<'a>(&mut self, events: &'a [DeviceEvent]) -> Cow<'a, [DeviceEvent]> {
        let Some(listening) = self.listening.clone() else { return Cow::Borrowed(events) };
        let (heard, events) = listening.take(events);
        if let Some(heard) = heard {
            self.refused = self.refusal(heard, &listening.action);
            if self.refused.is_none() {
                self.listening = None;
                if let Heard::Binding(binding) = heard {
                    // What was asked for may have become impossible meanwhile.
                    let _ = self.input().rebind(&listening.action, listening.slot, Some(binding));
                }
            }
        }
        Cow::Owned(events)
    }

    fn refusal(&self, heard: Heard, action: &str) -> Option<String> {
        match heard {
            Heard::Cancelled => None,
            Heard::OfWindow(key) => {
                let what =
                    OF_WINDOW.iter().find(|(its, _)| *its == key).map_or("is the window's", |(_, what)| what);
                Some(format!("{key} {what}, whatever it is bound to. Press another, or Escape."))
            }
            Heard::Binding(binding) => {
                let input = self.input();
                let opens = input.actions().any(|(id, _, of)| id == PANELS && of.contains(&binding));
                (opens && action != PANELS)
                    .then(|| format!("{binding} opens and closes this panel. Press another, or Escape."))
            }
        }
    }

    pub(super) fn tell_recorder(&mut self, length: Length, events: &[DeviceEvent]) {
        if let Some(recorder) = &mut self.recorder {
            let input = self.scripts.host().input.borrow();
            recorder.frame(length, events, input.changed_bindings());
        }
    }

    pub(super) fn tell_recorder_of_ticks(&mut self) {
        if let Some(mut recorder) = self.recorder.take() {
            let quick = self.take_ticks();
            let tick = self.sim().tick();
            recorder.ticked(tick, &quick, || self.digest_of_effects());
            self.recorder = Some(recorder);
        }
    }

    /// The recording, if there is one, ends with this state.
    pub(super) fn end_recording(&mut self) {
        if let Some(mut recorder) = self.recorder.take() {
            recorder.end(self.sim().tick(), &self.digest_of_effects());
            self.recorder = Some(recorder);
        }
    }

    /// A hash of the whole state without the texts of scripts and without what they keep: of what happened, that is.
    pub fn digest_of_effects(&self) -> String {
        let mut digest = Digest::new();
        self.sim().digest(&mut digest);
        self.scripts.digest_of_effects(&mut digest);
        digest.finish()
    }

    /// A quick hash of the world, the player, hooks, timers and what is held: cheap enough for every tick.
    fn quick_digest(&self) -> u32 {
        let mut digest = Digest::quick();
        self.sim().digest(&mut digest);
        self.scripts.digest_of_work(&mut digest);
        digest.short() as u32
    }
}
