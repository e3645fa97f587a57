//! Shaders and pipelines: everything about drawing that depends on the target's format and the quality, and not on the
//! scene.

use super::instances::{Instance, Kind};
use super::quality::Quality;
use super::wires::Wire;

pub(super) const DEPTH_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;
pub(super) const SHADOW_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;

const SHADOW_SOURCE: [&str; 2] =
    [include_str!("../../shaders/common.wgsl"), include_str!("../../shaders/light.wgsl")];
const BOX_SOURCE: &str = include_str!("../../shaders/box.wgsl");
const SPHERE_SOURCE: &str = include_str!("../../shaders/sphere.wgsl");
const SKY_SOURCE: &str = include_str!("../../shaders/sky.wgsl");
const WIRE_SOURCE: &str = include_str!("../../shaders/wire.wgsl");

/// The two triangles of each of a box's three visible faces; the first two are a ball's.
pub(super) const FACE_INDICES: [u16; 18] = [0, 1, 2, 2, 1, 3, 4, 5, 6, 6, 5, 7, 8, 9, 10, 10, 9, 11];
/// Edges of a box, and straight pieces of three circles, by two triangles each.
const WIRE_BOX_VERTICES: u32 = 12 * 6;
const WIRE_SPHERE_VERTICES: u32 = 3 * 32 * 6;

/// What outlives a change of quality.
pub(super) struct Layouts {
    /// Group 0: the frame's numbers.
    pub frame: wgpu::BindGroupLayout,
    /// Group 1: the shadow map and how to read it.
    pub shadow: wgpu::BindGroupLayout,
}

/// The part of a quality that pipelines are made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Making {
    samples: u32,
    soft_shadows: bool,
    fine: bool,
}

/// The pipelines for one format of target and one quality.
pub(super) struct Pipelines {
    pub making: Making,
    pub sky: wgpu::RenderPipeline,
    pub boxes: ShapePipelines,
    pub spheres: ShapePipelines,
    pub lines: WirePipeline,
    pub wire_boxes: WirePipeline,
    pub wire_spheres: WirePipeline,
}

pub(super) struct WirePipeline {
    pub pipeline: wgpu::RenderPipeline,
    /// Vertices of one instance.
    pub vertices: u32,
}

/// The three ways of drawing one shape.
pub(super) struct ShapePipelines {
    pub shadow: wgpu::RenderPipeline,
    pub solid: wgpu::RenderPipeline,
    pub see_through: wgpu::RenderPipeline,
    /// How many of [`FACE_INDICES`] one instance takes.
    pub indices: u32,
}

/// What an instance of a pipeline is.
#[derive(Clone, Copy)]
enum Each {
    Nothing,
    Shape,
    Wire,
}

/// What differs between pipelines.
struct Recipe<'a> {
    label: &'a str,
    layout: &'a wgpu::PipelineLayout,
    module: &'a wgpu::ShaderModule,
    vertex: &'a str,
    fragment: Option<&'a str>,
    each: Each,
    color: Option<wgpu::ColorTargetState>,
    depth: wgpu::DepthStencilState,
    samples: u32,
    alpha_to_coverage: bool,
    making: Making,
}

impl Layouts {
    pub fn new(device: &wgpu::Device) -> Layouts {
        Layouts { frame: frame_layout(device), shadow: shadow_layout(device) }
    }
}

impl Making {
    pub fn of(quality: &Quality) -> Making {
        Making { samples: quality.samples, soft_shadows: quality.shadow_softness > 1, fine: quality.fine }
    }
}

