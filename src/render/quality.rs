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
                Quality { samples: 1, shadow_texels: 1024, shadow_softness: 1, scale: 0.5, fine: false }
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

    fn below(self) -> Option<Level> {
        match self {
            Level::Low => None,
            Level::Medium => Some(Level::Low),
            Level::High => Some(Level::Medium),
        }
    }

    fn above(self) -> Option<Level> {
        match self {
            Level::Low => Some(Level::Medium),
            Level::Medium => Some(Level::High),
            Level::High => None,
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

/// Chooses a quality from how long frames take: down when they are slow, up when they have long been quick. A try that
/// failed is repeated later each time, so that the picture does not flicker between two qualities.
#[derive(Clone, Debug)]
pub struct Auto {
    level: Level,
    recent: Vec<f64>,
    settling: u32,
    /// Seconds of quick frames, and how many it takes.
    quick_for: f64,
    patience: f64,
    /// Seconds since the quality was raised, if it was and that is not proven yet.
    raised: Option<f64>,
}

impl Auto {
    /// Starts where a machine of this kind usually ends: low where the processor draws.
    pub fn new(draws_on_processor: bool) -> Auto {
        let level = if draws_on_processor { Level::Low } else { Level::High };
        Auto {
            level,
            recent: Vec::new(),
            settling: SETTLING,
            quick_for: 0.0,
            patience: PATIENCE,
            raised: None,
        }
    }

    pub fn level(&self) -> Level {
        self.level
    }

    /// A frame took so many seconds, without what was waited on purpose. Returns the quality for the next.
    pub fn frame(&mut self, seconds: f64) -> Level {
        if !seconds.is_finite() || seconds < 0.0 {
            return self.level;
        }
        if self.settling > 0 {
            self.settling -= 1;
            return self.level;
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
            return self.level;
        }
        let median = median(&self.recent);
        if median > SLOW {
            self.step_down();
        } else if median < QUICK {
            self.quick_for += seconds;
            if self.quick_for >= self.patience
                && let Some(above) = self.level.above()
            {
                self.change(above);
                self.raised = Some(0.0);
            }
        } else {
            self.quick_for = 0.0;
        }
        self.level
    }

    fn step_down(&mut self) {
        self.quick_for = 0.0;
        if let Some(below) = self.level.below() {
            if self.raised.take().is_some() {
                self.patience = (self.patience * 2.0).min(MOST_PATIENCE);
            }
            self.change(below);
        }
    }

    fn change(&mut self, level: Level) {
        self.level = level;
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

    /// Lets frames of a length that depends on the level pass for so many seconds; the levels on the way.
    fn play(auto: &mut Auto, seconds: f64, cost: impl Fn(Level) -> f64) -> Vec<Level> {
        let mut levels = vec![auto.level()];
        let mut passed = 0.0;
        while passed < seconds {
            let cost = cost(auto.level());
            let level = auto.frame(cost);
            if levels.last() != Some(&level) {
                levels.push(level);
            }
            passed += cost;
        }
        levels
    }

    #[test]
    fn slow_frames_lower_the_quality_step_by_step_and_no_further_than_low() {
        let mut auto = Auto::new(false);
        let levels = play(&mut auto, 30.0, |_| 0.1);
        assert_eq!(levels, [Level::High, Level::Medium, Level::Low]);
    }

    #[test]
    fn a_machine_that_draws_on_its_processor_starts_low_and_climbs_when_it_can() {
        let mut auto = Auto::new(true);
        assert_eq!(auto.level(), Level::Low);
        assert_eq!(play(&mut auto, 3.0, |_| 0.008), [Level::Low], "not at once");
        assert_eq!(play(&mut auto, 9.0, |_| 0.008), [Level::Low, Level::Medium, Level::High]);
    }

    #[test]
    fn single_hitches_change_nothing() {
        let mut auto = Auto::new(false);
        for frame in 0..2_000 {
            auto.frame(if frame % 20 == 0 { 0.4 } else { 0.016 });
        }
        assert_eq!(auto.level(), Level::High);
    }

    #[test]
    fn a_quality_that_proves_too_slow_is_tried_less_and_less_often() {
        let mut auto = Auto::new(true);
        let tries = |auto: &mut Auto| {
            let slow_above_low = |level| if level == Level::Low { 0.012 } else { 0.050 };
            let levels = play(auto, 120.0, slow_above_low);
            levels.iter().filter(|level| **level == Level::Medium).count()
        };
        let first = tries(&mut auto);
        assert!((3..=5).contains(&first), "{first} tries in the first two minutes");
        let later = tries(&mut auto);
        assert!(later <= 1, "{later} tries in the next two");
    }

    #[test]
    fn frames_between_quick_and_slow_keep_the_quality_for_ever() {
        let mut auto = Auto::new(true);
        assert_eq!(play(&mut auto, 600.0, |_| 0.024), [Level::Low]);
    }

    #[test]
    fn broken_numbers_are_ignored() {
        let mut auto = Auto::new(false);
        for seconds in [f64::NAN, f64::INFINITY, -1.0].repeat(100) {
            assert_eq!(auto.frame(seconds), Level::High);
        }
    }

    #[test]
    fn a_quality_is_named_in_any_case_and_others_are_refused_with_the_names() {
        assert_eq!("AUTO".parse(), Ok(QualityChoice::Auto));
        assert_eq!("Low".parse(), Ok(QualityChoice::Fixed(Level::Low)));
        let refusal = "best".parse::<QualityChoice>().unwrap_err();
        assert_eq!(refusal, "a quality is auto, low, medium or high, got best");
    }
}
