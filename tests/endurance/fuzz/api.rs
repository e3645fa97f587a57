//! What scripts can call, as the documentation beside the bindings tells: a table that is added there is tried here at once.

use moonyard::app::game::Game;
use moonyard::script::api::doc::{Function, Named};
use moonyard::script::api::{events, pages, vec};

#[derive(Clone)]
pub struct Callable {
    /// As a script writes it.
    pub name: String,
    pub parameters: &'static [Named],
    pub returns: &'static [Named],
}

pub struct Api {
    /// By table: each is tried as often as another, however many functions it has.
    pub tables: Vec<Vec<Callable>>,
    pub events: Vec<&'static str>,
}

impl Callable {
    fn new(table: &str, function: &Function) -> Callable {
        Callable {
            name: function.full_name(table),
            parameters: function.parameters,
            returns: function.returns,
        }
    }

    /// Whether it takes a table of options, as what makes things does.
    pub fn makes(&self) -> bool {
        self.parameters.iter().any(|(_, kind, _)| kind.ends_with("Options"))
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
        Api { tables, events: events::EVENTS.iter().map(|(name, ..)| *name).collect() }
    }

    pub fn functions(&self) -> impl Iterator<Item = &Callable> {
        self.tables.iter().flatten()
    }
}

/// The fields of a class, if that is what a type is.
pub fn fields(kind: &str) -> Option<&'static [Named]> {
    pages::CLASSES.iter().find(|class| class.name == kind).map(|class| class.fields)
}

/// The methods of a class, if that is what a type is.
pub fn methods(kind: &str) -> &'static [Function] {
    pages::CLASSES.iter().find(|class| class.name == kind).map_or(&[], |class| class.methods)
}
