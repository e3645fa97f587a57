//! Pictures in a window. Survives resizing, hiding and every answer that the window system gives when asked for the
//! next picture; when it cannot go on it says so, and the caller makes a new one.

use super::RenderError;
use super::fault::Fault;
use super::gpu::{self, Gpu};
use super::painter::Painter;
use super::panel::{PanelPainter, PanelPicture};
use super::quality::Quality;
use super::scene::Scene;

/// Formats that can be drawn to, the best first: those that store what they are given. Colours are then encoded once,
/// where the driver would do so for every sample.
const FORMATS: [wgpu::TextureFormat; 4] = [
    wgpu::TextureFormat::Bgra8Unorm,
    wgpu::TextureFormat::Rgba8Unorm,
    wgpu::TextureFormat::Bgra8UnormSrgb,
    wgpu::TextureFormat::Rgba8UnormSrgb,
];

/// A surface that calls so many questions in a row wrong is as good as lost.
const MOST_REFUSALS: u32 = 10;

/// What became of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// It is on its way to the screen.
    Shown,
    /// Not this time (the window is changing, or its system is busy); try again at the next frame.
    Skipped,
    /// Nobody could see it: the window is covered, minimised or has no area.
    Hidden,
}

/// Draws scenes to one window.
pub struct WindowRenderer {
    // The surface goes before the device that it belongs to.
    surface: wgpu::Surface<'static>,
    config: wgpu::SurfaceConfiguration,
    /// The window's size in pixels; may be zero, in which case nothing is configured or drawn.
    size: (u32, u32),
    configured: bool,
    gpu: Gpu,
    painter: Painter,
    panel: PanelPainter,
    quality: Quality,
    fault: Option<Fault>,
    /// So many times in a row the question for a picture was called wrong.
    refusals: u32,
}

impl WindowRenderer {
    /// Opens a driver that can draw to `window`. `display` is the window system's connection. With `vsync`, each picture
    /// waits for the screen, and none is torn.
    ///
    /// # Errors
    /// [`RenderError::NoAdapter`], [`RenderError::Device`] or [`RenderError::Surface`].
    pub fn new(
        window: impl Into<wgpu::SurfaceTarget<'static>>,
        display: Box<dyn wgpu::wgt::WgpuHasDisplayHandle>,
        size: (u32, u32),
        vsync: bool,
    ) -> Result<WindowRenderer, RenderError> {
        let instance = gpu::instance(gpu::BACKENDS, Some(display));
        let surface = match instance.create_surface(window) {
            Ok(surface) => surface,
            // Without any driver there is no surface either, and the driver is what the person must install.
            Err(_) if pollster::block_on(instance.enumerate_adapters(gpu::BACKENDS)).is_empty() => {
                return Err(RenderError::NoAdapter("the window got no surface".to_string()));
            }
            Err(error) => return Err(RenderError::Surface(error.to_string())),
        };
        let gpu = Gpu::open(&instance, Some(&surface))?;
        let offered = surface.get_capabilities(&gpu.adapter).formats;
        let format = FORMATS.into_iter().find(|format| offered.contains(format)).ok_or_else(|| {
            RenderError::Surface(format!("it offers no 8-bit colour format, only {offered:?}"))
        })?;
        let mut config = surface.get_default_config(&gpu.adapter, 1, 1).ok_or_else(|| {
            RenderError::Surface("the graphics driver cannot draw to this window system".to_string())
        })?;
        config.format = format;
        config.present_mode =
            if vsync { wgpu::PresentMode::AutoVsync } else { wgpu::PresentMode::AutoNoVsync };
        let painter = Painter::new(&gpu.device, &gpu.queue, format, gpu.adapter.get_info().backend);
        gpu.check()?;
        let quality = Quality::default();
        let panel = PanelPainter::default();
        Ok(WindowRenderer {
            surface,
            config,
            size,
            configured: false,
            gpu,
            painter,
            panel,
            quality,
            fault: None,
            refusals: 0,
        })
    }

