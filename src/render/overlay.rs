//! Draws what lies over the picture: the picture itself where it is enlarged, and letters.

use super::font::IMAGE_SIDE;
use super::targets::{self, Room};
use super::writing::{Letter, Writing};

const SOURCE: &str = include_str!("../../shaders/overlay.wgsl");

pub(super) struct Overlay {
    layout: wgpu::BindGroupLayout,
    sampler: wgpu::Sampler,
    enlarge: wgpu::RenderPipeline,
    letters: wgpu::RenderPipeline,
    image: wgpu::Texture,
    image_group: wgpu::BindGroup,
    room: Room<Letter>,
}

impl Overlay {
    pub fn new(device: &wgpu::Device, format: wgpu::TextureFormat) -> Overlay {
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: Some("overlay"),
            source: wgpu::ShaderSource::Wgsl(SOURCE.into()),
        });
        let entry = |binding, ty| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::FRAGMENT,
            ty,
            count: None,
        };
        let image = wgpu::BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Float { filterable: true },
            view_dimension: wgpu::TextureViewDimension::D2,
            multisampled: false,
        };
        let layout = device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some("overlay"),
            entries: &[
                entry(0, image),
                entry(1, wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Filtering)),
            ],
        });
        let sampler = device.create_sampler(&wgpu::SamplerDescriptor {
            label: Some("overlay"),
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            ..Default::default()
        });
        let image = targets::texture(
            device,
            (IMAGE_SIDE, IMAGE_SIDE),
            wgpu::TextureFormat::R8Unorm,
            1,
            wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
        );
        Overlay {
            image_group: group(device, &layout, &sampler, &image.create_view(&Default::default())),
            enlarge: pipeline(device, &module, &layout, format, false),
            letters: pipeline(device, &module, &layout, format, true),
            layout,
            sampler,
            image,
            room: Room::new("letters", wgpu::BufferUsages::VERTEX),
        }
    }

    /// What enlarging reads the smaller picture by.
    pub fn group(&self, device: &wgpu::Device, picture: &wgpu::TextureView) -> wgpu::BindGroup {
        group(device, &self.layout, &self.sampler, picture)
    }

    /// Puts the smaller picture, if there is one, and the letters, if there are any, onto the target.
    pub fn draw(
        &mut self,
        device: &wgpu::Device,
        queue: &wgpu::Queue,
        encoder: &mut wgpu::CommandEncoder,
        smaller: Option<&wgpu::BindGroup>,
        writing: &mut Writing,
        target: &wgpu::TextureView,
    ) {
        if smaller.is_none() && writing.letters.is_empty() {
            return;
        }
        if let Some(image) = writing.glyphs.changed_image() {
            let extent = wgpu::Extent3d { width: IMAGE_SIDE, height: IMAGE_SIDE, depth_or_array_layers: 1 };
            let layout = wgpu::TexelCopyBufferLayout {
                offset: 0,
                bytes_per_row: Some(IMAGE_SIDE),
                rows_per_image: None,
            };
            queue.write_texture(self.image.as_image_copy(), image, layout, extent);
        }
        let letters = self.room.put(device, queue, &writing.letters);
        let load = match smaller {
            // All of it is drawn over.
            Some(_) => wgpu::LoadOp::Clear(wgpu::Color::BLACK),
            None => wgpu::LoadOp::Load,
        };
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("overlay"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: target,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations { load, store: wgpu::StoreOp::Store },
            })],
            ..Default::default()
        });
        if let Some(smaller) = smaller {
            pass.set_pipeline(&self.enlarge);
            pass.set_bind_group(0, smaller, &[]);
            pass.draw(0..3, 0..1);
        }
        if let Some(letters) = letters {
            pass.set_pipeline(&self.letters);
            pass.set_bind_group(0, &self.image_group, &[]);
            pass.set_vertex_buffer(0, letters.slice(..));
            pass.draw(0..6, 0..writing.letters.len() as u32);
        }
    }
}

fn group(
    device: &wgpu::Device,
    layout: &wgpu::BindGroupLayout,
    sampler: &wgpu::Sampler,
    image: &wgpu::TextureView,
) -> wgpu::BindGroup {
    device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("overlay"),
        layout,
        entries: &[
            wgpu::BindGroupEntry { binding: 0, resource: wgpu::BindingResource::TextureView(image) },
            wgpu::BindGroupEntry { binding: 1, resource: wgpu::BindingResource::Sampler(sampler) },
        ],
    })
}

fn pipeline(
    device: &wgpu::Device,
    module: &wgpu::ShaderModule,
    layout: &wgpu::BindGroupLayout,
    format: wgpu::TextureFormat,
    letters: bool,
) -> wgpu::RenderPipeline {
    let name = if letters { "letter" } else { "enlarge" };
    let attributes = wgpu::vertex_attr_array![0 => Float32x4, 1 => Float32x4, 2 => Float32x4];
    let buffers = [Some(wgpu::VertexBufferLayout {
        array_stride: size_of::<Letter>() as u64,
        step_mode: wgpu::VertexStepMode::Instance,
        attributes: &attributes,
    })];
    // An enlarged picture is in the target's own encoding already.
    let encode = letters && !format.is_srgb();
    let constants = [("encode_srgb", if encode { 1.0 } else { 0.0 })];
    let options = wgpu::PipelineCompilationOptions { constants: &constants, ..Default::default() };
    let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &[Some(layout)],
        immediate_size: 0,
    });
    let blend = letters.then_some(wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING);
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some(name),
        layout: Some(&pipeline_layout),
        vertex: wgpu::VertexState {
            module,
            entry_point: Some(&format!("{name}_vertex")),
            compilation_options: options.clone(),
            buffers: if letters { &buffers } else { &[] },
        },
        primitive: wgpu::PrimitiveState::default(),
        depth_stencil: None,
        multisample: wgpu::MultisampleState::default(),
        fragment: Some(wgpu::FragmentState {
            module,
            entry_point: Some(&format!("{name}_fragment")),
            compilation_options: options,
            targets: &[Some(wgpu::ColorTargetState { format, blend, write_mask: wgpu::ColorWrites::ALL })],
        }),
        multiview_mask: None,
        cache: None,
    })
}
