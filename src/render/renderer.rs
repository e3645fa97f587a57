//! Pictures without a window: a scene in, pixels out.

use super::RenderError;
use super::gpu::{self, Gpu};
use super::painter::Painter;
use super::quality::Quality;
use super::scene::Scene;
use super::targets::texture;
use std::time::{Duration, Instant};

/// One that stores what it is given: encoding colours once is cheaper than the driver's doing so for every sample.
const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
const BYTES_PER_PIXEL: u32 = 4;

/// Makes pictures off screen. The same scene gives the same bytes on the same driver.
pub struct Renderer {
    gpu: Gpu,
    painter: Painter,
    quality: Quality,
}

/// What a picture cost.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// Our own work on the processor: sorting the scene, filling buffers, writing the driver's commands.
    pub own: Duration,
    /// All of it, until the driver is done.
    pub whole: Duration,
}

impl Renderer {
    /// Opens the best graphics driver there is; one that draws on the processor serves too.
    ///
    /// # Errors
    /// [`RenderError::NoAdapter`] when there is none, saying what to install; [`RenderError::Device`] when it fails.
    pub fn headless() -> Result<Renderer, RenderError> {
        // OpenGL is only asked when there is no Vulkan: its search for a display complains on the terminal where none is.
        let open = |backends| Gpu::open(&gpu::instance(backends, None), None);
        let gpu = open(wgpu::Backends::VULKAN).or_else(|_| open(gpu::BACKENDS))?;
        let painter = Painter::new(&gpu.device, &gpu.queue, FORMAT, gpu.adapter.get_info().backend);
        gpu.check()?;
        Ok(Renderer { gpu, painter, quality: Quality::default() })
    }

    /// How well the next pictures are drawn; the best unless told otherwise.
    pub fn set_quality(&mut self, quality: Quality) {
        self.quality = quality;
    }

    /// The driver's name for what draws, such as `llvmpipe (LLVM 15.0.6, 256 bits)`.
    pub fn adapter_name(&self) -> String {
        self.gpu.adapter.get_info().name
    }

    /// Refuses sizes that no picture can have.
    ///
    /// # Errors
    /// [`RenderError::Size`] for a size of 0 or beyond the device's limit.
    pub fn check_size(&self, width: u32, height: u32) -> Result<(), RenderError> {
        self.gpu.check_size(width, height)
    }

    /// Draws `scene` and returns its pixels: 8-bit sRGB RGBA, opaque, rows from the top.
    ///
    /// # Errors
    /// [`RenderError::Size`] for a size of 0 or beyond the device's limit; [`RenderError::Drawing`] or
    /// [`RenderError::Device`] when the driver fails.
    pub fn picture(&mut self, scene: &Scene, width: u32, height: u32) -> Result<Vec<u8>, RenderError> {
        self.gpu.check_size(width, height)?;
        let device = &self.gpu.device;
        let extent = wgpu::Extent3d { width, height, depth_or_array_layers: 1 };
        let texture = texture(device, (width, height), FORMAT, 1, wgpu::TextureUsages::COPY_SRC);
        let view = texture.create_view(&Default::default());
        let target = (&view, (width, height));
        let drawing = self.painter.draw(device, &self.gpu.queue, scene, &self.quality, target);

        let row = width * BYTES_PER_PIXEL;
        let padded_row = row.next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
        let buffer = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("picture"),
            size: u64::from(padded_row) * u64::from(height),
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
            mapped_at_creation: false,
        });
        let mut encoder = device.create_command_encoder(&Default::default());
        encoder.copy_texture_to_buffer(
            texture.as_image_copy(),
            wgpu::TexelCopyBufferInfo {
                buffer: &buffer,
                layout: wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some(padded_row),
                    rows_per_image: None,
                },
            },
            extent,
        );
        self.gpu.queue.submit([drawing, encoder.finish()]);
        self.gpu.check()?;

        let (sender, receiver) = std::sync::mpsc::channel();
        buffer.map_async(wgpu::MapMode::Read, .., move |result| {
            // The receiver is gone only when this call has already failed.
            let _ = sender.send(result);
        });
        let failed = |reason: String| RenderError::Drawing(reason);
        device.poll(wgpu::PollType::wait_indefinitely()).map_err(|error| failed(error.to_string()))?;
        self.gpu.check()?;
        match receiver.try_recv() {
            Ok(Ok(())) => {}
            Ok(Err(error)) => return Err(failed(error.to_string())),
            Err(_) => return Err(failed("the picture did not arrive".to_string())),
        }
        let mapped = buffer.get_mapped_range(..).map_err(|error| failed(error.to_string()))?;
        let mut pixels = Vec::with_capacity(row as usize * height as usize);
        for padded in mapped.chunks_exact(padded_row as usize) {
            pixels.extend_from_slice(&padded[..row as usize]);
        }
        // Where outlines were smoothed the stored cover is below one; the picture itself is opaque.
        pixels.iter_mut().skip(3).step_by(4).for_each(|alpha| *alpha = u8::MAX);
        Ok(pixels)
    }

    /// Draws scenes one after the other onto one target of this size, brings nothing back, and tells what each cost.
    /// This is what benchmarks time.
    ///
    /// # Errors
    /// As of [`Renderer::picture`].
    pub fn time(
        &mut self,
        scenes: impl IntoIterator<Item = Scene>,
        (width, height): (u32, u32),
    ) -> Result<Vec<Cost>, RenderError> {
        self.gpu.check_size(width, height)?;
        let (device, queue) = (&self.gpu.device, &self.gpu.queue);
        let view = texture(device, (width, height), FORMAT, 1, wgpu::TextureUsages::COPY_SRC)
            .create_view(&Default::default());
        let mut costs = Vec::new();
        let mut began = Instant::now();
        // Making a scene counts, when it is made on the way.
        for scene in scenes {
            let drawing = self.painter.draw(device, queue, &scene, &self.quality, (&view, (width, height)));
            let own = began.elapsed();
            queue.submit([drawing]);
            device
                .poll(wgpu::PollType::wait_indefinitely())
                .map_err(|error| RenderError::Drawing(error.to_string()))?;
            costs.push(Cost { own, whole: began.elapsed() });
            drop(scene);
            began = Instant::now();
        }
        self.gpu.check()?;
        Ok(costs)
    }
}
