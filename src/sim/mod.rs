//! The world without scripts, windows, files or a wall clock: bodies, the yard, the player and the camera.
//!
//! Everything goes on in ticks of exactly 1/60 s. The same calls in the same order give the same bits, on any number of
//! threads; [`Sim::digest`] tells whether two worlds are the same. Whoever holds a [`Sim`] may call everything in it:
//! numbers that would break it are refused with a sentence for the author of a script.

mod ahead;
mod body;
mod bounce;
mod camera;
mod contact;
mod convert;
mod crowd;
mod digest;
mod error;
mod impact;
mod level;
mod load;
mod meet;
mod mover;
mod nearness;
mod pairs;
mod player;
mod push;
mod query;
#[cfg(test)]
mod slope_tests;
mod step;
mod table;
mod tidy;
mod touch;
mod track;
mod unstick;
mod walk;
mod world;

pub use body::{BodyDef, BodyId, BodyView, MAX_DISTANCE, MAX_EXTENT, MAX_SPEED, MIN_EXTENT, Owner, Shape};
pub use camera::{Camera, CameraPath, PathKey, View, ViewMode};
pub use contact::Contact;
pub use digest::Digest;
pub use error::SimError;
pub use load::Load;
pub use player::{Player, SPAWN, Walk};
pub use query::Hit;
pub use world::{MAX_BODIES, MAX_BODIES_A_SCRIPT, Notice, World};

use glam::DVec3;

/// The length of a tick, in seconds.
pub const DT: f64 = 1.0 / 60.0;

/// All that is simulated.
pub struct Sim {
    /// The bodies.
    pub world: World,
    /// The one who walks.
    pub player: Player,
    /// The one who watches.
    pub camera: Camera,
    tick: u64,
}

impl Default for Sim {
    fn default() -> Sim {
        Sim::new()
    }
}

impl Sim {
    /// The yard before its first tick, with the player at the spawn.
    pub fn new() -> Sim {
        let mut world = World::new();
        for part in level::parts() {
            // The yard's own data is within every limit, as a test makes sure.
            let made = world.spawn(None, &part);
            debug_assert!(made.is_ok(), "{made:?}");
        }
        let player = Player::default();
        let camera = Camera::new(&world, &player);
        Sim { world, player, camera, tick: 0 }
    }

    /// Ticks since the start.
    pub fn tick(&self) -> u64 {
        self.tick
    }

    /// Seconds since the start.
    pub fn time(&self) -> f64 {
        self.tick as f64 * DT
    }

    /// One tick of the bodies. The player and the camera move by [`Sim::move_player`].
    pub fn step(&mut self) {
        self.tick += 1;
        self.world.step(self.tick);
    }

    /// The touches that began since the last call: at most 32, the fastest if there were more (of equally fast ones
    /// the earlier, then those of lower ids), in the order of tick, then `a`, then `b`.
    pub fn take_contacts(&mut self) -> Vec<Contact> {
        self.world.contacts.take()
    }

    /// Turns the camera, and the player with it in first and third person: positive yaw to the right, positive pitch up.
    /// Numbers that are not finite turn nothing, and neither do modes that look by themselves.
    pub fn look(&mut self, yaw_degrees: f64, pitch_degrees: f64) {
        if !yaw_degrees.is_finite()
            || !pitch_degrees.is_finite()
            || (yaw_degrees, pitch_degrees) == (0.0, 0.0)
        {
            return;
        }
        if self.camera.turns_player() {
            self.player.turn(yaw_degrees);
        }
        self.camera.look(yaw_degrees, pitch_degrees, &self.world, &self.player);
    }

    /// One tick of the player, then of the camera.
    pub fn move_player(&mut self, walk: &Walk) {
        let (heading, turns) = (self.camera.heading_degrees(), !self.camera.turns_player());
        if self.player.step(&mut self.world, walk, heading, turns) {
            self.camera.follow(&self.world, &self.player);
        } else {
            self.camera.jump_to(&self.world, &self.player);
        }
    }

    /// Puts the player's feet somewhere, standing still; the camera comes along at once.
    ///
    /// # Errors
    /// A place that is not finite or out of the world.
    pub fn teleport_player(&mut self, feet: DVec3) -> Result<(), SimError> {
        self.player.teleport(feet)?;
        self.camera.jump_to(&self.world, &self.player);
        Ok(())
    }

    /// Changes between first and third person, as the person who plays wants it.
    pub fn toggle_camera(&mut self) {
        self.camera.toggle(&self.world, &self.player);
    }

    /// Lets the camera look as a script wants.
    ///
    /// # Errors
    /// A number out of its limits.
    pub fn set_view(&mut self, owner: u32, mode: ViewMode) -> Result<(), SimError> {
        self.camera.set_mode(owner, mode, &self.world, &self.player)
    }

    /// Lets the camera look as the person who plays chose, whichever script wanted something else.
    pub fn give_view_back(&mut self) {
        self.camera.give_back(&self.world, &self.player);
    }

    /// Leads the camera along a path, for a script.
    pub fn play_path(&mut self, owner: u32, path: CameraPath) {
        self.camera.set_path(Some((owner, path)), &self.world, &self.player);
    }

    /// Ends the path that leads the camera, if one does.
    pub fn stop_path(&mut self) {
        self.camera.set_path(None, &self.world, &self.player);
    }

    /// Sets the field of view for a script, in degrees from the lower to the upper edge, 20 to 120.
    ///
    /// # Errors
    /// Degrees out of these limits.
    pub fn set_fov(&mut self, owner: u32, degrees: f64) -> Result<(), SimError> {
        body::within("degrees", degrees, 20.0, 120.0)?;
        self.camera.set_fov(owner, degrees);
        Ok(())
    }

    /// Lets the picture tremble, 0 to 1; what is left of former shakes adds to it, up to 1.
    ///
    /// # Errors
    /// An amount out of these limits.
    pub fn shake(&mut self, amount: f64) -> Result<(), SimError> {
        body::within("amount", amount, 0.0, 1.0)?;
        self.camera.shake(amount);
        Ok(())
    }

    /// Takes back all that a script set about the camera.
    pub fn release_view(&mut self, owner: u32) {
        self.camera.release(owner, &self.world, &self.player);
    }

    /// Adds the exact state of everything to a fingerprint.
    pub fn digest(&self, d: &mut Digest) {
        d.u64(self.tick);
        self.world.digest(d);
        self.player.digest(d);
        self.camera.digest(d);
    }
}
