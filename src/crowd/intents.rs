//! Intents: fields that are set from outside the simulation, all at once at the start of a frame.

use super::error::{Result, wrong};
use super::population::{Column, Field, Population};

/// New values of intent fields, on their way.
#[derive(Debug)]
pub(super) struct Write {
    ids: Vec<u64>,
    values: Vec<(String, Column)>,
}

/// How many numbers all writes on their way may hold together.
pub const MOST_PENDING: usize = 4_000_000;

impl Population {
    /// Values of intent fields that land with the next [`Population::land`]; each column has one row for each id.
    ///
    /// # Errors
    /// Something that is no intent field, or of another shape than it.
    pub fn write(&mut self, ids: Vec<u64>, values: Vec<(String, Column)>) -> Result<()> {
        if values.is_empty() {
            return Err(wrong!("it needs at least one intent field, such as {{ goal = … }}"));
        }
        for (name, column) in &values {
            let field = self.intent_field(name)?;
            if column.len() != ids.len() {
                return Err(wrong!(
                    "{name} needs one value for each of {} ids, got {}",
                    ids.len(),
                    column.len()
                ));
            }
            if !field.column.same_shape(column) {
                let (own, got) = (field.column.shape(), column.shape());
                let how = match column {
                    Column::Numbers(rows) if rows.dim() > 1 => format!(
                        ": an intent of rows is declared with a row to start with, as in {{ intent = {{ \"{name}\" }}, {name} = \
                         Vec({}) }}",
                        vec!["0/0"; rows.dim()].join(", ")
                    ),
                    _ => String::new(),
                };
                return Err(wrong!("{name} holds {own}, got {got}{how}"));
            }
        }
        let waiting: usize = self.pending.iter().map(|write| write.ids.len() * write.values.len() + 16).sum();
        if waiting + ids.len() * values.len() > MOST_PENDING {
            return Err(wrong!(
                "more than {MOST_PENDING} values are on their way already: they land at the next frame"
            ));
        }
        self.pending.push(Write { ids, values });
        Ok(())
    }

    /// How many writes are on their way.
    pub fn pending(&self) -> usize {
        self.pending.len()
    }

    /// # Errors
    /// Anything else.
    pub fn intent_field(&self, name: &str) -> Result<&Field> {
        self.fields.iter().find(|field| field.name == name && field.landed.is_some()).ok_or_else(|| {
            let names: Vec<&str> = self
                .fields
                .iter()
                .filter(|field| field.landed.is_some())
                .map(|field| field.name.as_str())
                .collect();
            let names = if names.is_empty() { "it has none".to_owned() } else { names.join(", ") };
            wrong!("\"{name}\" is not an intent field of this population: {names}")
        })
    }

    /// What was written lands, in the order of the writes, for those that still live. `now` is in seconds.
    pub fn land(&mut self, now: f64) {
        for Write { ids, values } in std::mem::take(&mut self.pending) {
            let places: Vec<Option<usize>> = ids.iter().map(|&id| self.index_of(id)).collect();
            for (name, column) in values {
                let Some(field) = self.fields.iter_mut().find(|field| field.name == name) else { continue };
                field.column.put(&column, |at| places[at]);
                if let Some(landed) = &mut field.landed {
                    for &index in places.iter().flatten() {
                        landed[index] = now;
                    }
                }
            }
        }
    }

    /// Seconds since the last write of each agent landed; infinite if none did.
    ///
    /// # Errors
    /// If it is no intent field.
    pub fn intent_age(&self, name: &str, now: f64) -> Result<Vec<f64>> {
        let landed = self.intent_field(name)?.landed.as_deref().unwrap_or_default();
        Ok(landed.iter().map(|&at| if at.is_nan() { f64::INFINITY } else { now - at }).collect())
    }
}