    /// How well the next pictures are drawn; the best unless told otherwise.
    pub fn set_quality(&mut self, quality: Quality) {
        self.quality = quality;
    }

    /// Whether the processor draws, for want of a graphics card.
    pub fn draws_on_processor(&self) -> bool {
        self.gpu.adapter.get_info().device_type == wgpu::DeviceType::Cpu
    }

    /// The driver's name for what draws.
    pub fn adapter_name(&self) -> String {
        self.gpu.adapter.get_info().name
    }

    /// Tells the window's new size in pixels; zero is fine.
    pub fn resize(&mut self, size: (u32, u32)) {
        if self.size != size {
            self.size = size;
            self.configured = false;
        }
    }

    /// Draws `scene`, and the panel over it. `before_present` runs just before the picture goes to the screen.
    ///
    /// # Errors
    /// The surface or the device is lost or failing: drop this and make another.
    pub fn draw(
        &mut self,
        scene: &Scene,
        panel: Option<&mut PanelPicture>,
        before_present: impl FnOnce(),
    ) -> Result<Drawn, RenderError> {
        if self.size.0 == 0 || self.size.1 == 0 {
            return Ok(Drawn::Hidden);
        }
        // A device that is gone would answer every question below without an error.
        self.gpu.check()?;
        if !self.configured {
            self.configure()?;
        }
        let answer =
            self.fault.take().and_then(Fault::answer).unwrap_or_else(|| self.surface.get_current_texture());
        let frame = match answer {
            wgpu::CurrentSurfaceTexture::Success(frame) => frame,
            wgpu::CurrentSurfaceTexture::Suboptimal(frame) => {
                self.configured = false;
                frame
            }
            wgpu::CurrentSurfaceTexture::Timeout => return Ok(Drawn::Skipped),
            wgpu::CurrentSurfaceTexture::Occluded => return Ok(Drawn::Hidden),
            wgpu::CurrentSurfaceTexture::Outdated => {
                self.configured = false;
                return Ok(Drawn::Skipped);
            }
            wgpu::CurrentSurfaceTexture::Lost => {
                return Err(RenderError::Surface("the window system took it away".to_string()));
            }
            wgpu::CurrentSurfaceTexture::Validation => {
                self.configured = false;
                self.refusals += 1;
                self.gpu.check()?;
                if self.refusals > MOST_REFUSALS {
                    return Err(RenderError::Surface(
                        "the graphics driver gives no more pictures".to_string(),
                    ));
                }
                return Ok(Drawn::Skipped);
            }
        };
        self.refusals = 0;
        // The window may have changed between its last report and now: the texture's size is the true one.
        let size = (frame.texture.width(), frame.texture.height());
        let view = frame.texture.create_view(&Default::default());
        let drawing =
            self.painter.draw(&self.gpu.device, &self.gpu.queue, scene, &self.quality, (&view, size));
        let device = (&self.gpu.device, &self.gpu.queue);
        let target = (&view, self.config.format, size);
        let panel = panel.map(|panel| self.panel.draw(device, panel, target));
        self.gpu.queue.submit([drawing].into_iter().chain(panel));
        before_present();
        self.gpu.queue.present(frame);
        self.gpu.check()?;
        Ok(Drawn::Shown)
    }

    /// Lets something go wrong, as it does on some machines and never on the one that runs the tests: at the next drawing. For
    /// tests only; nothing else calls it.
    pub fn break_for_test(&mut self, fault: Fault) {
        if fault == Fault::DeviceLost {
            self.gpu.device.destroy();
            // The driver tells of the loss when it is next asked for news.
            let _ = self.gpu.device.poll(wgpu::PollType::Poll);
        }
        self.fault = Some(fault);
    }

    fn configure(&mut self) -> Result<(), RenderError> {
        let limit = self.gpu.longest_side();
        self.config.width = self.size.0.min(limit);
        self.config.height = self.size.1.min(limit);
        self.surface.configure(&self.gpu.device, &self.config);
        // A surface whose first configuration failed must not be asked for a picture.
        self.gpu.check()?;
        self.configured = true;
        Ok(())
    }
}
