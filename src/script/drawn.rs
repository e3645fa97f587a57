//! What scripts draw, as plain data: things for one frame, and trails and texts on the window that stay. Nothing here knows Lua or
//! how anything is shown.
//!
//! What is guaranteed:
//! - What is drawn during a frame is there until the next frame begins. What is drawn between frames (while a script
//!   loads) is there for the whole next frame.
//! - Everything belongs to the script that drew it and goes with it.
//! - No script holds more than the limits below, and none takes another's room.

use super::owner::OwnerId;
use super::shown::Shown;
use super::trails::Trails;
use glam::{DVec3, Vec3};
use std::collections::BTreeMap;

/// How many things a script may draw in a frame.
pub const MOST_THINGS: usize = 20_000;
/// How many texts a script may have on the window.
pub const MOST_TEXTS: usize = 100;
/// In bytes: of a text in the world, and on the window.
pub const LONGEST_LABEL: usize = 1_000;
pub const LONGEST_TEXT: usize = 4_000;
/// Sizes of letters, in pixels.
pub const LETTERS: std::ops::RangeInclusive<f64> = 6.0..=200.0;

/// What is drawn for one frame. Places are in metres.
#[derive(Clone, Debug, PartialEq)]
pub enum Thing {
    Line { from: DVec3, to: DVec3 },
    Box { pos: DVec3, size: DVec3 },
    Sphere { pos: DVec3, radius: f64 },
    Label { pos: DVec3, text: String, size: f64 },
}

/// Text on the window.
#[derive(Clone, Debug, PartialEq)]
pub struct HudText {
    pub text: String,
    /// From 0, the left and upper edge, to 1, the right and lower edge; `None` is in the list at the upper left.
    pub place: Option<(f64, f64)>,
    /// Of the letters, in pixels of a window 720 pixels high.
    pub size: f64,
    pub color: DVec3,
}

impl Default for HudText {
    fn default() -> HudText {
        HudText { text: String::new(), place: None, size: 18.0, color: DVec3::ONE }
    }
}

/// All that scripts drew.
#[derive(Default)]
pub struct Drawn {
    things: Vec<(OwnerId, Vec3, Thing)>,
    /// So many of the things belong to the frame that is over.
    over: usize,
    counts: BTreeMap<OwnerId, usize>,
    /// In the order in which they first appeared.
    texts: Vec<(OwnerId, String, HudText)>,
    /// Lines through where something was.
    pub trails: Trails,
    /// Populations that are shown.
    pub shown: Shown,
}

impl Drawn {
    /// A frame begins: what was drawn in the one before is gone.
    pub fn begin_frame(&mut self) {
        if self.over > 0 {
            self.things.drain(..self.over);
            self.over = 0;
            self.count();
        }
    }

    /// The frame's scripts are done.
    pub fn end_frame(&mut self) {
        self.over = self.things.len();
    }

    /// Draws something in this frame. `color` is red, green and blue from 0 to 1.
    ///
    /// # Errors
    /// A sentence, when the script has drawn as much as it may.
    pub fn add(&mut self, owner: OwnerId, color: DVec3, thing: Thing) -> Result<(), String> {
        let count = self.counts.entry(owner).or_insert(0);
        if *count >= MOST_THINGS {
            return Err(format!("a script can draw at most {MOST_THINGS} things a frame"));
        }
        *count += 1;
        self.things.push((owner, color.as_vec3(), thing));
        Ok(())
    }

    /// A script's text on the window as it is now.
    pub fn text(&self, owner: OwnerId, id: &str) -> Option<&HudText> {
        self.texts.iter().find(|(whose, name, _)| *whose == owner && name == id).map(|(.., text)| text)
    }

    /// The texts of that id, whoever's they are, in the order in which they first appeared.
    pub fn texts_named(&self, id: &str) -> impl Iterator<Item = (OwnerId, &HudText)> {
        self.texts.iter().filter(move |(_, name, _)| name == id).map(|(whose, _, text)| (*whose, text))
    }

    /// Puts a text on the window, or changes the one of that id.
    ///
    /// # Errors
    /// A sentence, when the script has as many as it may.
    pub fn set_text(&mut self, owner: OwnerId, id: &str, text: HudText) -> Result<(), String> {
        let theirs = |(whose, name, _): &&mut (OwnerId, String, HudText)| *whose == owner && name == id;
        if let Some((.., known)) = self.texts.iter_mut().find(theirs) {
            *known = text;
            return Ok(());
        }
        if self.texts.iter().filter(|(whose, ..)| *whose == owner).count() >= MOST_TEXTS {
            return Err(format!("a script can have at most {MOST_TEXTS} texts: remove some first"));
        }
        self.texts.push((owner, id.to_owned(), text));
        Ok(())
    }

