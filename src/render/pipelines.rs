//! Shaders and pipelines: everything about drawing that depends on the target's format and not on the scene.

use super::instances::{Instance, Kind};

/// Samples per pixel; every driver that we use offers four and no other number above one.
pub(super) const SAMPLES: u32 = 4;
pub(super) const DEPTH_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;
pub(super) const SHADOW_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;

const SHADOW_SOURCE: [&str; 2] =
    [include_str!("../../shaders/common.wgsl"), include_str!("../../shaders/light.wgsl")];
const BOX_SOURCE: &str = include_str!("../../shaders/box.wgsl");
const SPHERE_SOURCE: &str = include_str!("../../shaders/sphere.wgsl");
const SKY_SOURCE: &str = include_str!("../../shaders/sky.wgsl");

/// The pipelines for one format of target.
pub(super) struct Pipelines {
    /// Group 0: the frame's numbers.
    pub frame_layout: wgpu::BindGroupLayout,
    /// Group 1: the shadow map and how to read it.
    pub shadow_layout: wgpu::BindGroupLayout,
    pub sky: wgpu::RenderPipeline,
    pub boxes: ShapePipelines,
    pub spheres: ShapePipelines,
}

/// The three ways of drawing one shape.
pub(super) struct ShapePipelines {
    pub shadow: wgpu::RenderPipeline,
    pub solid: wgpu::RenderPipeline,
    pub see_through: wgpu::RenderPipeline,
    /// Vertices of one instance.
    pub vertices: u32,
}

/// What differs between pipelines.
struct Recipe<'a> {
    label: &'a str,
    layout: &'a wgpu::PipelineLayout,
    module: &'a wgpu::ShaderModule,
    vertex: &'a str,
    fragment: Option<&'a str>,
    instanced: bool,
    color: Option<wgpu::ColorTargetState>,
    depth: wgpu::DepthStencilState,
    samples: u32,
    alpha_to_coverage: bool,
}

impl Pipelines {
    pub fn new(device: &wgpu::Device, format: wgpu::TextureFormat) -> Pipelines {
        let frame_layout = frame_layout(device);
        let shadow_layout = shadow_layout(device);
        let casting = layout(device, &[Some(&frame_layout)]);
        let lit = layout(device, &[Some(&frame_layout), Some(&shadow_layout)]);
        let [common, light] = SHADOW_SOURCE;
        let box_module = module(device, "boxes", &[common, light, BOX_SOURCE]);
        let sphere_module = module(device, "spheres", &[common, light, SPHERE_SOURCE]);
        let sky_module = module(device, "sky", &[common, SKY_SOURCE]);

        let shape = |name: &str, module: &wgpu::ShaderModule, vertices, smooth_outline| {
            let shadow_fragment = format!("{name}_shadow_fragment");
            let recipe = Recipe {
                label: name,
                layout: &lit,
                module,
                vertex: &format!("{name}_vertex"),
                fragment: Some(&format!("{name}_fragment")),
                instanced: true,
                color: Some(target(format, None)),
                depth: depth(DEPTH_FORMAT, true, wgpu::CompareFunction::Greater),
                samples: SAMPLES,
                alpha_to_coverage: smooth_outline,
            };
            ShapePipelines {
                solid: pipeline(device, &recipe),
                see_through: pipeline(
                    device,
                    &Recipe {
                        fragment: Some(&format!("glass_{name}_fragment")),
                        color: Some(target(format, Some(wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING))),
                        depth: depth(DEPTH_FORMAT, false, wgpu::CompareFunction::Greater),
                        alpha_to_coverage: false,
                        ..recipe
                    },
                ),
                shadow: pipeline(
                    device,
                    &Recipe {
                        layout: &casting,
                        vertex: &format!("{name}_shadow_vertex"),
                        fragment: smooth_outline.then_some(shadow_fragment.as_str()),
                        color: None,
                        depth: depth(SHADOW_FORMAT, true, wgpu::CompareFunction::Less),
                        samples: 1,
                        alpha_to_coverage: false,
                        ..recipe
                    },
                ),
                vertices,
            }
        };

        Pipelines {
            boxes: shape("box", &box_module, 18, false),
            spheres: shape("sphere", &sphere_module, 6, true),
            sky: pipeline(
                device,
                &Recipe {
                    label: "sky",
                    layout: &casting,
                    module: &sky_module,
                    vertex: "sky_vertex",
                    fragment: Some("sky_fragment"),
                    instanced: false,
                    color: Some(target(format, None)),
                    depth: depth(DEPTH_FORMAT, false, wgpu::CompareFunction::GreaterEqual),
                    samples: SAMPLES,
                    alpha_to_coverage: false,
                },
            ),
            frame_layout,
            shadow_layout,
        }
    }

