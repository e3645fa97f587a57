//! Populations that are shown: how their agents look, as plain data. Where they are is read from the populations when a picture
//! is made, so a crowd that is shown costs a script nothing more a frame, and its simulation never knows. Between two ticks they are drawn
//! on the way that the last one took them, see [`super::course`].
//!
//! What is guaranteed:
//! - A population is shown by one script at a time, the last that asked, and no longer when that script goes or the population does.
//! - All that are shown together have no more than [`MOST_SHOWN`] agents, and those with trails no more than [`MOST_WITH_TRAILS`]; of
//!   crowds that grow past that, the later ones are left out.

use super::course::{self, Course, Place};
use super::crowds::{Crowds, PopulationId};
use super::owner::OwnerId;
use super::wakes::{self, MOST_WITH_TRAILS, Piece, Trail, Wake};
use crate::sim::DT;
use glam::{DVec3, Vec3};
use std::collections::BTreeMap;

/// How many agents all shown populations may have together.
pub const MOST_SHOWN: usize = 200_000;

/// Where the plane of a population lies in the yard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Plane {
    /// Flat: x stays, y becomes z, at a height.
    Flat { y: f64 },
    /// Upright: x and y stay, at a depth.
    Upright { z: f64 },
    /// Positions have three numbers and are places in the yard.
    Space,
}

/// What an agent looks like. In metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    Sphere,
    /// Turned the way it goes, so wide, so high and so long; what is not said is the diameter of a sphere.
    Box {
        size: [Option<f64>; 3],
    },
}

#[derive(Clone, Debug, PartialEq)]
pub enum Colors {
    One(Vec3),
    /// By id, growing; agents that are not among them have the colour of the last.
    Each(Vec<(u64, Vec3)>),
}

/// How a population looks.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    pub form: Form,
    /// In metres; the largest of them all.
    pub radius: f64,
    /// By id, growing, where agents have radii of their own; those that are not among them have that of the last.
    pub radii: Vec<(u64, f64)>,
    /// Whether those with radii of their own stand on what one of the largest stands on.
    pub stands: bool,
    pub colors: Colors,
    pub plane: Plane,
    /// What each agent draws behind it.
    pub trail: Option<Trail>,
}

/// One agent as it is to be seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agent {
    pub form: Form,
    pub radius: f64,
    pub color: Vec3,
    pub pos: DVec3,
    /// Which way it faces; of any length, zero if nowhere.
    pub facing: DVec3,
}

/// All populations that are shown.
#[derive(Debug, Default)]
pub struct Shown {
    looks: BTreeMap<PopulationId, (OwnerId, Look)>,
    /// What the last tick did to those that were shown when it began.
    courses: BTreeMap<PopulationId, Course>,
    /// Of those that are shown with trails.
    wakes: BTreeMap<PopulationId, Wake>,
}

impl Shown {
    /// Shows a population from now on, or changes how it looks.
    ///
    /// # Errors
    /// A sentence, when there would be more agents than can be shown.
    pub fn show(
        &mut self,
        owner: OwnerId,
        id: PopulationId,
        look: Look,
        crowds: &Crowds,
    ) -> Result<(), String> {
        self.looks.retain(|id, _| crowds.get(*id).is_some());
        let others = |counts: fn(&Look) -> bool| -> usize {
            let others = self.looks.iter().filter(|(other, (_, look))| **other != id && counts(look));
            others.map(|(id, (_, look))| look.agents(*id, crowds)).sum()
        };
        let own = look.agents(id, crowds);
        let commas = |n: usize| crate::crowd::error::with_commas(n as u128);
        let shown = others(|_| true);
        if shown.saturating_add(own) > MOST_SHOWN {
            return Err(format!(
                "at most {} agents can be shown, {} are, and this population has {}: hide another with pop:hide(), or keep in a \
                 smaller population who is to be seen",
                commas(MOST_SHOWN),
                commas(shown),
                commas(own)
            ));
        }
        let with_trails = others(|look| look.trail.is_some());
        if look.trail.is_some() && with_trails.saturating_add(own) > MOST_WITH_TRAILS {
            return Err(format!(
                "at most {} agents can have trails, {} have, and this population has {}: leave out trail, or keep in a smaller \
                 population who is to have one",
                commas(MOST_WITH_TRAILS),
                commas(with_trails),
                commas(own)
            ));
        }
        if look.trail.is_some() {
            self.wakes.entry(id).or_default();
        } else {
            self.wakes.remove(&id);
        }
        self.looks.insert(id, (owner, look));
        Ok(())
    }

