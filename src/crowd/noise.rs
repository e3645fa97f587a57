//! Simplex noise in three dimensions, and flows made of it. After Perlin (Noise hardware, 2001) and Gustavson (Simplex noise
//! demystified, 2005): space is cut into tetrahedra, and each corner adds a slope of its own that fades with the distance.

use super::error::{CrowdError, Result, wrong};
use super::field::FlowField;
use super::work::GoOn;

/// The order of the whole numbers from 0 to 255 in Perlin's reference implementation (Improving noise, 2002), which others use, too.
#[rustfmt::skip]
const SHUFFLED: [u8; 256] = [
    151, 160, 137, 91, 90, 15, 131, 13, 201, 95, 96, 53, 194, 233, 7, 225, 140, 36, 103, 30, 69, 142, 8, 99, 37, 240, 21, 10, 23,
    190, 6, 148, 247, 120, 234, 75, 0, 26, 197, 62, 94, 252, 219, 203, 117, 35, 11, 32, 57, 177, 33, 88, 237, 149, 56, 87, 174, 20,
    125, 136, 171, 168, 68, 175, 74, 165, 71, 134, 139, 48, 27, 166, 77, 146, 158, 231, 83, 111, 229, 122, 60, 211, 133, 230, 220,
    105, 92, 41, 55, 46, 245, 40, 244, 102, 143, 54, 65, 25, 63, 161, 1, 216, 80, 73, 209, 76, 132, 187, 208, 89, 18, 169, 200, 196,
    135, 130, 116, 188, 159, 86, 164, 100, 109, 198, 173, 186, 3, 64, 52, 217, 226, 250, 124, 123, 5, 202, 38, 147, 118, 126, 255,
    82, 85, 212, 207, 206, 59, 227, 47, 16, 58, 17, 182, 189, 28, 42, 223, 183, 170, 213, 119, 248, 152, 2, 44, 154, 163, 70, 221,
    153, 101, 155, 167, 43, 172, 9, 129, 22, 39, 253, 19, 98, 108, 110, 79, 113, 224, 232, 178, 185, 112, 104, 218, 246, 97, 228,
    251, 34, 242, 193, 238, 210, 144, 12, 191, 179, 162, 241, 81, 51, 145, 235, 249, 14, 239, 107, 49, 192, 214, 31, 181, 199, 106,
    157, 184, 84, 204, 176, 115, 121, 50, 45, 127, 4, 150, 254, 138, 236, 205, 93, 222, 114, 67, 29, 24, 72, 243, 141, 128, 195, 78,
    66, 215, 61, 156, 180,
];
/// How far a corner's slope reaches, squared, and what brings the sum to about -1 to 1.
const REACH: f64 = 0.6;
const SCALE: f64 = 32.0;
/// Beyond this, neighbouring places can hardly be told apart.
const FARTHEST: f64 = 1e9;

/// A corner's slope times a way from it. The slopes are the middles of a cube's twelve edges, four of them twice.
fn slope(hash: u8, [x, y, z]: [f64; 3]) -> f64 {
    let hash = hash & 15;
    let first = if hash < 8 { x } else { y };
    let second = match hash {
        0..4 => y,
        12 | 14 => x,
        _ => z,
    };
    (if hash & 1 == 0 { first } else { -first }) + (if hash & 2 == 0 { second } else { -second })
}

/// From about -1 to 1, smooth, 0 at whole places; the same for the same place.
pub fn noise(at: [f64; 3]) -> f64 {
    let skew = (at[0] + at[1] + at[2]) / 3.0;
    let cell = at.map(|x| (x + skew).floor());
    let back = (cell[0] + cell[1] + cell[2]) / 6.0;
    let rel: [f64; 3] = std::array::from_fn(|k| at[k] - (cell[k] - back));
    // From the first corner of the tetrahedron to the last: one step along each axis, the longest way first.
    let mut axes = [0, 1, 2];
    axes.sort_by(|&a, &b| rel[b].total_cmp(&rel[a]));
    let mut step = [0.0; 3];
    let mut sum = 0.0;
    for corner in 0..4 {
        let way: [f64; 3] = std::array::from_fn(|k| rel[k] - step[k] + f64::from(corner) / 6.0);
        let fade = REACH - (way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
        if fade > 0.0 {
            let hash = (0..3).rev().fold(0, |hash, k| {
                SHUFFLED[((cell[k] + step[k]) as i64 + i64::from(hash)).rem_euclid(256) as usize]
            });
            sum += fade * fade * fade * fade * slope(hash, way);
        }
        if let Some(&axis) = axes.get(corner as usize) {
            step[axis] = 1.0;
        }
    }
    SCALE * sum
}

impl FlowField {
    /// Vectors of length 1 that turn smoothly from cell to cell: the angle at a centre is 2π times the noise at `scale` times the
    /// place, and `t`.
    ///
    /// # Errors
    /// A scale or time that is not finite, or so large that the noise would be no longer smooth; nothing changes then. Also when
    /// the result is no longer wanted.
    pub fn fill_noise(&mut self, scale: f64, t: f64, go_on: GoOn) -> Result<()> {
        let [x, y] = self.land.origin;
        let farthest = scale * (x.abs() + self.land.width).max(y.abs() + self.land.height);
        for (name, value, size) in [("scale", scale, farthest), ("t", t, t)] {
            if size.is_nan() || size.abs() > FARTHEST {
                return Err(wrong!("{name} must be a number that is not so large, got {value}"));
            }
        }
        let (mut x, mut y) = (Vec::with_capacity(self.x.len()), Vec::with_capacity(self.y.len()));
        for cell in 0..self.land.cells() {
            if cell % 4_096 == 0 && !go_on() {
                return Err(CrowdError::Stopped);
            }
            let [across, along] = self.land.centre(cell);
            let place = [across * scale, along * scale, t];
            let angle = std::f64::consts::TAU * noise(place);
            x.push(libm::cos(angle));
            y.push(libm::sin(angle));
        }
        (self.x, self.y) = (x, y);
        Ok(())
    }
}
