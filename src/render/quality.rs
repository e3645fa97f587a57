//! How well the picture is drawn: the settings, three named sets of them, and the rule by which one is chosen when
//! nobody chose. Pure; it is told how long frames took and never looks at a clock.

/// Everything about drawing that costs time and can be had for less.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quality {
    /// Samples for each pixel: 4, or 1 for jagged edges.
    pub samples: u32,
    /// Texels along one side of the shadow map.
    pub shadow_texels: u32,
    /// The width of a shadow's soft edge in texels: 4, or 1 for hard ones.
    pub shadow_softness: u32,
    /// The picture is drawn at this share of its width and height and then enlarged, 0.25 to 1. Text keeps its size.
    pub scale: f32,
    /// Rounded edges, uneven floors and meadows, and clouds.
    pub fine: bool,
}

impl Default for Quality {
    /// The best: what pictures without a window are drawn with, so that they repeat.
    fn default() -> Quality {
        Level::High.quality()
    }
}

impl Quality {
    /// The nearest quality that a device can draw whose textures have sides of `longest` texels at most.
    pub(super) fn within(self, longest: u32) -> Quality {
        Quality {
            // Every driver that we use offers four samples and no other number above one.
            samples: if self.samples > 1 { 4 } else { 1 },
            shadow_texels: self.shadow_texels.clamp(64, longest.clamp(64, 8192)),
            scale: if self.scale.is_finite() { self.scale.clamp(0.25, 1.0) } else { 1.0 },
            ..self
        }
    }
}

/// The named qualities, the cheapest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    Low,
    Medium,
    High,
}

/// What a person asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum QualityChoice {
    /// As good as this machine draws without stutter.
    #[default]
    Auto,
    Fixed(Level),
}

impl Level {
    pub const ALL: [Level; 3] = [Level::Low, Level::Medium, Level::High];

    pub fn quality(self) -> Quality {
        match self {
            Level::Low => {
                Quality { samples: 1, shadow_texels: 1024, shadow_softness: 1, scale: 2.0 / 3.0, fine: false }
            }
            Level::Medium => {
                Quality { samples: 1, shadow_texels: 2048, shadow_softness: 4, scale: 0.75, fine: true }
            }
            Level::High => {
                Quality { samples: 4, shadow_texels: 2048, shadow_softness: 4, scale: 1.0, fine: true }
            }
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Level::Low => "low",
            Level::Medium => "medium",
            Level::High => "high",
        }
    }
}

impl std::str::FromStr for QualityChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<QualityChoice, String> {
        if text.eq_ignore_ascii_case("auto") {
            return Ok(QualityChoice::Auto);
        }
        let found = Level::ALL.into_iter().find(|level| level.name().eq_ignore_ascii_case(text));
        found
            .map(QualityChoice::Fixed)
            .ok_or_else(|| format!("a quality is auto, low, medium or high, got {text}"))
    }
}

/// So many frames are looked at together; their median counts, so that a single hitch does not.
const WINDOW: usize = 24;
/// So many frames after a change do not count: the driver is still making ready.
const SETTLING: u32 = 12;
/// Frames that take longer than this are slow, and those under the other leave room, in seconds.
const SLOW: f64 = 0.029;
const QUICK: f64 = 0.0185;
/// How long frames must be quick before a better quality is tried, in seconds; twice as long after each try that failed.
const PATIENCE: f64 = 4.0;
const MOST_PATIENCE: f64 = 256.0;
/// A better quality that was kept this long was no failure, in seconds.
const PROVEN: f64 = 20.0;

/// What is chosen from, the cheapest first: the named qualities, and one below them for large windows on slow machines,
/// which is low at this scale.
const RUNGS: usize = 4;
const SMALLEST_SCALE: f32 = 0.4;
const LOW_RUNG: usize = 1;

/// Chooses a quality from how long frames take: down when they are slow, up when they have long been quick. A try that
/// failed is repeated later each time, so that the picture does not flicker between two qualities.
#[derive(Clone, Debug)]
pub struct Auto {
    rung: usize,
    recent: Vec<f64>,
    settling: u32,
    /// Seconds of quick frames, and how many it takes.
    quick_for: f64,
    patience: f64,
    /// Seconds since the quality was raised, if it was and that is not proven yet.
    raised: Option<f64>,
}

impl Auto {
    /// Starts where a machine of this kind usually ends: low where the processor draws, else high.
    pub fn new(draws_on_processor: bool) -> Auto {
        Auto {
            rung: if draws_on_processor { LOW_RUNG } else { RUNGS - 1 },
            recent: Vec::new(),
            settling: SETTLING,
            quick_for: 0.0,
            patience: PATIENCE,
            raised: None,
        }
    }

