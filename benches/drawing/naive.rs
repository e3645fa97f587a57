//! A first attempt at drawing the same bodies, to measure against: cubes of 12 triangles and spheres of 480, instanced;
//! the shadow map of 2048² drawn anew each frame; 4× MSAA; one light with shadows read nine times; a plain sky.

use glam::{Mat4, Vec3, Vec4};
use moonyard::render::Scene;
use std::time::{Duration, Instant};
use wgpu::util::DeviceExt;

const COLOR: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8UnormSrgb;
const DEPTH: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;
const SHADOW_TEXELS: u32 = 2048;
const SAMPLES: u32 = 4;

#[repr(C)]
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
struct Instance {
    model: Mat4,
    color: Vec4,
}

struct Mesh {
    vertices: wgpu::Buffer,
    indices: wgpu::Buffer,
    count: u32,
}

pub struct Naive {
    device: wgpu::Device,
    queue: wgpu::Queue,
    frame: wgpu::Buffer,
    frame_group: wgpu::BindGroup,
    shadow_frame_group: wgpu::BindGroup,
    shadow: wgpu::TextureView,
    shadow_group: wgpu::BindGroup,
    shadow_pipeline: wgpu::RenderPipeline,
    pipeline: wgpu::RenderPipeline,
    cube: Mesh,
    sphere: Mesh,
    sampled: wgpu::TextureView,
    target: wgpu::TextureView,
    depth: wgpu::TextureView,
}

