//! What scripts and the person who plays want of the camera, and what becomes of it when they are gone.

use super::path::CameraPath;
use super::{Camera, Scripted, ViewMode};
use crate::sim::error::SimError;
use crate::sim::player::Player;
use crate::sim::world::World;

/// A change of a mode's options that takes the eye farther than this, in metres, is a cut.
const CUT: f64 = 2.0;
/// A change of the field of view by more than this, in degrees, shows at once.
const ZOOM: f64 = 5.0;

impl Camera {
    /// Changes between over the shoulder and out of the eyes, at once. Of a script's mode it changes these two as well, and
    /// leaves the others alone.
    pub(in crate::sim) fn toggle(&mut self, world: &World, player: &Player) {
        match &mut self.scripted {
            _ if self.path.is_some() => return,
            None => self.first_person = !self.first_person,
            Some(scripted) => match scripted.mode {
                ViewMode::First { .. } => scripted.mode = ViewMode::THIRD,
                ViewMode::Third { .. } => scripted.mode = ViewMode::FIRST,
                _ => return,
            },
        }
        self.cut(world, player);
    }

    /// Looks as a script wants, at once.
    ///
    /// # Errors
    /// A number out of its limits.
    pub(in crate::sim) fn set_mode(
        &mut self,
        owner: u32,
        mode: ViewMode,
        world: &World,
        player: &Player,
    ) -> Result<(), SimError> {
        let mode = match (mode, self.mode()) {
            // Said again, it stays where it is.
            (ViewMode::Fixed { pos: None, target }, ViewMode::Fixed { pos, .. }) => {
                ViewMode::Fixed { pos, target }
            }
            (ViewMode::Fixed { pos: None, target }, _) => {
                ViewMode::Fixed { pos: Some(self.shot.eye), target }
            }
            (mode, _) => mode,
        };
        mode.check()?;
        let before = self.scripted.replace(Scripted { owner, mode }).map(|it| it.mode);
        if before == Some(mode) {
            return Ok(());
        }
        let goes_on = before.is_some_and(|before| before.name() == mode.name());
        if let ViewMode::Orbit { distance, height, .. } = mode {
            self.orbit_pitch = -libm::atan2(height, distance).to_degrees();
            if !goes_on {
                self.orbit_yaw = player.yaw_degrees();
            }
        }
        // A script that moves its camera bit by bit gets smooth motion; everything else is a cut.
        let eye = self.shot.eye;
        let (now, before) = (self.now, self.before);
        self.cut(world, player);
        if goes_on && self.shot.eye.distance(eye) < CUT {
            (self.now, self.before) = (now, before);
            self.shot = self.now.shot(world, self.probe());
        }
        Ok(())
    }

    /// Looks as the person who plays chose.
    pub(in crate::sim) fn give_back(&mut self, world: &World, player: &Player) {
        if self.scripted.take().is_some() {
            self.cut(world, player);
        }
    }

    /// Sets out on a path, or ends the one that runs.
    pub(in crate::sim) fn set_path(
        &mut self,
        path: Option<(u32, CameraPath)>,
        world: &World,
        player: &Player,
    ) {
        if path.is_some() || self.path.is_some() {
            self.path = path;
            self.cut(world, player);
        }
    }

    pub(in crate::sim) fn set_fov(&mut self, owner: u32, degrees: f64) {
        self.fov = Some((owner, degrees));
        self.zoom();
    }

    /// A field of view that changes bit by bit changes smoothly; otherwise at once.
    fn zoom(&mut self) {
        let degrees = self.fov_degrees();
        if (degrees - self.fov_now).abs() > ZOOM {
            (self.fov_now, self.fov_before) = (degrees, degrees);
        }
    }

    pub(in crate::sim) fn shake(&mut self, amount: f64) {
        self.shake.add(amount);
    }

    /// Takes back all that a script set.
    pub(in crate::sim) fn release(&mut self, owner: u32, world: &World, player: &Player) {
        if self.fov.is_some_and(|(whose, _)| whose == owner) {
            self.fov = None;
            self.zoom();
        }
        let path = self.path.take_if(|(whose, _)| *whose == owner).is_some();
        let mode = self.scripted.take_if(|scripted| scripted.owner == owner).is_some();
        if path || mode {
            self.cut(world, player);
        }
    }
}
