//! Trails: lines through the places where something was, which stay from frame to frame. Plain data, as in [`super::drawn`].
//!
//! What is guaranteed:
//! - A trail belongs to the script that drew it, under an id that is the script's own, and goes with it.
//! - A trail holds no more points than it was made for; the oldest goes when a new one has no room. All trails of a script together
//!   were made for no more than [`MOST_POINTS`].

use super::owner::OwnerId;
use glam::{DVec3, Vec3};
use std::collections::{BTreeMap, VecDeque};

/// How many trails a script may have.
pub const MOST_TRAILS: usize = 200;
/// How many points the trails of a script may have together.
pub const MOST_POINTS: usize = 20_000;
/// How many points a trail has room for unless told otherwise.
pub const USUAL_POINTS: usize = 300;

/// The colour of what scripts draw unless told otherwise.
const USUAL_COLOR: Vec3 = Vec3::new(1.0, 0.85, 0.2);

/// What can be chosen of a trail; `None` leaves it as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Choice {
    /// Red, green and blue, 0 to 1.
    pub color: Option<DVec3>,
    /// How many points it has room for, at least 2.
    pub points: Option<usize>,
    /// How long a point stays, in seconds of the simulation; infinite for ever.
    pub seconds: Option<f64>,
}

/// One line through the points, broken where a gap is.
#[derive(Debug)]
struct Trail {
    color: Vec3,
    room: usize,
    seconds: f64,
    points: VecDeque<Point>,
}

#[derive(Debug)]
struct Point {
    pos: DVec3,
    /// When it was added, in seconds of the simulation.
    time: f64,
    /// Nothing leads here from the point before.
    gap: bool,
}

/// A line between two points of a trail.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Piece {
    pub from: DVec3,
    pub to: DVec3,
    pub color: Vec3,
}

/// The trails of all scripts.
#[derive(Debug, Default)]
pub struct Trails {
    trails: BTreeMap<(OwnerId, String), Trail>,
}

impl Trails {
    /// Adds a point to a trail, which is made if there is none of that id. With `gap`, no line leads to the point. Where the last
    /// point is already, nothing is added, but the last point counts as new.
    ///
    /// # Errors
    /// A sentence, when the script has as many trails or points as it may.
    pub fn add(
        &mut self,
        owner: OwnerId,
        id: &str,
        (pos, time, gap): (DVec3, f64, bool),
        choice: Choice,
    ) -> Result<(), String> {
        let key = (owner, id.to_owned());
        let known = self.trails.get(&key).map(|trail| trail.room);
        let room = choice.points.or(known).unwrap_or(USUAL_POINTS).max(2);
        if known != Some(room) {
            let theirs = || self.trails.iter().filter(|((whose, _), _)| *whose == owner);
            if known.is_none() && theirs().count() >= MOST_TRAILS {
                return Err(format!("a script can have at most {MOST_TRAILS} trails: remove some first"));
            }
            let others = theirs().map(|(_, trail)| trail.room).sum::<usize>() - known.unwrap_or(0);
            if others + room > MOST_POINTS {
                return Err(format!(
                    "a script's trails can have at most {MOST_POINTS} points together, and with this one they would have room for {}: \
                     give each fewer with {{ points = n }}, or remove some",
                    others + room
                ));
            }
        }
        let trail = self.trails.entry(key).or_insert_with(|| Trail {
            color: USUAL_COLOR,
            room,
            seconds: f64::INFINITY,
            points: VecDeque::new(),
        });
        trail.room = room;
        trail.color = choice.color.map_or(trail.color, |color| color.as_vec3());
        trail.seconds = choice.seconds.unwrap_or(trail.seconds);
        match trail.points.back_mut() {
            Some(last) if last.pos == pos && !gap => last.time = time,
            _ => trail.points.push_back(Point { pos, time, gap }),
        }
        while trail.points.len() > room
            || trail.points.front().is_some_and(|oldest| trail.is_over(oldest, time))
        {
            trail.points.pop_front();
        }
        Ok(())
    }

    /// Removes a trail; unknown ones are fine.
    pub fn remove(&mut self, owner: OwnerId, id: &str) {
        self.trails.remove(&(owner, id.to_owned()));
    }

    /// Removes all trails of a script.
    pub fn remove_owned_by(&mut self, owner: OwnerId) {
        self.trails.retain(|(whose, _), _| *whose != owner);
    }

