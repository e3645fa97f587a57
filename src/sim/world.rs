//! The world of bodies: Rapier behind our own names.
//!
//! Bodies are made, removed, pushed and read here; a write is seen by the next read. Whatever comes in is checked, so
//! that nothing a script sends can reach the solver as a broken number. Pushing is in `push`, stepping in
//! `step`, rays in `query`.

use super::body::{BodyDef, BodyId, BodyView, MAX_SPEED, Owner, Shape};
use super::contact::{Contacts, tagged_id};
use super::convert::{dquat, dvec, vec};
use super::digest::Digest;
use super::error::SimError;
use super::nearness::Nearness;
use super::push::{belongs_to_the_yard, capped};
use super::table::{Body, Table};
use super::tidy::Removed;
use super::touch::Touches;
use super::track::{Track, Tracks};
use glam::DVec3;
use rapier3d::parry::bounding_volume::BoundingVolume;
use rapier3d::prelude::*;
use std::collections::{BTreeMap, VecDeque};

/// How many bodies one script may have.
pub const MAX_BODIES_A_SCRIPT: usize = 2_000;
/// How many bodies there may be in all, the yard's own included.
pub const MAX_BODIES: usize = 65_536;

const DAMPING: f32 = 0.05;
/// Rapier takes a body for slow while it moves less than twice this: it sleeps under 0.03 m/s.
const SLEEP_THRESHOLD: f32 = 0.015;

/// What happened to a body that a person should know of.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// Whose the body is.
    pub owner: Owner,
    /// One line that names the body.
    pub text: String,
}

/// All bodies and the forces on them.
pub struct World {
    pub(super) physics: PhysicsWorld,
    pub(super) table: Table,
    pub(super) contacts: Contacts,
    /// Bodies that were made, pushed or woken since the last step, so that Rapier's list of moving bodies may lack them.
    pub(super) stirred: Vec<RigidBodyHandle>,
    /// Bodies with a force on them that ends with the next step.
    pub(super) forced: Vec<RigidBodyHandle>,
    /// What is remembered of every body.
    pub(super) tracks: Tracks,
    /// What the last step did to the touches.
    pub(super) touches: Touches,
    pub(super) nearness: Nearness,
    pub(super) notices: Vec<Notice>,
    /// Bodies that wait for room.
    pub(super) waiting: VecDeque<BodyId>,
    /// The last step's number.
    pub(super) tick: u64,
    /// How many bodies each script has.
    pub(super) counts: BTreeMap<u32, usize>,
    /// Since memory was last given back.
    pub(super) removed: Removed,
}

impl World {
    /// An empty world with gravity.
    pub(super) fn new() -> World {
        let mut physics = PhysicsWorld::new();
        physics.gravity = Vector::new(0.0, -9.81, 0.0);
        let parameters = &mut physics.integration_parameters;
        parameters.dt = super::DT as f32;
        parameters.normalized_max_linear_velocity = MAX_SPEED as f32;
        World {
            physics,
            table: Table::default(),
            contacts: Contacts::default(),
            stirred: Vec::new(),
            forced: Vec::new(),
            tracks: Tracks::default(),
            touches: Touches::default(),
            nearness: Nearness::default(),
            notices: Vec::new(),
            waiting: VecDeque::new(),
            tick: 0,
            counts: BTreeMap::new(),
            removed: Removed::default(),
        }
    }

    /// Makes a body. It can be read, pushed and hit by rays at once.
    ///
    /// # Errors
    /// A field out of its limits, or too many bodies.
    pub fn spawn(&mut self, owner: Owner, def: &BodyDef) -> Result<BodyId, SimError> {
        def.check()?;
        if self.table.len() >= MAX_BODIES {
            return Err(SimError::new(format!(
                "the world holds at most {MAX_BODIES} bodies: remove some first"
            )));
        }
        if let Some(script) = owner {
            let count = self.counts.entry(script).or_insert(0);
            if *count >= MAX_BODIES_A_SCRIPT {
                return Err(SimError::new(format!(
                    "a script may have at most {MAX_BODIES_A_SCRIPT} bodies: remove some first"
                )));
            }
            *count += 1;
        }
        let id = self.table.next_id();
        let pose = Pose::from_translation(vec(def.pos));
        let (rigid, collider) = self.physics.insert(rigid_body(id, def, pose), collider(id, def));
        if let Some(body) = self.physics.bodies.get_mut(rigid) {
            let activation = body.activation_mut();
            activation.normalized_linear_threshold = SLEEP_THRESHOLD;
            activation.time_until_sleep = 0.5;
            body.recompute_mass_properties_from_colliders(&self.physics.colliders);
        }
        self.show_to_rays(collider);
        self.table.add(Body::new(id, owner, def, rigid));
        self.tracks.insert(rigid, Track::new(id, def, pose, vec(capped(def.velocity)), self.tick));
        self.stir(rigid);
        self.wake_around(collider);
        if !def.is_static {
            self.hold_back(id, collider);
        }
        Ok(id)
    }

