// What lies over the finished picture: the picture itself, enlarged where it was drawn smaller, and letters.

// True when the target stores what it is given instead of encoding it as sRGB.
override encode_srgb: bool = false;

@group(0) @binding(0) var image: texture_2d<f32>;
@group(0) @binding(1) var smooth_sampler: sampler;

struct Spot {
    @builtin(position) clip: vec4<f32>,
    @location(0) at: vec2<f32>,
    @location(1) @interpolate(flat) color: vec4<f32>,
}

@vertex
fn enlarge_vertex(@builtin(vertex_index) vertex: u32) -> Spot {
    let corner = vec2<f32>(f32((vertex << 1u) & 2u), f32(vertex & 2u));
    var out: Spot;
    out.clip = vec4<f32>(corner * 2.0 - 1.0, 0.0, 1.0);
    out.at = vec2<f32>(corner.x, 1.0 - corner.y);
    out.color = vec4<f32>(1.0);
    return out;
}

@fragment
fn enlarge_fragment(in: Spot) -> @location(0) vec4<f32> {
    return vec4<f32>(textureSampleLevel(image, smooth_sampler, in.at, 0.0).rgb, 1.0);
}

struct Letter {
    // Left, upper, right and lower edge: on the window, where 1 is its width or height, and in the image.
    @location(0) place: vec4<f32>,
    @location(1) source: vec4<f32>,
    @location(2) color: vec4<f32>,
}

@vertex
fn letter_vertex(@builtin(vertex_index) vertex: u32, letter: Letter) -> Spot {
    let index = vertex % 6u;
    let number = select(select(index, 2u, index == 3u), select(1u, 3u, index == 5u), index > 3u);
    let corner = vec2<f32>(f32(number & 1u), f32(number >> 1u));
    let place = mix(letter.place.xy, letter.place.zw, corner);
    var out: Spot;
    out.clip = vec4<f32>(place.x * 2.0 - 1.0, 1.0 - place.y * 2.0, 0.0, 1.0);
    out.at = mix(letter.source.xy, letter.source.zw, corner);
    out.color = letter.color;
    return out;
}

@fragment
fn letter_fragment(in: Spot) -> @location(0) vec4<f32> {
    let cover = textureSampleLevel(image, smooth_sampler, in.at, 0.0).r * in.color.a;
    var shown = in.color.rgb;
    if encode_srgb {
        let low = shown * 12.92;
        let high = 1.055 * pow(shown, vec3<f32>(1.0 / 2.4)) - 0.055;
        shown = select(high, low, shown <= vec3<f32>(0.0031308));
    }
    return vec4<f32>(shown * cover, cover);
}
