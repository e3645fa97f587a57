//! Values as Lua expressions: ordinary ones of a type, and what nobody should ever pass.

use super::{api, objects, options};
use crate::random::Random;
use moonyard::input::Key;

/// Results are kept in so many places, the first eight for ids.
pub const SLOTS: usize = 20;

/// Something that an earlier call returned, kept in `V[number]`.
pub struct Kept {
    pub number: usize,
    name: String,
    kind: String,
}

/// Makes values for one program.
pub struct Values<'a> {
    pub random: &'a mut Random,
    pub events: &'a [&'static str],
    pub kept: Vec<Kept>,
    /// The function or method that values are made for.
    pub of: String,
    /// How many of a hundred values are hostile.
    pub hostility: usize,
}

/// Also other scripts use these, so that they meet.
const NAMES: [&str; 8] = ["a", "b", "c", "walk", "jump", "a.b", "move", "fuzz"];
const PADS: [&str; 6] = ["a", "lb", "rt", "dpad_up", "start", "Triangle"];

const NUMBERS: [&str; 22] = [
    "0", "1", "-1", "0.02", "0.019", "-0.0", "100", "500", "501", "1000", "1e4", "1e6", "1e9", "1e30",
    "-1e30", "1e-30", "5e-324", "1e308", "(1/0)", "-(1/0)", "(0/0)", "2.0^53",
];
const INTEGERS: [&str; 10] = [
    "0",
    "1",
    "-1",
    "7",
    "1000",
    "65536",
    "2147483648",
    "9007199254740993",
    "math.maxinteger",
    "math.mininteger",
];
const STRINGS: [&str; 12] = [
    "''",
    "'x'",
    "'\\0'",
    "'é→😀'",
    "'\\xff\\xfe'",
    "'nan'",
    "'0x10'",
    "'1e999'",
    "(' '):rep(1000)",
    "'%s%d%'",
    "'a\\nb\\tc'",
    "'Think'",
];
const ODDITIES: [&str; 26] = [
    "nil",
    "true",
    "false",
    "{}",
    "{{}}",
    "{1}",
    "{1, 2, 3, 4}",
    "{x = 1}",
    "{x = 0/0, y = 1, z = 2}",
    "{x = 'a', y = {}, z = print}",
    "{1, 2, 1/0}",
    "Vec(0/0, 0, 0)",
    "Vec(1/0, -1/0, 0)",
    "Vec(1e30, 1e30, 1e30)",
    "Vec(1e308, -1e308, 5e-324)",
    "Vec",
    "print",
    "physics",
    "_G",
    "shared",
    "state",
    "Self",
    "Lying",
    "Raising",
    "coroutine.create(function() end)",
    "function(...) return ... end",
];

