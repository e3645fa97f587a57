//! Few colours for a picture of many: median cut (Heckbert, "Color image quantization for frame buffer display", 1982) over a
//! histogram, and ordered dithering with a Bayer matrix, which leaves what stands still as it is from frame to frame.

/// Bits of each channel by which the histogram tells colours apart.
const BITS: u32 = 5;
/// Bits of each channel by which the nearest colour is looked up.
const FINE_BITS: u32 = 6;
const UNKNOWN: u16 = u16::MAX;
/// How far dithering moves a channel, at most, to either side.
const DITHER: i32 = 3;
#[rustfmt::skip]
const BAYER: [[i32; 4]; 4] = [
    [ 0,  8,  2, 10],
    [12,  4, 14,  6],
    [ 3, 11,  1,  9],
    [15,  7, 13,  5],
];

type Color = [u8; 3];

/// How often colours occur, similar ones together.
pub struct Histogram {
    bins: Vec<Bin>,
    total: u64,
}

#[derive(Clone, Copy, Default)]
struct Bin {
    count: u64,
    sum: [u64; 3],
}

impl Bin {
    fn mean(&self) -> Color {
        self.sum.map(|sum| ((sum + self.count / 2) / self.count.max(1)).min(255) as u8)
    }
}

impl Histogram {
    pub fn of(rgba: &[u8]) -> Histogram {
        let mut bins = vec![Bin::default(); 1 << (3 * BITS)];
        for &pixel in rgba.as_chunks::<4>().0 {
            let [r, g, b, _] = pixel;
            if let Some(bin) = bins.get_mut(place([r, g, b], BITS)) {
                bin.count += 1;
                bin.sum = [bin.sum[0] + u64::from(r), bin.sum[1] + u64::from(g), bin.sum[2] + u64::from(b)];
            }
        }
        bins.retain(|bin| bin.count > 0);
        let total = bins.iter().map(|bin| bin.count).sum();
        Histogram { bins, total }
    }
}

/// A colour's number among all that so many bits a channel tell apart.
fn place(color: Color, bits: u32) -> usize {
    color.iter().fold(0, |place, &channel| place << bits | usize::from(channel >> (8 - bits)))
}

/// A few colours, and for each of all colours the nearest of them.
pub struct Palette {
    colors: Vec<Color>,
    /// By [`place`] of [`FINE_BITS`]; filled as colours come.
    nearest: Vec<u16>,
}

impl Palette {
    /// At most so many colours for a picture.
    pub fn of(histogram: &Histogram, most: usize) -> Palette {
        let mut bins = histogram.bins.clone();
        let mut groups = vec![Group::of(&mut bins)];
        while groups.len() < most {
            // The group whose colours are farthest apart and most often seen gains most.
            let Some(widest) =
                (0..groups.len()).rev().max_by(|&a, &b| groups[a].weight.total_cmp(&groups[b].weight))
            else {
                break;
            };
            if groups[widest].weight <= 0.0 {
                break;
            }
            let (low, high) = groups.swap_remove(widest).halves();
            groups.extend([low, high]);
        }
        let colors = groups.iter().map(Group::mean).collect();
        Palette { colors, nearest: vec![UNKNOWN; 1 << (3 * FINE_BITS)] }
    }

    /// Three bytes a colour, as a GIF has them.
    pub fn bytes(&self) -> Vec<u8> {
        self.colors.iter().flatten().copied().collect()
    }

    /// The mean squared distance of a picture's colours to the nearest of these.
    pub fn error(&mut self, histogram: &Histogram) -> f64 {
        let mut sum = 0.0;
        for bin in &histogram.bins {
            let color = bin.mean();
            let nearest = self.nearest(color);
            let nearest = self.colors.get(usize::from(nearest)).copied().unwrap_or_default();
            sum += f64::from(distance(color, nearest)) * bin.count as f64;
        }
        sum / histogram.total.max(1) as f64
    }

    /// Each pixel's colour by its number, neighbours mixed so that shades between two colours show.
    pub fn dithered(&mut self, rgba: &[u8], width: usize) -> Vec<u8> {
        let mut numbers = Vec::with_capacity(rgba.len() / 4);
        for (y, row) in rgba.chunks_exact((width * 4).max(4)).enumerate() {
            for (x, &[r, g, b, _]) in row.as_chunks::<4>().0.iter().enumerate() {
                let shift = (2 * BAYER[y % 4][x % 4] - 15) * DITHER / 15;
                let color = [r, g, b].map(|channel| (i32::from(channel) + shift).clamp(0, 255) as u8);
                numbers.push(self.nearest(color));
            }
        }
        numbers
    }

    fn nearest(&mut self, color: Color) -> u8 {
        let place = place(color, FINE_BITS);
        match self.nearest.get(place) {
            Some(&known) if known != UNKNOWN => known as u8,
            _ => {
                // One answer for all colours that share the place, whichever comes first.
                let middle = color.map(|channel| channel & !3 | 2);
                let distances = self.colors.iter().map(|&it| distance(middle, it)).enumerate();
                let found = distances.min_by_key(|&(_, distance)| distance).map_or(0, |(index, _)| index);
                if let Some(nearest) = self.nearest.get_mut(place) {
                    *nearest = found as u16;
                }
                found as u8
            }
        }
    }
}

