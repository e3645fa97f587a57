//! The scene's texts as letters on the window. Pure maths.

use bytemuck::{Pod, Zeroable};
use glam::Vec3;

use super::font::{Full, Glyphs, IMAGE_SIDE};
use super::instances::linear_from_display;
use super::scene::Scene;
use super::view::View;

/// One letter; `Letter` in `shaders/overlay.wgsl`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub(super) struct Letter {
    /// Left, upper, right and lower edge on the window, whose own are 0 and 1.
    place: [f32; 4],
    /// The same in the image of letters.
    source: [f32; 4],
    color: [f32; 4],
}

/// No frame shows more letters than these, with their shadows: of labels, and of all texts together. So labels, however
/// many, leave room for what is on the window.
const MOST_OF_LABELS: usize = 60_000;
const MOST_LETTERS: usize = 100_000;
/// Sizes of letters are for a window so high, in pixels; in a lower one they shrink no further than to this share.
const MADE_FOR: f32 = 720.0;
const LEAST_SHARE: f32 = 0.55;
/// In pixels of the window.
const SIZES: std::ops::RangeInclusive<f32> = 6.0..=160.0;
/// Between texts and the window's edge, at full size.
const MARGIN: f32 = 14.0;
/// Between one text and the next below it, at full size.
const GAP: f32 = 5.0;
/// How dark the shadow is that makes letters readable before anything.
const SHADOW: f32 = 0.6;

/// The letters of a frame, in the order of drawing.
pub(super) struct Writing {
    pub glyphs: Glyphs,
    pub letters: Vec<Letter>,
}

/// Text that is measured.
struct Block {
    lines: Vec<String>,
    width: f32,
    height: f32,
    size: u32,
}

/// The window's width and height, by how much letters grow with it, and how many there may be.
#[derive(Clone, Copy)]
struct Sheet {
    width: f32,
    height: f32,
    share: f32,
    most: usize,
}

impl Writing {
    pub fn new() -> Writing {
        Writing { glyphs: Glyphs::new(), letters: Vec::new() }
    }

    /// Takes in another scene, for a window of `size` pixels.
    pub fn write(&mut self, scene: &Scene, view: &View, size: (u32, u32)) {
        if self.try_write(scene, view, size).is_err() {
            // Letters of sizes that nobody uses any more took the room.
            self.glyphs.clear();
            let _ = self.try_write(scene, view, size);
        }
    }

    fn try_write(&mut self, scene: &Scene, view: &View, size: (u32, u32)) -> Result<(), Full> {
        self.letters.clear();
        let (width, height) = (size.0 as f32, size.1 as f32);
        let sheet = Sheet { width, height, share: (height / MADE_FOR).max(LEAST_SHARE), most: MOST_LETTERS };
        for label in &scene.labels {
            let Some((x, y)) = view.on_picture(label.pos).filter(|_| label.pos.is_finite()) else { continue };
            if !(-0.2..=1.2).contains(&x) || !(-0.2..=1.2).contains(&y) {
                continue;
            }
            let block = self.measure(&label.text, label.size * sheet.share, f32::INFINITY)?;
            let corner = [x * width - block.width / 2.0, y * height - block.height / 2.0];
            self.set(&block, corner, label.color, &Sheet { most: MOST_OF_LABELS, ..sheet })?;
        }
        let margin = MARGIN * sheet.share;
        let mut next = margin;
        for text in &scene.texts {
            let block = self.measure(&text.text, text.size * sheet.share, width - 2.0 * margin)?;
            let corner = match text.place {
                Some((x, y)) => [
                    margin + (width - 2.0 * margin - block.width).max(0.0) * unit(x),
                    margin + (height - 2.0 * margin - block.height).max(0.0) * unit(y),
                ],
                None => {
                    let top = next;
                    next += block.height + GAP * sheet.share;
                    [margin, top]
                }
            };
            self.set(&block, corner, text.color, &sheet)?;
        }
        Ok(())
    }