    /// The scripts' part of a tick begins. What is kept of each population are its arrays as they are, which costs nothing.
    pub fn begin_tick(&mut self, crowds: &Crowds) {
        self.courses.clear();
        for id in self.looks.keys() {
            if let Some(entry) = crowds.get(*id)
                && let Ok(population) = entry.population.try_borrow()
            {
                self.courses.insert(*id, Course::begin(&population));
            }
        }
    }

    /// It is over. `time` is the simulation's, in seconds.
    pub fn end_tick(&mut self, crowds: &Crowds, time: f64) {
        self.courses.retain(|id, course| {
            let entry = crowds.get(*id);
            entry.is_some_and(|it| it.population.try_borrow().map(|it| course.end(&it)).is_ok())
        });
        let mut room = MOST_WITH_TRAILS;
        self.wakes.retain(|id, wake| {
            let (Some(entry), Some((_, look))) = (crowds.get(*id), self.looks.get(id)) else { return false };
            if let (Ok(population), Some(trail)) = (entry.population.try_borrow(), look.trail) {
                wake.note(time, &population, look.plane, room, trail);
                room = room.saturating_sub(population.len());
            }
            true
        });
    }

    /// How a population looks, if it is shown.
    pub fn look(&self, id: PopulationId) -> Option<&Look> {
        self.looks.get(&id).map(|(_, look)| look)
    }

    /// Shows a population no longer; one that was not shown is fine.
    pub fn hide(&mut self, id: PopulationId) {
        self.looks.remove(&id);
        self.courses.remove(&id);
        self.wakes.remove(&id);
    }

    /// Shows nothing of a script's any longer.
    pub fn remove_owned_by(&mut self, owner: OwnerId) {
        self.looks.retain(|_, (whose, _)| *whose != owner);
        self.courses.retain(|id, _| self.looks.contains_key(id));
        self.wakes.retain(|id, _| self.looks.contains_key(id));
    }

    /// How many agents are to be seen as balls, and how many as boxes.
    pub fn counts(&self, crowds: &Crowds) -> [usize; 2] {
        let mut counts = [0; 2];
        for (id, (_, look)) in &self.looks {
            let Some(entry) = crowds.get(*id) else { continue };
            counts[usize::from(look.form != Form::Sphere)] +=
                entry.population.try_borrow().map_or(0, |it| it.len());
        }
        counts.map(|count| count.min(MOST_SHOWN))
    }

    /// Every agent that is to be seen at `alpha` of the way from the tick before the last one (0) to the last (1), population by
    /// population in the order in which they were made, each by index.
    pub fn for_each(&self, crowds: &Crowds, alpha: f64, mut see: impl FnMut(Agent)) {
        let mut room = MOST_SHOWN;
        for (id, (_, look)) in &self.looks {
            let Some(entry) = crowds.get(*id) else { continue };
            let Ok(population) = entry.population.try_borrow() else { continue };
            let (mut colors, mut sizes) = (look.colors.walk(), look.sizes());
            let turns = look.form != Form::Sphere;
            course::places(
                &population,
                self.courses.get(id),
                alpha,
                room,
                turns,
                |Place { id, pos, facing }| {
                    let (pos, facing) = (look.plane.place(pos), look.plane.direction(facing));
                    let (radius, up) = sizes(id);
                    see(Agent { form: look.form, radius, color: colors(id), pos: pos + up, facing });
                },
            );
            room = room.saturating_sub(population.len());
        }
    }

