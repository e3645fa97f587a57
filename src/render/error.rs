//! What can go wrong with drawing, each with a sentence for the person at the machine.

use std::path::PathBuf;

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RenderError {
    /// No graphics driver offers an adapter. Holds what was tried.
    NoAdapter(String),
    /// The driver refused to open its device or lost it. Holds the driver's reason.
    Device(String),
    /// The window offers no surface to draw on. Holds the reason.
    Surface(String),
    /// A picture of this size cannot be made; `limit` is the longest side in pixels.
    Size { width: u32, height: u32, limit: u32 },
    /// The driver reported an error while drawing.
    Drawing(String),
    /// A PNG file could not be written.
    Png { path: PathBuf, reason: String },
}

impl std::fmt::Display for RenderError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            RenderError::NoAdapter(tried) => write!(
                f,
                "nothing here can draw: no Vulkan or OpenGL driver was found ({tried}). Install a graphics driver; on Debian \
                 the package mesa-vulkan-drivers also draws without a graphics card. Headless runs need no driver."
            ),
            RenderError::Device(reason) => {
                write!(
                    f,
                    "the graphics driver did not give or keep a device: {reason}. Headless runs do not need it."
                )
            }
            RenderError::Surface(reason) => write!(f, "the window cannot be drawn to: {reason}"),
            RenderError::Size { width, height, limit } => write!(
                f,
                "a picture of {width} × {height} pixels cannot be made: each side must be between 1 and {limit} pixels"
            ),
            RenderError::Drawing(reason) => {
                write!(f, "the graphics driver reported an error while drawing: {reason}")
            }
            RenderError::Png { path, reason } => {
                write!(f, "the picture could not be written to {}: {reason}", path.display())
            }
        }
    }
}

impl std::error::Error for RenderError {}
