// Lines of a constant width in pixels: single ones, the edges of boxes, circles around balls.

struct Wire {
    // A line: its ends. A box: its centre and half its size. A ball: its centre, and its radius in extent.x. The last number of
    // each is how much is to be seen of a line at that end.
    @location(0) origin: vec4<f32>,
    @location(1) extent: vec4<f32>,
    @location(2) color: vec4<f32>,
}

struct Stroke {
    @builtin(position) clip: vec4<f32>,
    // Pixels from the middle of the line.
    @location(0) across: f32,
    @location(1) @interpolate(flat) color: vec3<f32>,
    // How much of it is to be seen.
    @location(2) alpha: f32,
}

// Which of the four corners of a line a vertex is: 0 and 1 on its one side, 2 and 3 on its other, each from its beginning to its end.
fn corner_of(vertex: u32) -> u32 {
    let index = vertex % 6u;
    return select(select(index, 2u, index == 3u), select(1u, 3u, index == 5u), index > 3u);
}

fn is_at_end(vertex: u32) -> bool {
    return (corner_of(vertex) & 1u) == 1u;
}

// One of the six vertices of a line's two triangles.
fn stroke(from_place: vec3<f32>, to_place: vec3<f32>, vertex: u32, color: vec3<f32>) -> Stroke {
    var out: Stroke;
    out.color = color;
    out.alpha = 1.0;
    out.clip = vec4<f32>(0.0, 0.0, -1.0, 1.0);
    var a = frame.view_projection * vec4<f32>(from_place, 1.0);
    var b = frame.view_projection * vec4<f32>(to_place, 1.0);
    if a.w < NEAR && b.w < NEAR {
        return out;
    }
    // What is behind the eye is cut off: it has no place on the picture.
    if a.w < NEAR {
        a = mix(a, b, (NEAR - a.w) / (b.w - a.w));
    }
    if b.w < NEAR {
        b = mix(b, a, (NEAR - b.w) / (a.w - b.w));
    }
    let half_screen = frame.screen.xy * 0.5;
    let a_pixel = a.xy / a.w * half_screen;
    let b_pixel = b.xy / b.w * half_screen;
    let length_pixels = max(distance(a_pixel, b_pixel), 1e-4);
    let along = select(vec2<f32>(1.0, 0.0), (b_pixel - a_pixel) / length_pixels, length_pixels > 1e-3);
    let at_end = is_at_end(vertex);
    let side = f32(corner_of(vertex) >> 1u) * 2.0 - 1.0;
    let reach = frame.screen.z * 0.5 + 0.5;
    var pixel = select(a_pixel, b_pixel, at_end);
    pixel += vec2<f32>(-along.y, along.x) * side * reach + along * select(-0.5, 0.5, at_end);
    // A little nearer than it is, so that the edges of a body drawn around it show.
    let depth = select(a.z / a.w, b.z / b.w, at_end) * select(1.002, 1.0, is_parallel()) + frame.ray_up.w * 0.02;
    out.clip = vec4<f32>(pixel / half_screen, min(depth, 1.0), 1.0);
    out.across = side * reach;
    return out;
}

@vertex
fn line_vertex(@builtin(vertex_index) vertex: u32, wire: Wire) -> Stroke {
    var out = stroke(wire.origin.xyz, wire.extent.xyz, vertex, wire.color.rgb);
    out.alpha = clamp(select(wire.origin.w, wire.extent.w, is_at_end(vertex)), 0.0, 1.0);
    return out;
}

@vertex
fn wire_box_vertex(@builtin(vertex_index) vertex: u32, wire: Wire) -> Stroke {
    // Edge 0 to 11: four along each axis.
    let edge = vertex / 6u;
    let axis = edge / 4u;
    let u = f32(edge & 1u) * 2.0 - 1.0;
    let v = f32((edge >> 1u) & 1u) * 2.0 - 1.0;
    var from_corner = vec3<f32>(-1.0, u, v);
    var to_corner = vec3<f32>(1.0, u, v);
    if axis == 1u {
        from_corner = from_corner.yxz;
        to_corner = to_corner.yxz;
    } else if axis == 2u {
        from_corner = from_corner.yzx;
        to_corner = to_corner.yzx;
    }
    let half_size = wire.extent.xyz;
    return stroke(
        wire.origin.xyz + from_corner * half_size, wire.origin.xyz + to_corner * half_size, vertex, wire.color.rgb,
    );
}

const SEGMENTS = 32u;

fn on_circle(axis: u32, step: u32) -> vec3<f32> {
    let angle = f32(step % SEGMENTS) * 6.2831853 / f32(SEGMENTS);
    let flat_place = vec3<f32>(cos(angle), sin(angle), 0.0);
    if axis == 0u {
        return flat_place;
    }
    return select(flat_place.xzy, flat_place.zxy, axis == 1u);
}

@vertex
fn wire_sphere_vertex(@builtin(vertex_index) vertex: u32, wire: Wire) -> Stroke {
    let segment = vertex / 6u;
    let axis = segment / SEGMENTS;
    let radius = wire.extent.x;
    return stroke(
        wire.origin.xyz + on_circle(axis, segment) * radius, wire.origin.xyz + on_circle(axis, segment + 1u) * radius,
        vertex, wire.color.rgb,
    );
}

@fragment
fn wire_fragment(in: Stroke) -> @location(0) vec4<f32> {
    let cover = clamp(frame.screen.z * 0.5 + 0.5 - abs(in.across), 0.0, 1.0) * in.alpha;
    return vec4<f32>(encoded(in.color) * cover, cover);
}
