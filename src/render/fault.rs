//! What a test lets go wrong on purpose. Surfaces and devices are lost on real machines (a driver is updated, a laptop switches
//! its graphics card, a screen is unplugged) and never on the one that runs the tests.

/// A failure of the graphics, for [`super::WindowRenderer::break_for_test`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The device is really gone: the driver is told to destroy it, and all that was made on it is invalid.
    DeviceLost,
    /// The next answer of the window system is that the surface is lost.
    SurfaceLost,
    /// … that the surface no longer fits the window.
    SurfaceOutdated,
    /// … that no picture became free in time.
    SurfaceTimeout,
    /// … that nobody can see the window.
    SurfaceOccluded,
    /// … that the question itself was wrong.
    SurfaceInvalid,
}

impl Fault {
    /// The answer that the surface gives instead of its own, if it is the surface that fails.
    pub(super) fn answer(self) -> Option<wgpu::CurrentSurfaceTexture> {
        Some(match self {
            Fault::DeviceLost => return None,
            Fault::SurfaceLost => wgpu::CurrentSurfaceTexture::Lost,
            Fault::SurfaceOutdated => wgpu::CurrentSurfaceTexture::Outdated,
            Fault::SurfaceTimeout => wgpu::CurrentSurfaceTexture::Timeout,
            Fault::SurfaceOccluded => wgpu::CurrentSurfaceTexture::Occluded,
            Fault::SurfaceInvalid => wgpu::CurrentSurfaceTexture::Validation,
        })
    }
}
