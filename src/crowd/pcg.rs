//! Numbers by chance that are the same everywhere: PCG with 128 bits of state and the output function DXSM (double xorshift
//! multiply), O'Neill's generator as numerical libraries have it.
//!
//! The same seed and stream give the same numbers on every machine; another stream gives others. The state is two whole numbers, so
//! whoever keeps them can go on from there.

const MULTIPLIER: u128 = (2_549_297_995_355_413_924 << 64) + 4_865_540_595_714_422_341;
const INCREMENT: u128 = (6_364_136_223_846_793_005 << 64) + 1_442_695_040_888_963_407;
/// What multiplies the high half on the way out.
const MIX: u64 = 0xda94_2042_e4dd_58b5;

/// A generator. It is a plain value: a copy goes its own way from here on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pcg {
    state: u128,
}

impl Pcg {
    /// A generator whose state is exactly these two halves.
    pub fn new(high: u64, low: u64) -> Pcg {
        Pcg { state: u128::from(high) << 64 | u128::from(low) }
    }

    /// The two halves of the state, high and low: what [`Pcg::new`] takes to go on from here.
    pub fn halves(self) -> (u64, u64) {
        ((self.state >> 64) as u64, self.state as u64)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_mul(MULTIPLIER).wrapping_add(INCREMENT);
        let (mut high, low) = self.halves();
        high ^= high >> 32;
        high = high.wrapping_mul(MIX);
        high ^= high >> 48;
        high.wrapping_mul(low | 1)
    }

    /// From 0 up to but not including 1, in steps of 2⁻⁵³.
    pub fn float(&mut self) -> f64 {
        const DRAWN: u64 = 1 << 53;
        (self.bits() & (DRAWN - 1)) as f64 / DRAWN as f64
    }

    /// A whole number from 0 up to but not including `n`, each as likely as the others (Lemire's method); 0 for an `n` of 0.
    pub fn below(&mut self, n: u64) -> u64 {
        if n == 0 {
            return 0;
        }
        // So many of the lowest products would make some numbers likelier than others.
        let uneven = n.wrapping_neg() % n;
        loop {
            let product = u128::from(self.bits()) * u128::from(n);
            if product as u64 >= uneven {
                return (product >> 64) as u64;
            }
        }
    }

    /// A number of the standard normal distribution, by the method of Box and Muller. Each draws two floats.
    pub fn normal(&mut self) -> f64 {
        let (u, v) = (1.0 - self.float(), self.float());
        (-2.0 * libm::log(u)).sqrt() * libm::cos(std::f64::consts::TAU * v)
    }
}

#[cfg(test)]
mod tests {
    use super::Pcg;

    #[test]
    fn the_first_numbers_are_those_of_the_method() {
        let mut pcg = Pcg::new(1, 2);
        assert_eq!(pcg.bits(), 0xc4f5_a586_56ee_f510);
        assert_eq!(pcg.bits(), 0x9dce_c3ad_077d_ec6c);
        let low_53_bits = 0xc4f5_a586_56ee_f510_u64 & ((1 << 53) - 1);
        assert_eq!(Pcg::new(1, 2).float(), low_53_bits as f64 / 2_f64.powi(53));
    }

    #[test]
    fn one_goes_on_from_its_halves() {
        let mut pcg = Pcg::new(5, 3);
        pcg.bits();
        let (high, low) = pcg.halves();
        assert_eq!(Pcg::new(high, low).bits(), pcg.bits());
    }

    #[test]
    fn whole_numbers_are_all_as_likely() {
        let mut pcg = Pcg::new(1, 0);
        let mut counts = [0; 6];
        for _ in 0..60_000 {
            counts[pcg.below(6) as usize] += 1;
        }
        assert!(counts.iter().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
        assert_eq!((pcg.below(1), pcg.below(0)), (0, 0));
        assert!((0..1000).all(|_| pcg.below(3 << 62) < 3 << 62));
    }

    #[test]
    fn normals_have_mean_0_and_deviation_1() {
        let mut pcg = Pcg::new(9, 9);
        let draws: Vec<f64> = (0..100_000).map(|_| pcg.normal()).collect();
        let mean = draws.iter().sum::<f64>() / 1e5;
        let square = draws.iter().map(|x| x * x).sum::<f64>() / 1e5;
        assert!(mean.abs() < 0.01 && (square - 1.0).abs() < 0.02, "{mean} {square}");
    }
}
