//! When to make the graphics anew after they were lost, and when to give up. Pure: it is told the time.
//!
//! A surface is back at once; a driver that is being updated or a card that was reset may take seconds, in which play goes on
//! unseen.

use std::time::{Duration, Instant};

/// The wait between two tries, after a first one at once.
const PAUSE: Duration = Duration::from_millis(250);
/// Nobody plays for longer than this without seeing anything.
const PATIENCE: Duration = Duration::from_secs(10);

/// Whether the graphics work, and if not, since when.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Recovery {
    lost: Option<Lost>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Lost {
    since: Instant,
    next: Instant,
}

/// What to do about a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The first one after all was well: worth telling.
    TryAgain {
        first: bool,
    },
    GiveUp,
}

impl Recovery {
    /// A picture was shown. Returns true if it is the first one after a loss.
    pub fn shown(&mut self) -> bool {
        self.lost.take().is_some()
    }

    /// Drawing failed, or making the graphics anew did.
    pub fn failed(&mut self, now: Instant) -> Verdict {
        match &mut self.lost {
            None => {
                self.lost = Some(Lost { since: now, next: now });
                Verdict::TryAgain { first: true }
            }
            Some(lost) if now.saturating_duration_since(lost.since) < PATIENCE => {
                lost.next = now + PAUSE;
                Verdict::TryAgain { first: false }
            }
            Some(_) => Verdict::GiveUp,
        }
    }

    /// Whether the graphics are lost and should be made anew now.
    pub fn is_due(&self, now: Instant) -> bool {
        self.lost.is_some_and(|lost| now >= lost.next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loss_is_mended_at_once_then_four_times_a_second_and_given_up_after_ten_seconds() {
        let start = Instant::now();
        let mut recovery = Recovery::default();
        assert!(!recovery.is_due(start), "nothing is lost");
        assert_eq!(recovery.failed(start), Verdict::TryAgain { first: true });
        assert!(recovery.is_due(start));
        let mut now = start;
        let mut tries = 0;
        while recovery.failed(now) != Verdict::GiveUp {
            assert!(!recovery.is_due(now + PAUSE / 2));
            now += PAUSE;
            assert!(recovery.is_due(now));
            tries += 1;
        }
        assert_eq!((tries, now - start), (40, PATIENCE));
    }

    #[test]
    fn after_a_picture_a_new_loss_is_a_first_one_again() {
        let start = Instant::now();
        let mut recovery = Recovery::default();
        assert!(!recovery.shown());
        recovery.failed(start);
        recovery.failed(start);
        assert!(recovery.shown());
        assert!(!recovery.shown());
        assert_eq!(recovery.failed(start + PATIENCE * 2), Verdict::TryAgain { first: true });
    }
}