impl Naive {
    pub fn new((width, height): (u32, u32)) -> Naive {
        let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
        descriptor.backends = wgpu::Backends::VULKAN;
        descriptor.flags = wgpu::InstanceFlags::empty();
        let instance = wgpu::Instance::new(descriptor);
        let options = wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            ..Default::default()
        };
        let adapter = pollster::block_on(instance.request_adapter(&options)).expect("a Vulkan driver");
        let (device, queue) =
            pollster::block_on(adapter.request_device(&Default::default())).expect("a device");
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: None,
            source: wgpu::ShaderSource::Wgsl(include_str!("naive.wgsl").into()),
        });
        let texture = |width, height, format, samples, usage| {
            let texture = device.create_texture(&wgpu::TextureDescriptor {
                label: None,
                size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
                mip_level_count: 1,
                sample_count: samples,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage: wgpu::TextureUsages::RENDER_ATTACHMENT | usage,
                view_formats: &[],
            });
            texture.create_view(&Default::default())
        };
        let none = wgpu::TextureUsages::empty();
        let shadow = texture(SHADOW_TEXELS, SHADOW_TEXELS, DEPTH, 1, wgpu::TextureUsages::TEXTURE_BINDING);
        let frame = device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: 144,
            usage: wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let pipeline = |vertex: &str, picture: bool| {
            let mesh = wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x3];
            let each = wgpu::vertex_attr_array![2 => Float32x4, 3 => Float32x4, 4 => Float32x4, 5 => Float32x4, 6 => Float32x4];
            let layout = |stride, step_mode, attributes| {
                Some(wgpu::VertexBufferLayout { array_stride: stride, step_mode, attributes })
            };
            device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
                label: None,
                layout: None,
                vertex: wgpu::VertexState {
                    module: &module,
                    entry_point: Some(vertex),
                    compilation_options: Default::default(),
                    buffers: &[
                        layout(24, wgpu::VertexStepMode::Vertex, &mesh[..]),
                        layout(size_of::<Instance>() as u64, wgpu::VertexStepMode::Instance, &each[..]),
                    ],
                },
                primitive: wgpu::PrimitiveState {
                    cull_mode: picture.then_some(wgpu::Face::Back),
                    ..Default::default()
                },
                depth_stencil: Some(wgpu::DepthStencilState {
                    format: DEPTH,
                    depth_write_enabled: Some(true),
                    depth_compare: Some(wgpu::CompareFunction::Less),
                    stencil: Default::default(),
                    bias: Default::default(),
                }),
                multisample: wgpu::MultisampleState {
                    count: if picture { SAMPLES } else { 1 },
                    ..Default::default()
                },
                fragment: picture.then_some(wgpu::FragmentState {
                    module: &module,
                    entry_point: Some("fragment"),
                    compilation_options: Default::default(),
                    targets: &[Some(COLOR.into())],
                }),
                multiview_mask: None,
                cache: None,
            })
        };
        let (shadow_pipeline, pipeline) = (pipeline("shadow_vertex", false), pipeline("vertex", true));
        let sampler = device.create_sampler(&wgpu::SamplerDescriptor {
            mag_filter: wgpu::FilterMode::Linear,
            min_filter: wgpu::FilterMode::Linear,
            compare: Some(wgpu::CompareFunction::LessEqual),
            ..Default::default()
        });
        let group = |pipeline: &wgpu::RenderPipeline, index, resources: Vec<wgpu::BindingResource<'_>>| {
            let entries: Vec<_> = (0..)
                .zip(resources)
                .map(|(binding, resource)| wgpu::BindGroupEntry { binding, resource })
                .collect();
            device.create_bind_group(&wgpu::BindGroupDescriptor {
                label: None,
                layout: &pipeline.get_bind_group_layout(index),
                entries: &entries,
            })
        };
        let shadow_group = group(
            &pipeline,
            1,
            vec![wgpu::BindingResource::TextureView(&shadow), wgpu::BindingResource::Sampler(&sampler)],
        );
        let frame_group = group(&pipeline, 0, vec![frame.as_entire_binding()]);
        // The shadow pipeline's layout is its own, made from its shader.
        let shadow_frame_group = group(&shadow_pipeline, 0, vec![frame.as_entire_binding()]);
        let mesh = |(vertices, indices): (Vec<[Vec3; 2]>, Vec<u32>)| Mesh {
            count: indices.len() as u32,
            vertices: device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
                label: None,
                contents: bytemuck::cast_slice(&vertices),
                usage: wgpu::BufferUsages::VERTEX,
            }),
            indices: device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
                label: None,
                contents: bytemuck::cast_slice(&indices),
                usage: wgpu::BufferUsages::INDEX,
            }),
        };
        let (cube, sphere) = (mesh(cube()), mesh(sphere()));
        assert_eq!((cube.count, sphere.count), (12 * 3, 480 * 3));
        Naive {
            sampled: texture(width, height, COLOR, SAMPLES, none),
            target: texture(width, height, COLOR, 1, wgpu::TextureUsages::COPY_SRC),
            depth: texture(width, height, DEPTH, SAMPLES, none),
            shadow,
            shadow_group,
            frame,
            frame_group,
            shadow_frame_group,
            shadow_pipeline,
            pipeline,
            cube,
            sphere,
            device,
            queue,
        }
    }

    /// Draws a scene and waits until it is done.
    pub fn draw(&mut self, scene: &Scene, aspect: f32) -> Duration {
        let began = Instant::now();
        let camera = &scene.camera;
        let projection = glam::camera::rh::proj::directx::perspective(
            camera.fov_y_degrees.to_radians(),
            aspect,
            0.1,
            200.0,
        );
        let view = glam::camera::rh::view::look_at_mat4(camera.eye, camera.eye + camera.forward, Vec3::Y);
        let to_sun = Vec3::new(-0.70, 0.53, 0.48).normalize();
        let light = glam::camera::rh::proj::directx::orthographic(-34.0, 34.0, -34.0, 34.0, 1.0, 140.0)
            * glam::camera::rh::view::look_at_mat4(to_sun * 70.0, Vec3::ZERO, Vec3::Y);
        let mut uniform = Vec::new();
        uniform.extend_from_slice(bytemuck::bytes_of(&(projection * view)));
        uniform.extend_from_slice(bytemuck::bytes_of(&light));
        uniform.extend_from_slice(bytemuck::bytes_of(&to_sun.extend(0.0)));
        self.queue.write_buffer(&self.frame, 0, &uniform);

        let cubes = scene.boxes.iter().map(|it| Instance {
            model: Mat4::from_scale_rotation_translation(it.size * 0.5, it.rotation, it.pos),
            color: it.color.extend(1.0),
        });
        let spheres = scene.spheres.iter().map(|it| Instance {
            model: Mat4::from_scale_rotation_translation(Vec3::splat(it.radius), it.rotation, it.pos),
            color: it.color.extend(1.0),
        });
        let buffers = [cubes.collect::<Vec<_>>(), spheres.collect()].map(|instances| {
            let buffer = self.device.create_buffer_init(&wgpu::util::BufferInitDescriptor {
                label: None,
                contents: bytemuck::cast_slice(&instances),
                usage: wgpu::BufferUsages::VERTEX,
            });
            (buffer, instances.len() as u32)
        });
        let mut encoder = self.device.create_command_encoder(&Default::default());
        let depth = |view| wgpu::RenderPassDepthStencilAttachment {
            view,
            depth_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Clear(1.0), store: wgpu::StoreOp::Store }),
            stencil_ops: None,
        };
        let draw = |pass: &mut wgpu::RenderPass<'_>| {
            for (mesh, (buffer, count)) in [&self.cube, &self.sphere].into_iter().zip(&buffers) {
                pass.set_vertex_buffer(0, mesh.vertices.slice(..));
                pass.set_vertex_buffer(1, buffer.slice(..));
                pass.set_index_buffer(mesh.indices.slice(..), wgpu::IndexFormat::Uint32);
                pass.draw_indexed(0..mesh.count, 0, 0..*count);
            }
        };
        {
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                depth_stencil_attachment: Some(depth(&self.shadow)),
                ..Default::default()
            });
            pass.set_pipeline(&self.shadow_pipeline);
            pass.set_bind_group(0, &self.shadow_frame_group, &[]);
            draw(&mut pass);
        }
        {
            let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
                color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                    view: &self.sampled,
                    depth_slice: None,
                    resolve_target: Some(&self.target),
                    ops: wgpu::Operations {
                        load: wgpu::LoadOp::Clear(wgpu::Color { r: 0.3, g: 0.5, b: 0.9, a: 1.0 }),
                        store: wgpu::StoreOp::Discard,
                    },
                })],
                depth_stencil_attachment: Some(depth(&self.depth)),
                ..Default::default()
            });
            pass.set_pipeline(&self.pipeline);
            pass.set_bind_group(0, &self.frame_group, &[]);
            pass.set_bind_group(1, &self.shadow_group, &[]);
            draw(&mut pass);
        }
        self.queue.submit([encoder.finish()]);
        self.device.poll(wgpu::PollType::wait_indefinitely()).expect("the driver draws");
        began.elapsed()
    }
}

