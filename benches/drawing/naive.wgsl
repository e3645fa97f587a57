// What a first attempt looks like: meshes, one light, a shadow map read nine times.

struct Frame {
    view_projection: mat4x4<f32>,
    light_projection: mat4x4<f32>,
    to_sun: vec4<f32>,
}

@group(0) @binding(0) var<uniform> frame: Frame;
@group(1) @binding(0) var shadow_map: texture_depth_2d;
@group(1) @binding(1) var shadow_sampler: sampler_comparison;

struct Vertex {
    @location(0) pos: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) model_0: vec4<f32>,
    @location(3) model_1: vec4<f32>,
    @location(4) model_2: vec4<f32>,
    @location(5) model_3: vec4<f32>,
    @location(6) color: vec4<f32>,
}

struct Varyings {
    @builtin(position) clip: vec4<f32>,
    @location(0) world: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) color: vec3<f32>,
}

fn model(in: Vertex) -> mat4x4<f32> {
    return mat4x4<f32>(in.model_0, in.model_1, in.model_2, in.model_3);
}

@vertex
fn vertex(in: Vertex) -> Varyings {
    let world = model(in) * vec4<f32>(in.pos, 1.0);
    var out: Varyings;
    out.clip = frame.view_projection * world;
    out.world = world.xyz;
    out.normal = (model(in) * vec4<f32>(in.normal, 0.0)).xyz;
    out.color = in.color.rgb;
    return out;
}

@vertex
fn shadow_vertex(in: Vertex) -> @builtin(position) vec4<f32> {
    return frame.light_projection * model(in) * vec4<f32>(in.pos, 1.0);
}

@fragment
fn fragment(in: Varyings) -> @location(0) vec4<f32> {
    let normal = normalize(in.normal);
    let clip = frame.light_projection * vec4<f32>(in.world, 1.0);
    let at = vec2<f32>(clip.x, -clip.y) * 0.5 + 0.5;
    var lit = 0.0;
    for (var y = -1; y <= 1; y++) {
        for (var x = -1; x <= 1; x++) {
            let place = at + vec2<f32>(f32(x), f32(y)) / 2048.0;
            lit += textureSampleCompareLevel(shadow_map, shadow_sampler, place, clip.z - 0.002);
        }
    }
    let sun = max(dot(normal, frame.to_sun.xyz), 0.0) * lit / 9.0;
    let sky = mix(0.25, 0.45, normal.y * 0.5 + 0.5);
    return vec4<f32>(in.color * (sun + sky), 1.0);
}
