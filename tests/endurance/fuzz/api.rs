//! What scripts can call, as the documentation beside the bindings tells: a table or class that is added there is tried here at
//! once.

use moonyard::app::game::Game;
use moonyard::script::api::doc::{Class, Function, Named};
use moonyard::script::api::{agents, events, pages, vec};

#[derive(Clone)]
pub struct Callable {
    /// As a script writes it; of a method `Class:method`.
    pub name: String,
    /// Of a method.
    pub class: Option<&'static str>,
    pub parameters: &'static [Named],
    pub returns: &'static [Named],
}

pub struct Api {
    /// By table: each is tried as often as another, however many functions it has.
    pub tables: Vec<Vec<Callable>>,
    /// The methods of each class that has some.
    pub classes: Vec<Vec<Callable>>,
    /// The classes whose values have fields to read, and mostly to write.
    pub with_fields: Vec<&'static Class>,
    pub events: Vec<&'static str>,
}

impl Callable {
    fn new(table: &str, function: &Function) -> Callable {
        Callable {
            name: function.full_name(table),
            class: None,
            parameters: function.parameters,
            returns: function.returns,
        }
    }

    fn method(class: &Class, function: &Function) -> Callable {
        let name = format!("{}:{}", class.name, function.name);
        Callable { name, class: Some(class.name), ..Callable::new("", function) }
    }

    /// Whether it makes things: takes a table of options, or returns an object with methods.
    pub fn makes(&self) -> bool {
        let object = |kind: &str| !["Vec", "Array"].contains(&kind) && has_methods(kind);
        self.class.is_none()
            && (self.parameters.iter().any(|(_, kind, _)| kind.ends_with("Options"))
                || self.returns.first().is_some_and(|(_, kind, _)| object(kind)))
    }
}

impl Api {
    pub fn new() -> Api {
        let game = Game::new().unwrap();
        let functions = |table: &moonyard::script::api::doc::Table| {
            table.functions.iter().map(|function| Callable::new(table.name, function)).collect()
        };
        let mut tables: Vec<Vec<Callable>> = game.docs().iter().map(functions).collect();
        tables.push(vec![Callable::new("", &vec::CONSTRUCTOR)]);
        let plain = pages::CLASSES.into_iter().map(|class| {
            (class, class.methods.iter().map(|function| Callable::method(class, function)).collect())
        });
        let of_crowds = agents::classes().map(|(class, methods)| {
            (class, methods.map(|function| Callable::method(class, function)).collect())
        });
        let (mut classes, mut with_fields) = (Vec::new(), Vec::new());
        for (class, methods) in plain.chain(of_crowds) {
            let methods: Vec<Callable> = methods;
            if !class.fields.is_empty() && (!methods.is_empty() || class.name == "Array") {
                with_fields.push(class);
            }
            if !methods.is_empty() {
                classes.push(methods);
            }
        }
        let events = events::EVENTS.iter().map(|(name, ..)| *name).collect();
        Api { tables, classes, with_fields, events }
    }

    /// All functions and methods.
    pub fn functions(&self) -> impl Iterator<Item = &Callable> {
        self.tables.iter().chain(&self.classes).flatten()
    }
}

fn has_methods(kind: &str) -> bool {
    pages::CLASSES.iter().any(|class| class.name == kind && !class.methods.is_empty())
        || agents::classes().any(|(class, mut methods)| class.name == kind && methods.next().is_some())
}

/// The fields of a class, if that is what a type is.
pub fn fields(kind: &str) -> Option<&'static [Named]> {
    pages::CLASSES.iter().find(|class| class.name == kind).map(|class| class.fields)
}

/// A function or method as the reference shows it: its heading is `hook.Add(event, id, fn)`, or `:spawn(k [, values])` below its
/// class.
fn in_the_reference() -> Vec<String> {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/reference.md")).unwrap();
    let (mut section, mut names) = ("", Vec::new());
    for line in page.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            section = title;
        } else if let Some(heading) = line.strip_prefix("### `") {
            let name = heading.split('(').next().unwrap();
            let of = if name.starts_with(':') { section } else { "" };
            names.push(format!("{of}{name}"));
        }
    }
    names
}

#[test]
fn programs_know_all_that_the_reference_tells() {
    let api = Api::new();
    let mut known: Vec<&str> = api.functions().map(|function| function.name.as_str()).collect();
    let mut told = in_the_reference();
    known.sort_unstable();
    told.sort_unstable();
    assert!(told.len() > 150, "{told:?}");
    assert_eq!(known, told);
}

#[test]
fn programs_know_every_option_that_is_told_in_words() {
    let is_name = |word: &&str| {
        word.starts_with(|c: char| c.is_ascii_lowercase())
            && word.chars().all(|c| c.is_ascii_lowercase() || c == '_')
    };
    for function in Api::new().functions() {
        let options = function
            .parameters
            .iter()
            .find(|(name, kind, _)| name.trim_end_matches('?') == "options" && kind.starts_with("table"));
        let Some((.., text)) = options else { continue };
        let mut told: Vec<&str> =
            text.split('`').skip(1).step_by(2).filter(is_name).filter(|word| *word != "false").collect();
        let known = super::options::OPTIONS.iter().find(|(name, ..)| *name == function.name);
        let known = known.unwrap_or_else(|| panic!("options.rs does not know {}", function.name)).2;
        let mut known: Vec<&str> =
            known.iter().map(|(name, _)| *name).filter(|name| *name != "hunger").collect();
        for names in [&mut told, &mut known] {
            names.sort_unstable();
            names.dedup();
        }
        assert_eq!(known, told, "{}", function.name);
    }
}
