// Shared by every shader: the frame's numbers, the sky's colours, the one light model and the tone curve.
// Colours are linear until `display` has mapped them.

struct Frame {
    view_projection: mat4x4<f32>,
    light_projection: mat4x4<f32>,
    // xyz the eye in metres; w the size of a shadow texel in metres.
    eye: vec4<f32>,
    // The picture's centre ray, and the offsets to its right and upper edge, all in world space. Along parallel rays depth is
    // ray_right.w less ray_up.w for each metre ahead.
    ray_forward: vec4<f32>,
    ray_right: vec4<f32>,
    ray_up: vec4<f32>,
    // Unit vectors: to the sun, and across the shadow map; light_right.w is depth per metre along the sun's rays.
    sun: vec4<f32>,
    // xy the unit vector to the sun's compass point, along x and z.
    sun_flat: vec4<f32>,
    // light_up.w is the number of texels along one side of the map.
    light_right: vec4<f32>,
    light_up: vec4<f32>,
    // xyz the middle of the shadow map in metres; w half its width.
    shadow_middle: vec4<f32>,
    // The picture's width and height in pixels; z the width of lines.
    screen: vec4<f32>,
    // The place that all rays go to: xyz the eye and w 1. Parallel rays have none: xyz their direction and w 0.
    viewer: vec4<f32>,
}

@group(0) @binding(0) var<uniform> frame: Frame;

// True when the target stores what it is given instead of encoding it as sRGB.
override encode_srgb: bool = false;

// Whether a pixel can be covered in part, since it has several samples.
override partial_cover: bool = true;
// What lower qualities do without: soft edges of shadows; rounded edges, and clouds.
override soft_shadows: bool = true;
override fine: bool = true;

// Nothing nearer than this is drawn, in metres.
const NEAR = 0.06;

const SUN_LIGHT = vec3<f32>(3.95, 2.85, 1.70);
const SKY_AMBIENT = vec3<f32>(0.47, 0.58, 0.82);
const GROUND_AMBIENT = vec3<f32>(0.34, 0.27, 0.20);

const ZENITH = vec3<f32>(0.09, 0.25, 0.62);
const MIDDLE_SKY = vec3<f32>(0.30, 0.52, 0.90);
const HORIZON_BY_SUN = vec3<f32>(1.45, 0.92, 0.50);
const HORIZON_OPPOSITE = vec3<f32>(0.84, 0.76, 0.76);
const SUN_GLOW = vec3<f32>(2.60, 1.20, 0.36);

struct Varyings {
    @builtin(position) clip: vec4<f32>,
    @location(0) world: vec3<f32>,
    @location(1) local: vec3<f32>,
    @location(2) @interpolate(flat) color: vec4<f32>,
    // Box: half its size. Sphere: the centre. w is the milkiness.
    @location(3) @interpolate(flat) shape: vec4<f32>,
    @location(4) @interpolate(flat) rotation: vec4<f32>,
    // Box: xyz the face's normal before turning, w the bevel's width. Sphere: w the radius.
    @location(5) @interpolate(flat) face: vec4<f32>,
    // Box: xyz the face's normal.
    @location(6) @interpolate(flat) normal: vec4<f32>,
}

struct Instance {
    // w is the bevel's width in metres.
    @location(0) pos: vec4<f32>,
    @location(1) rotation: vec4<f32>,
    // Half the size; w is the milkiness.
    @location(2) half_size: vec4<f32>,
    @location(3) color: vec4<f32>,
}

fn turn(q: vec4<f32>, v: vec3<f32>) -> vec3<f32> {
    let t = 2.0 * cross(q.xyz, v);
    return v + q.w * t + cross(q.xyz, t);
}

fn turn_back(q: vec4<f32>, v: vec3<f32>) -> vec3<f32> {
    return turn(vec4<f32>(-q.xyz, q.w), v);
}

// From a place towards the viewer; its length is the distance, unless rays are parallel.
fn to_viewer(place: vec3<f32>) -> vec3<f32> {
    return frame.viewer.xyz - place * frame.viewer.w;
}

fn is_parallel() -> bool {
    return frame.viewer.w == 0.0;
}

// How strongly a direction looks into the sun's glow, 0 to about 1.
fn glow(direction: vec3<f32>) -> f32 {
    let toward = max(dot(direction, frame.sun.xyz), 0.0);
    let to_2 = toward * toward;
    let to_4 = to_2 * to_2;
    let to_8 = to_4 * to_4;
    let to_16 = to_8 * to_8;
    return 0.22 * to_2 + 0.30 * to_8 + 0.48 * to_16 * to_16 * to_16;
}

// The air near the horizon, which distant things fade into.
fn haze_color(direction: vec3<f32>) -> vec3<f32> {
    let level = max(dot(direction.xz, direction.xz), 1e-8);
    let side = dot(direction.xz, frame.sun_flat.xy) * inverseSqrt(level) * 0.5 + 0.5;
    return mix(HORIZON_OPPOSITE, HORIZON_BY_SUN, side * side) + SUN_GLOW * 0.25 * glow(direction);
}

fn hazed(color: vec3<f32>, from_eye: vec3<f32>) -> vec3<f32> {
    let distance = length(from_eye);
    let share = 1.0 - exp(-max(distance - 4.0, 0.0) * 0.0048);
    return mix(color, haze_color(from_eye / max(distance, 1e-4)), share);
}

// Colours as the target stores them: the sRGB curve, fitted by roots, which are cheaper than its power. It errs by one
// step of 255, and three in near black.
fn encoded(shown: vec3<f32>) -> vec3<f32> {
    if !encode_srgb {
        return shown;
    }
    let root_2 = sqrt(max(shown, vec3<f32>(0.0)));
    let root_4 = sqrt(root_2);
    let fitted = 0.8275 * root_2 + 0.4730 * root_4 - 0.2304 * sqrt(root_4) - 0.0701 * shown;
    return max(fitted, vec3<f32>(0.0));
}

// Light as the target stores it: a sigmoid over log exposure, per channel, on slightly mixed primaries so that bright
// colours drift to white instead of clipping in one channel. The sigmoid and the sRGB curve are one fraction of roots,
// fitted to x^1.25 / (x^1.25 + 0.75) · 1.07 on that curve.
fn display(exposed: vec3<f32>) -> vec3<f32> {
    let grey_weights = vec3<f32>(0.25, 0.55, 0.20);
    let mixed = max(mix(exposed, vec3<f32>(dot(exposed, grey_weights)), 0.08), vec3<f32>(0.0));
    let root = sqrt(mixed);
    let mapped = (0.3136 * root + 3.1614 * mixed) / (1.0 + 0.315 * root + 3.008 * mixed);
    let shown = clamp(mix(vec3<f32>(dot(mapped, grey_weights)), mapped, 1.12), vec3<f32>(0.0), vec3<f32>(1.0));
    if !encode_srgb {
        // Such a target encodes by itself: back to light, by a cubic.
        return shown * (shown * (shown * 0.3079 + 0.6792) + 0.0129);
    }
    return shown;
}
