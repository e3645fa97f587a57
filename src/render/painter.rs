//! Draws one frame: the shadow map, solid things, the sky, see-through things. Knows nothing of where the picture goes.

use std::ops::Range;

use super::instances::{Instance, Instances, Kind};
use super::pipelines::{DEPTH_FORMAT, Pipelines, SAMPLES, SHADOW_FORMAT};
use super::scene::Scene;
use super::view::{FrameUniform, SHADOW_TEXELS, View};

/// What a picture of a given size and format needs besides the picture itself.
struct Attachments {
    size: (u32, u32),
    color: wgpu::TextureView,
    depth: wgpu::TextureView,
}

/// Everything on the device that outlives a frame.
pub(super) struct Painter {
    format: wgpu::TextureFormat,
    pipelines: Pipelines,
    frame: wgpu::Buffer,
    frame_group: wgpu::BindGroup,
    shadow: wgpu::TextureView,
    shadow_group: wgpu::BindGroup,
    instances: wgpu::Buffer,
    attachments: Option<Attachments>,
}

impl Painter {
    /// For targets of `format`.
    pub fn new(device: &wgpu::Device, format: wgpu::TextureFormat) -> Painter {
        let pipelines = Pipelines::new(device, format);
        let frame = device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("frame"),
            size: size_of::<FrameUniform>() as u64,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let frame_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("frame"),
            layout: &pipelines.frame_layout,
            entries: &[wgpu::BindGroupEntry { binding: 0, resource: frame.as_entire_binding() }],
        });
        let shadow = texture(
            device,
            (SHADOW_TEXELS, SHADOW_TEXELS),
            SHADOW_FORMAT,
            1,
            wgpu::TextureUsages::TEXTURE_BINDING,
        );
        let sampler = device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("shadow"),
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            compare: Some(wgpu::CompareFunction::LessEqual),
            ..Default::default()
        });
        let shadow_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("shadow"),
            layout: &pipelines.shadow_layout,
            entries: &[
                wgpu::BindGroupEntry { binding: 0, resource: wgpu::BindingResource::TextureView(&shadow) },
                wgpu::BindGroupEntry { binding: 1, resource: wgpu::BindingResource::Sampler(&sampler) },
            ],
        });
        let instances = instance_buffer(device, 1024);
        Painter { format, pipelines, frame, frame_group, shadow, shadow_group, instances, attachments: None }
    }

    /// Draws `scene` onto `target`, a view of the painter's format and of `size` pixels. The caller has checked that
    /// the size is one that the device can make.
    pub fn draw(
        &mut self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        scene: &Scene,
        target: &wgpu::TextureView,
        size: (u32, u32),
    ) -> wgpu::CommandBuffer {
        let view = View::new(&scene.camera, size.0 as f32 / size.1 as f32);
        let sorted = Instances::new(scene, &view);
        self.upload(device, queue, &view, &sorted.all);

        let mut encoder = device.create_command_encoder(&Default::default());
        self.draw_shadows(&mut encoder, &sorted);
        self.draw_picture(device, &mut encoder, &sorted, target, size);
        encoder.finish()
    }

    fn upload(&mut self, device: &wgpu::Device, queue: &wgpu::Queue, view: &View, instances: &[Instance]) {
        queue.write_buffer(&self.frame, 0, bytemuck::bytes_of(&view.uniform));
        let bytes: &[u8] = bytemuck::cast_slice(instances);
        if bytes.len() as u64 > self.instances.size() {
            self.instances = instance_buffer(device, instances.len().next_power_of_two());
        }
        if !bytes.is_empty() {
            queue.write_buffer(&self.instances, 0, bytes);
        }
    }

    fn draw_shadows(&self, encoder: &mut wgpu::CommandEncoder, sorted: &Instances) {
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("shadows"),
            color_attachments: &[],
            depth_stencil_attachment: Some(depth_attachment(&self.shadow, 1.0, wgpu::StoreOp::Store)),
            ..Default::default()
        });
        pass.set_bind_group(0, &self.frame_group, &[]);
        pass.set_vertex_buffer(0, self.instances.slice(..));
        let shapes = [
            (&self.pipelines.boxes, &sorted.shading_boxes),
            (&self.pipelines.spheres, &sorted.shading_spheres),
        ];
        for (shape, range) in shapes {
            draw_range(&mut pass, &shape.shadow, shape.vertices, range);
        }
    }

    fn draw_picture(
        &mut self,
        device: &wgpu::Device,
        encoder: &mut wgpu::CommandEncoder,
        sorted: &Instances,
        target: &wgpu::TextureView,
        size: (u32, u32),
    ) {
        let format = self.format;
        if self.attachments.as_ref().is_none_or(|it| it.size != size) {
            self.attachments = None;
        }
        let attachments = self.attachments.get_or_insert_with(|| Attachments {
            size,
            color: texture(device, size, format, SAMPLES, wgpu::TextureUsages::empty()),
            depth: texture(device, size, DEPTH_FORMAT, SAMPLES, wgpu::TextureUsages::empty()),
        });
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("picture"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &attachments.color,
                depth_slice: None,
                resolve_target: Some(target),
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::BLACK),
                    store: wgpu::StoreOp::Discard,
                },
            })],
            depth_stencil_attachment: Some(depth_attachment(&attachments.depth, 0.0, wgpu::StoreOp::Discard)),
            ..Default::default()
        });
        pass.set_bind_group(0, &self.frame_group, &[]);
        pass.set_bind_group(1, &self.shadow_group, &[]);
        pass.set_vertex_buffer(0, self.instances.slice(..));
        for (kind, range) in [(Kind::Box, &sorted.solid_boxes), (Kind::Sphere, &sorted.solid_spheres)] {
            let shape = self.pipelines.of(kind);
            draw_range(&mut pass, &shape.solid, shape.vertices, range);
        }
        draw_range(&mut pass, &self.pipelines.sky, 3, &(0..1));
        for (kind, range) in &sorted.see_through {
            let shape = self.pipelines.of(*kind);
            draw_range(&mut pass, &shape.see_through, shape.vertices, range);
        }
    }
}

fn draw_range(
    pass: &mut wgpu::RenderPass<'_>,
    pipeline: &wgpu::RenderPipeline,
    vertices: u32,
    instances: &Range<u32>,
) {
    if !instances.is_empty() {
        pass.set_pipeline(pipeline);
        pass.draw(0..vertices, instances.clone());
    }
}

fn depth_attachment(
    view: &wgpu::TextureView,
    clear: f32,
    store: wgpu::StoreOp,
) -> wgpu::RenderPassDepthStencilAttachment<'_> {
    wgpu::RenderPassDepthStencilAttachment {
        view,
        depth_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Clear(clear), store }),
        stencil_ops: None,
    }
}

fn instance_buffer(device: &wgpu::Device, instances: usize) -> wgpu::Buffer {
    device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("instances"),
        size: (instances * size_of::<Instance>()) as u64,
        usage: wgpu::BufferUsages::VERTEX | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    })
}

fn texture(
    device: &wgpu::Device,
    size: (u32, u32),
    format: wgpu::TextureFormat,
    samples: u32,
    more_usage: wgpu::TextureUsages,
) -> wgpu::TextureView {
    let texture = device.create_texture(&wgpu::TextureDescriptor {
        label: None,
        size: wgpu::Extent3d { width: size.0, height: size.1, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: samples,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT | more_usage,
        view_formats: &[],
    });
    texture.create_view(&Default::default())
}
