// What is behind everything: the sky with the sun's glow, two lines of hills, and a meadow that runs out to them.

struct Sky {
    @builtin(position) clip: vec4<f32>,
    @location(0) ray: vec3<f32>,
    // Where the ray begins.
    @location(1) start: vec3<f32>,
}

@vertex
fn sky_vertex(@builtin(vertex_index) vertex: u32) -> Sky {
    // One triangle over the whole picture, at the far end of the depth range.
    let corner = vec2<f32>(f32((vertex << 1u) & 2u), f32(vertex & 2u)) * 2.0 - 1.0;
    var out: Sky;
    out.clip = vec4<f32>(corner, 0.0, 1.0);
    let aside = frame.ray_right.xyz * corner.x + frame.ray_up.xyz * corner.y;
    out.ray = frame.ray_forward.xyz + aside * frame.viewer.w;
    out.start = frame.eye.xyz + aside * (1.0 - frame.viewer.w);
    return out;
}

// A number from 0 to 1 for each cell of a plane: the bits of its place, mixed.
fn scatter(cell: vec2<f32>) -> f32 {
    let place = vec2<u32>(vec2<i32>(cell));
    var bits = place.x * 0x9e3779b1u + place.y * 0x85ebca77u;
    bits = (bits ^ (bits >> 15u)) * 0x2c1b3c6du;
    bits = bits ^ (bits >> 13u);
    return f32(bits & 0xffffu) / 65535.0;
}

// Smooth random values from 0 to 1 over a plane.
fn cloudiness(place: vec2<f32>) -> f32 {
    let cell = floor(place);
    let f = place - cell;
    let s = f * f * (3.0 - 2.0 * f);
    let low = mix(scatter(cell), scatter(cell + vec2<f32>(1.0, 0.0)), s.x);
    let high = mix(scatter(cell + vec2<f32>(0.0, 1.0)), scatter(cell + vec2<f32>(1.0, 1.0)), s.x);
    return mix(low, high, s.y);
}

fn sky_color(direction: vec3<f32>) -> vec3<f32> {
    let height = max(direction.y, 0.0);
    let upper = mix(MIDDLE_SKY, ZENITH, smoothstep(0.05, 0.70, height));
    var color = mix(haze_color(direction), upper, 1.0 - exp(-height * 6.5));
    let shine = glow(direction);
    color = color * (1.0 - 0.72 * shine) + SUN_GLOW * shine * 0.80;
    // Thin clouds, drawn out along one direction.
    if fine && direction.y > 0.03 {
        let place = direction.xz / (direction.y + 0.12) * vec2<f32>(0.9, 2.1);
        let wisps = cloudiness(place) * 0.55 + cloudiness(place * 2.3 + 7.0) * 0.28 + cloudiness(place * 5.1 + 3.0) * 0.17;
        let cover = smoothstep(0.50, 0.86, wisps) * smoothstep(0.03, 0.22, direction.y) * 0.75;
        let bright = mix(vec3<f32>(1.15, 0.98, 0.92), vec3<f32>(2.6, 1.7, 0.95), glow(direction));
        color = mix(color, bright, cover);
    }
    let disc = smoothstep(0.99945, 0.99970, dot(direction, frame.sun.xyz));
    return color + vec3<f32>(9.0, 6.0, 3.0) * disc;
}

fn times(a: vec2<f32>, b: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

// The sine of an angle, given as cosine and sine, plus another given so.
fn sine_of_sum(a: vec2<f32>, b: vec2<f32>) -> f32 {
    return a.y * b.x + a.x * b.y;
}

// The outlines of two lines of hills as slopes (rise over distance) by compass direction, given as cosine and sine:
// whole waves, so that the circle closes. Powers of the direction are its multiples, and need no sines.
fn hills(direction: vec2<f32>) -> vec2<f32> {
    let two = times(direction, direction);
    let three = times(two, direction);
    let seven = times(times(two, two), three);
    let thirteen = times(seven, times(three, three));
    let far = sine_of_sum(three, vec2<f32>(0.267, 0.964)) * 0.50 + sine_of_sum(seven, vec2<f32>(-0.988, 0.151)) * 0.28
        + sine_of_sum(thirteen, vec2<f32>(0.576, -0.817)) * 0.16;
    let near = sine_of_sum(three, vec2<f32>(-0.012, -1.0)) * 0.50 + sine_of_sum(seven, vec2<f32>(-0.185, -0.983)) * 0.28
        + sine_of_sum(thirteen, vec2<f32>(0.908, 0.420)) * 0.16;
    return vec2<f32>(0.062 + 0.032 * far, 0.030 + 0.020 * near);
}

@fragment
fn sky_fragment(in: Sky) -> @location(0) vec4<f32> {
    let direction = normalize(in.ray);
    let pixel = max(length(fwidth(direction)), 1e-5);
    let haze = haze_color(direction);
    var color = sky_color(direction);
    let far_hill = mix(vec3<f32>(0.10, 0.21, 0.42), haze, 0.42);
    let near_hill = mix(vec3<f32>(0.10, 0.18, 0.09), haze, 0.20);
    let level = length(direction.xz);
    if direction.y < 0.35 && level > 0.1 {
        let slope = direction.y / level;
        let tops = hills(direction.zx / level);
        let far_top = tops.x;
        let near_top = tops.y;
        // Mist lies at the foot of each line.
        let far_color = mix(haze, far_hill, smoothstep(-0.02, 0.06, slope) * 0.6 + 0.4);
        let near_color = mix(mix(near_hill, haze, 0.22), near_hill, smoothstep(0.0, 0.05, slope));
        color = mix(color, far_color, 1.0 - smoothstep(-pixel, pixel, slope - far_top));
        color = mix(color, near_color, 1.0 - smoothstep(-pixel, pixel, slope - near_top));
    }
    // The meadow lies half a metre under the yard's floor and ends at the foot of the hills.
    let above = in.start.y + 0.5;
    if direction.y < 0.0 && (above > 0.0 || is_parallel()) {
        let from_start = direction * (above / -direction.y);
        let place = in.start.xz + from_start.xz;
        var patches = 0.0;
        if fine {
            patches = sin(place.x * 0.11 + sin(place.y * 0.07) * 2.0) * sin(place.y * 0.13 + sin(place.x * 0.05) * 2.0);
        }
        let far_share = 1.0 - exp(-length(in.start + from_start - frame.eye.xyz) * 0.011);
        let grass = vec3<f32>(0.115, 0.150, 0.042) * (1.0 + 0.30 * patches * (1.0 - far_share));
        let light = SUN_LIGHT * max(frame.sun.y, 0.0) + SKY_AMBIENT;
        color = mix(grass * light, mix(near_hill, haze, 0.22), far_share);
    }
    return vec4<f32>(display(color), 1.0);
}
