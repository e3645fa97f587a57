//! Draws one frame: the shadow map, solid things, the sky, see-through things, lines, and what lies over the picture.
//! Knows nothing of where the picture goes.

use std::ops::Range;

use super::instances::{Instance, Instances, Kind};
use super::overlay::Overlay;
use super::pipelines::{FACE_INDICES, Layouts, Making, Pipelines};
use super::quality::Quality;
use super::scene::Scene;
use super::shadows::Shadows;
use super::targets::{Room, Targets, drawn_size};
use super::view::{Frame, FrameUniform, View};
use super::wires::{Wire, Wires};
use super::writing::Writing;

/// The width of lines in a picture 720 pixels high, and the least, in pixels.
const LINE_WIDTH: f32 = 2.0;
const LEAST_LINE_WIDTH: f32 = 1.25;

/// Everything on the device that outlives a frame.
pub(super) struct Painter {
    format: wgpu::TextureFormat,
    /// The driver can copy a shadow map.
    keeps_shadows: bool,
    layouts: Layouts,
    /// One for each quality that was used.
    pipelines: Vec<Pipelines>,
    frame: wgpu::Buffer,
    frame_group: wgpu::BindGroup,
    shadow_sampler: wgpu::Sampler,
    shadows: Option<Shadows>,
    face_indices: wgpu::Buffer,
    overlay: Overlay,
    targets: Option<Targets>,
    instances: Instances,
    instance_room: Room<Instance>,
    wires: Wires,
    wire_room: Room<Wire>,
    writing: Writing,
}