    /// Breaks lines that are wider than `room`, in pixels.
    fn measure(&mut self, text: &str, size: f32, room: f32) -> Result<Block, Full> {
        let size = if size.is_finite() { size.clamp(*SIZES.start(), *SIZES.end()) } else { *SIZES.start() };
        let size = size.round() as u32;
        let (mut lines, mut width) = (Vec::new(), 0.0_f32);
        for line in text.lines() {
            let mut rest: Vec<(char, f32)> = Vec::new();
            for character in shown(line) {
                rest.push((character, self.glyphs.glyph(character, size)?.advance));
            }
            let mut rest = rest.as_slice();
            loop {
                let (head, tail) = rest.split_at(fitting(rest, room));
                width = width.max(head.iter().map(|(_, advance)| advance).sum());
                lines.push(head.iter().map(|(character, _)| character).collect());
                if tail.is_empty() {
                    break;
                }
                // The blank at which the line broke is not seen.
                rest = tail.strip_prefix(&[(' ', self.glyphs.glyph(' ', size)?.advance)]).unwrap_or(tail);
            }
        }
        let (_, line_height) = self.glyphs.line(size);
        Ok(Block { height: lines.len() as f32 * line_height, lines, width, size })
    }

    fn set(&mut self, block: &Block, corner: [f32; 2], color: Vec3, sheet: &Sheet) -> Result<(), Full> {
        let (ascent, line_height) = self.glyphs.line(block.size);
        let color = if color.is_finite() { linear_from_display(color) } else { Vec3::ONE };
        let shadow = (block.size as f32 / 14.0).max(1.0).round();
        for (offset, color) in [(shadow, Vec3::ZERO.extend(SHADOW)), (0.0, color.extend(1.0))] {
            for (number, line) in block.lines.iter().enumerate() {
                let mut pen = corner[0].round();
                let base = (corner[1] + ascent + number as f32 * line_height).round();
                for character in line.chars() {
                    let glyph = self.glyphs.glyph(character, block.size)?;
                    let [left, top, width, height] = glyph.source.map(|it| it as f32);
                    let x = (pen + glyph.offset[0] + offset).round();
                    let y = base + glyph.offset[1] + offset;
                    let seen = x < sheet.width && x + width > 0.0 && y < sheet.height && y + height > 0.0;
                    if width > 0.0 && seen && self.letters.len() < sheet.most {
                        let (w, h, side) = (sheet.width, sheet.height, IMAGE_SIDE as f32);
                        self.letters.push(Letter {
                            place: [x / w, y / h, (x + width) / w, (y + height) / h],
                            source: [left, top, left + width, top + height].map(|it| it / side),
                            color: color.to_array(),
                        });
                    }
                    pen += glyph.advance;
                }
            }
        }
        Ok(())
    }
}

/// How many of these letters go into a line of that width: up to the last blank that fits, or as many as fit of a word that is
/// wider, and at least one.
fn fitting(letters: &[(char, f32)], room: f32) -> usize {
    let mut pen = 0.0;
    let Some(over) = letters.iter().position(|(_, advance)| {
        pen += advance;
        pen > room
    }) else {
        return letters.len();
    };
    let blank = letters.iter().take(over + 1).rposition(|(character, _)| *character == ' ');
    blank.filter(|at| *at > 0).unwrap_or(over).max(1)
}

/// The characters of a line that take room: control characters do not, but for tabs.
fn shown(line: &str) -> impl Iterator<Item = char> + '_ {
    line.chars().flat_map(|character| {
        let (character, times) = match character {
            '\t' => (' ', 4),
            control if control.is_control() => (' ', 0),
            other => (other, 1),
        };
        std::iter::repeat_n(character, times)
    })
}

