//! Stub.

pub mod windowed;
