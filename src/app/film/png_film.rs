//! An animated PNG: every colour, larger than a GIF. Of each frame after the first only the part that changed is kept.

use super::changed::{self, Part};
use crate::app::whole_file::Writer;

pub struct PngFilm {
    writer: png::Writer<Writer>,
    width: usize,
    /// The last frame's colours, three bytes a pixel.
    before: Option<Vec<u8>>,
}

impl PngFilm {
    /// Of so many frames, `fps` a second, repeating for ever.
    pub fn begin(
        file: Writer,
        (width, height): (u32, u32),
        fps: u32,
        frames: u32,
    ) -> Result<PngFilm, png::EncodingError> {
        let mut encoder = png::Encoder::new(file, width, height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
        encoder.set_animated(frames, 0)?;
        encoder.set_frame_delay(1, u16::try_from(fps).unwrap_or(u16::MAX))?;
        Ok(PngFilm { writer: encoder.write_header()?, width: width as usize, before: None })
    }

    /// Adds a frame: `rgba` of the film's size.
    pub fn frame(&mut self, rgba: &[u8]) -> Result<(), png::EncodingError> {
        let now: Vec<u8> = rgba.chunks_exact(4).flat_map(|pixel| pixel.iter().take(3).copied()).collect();
        match &self.before {
            None => self.writer.write_image_data(&now)?,
            Some(before) => {
                let part = changed::part(before, &now, self.width, 3);
                let Part { left, top, width, height } = part;
                self.writer.reset_frame_position()?;
                self.writer.set_frame_dimension(width as u32, height as u32)?;
                self.writer.set_frame_position(left as u32, top as u32)?;
                let data: Vec<u8> = changed::rows(&now, self.width, 3, part).flatten().copied().collect();
                self.writer.write_image_data(&data)?;
            }
        }
        self.before = Some(now);
        Ok(())
    }

    pub fn finish(self) -> Result<(), png::EncodingError> {
        self.writer.finish()
    }
}