/// Places and normals of a cube from −1 to 1, and its triangles.
fn cube() -> (Vec<[Vec3; 2]>, Vec<u32>) {
    let (mut vertices, mut indices) = (Vec::new(), Vec::new());
    for (normal, u) in [(Vec3::X, Vec3::Y), (Vec3::Y, Vec3::Z), (Vec3::Z, Vec3::X)] {
        for normal in [normal, -normal] {
            let v = normal.cross(u);
            let first = vertices.len() as u32;
            vertices.extend([-u - v, u - v, u + v, v - u].map(|corner| [normal + corner, normal]));
            indices.extend([0, 1, 2, 0, 2, 3].map(|corner| first + corner));
        }
    }
    (vertices, indices)
}

/// The same of a sphere of radius 1: 24 slices of 11 rings, the outermost of single triangles.
fn sphere() -> (Vec<[Vec3; 2]>, Vec<u32>) {
    let (slices, rings) = (24_u32, 11_u32);
    let (mut vertices, mut indices) = (Vec::new(), Vec::new());
    for ring in 0..=rings {
        let (sin_down, cos_down) = (ring as f32 / rings as f32 * std::f32::consts::PI).sin_cos();
        for slice in 0..=slices {
            let (sin, cos) = (slice as f32 / slices as f32 * std::f32::consts::TAU).sin_cos();
            let place = Vec3::new(sin_down * cos, cos_down, sin_down * sin);
            vertices.push([place, place]);
        }
    }
    for ring in 0..rings {
        for slice in 0..slices {
            let above = ring * (slices + 1) + slice;
            let below = above + slices + 1;
            if ring > 0 {
                indices.extend([above, above + 1, below + 1]);
            }
            if ring < rings - 1 {
                indices.extend([above, below + 1, below]);
            }
        }
    }
    (vertices, indices)
}
