//! Between our 64-bit numbers and Rapier's 32-bit ones.

use glam::{DQuat, DVec3, Quat, Vec3};

/// Ours to Rapier's.
pub(super) fn vec(v: DVec3) -> Vec3 {
    v.as_vec3()
}

/// Rapier's to ours, exactly.
pub(super) fn dvec(v: Vec3) -> DVec3 {
    v.as_dvec3()
}

/// Rapier's to ours, exactly.
pub(super) fn dquat(q: Quat) -> DQuat {
    q.as_dquat()
}
