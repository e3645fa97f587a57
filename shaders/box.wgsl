// Boxes. Only the three faces that can be seen are made: twelve vertices, six triangles by an index.

fn corner_of(vertex: u32) -> vec2<f32> {
    return vec2<f32>(f32(vertex & 1u), f32((vertex >> 1u) & 1u)) * 2.0 - 1.0;
}

// The corner `vertex` of the face on the side of `toward`, and that face's normal, in the box's own frame.
struct Corner {
    local: vec3<f32>,
    normal: vec3<f32>,
}

fn corner_facing(vertex: u32, toward: vec3<f32>, half_size: vec3<f32>) -> Corner {
    let corner = corner_of(vertex);
    var out: Corner;
    switch vertex / 4u {
        case 0u: {
            out.normal = vec3<f32>(select(-1.0, 1.0, toward.x > 0.0), 0.0, 0.0);
            out.local = vec3<f32>(out.normal.x, corner.x, corner.y);
        }
        case 1u: {
            out.normal = vec3<f32>(0.0, select(-1.0, 1.0, toward.y > 0.0), 0.0);
            out.local = vec3<f32>(corner.x, out.normal.y, corner.y);
        }
        default: {
            out.normal = vec3<f32>(0.0, 0.0, select(-1.0, 1.0, toward.z > 0.0));
            out.local = vec3<f32>(corner.x, corner.y, out.normal.z);
        }
    }
    out.local *= half_size;
    return out;
}

@vertex
fn box_vertex(@builtin(vertex_index) vertex: u32, box: Instance) -> Varyings {
    let eye = turn_back(box.rotation, to_viewer(box.pos.xyz));
    let corner = corner_facing(vertex, eye, box.half_size.xyz);
    var out: Varyings;
    out.world = turn(box.rotation, corner.local) + box.pos.xyz;
    out.local = corner.local;
    out.color = box.color;
    out.shape = box.half_size;
    out.rotation = box.rotation;
    out.face = vec4<f32>(corner.normal, box.pos.w);
    out.normal = vec4<f32>(turn(box.rotation, corner.normal), 0.0);
    out.clip = frame.view_projection * vec4<f32>(out.world, 1.0);
    // From between its two planes neither face of an axis can be seen.
    if dot(corner.normal, eye) <= dot(abs(corner.normal), box.half_size.xyz) * frame.viewer.w {
        out.clip = vec4<f32>(0.0, 0.0, -1.0, 1.0);
    }
    return out;
}

@vertex
fn box_shadow_vertex(@builtin(vertex_index) vertex: u32, box: Instance) -> @builtin(position) vec4<f32> {
    let sun = turn_back(box.rotation, frame.sun.xyz);
    let corner = corner_facing(vertex, sun, box.half_size.xyz);
    return frame.light_projection * vec4<f32>(turn(box.rotation, corner.local) + box.pos.xyz, 1.0);
}

struct Face {
    color: vec3<f32>,
    normal: vec3<f32>,
    true_normal: vec3<f32>,
    // 0 inside the face to 1 on its edge.
    edge: f32,
}

// Lines one metre apart that keep their width on the screen and fade before they shimmer.
fn grid(place: vec2<f32>, footprint: vec2<f32>) -> f32 {
    let off = abs(place - round(place));
    let width = max(footprint, vec2<f32>(0.012));
    let line = (1.0 - smoothstep(width * 0.5, width * 1.5, off)) * min(vec2<f32>(0.012) / width * 2.0, vec2<f32>(1.0));
    return max(line.x, line.y) * (1.0 - smoothstep(0.1, 0.4, max(footprint.x, footprint.y)));
}

fn face_at(in: Varyings) -> Face {
    let footprint = fwidth(in.local);
    let half_size = in.shape.xyz;
    let axis = abs(in.face.xyz);
    let bevel = in.face.w;
    let pixel = max(max(footprint.x, footprint.y), footprint.z);

    // How far inside each edge, in metres; the face's own axis does not count.
    let inside = half_size - abs(in.local) + axis * 1e6;
    let nearest = min(min(inside.x, inside.y), inside.z);

    // Near an edge the normal leans over it. Where a bevel is smaller than a pixel it fades instead of shimmering.
    var tilted = in.face.xyz;
    if fine {
        let lean = (1.0 - smoothstep(vec3<f32>(0.0), vec3<f32>(bevel), inside)) * clamp(bevel / (pixel * 1.2), 0.0, 1.0);
        tilted += lean * sign(in.local) * 0.9;
    }

    var out: Face;
    out.true_normal = in.normal.xyz;
    out.normal = in.normal.xyz;
    if fine {
        out.normal = normalize(turn(in.rotation, tilted));
    }
    let line = max(0.010, pixel * 0.8);
    out.edge = (1.0 - smoothstep(line * 0.3, line * 1.4, nearest)) * clamp(0.030 / line, 0.0, 1.0);
    out.color = in.color.rgb * (1.0 - 0.38 * out.edge);

    // A face of at least eight metres both ways is a floor or a great wall: a faint grid gives it scale.
    let wide = half_size + axis * 1e6;
    if min(min(wide.x, wide.y), wide.z) >= 4.0 {
        var place = in.local.xz;
        var place_footprint = footprint.xz;
        if axis.x > 0.5 {
            place = in.local.zy;
            place_footprint = footprint.zy;
        } else if axis.z > 0.5 {
            place = in.local.xy;
            place_footprint = footprint.xy;
        }
        if fine {
            let tile = floor(place);
            let shade = fract(sin(dot(tile, vec2<f32>(12.7, 31.3))) * 437.5) - 0.5;
            let still = 1.0 - smoothstep(0.2, 0.9, max(place_footprint.x, place_footprint.y));
            out.color *= 1.0 + shade * 0.07 * still;
        }
        out.color *= 1.0 - 0.20 * grid(place, place_footprint);
    }
    return out;
}

@fragment
fn box_fragment(in: Varyings) -> @location(0) vec4<f32> {
    let face = face_at(in);
    let slope = depth_slope(face.true_normal);
    let color = surface(face.color, face.normal, face.true_normal, slope, in.world, 0.05);
    return vec4<f32>(display(hazed(color, in.world - frame.eye.xyz)), 1.0);
}

@fragment
fn glass_box_fragment(in: Varyings) -> @location(0) vec4<f32> {
    let face = face_at(in);
    let slope = depth_slope(face.true_normal);
    return see_through(in.color, in.shape.w, face.edge, face.normal, face.true_normal, slope, in.world);
}