    /// The quality for the next frame.
    pub fn quality(&self) -> Quality {
        match self.rung.checked_sub(LOW_RUNG).and_then(|rung| Level::ALL.get(rung)) {
            Some(level) => level.quality(),
            None => Quality { scale: SMALLEST_SCALE, ..Level::Low.quality() },
        }
    }

    /// A frame took so many seconds, without what was waited on purpose. Returns whether the quality changes.
    pub fn frame(&mut self, seconds: f64) -> bool {
        if !seconds.is_finite() || seconds < 0.0 {
            return false;
        }
        if self.settling > 0 {
            self.settling -= 1;
            return false;
        }
        if let Some(since) = &mut self.raised {
            *since += seconds;
            if *since > PROVEN {
                self.raised = None;
                self.patience = PATIENCE;
            }
        }
        if self.recent.len() == WINDOW {
            self.recent.remove(0);
        }
        self.recent.push(seconds);
        if self.recent.len() < WINDOW {
            return false;
        }
        let median = median(&self.recent);
        if median > SLOW {
            return self.step_down();
        }
        self.quick_for = if median < QUICK { self.quick_for + seconds } else { 0.0 };
        let tries = self.quick_for >= self.patience && self.rung + 1 < RUNGS;
        if tries {
            self.change(self.rung + 1);
            self.raised = Some(0.0);
        }
        tries
    }

    fn step_down(&mut self) -> bool {
        self.quick_for = 0.0;
        let Some(below) = self.rung.checked_sub(1) else { return false };
        if self.raised.take().is_some() {
            self.patience = (self.patience * 2.0).min(MOST_PATIENCE);
        }
        self.change(below);
        true
    }

    fn change(&mut self, rung: usize) {
        self.rung = rung;
        self.recent.clear();
        self.quick_for = 0.0;
        self.settling = SETTLING;
    }
}

fn median(numbers: &[f64]) -> f64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lets frames of a length that depends on the rung pass for so many seconds; the rungs on the way.
    fn play(auto: &mut Auto, seconds: f64, cost: impl Fn(usize) -> f64) -> Vec<usize> {
        let mut rungs = vec![auto.rung];
        let mut passed = 0.0;
        while passed < seconds {
            let cost = cost(auto.rung);
            if auto.frame(cost) {
                rungs.push(auto.rung);
            }
            passed += cost;
        }
        rungs
    }

    #[test]
    fn slow_frames_lower_the_quality_step_by_step_down_to_the_cheapest() {
        let mut auto = Auto::new(false);
        assert_eq!(auto.quality(), Level::High.quality());
        assert_eq!(play(&mut auto, 30.0, |_| 0.1), [3, 2, 1, 0]);
        assert_eq!(auto.quality(), Quality { scale: 0.4, ..Level::Low.quality() });
    }

    #[test]
    fn a_machine_that_draws_on_its_processor_starts_low_and_climbs_when_it_can() {
        let mut auto = Auto::new(true);
        assert_eq!(auto.quality(), Level::Low.quality());
        assert_eq!(play(&mut auto, 3.0, |_| 0.008), [1], "not at once");
        assert_eq!(play(&mut auto, 9.0, |_| 0.008), [1, 2, 3]);
        assert_eq!(auto.quality(), Level::High.quality());
    }

    #[test]
    fn single_hitches_change_nothing() {
        let mut auto = Auto::new(false);
        assert!((0..2_000).all(|frame| !auto.frame(if frame % 20 == 0 { 0.4 } else { 0.016 })));
    }

    #[test]
    fn a_quality_that_proves_too_slow_is_tried_less_and_less_often() {
        let mut auto = Auto::new(true);
        let tries = |auto: &mut Auto| {
            let rungs = play(auto, 120.0, |rung| if rung < 2 { 0.012 } else { 0.050 });
            rungs.iter().filter(|rung| **rung == 2).count()
        };
        let first = tries(&mut auto);
        assert!((3..=5).contains(&first), "{first} tries in the first two minutes");
        let later = tries(&mut auto);
        assert!(later <= 1, "{later} tries in the next two");
    }

    #[test]
    fn frames_between_quick_and_slow_keep_the_quality_for_ever() {
        assert_eq!(play(&mut Auto::new(true), 600.0, |_| 0.024), [1]);
    }

    #[test]
    fn broken_numbers_are_ignored() {
        let mut auto = Auto::new(false);
        assert!([f64::NAN, f64::INFINITY, -1.0].repeat(100).into_iter().all(|seconds| !auto.frame(seconds)));
    }

    #[test]
    fn a_quality_is_named_in_any_case_and_others_are_refused_with_the_names() {
        assert_eq!("AUTO".parse(), Ok(QualityChoice::Auto));
        assert_eq!("Low".parse(), Ok(QualityChoice::Fixed(Level::Low)));
        let refusal = "best".parse::<QualityChoice>().unwrap_err();
        assert_eq!(refusal, "a quality is auto, low, medium or high, got best");
    }
}
