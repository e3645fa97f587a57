// The light on a surface: the low sun with its soft shadow, the sky above and the ground below.

@group(1) @binding(0) var shadow_map: texture_depth_2d;
@group(1) @binding(1) var shadow_sampler: sampler_comparison;

fn lit_at(uv: vec2<f32>, depth: f32) -> f32 {
    return textureSampleCompareLevel(shadow_map, shadow_sampler, uv, depth);
}

// The share of sunlight that arrives, 0 to 1: the mean over a square of 5 × 5 texels around the place, as nine
// bilinear reads whose weights follow the place inside its texel, so that edges are smooth ramps without steps.
fn sunlight(world: vec3<f32>, normal: vec3<f32>) -> f32 {
    let slope = 1.0 - clamp(dot(normal, frame.sun.xyz), 0.0, 1.0);
    let place = world + normal * frame.eye.w * (0.7 + 1.8 * slope);
    let clip = frame.light_projection * vec4<f32>(place, 1.0);
    let texel = (vec2<f32>(clip.x, -clip.y) * 0.5 + 0.5) * SHADOW_TEXELS - 0.5;
    let depth = clip.z - 0.00004;
    let corner = floor(texel);
    let f = texel - corner;

    let weight_x = vec3<f32>(2.0 - f.x, 2.0, 1.0 + f.x);
    let weight_y = vec3<f32>(2.0 - f.y, 2.0, 1.0 + f.y);
    let scale = 1.0 / SHADOW_TEXELS;
    let at_x = (vec3<f32>(-2.0 + 1.0 / weight_x.x, 0.5, 2.0 + f.x / weight_x.z) + corner.x + 0.5) * scale;
    let at_y = (vec3<f32>(-2.0 + 1.0 / weight_y.x, 0.5, 2.0 + f.y / weight_y.z) + corner.y + 0.5) * scale;

    var rows = vec3<f32>(0.0);
    rows.x = lit_at(vec2<f32>(at_x.x, at_y.x), depth) * weight_x.x
        + lit_at(vec2<f32>(at_x.y, at_y.x), depth) * weight_x.y
        + lit_at(vec2<f32>(at_x.z, at_y.x), depth) * weight_x.z;
    rows.y = lit_at(vec2<f32>(at_x.x, at_y.y), depth) * weight_x.x
        + lit_at(vec2<f32>(at_x.y, at_y.y), depth) * weight_x.y
        + lit_at(vec2<f32>(at_x.z, at_y.y), depth) * weight_x.z;
    rows.z = lit_at(vec2<f32>(at_x.x, at_y.z), depth) * weight_x.x
        + lit_at(vec2<f32>(at_x.y, at_y.z), depth) * weight_x.y
        + lit_at(vec2<f32>(at_x.z, at_y.z), depth) * weight_x.z;
    let arrived = dot(rows, weight_y) / 25.0;

    // Beyond the map everything is lit; the shadows fade out before its edge.
    let edge = max(abs(clip.x), abs(clip.y));
    return mix(arrived, 1.0, smoothstep(0.88, 0.98, edge));
}

// The colour of a matt surface. `normal` may be tilted by a bevel; `face_normal` is the true one.
fn surface(color: vec3<f32>, normal: vec3<f32>, face_normal: vec3<f32>, world: vec3<f32>, sheen: f32) -> vec3<f32> {
    let facing = dot(normal, frame.sun.xyz);
    var sun = 0.0;
    if facing > 0.0 {
        sun = sunlight(world, face_normal);
    }
    // Things near the ground see less of the sky.
    let near_ground = smoothstep(-0.05, 0.7, world.y);
    let open = mix(mix(0.62, 1.0, near_ground), 1.0, max(normal.y, 0.0));
    let ambient = mix(GROUND_AMBIENT, SKY_AMBIENT, normal.y * 0.5 + 0.5) * open;

    let view = normalize(frame.eye.xyz - world);
    let halfway = normalize(view + frame.sun.xyz);
    let shine = pow(max(dot(normal, halfway), 0.0), 40.0) * sheen * sun;
    let rim = pow(1.0 - max(dot(normal, view), 0.0), 4.0) * 0.10 * max(normal.y * 0.5 + 0.5, 0.0);

    return color * (SUN_LIGHT * max(facing, 0.0) * sun + ambient) + SUN_LIGHT * shine + SKY_AMBIENT * rim;
}

// A see-through surface, already mapped for display and multiplied by its cover: clear glass shows mostly its rim
// and the sun, milky glass its body.
fn see_through(
    color: vec4<f32>, cloudy: f32, edge: f32, normal: vec3<f32>, face_normal: vec3<f32>, world: vec3<f32>,
) -> vec4<f32> {
    let view = normalize(frame.eye.xyz - world);
    let grazing = pow(1.0 - abs(dot(normal, view)), 3.0);
    let milk = mix(color.rgb, mix(color.rgb, vec3<f32>(0.9), 0.55), cloudy);
    let body = hazed(surface(milk, normal, face_normal, world, 0.5), world - frame.eye.xyz);
    let cover = mix(color.a, max(color.a, 0.94), cloudy);
    let alpha = clamp(cover + (grazing * 0.45 + edge * 0.35) * (1.0 - cover) * min(color.a * 3.0, 1.0), 0.0, 1.0);
    let reflected = haze_color(reflect(-view, normal)) * grazing * 0.30 * min(color.a * 3.0, 1.0);
    return vec4<f32>(display(body + reflected) * alpha, alpha);
}
