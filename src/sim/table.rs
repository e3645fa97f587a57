//! Every body that exists, in the order of their ids, found by id in constant time.

use super::body::{BodyId, Owner, Shape};
use glam::DVec3;
use rapier3d::prelude::RigidBodyHandle;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// What we keep about a body beside what Rapier keeps.
pub(super) struct Body {
    pub id: BodyId,
    pub owner: Owner,
    pub shape: Shape,
    pub color: DVec3,
    pub material: i64,
    pub visible: bool,
    pub glass: bool,
    pub cloudy: f64,
    pub is_static: bool,
    pub rigid: RigidBodyHandle,
    removed: bool,
}

impl Body {
    pub fn new(id: BodyId, owner: Owner, def: &super::body::BodyDef, rigid: RigidBodyHandle) -> Body {
        Body {
            id,
            owner,
            shape: def.shape,
            color: def.color,
            material: def.material,
            visible: def.visible,
            glass: def.glass,
            cloudy: def.cloudy,
            is_static: def.is_static,
            rigid,
            removed: false,
        }
    }
}

/// The bodies. Iteration is always in the order of ids; the map inside is only ever looked up.
#[derive(Default)]
pub(super) struct Table {
    bodies: Vec<Body>,
    at: HashMap<i64, u32, BuildHasherDefault<IdHasher>>,
    last_id: i64,
    /// How often static bodies were added or removed.
    statics_version: u64,
}

impl Table {
    /// The id that the next body gets.
    pub fn next_id(&self) -> BodyId {
        BodyId(self.last_id + 1)
    }

    /// How many ids were ever given out.
    pub fn last_id(&self) -> i64 {
        self.last_id
    }

    /// Adds a body that carries [`Table::next_id`].
    pub fn add(&mut self, body: Body) {
        self.last_id = body.id.0;
        self.statics_version += u64::from(body.is_static);
        self.at.insert(body.id.0, self.bodies.len() as u32);
        self.bodies.push(body);
    }

    pub fn statics_version(&self) -> u64 {
        self.statics_version
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.at.len()
    }

    pub fn get(&self, id: BodyId) -> Option<&Body> {
        self.at.get(&id.0).map(|&at| &self.bodies[at as usize])
    }

    /// Takes a body out. Its place is only marked, and the marks are swept when they are the greater part, so that
    /// removing costs the same however many bodies there are.
    pub fn remove(&mut self, id: BodyId) -> Option<(RigidBodyHandle, Owner)> {
        let at = self.at.remove(&id.0)?;
        let body = &mut self.bodies[at as usize];
        body.removed = true;
        self.statics_version += u64::from(body.is_static);
        let found = (body.rigid, body.owner);
        if self.bodies.len() > 64 && self.at.len() * 2 < self.bodies.len() {
            self.bodies.retain(|body| !body.removed);
            self.at.extend(self.bodies.iter().enumerate().map(|(at, body)| (body.id.0, at as u32)));
        }
        Some(found)
    }

    /// All of them, in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = &Body> {
        self.bodies.iter().filter(|body| !body.removed)
    }
}

/// Ids count up, so spreading their bits is hash enough.
#[derive(Default)]
pub(super) struct IdHasher(u64);

impl Hasher for IdHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(self.0 ^ u64::from(byte));
        }
    }

    fn write_i64(&mut self, id: i64) {
        self.write_u64(id as u64);
    }

    fn write_u64(&mut self, id: u64) {
        self.0 = id.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}
