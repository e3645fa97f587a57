// What is behind everything: the sky with the sun's glow, two lines of hills, and a meadow that runs out to them.

struct Sky {
    @builtin(position) clip: vec4<f32>,
    @location(0) ray: vec3<f32>,
}

@vertex
fn sky_vertex(@builtin(vertex_index) vertex: u32) -> Sky {
    // One triangle over the whole picture, at the far end of the depth range.
    let corner = vec2<f32>(f32((vertex << 1u) & 2u), f32(vertex & 2u)) * 2.0 - 1.0;
    var out: Sky;
    out.clip = vec4<f32>(corner, 0.0, 1.0);
    out.ray = frame.ray_forward.xyz + frame.ray_right.xyz * corner.x + frame.ray_up.xyz * corner.y;
    return out;
}

fn sky_color(direction: vec3<f32>) -> vec3<f32> {
    let height = max(direction.y, 0.0);
    let upper = mix(MIDDLE_SKY, ZENITH, smoothstep(0.10, 0.75, height));
    let low = mix(haze_color(direction), upper, 1.0 - exp(-height * 5.5));
    let toward = dot(direction, frame.sun.xyz);
    let disc = smoothstep(0.99935, 0.99965, toward) * 6.0;
    return low + SUN_GLOW * (glow(direction) * 0.75 + disc);
}

// The outline of hills as a slope (rise over distance) by compass direction; whole waves, so that the circle closes.
fn hills(angle: f32, seed: f32) -> f32 {
    return sin(angle * 3.0 + seed) * 0.5 + sin(angle * 7.0 + seed * 2.3) * 0.28
        + sin(angle * 13.0 + seed * 4.1) * 0.13 + sin(angle * 29.0 + seed * 1.7) * 0.05;
}

@fragment
fn sky_fragment(in: Sky) -> @location(0) vec4<f32> {
    let direction = normalize(in.ray);
    let pixel = length(fwidth(direction));
    let haze = haze_color(direction);
    var color = sky_color(direction);
    let level = length(direction.xz);
    if direction.y < 0.35 && level > 0.1 {
        let slope = direction.y / level;
        let angle = atan2(direction.x, direction.z);
        let far_top = 0.058 + 0.030 * hills(angle, 1.3);
        let near_top = 0.028 + 0.020 * hills(angle, 4.7);
        let far_hill = mix(vec3<f32>(0.20, 0.27, 0.36), haze, 0.62);
        let near_hill = mix(vec3<f32>(0.16, 0.22, 0.20), haze, 0.40);
        color = mix(color, far_hill, 1.0 - smoothstep(-pixel, pixel, slope - far_top));
        color = mix(color, near_hill, 1.0 - smoothstep(-pixel, pixel, slope - near_top));
    }
    // The meadow lies half a metre under the yard's floor.
    let above = frame.eye.y + 0.5;
    if direction.y < 0.0 && above > 0.0 {
        let from_eye = direction * (above / -direction.y);
        let place = frame.eye.xz + from_eye.xz;
        let patches = sin(place.x * 0.11 + sin(place.y * 0.07) * 2.0) * sin(place.y * 0.13 + sin(place.x * 0.05) * 2.0);
        let calm = exp(-length(from_eye) * 0.02);
        let grass = vec3<f32>(0.155, 0.20, 0.085) * (1.0 + 0.22 * patches * calm);
        let light = SUN_LIGHT * max(frame.sun.y, 0.0) + SKY_AMBIENT;
        color = hazed(grass * light, from_eye);
    }
    return vec4<f32>(display(color), 1.0);
}