    /// What is to be seen of all trails at a time, by script and id, each from its oldest point on.
    pub fn pieces(&self, time: f64) -> impl Iterator<Item = Piece> + '_ {
        self.trails.values().flat_map(move |trail| {
            let seen = trail.points.iter().filter(move |point| !trail.is_over(point, time));
            let next = seen.clone().skip(1);
            seen.zip(next).filter(|(_, to)| !to.gap).map(|(from, to)| Piece {
                from: from.pos,
                to: to.pos,
                color: trail.color,
            })
        })
    }
}

impl Trail {
    fn is_over(&self, point: &Point, time: f64) -> bool {
        time - point.time > self.seconds
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: OwnerId = OwnerId(1);
    const B: OwnerId = OwnerId(2);

    fn add(trails: &mut Trails, owner: OwnerId, id: &str, x: f64, choice: Choice) -> Result<(), String> {
        trails.add(owner, id, (DVec3::X * x, x, false), choice)
    }

    fn ways(trails: &Trails, time: f64) -> Vec<(f64, f64)> {
        trails.pieces(time).map(|piece| (piece.from.x, piece.to.x)).collect()
    }

    #[test]
    fn a_trail_leads_through_its_points_and_drops_the_oldest() {
        let mut trails = Trails::default();
        for x in [1.0, 2.0, 2.0, 3.0, 4.0] {
            add(&mut trails, A, "walk", x, Choice { points: Some(3), ..Choice::default() }).unwrap();
        }
        assert_eq!(ways(&trails, 4.0), [(2.0, 3.0), (3.0, 4.0)]);
        add(&mut trails, A, "walk", 5.0, Choice { points: Some(2), ..Choice::default() }).unwrap();
        assert_eq!(ways(&trails, 5.0), [(4.0, 5.0)]);
        trails.add(A, "walk", (DVec3::ZERO, 6.0, true), Choice::default()).unwrap();
        add(&mut trails, A, "walk", 7.0, Choice { points: Some(9), ..Choice::default() }).unwrap();
        assert_eq!(ways(&trails, 7.0), [(0.0, 7.0)], "a gap has no line");
    }

    #[test]
    fn points_go_after_their_time_also_when_none_comes() {
        let mut trails = Trails::default();
        for x in [1.0, 2.0, 3.0] {
            add(&mut trails, A, "walk", x, Choice { seconds: Some(1.5), ..Choice::default() }).unwrap();
        }
        assert_eq!(ways(&trails, 3.0), [(2.0, 3.0)]);
        assert_eq!(ways(&trails, 4.0), []);
        add(&mut trails, A, "walk", 9.0, Choice::default()).unwrap();
        assert_eq!(trails.trails.values().next().unwrap().points.len(), 1);
    }

    #[test]
    fn ids_are_a_scripts_own_and_its_trails_go_with_it() {
        let mut trails = Trails::default();
        for (owner, x) in [(A, 1.0), (B, 2.0), (A, 3.0), (B, 4.0)] {
            add(&mut trails, owner, "walk", x, Choice::default()).unwrap();
        }
        assert_eq!(ways(&trails, 4.0), [(1.0, 3.0), (2.0, 4.0)]);
        trails.remove(B, "no such");
        trails.remove_owned_by(A);
        assert_eq!(ways(&trails, 4.0), [(2.0, 4.0)]);
        trails.remove(B, "walk");
        assert_eq!(ways(&trails, 4.0), []);
    }

    #[test]
    fn a_script_that_has_all_it_may_is_refused_and_another_is_not() {
        let mut trails = Trails::default();
        let points = |n| Choice { points: Some(n), ..Choice::default() };
        add(&mut trails, A, "long", 0.0, points(MOST_POINTS - 10)).unwrap();
        let refusal = add(&mut trails, A, "more", 0.0, points(11)).unwrap_err();
        assert!(refusal.starts_with("a script's trails can have at most 20000 points together"), "{refusal}");
        add(&mut trails, A, "more", 0.0, points(10)).unwrap();
        add(&mut trails, A, "long", 1.0, Choice::default()).unwrap();
        add(&mut trails, B, "long", 0.0, points(MOST_POINTS)).unwrap();
        trails.remove_owned_by(A);
        for n in 0..MOST_TRAILS {
            add(&mut trails, A, &n.to_string(), 0.0, points(2)).unwrap();
        }
        assert!(add(&mut trails, A, "another", 0.0, points(2)).unwrap_err().contains("at most 200 trails"));
    }
}
