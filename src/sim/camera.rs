//! The eye: over the player's right shoulder, in its head, or wherever a script wants it.
//!
//! The camera moves in ticks, after the player, and everything about it but the trembling of a shake is part of the
//! simulation: scripts read it, and the player walks relative to it. Whoever draws takes a [`View`] between two ticks, in
//! which everything that moves by itself is where it would be by then, and everything that the mouse turns is turned already.
//!
//! What a script sets (a mode, a path, a field of view) is that script's, and goes with it.

mod frame;
mod framing;
mod mode;
mod path;
mod shake;
mod wishes;

pub use mode::ViewMode;
pub use path::{CameraPath, PathKey};

use super::DT;
use super::digest::Digest;
use super::player::Player;
use super::world::World;
use framing::{Framing, Shot};
use glam::DVec3;
use shake::Shake;

/// How fast an arm grows back, in m/s.
const GROWS: f64 = 4.0;
/// In degrees: how far up and down one can look, and on an orbit.
const STEEPEST: f64 = 80.0;
const STEEPEST_ORBIT: f64 = 89.0;
/// In degrees.
const FIELD_OF_VIEW: f64 = 60.0;

/// A mode that a script wants.
#[derive(Clone, Copy, Debug)]
struct Scripted {
    owner: u32,
    mode: ViewMode,
}

/// What a picture is taken with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// In metres.
    pub eye: DVec3,
    /// The unit vector to where it looks.
    pub forward: DVec3,
    /// What it looks at, or past.
    pub pivot: DVec3,
    /// From the lower to the upper edge, in degrees.
    pub fov_degrees: f64,
    /// All rays are parallel, and the picture shows so many metres from the lower to the upper edge: as many as the field of view
    /// would at what it looks at.
    pub parallel: Option<f64>,
    /// Whether the player's figure is in front of the eye or could be.
    pub shows_player: bool,
}

/// Where the picture is taken from.
#[derive(Clone, Debug)]
pub struct Camera {
    /// What the person who plays chose: out of the eyes, or over the shoulder.
    first_person: bool,
    scripted: Option<Scripted>,
    path: Option<(u32, CameraPath)>,
    fov: Option<(u32, f64)>,
    /// The field of view after the last tick, and a tick before.
    fov_now: f64,
    fov_before: f64,
    shake: Shake,
    /// Of third and first person.
    pitch: f64,
    orbit_yaw: f64,
    orbit_pitch: f64,
    /// How far the eye is above where it should be, while it makes up for a step.
    lag: f64,
    /// The player's height as the eye has it, and whether the player stood on something.
    tall: f64,
    grounded: bool,
    arm: f64,
    /// Now, and a tick ago.
    now: Framing,
    before: Framing,
    shot: Shot,
    ticks: u64,
}

impl Camera {
    pub(super) fn new(world: &World, player: &Player) -> Camera {
        let nowhere = Framing::Aim { eye: DVec3::ZERO, target: DVec3::NEG_Z };
        let mut camera = Camera {
            first_person: false,
            scripted: None,
            path: None,
            fov: None,
            fov_now: FIELD_OF_VIEW,
            fov_before: FIELD_OF_VIEW,
            shake: Shake::default(),
            pitch: -12.0,
            orbit_yaw: 0.0,
            orbit_pitch: 0.0,
            lag: 0.0,
            tall: player.height(),
            grounded: false,
            arm: 0.0,
            now: nowhere,
            before: nowhere,
            shot: Shot { pivot: DVec3::ZERO, eye: DVec3::ZERO, forward: DVec3::NEG_Z },
            ticks: 0,
        };
        camera.cut(world, player);
        camera
    }

    /// Where it is, in metres.
    pub fn position(&self) -> DVec3 {
        self.shot.eye
    }

    /// What it turns around or looks at: by default the pivot beside the player's head; in first person a metre ahead.
    pub fn target(&self) -> DVec3 {
        if self.first_person() { self.shot.eye + self.shot.forward } else { self.shot.pivot }
    }

    /// The unit vector to where it looks.
    pub fn forward(&self) -> DVec3 {
        self.shot.forward
    }

    /// Where it looks as degrees to the right of -Z: forward for one who walks.
    pub fn heading_degrees(&self) -> f64 {
        self.now.heading()
    }

    /// Degrees above the horizon in first and third person, -80..=80.
    pub fn pitch_degrees(&self) -> f64 {
        self.pitch
    }

    /// How it looks when no path leads it.
    pub fn mode(&self) -> ViewMode {
        match self.scripted {
            Some(Scripted { mode, .. }) => mode,
            None if self.first_person => ViewMode::FIRST,
            None => ViewMode::THIRD,
        }
    }

    /// Whether it looks out of the player's eyes.
    pub fn first_person(&self) -> bool {
        self.path.is_none() && matches!(self.mode(), ViewMode::First { .. })
    }

    /// Whether the player looks where the camera looks; if not, it looks where it walks.
    pub fn turns_player(&self) -> bool {
        self.path.is_none() && self.mode().turns_player()
    }

    /// Whether a path leads it.
    pub fn on_path(&self) -> bool {
        self.path.is_some()
    }

