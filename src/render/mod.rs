//! Pictures of the yard. Takes a [`Scene`] of plain data and draws it, off screen or to a window; knows nothing of
//! the simulation, scripts or files other than the PNG it is asked to write. Called by `app` alone. Promises: no panic
//! whatever the scene holds or the driver does, and the same scene gives the same bytes on the same driver.

mod error;
mod fault;
mod figure;
mod gpu;
mod instances;
mod painter;
mod pipelines;
mod png_file;
mod renderer;
mod scene;
mod view;
mod window;

pub use error::RenderError;
pub use fault::Fault;
pub use png_file::write_png;
pub use renderer::Renderer;
pub use scene::{BoxInstance, CameraView, Figure, Scene, SphereInstance};
pub use window::{Drawn, WindowRenderer};
