//! Textures that a frame is drawn to, and buffers that grow with what is drawn.

use bytemuck::Pod;

use super::overlay::Overlay;
use super::pipelines::DEPTH_FORMAT;
use super::quality::Quality;

/// A buffer that is made anew, larger, when its content no longer fits.
pub(super) struct Room<T> {
    label: &'static str,
    usage: wgpu::BufferUsages,
    buffer: Option<wgpu::Buffer>,
    content: std::marker::PhantomData<T>,
}

impl<T: Pod> Room<T> {
    pub fn new(label: &'static str, usage: wgpu::BufferUsages) -> Room<T> {
        Room { label, usage, buffer: None, content: std::marker::PhantomData }
    }

    /// Fills it; `None` if there is nothing to put in.
    pub fn put(
        &mut self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        content: &[T],
    ) -> Option<&wgpu::Buffer> {
        if content.is_empty() {
            return None;
        }
        let bytes: &[u8] = bytemuck::cast_slice(content);
        if self.buffer.as_ref().is_none_or(|buffer| buffer.size() < bytes.len() as u64) {
            self.buffer = Some(device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(self.label),
                size: (content.len().next_power_of_two().max(256) * size_of::<T>()) as u64,
                usage: self.usage | wgpu::BufferUsages::COPY_DST,
                mapped_at_creation: false,
            }));
        }
        if let Some(buffer) = &self.buffer {
            queue.write_buffer(buffer, 0, bytes);
        }
        self.buffer.as_ref()
    }
}

/// What a picture needs besides the target.
pub(super) struct Targets {
    target_size: (u32, u32),
    samples: u32,
    /// Of the picture as it is drawn, in pixels.
    pub size: (u32, u32),
    /// Where several samples for each pixel go.
    pub sampled: Option<wgpu::TextureView>,
    /// The picture, smaller than the target, and what it is read by.
    pub smaller: Option<(wgpu::TextureView, wgpu::BindGroup)>,
    pub depth: wgpu::TextureView,
}

impl Targets {
    pub fn new(
        device: &wgpu::Device,
        overlay: &Overlay,
        format: wgpu::TextureFormat,
        target_size: (u32, u32),
        quality: &Quality,
    ) -> Targets {
        let size = drawn_size(target_size, quality);
        let samples = quality.samples;
        let view = |format, samples, usage| {
            texture(device, size, format, samples, usage).create_view(&Default::default())
        };
        let smaller = (size != target_size).then(|| {
            let picture = view(format, 1, wgpu::TextureUsages::TEXTURE_BINDING);
            let group = overlay.group(device, &picture);
            (picture, group)
        });
        Targets {
            target_size,
            samples,
            size,
            sampled: (samples > 1).then(|| view(format, samples, wgpu::TextureUsages::empty())),
            smaller,
            depth: view(DEPTH_FORMAT, samples, wgpu::TextureUsages::empty()),
        }
    }

    pub fn fit(&self, target_size: (u32, u32), quality: &Quality) -> bool {
        self.target_size == target_size
            && self.samples == quality.samples
            && self.size == drawn_size(target_size, quality)
    }
}

/// The size at which a picture is drawn before it is enlarged.
pub(super) fn drawn_size(target: (u32, u32), quality: &Quality) -> (u32, u32) {
    let side = |length: u32| ((length as f32 * quality.scale).round() as u32).clamp(1, length.max(1));
    (side(target.0), side(target.1))
}

pub(super) fn texture(
    device: &wgpu::Device,
    size: (u32, u32),
    format: wgpu::TextureFormat,
    samples: u32,
    more_usage: wgpu::TextureUsages,
) -> wgpu::Texture {
    device.create_texture(&wgpu::TextureDescriptor {
        label: None,
        size: wgpu::Extent3d { width: size.0, height: size.1, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: samples,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT | more_usage,
        view_formats: &[],
    })
}
