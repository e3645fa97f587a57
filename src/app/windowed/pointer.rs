//! Turning a caught pointer into motion. Some window systems lock the pointer and report raw motion; others can only
//! keep it inside the window, and there it is put back to the middle before it reaches an edge. Pure logic.

/// How the pointer is held.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Pointer {
    /// Not ours: no motion is reported.
    Free,
    /// Locked in place: raw motion counts. The first report after locking covers the time before and is dropped.
    Locked { settled: bool },
    /// Kept inside the window: differences between positions count.
    Confined(Confined),
}

/// A confined pointer's last place, in pixels from the window's corner.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Confined {
    last: Option<(f64, f64)>,
    /// The pointer has been sent to the middle, and the event of its arrival has not come yet.
    returning: bool,
}

/// What a new position of a confined pointer means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Moved {
    pub motion: Option<(f64, f64)>,
    /// Put the pointer to this place now.
    pub warp_to: Option<(f64, f64)>,
}

impl Pointer {
    /// Raw motion from the device; the motion that counts, if any.
    pub fn raw_motion(&mut self, delta: (f64, f64)) -> Option<(f64, f64)> {
        match self {
            Pointer::Locked { settled: true } => Some(delta),
            Pointer::Locked { settled } => {
                *settled = true;
                None
            }
            Pointer::Free | Pointer::Confined(_) => None,
        }
    }
}

impl Confined {
    /// The pointer is at `position` in a window of `size` pixels.
    pub fn moved_to(&mut self, position: (f64, f64), size: (f64, f64)) -> Moved {
        let middle = ((size.0 / 2.0).floor(), (size.1 / 2.0).floor());
        let Some(last) = self.last.replace(position) else {
            // The first position says where the pointer was caught, not how it moved.
            return self.toward_middle(position, size, middle, None);
        };
        let mut motion = (position.0 - last.0, position.1 - last.1);
        if self.returning && distance(position, middle) < distance(position, last) {
            // The jump to the middle itself is no motion; what the hand did since then is.
            self.returning = false;
            motion = (position.0 - middle.0, position.1 - middle.1);
        }
        let motion = (motion != (0.0, 0.0)).then_some(motion);
        self.toward_middle(position, size, middle, motion)
    }

    fn toward_middle(
        &mut self,
        position: (f64, f64),
        size: (f64, f64),
        middle: (f64, f64),
        motion: Option<(f64, f64)>,
    ) -> Moved {
        let far =
            (position.0 - middle.0).abs() > size.0 / 4.0 || (position.1 - middle.1).abs() > size.1 / 4.0;
        // A lost arrival must not leave the pointer at an edge for ever, so it is sent again while it stays away.
        self.returning |= far;
        Moved { motion, warp_to: far.then_some(middle) }
    }
}

fn distance(a: (f64, f64), b: (f64, f64)) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: (f64, f64) = (800.0, 600.0);

    fn motion(x: f64, y: f64) -> Moved {
        Moved { motion: Some((x, y)), warp_to: None }
    }

    #[test]
    fn the_first_report_after_catching_the_pointer_is_dropped() {
        let mut pointer = Pointer::Locked { settled: false };
        assert_eq!(pointer.raw_motion((300.0, -20.0)), None);
        assert_eq!(pointer.raw_motion((3.0, 1.0)), Some((3.0, 1.0)));
        let mut confined = Confined::default();
        assert_eq!(confined.moved_to((390.0, 310.0), SIZE).motion, None);
        assert_eq!(confined.moved_to((393.0, 309.0), SIZE), motion(3.0, -1.0));
    }

    #[test]
    fn a_confined_pointer_near_an_edge_is_sent_to_the_middle_and_the_jump_is_no_motion() {
        let mut confined = Confined::default();
        confined.moved_to((590.0, 300.0), SIZE);
        let away = confined.moved_to((610.0, 300.0), SIZE);
        assert_eq!(away, Moved { motion: Some((20.0, 0.0)), warp_to: Some((400.0, 300.0)) });
        // Motion that was on its way before the jump still counts.
        assert_eq!(confined.moved_to((615.0, 300.0), SIZE).motion, Some((5.0, 0.0)));
        assert_eq!(confined.moved_to((400.0, 300.0), SIZE), Moved { motion: None, warp_to: None });
        assert_eq!(confined.moved_to((404.0, 302.0), SIZE), motion(4.0, 2.0));
    }

    #[test]
    fn motion_that_arrives_together_with_the_jump_counts() {
        let mut confined = Confined::default();
        confined.moved_to((610.0, 300.0), SIZE);
        assert_eq!(confined.moved_to((407.0, 298.0), SIZE), motion(7.0, -2.0));
    }

    #[test]
    fn a_free_pointer_moves_nothing() {
        assert_eq!(Pointer::Free.raw_motion((5.0, 5.0)), None);
    }
}