impl Values<'_> {
    /// A value for a parameter or field of this name and type; now and then anything else.
    pub fn value(&mut self, name: &str, kind: &str) -> String {
        if self.random.chance(self.hostility) { self.hostile(kind) } else { self.valid(name, kind) }
    }

    /// Keeps what a call returns: the expression to assign it to.
    pub fn keep(&mut self, name: &str, kind: &str) -> String {
        let number = if name == "id" { self.random.within(1, 8) } else { self.random.within(9, SLOTS) };
        self.kept.retain(|kept| kept.number != number);
        let (name, kind) = (name.to_owned(), kind.trim_end_matches('?').to_owned());
        self.kept.push(Kept { number, name, kind });
        format!("V[{number}]")
    }

    /// Anything that a program may have at hand.
    pub fn any(&mut self) -> String {
        match self.random.below(7) {
            0 => format!("V[{}]", self.random.within(1, SLOTS)),
            1 => self.number(),
            2 => self.string("name"),
            3 => self.vector(),
            4 => self.random.pick(&INTEGERS).to_string(),
            5 => self.valid("id", "integer"),
            _ => self.random.pick(&ODDITIES).to_string(),
        }
    }

    /// One that survives `tostring` without an address in it.
    pub fn scalar(&mut self) -> String {
        match self.random.below(5) {
            0 => self.number(),
            1 => self.string("name"),
            2 => self.random.pick(&["nil", "true", "false", "-1", "3", "'%d'"]).to_string(),
            3 => self.random.pick(&STRINGS).to_string(),
            _ => self.random.within(0, 40).to_string(),
        }
    }

    fn hostile(&mut self, kind: &str) -> String {
        match (self.random.below(4), kind) {
            (0 | 1, "number" | "number?") => self.random.pick(&NUMBERS).to_string(),
            (0 | 1, "integer" | "integer?") => self.random.pick(&INTEGERS).to_string(),
            (0, "Vec" | "Vec|number") => {
                let mut part = || self.random.pick(&NUMBERS).to_string();
                format!("Vec({}, {}, {})", part(), part(), part())
            }
            (0, _) => self.random.pick(&STRINGS).to_string(),
            (1, _) => self.random.pick(&NUMBERS).to_string(),
            (2, _) => self.any(),
            _ => self.random.pick(&ODDITIES).to_string(),
        }
    }

    fn valid(&mut self, name: &str, kind: &str) -> String {
        let (name, kind) = (name.trim_end_matches('?'), kind.trim_end_matches('?'));
        let kind =
            if kind.contains('<') { kind } else { *self.random.pick(&kind.split('|').collect::<Vec<_>>()) };
        if let Some(kept) = self.find(name, kind) {
            return kept;
        }
        match kind {
            "number" => self.number(),
            "integer" if name == "id" && self.random.chance(20) => "physics.sphere({ radius = 0.3 })".into(),
            "integer" if name == "id" => self.random.within(1, 60).to_string(),
            "integer" => self.random.within(0, 5).to_string(),
            "boolean" => self.random.pick(&["true", "false"]).to_string(),
            "string" => self.string(name),
            "table" if name == "options" => self.options(),
            "Event" => format!("'{}'", self.random.pick(self.events)),
            "Vec" if self.is_of_crowds() && self.random.chance(80) => {
                format!("Vec({}, {})", self.random.between(-5.0, 20.0), self.random.between(0.0, 15.0))
            }
            "Vec" => self.vector(),
            "false" => kind.to_owned(),
            "function" => self
                .random
                .pick(&["print", "function() end", "function() return 1 end", "hook.Run"])
                .to_string(),
            "any" => self.any(),
            kind if kind.starts_with('"') => kind.to_owned(),
            kind => match objects::object(self.random, &self.of, name, kind) {
                Some(object) => object.to_owned(),
                None => self.table(kind),
            },
        }
    }

    /// Whether values are made for something that mostly knows two dimensions.
    fn is_of_crowds(&self) -> bool {
        self.of.starts_with("agents.")
            || ["Population", "Array", "Field", "FlowField"]
                .iter()
                .any(|class| self.of.split_once(':').is_some_and(|(of, _)| of == *class))
    }

    /// A table of the options in [`options`].
    fn options(&mut self) -> String {
        let Some(some) = options::some(self.random, &self.of) else { return "{a = 1, 2, 3}".into() };
        let mut fields = Vec::new();
        for (name, value) in some {
            let hostile = self.random.chance(self.hostility / 2);
            let value = if hostile { self.hostile("number") } else { value.to_owned() };
            fields.push(format!("{name} = {value}"));
        }
        format!("{{{}}}", fields.join(", "))
    }

    /// Something that was returned under this name and type, mostly; otherwise of this type, or nothing.
    fn find(&mut self, name: &str, kind: &str) -> Option<String> {
        let is = |kept: &Kept| kept.kind.split('|').any(|part| part == kind);
        let same = |kept: &&Kept| is(kept) && kept.name == name;
        let exact: Vec<usize> = self.kept.iter().filter(same).map(|kept| kept.number).collect();
        let alike: Vec<usize> = self.kept.iter().filter(|kept| is(kept)).map(|kept| kept.number).collect();
        let from = if self.random.chance(80) { exact } else { alike };
        if from.is_empty() || self.random.chance(25) {
            return None;
        }
        Some(format!("V[{}]", self.random.pick(&from)))
    }

    fn table(&mut self, kind: &str) -> String {
        let Some(all) = api::fields(kind) else { return "{a = 1, 2, 3}".into() };
        let mut fields = Vec::new();
        for _ in 0..self.random.below(5) {
            let (name, kind, _) = *self.random.pick(all);
            // What is within the limits of any field, or not.
            let plain = kind == "number" && self.random.chance(60);
            let value =
                if plain { self.random.pick(&["1", "0.5"]).to_string() } else { self.value(name, kind) };
            fields.push(format!("{} = {value}", name.trim_end_matches('?')));
        }
        if self.random.chance(3) {
            fields.push("unknown = 1".into());
        }
        format!("{{{}}}", fields.join(", "))
    }

    pub fn number(&mut self) -> String {
        match self.random.below(20) {
            0..6 => self.random.pick(&["0", "1", "2", "0.5"]).to_string(),
            6..12 => self.random.between(0.0, 1.0).to_string(),
            12..16 => self.random.between(0.0, 10.0).to_string(),
            16..19 => self.random.between(-10.0, 10.0).to_string(),
            _ => self.random.between(0.0, 1000.0).to_string(),
        }
    }

    fn vector(&mut self) -> String {
        let reach = *self.random.pick(&[1.0, 3.0, 8.0, 25.0]);
        let mut part = || self.random.between(-reach, reach);
        let (x, y, z) = (part(), part().abs(), part());
        match self.random.below(8) {
            0 => format!("{{{x}, {y}, {z}}}"),
            1 => format!("{{x = {x}, y = {y}, z = {z}}}"),
            2 => self.random.pick(&["player.position()", "camera.forward()", "Vec(0, 1, 0)"]).to_string(),
            _ => format!("Vec({x}, {y}, {z})"),
        }
    }

    fn string(&mut self, name: &str) -> String {
        let text = match name {
            "key" if self.random.chance(80) => {
                self.random.pick(Key::ALL).name().replace('\\', "\\\\").replace('\'', "\\'")
            }
            "pad" if self.random.chance(80) => self.random.pick(&PADS).to_string(),
            "kind" => "prey".into(),
            "field" => "goal".into(),
            "name" if self.of == "Genome:trait" => "speed".into(),
            "event" => self.random.pick(&["a", "b", "Think", "Tick"]).to_string(),
            _ => self.random.pick(&NAMES).to_string(),
        };
        format!("'{text}'")
    }
}
