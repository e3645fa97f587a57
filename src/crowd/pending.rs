//! What neighbours do to agents, to be worked out when somebody looks: positions and velocities as they were when a script asked.
//!
//! All that a script asks about one moment is worked out in one pass. Mostly that is a formula, `separate * 1.5 + align * 0.5`,
//! whose sums are then taken along the way and kept nowhere. Whoever looks at a force again after that has it worked out again;
//! since a script that does so once does so in every step, sums are kept for a while then.

use super::error::Result;
use super::grid::Grid;
use super::ledger::{Charge, Ledger};
use super::neighbours::Force;
use super::order::Order;
use super::rows::Rows;
use super::senses::Senses;
use super::sums::{Summed, Sums, Then};
use super::work::Wanted;
use std::cell::{Cell, OnceCell};
use std::rc::Rc;

/// After something that turned out to be in vain, so many steps pass before it is tried again.
const CAUTION: u32 = 100;

/// Steps for which something is left alone.
#[derive(Debug, Default)]
pub struct Caution(Cell<u32>);

impl Caution {
    pub fn is_due(&self) -> bool {
        self.0.get() > 0
    }

    pub fn begin(&self) {
        self.0.set(CAUTION);
    }

    /// A step has passed.
    pub fn pass(&self) {
        self.0.set(self.0.get().saturating_sub(1));
    }
}

/// How far something reaches, once it was asked for.
#[derive(Debug, Default)]
struct Reach {
    radius: Cell<Option<f64>>,
    /// What is worked out along with something else, since it will probably be asked for.
    guess: Option<f64>,
    /// Worked out by a guess, and not asked for until now.
    unused: Cell<bool>,
}

/// About whom and when.
pub struct Moment {
    pub grid: Rc<Grid>,
    /// In the grid's order.
    pub pos: Rc<Rows>,
    pub vel: Rc<Rows>,
    pub vel_version: u64,
    pub senses: Option<Rc<Senses>>,
    /// Whether they have moved since they sensed.
    pub moved: bool,
    /// Who is farther than this does not count.
    pub within: f64,
}

pub struct PendingSums {
    moment: Moment,
    push: Reach,
    mean: Reach,
    /// By force.
    made: OnceCell<[Rc<Rows>; 3]>,
    /// Whether they were taken along the way and not kept.
    passed: Cell<bool>,
    /// Begins when sums should have been kept.
    keep: Rc<Caution>,
    wanted: Wanted,
    ledger: Option<Rc<Ledger>>,
    charge: OnceCell<Charge>,
}

impl std::fmt::Debug for PendingSums {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PendingSums")
            .field("push", &self.push)
            .field("mean", &self.mean)
            .finish_non_exhaustive()
    }
}

impl PendingSums {
    /// With guesses of the radii for pushes and for means.
    pub fn new(
        moment: Moment,
        guesses: [Option<f64>; 2],
        keep: Rc<Caution>,
        wanted: Wanted,
        ledger: Option<Rc<Ledger>>,
    ) -> PendingSums {
        let [push, mean] = guesses.map(|guess| Reach { guess, ..Reach::default() });
        let (made, passed, charge) = (OnceCell::new(), Cell::new(false), OnceCell::new());
        let sums = PendingSums { moment, push, mean, made, passed, keep, wanted, ledger, charge };
        sums.pay();
        sums
    }

    /// Charges what they hold, as far as nobody pays for it yet.
    fn pay(&self) {
        let Some(ledger) = &self.ledger else { return };
        let Moment { grid, pos, vel, senses, .. } = &self.moment;
        pos.pay(ledger);
        vel.pay(ledger);
        match senses {
            Some(senses) => senses.pay(ledger),
            None => {
                self.charge.get_or_init(|| ledger.charge(grid.cells.bytes()));
            }
        }
    }

