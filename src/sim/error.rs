//! What the world answers when it cannot do what was asked.

use std::fmt;

/// One sentence for the author of a script: what was wrong, which value came, what the limit is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimError(String);

impl SimError {
    /// An error with this sentence.
    pub fn new(sentence: impl Into<String>) -> SimError {
        SimError(sentence.into())
    }
}

impl fmt::Display for SimError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SimError {}