    pub fn of(&self, kind: Kind) -> &ShapePipelines {
        match kind {
            Kind::Box => &self.boxes,
            Kind::Sphere => &self.spheres,
        }
    }
}

fn module(device: &wgpu::Device, label: &str, parts: &[&str]) -> wgpu::ShaderModule {
    device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some(label),
        source: wgpu::ShaderSource::Wgsl(parts.concat().into()),
    })
}

fn layout(device: &wgpu::Device, groups: &[Option<&wgpu::BindGroupLayout>]) -> wgpu::PipelineLayout {
    device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: groups,
        immediate_size: 0,
    })
}

fn frame_layout(device: &wgpu::Device) -> wgpu::BindGroupLayout {
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some("frame"),
        entries: &[wgpu::BindGroupLayoutEntry {
            binding: 0,
            visibility: wgpu::ShaderStages::VERTEX_FRAGMENT,
            ty: wgpu::BindingType::Buffer {
                ty: wgpu::BufferBindingType::Uniform,
                has_dynamic_offset: false,
                min_binding_size: None,
            },
            count: None,
        }],
    })
}

fn shadow_layout(device: &wgpu::Device) -> wgpu::BindGroupLayout {
    let entry = |binding, ty| wgpu::BindGroupLayoutEntry {
        binding,
        visibility: wgpu::ShaderStages::FRAGMENT,
        ty,
        count: None,
    };
    let map = wgpu::BindingType::Texture {
        sample_type: wgpu::TextureSampleType::Depth,
        view_dimension: wgpu::TextureViewDimension::D2,
        multisampled: false,
    };
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
        label: Some("shadow"),
        entries: &[entry(0, map), entry(1, wgpu::BindingType::Sampler(wgpu::SamplerBindingType::Comparison))],
    })
}

fn target(format: wgpu::TextureFormat, blend: Option<wgpu::BlendState>) -> wgpu::ColorTargetState {
    wgpu::ColorTargetState { format, blend, write_mask: wgpu::ColorWrites::ALL }
}

fn depth(
    format: wgpu::TextureFormat,
    write: bool,
    compare: wgpu::CompareFunction,
) -> wgpu::DepthStencilState {
    wgpu::DepthStencilState {
        format,
        depth_write_enabled: Some(write),
        depth_compare: Some(compare),
        stencil: wgpu::StencilState::default(),
        bias: wgpu::DepthBiasState::default(),
    }
}

fn pipeline(device: &wgpu::Device, recipe: &Recipe<'_>) -> wgpu::RenderPipeline {
    let attributes = wgpu::vertex_attr_array![0 => Float32x4, 1 => Float32x4, 2 => Float32x4, 3 => Float32x4];
    let instances = [Some(wgpu::VertexBufferLayout {
        array_stride: size_of::<Instance>() as u64,
        step_mode: wgpu::VertexStepMode::Instance,
        attributes: &attributes,
    })];
    // A format that does not encode sRGB by itself gets colours that already are.
    let encode = recipe.color.as_ref().is_some_and(|target| !target.format.is_srgb());
    let constants = [("encode_srgb", if encode { 1.0 } else { 0.0 })];
    let targets = [recipe.color.clone()];
    let options = wgpu::PipelineCompilationOptions { constants: &constants, ..Default::default() };
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some(recipe.label),
        layout: Some(recipe.layout),
        vertex: wgpu::VertexState {
            module: recipe.module,
            entry_point: Some(recipe.vertex),
            compilation_options: options.clone(),
            buffers: if recipe.instanced { &instances } else { &[] },
        },
        primitive: wgpu::PrimitiveState::default(),
        depth_stencil: Some(recipe.depth.clone()),
        multisample: wgpu::MultisampleState {
            count: recipe.samples,
            mask: !0,
            alpha_to_coverage_enabled: recipe.alpha_to_coverage,
        },
        fragment: recipe.fragment.map(|entry| wgpu::FragmentState {
            module: recipe.module,
            entry_point: Some(entry),
            compilation_options: options,
            targets: if recipe.color.is_some() { &targets } else { &[] },
        }),
        multiview_mask: None,
        cache: None,
    })
}