    /// The field of view from the lower to the upper edge, in degrees.
    pub fn fov_degrees(&self) -> f64 {
        self.fov.map_or(FIELD_OF_VIEW, |(_, degrees)| degrees)
    }

    /// How strongly the picture trembles, 0..=1.
    pub fn shake_strength(&self) -> f64 {
        self.shake.strength()
    }

    /// What to draw at a part, 0..=1, of the way from the tick before the last to the last.
    pub fn view(&self, world: &World, part: f64) -> View {
        let part = if part.is_finite() { part.clamp(0.0, 1.0) } else { 1.0 };
        let shot = self.before.towards(&self.now, part).shot(world, self.probe());
        let time = (self.ticks as f64 + part) * DT;
        let fov_degrees = self.fov_before + (self.fov_now - self.fov_before) * part;
        let is_parallel = self.path.is_none() && matches!(self.mode(), ViewMode::Iso { .. });
        let height = || 2.0 * shot.eye.distance(shot.pivot) * libm::tan((fov_degrees / 2.0).to_radians());
        View {
            eye: shot.eye,
            forward: self.shake.turned(shot.forward, time, part),
            pivot: shot.pivot,
            fov_degrees,
            parallel: is_parallel.then(height),
            shows_player: !self.first_person(),
        }
    }

    /// The mouse turned the view: `yaw` is what the player turned with it in first and third person.
    pub(super) fn look(&mut self, yaw: f64, pitch: f64, world: &World, player: &Player) {
        let steepest = match self.mode() {
            _ if self.path.is_some() => return,
            ViewMode::First { .. } | ViewMode::Third { .. } => STEEPEST,
            ViewMode::Orbit { .. } => STEEPEST_ORBIT,
            _ => return,
        };
        if self.turns_player() {
            self.pitch = (self.pitch + pitch).clamp(-steepest, steepest);
        } else {
            self.orbit_yaw = super::player::wrapped(self.orbit_yaw + yaw);
            self.orbit_pitch = (self.orbit_pitch + pitch).clamp(-steepest, steepest);
        }
        let (now_yaw, now_pitch) = self.direction(player);
        if let (Framing::Arm(now), Framing::Arm(before)) = (&mut self.now, &mut self.before) {
            let turning = before.yaw - now.yaw;
            (now.yaw, now.pitch) = (now_yaw, now_pitch);
            (before.yaw, before.pitch) = (now_yaw + turning, now_pitch);
            self.shot = self.now.shot(world, self.probe());
        }
    }

    /// One tick, after the player's.
    pub(super) fn follow(&mut self, world: &World, player: &Player) {
        self.ticks += 1;
        self.shake.tick();
        (self.fov_before, self.fov_now) = (self.fov_now, self.fov_degrees());
        self.make_up_for_steps(player);
        if let Some((_, path)) = &mut self.path
            && !path.advance(DT)
        {
            self.path = None;
            return self.cut(world, player);
        }
        if let ViewMode::Orbit { speed, .. } = self.mode() {
            self.orbit_yaw = super::player::wrapped(self.orbit_yaw + speed * DT);
        }
        self.before = self.now;
        self.place(world, player, GROWS * DT);
    }

    /// Follows at once, without a way between: after a jump of the player.
    pub(super) fn jump_to(&mut self, world: &World, player: &Player) {
        self.lag = 0.0;
        self.tall = player.height();
        self.grounded = player.grounded();
        self.cut(world, player);
    }

    /// What is in view changes at once; what moves goes on moving.
    fn cut(&mut self, world: &World, player: &Player) {
        self.arm = 0.0;
        self.place(world, player, f64::INFINITY);
        self.before = self.frame(world, player, player.prev_feet());
        if let (Framing::Arm(before), Framing::Arm(now)) = (&mut self.before, &self.now) {
            before.length = now.length;
        }
    }

    fn place(&mut self, world: &World, player: &Player, grows: f64) {
        self.now = self.frame(world, player, player.feet());
        self.shot = self.now.shot(world, self.probe());
        if let Framing::Arm(arm) = &mut self.now {
            arm.length = self.shot.pivot.distance(self.shot.eye);
            if arm.collides {
                arm.length = arm.length.min(self.arm + grows);
                self.shot.eye = self.shot.pivot - self.shot.forward * arm.length;
            }
            self.arm = arm.length;
        }
    }

    pub(super) fn digest(&self, d: &mut Digest) {
        for v in [self.shot.eye, self.shot.pivot, self.shot.forward] {
            d.vec3(v);
        }
        for n in [
            self.pitch,
            self.arm,
            self.orbit_yaw,
            self.orbit_pitch,
            self.lag,
            self.tall,
            self.fov_degrees(),
            self.shake.strength(),
        ] {
            d.f64(n);
        }
        d.bool(self.first_person);
        self.mode().digest(d);
        for owner in [
            self.scripted.map(|scripted| scripted.owner),
            self.path.as_ref().map(|(owner, _)| *owner),
            self.fov.map(|(owner, _)| owner),
        ] {
            d.i64(owner.map_or(-1, i64::from));
        }
        if let Some((_, path)) = &self.path {
            path.digest(d);
        }
    }
}