impl Pipelines {
    pub fn new(
        device: &wgpu::Device,
        layouts: &Layouts,
        format: wgpu::TextureFormat,
        making: Making,
    ) -> Pipelines {
        let casting = layout(device, &[Some(&layouts.frame)]);
        let lit = layout(device, &[Some(&layouts.frame), Some(&layouts.shadow)]);
        let [common, light] = SHADOW_SOURCE;
        let box_module = module(device, "boxes", &[common, light, BOX_SOURCE]);
        let sphere_module = module(device, "spheres", &[common, light, SPHERE_SOURCE]);
        let sky_module = module(device, "sky", &[common, SKY_SOURCE]);
        let wire_module = module(device, "wires", &[common, WIRE_SOURCE]);
        let samples = making.samples;

        let shape = |name: &str, module: &wgpu::ShaderModule, indices, smooth_outline: bool| {
            let shadow_fragment = format!("{name}_shadow_fragment");
            let recipe = Recipe {
                label: name,
                layout: &lit,
                module,
                vertex: &format!("{name}_vertex"),
                fragment: Some(&format!("{name}_fragment")),
                each: Each::Shape,
                color: Some(target(format, None)),
                depth: depth(DEPTH_FORMAT, true, wgpu::CompareFunction::Greater),
                samples,
                alpha_to_coverage: smooth_outline && samples > 1,
                making,
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
                indices,
            }
        };
        let behind = Recipe {
            label: "sky",
            layout: &casting,
            module: &sky_module,
            vertex: "sky_vertex",
            fragment: Some("sky_fragment"),
            each: Each::Nothing,
            color: Some(target(format, None)),
            depth: depth(DEPTH_FORMAT, false, wgpu::CompareFunction::GreaterEqual),
            samples,
            alpha_to_coverage: false,
            making,
        };
        let wire = |vertex, vertices| WirePipeline {
            pipeline: pipeline(
                device,
                &Recipe {
                    label: "wires",
                    module: &wire_module,
                    vertex,
                    fragment: Some("wire_fragment"),
                    each: Each::Wire,
                    color: Some(target(format, Some(wgpu::BlendState::PREMULTIPLIED_ALPHA_BLENDING))),
                    depth: depth(DEPTH_FORMAT, false, wgpu::CompareFunction::GreaterEqual),
                    ..behind
                },
            ),
            vertices,
        };

        Pipelines {
            boxes: shape("box", &box_module, 18, false),
            spheres: shape("sphere", &sphere_module, 6, true),
            lines: wire("line_vertex", 6),
            wire_boxes: wire("wire_box_vertex", WIRE_BOX_VERTICES),
            wire_spheres: wire("wire_sphere_vertex", WIRE_SPHERE_VERTICES),
            sky: pipeline(device, &behind),
            making,
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
    let shape = wgpu::vertex_attr_array![0 => Float32x4, 1 => Float32x4, 2 => Float32x4, 3 => Float32x4];
    let wire = wgpu::vertex_attr_array![0 => Float32x4, 1 => Float32x4, 2 => Float32x4];
    let buffer = match recipe.each {
        Each::Nothing => None,
        Each::Shape => Some((size_of::<Instance>(), &shape[..])),
        Each::Wire => Some((size_of::<Wire>(), &wire[..])),
    };
    let buffers: Vec<_> = buffer
        .map(|(stride, attributes)| {
            Some(wgpu::VertexBufferLayout {
                array_stride: stride as u64,
                step_mode: wgpu::VertexStepMode::Instance,
                attributes,
            })
        })
        .into_iter()
        .collect();
    let number = |on| if on { 1.0 } else { 0.0 };
    // A format that does not encode sRGB by itself gets colours that already are.
    let encode = recipe.color.as_ref().is_some_and(|target| !target.format.is_srgb());
    let constants = [
        ("encode_srgb", number(encode)),
        ("partial_cover", number(recipe.making.samples > 1)),
        ("soft_shadows", number(recipe.making.soft_shadows)),
        ("fine", number(recipe.making.fine)),
    ];
    let targets = [recipe.color.clone()];
    let options = wgpu::PipelineCompilationOptions { constants: &constants, ..Default::default() };
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some(recipe.label),
        layout: Some(recipe.layout),
        vertex: wgpu::VertexState {
            module: recipe.module,
            entry_point: Some(recipe.vertex),
            compilation_options: options.clone(),
            buffers: &buffers,
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