/// Squared, each channel by how much the eye minds.
fn distance(a: Color, b: Color) -> u32 {
    let square = |channel: usize| u32::from(a[channel].abs_diff(b[channel])).pow(2);
    (2 * square(0) + 4 * square(1) + square(2)) / 3
}

/// Colours that become one.
struct Group<'a> {
    bins: &'a mut [Bin],
    /// Along which channel they are farthest apart.
    channel: usize,
    weight: f64,
}

impl<'a> Group<'a> {
    fn of(bins: &'a mut [Bin]) -> Group<'a> {
        let count: u64 = bins.iter().map(|bin| bin.count).sum();
        let variance = |channel: usize| {
            let mean = bins.iter().map(|bin| bin.sum[channel]).sum::<u64>() as f64 / count.max(1) as f64;
            let square = |bin: &Bin| (f64::from(bin.mean()[channel]) - mean).powi(2) * bin.count as f64;
            bins.iter().map(square).sum::<f64>()
        };
        let weights = [2.0 * variance(0), 4.0 * variance(1), variance(2)];
        let channel = (0..3).rev().max_by(|&a, &b| weights[a].total_cmp(&weights[b])).unwrap_or(0);
        // What is seen often gains, and what is seen seldom is not forgotten.
        let weight = if bins.len() < 2 { 0.0 } else { weights[channel] / (count as f64).powf(0.4) };
        Group { bins, channel, weight }
    }

    /// At the mean of the channel along which they are farthest apart; neither half is empty.
    fn halves(self) -> (Group<'a>, Group<'a>) {
        let channel = self.channel;
        self.bins.sort_by_key(|bin| (bin.mean()[channel], bin.mean()));
        let count: u64 = self.bins.iter().map(|bin| bin.count).sum();
        let mean = self.bins.iter().map(|bin| bin.sum[channel]).sum::<u64>() / count.max(1);
        let at = self.bins.partition_point(|bin| u64::from(bin.mean()[channel]) <= mean);
        let at = at.clamp(1, self.bins.len().saturating_sub(1).max(1)).min(self.bins.len());
        let (low, high) = self.bins.split_at_mut(at);
        (Group::of(low), Group::of(high))
    }

    fn mean(&self) -> Color {
        let mut all = Bin::default();
        for bin in self.bins.iter() {
            all.count += bin.count;
            all.sum = [all.sum[0] + bin.sum[0], all.sum[1] + bin.sum[1], all.sum[2] + bin.sum[2]];
        }
        all.mean()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(width: usize, height: usize, color: impl Fn(usize, usize) -> Color) -> Vec<u8> {
        let pixels = (0..width * height).map(|at| color(at % width, at / width));
        pixels.flat_map(|[r, g, b]| [r, g, b, 255]).collect()
    }

    #[test]
    fn a_picture_of_few_colours_keeps_them_all() {
        let colors = [[0, 0, 0], [255, 255, 255], [250, 20, 30], [20, 250, 30], [20, 30, 250]];
        let rgba = picture(10, 10, |x, y| colors[(x + 3 * y) % 5]);
        let mut palette = Palette::of(&Histogram::of(&rgba), 255);
        let mut bytes: Vec<Color> = palette.bytes().as_chunks::<3>().0.to_vec();
        bytes.sort();
        let mut wanted = colors.to_vec();
        wanted.sort();
        assert_eq!(bytes, wanted);
        assert_eq!(palette.error(&Histogram::of(&rgba)), 0.0);
    }

    #[test]
    fn shades_are_mixed_of_few_colours_and_stay_true_on_the_whole() {
        let shade = |x: usize| (60 + x / 2) as u8;
        let rgba = picture(256, 32, |x, _| [shade(x), shade(x), 200]);
        let mut palette = Palette::of(&Histogram::of(&rgba), 255);
        let numbers = palette.dithered(&rgba, 256);
        for left in (0..256).step_by(16) {
            let block = (0..32).flat_map(|y| (left..left + 16).map(move |x| y * 256 + x));
            let mean = |value: &dyn Fn(usize) -> f64| block.clone().map(value).sum::<f64>() / (16.0 * 32.0);
            let shown = mean(&|at| f64::from(palette.colors[usize::from(numbers[at])][0]));
            let wanted = mean(&|at| f64::from(rgba[at * 4]));
            assert!((shown - wanted).abs() < 3.0, "{left}: {shown} for {wanted}");
        }
    }

    #[test]
    fn more_colours_than_there_is_room_for_come_as_near_as_can_be() {
        let rgba = picture(64, 64, |x, y| [(x * 4) as u8, (y * 4) as u8, ((x ^ y) * 4) as u8]);
        let histogram = Histogram::of(&rgba);
        let errors = [8, 32, 128, 255].map(|most| Palette::of(&histogram, most).error(&histogram));
        assert!(errors.is_sorted_by(|a, b| a > b), "{errors:?}");
        assert!(errors[3] < 200.0, "{errors:?}");
        // None of it depends on chance.
        assert_eq!(Palette::of(&histogram, 255).bytes(), Palette::of(&histogram, 255).bytes());
    }
}
