//! When the next frame begins, and how long frames take. Pure: it is told the time.

use std::time::{Duration, Instant};

/// Spaces frames evenly. The beginning of a frame is counted from when the last one should have begun, so that a wait
/// that was a little too long shortens the next; after a frame that took too long it goes on from there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pacer {
    next: Instant,
    /// When the frame that is under way began.
    began: Instant,
    /// When its work was done, if it is.
    idle_since: Option<Instant>,
}

impl Pacer {
    pub fn new(now: Instant) -> Pacer {
        Pacer { next: now, began: now, idle_since: None }
    }

    /// When the next frame begins.
    pub fn next(&self) -> Instant {
        self.next
    }

    pub fn is_due(&self, now: Instant) -> bool {
        now >= self.next
    }

    /// There is nothing to do until the next frame. To be called whenever that is so.
    pub fn rest(&mut self, now: Instant) {
        self.idle_since.get_or_insert(now);
    }

    /// A frame begins that should last `interval`. Returns how long the one before took, in seconds, without what was
    /// waited on purpose.
    pub fn begin(&mut self, now: Instant, interval: Duration) -> f64 {
        let idle =
            self.idle_since.take().map_or(Duration::ZERO, |since| now.saturating_duration_since(since));
        let busy = now.saturating_duration_since(self.began).saturating_sub(idle);
        self.began = now;
        let late = now.saturating_duration_since(self.next);
        self.next = if late < interval { self.next + interval } else { now + interval };
        busy.as_secs_f64()
    }
}

/// How long a frame should last. A cap of so many frames a second counts for itself. Otherwise, where showing waits for
/// the screen, it is asked for twice as often as the screen shows; where it does not, as often as can be.
pub(super) fn interval(cap: Option<f64>, vsync: bool, screen_millihertz: Option<u32>) -> Duration {
    if let Some(cap) = cap.filter(|cap| cap.is_finite()) {
        return Duration::from_secs_f64(1.0 / cap.clamp(1.0, 1000.0));
    }
    if !vsync {
        return Duration::ZERO;
    }
    let rate = screen_millihertz.unwrap_or(60_000).clamp(24_000, 1_000_000);
    Duration::from_secs_f64(500.0 / f64::from(rate))
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn waits_that_are_a_little_too_long_do_not_add_up() {
        let start = Instant::now();
        let mut pacer = Pacer::new(start);
        let mut now = start;
        for _ in 0..100 {
            pacer.begin(now, ms(20));
            // Every wait is 3 ms too long.
            now = pacer.next() + ms(3);
            assert!(pacer.is_due(now));
        }
        assert_eq!(pacer.next() - start, ms(20) * 100);
    }

    #[test]
    fn a_frame_that_took_too_long_is_not_made_up_for_by_a_burst() {
        let start = Instant::now();
        let mut pacer = Pacer::new(start);
        pacer.begin(start, ms(10));
        let late = start + ms(500);
        pacer.begin(late, ms(10));
        assert_eq!(pacer.next(), late + ms(10));
    }

    #[test]
    fn what_is_waited_on_purpose_does_not_count_as_work() {
        let start = Instant::now();
        let mut pacer = Pacer::new(start);
        pacer.begin(start, ms(33));
        pacer.rest(start + ms(12));
        pacer.rest(start + ms(20));
        assert!((pacer.begin(start + ms(33), ms(33)) - 0.012).abs() < 1e-9);
        // This one never rested.
        assert!((pacer.begin(start + ms(83), ms(33)) - 0.050).abs() < 1e-9);
    }

    #[test]
    fn a_cap_is_kept_to_and_without_the_screen_s_pace_there_is_no_waiting() {
        assert_eq!(interval(Some(50.0), true, Some(144_000)), ms(20));
        assert_eq!(interval(Some(f64::NAN), false, None), Duration::ZERO);
        assert_eq!(interval(None, false, Some(60_000)), Duration::ZERO);
        assert_eq!(interval(None, true, Some(100_000)), ms(5));
        assert!((interval(None, true, None).as_secs_f64() - 1.0 / 120.0).abs() < 1e-6);
    }
}
