//! An animated GIF: 255 colours, chosen for what the film shows. A palette is kept while it fits, so that what stands still
//! neither flickers nor costs anything; of each frame only what changed is kept.

use super::changed;
use super::palette::{Histogram, Palette};
use crate::app::whole_file::Writer;
use std::borrow::Cow;

/// The number of the colour that lets the frame before show through.
const SEE_THROUGH: u8 = 255;
/// A palette that fits so many times worse than when it was made is made anew.
const WORSE: f64 = 1.6;
/// A squared distance of colours that nobody sees.
const UNSEEN: f64 = 4.0;

pub struct GifFilm {
    file: Writer,
    /// From the first frame on, whose palette is that of the file.
    encoder: Option<gif::Encoder<Writer>>,
    size: (u16, u16),
    fps: u32,
    frames: u32,
    palette: Option<Fitted>,
    /// The last frame, each pixel by its number in the palette.
    before: Vec<u8>,
}

/// A palette and how well it fitted the frame that it was made for.
struct Fitted {
    palette: Palette,
    error: f64,
    /// It is that of the file, and frames need not repeat it.
    of_file: bool,
}

impl GifFilm {
    /// Of `fps` frames a second, repeating for ever.
    pub fn begin(file: Writer, (width, height): (u32, u32), fps: u32) -> GifFilm {
        let side = |length: u32| u16::try_from(length).unwrap_or(u16::MAX);
        let size = (side(width), side(height));
        GifFilm { file, encoder: None, size, fps: fps.max(1), frames: 0, palette: None, before: Vec::new() }
    }

    /// Adds a frame: `rgba` of the film's size.
    pub fn frame(&mut self, rgba: &[u8]) -> Result<(), gif::EncodingError> {
        let delay = self.delay();
        let histogram = Histogram::of(rgba);
        let fits = |it: &mut Fitted| it.palette.error(&histogram) <= it.error * WORSE + UNSEEN;
        let kept = self.palette.take().and_then(|mut it| fits(&mut it).then_some(it));
        let anew = kept.is_none();
        let fitted = self.palette.insert(kept.unwrap_or_else(|| {
            let mut palette = Palette::of(&histogram, SEE_THROUGH.into());
            Fitted { error: palette.error(&histogram), palette, of_file: self.encoder.is_none() }
        }));
        let width = usize::from(self.size.0);
        let now = fitted.palette.dithered(rgba, width);
        // Numbers of two palettes cannot be compared.
        let part = if anew {
            changed::Part { left: 0, top: 0, width, height: self.size.1.into() }
        } else {
            changed::part(&self.before, &now, width, 1)
        };
        let new = changed::rows(&now, width, 1, part).flatten().copied();
        let buffer: Vec<u8> = if anew {
            new.collect()
        } else {
            let old = changed::rows(&self.before, width, 1, part).flatten();
            new.zip(old).map(|(new, &old)| if new == old { SEE_THROUGH } else { new }).collect()
        };
        let frame = gif::Frame {
            delay,
            dispose: gif::DisposalMethod::Keep,
            transparent: Some(SEE_THROUGH),
            left: part.left as u16,
            top: part.top as u16,
            width: part.width as u16,
            height: part.height as u16,
            palette: (!fitted.of_file).then(|| fitted.palette.bytes()),
            buffer: Cow::Owned(buffer),
            ..gif::Frame::default()
        };
        let encoder = match &mut self.encoder {
            Some(encoder) => encoder,
            None => {
                let (width, height) = self.size;
                let mut encoder =
                    gif::Encoder::new(self.file.clone(), width, height, &fitted.palette.bytes())?;
                encoder.set_repeat(gif::Repeat::Infinite)?;
                self.encoder.insert(encoder)
            }
        };
        encoder.write_frame(&frame)?;
        self.before = now;
        self.frames += 1;
        Ok(())
    }

    /// How long the next frame lasts, in hundredths of a second: 3, 3 and 4 in turn for thirty a second, so that the film
    /// as a whole has the right length.
    fn delay(&self) -> u16 {
        let ends = |frame: u64| (frame * 200 / u64::from(self.fps)).div_ceil(2);
        let frame = u64::from(self.frames);
        (ends(frame + 1) - ends(frame)) as u16
    }

    pub fn finish(self) -> std::io::Result<()> {
        match self.encoder {
            Some(encoder) => encoder.into_inner().map(drop).map_err(std::io::Error::other),
            None => Ok(()),
        }
    }
}
