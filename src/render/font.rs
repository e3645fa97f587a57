//! Letters as pictures: drawn from the font when first needed, at the size that is needed, and kept in one image. Knows
//! no graphics driver. The font is Hack, which has Latin, Greek and Cyrillic letters; what it lacks shows as a box.

use std::collections::HashMap;

use ab_glyph::{Font, FontRef, GlyphId, PxScale, ScaleFont};

/// The image's width and height, in pixels.
pub(super) const IMAGE_SIDE: u32 = 1024;
/// Between letters in the image, so that none shows at the edge of another.
const GAP: u32 = 1;

/// One letter at one size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Glyph {
    /// Left, upper edge, width and height in the image; no width for a blank.
    pub source: [u32; 4],
    /// From the pen on the line of writing to the picture's upper left corner, in pixels.
    pub offset: [f32; 2],
    /// How far the pen moves.
    pub advance: f32,
}

/// The font, and the letters drawn so far.
pub(super) struct Glyphs {
    font: Option<FontRef<'static>>,
    known: HashMap<(GlyphId, u32), Glyph>,
    /// One byte for each pixel: how much of it is covered.
    image: Vec<u8>,
    changed: bool,
    /// Where the next letter goes: its column, its row, and the height of what is in that row.
    pen: [u32; 3],
}

/// The image has no room for another letter.
#[derive(Debug)]
pub(super) struct Full;

impl Glyphs {
    pub fn new() -> Glyphs {
        Glyphs {
            font: FontRef::try_from_slice(epaint_default_fonts::HACK_REGULAR).ok(),
            known: HashMap::new(),
            image: vec![0; (IMAGE_SIDE * IMAGE_SIDE) as usize],
            changed: true,
            pen: [0; 3],
        }
    }

    /// The letter for a character, at a size in pixels.
    pub fn glyph(&mut self, character: char, size: u32) -> Result<Glyph, Full> {
        let Some(font) = &self.font else { return Err(Full) };
        let id = font.glyph_id(character);
        if let Some(known) = self.known.get(&(id, size)) {
            return Ok(*known);
        }
        let scale = PxScale::from(size as f32);
        let advance = font.as_scaled(scale).h_advance(id);
        let mut glyph = Glyph { source: [0; 4], offset: [0.0; 2], advance };
        if let Some(outline) = font.outline_glyph(id.with_scale(scale)) {
            let bounds = outline.px_bounds();
            let (width, height) = (bounds.width().ceil() as u32, bounds.height().ceil() as u32);
            let [left, top] = self.place(width, height)?;
            let image = &mut self.image;
            outline.draw(|x, y, cover| {
                let at = ((top + y) * IMAGE_SIDE + left + x) as usize;
                if x < width
                    && y < height
                    && let Some(pixel) = image.get_mut(at)
                {
                    *pixel = (cover.clamp(0.0, 1.0) * 255.0) as u8;
                }
            });
            self.changed = true;
            glyph.source = [left, top, width, height];
            glyph.offset = [bounds.min.x, bounds.min.y];
        }
        self.known.insert((id, size), glyph);
        Ok(glyph)
    }

    /// From the upper edge of a line to the line of writing, and to the next line, in pixels.
    pub fn line(&self, size: u32) -> (f32, f32) {
        let size = size as f32;
        self.font.as_ref().map_or((size * 0.8, size), |font| {
            let scaled = font.as_scaled(PxScale::from(size));
            (scaled.ascent(), scaled.height() + scaled.line_gap())
        })
    }

    /// Forgets all letters.
    pub fn clear(&mut self) {
        self.known.clear();
        self.image.fill(0);
        self.pen = [0; 3];
        self.changed = true;
    }

    /// The image, if it changed since the last call.
    pub fn changed_image(&mut self) -> Option<&[u8]> {
        std::mem::take(&mut self.changed).then_some(&self.image)
    }

    fn place(&mut self, width: u32, height: u32) -> Result<[u32; 2], Full> {
        let [column, row, row_height] = &mut self.pen;
        if *column + width + GAP > IMAGE_SIDE {
            (*column, *row, *row_height) = (0, *row + *row_height + GAP, 0);
        }
        if width + GAP > IMAGE_SIDE || *row + height + GAP > IMAGE_SIDE {
            return Err(Full);
        }
        let place = [*column, *row];
        *column += width + GAP;
        *row_height = (*row_height).max(height);
        Ok(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_with_accents_have_pictures_and_what_the_font_lacks_is_a_box() {
        let mut glyphs = Glyphs::new();
        for character in "AäéñçßøŁžΩЖ".chars() {
            let glyph = glyphs.glyph(character, 20).unwrap();
            assert!(glyph.source[2] > 3 && glyph.source[3] > 5, "{character} {glyph:?}");
            assert!(glyphs.known.keys().all(|(id, _)| id.0 != 0), "{character} is in the font");
        }
        let missing = glyphs.glyph('漢', 20).unwrap();
        assert!(missing.source[2] > 3 && missing.source[3] > 5, "{missing:?}");
        assert_eq!(glyphs.glyph(' ', 20).unwrap().source[2], 0);
    }

    #[test]
    fn a_letter_is_drawn_once_and_stays_where_it_is() {
        let mut glyphs = Glyphs::new();
        let first = glyphs.glyph('g', 18).unwrap();
        assert!(glyphs.changed_image().is_some());
        glyphs.glyph('h', 18).unwrap();
        glyphs.changed_image();
        assert_eq!(glyphs.glyph('g', 18).unwrap(), first);
        assert!(glyphs.changed_image().is_none());
    }

    #[test]
    fn a_full_image_is_told_and_can_be_begun_anew() {
        let mut glyphs = Glyphs::new();
        let all: Vec<char> = ('!'..='~').chain('À'..='ſ').collect();
        let full = (20..200).any(|size| all.iter().any(|it| glyphs.glyph(*it, size).is_err()));
        assert!(full);
        glyphs.clear();
        assert!(glyphs.glyph('a', 60).is_ok());
    }
}