    /// All pieces of the trails at `alpha` of the way to the last tick, which was at `time`, population by population.
    pub fn for_each_piece(&self, crowds: &Crowds, time: f64, alpha: f64, mut see: impl FnMut(Piece)) {
        let time = time - (1.0 - alpha) * DT;
        let mut room = MOST_WITH_TRAILS;
        for (id, wake) in &self.wakes {
            let (Some(entry), Some((_, look))) = (crowds.get(*id), self.looks.get(id)) else { continue };
            let (Ok(population), Some(trail)) = (entry.population.try_borrow(), look.trail) else { continue };
            let mut now = wakes::spots(&population, look.plane, room);
            let mut spots = now.iter_mut();
            course::places(&population, self.courses.get(id), alpha, room, false, |place| {
                if let Some(spot) = spots.next() {
                    spot.pos = look.plane.place(place.pos);
                }
            });
            wake.for_each(time, now, trail, |id| look.colors.of(id), &mut see);
            room = room.saturating_sub(population.len());
        }
    }
}

impl Look {
    /// For how many agents it is, or remembers colours.
    fn agents(&self, id: PopulationId, crowds: &Crowds) -> usize {
        let kept = match &self.colors {
            Colors::One(_) => 0,
            Colors::Each(colors) => colors.len(),
        };
        let now = crowds.get(id).and_then(|entry| Some(entry.population.try_borrow().ok()?.len()));
        now.unwrap_or(0).max(kept).max(self.radii.len())
    }
}

impl Look {
    /// Tells the radii of growing ids, and how far above the plane they are for it.
    fn sizes(&self) -> impl FnMut(u64) -> (f64, DVec3) + '_ {
        let mut radii = walk(&self.radii, self.radius);
        move |id| {
            let radius = radii(id);
            let up = if self.stands { radius - self.radius } else { 0.0 };
            (radius, DVec3::new(0.0, up, 0.0))
        }
    }
}

/// Tells what those of growing ids have; the last is for who is not among them, and `other` if there is none.
fn walk<T: Copy>(each: &[(u64, T)], other: T) -> impl FnMut(u64) -> T + '_ {
    let mut at = 0;
    move |id| {
        while each.get(at).is_some_and(|(of, _)| *of < id) {
            at += 1;
        }
        each.get(at).or(each.last()).map_or(other, |(_, own)| *own)
    }
}

impl Colors {
    /// The colour of one agent.
    fn of(&self, id: u64) -> Vec3 {
        match self {
            Colors::One(color) => *color,
            Colors::Each(colors) => {
                let at = colors.partition_point(|(of, _)| *of < id);
                colors.get(at).or(colors.last()).map_or(Vec3::ONE, |(_, color)| *color)
            }
        }
    }

    /// Tells the colours of growing ids.
    fn walk(&self) -> impl FnMut(u64) -> Vec3 + '_ {
        match self {
            Colors::One(color) => walk(&[], *color),
            Colors::Each(colors) => walk(colors, Vec3::ONE),
        }
    }
}

impl Plane {
    /// Where in the yard a position of the population is.
    pub(super) fn place(self, [x, y, z]: [f64; 3]) -> DVec3 {
        match self {
            Plane::Flat { y: height } => DVec3::new(x, height, y),
            Plane::Upright { z: depth } => DVec3::new(x, y, depth),
            Plane::Space => DVec3::new(x, y, z),
        }
    }

    /// Which way in the yard a velocity of the population goes.
    pub(super) fn direction(self, [x, y, z]: [f64; 3]) -> DVec3 {
        match self {
            Plane::Flat { .. } => DVec3::new(x, 0.0, y),
            Plane::Upright { .. } | Plane::Space => DVec3::new(x, y, z),
        }
    }
}
