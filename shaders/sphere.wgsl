// Spheres. Each is two triangles that just cover it; every pixel solves for the true surface.

fn square(vertex: u32) -> vec2<f32> {
    return vec2<f32>(f32(vertex & 1u), f32((vertex >> 1u) & 1u)) * 2.0 - 1.0;
}

@vertex
fn sphere_vertex(@builtin(vertex_index) vertex: u32, ball: Instance) -> Varyings {
    let to_eye = to_viewer(ball.pos.xyz);
    let distance = length(to_eye);
    let radius = ball.half_size.x;
    var out: Varyings;
    // Below zero the ball is plain: it carries no bands.
    out.local = vec3<f32>(ball.pos.w);
    out.color = ball.color;
    out.shape = vec4<f32>(ball.pos.xyz, ball.half_size.w);
    out.rotation = ball.rotation;
    out.face = vec4<f32>(0.0, 0.0, 0.0, radius);
    out.world = ball.pos.xyz;
    let near_share = frame.viewer.w * radius / distance;
    if near_share >= 0.999 {
        out.clip = vec4<f32>(0.0, 0.0, -1.0, 1.0);
        return out;
    }
    // The visible outline is a circle nearer than the centre; a square around it, with a margin for smooth edges.
    let direction = to_eye / distance;
    let nearer = radius * near_share;
    let outline = radius * sqrt(1.0 - near_share * near_share) * 1.02 + distance * 0.003;
    let helper = select(vec3<f32>(0.0, 1.0, 0.0), vec3<f32>(1.0, 0.0, 0.0), abs(direction.y) > 0.9);
    let right = normalize(cross(helper, direction));
    let up = cross(direction, right);
    let corner = square(vertex) * outline;
    out.world = ball.pos.xyz + direction * nearer + right * corner.x + up * corner.y;
    out.clip = frame.view_projection * vec4<f32>(out.world, 1.0);
    return out;
}

// Seen from the sun a sphere's shadow is exactly that of the disc through its centre.
struct Disc {
    @builtin(position) clip: vec4<f32>,
    @location(0) corner: vec2<f32>,
}

@vertex
fn sphere_shadow_vertex(@builtin(vertex_index) vertex: u32, ball: Instance) -> Disc {
    var out: Disc;
    out.corner = square(vertex);
    let offset = (frame.light_right.xyz * out.corner.x + frame.light_up.xyz * out.corner.y) * ball.half_size.x;
    out.clip = frame.light_projection * vec4<f32>(ball.pos.xyz + offset, 1.0);
    return out;
}

@fragment
fn sphere_shadow_fragment(in: Disc) {
    if dot(in.corner, in.corner) > 1.0 {
        discard;
    }
}

struct Hit {
    world: vec3<f32>,
    normal: vec3<f32>,
    color: vec3<f32>,
    // The share of the pixel inside the outline.
    cover: f32,
    depth: f32,
}

fn hit_at(in: Varyings) -> Hit {
    let radius = in.face.w;
    let ray = -normalize(to_viewer(in.world));
    let from_centre = in.world - in.shape.xyz;
    let along = dot(from_centre, ray);
    // How near the ray passes the centre.
    let passing = length(from_centre - ray * along);
    let pixel = fwidth(passing);
    var out: Hit;
    out.cover = clamp((radius - passing) / max(pixel, 1e-6) + 0.5, 0.0, 1.0);
    let distance = -along - sqrt(max(radius * radius - passing * passing, 0.0));
    out.world = in.world + ray * distance;
    out.normal = normalize(out.world - in.shape.xyz);

    // Two bands around the ball, at right angles, show every way that it can turn.
    let own = turn_back(in.rotation, out.normal);
    let soft = max(pixel / radius, 0.004);
    let belt = 1.0 - smoothstep(0.19 - soft, 0.19 + soft, abs(own.y));
    let seam = 1.0 - smoothstep(0.06 - soft, 0.06 + soft, abs(own.x));
    let pale = mix(in.color.rgb, vec3<f32>(0.88, 0.86, 0.80), 0.30);
    let dark = in.color.rgb * 0.66;
    out.color = mix(mix(in.color.rgb, dark, seam), pale, belt);
    if in.local.x < 0.0 {
        out.color = in.color.rgb;
    }

    // The projection's depth is the near plane's distance over the distance ahead.
    let ahead = dot(out.world - frame.eye.xyz, frame.ray_forward.xyz);
    let depth = select(NEAR / max(ahead, NEAR), frame.ray_right.w - frame.ray_up.w * ahead, is_parallel());
    out.depth = clamp(depth, 0.0, 1.0);
    return out;
}

struct Shaded {
    @location(0) color: vec4<f32>,
    @builtin(frag_depth) depth: f32,
}

@fragment
fn sphere_fragment(in: Varyings) -> Shaded {
    let hit = hit_at(in);
    if hit.cover <= select(0.5, 0.0, partial_cover) {
        discard;
    }
    let color = surface(hit.color, hit.normal, hit.normal, vec2<f32>(0.0), hit.world, 0.25);
    var out: Shaded;
    // The cover becomes the pixel's share of samples.
    out.color = vec4<f32>(display(hazed(color, hit.world - frame.eye.xyz)), hit.cover);
    out.depth = hit.depth;
    return out;
}

@fragment
fn glass_sphere_fragment(in: Varyings) -> Shaded {
    let hit = hit_at(in);
    if hit.cover <= 0.0 {
        discard;
    }
    var out: Shaded;
    out.color = see_through(in.color, in.shape.w, 0.0, hit.normal, hit.normal, vec2<f32>(0.0), hit.world) * hit.cover;
    out.depth = hit.depth;
    return out;
}