fn unit(number: f32) -> f32 {
    if number.is_finite() { number.clamp(0.0, 1.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::super::scene::{CameraView, Label, ScreenText};
    use super::super::view::Frame;
    use super::*;

    fn text(text: &str, place: Option<(f32, f32)>) -> ScreenText {
        ScreenText { text: text.into(), place, color: Vec3::ONE, size: 18.0 }
    }

    /// The edges of all letters, in pixels of a window of 1280 × 720.
    fn edges(scene: &Scene) -> Option<[f32; 4]> {
        let view =
            View::new(&scene.camera, &Frame { size: (1280, 720), line_width: 2.0, shadow_texels: 2048 });
        let mut writing = Writing::new();
        writing.write(scene, &view, (1280, 720));
        writing
            .letters
            .iter()
            .map(|it| it.place)
            .reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1]), a[2].max(b[2]), a[3].max(b[3])])
            .map(|it| [it[0] * 1280.0, it[1] * 720.0, it[2] * 1280.0, it[3] * 720.0])
    }

    fn of_texts(texts: Vec<ScreenText>) -> [f32; 4] {
        edges(&Scene { texts, ..Scene::default() }).unwrap()
    }

    #[test]
    fn a_text_at_one_is_flush_with_the_right_and_lower_edge_and_at_a_half_centred() {
        let corner = of_texts(vec![text("score 12", Some((1.0, 1.0)))]);
        assert!(
            corner[2] > 1255.0 && corner[2] < 1280.0 && corner[3] > 690.0 && corner[3] < 720.0,
            "{corner:?}"
        );
        let middle = of_texts(vec![text("HHHH", Some((0.5, 0.5)))]);
        assert!(((middle[0] + middle[2]) / 2.0 - 640.0).abs() < 3.0, "{middle:?}");
    }

    #[test]
    fn texts_without_a_place_stand_one_below_the_other_at_the_upper_left() {
        let one = of_texts(vec![text("one", None)]);
        let two = of_texts(vec![text("one", None), text("two\nthree", None)]);
        assert!(one[0] < 20.0 && one[1] < 25.0, "{one:?}");
        assert!((two[3] - one[3] - 2.0 * 18.0).abs() < 8.0, "{one:?} {two:?}");
    }

    #[test]
    fn a_line_that_is_too_long_for_the_window_goes_on_in_the_next_at_every_place() {
        let long = "all of this sentence can be read ".repeat(8);
        for place in [None, Some((0.0, 0.0)), Some((0.5, 0.5)), Some((1.0, 1.0)), Some((1.0, 0.0))] {
            let [left, top, right, bottom] = of_texts(vec![text(&long, place)]);
            assert!(left >= 13.0 && right <= 1270.0 && right - left > 1100.0, "{place:?}: {left} {right}");
            assert!(top >= 10.0 && bottom <= 710.0 && bottom - top > 25.0, "{place:?}: {top} {bottom}");
        }
        let mut writing = Writing::new();
        let mut lines = |text: &str, room| writing.measure(text, 18.0, room).unwrap().lines;
        let letter = Glyphs::new().glyph('a', 18).unwrap().advance;
        assert_eq!(lines("one two three\n\nfour", 7.5 * letter), ["one two", "three", "", "four"]);
        assert_eq!(lines("abcdefghij kl", 4.5 * letter), ["abcd", "efgh", "ij", "kl"]);
        assert_eq!(lines("ab", 0.0), ["a", "b"]);
        // What is taller than the window begins at its upper edge.
        let tall = of_texts(vec![text(&"line\n".repeat(80), Some((0.0, 1.0)))]);
        assert!((10.0..25.0).contains(&tall[1]), "{tall:?}");
    }

    #[test]
    fn a_label_is_centred_on_its_place_and_gone_behind_the_eye() {
        let label =
            |z| Label { pos: Vec3::new(0.0, 1.65, z), text: "HHH".into(), color: Vec3::ONE, size: 20.0 };
        let scene = |z| Scene { labels: vec![label(z)], camera: CameraView::default(), ..Scene::default() };
        let [left, top, right, bottom] = edges(&scene(0.0)).unwrap();
        assert!(((left + right) / 2.0 - 640.0).abs() < 3.0 && ((top + bottom) / 2.0 - 360.0).abs() < 6.0);
        assert_eq!(edges(&scene(20.0)), None);
    }

    #[test]
    fn labels_without_number_leave_room_for_what_is_on_the_window() {
        let label =
            Label { pos: Vec3::new(0.0, 1.65, 0.0), text: "H".repeat(100), color: Vec3::ONE, size: 8.0 };
        let scene = Scene {
            labels: vec![label; 1_000],
            texts: vec![text("score", Some((1.0, 1.0)))],
            ..Scene::default()
        };
        let [.., right, bottom] = edges(&scene).unwrap();
        assert!(right > 1255.0 && bottom > 690.0, "{right} {bottom}");
    }

    #[test]
    fn control_characters_take_no_room_and_broken_numbers_break_nothing() {
        assert_eq!(of_texts(vec![text("a\u{7}\u{1b}b", None)]), of_texts(vec![text("ab", None)]));
        let broken = ScreenText { size: f32::NAN, color: Vec3::NAN, ..text("x", Some((f32::NAN, 9.0))) };
        assert!(edges(&Scene { texts: vec![broken], ..Scene::default() }).is_some());
    }
}
