//! Stub.
pub mod hooks;
pub mod owner;
pub mod timers;
