//! The panel's picture: what egui laid out, drawn over a finished picture before that is shown.

use egui_wgpu::{RendererOptions, ScreenDescriptor};

/// What there is of the panel to draw.
#[derive(Default)]
pub struct PanelPicture {
    pub shapes: Vec<egui::ClippedPrimitive>,
    /// What changed of its textures since the last picture; taken when it is drawn.
    pub textures: egui::TexturesDelta,
    pub pixels_per_point: f32,
}

impl Drop for PanelPicture {
    /// A window may close before it was drawn, and changes of textures that are dropped with anything in them panic.
    fn drop(&mut self) {
        self.textures.clear();
    }
}

/// Draws panels. It has the textures that pictures brought.
#[derive(Default)]
pub(super) struct PanelPainter(Option<egui_wgpu::Renderer>);

impl PanelPainter {
    /// Draws over what `view` shows, which has the size in pixels.
    pub fn draw(
        &mut self,
        (device, queue): (&wgpu::Device, &wgpu::Queue),
        picture: &mut PanelPicture,
        (view, format, size): (&wgpu::TextureView, wgpu::TextureFormat, (u32, u32)),
    ) -> wgpu::CommandBuffer {
        let painter = self
            .0
            .get_or_insert_with(|| egui_wgpu::Renderer::new(device, format, RendererOptions::default()));
        let mut encoder = device.create_command_encoder(&Default::default());
        let mut textures = std::mem::take(&mut picture.textures);
        for (id, deltas) in &textures.set {
            for delta in deltas {
                painter.update_texture(device, queue, *id, delta);
            }
        }
        let screen =
            ScreenDescriptor { size_in_pixels: [size.0, size.1], pixels_per_point: picture.pixels_per_point };
        painter.update_buffers(device, queue, &mut encoder, &picture.shapes, &screen);
        let pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("panel"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations { load: wgpu::LoadOp::Load, store: wgpu::StoreOp::Store },
            })],
            ..Default::default()
        });
        painter.render(&mut pass.forget_lifetime(), &picture.shapes, &screen);
        for id in &textures.free {
            painter.free_texture(id);
        }
        // One that is dropped with changes in it panics.
        textures.clear();
        encoder.finish()
    }
}
