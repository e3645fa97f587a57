//! Stub.

pub mod scene;
pub mod windowed;
