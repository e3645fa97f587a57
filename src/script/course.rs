//! Courses: what the last tick did to the agents of a population that is shown, so that they can be drawn between two ticks as bodies
//! are. Plain data, as in [`super::shown`], which alone calls this.
//!
//! What is guaranteed:
//! - Noting costs no copy: a course holds the arrays that the population had, which are replaced and never written while they are held.
//! - Between two ticks an agent is drawn on the straight way that the event `Tick` took it. What moves it after that (in `Think`, by a
//!   timer) moves it at once, by as much as it says: so whoever moves with the frames is drawn where it is, without lag.
//! - A jump is not drawn as a way, nor a turn by more than a right angle as a turn; who was born in the tick has no way behind it.

use crate::crowd::agents::{Slots, V, add, dot, length, slots, sub, times};
use crate::crowd::{Population, Rows};
use crate::sim::DT;
use std::rc::Rc;

/// A jump is farther than this many metres and so many times what the velocity makes.
const JUMP: f64 = 1.0;
const JUMP_TIMES: f64 = 4.0;

/// What the last tick did to a population.
#[derive(Debug)]
pub struct Course {
    before: Moment,
    after: Option<Moment>,
}

/// A population at a time.
#[derive(Debug)]
struct Moment {
    ids: Rc<Vec<u64>>,
    pos: Rc<Rows>,
    vel: Rc<Rows>,
}

/// Rows to be read by index.
struct Read<'a> {
    order: Option<&'a [u32]>,
    rows: Slots<'a>,
}

/// Where an agent is to be seen, in the population's own coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    pub id: u64,
    pub pos: V,
    /// Which way it faces; of any length, zero if nowhere.
    pub facing: V,
}

impl Course {
    /// The tick begins.
    pub fn begin(population: &Population) -> Course {
        Course { before: Moment::of(population), after: None }
    }

    /// The tick is over.
    pub fn end(&mut self, population: &Population) {
        self.after = Some(Moment::of(population));
    }
}

impl Moment {
    fn of(population: &Population) -> Moment {
        let (ids, pos, vel) = (population.ids(), population.pos(), population.vel());
        Moment { ids: ids.clone(), pos: pos.clone(), vel: vel.clone() }
    }

    /// Whether another has anything else in it.
    fn differs(&self, other: &Moment) -> bool {
        !Rc::ptr_eq(&self.pos, &other.pos) || !Rc::ptr_eq(&self.vel, &other.vel)
    }

    /// Tells where an agent was at this moment, asked by growing ids with the indices that they have now.
    fn index(&self, now: &Rc<Vec<u64>>) -> impl FnMut(usize, u64) -> Option<usize> {
        let (same, mut at) = (Rc::ptr_eq(&self.ids, now), 0);
        move |index, id| {
            if same {
                return Some(index);
            }
            while self.ids.get(at).is_some_and(|of| *of < id) {
                at += 1;
            }
            self.ids.get(at).is_some_and(|of| *of == id).then_some(at)
        }
    }
}

impl Read<'_> {
    fn of(rows: &Rows) -> Read<'_> {
        Read { order: rows.order().slots(), rows: slots(rows) }
    }

    #[inline]
    fn get(&self, index: usize) -> V {
        let slot = self.order.map_or(index, |slots| slots.get(index).map_or(index, |slot| *slot as usize));
        self.rows.at(slot)
    }
}

/// Where the first `room` agents are to be seen at `alpha` of the way from the tick before the last one (0) to the last (1), by index.
/// Unless `turns`, which way they face is of no interest.
pub fn places(
    population: &Population,
    course: Option<&Course>,
    alpha: f64,
    room: usize,
    turns: bool,
    mut see: impl FnMut(Place),
) {
    let ids = population.ids();
    let (pos, vel) = (Read::of(population.pos()), Read::of(population.vel()));
    let each = ids.iter().take(room).enumerate().map(|(index, id)| {
        let place = Place { id: *id, pos: pos.get(index), facing: vel.get(index) };
        (index, place)
    });
    let ways = course.and_then(|Course { before, after }| Some((before, after.as_ref()?)));
    let (before, after) = match ways {
        Some((before, after)) if alpha < 1.0 && before.differs(after) => (before, after),
        _ => return each.for_each(|(_, place)| see(place)),
    };
    let (old_pos, old_vel) = (Read::of(&before.pos), Read::of(&before.vel));
    let (new_pos, new_vel) = (Read::of(&after.pos), Read::of(&after.vel));
    let (mut index_before, mut index_after) = (before.index(ids), after.index(ids));
    for (index, mut place) in each {
        if let (Some(from), Some(to)) = (index_before(index, place.id), index_after(index, place.id)) {
            let (from_vel, to_vel) = (old_vel.get(from), new_vel.get(to));
            let way = sub(new_pos.get(to), old_pos.get(from));
            let speed = length(from_vel).max(length(to_vel));
            if !is_jump(length(way), speed, DT) {
                place.pos = sub(place.pos, times(way, 1.0 - alpha));
            }
            // One that turned after the tick faces the way it turned.
            if turns && to_vel == place.facing {
                place.facing = between(from_vel, to_vel, alpha);
            }
        }
        see(place);
    }
}

/// Whether a way in metres is farther than a speed in m/s makes in so many seconds. One of no known length is.
pub fn is_jump(way: f64, speed: f64, seconds: f64) -> bool {
    // What moves in `Think` may have moved though no tick went by.
    let reach = speed * seconds.max(2.0 * DT);
    way.is_nan() || way > JUMP + JUMP_TIMES * reach
}

/// A direction on the way from one to another, if they are less than a right angle apart; else the other.
fn between(from: V, to: V, alpha: f64) -> V {
    let along = dot(from, to);
    if from == to || !(along > 0.0 && along.is_finite()) {
        return to;
    }
    // Each as long as the other, so that speed has no say.
    add(times(from, length(to) * (1.0 - alpha)), times(to, length(from) * alpha))
}
