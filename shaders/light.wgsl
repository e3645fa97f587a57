// The light on a surface: the low sun with its soft shadow, the sky above and the ground below.

@group(1) @binding(0) var shadow_map: texture_depth_2d;
@group(1) @binding(1) var shadow_sampler: sampler_comparison;

// How the depth of a flat surface changes across the shadow map, per texel.
fn depth_slope(normal: vec3<f32>) -> vec2<f32> {
    let across = vec2<f32>(dot(normal, frame.light_right.xyz), -dot(normal, frame.light_up.xyz));
    let rise = across / max(dot(normal, frame.sun.xyz), 0.08);
    return rise * frame.eye.w * frame.light_right.w;
}

// One read of the shadow map, bilinear, at a place in texels that lies `off` texels from where the depth is `depth`.
fn read_shadow(at: vec2<f32>, off: vec2<f32>, depth: f32, slope: vec2<f32>) -> f32 {
    let place = (at + 0.5) / frame.light_up.w;
    return textureSampleCompareLevel(shadow_map, shadow_sampler, place, depth + dot(off, slope));
}

// The share of sunlight that arrives, 0 to 1: the mean over a square of 3 × 3 texels around the place and smooth in
// between, as four bilinear reads whose weights follow the place inside its texel, so that edges are ramps without
// steps. Each read compares with the depth of the surface's own plane there, so that a surface does not shade itself.
fn sunlight(world: vec3<f32>, normal: vec3<f32>, slope: vec2<f32>) -> f32 {
    let steep = 1.0 - clamp(dot(normal, frame.sun.xyz), 0.0, 1.0);
    let place = world + normal * frame.eye.w * (0.35 + 1.1 * steep);
    let clip = frame.light_projection * vec4<f32>(place, 1.0);
    let texels = frame.light_up.w;
    let at_map = vec2<f32>(clip.x, -clip.y) * 0.5 + 0.5;
    // Beyond the map everything is lit; the shadows fade out before its edge.
    let beyond = clamp(max(abs(clip.x), abs(clip.y)) * 14.0 - 12.9, 0.0, 1.0);
    if !soft_shadows {
        let lit = textureSampleCompareLevel(shadow_map, shadow_sampler, at_map, clip.z - 0.0002);
        return mix(lit, 1.0, beyond);
    }
    let texel = at_map * texels - 0.5;
    let corner = floor(texel);
    let f = texel - corner;
    let depth = clip.z - 0.00003;

    // The four texels across weigh 1 − f, 1, 1, f; each read takes two of them at once.
    let low_weight = 2.0 - f;
    let high_weight = 1.0 + f;
    let low = corner - 1.0 + 1.0 / low_weight;
    let high = corner + 1.0 + f / high_weight;
    let a = read_shadow(low, low - texel, depth, slope) * low_weight.x * low_weight.y;
    let b = read_shadow(vec2<f32>(high.x, low.y), vec2<f32>(high.x, low.y) - texel, depth, slope)
        * high_weight.x * low_weight.y;
    let c = read_shadow(vec2<f32>(low.x, high.y), vec2<f32>(low.x, high.y) - texel, depth, slope)
        * low_weight.x * high_weight.y;
    let d = read_shadow(high, high - texel, depth, slope) * high_weight.x * high_weight.y;
    return mix((a + b + c + d) / 9.0, 1.0, beyond);
}

// The colour of a matt surface. `normal` may be tilted by a bevel; `face_normal` is the true one, and
// `slope` its depth slope (zero for round things, which never shade themselves).
fn surface(
    color: vec3<f32>, normal: vec3<f32>, face_normal: vec3<f32>, slope: vec2<f32>, world: vec3<f32>, sheen: f32,
) -> vec3<f32> {
    let facing = dot(normal, frame.sun.xyz);
    let sun = select(0.0, sunlight(world, face_normal, slope), facing > 0.0);
    // Things near the ground see less of the sky.
    let near_ground = clamp(world.y * 1.35 + 0.05, 0.0, 1.0);
    let open = mix(mix(0.62, 1.0, near_ground), 1.0, max(normal.y, 0.0));
    let ambient = mix(GROUND_AMBIENT, SKY_AMBIENT, normal.y * 0.5 + 0.5) * open;

    let view = normalize(to_viewer(world));
    let halfway = normalize(view + frame.sun.xyz);
    let toward = max(dot(normal, halfway), 0.0);
    let to_2 = toward * toward;
    let to_4 = to_2 * to_2;
    let to_8 = to_4 * to_4;
    let to_16 = to_8 * to_8;
    let shine = to_16 * to_16 * to_8 * sheen * sun;
    let grazing = 1.0 - max(dot(normal, view), 0.0);
    let grazing_2 = grazing * grazing;
    let rim = grazing_2 * grazing_2 * 0.10 * max(normal.y * 0.5 + 0.5, 0.0);

    return color * (SUN_LIGHT * max(facing, 0.0) * sun + ambient) + SUN_LIGHT * shine + SKY_AMBIENT * rim;
}

// A see-through surface, already mapped for display and multiplied by its cover: clear glass shows mostly its rim
// and the sun, milky glass its body.
fn see_through(
    color: vec4<f32>, cloudy: f32, edge: f32, normal: vec3<f32>, face_normal: vec3<f32>, slope: vec2<f32>,
    world: vec3<f32>,
) -> vec4<f32> {
    let view = normalize(to_viewer(world));
    let grazing = pow(1.0 - abs(dot(normal, view)), 3.0);
    let milk = mix(color.rgb, mix(color.rgb, vec3<f32>(0.9), 0.55), cloudy);
    let body = hazed(surface(milk, normal, face_normal, slope, world, 0.5), world - frame.eye.xyz);
    let cover = mix(color.a, max(color.a, 0.94), cloudy);
    let alpha = clamp(cover + (grazing * 0.45 + edge * 0.35) * (1.0 - cover) * min(color.a * 3.0, 1.0), 0.0, 1.0);
    let reflected = haze_color(reflect(-view, normal)) * grazing * 0.30 * min(color.a * 3.0, 1.0);
    return vec4<f32>(display(body + reflected) * alpha, alpha);
}
