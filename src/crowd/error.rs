//! What can go wrong with a crowd, in words for whoever writes the script. They name what was wrong and what to do; who
//! called is put in front by the layer above.

use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CrowdError {
    /// Something given was wrong.
    Wrong(String),
    /// Whoever called wants no more: the result is not needed.
    Stopped,
}

impl CrowdError {
    pub fn new(text: impl Into<String>) -> CrowdError {
        CrowdError::Wrong(text.into())
    }
}

impl fmt::Display for CrowdError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            CrowdError::Wrong(text) => f.write_str(text),
            CrowdError::Stopped => f.write_str("it was stopped"),
        }
    }
}

pub type Result<T> = std::result::Result<T, CrowdError>;

/// An error from a format.
macro_rules! wrong {
    ($($part:tt)*) => { $crate::crowd::error::CrowdError::new(format!($($part)*)) };
}
pub(crate) use wrong;

/// A whole number as people write it: `1,000,000`.
pub fn with_commas(n: u128) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::with_commas;

    #[test]
    fn numbers_are_written_in_groups_of_three() {
        assert_eq!([7, 999, 1000, 1_234_567].map(with_commas), ["7", "999", "1,000", "1,234,567"]);
    }
}
