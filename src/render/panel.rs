//! The panel's picture: what egui laid out, drawn over a finished picture before that is shown.

use egui_wgpu::{RendererOptions, ScreenDescriptor};

/// What there is of the panel to draw.
#[derive(Default)]
pub struct PanelPicture {
    pub shapes: Vec<egui::ClippedPrimitive>,
    /// What changed of its textures since the last picture; taken when it is drawn.
    pub textures: egui::TexturesDelta,
    pub pixels_per_point: f32,
    /// Where it has a plain, opaque ground, in points: drawn here, since egui's way of filling it takes a processor that draws as long as
    /// the yard itself.
    pub ground: Option<egui::Rect>,
}

impl Drop for PanelPicture {
    /// A window may close before it was drawn, and changes of textures that are dropped with anything in them panic.
    fn drop(&mut self) {
        self.textures.clear();
    }
}

const SOURCE: &str = include_str!("../../shaders/backdrop.wgsl");

/// Draws panels. It has the textures that pictures brought.
#[derive(Default)]
pub(super) struct PanelPainter(Option<(egui_wgpu::Renderer, wgpu::RenderPipeline)>);

impl PanelPainter {
    /// Draws over what `view` shows, which has the size in pixels.
    pub fn draw(
        &mut self,
        (device, queue): (&wgpu::Device, &wgpu::Queue),
        picture: &mut PanelPicture,
        (view, format, size): (&wgpu::TextureView, wgpu::TextureFormat, (u32, u32)),
    ) -> wgpu::CommandBuffer {
        let (painter, backdrop) = self.0.get_or_insert_with(|| {
            (egui_wgpu::Renderer::new(device, format, RendererOptions::default()), backdrop(device, format))
        });
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
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("panel"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations { load: wgpu::LoadOp::Load, store: wgpu::StoreOp::Store },
            })],
            ..Default::default()
        });
        if let Some([x, y, width, height]) =
            picture.ground.and_then(|ground| pixels(ground, picture.pixels_per_point, size))
        {
            pass.set_viewport(x as f32, y as f32, width as f32, height as f32, 0.0, 1.0);
            pass.set_scissor_rect(x, y, width, height);
            pass.set_pipeline(backdrop);
            pass.draw(0..3, 0..1);
        }
        painter.render(&mut pass.forget_lifetime(), &picture.shapes, &screen);
        for id in &textures.free {
            painter.free_texture(id);
        }
        // One that is dropped with changes in it panics.
        textures.clear();
        encoder.finish()
    }
}

/// A rectangle in points as left and upper edge, width and height in pixels; `None` if nothing of it is on the picture.
fn pixels(rect: egui::Rect, pixels_per_point: f32, (width, height): (u32, u32)) -> Option<[u32; 4]> {
    // Numbers that are none become 0.
    let edge = |points: f32, most: u32| ((points * pixels_per_point).round() as u32).min(most);
    let (left, right) = (edge(rect.left(), width), edge(rect.right(), width));
    let (top, bottom) = (edge(rect.top(), height), edge(rect.bottom(), height));
    (left < right && top < bottom).then(|| [left, top, right - left, bottom - top])
}

fn backdrop(device: &wgpu::Device, format: wgpu::TextureFormat) -> wgpu::RenderPipeline {
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some("backdrop"),
        source: wgpu::ShaderSource::Wgsl(SOURCE.into()),
    });
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some("backdrop"),
        layout: None,
        vertex: wgpu::VertexState {
            module: &module,
            entry_point: Some("backdrop_vertex"),
            compilation_options: Default::default(),
            buffers: &[],
        },
        primitive: wgpu::PrimitiveState::default(),
        depth_stencil: None,
        multisample: wgpu::MultisampleState::default(),
        fragment: Some(wgpu::FragmentState {
            module: &module,
            entry_point: Some("backdrop_fragment"),
            compilation_options: Default::default(),
            targets: &[Some(format.into())],
        }),
        multiview_mask: None,
        cache: None,
    })
}

#[cfg(test)]
mod tests {
    use super::pixels;
    use egui::{Pos2, Rect};

    #[test]
    fn the_ground_of_a_panel_is_kept_within_the_picture() {
        let rect =
            |left, top, right, bottom| Rect::from_min_max(Pos2::new(left, top), Pos2::new(right, bottom));
        assert_eq!(pixels(rect(400.0, 0.0, 640.0, 360.0), 2.0, (1280, 720)), Some([800, 0, 480, 720]));
        assert_eq!(pixels(rect(-50.0, 0.0, 900.0, 900.0), 1.0, (200, 100)), Some([0, 0, 200, 100]));
        assert_eq!(pixels(rect(300.0, 0.0, 900.0, 900.0), 1.0, (200, 100)), None);
        assert_eq!(pixels(Rect::NOTHING, 1.0, (200, 100)), None);
        assert_eq!(pixels(Rect::NAN, 1.0, (200, 100)), None);
    }
}