    /// Takes a text from the window; unknown ones are fine.
    pub fn remove_text(&mut self, owner: OwnerId, id: &str) {
        self.texts.retain(|(whose, name, _)| *whose != owner || name != id);
    }

    /// Removes all that a script drew.
    pub fn remove_owned_by(&mut self, owner: OwnerId) {
        let mut index = 0;
        let over = self.over;
        self.things.retain(|(whose, ..)| {
            index += 1;
            if *whose == owner && index <= over {
                self.over -= 1;
            }
            *whose != owner
        });
        self.texts.retain(|(whose, ..)| *whose != owner);
        self.trails.remove_owned_by(owner);
        self.shown.remove_owned_by(owner);
        self.count();
    }

    /// Everything drawn for this frame with its colour, in order.
    pub fn things(&self) -> impl Iterator<Item = (Vec3, &Thing)> {
        self.things.iter().map(|(_, color, thing)| (*color, thing))
    }

    /// The texts on the window, in the order in which they first appeared.
    pub fn texts(&self) -> impl Iterator<Item = &HudText> {
        self.texts.iter().map(|(.., text)| text)
    }

    fn count(&mut self) {
        self.counts.clear();
        for (owner, ..) in &self.things {
            *self.counts.entry(*owner).or_insert(0) += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: OwnerId = OwnerId(1);
    const B: OwnerId = OwnerId(2);

    fn ball(x: f64) -> Thing {
        Thing::Sphere { pos: DVec3::X * x, radius: 1.0 }
    }

    fn places(drawn: &Drawn) -> Vec<f64> {
        drawn
            .things()
            .map(|(_, thing)| match thing {
                Thing::Sphere { pos, .. } => pos.x,
                other => panic!("{other:?}"),
            })
            .collect()
    }

    #[test]
    fn what_is_drawn_in_a_frame_is_gone_in_the_next_and_what_is_drawn_between_is_there_for_all_of_it() {
        let mut drawn = Drawn::default();
        drawn.add(A, DVec3::ONE, ball(1.0)).unwrap();
        drawn.begin_frame();
        drawn.add(A, DVec3::ONE, ball(2.0)).unwrap();
        drawn.end_frame();
        assert_eq!(places(&drawn), [1.0, 2.0]);
        drawn.add(A, DVec3::ONE, ball(3.0)).unwrap();
        drawn.begin_frame();
        drawn.end_frame();
        assert_eq!(places(&drawn), [3.0]);
        drawn.begin_frame();
        drawn.end_frame();
        assert_eq!(places(&drawn), [0.0; 0]);
    }

    #[test]
    fn a_script_that_goes_takes_what_it_drew_and_nothing_else() {
        let mut drawn = Drawn::default();
        for (owner, x) in [(A, 1.0), (B, 2.0), (A, 3.0)] {
            drawn.add(owner, DVec3::ONE, ball(x)).unwrap();
        }
        drawn.end_frame();
        drawn.add(B, DVec3::ONE, ball(4.0)).unwrap();
        drawn.set_text(A, "score", HudText::default()).unwrap();
        drawn.remove_owned_by(A);
        assert_eq!(places(&drawn), [2.0, 4.0]);
        assert_eq!(drawn.texts().count(), 0);
        drawn.begin_frame();
        assert_eq!(places(&drawn), [4.0], "it was drawn after the frame");
    }

    #[test]
    fn a_full_script_is_refused_and_others_are_not() {
        let mut drawn = Drawn::default();
        for _ in 0..MOST_THINGS {
            drawn.add(A, DVec3::ONE, ball(0.0)).unwrap();
        }
        let refusal = drawn.add(A, DVec3::ONE, ball(0.0)).unwrap_err();
        assert_eq!(refusal, "a script can draw at most 20000 things a frame");
        drawn.add(B, DVec3::ONE, ball(0.0)).unwrap();
        drawn.end_frame();
        drawn.begin_frame();
        drawn.add(A, DVec3::ONE, ball(0.0)).unwrap();
        for n in 0..MOST_TEXTS {
            drawn.set_text(A, &n.to_string(), HudText::default()).unwrap();
        }
        assert!(drawn.set_text(A, "more", HudText::default()).is_err());
        drawn.set_text(A, "7", HudText { text: "new".into(), ..HudText::default() }).unwrap();
        assert_eq!(drawn.text(A, "7").unwrap().text, "new");
    }
}