    pub fn len(&self) -> usize {
        self.moment.pos.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn dim(&self) -> usize {
        self.moment.pos.dim()
    }

    pub fn order(&self) -> &Order {
        &self.moment.grid.order
    }

    /// What all forces depend on: positions, those at the time of sensing, and velocities.
    pub fn inputs(&self) -> [&Rc<Rows>; 3] {
        let Moment { pos, vel, senses, .. } = &self.moment;
        [pos, senses.as_ref().map_or(pos, |senses| &senses.pos), vel]
    }

    /// What one depends on: its radius, how far everybody senses, and the angle of view.
    pub fn reach_of(&self, force: Force) -> [Option<f64>; 3] {
        let Moment { senses, within, .. } = &self.moment;
        let fov = senses.as_ref().and_then(|senses| senses.fov);
        [self.reach(force).radius.get(), Some(*within), fov]
    }

    fn reach(&self, force: Force) -> &Reach {
        if force == Force::Separate { &self.push } else { &self.mean }
    }

    /// Whether somebody who asks for this radius gets the same neighbours: within senses that reach as far, or in a search of just that
    /// radius. `sensed` tells whether senses reach as far now.
    pub fn reaches(&self, radius: f64, sensed: bool) -> bool {
        let within = self.moment.within;
        self.moment.senses.is_some() == sensed && if sensed { radius <= within } else { radius == within }
    }

    /// Asks for a force within a radius that it [reaches](PendingSums::reaches). False if it cannot be had from the same pass.
    pub fn ask(&self, force: Force, radius: f64, vel_version: u64) -> bool {
        if force == Force::Align && vel_version != self.moment.vel_version {
            return false;
        }
        let reach = self.reach(force);
        match reach.radius.get() {
            Some(own) if own == radius => {
                reach.unused.set(false);
                true
            }
            None if self.made.get().is_none() && !self.passed.get() => {
                reach.radius.set(Some(radius));
                true
            }
            _ => false,
        }
    }

    /// Whether something was worked out for nothing.
    pub fn guessed_wrong(&self) -> bool {
        self.push.unused.get() || self.mean.unused.get()
    }

    /// Whether sums may be taken along the way, and are not known already.
    pub fn may_pass(&self) -> bool {
        self.made.get().is_none() && !self.keep.is_due()
    }

    /// A force that was asked for.
    ///
    /// # Errors
    /// When the result is no longer wanted.
    pub fn rows(&self, force: Force) -> Result<Rc<Rows>> {
        Ok(self.make()?[force as usize].clone())
    }

    fn make(&self) -> Result<&[Rc<Rows>; 3]> {
        if let Some(rows) = self.made.get() {
            return Ok(rows);
        }
        if self.passed.get() {
            self.keep.begin();
        }
        for reach in [&self.push, &self.mean] {
            if let (None, Some(guess), false) = (reach.radius.get(), reach.guess, self.passed.get()) {
                reach.radius.set(Some(guess));
                reach.unused.set(true);
            }
        }
        let Summed { separate, align, cohere, .. } = self.sums().take(&|| self.wanted.still())?;
        let rows = [separate, align, cohere].map(|rows| {
            if let Some(ledger) = &self.ledger {
                rows.pay(ledger);
            }
            Rc::new(rows)
        });
        Ok(self.made.get_or_init(|| rows))
    }

    /// Takes the sums without keeping them; see [`Sums::along_the_way`].
    ///
    /// # Errors
    /// When the result is no longer wanted.
    pub fn pass(&self, columns: Vec<&mut [f64]>, then: Then) -> Result<()> {
        if self.passed.replace(true) {
            self.keep.begin();
        }
        self.sums().along_the_way(columns, then, &|| self.wanted.still())
    }

    /// The first column of a force among those of a pass.
    pub fn first_column(&self, force: Force) -> usize {
        let dim = self.dim();
        let means = if self.push.radius.get().is_some() { dim } else { 0 };
        match force {
            Force::Separate => 0,
            Force::Align => means,
            Force::Cohere => means + dim,
        }
    }

    fn sums(&self) -> Sums<'_> {
        let Moment { grid, pos, vel, senses, moved, within, .. } = &self.moment;
        let (push, mean) = (self.push.radius.get(), self.mean.radius.get());
        let limit = |radius: f64| if !moved && radius == *within { f64::INFINITY } else { radius };
        Sums {
            grid,
            pos,
            vel,
            then: senses.as_ref().filter(|_| *moved).map(|senses| &*senses.pos),
            cone: senses
                .as_ref()
                .and_then(|senses| senses.cone.as_ref())
                .map(|cone| (&cone.heading, &cone.limits[..])),
            mask: None,
            within: *within,
            push_limit: push.map(limit),
            push_radius: push.unwrap_or(0.0),
            mean_limit: mean.map(limit),
        }
    }

    /// Pushes among those of a mask alone, by slot, right now.
    ///
    /// # Errors
    /// When the result is no longer wanted.
    pub fn pushes_among(&self, mask: &[bool]) -> Result<Rows> {
        let sums = Sums { mask: Some(mask), mean_limit: None, ..self.sums() };
        let mut pushes = sums.take(&|| self.wanted.still())?.separate;
        for column in pushes.columns_mut() {
            column.iter_mut().zip(mask).for_each(|(x, part)| *x = if *part { *x } else { 0.0 });
        }
        Ok(pushes)
    }
}
