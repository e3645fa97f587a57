//! A population: agents as arrays, with stable ids, kinds and fields of one's own.
//!
//! An agent's index is its place among the living, in the order of ids; it changes when others die. Its id never does, and is
//! never given again. Positions and velocities lie by cell inside, see [`Order`]; whoever asks by index does not notice.

use super::error::{CrowdError, Result, wrong};
use super::intents::Write;
use super::ledger::{Charge, Ledger};
use super::list::List;
use super::neighbours::Memory;
use super::obstacles::Obstacles;
use super::order::Order;
use super::random::Random;
use super::rows::Rows;
use super::senses::Senses;
use super::work::Wanted;
use std::cell::OnceCell;
use std::rc::Rc;

/// What a field holds: one value for each agent.
#[derive(Clone, Debug)]
pub enum Column {
    Numbers(Rc<Rows>),
    /// By index.
    Flags(Rc<List<bool>>),
    /// By index.
    Texts(Rc<List<Rc<str>>>),
}

#[derive(Debug)]
pub struct Field {
    pub name: String,
    pub column: Column,
    /// For an intent field, when each agent's last write landed, in seconds; NaN if none did.
    pub landed: Option<Vec<f64>>,
    /// What that costs.
    pub(super) charge: OnceCell<Charge>,
}

/// How many fields there may be besides positions and velocities.
const MOST_FIELDS: usize = 32;

/// What fields cannot be called: what a population has already.
pub const RESERVED: [&str; 25] = [
    "random",
    "is_kind",
    "pos",
    "vel",
    "id",
    "kind",
    "kinds",
    "intent",
    "dim",
    "senses",
    "genome",
    "add_field",
    "has_field",
    "index_of",
    "intent_age",
    "kill",
    "sense",
    "spawn",
    "step",
    "write",
    "show",
    "hide",
    "collide",
    "bodies",
    "remove",
];

#[derive(Debug)]
pub struct Population {
    pub(super) dim: usize,
    pub(super) ids: Rc<Vec<u64>>,
    pub(super) next_id: u64,
    kinds: Vec<String>,
    pub(super) kind: Rc<Vec<u32>>,
    pub(super) pos: Rc<Rows>,
    pub(super) vel: Rc<Rows>,
    /// Grow with each change of positions, and of velocities.
    pub(super) pos_version: u64,
    pub(super) vel_version: u64,
    pub(super) fields: Vec<Field>,
    pub(super) pending: Vec<Write>,
    pub(super) senses: Option<Rc<Senses>>,
    pub(super) senses_version: u64,
    pub(super) memory: Memory,
    obstacles: Option<Rc<Obstacles>>,
    pub random: Random,
    /// What its arrays are charged to.
    pub ledger: Option<Rc<Ledger>>,
    /// Whether its results are still wanted.
    pub wanted: Wanted,
}

impl Population {
    /// `n` agents at the origin, at rest, of the first kind.
    ///
    /// # Errors
    /// Kinds that are none or repeat; dimensions other than 1, 2 and 3.
    pub fn new(n: usize, dim: usize, kinds: Vec<String>, seed: u64) -> Result<Population> {
        if !(1..=3).contains(&dim) {
            return Err(wrong!("dim must be 1, 2 or 3, got {dim}"));
        }
        if kinds.is_empty() {
            return Err(wrong!("kinds must be one or more names, got none"));
        }
        if let Some(again) = kinds.iter().enumerate().find(|(at, kind)| kinds[..*at].contains(kind)) {
            return Err(wrong!("kinds must differ, but \"{}\" is there twice", again.1));
        }
        let rows = || Rc::new(Rows::zeros(n, dim));
        Ok(Population {
            dim,
            ids: Rc::new((1..=n as u64).collect()),
            next_id: n as u64 + 1,
            kinds,
            kind: Rc::new(vec![0; n]),
            pos: rows(),
            vel: rows(),
            pos_version: 1,
            vel_version: 1,
            fields: Vec::new(),
            pending: Vec::new(),
            senses: None,
            senses_version: 0,
            memory: Memory::default(),
            obstacles: None,
            random: Random::new(seed),
            ledger: None,
            wanted: Wanted::default(),
        })
    }