    /// Wakes what sleeps where a body appears: Rapier itself lets it sleep if the new one is static.
    fn wake_around(&mut self, collider: ColliderHandle) {
        let Some(aabb) = self.physics.colliders.get(collider).map(Collider::compute_aabb) else {
            return;
        };
        let found: Vec<BodyId> = self.near(aabb.loosened(0.01)).iter().map(|(id, _)| *id).collect();
        for id in found {
            if self.table.get(id).is_some_and(|body| !body.is_static) {
                self.shove(id, |_| ());
            }
        }
    }

    /// Removes a script's body. What rested on it wakes.
    ///
    /// # Errors
    /// An id that was removed or never was, and the yard's own bodies.
    pub fn remove(&mut self, id: BodyId) -> Result<(), SimError> {
        if self.find(id)?.owner.is_none() {
            return Err(belongs_to_the_yard(id));
        }
        self.take_out(id);
        Ok(())
    }

    /// Removes everything that a script made, and says how many bodies that were.
    pub fn remove_owned_by(&mut self, owner: u32) -> usize {
        let theirs: Vec<BodyId> =
            self.table.iter().filter(|b| b.owner == Some(owner)).map(|b| b.id).collect();
        for &id in &theirs {
            self.take_out(id);
        }
        theirs.len()
    }

    fn take_out(&mut self, id: BodyId) {
        if let Some((rigid, owner)) = self.table.remove(id) {
            self.physics.remove_body(rigid);
            self.tracks.remove(rigid);
            self.removed.count_one();
            if let Some(script) = owner
                && let Some(count) = self.counts.get_mut(&script)
            {
                *count -= 1;
                if *count == 0 {
                    self.counts.remove(&script);
                }
            }
        }
    }

    /// The centre of a body, in metres.
    pub fn position(&self, id: BodyId) -> Option<DVec3> {
        Some(dvec(self.rigid(id)?.translation()))
    }

    /// The velocity of a body's centre, in m/s.
    pub fn velocity(&self, id: BodyId) -> Option<DVec3> {
        Some(dvec(self.rigid(id)?.linvel()))
    }

    /// What a body weighs, in kg.
    ///
    /// # Errors
    /// An unknown id.
    pub fn mass(&self, id: BodyId) -> Result<f64, SimError> {
        let body = self.find(id)?;
        Ok(self.physics.bodies.get(body.rigid).map_or(0.0, |rigid| f64::from(rigid.mass())))
    }

    pub(super) fn stir(&mut self, rigid: RigidBodyHandle) {
        if let Some(track) = self.tracks.get_mut(rigid)
            && !std::mem::replace(&mut track.stirred, true)
        {
            self.stirred.push(rigid);
        }
    }

    /// How many bodies all scripts have together; the yard's own do not count.
    pub fn count(&self) -> usize {
        self.counts.values().sum()
    }

    /// How many bodies one script has.
    pub fn count_owned_by(&self, owner: u32) -> usize {
        self.counts.get(&owner).copied().unwrap_or(0)
    }

    /// Whose a body is; `None` if there is no such body.
    pub fn owner(&self, id: BodyId) -> Option<Owner> {
        self.table.get(id).map(|body| body.owner)
    }

