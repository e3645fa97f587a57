// What stands behind the panel: one plain colour over all of the viewport.

@vertex
fn backdrop_vertex(@builtin(vertex_index) vertex: u32) -> @builtin(position) vec4<f32> {
    return vec4<f32>(vec2<f32>(f32((vertex << 1u) & 2u), f32(vertex & 2u)) * 2.0 - 1.0, 0.0, 1.0);
}

@fragment
fn backdrop_fragment() -> @location(0) vec4<f32> {
    return vec4<f32>(0.055, 0.06, 0.065, 1.0);
}
