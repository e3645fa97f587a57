//! Pictures of the yard. Takes a [`Scene`] of plain data and draws it, off screen or to a window; knows nothing of
//! the simulation, scripts or files other than the PNG it is asked to write. Called by `app` alone. Promises: no panic
//! whatever the scene holds or the driver does, and the same scene gives the same bytes on the same driver.

mod error;
mod fault;
mod figure;
mod font;
mod gpu;
mod instances;
mod kept;
mod overlay;
mod painter;
#[cfg(not(feature = "panel"))]
#[path = "no_panel.rs"]
mod panel;
#[cfg(feature = "panel")]
mod panel;
mod pipelines;
mod png_file;
mod quality;
mod renderer;
mod scene;
mod shadows;
mod targets;
mod view;
mod window;
mod wires;
mod writing;

pub use error::RenderError;
pub use fault::Fault;
pub use panel::PanelPicture;
pub use png_file::write_png;
pub use quality::{Auto, Level, Quality, QualityChoice};
pub use renderer::{Cost, Renderer};
pub use scene::{
    BoxInstance, CameraView, Figure, Label, Line, Scene, ScreenText, SphereInstance, WireBox, WireSphere,
};
pub use window::{Drawn, WindowRenderer};