    pub fn len(&self) -> usize {
        self.ids.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    pub fn dim(&self) -> usize {
        self.dim
    }

    /// What it takes beyond its arrays, which are charged to a ledger, in bytes.
    pub fn uncharged_bytes(&self) -> usize {
        size_of_val(self.ids.as_slice()) + size_of_val(self.kind.as_slice())
    }

    /// By index, growing.
    pub fn ids(&self) -> &Rc<Vec<u64>> {
        &self.ids
    }

    pub fn kinds(&self) -> &[String] {
        &self.kinds
    }

    /// Each agent's kind by index: a place in [`Population::kinds`].
    pub fn kind(&self) -> &Rc<Vec<u32>> {
        &self.kind
    }

    pub fn pos(&self) -> &Rc<Rows> {
        &self.pos
    }

    pub fn vel(&self) -> &Rc<Rows> {
        &self.vel
    }

    /// What was perceived last; nothing before the first time, and after a spawn or kill.
    pub fn senses(&self) -> Option<&Rc<Senses>> {
        self.senses.as_ref()
    }

    /// What steps keep agents out of.
    pub fn obstacles(&self) -> Option<&Rc<Obstacles>> {
        self.obstacles.as_ref()
    }

    /// From now on steps keep agents out of this; those for other dimensions are kept out of nothing.
    pub fn set_obstacles(&mut self, obstacles: Option<Rc<Obstacles>>) {
        self.obstacles = obstacles.filter(|obstacles| obstacles.dim() == self.dim);
    }

    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// The place of a kind.
    ///
    /// # Errors
    /// An unknown one.
    pub fn kind_named(&self, name: &str) -> Result<u32> {
        let place = self.kinds.iter().position(|kind| kind == name);
        place.map(|place| place as u32).ok_or_else(|| {
            wrong!("\"{name}\" is not one of the population's kinds: {}", self.kinds.join(", "))
        })
    }

    /// # Errors
    /// Kinds that the population does not have, or not one for each agent.
    pub fn set_kind(&mut self, kind: Vec<u32>) -> Result<()> {
        self.check_rows("kind", kind.len())?;
        self.kind = Rc::new(kind);
        Ok(())
    }

    /// Whether it is a field: pos, vel, kind, or one that was added.
    pub fn has_field(&self, name: &str) -> bool {
        matches!(name, "pos" | "vel" | "kind") || self.field(name).is_some()
    }

    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    pub(super) fn check_rows(&self, name: &str, rows: usize) -> Result<()> {
        if rows == self.len() {
            return Ok(());
        }
        Err(wrong!("{name} needs one row for each of {} agents, got {rows}", self.len()))
    }

    /// # Errors
    /// A name that is taken or no name, or not one row for each agent.
    pub fn add_field(&mut self, name: &str, column: Column, intent: bool) -> Result<()> {
        if name == "id" {
            return Err(wrong!("ids are given by the population; they cannot be set"));
        }
        let letters = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if !name.starts_with(|c: char| c.is_ascii_alphabetic())
            || !name.chars().all(letters)
            || name.len() > 100
        {
            return Err(wrong!(
                "a field's name is made of letters, digits and _, and begins with a letter: \"{}\" does not",
                name.chars().take(40).collect::<String>()
            ));
        }
        if self.has_field(name) {
            return Err(wrong!("the population already has a field \"{name}\""));
        }
        if RESERVED.contains(&name) {
            return Err(wrong!(
                "\"{name}\" is something that every population has; call the field otherwise"
            ));
        }
        if self.fields.len() >= MOST_FIELDS {
            return Err(wrong!("a population has at most {MOST_FIELDS} fields"));
        }
        self.check_rows(name, column.len())?;
        let landed = intent.then(|| vec![f64::NAN; self.len()]);
        self.fields.push(Field { name: name.to_owned(), column, landed, charge: OnceCell::new() });
        Ok(())
    }

    /// Sets all of a field: pos, vel or one that was added.
    ///
    /// # Errors
    /// No such field, or another shape than it has.
    pub fn set_field(&mut self, name: &str, column: Column) -> Result<()> {
        self.check_rows(name, column.len())?;
        if let "pos" | "vel" = name {
            let Column::Numbers(rows) = column else {
                return Err(wrong!("{name} needs rows of {} numbers", self.dim));
            };
            if rows.dim() != self.dim {
                return Err(wrong!("{name} needs rows of {} numbers, got {}", self.dim, rows.dim()));
            }
            if name == "pos" {
                self.set_pos(rows);
            } else {
                self.set_vel(rows);
            }
            return Ok(());
        }
        match self.fields.iter_mut().find(|field| field.name == name) {
            Some(field) if field.column.same_shape(&column) => field.column = column,
            Some(field) => {
                return Err(wrong!("{name} holds {}, got {}", field.column.shape(), column.shape()));
            }
            None => return Err(self.no_field(name)),
        }
        Ok(())
    }

    pub(super) fn no_field(&self, name: &str) -> CrowdError {
        let mut names: Vec<&str> = vec!["pos", "vel", "kind"];
        names.extend(self.fields.iter().map(|field| field.name.as_str()));
        wrong!("\"{name}\" is not a field of this population: {}", names.join(", "))
    }

    pub(super) fn set_pos(&mut self, rows: Rc<Rows>) {
        self.pos = rows;
        self.pos_version += 1;
    }

    pub(super) fn set_vel(&mut self, rows: Rc<Rows>) {
        self.vel = rows;
        self.vel_version += 1;
    }

    /// Changes one row of a field of numbers: pos, vel or one that was added. False if there is none.
    pub fn set_row(&mut self, name: &str, index: usize, row: [f64; 3]) -> bool {
        let rows = match name {
            "pos" => &mut self.pos,
            "vel" => &mut self.vel,
            _ => match self.fields.iter_mut().find(|field| field.name == name).map(|field| &mut field.column)
            {
                Some(Column::Numbers(rows)) => rows,
                _ => return false,
            },
        };
        Rc::make_mut(rows).set(index, row);
        self.pos_version += u64::from(name == "pos");
        self.vel_version += u64::from(name == "vel");
        true
    }

    /// An agent's index, unless it is dead or never lived.
    pub fn index_of(&self, id: u64) -> Option<usize> {
        self.ids.binary_search(&id).ok()
    }
}

/// By index.
pub fn by_index(rows: &Rc<Rows>) -> Rc<Rows> {
    rows.in_order(&Order::NATURAL)
}
