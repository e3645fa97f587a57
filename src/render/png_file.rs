//! Writing a picture to disk so that a reader never sees half of it.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

use super::RenderError;

/// Writes `rgba` (8 bits a channel, rows from the top, `width * height * 4` bytes) as a PNG file. The file appears
/// whole or not at all: it is written beside `path` under a temporary name and renamed. An existing file is replaced.
///
/// # Errors
/// With the path and the reason, if the size and the bytes do not fit together or the disk refuses.
pub fn write_png(path: impl AsRef<Path>, width: u32, height: u32, rgba: &[u8]) -> Result<(), RenderError> {
    let path = path.as_ref();
    let failed = |reason: String| RenderError::Png { path: path.to_path_buf(), reason };
    let expected = u64::from(width) * u64::from(height) * 4;
    if expected == 0 || rgba.len() as u64 != expected {
        return Err(failed(format!(
            "{width} × {height} pixels need {expected} bytes, at least one pixel, and there are {} bytes",
            rgba.len()
        )));
    }
    let Some(name) = path.file_name() else {
        return Err(failed("the path names no file".to_string()));
    };
    let mut temporary_name = std::ffi::OsString::from(".");
    temporary_name.push(name);
    temporary_name.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(temporary_name);

    let result = encode(&temporary, width, height, rgba)
        .and_then(|()| fs::rename(&temporary, path).map_err(|error| error.to_string()));
    if result.is_err() {
        // The temporary file may not exist, and the first error is the one worth telling.
        let _ = fs::remove_file(&temporary);
    }
    result.map_err(failed)
}

fn encode(path: &Path, width: u32, height: u32, rgba: &[u8]) -> Result<(), String> {
    let file = File::create(path).map_err(|error| error.to_string())?;
    let mut buffered = BufWriter::new(file);
    let mut encoder = png::Encoder::new(&mut buffered, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
    let mut writer = encoder.write_header().map_err(|error| error.to_string())?;
    writer.write_image_data(rgba).map_err(|error| error.to_string())?;
    writer.finish().map_err(|error| error.to_string())?;
    buffered.flush().map_err(|error| error.to_string())?;
    let file = buffered.into_inner().map_err(|error| error.to_string())?;
    file.sync_all().map_err(|error| error.to_string())
}
