// The light on a surface: the low sun with its soft shadow, the sky above and the ground below.

@group(1) @binding(0) var shadow_map: texture_depth_2d;
@group(1) @binding(1) var shadow_sampler: sampler_comparison;

// How the depth of a flat surface changes across the shadow map, per texel.
fn depth_slope(normal: vec3<f32>) -> vec2<f32> {
    let across = vec2<f32>(dot(normal, frame.light_right.xyz), -dot(normal, frame.light_up.xyz));
    let rise = across / max(dot(normal, frame.sun.xyz), 0.08);
    return rise * frame.eye.w * frame.light_right.w;
}

// The share of sunlight that arrives, 0 to 1: the mean over a square of 5 × 5 texels around the place, as nine
// bilinear reads whose weights follow the place inside its texel, so that edges are smooth ramps without steps. Each
// read compares with the depth of the surface's own plane there, so that a surface does not shade itself.
fn sunlight(world: vec3<f32>, normal: vec3<f32>, slope: vec2<f32>) -> f32 {
    let steep = 1.0 - clamp(dot(normal, frame.sun.xyz), 0.0, 1.0);
    let place = world + normal * frame.eye.w * (0.35 + 1.1 * steep);
    let clip = frame.light_projection * vec4<f32>(place, 1.0);
    let texels = frame.light_up.w;
    let at_map = vec2<f32>(clip.x, -clip.y) * 0.5 + 0.5;
    // Beyond the map everything is lit; the shadows fade out before its edge.
    let beyond = smoothstep(0.92, 0.99, max(abs(clip.x), abs(clip.y)));
    if !soft_shadows {
        let lit = textureSampleCompareLevel(shadow_map, shadow_sampler, at_map, clip.z - 0.0002);
        return mix(lit, 1.0, beyond);
    }
    let texel = at_map * texels - 0.5;
    let corner = floor(texel);
    let f = texel - corner;

    let weight_x = vec3<f32>(2.0 - f.x, 2.0, 1.0 + f.x);
    let weight_y = vec3<f32>(2.0 - f.y, 2.0, 1.0 + f.y);
    let at_x = vec3<f32>(-2.0 + 1.0 / weight_x.x, 0.5, 2.0 + f.x / weight_x.z) + corner.x;
    let at_y = vec3<f32>(-2.0 + 1.0 / weight_y.x, 0.5, 2.0 + f.y / weight_y.z) + corner.y;

    var arrived = 0.0;
    for (var y = 0; y < 3; y++) {
        for (var x = 0; x < 3; x++) {
            let at = vec2<f32>(at_x[x], at_y[y]);
            let depth = clip.z - 0.00003 + dot(at - texel, slope);
            let lit = textureSampleCompareLevel(shadow_map, shadow_sampler, (at + 0.5) / texels, depth);
            arrived += lit * weight_x[x] * weight_y[y];
        }
    }
    return mix(arrived / 25.0, 1.0, beyond);
}

// The colour of a matt surface. `normal` may be tilted by a bevel; `face_normal` is the true one, and
// `slope` its depth slope (zero for round things, which never shade themselves).
fn surface(
    color: vec3<f32>, normal: vec3<f32>, face_normal: vec3<f32>, slope: vec2<f32>, world: vec3<f32>, sheen: f32,
) -> vec3<f32> {
    let facing = dot(normal, frame.sun.xyz);
    var sun = 0.0;
    if facing > 0.0 {
        sun = sunlight(world, face_normal, slope);
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
    color: vec4<f32>, cloudy: f32, edge: f32, normal: vec3<f32>, face_normal: vec3<f32>, slope: vec2<f32>,
    world: vec3<f32>,
) -> vec4<f32> {
    let view = normalize(frame.eye.xyz - world);
    let grazing = pow(1.0 - abs(dot(normal, view)), 3.0);
    let milk = mix(color.rgb, mix(color.rgb, vec3<f32>(0.9), 0.55), cloudy);
    let body = hazed(surface(milk, normal, face_normal, slope, world, 0.5), world - frame.eye.xyz);
    let cover = mix(color.a, max(color.a, 0.94), cloudy);
    let alpha = clamp(cover + (grazing * 0.45 + edge * 0.35) * (1.0 - cover) * min(color.a * 3.0, 1.0), 0.0, 1.0);
    let reflected = haze_color(reflect(-view, normal)) * grazing * 0.30 * min(color.a * 3.0, 1.0);
    return vec4<f32>(display(body + reflected) * alpha, alpha);
}
