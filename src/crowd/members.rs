//! Who lives: agents are added at the end and removed anywhere.

use super::error::{Result, wrong};
use super::ledger::Ledger;
use super::neighbours::Memory;
use super::population::{Column, Field, Population};
use super::rows::Rows;
use std::rc::Rc;

impl Population {
    /// Adds agents at the end: at the origin, at rest, with numbers 0, flags false, texts empty and intents NaN, except for what
    /// `values` says, one row for each. Returns the first's index.
    ///
    /// # Errors
    /// Values of another shape than the field's. Nothing is added then.
    pub fn spawn(&mut self, kind: Vec<u32>, values: Vec<(String, Column)>) -> Result<usize> {
        let (first, more) = (self.len(), kind.len());
        for (name, column) in &values {
            let own = match name.as_str() {
                "pos" => Column::Numbers(self.pos.clone()),
                "vel" => Column::Numbers(self.vel.clone()),
                name => {
                    self.field(name).map(|field| field.column.clone()).ok_or_else(|| self.no_field(name))?
                }
            };
            if column.len() != more {
                return Err(wrong!(
                    "{name} needs one row for each of {more} new agents, got {}",
                    column.len()
                ));
            }
            if !own.same_shape(column) {
                return Err(wrong!("{name} holds {}, got {}", own.shape(), column.shape()));
            }
        }
        if more == 0 {
            return Ok(first);
        }
        Rc::make_mut(&mut self.ids).extend(self.next_id..self.next_id + more as u64);
        self.next_id += more as u64;
        Rc::make_mut(&mut self.kind).extend(kind);
        self.pos = Rc::new(self.pos.grown(more, 0.0));
        self.vel = Rc::new(self.vel.grown(more, 0.0));
        for field in &mut self.fields {
            field.column.grow(more, field.landed.is_some());
            if let Some(landed) = &mut field.landed {
                landed.resize(landed.len() + more, f64::NAN);
                field.charge.take();
            }
        }
        for (name, column) in values {
            let own = match name.as_str() {
                "pos" => {
                    put_numbers(&mut self.pos, first, &column);
                    continue;
                }
                "vel" => {
                    put_numbers(&mut self.vel, first, &column);
                    continue;
                }
                _ => self.fields.iter_mut().find(|field| field.name == name),
            };
            if let Some(field) = own {
                field.column.put(&column, |at| Some(first + at));
            }
        }
        self.changed_members();
        Ok(first)
    }

    /// Removes agents; the others keep their order. `dead` has one flag for each agent, by index.
    pub fn kill(&mut self, dead: &[bool]) {
        if !dead.contains(&true) {
            return;
        }
        let alive: Vec<usize> = (0..self.len()).filter(|&index| !dead[index]).collect();
        self.ids = Rc::new(alive.iter().map(|&index| self.ids[index]).collect());
        self.kind = Rc::new(alive.iter().map(|&index| self.kind[index]).collect());
        self.pos = Rc::new(self.pos.pick(alive.iter().copied()));
        self.vel = Rc::new(self.vel.pick(alive.iter().copied()));
        for field in &mut self.fields {
            field.column = field.column.pick(&alive);
            if let Some(landed) = &mut field.landed {
                *landed = alive.iter().map(|&index| landed[index]).collect();
                field.charge.take();
            }
        }
        self.changed_members();
    }

    /// Charges its arrays to somebody, as far as nobody pays for them yet.
    pub fn pay(&self, ledger: &Rc<Ledger>) {
        self.pos.pay(ledger);
        self.vel.pay(ledger);
        for field in &self.fields {
            field.column.pay(ledger);
            if let Some(landed) = &field.landed {
                field.charge.get_or_init(|| ledger.charge(size_of_val(landed.as_slice())));
            }
        }
    }

    /// What one more agent takes, in bytes, without the letters of texts.
    pub fn bytes_of_one(&self) -> usize {
        let of = |column: &Column| match column {
            Column::Numbers(rows) => rows.dim() * size_of::<f64>(),
            Column::Flags(_) => size_of::<bool>(),
            Column::Texts(_) => size_of::<Rc<str>>(),
        };
        let landed = |field: &Field| field.landed.as_ref().map_or(0, |_| size_of::<f64>());
        let fields: usize = self.fields.iter().map(|field| of(&field.column) + landed(field)).sum();
        2 * self.dim * size_of::<f64>() + fields
    }

    fn changed_members(&mut self) {
        self.senses = None;
        self.memory = Memory::default();
        self.pos_version += 1;
        self.vel_version += 1;
    }
}

fn put_numbers(rows: &mut Rc<Rows>, first: usize, values: &Column) {
    let mut column = Column::Numbers(std::mem::take(rows));
    column.put(values, |at| Some(first + at));
    if let Column::Numbers(done) = column {
        *rows = done;
    }
}
