//! A crowd's own random numbers: xoshiro256++ (Blackman and Vigna, 2019), started by SplitMix64. The same seed gives the same
//! numbers on every machine.

#[derive(Clone, Debug, PartialEq)]
pub struct Random {
    state: [u64; 4],
    /// Normals come in pairs; this is the second of one.
    spare: Option<f64>,
}

impl Random {
    pub fn new(seed: u64) -> Random {
        let mut z = seed;
        let mut next = || {
            z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut x = z;
            x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            x ^ (x >> 31)
        };
        Random { state: [next(), next(), next(), next()], spare: None }
    }

    pub fn bits(&mut self) -> u64 {
        let s = &mut self.state;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// From 0 up to but not including 1.
    pub fn uniform(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A whole number from 0 up to but not including `n`, which must not be 0.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.bits()) * n as u128) >> 64) as usize
    }

    /// A standard normal number, by Marsaglia's polar method.
    pub fn normal(&mut self) -> f64 {
        if let Some(spare) = self.spare.take() {
            return spare;
        }
        loop {
            let (u, v) = (2.0 * self.uniform() - 1.0, 2.0 * self.uniform() - 1.0);
            let square = u * u + v * v;
            if square > 0.0 && square < 1.0 {
                let factor = (-2.0 * libm::log(square) / square).sqrt();
                self.spare = Some(v * factor);
                return u * factor;
            }
        }
    }

    /// What makes up its state, for fingerprints.
    pub fn state(&self) -> [u64; 5] {
        let [a, b, c, d] = self.state;
        [a, b, c, d, self.spare.map_or(0, f64::to_bits)]
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn the_same_seed_gives_the_same_numbers_and_another_others() {
        let (mut a, mut b, mut c) = (Random::new(1), Random::new(1), Random::new(2));
        assert_eq!([a.normal(), a.uniform()], [b.normal(), b.uniform()]);
        assert_ne!(a.bits(), c.bits());
    }

    #[test]
    fn normals_have_mean_0_and_deviation_1() {
        let mut random = Random::new(7);
        let draws: Vec<f64> = (0..100_000).map(|_| random.normal()).collect();
        let mean = draws.iter().sum::<f64>() / 1e5;
        let square = draws.iter().map(|x| x * x).sum::<f64>() / 1e5;
        assert!(mean.abs() < 0.01 && (square - 1.0).abs() < 0.02, "{mean} {square}");
        assert!((0..1000).all(|_| random.below(3) < 3));
    }
}