impl Painter {
    /// For targets of `format`.
    pub fn new(
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        format: wgpu::TextureFormat,
        backend: wgpu::Backend,
    ) -> Painter {
        let layouts = Layouts::new(device);
        let buffer = |label, size: usize, usage| {
            device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(label),
                size: size as u64,
                usage: usage | wgpu::BufferUsages::COPY_DST,
                mapped_at_creation: false,
            })
        };
        let frame = buffer("frame", size_of::<FrameUniform>(), wgpu::BufferUsages::UNIFORM);
        let frame_group = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("frame"),
            layout: &layouts.frame,
            entries: &[wgpu::BindGroupEntry { binding: 0, resource: frame.as_entire_binding() }],
        });
        let face_indices = buffer("faces", size_of_val(&FACE_INDICES), wgpu::BufferUsages::INDEX);
        queue.write_buffer(&face_indices, 0, bytemuck::cast_slice(&FACE_INDICES));
        let shadow_sampler = device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("shadow"),
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            compare: Some(wgpu::CompareFunction::LessEqual),
            ..Default::default()
        });
        Painter {
            format,
            keeps_shadows: backend != wgpu::Backend::Gl,
            overlay: Overlay::new(device, format),
            layouts,
            pipelines: Vec::new(),
            frame,
            frame_group,
            shadow_sampler,
            shadows: None,
            face_indices,
            targets: None,
            instances: Instances::default(),
            instance_room: Room::new("instances", wgpu::BufferUsages::VERTEX),
            wires: Wires::default(),
            wire_room: Room::new("wires", wgpu::BufferUsages::VERTEX),
            writing: Writing::new(),
        }
    }

    /// Draws `scene` onto `target`, a view of the painter's format and of `size` pixels. The caller has checked that
    /// the size is one that the device can make.
    pub fn draw(
        &mut self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        scene: &Scene,
        quality: &Quality,
        (target, size): (&wgpu::TextureView, (u32, u32)),
    ) -> wgpu::CommandBuffer {
        let quality = quality.within(device.limits().max_texture_dimension_2d);
        self.prepare(device, &quality, size);
        let Painter { instances, wires, writing, .. } = self;
        let drawn = drawn_size(size, &quality);
        let line_width = (drawn.1 as f32 / 720.0 * LINE_WIDTH).max(LEAST_LINE_WIDTH);
        let frame = Frame { size: drawn, line_width, shadow_texels: quality.shadow_texels };
        let view = View::new(&scene.camera, &frame);
        instances.sort(scene, &view);
        wires.sort(scene);
        writing.write(scene, &view, size);
        queue.write_buffer(&self.frame, 0, bytemuck::bytes_of(&view.uniform));

        let mut encoder = device.create_command_encoder(&Default::default());
        self.encode(device, queue, &mut encoder, &view, target);
        encoder.finish()
    }

    /// Makes what this quality and size need and is not there yet.
    fn prepare(&mut self, device: &wgpu::Device, quality: &Quality, size: (u32, u32)) {
        let making = Making::of(quality);
        match self.pipelines.iter().position(|it| it.making == making) {
            // The one in use comes first.
            Some(place) => self.pipelines.swap(0, place),
            None => {
                self.pipelines.insert(0, Pipelines::new(device, &self.layouts, self.format, making));
            }
        }
        if self.shadows.as_ref().is_none_or(|it| it.texels != quality.shadow_texels) {
            let (layouts, sampler) = (&self.layouts, &self.shadow_sampler);
            let texels = quality.shadow_texels;
            self.shadows = Some(Shadows::new(device, layouts, sampler, texels, self.keeps_shadows));
        }
        if !self.targets.as_ref().is_some_and(|it| it.fit(size, quality)) {
            // The old ones go first: they may be large.
            self.targets = None;
            self.targets = Some(Targets::new(device, &self.overlay, self.format, size, quality));
        }
    }

    fn encode(
        &mut self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        encoder: &mut wgpu::CommandEncoder,
        view: &View,
        target: &wgpu::TextureView,
    ) {
        let (Some(pipelines), Some(shadows), Some(targets)) =
            (self.pipelines.first(), self.shadows.as_mut(), self.targets.as_ref())
        else {
            return;
        };
        let instances = &mut self.instances;
        let task = shadows.plan(instances, view.shadow_middle);
        let buffer = self.instance_room.put(device, queue, &instances.all);
        let wire_buffer = self.wire_room.put(device, queue, &self.wires.all);
        let (frame_group, face_indices) = (&self.frame_group, &self.face_indices);
        let begin = |pass: &mut wgpu::RenderPass<'_>| {
            pass.set_bind_group(0, frame_group, &[]);
            if let Some(buffer) = buffer {
                pass.set_vertex_buffer(0, buffer.slice(..));
                pass.set_index_buffer(face_indices.slice(..), wgpu::IndexFormat::Uint16);
            }
        };
        shadows.draw(encoder, pipelines, &task, &instances.moving, begin);

        let picture = targets.smaller.as_ref().map_or(target, |(view, _)| view);
        let (view, resolve_target, store) = match &targets.sampled {
            Some(sampled) => (sampled, Some(picture), wgpu::StoreOp::Discard),
            None => (picture, None, wgpu::StoreOp::Store),
        };
        // The sky covers what nothing else does.
        let load = wgpu::LoadOp::Clear(wgpu::Color::BLACK);
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("picture"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view,
                depth_slice: None,
                resolve_target,
                ops: wgpu::Operations { load, store },
            })],
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &targets.depth,
                depth_ops: Some(wgpu::Operations {
                    load: wgpu::LoadOp::Clear(0.0),
                    store: wgpu::StoreOp::Discard,
                }),
                stencil_ops: None,
            }),
            ..Default::default()
        });
        begin(&mut pass);
        pass.set_bind_group(1, &shadows.group, &[]);
        let draw = |pass: &mut wgpu::RenderPass<'_>, kind, range: &Range<u32>, see_through| {
            let shape = pipelines.of(kind);
            if !range.is_empty() {
                pass.set_pipeline(if see_through { &shape.see_through } else { &shape.solid });
                pass.draw_indexed(0..shape.indices, 0, range.clone());
            }
        };
        draw(&mut pass, Kind::Box, &instances.solid.boxes, false);
        draw(&mut pass, Kind::Sphere, &instances.solid.spheres, false);
        pass.set_pipeline(&pipelines.sky);
        pass.draw(0..3, 0..1);
        for (kind, range) in &instances.see_through {
            draw(&mut pass, *kind, range, true);
        }
        if let Some(buffer) = wire_buffer {
            pass.set_vertex_buffer(0, buffer.slice(..));
            let wires = [
                (&pipelines.lines, &self.wires.lines),
                (&pipelines.wire_boxes, &self.wires.boxes),
                (&pipelines.wire_spheres, &self.wires.spheres),
            ];
            for (wire, range) in wires {
                if !range.is_empty() {
                    pass.set_pipeline(&wire.pipeline);
                    pass.draw(0..wire.vertices, range.clone());
                }
            }
        }
        drop(pass);
        let smaller = targets.smaller.as_ref().map(|(_, group)| group);
        self.overlay.draw(device, queue, encoder, smaller, &mut self.writing, target);
    }
}
