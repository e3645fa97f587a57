//! A fingerprint of state: two runs that went the same way have the same one.
//!
//! Every value goes in with its exact bits, in an order that never depends on memory addresses or hashing. Anyone may
//! add to a [`Digest`]; layers above add their own state after the simulation's.

use glam::DVec3;
use sha2::{Digest as _, Sha256};

/// A SHA-256 that is fed values instead of bytes.
#[derive(Clone, Default)]
pub struct Digest(Sha256);

impl Digest {
    /// An empty one.
    pub fn new() -> Digest {
        Digest::default()
    }

    /// Adds an unsigned number.
    pub fn u64(&mut self, v: u64) {
        self.0.update(v.to_le_bytes());
    }

    /// Adds a signed number.
    pub fn i64(&mut self, v: i64) {
        self.0.update(v.to_le_bytes());
    }

    /// Adds the bits of a number: 0.0 and -0.0 differ.
    pub fn f64(&mut self, v: f64) {
        self.u64(v.to_bits());
    }

    /// Adds the bits of a number: 0.0 and -0.0 differ.
    pub fn f32(&mut self, v: f32) {
        self.0.update(v.to_bits().to_le_bytes());
    }

    /// Adds a vector.
    pub fn vec3(&mut self, v: DVec3) {
        self.f64(v.x);
        self.f64(v.y);
        self.f64(v.z);
    }

    /// Adds yes or no.
    pub fn bool(&mut self, v: bool) {
        self.0.update([u8::from(v)]);
    }

    /// Adds text with its length, so that ("ab", "c") and ("a", "bc") differ.
    pub fn str(&mut self, v: &str) {
        self.bytes(v.as_bytes());
    }

    /// Adds bytes with their length.
    pub fn bytes(&mut self, v: &[u8]) {
        self.u64(v.len() as u64);
        self.0.update(v);
    }

    /// The first 64 bits of the fingerprint.
    pub fn short(self) -> u64 {
        self.0.finalize().iter().take(8).fold(0, |sum, byte| sum << 8 | u64::from(*byte))
    }

    /// The fingerprint: 64 hexadecimal digits.
    pub fn finish(self) -> String {
        use std::fmt::Write as _;
        self.0.finalize().iter().fold(String::new(), |mut text, byte| {
            // Writing to a string cannot fail.
            let _ = write!(text, "{byte:02x}");
            text
        })
    }
}
