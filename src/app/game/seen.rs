//! What there is to see of the game, now or between ticks.

use super::Game;
use crate::app::{crowds, drawings};
use crate::render::Scene;
use crate::sim::DT;

/// Moments that somebody wants to see, and what there was to see at those of the last frame.
#[derive(Default)]
pub(super) struct Glimpses {
    wanted: Vec<(u64, f64)>,
    seen: Vec<Scene>,
}

impl Game {
    /// What there is to see, as of the last tick.
    pub fn scene(&self) -> Scene {
        self.scene_at(1.0)
    }

    /// What there is to see between the last two ticks, as far on as the clock of [`Game::frame`] is past the last one. Motion
    /// is smooth at any frame rate, and a tick late.
    pub fn scene_between_ticks(&self) -> Scene {
        self.scene_at((self.left_over / DT).clamp(0.0, 1.0))
    }

    /// What there is to see at `alpha` of the way from the tick before the last one (0) to the last (1).
    pub fn scene_at(&self, alpha: f64) -> Scene {
        let mut scene = self.bare_scene(alpha);
        self.add_drawings(&mut scene);
        scene
    }

    /// The text of an id that is on the window; of scripts that have one of that id, of the one of this name, or else of the first.
    pub fn hud_text(&self, id: &str, script: Option<&str>) -> Option<String> {
        let drawn = self.scripts.host().drawn.borrow();
        let wanted = |whose: u32| script.is_none_or(|name| self.scripts.script_of(whose) == name);
        drawn.texts_named(id).find(|(whose, _)| wanted(whose.0)).map(|(_, text)| text.text.clone())
    }

    /// Whoever films tells here what it wants to see of the next frame's ticks: at `alpha` of the way to a tick. A frame in a window may
    /// have several ticks, of which only the last can be seen afterwards; for the others [`Game::take_seen`] has the pictures.
    pub fn want_to_see(&mut self, moments: impl Iterator<Item = (u64, f64)>) {
        self.glimpses = Glimpses { wanted: moments.collect(), seen: Vec::new() };
    }

    /// What was wanted of the ticks before the last of the last frame, in order. What scripts drew for that frame is in all of them.
    pub fn take_seen(&mut self) -> Vec<Scene> {
        let mut seen = std::mem::take(&mut self.glimpses.seen);
        seen.iter_mut().for_each(|scene| self.add_drawings(scene));
        seen
    }

    /// A tick is over that is not the frame's last.
    pub(super) fn look_between(&mut self) {
        let tick = self.sim().tick();
        let wanted = self.glimpses.wanted.iter().filter(|(of_tick, _)| *of_tick == tick);
        let seen: Vec<Scene> = wanted.map(|(_, alpha)| self.bare_scene(*alpha)).collect();
        self.glimpses.seen.extend(seen);
    }

    /// Without what is drawn for a frame.
    fn bare_scene(&self, alpha: f64) -> Scene {
        let mut scene = self.gait.scene(&self.sim(), alpha, self.shows_hidden());
        crowds::add(&mut scene, self.scripts.host(), alpha);
        scene
    }

    fn add_drawings(&self, scene: &mut Scene) {
        let host = self.scripts.host();
        drawings::add(scene, &host.drawn.borrow(), host.time());
    }
}