    /// Every body, in the order of their ids.
    pub fn bodies(&self) -> impl Iterator<Item = BodyView> + '_ {
        self.table.iter().filter_map(|body| self.view(body))
    }

    /// Every static body, in the order of their ids.
    pub fn statics(&self) -> impl Iterator<Item = BodyView> + '_ {
        self.table.iter().filter(|body| body.is_static).filter_map(|body| self.view(body))
    }

    /// Grows with every static body that is made or removed: the static bodies are those of before as long as it is the same.
    pub fn statics_version(&self) -> u64 {
        self.table.statics_version()
    }

    /// One body.
    pub fn body(&self, id: BodyId) -> Option<BodyView> {
        self.view(self.table.get(id)?)
    }

    fn view(&self, body: &Body) -> Option<BodyView> {
        let rigid = self.physics.bodies.get(body.rigid)?;
        let moved = self.tracks.get(body.rigid).filter(|track| track.moved_at == self.tick);
        let previous = moved.map_or(*rigid.position(), |track| track.previous);
        Some(BodyView {
            id: body.id,
            owner: body.owner,
            shape: body.shape,
            pos: dvec(rigid.translation()),
            rotation: dquat(*rigid.rotation()),
            prev_pos: dvec(previous.translation),
            prev_rotation: dquat(previous.rotation),
            velocity: dvec(rigid.linvel()),
            color: body.color,
            material: body.material,
            is_static: body.is_static,
            visible: body.visible,
            glass: body.glass,
            cloudy: body.cloudy,
            sleeping: body.is_static || rigid.is_sleeping() || !rigid.is_enabled(),
        })
    }

    /// What happened that a person should know of, since the last call: bodies that had to be stopped.
    pub fn take_notices(&mut self) -> Vec<Notice> {
        std::mem::take(&mut self.notices)
    }

    /// Adds the exact state of every body to a fingerprint.
    pub fn digest(&self, d: &mut Digest) {
        d.i64(self.table.last_id());
        d.u64(self.table.len() as u64);
        for body in self.table.iter() {
            d.i64(body.id.0);
            d.i64(body.owner.map_or(-1, i64::from));
            match body.shape {
                Shape::Box { size } => d.vec3(size),
                Shape::Sphere { radius } => d.f64(radius),
            }
            for flag in [body.is_static, body.visible, body.glass] {
                d.bool(flag);
            }
            d.vec3(body.color);
            d.i64(body.material);
            d.f64(body.cloudy);
            let Some(rigid) = self.physics.bodies.get(body.rigid) else {
                continue;
            };
            let pose = rigid.position();
            let (v, w, force) = (rigid.linvel(), rigid.angvel(), rigid.user_force());
            for number in
                [pose.translation.to_array(), v.to_array(), w.to_array(), force.to_array()].as_flattened()
            {
                d.f32(*number);
            }
            pose.rotation.to_array().iter().for_each(|number| d.f32(*number));
            d.bool(rigid.is_sleeping());
            d.bool(rigid.is_enabled());
            if let Some(track) = self.tracks.get(body.rigid) {
                d.bool(track.looks);
                d.u64(self.tracks.company(body.rigid).of(self.tick));
            }
        }
        self.contacts.digest(d);
        let id = |collider| self.physics.colliders.get(collider).map_or(0, |found| tagged_id(found).0);
        let mut pushing: Vec<[i64; 2]> = self.touches.pushing(self.tick).map(|pair| pair.map(id)).collect();
        pushing.sort_unstable();
        pushing.iter().flatten().for_each(|id| d.i64(*id));
    }

    pub(super) fn find(&self, id: BodyId) -> Result<&Body, SimError> {
        self.table
            .get(id)
            .ok_or_else(|| SimError::new(format!("there is no body {id} (it was removed or never made)")))
    }

    pub(super) fn rigid(&self, id: BodyId) -> Option<&RigidBody> {
        self.physics.bodies.get(self.table.get(id)?.rigid)
    }
}

fn rigid_body(id: BodyId, def: &BodyDef, pose: Pose) -> RigidBodyBuilder {
    let builder = if def.is_static { RigidBodyBuilder::fixed() } else { RigidBodyBuilder::dynamic() };
    builder
        .pose(pose)
        .linvel(vec(capped(def.velocity)))
        .linear_damping(DAMPING)
        .angular_damping(DAMPING)
        .user_data(id.0 as u128)
}

fn collider(id: BodyId, def: &BodyDef) -> ColliderBuilder {
    let builder = match def.shape {
        Shape::Box { size } => {
            let half = vec(size / 2.0);
            ColliderBuilder::cuboid(half.x, half.y, half.z)
        }
        Shape::Sphere { radius } => ColliderBuilder::ball(radius as f32),
    };
    builder
        .density(def.density as f32)
        .friction(def.friction as f32)
        .friction_combine_rule(CoefficientCombineRule::GeometricMean)
        .restitution(0.0)
        .restitution_combine_rule(CoefficientCombineRule::Max)
        .user_data(super::contact::tag(id))
        .active_events(if def.is_static { ActiveEvents::empty() } else { ActiveEvents::COLLISION_EVENTS })
}
