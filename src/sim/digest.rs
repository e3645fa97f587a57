//! A fingerprint of state: two runs that went the same way have the same one.
//!
//! Every value goes in with its exact bits, in an order that never depends on memory addresses or hashing. Anyone may
//! add to a [`Digest`]; layers above add their own state after the simulation's.

use glam::DVec3;
use sha2::{Digest as _, Sha256};

/// A hash that is fed values instead of bytes: SHA-256, or a quick one.
#[derive(Clone, Default)]
pub struct Digest(Hash);

#[derive(Clone)]
enum Hash {
    Sha(Sha256),
    /// Multiply and rotate: nobody is to be kept from finding collisions, and chance finds one in 2^64.
    Quick(u64),
}

impl Default for Hash {
    fn default() -> Hash {
        Hash::Sha(Sha256::default())
    }
}

/// An odd number whose bits look like chance: 2^64 divided by the golden ratio.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

impl Digest {
    /// An empty one.
    pub fn new() -> Digest {
        Digest::default()
    }

    /// An empty one that is many times as quick, for comparing runs tick by tick.
    pub fn quick() -> Digest {
        Digest(Hash::Quick(SPREAD))
    }

    fn update(&mut self, bytes: &[u8]) {
        match &mut self.0 {
            Hash::Sha(hash) => hash.update(bytes),
            Hash::Quick(sum) => {
                for chunk in bytes.chunks(8) {
                    let word = chunk.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
                    *sum = (sum.rotate_left(23) ^ word).wrapping_mul(SPREAD);
                }
            }
        }
    }

    /// Adds an unsigned number.
    pub fn u64(&mut self, v: u64) {
        match &mut self.0 {
            Hash::Sha(hash) => hash.update(v.to_le_bytes()),
            Hash::Quick(sum) => *sum = (sum.rotate_left(23) ^ v).wrapping_mul(SPREAD),
        }
    }

    /// Adds a signed number.
    pub fn i64(&mut self, v: i64) {
        self.u64(v as u64);
    }

    /// Adds the bits of a number: 0.0 and -0.0 differ.
    pub fn f64(&mut self, v: f64) {
        self.u64(v.to_bits());
    }

    /// Adds the bits of a number: 0.0 and -0.0 differ.
    pub fn f32(&mut self, v: f32) {
        match &mut self.0 {
            Hash::Sha(hash) => hash.update(v.to_bits().to_le_bytes()),
            Hash::Quick(_) => self.u64(u64::from(v.to_bits())),
        }
    }

    /// Adds a vector.
    pub fn vec3(&mut self, v: DVec3) {
        self.f64(v.x);
        self.f64(v.y);
        self.f64(v.z);
    }

    /// Adds yes or no.
    pub fn bool(&mut self, v: bool) {
        self.update(&[u8::from(v)]);
    }

    /// Adds text with its length, so that ("ab", "c") and ("a", "bc") differ.
    pub fn str(&mut self, v: &str) {
        self.bytes(v.as_bytes());
    }

    /// Adds bytes with their length.
    pub fn bytes(&mut self, v: &[u8]) {
        self.u64(v.len() as u64);
        self.update(v);
    }

    /// The first 64 bits of the fingerprint.
    pub fn short(self) -> u64 {
        match self.0 {
            Hash::Sha(hash) => {
                hash.finalize().iter().take(8).fold(0, |sum, byte| sum << 8 | u64::from(*byte))
            }
            Hash::Quick(sum) => {
                let sum = (sum ^ (sum >> 32)).wrapping_mul(SPREAD);
                sum ^ (sum >> 29)
            }
        }
    }

    /// The fingerprint in hexadecimal: 64 digits, and 16 of a quick one.
    pub fn finish(self) -> String {
        use std::fmt::Write as _;
        match self.0 {
            Hash::Sha(hash) => hash.finalize().iter().fold(String::new(), |mut text, byte| {
                // Writing to a string cannot fail.
                let _ = write!(text, "{byte:02x}");
                text
            }),
            Hash::Quick(_) => format!("{:016x}", self.short()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_kinds_tell_every_change_and_the_order() {
        type Feed = fn(&mut Digest);
        let feeds: [Feed; 9] = [
            |_| {},
            |d| d.u64(0),
            |d| d.f64(-0.0),
            |d| d.f32(-0.0),
            |d| d.str("ab"),
            |d| [d.str("a"), d.str("b")].map(|()| ()).into_iter().collect(),
            |d| [d.u64(1), d.u64(2)].map(|()| ()).into_iter().collect(),
            |d| [d.u64(2), d.u64(1)].map(|()| ()).into_iter().collect(),
            |d| d.bytes(&[0; 9]),
        ];
        for start in [Digest::new(), Digest::quick()] {
            let mut seen = std::collections::BTreeSet::new();
            for feed in feeds {
                let mut digest = start.clone();
                feed(&mut digest);
                assert!(seen.insert(digest.clone().short()));
                assert_eq!(digest.clone().finish(), digest.finish());
            }
        }
    }
}
