//! Whose populations there are, and what scripts' arrays take.
//!
//! A population belongs to the script that made it, and is there until that script removes it or goes itself, whoever holds it:
//! so it does not depend on when garbage is collected. One that the script's `state` holds, however deep in tables, outlives
//! reloads as `state` does.

use super::api::agents::add_to_digest;
use super::barriers::Barriers;
use super::fingerprint::Met;
use super::host::Host;
use super::limits::Enforcer;
use super::owner::OwnerId;
use super::watchdog::thread_time;
use crate::crowd::MOST_PENDING;
use crate::crowd::ledger::{Charge, Ledger};
use crate::crowd::{Column, Population, Rows};
use crate::sim::Digest;
use mlua::{AnyUserData, Table, Value};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// How many agents all populations of a script may have together.
pub const MOST_AGENTS: usize = 1_000_000;
/// How many populations a script may have.
pub const MOST_POPULATIONS: usize = 1_000;
/// A write of intents counts as so many values more.
const COST_OF_A_WRITE: usize = 16;
/// A script's arrays may take so many times the memory that it may have besides.
const ARRAYS_TO_MEMORY: usize = 4;

/// How many bytes a script's arrays may take, and those of all scripts.
pub fn most_bytes(host: &Host) -> (usize, usize) {
    let limits = host.enforcer().map(Enforcer::limits).unwrap_or_default();
    let times = |bytes: usize| bytes.saturating_mul(ARRAYS_TO_MEMORY);
    (times(limits.memory.a_script), times(limits.memory.all_scripts))
}

/// A population as a script holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PopulationId(pub u64);

#[derive(Clone)]
pub struct Entry {
    pub owner: OwnerId,
    pub population: Rc<RefCell<Population>>,
    /// A tree's leaves are running for it.
    pub ticking: Rc<Cell<bool>>,
    /// What it keeps out of, if it collides.
    pub barriers: Rc<RefCell<Option<Rc<Barriers>>>>,
    /// The genome that was last made for it, as scripts hold it.
    pub genome: Rc<RefCell<Option<AnyUserData>>>,
    /// What the names of its kinds cost.
    _names: Option<Rc<Charge>>,
}

impl Entry {
    pub fn new(owner: OwnerId, population: Population) -> Entry {
        let population = Rc::new(RefCell::new(population));
        let (ticking, barriers, genome) = (Rc::default(), Rc::default(), Rc::default());
        Entry { owner, population, ticking, barriers, genome, _names: None }
    }
}

#[derive(Default)]
pub struct Crowds {
    entries: RefCell<BTreeMap<PopulationId, Entry>>,
    made: Cell<u64>,
    /// How many each script has made, for their seeds.
    made_by: RefCell<BTreeMap<OwnerId, u64>>,
    ledgers: RefCell<BTreeMap<OwnerId, Rc<Ledger>>>,
    /// How many values of intents each script wrote since the last ones landed.
    written: RefCell<BTreeMap<OwnerId, usize>>,
    /// The `state` of each script.
    states: RefCell<BTreeMap<OwnerId, Table>>,
}

impl Crowds {
    pub fn add(&self, owner: OwnerId, population: Population) -> PopulationId {
        let id = PopulationId(self.made.get() + 1);
        self.made.set(id.0);
        let names: usize = population.kinds().iter().map(|name| name.len() + size_of::<String>()).sum();
        let names = Some(Rc::new(self.ledger(owner).charge(names)));
        self.entries.borrow_mut().insert(id, Entry { _names: names, ..Entry::new(owner, population) });
        id
    }

    /// A number that differs between the populations of a script, and is the same in every run.
    pub fn next_seed(&self, owner: OwnerId) -> u64 {
        let mut made = self.made_by.borrow_mut();
        let count = made.entry(owner).or_default();
        *count += 1;
        *count
    }

    pub fn get(&self, id: PopulationId) -> Option<Entry> {
        self.entries.borrow().get(&id).cloned()
    }

    /// False if it is gone already.
    pub fn remove(&self, id: PopulationId) -> bool {
        self.entries.borrow_mut().remove(&id).is_some()
    }

    /// Every population: its owner and itself, in the order in which they were made.
    pub fn all(&self) -> Vec<(PopulationId, Entry)> {
        self.entries.borrow().iter().map(|(id, entry)| (*id, entry.clone())).collect()
    }

    /// What one of a script's populations keeps out of, if that is such.
    pub fn barriers_of(&self, owner: OwnerId, such: impl Fn(&Barriers) -> bool) -> Option<Rc<Barriers>> {
        let entries = self.entries.borrow();
        let own = entries.values().filter(|entry| entry.owner == owner);
        own.filter_map(|entry| entry.barriers.borrow().as_ref().filter(|it| such(it)).cloned()).next()
    }

    /// How many populations a script has, and how many agents in them.
    pub fn count_owned_by(&self, owner: OwnerId) -> (usize, usize) {
        let entries = self.entries.borrow();
        let own = entries.values().filter(|entry| entry.owner == owner);
        own.fold((0, 0), |(populations, agents), entry| {
            let more = entry.population.try_borrow().map_or(0, |population| population.len());
            (populations + 1, agents + more)
        })
    }

    /// How many bytes the arrays of all scripts take.
    pub fn held(&self) -> usize {
        self.ledgers.borrow().values().map(|ledger| ledger.held()).sum()
    }

    /// How many bytes a script's arrays and populations take.
    pub fn bytes_of(&self, owner: OwnerId) -> usize {
        let charged = self.ledgers.borrow().get(&owner).map_or(0, |ledger| ledger.held());
        let entries = self.entries.borrow();
        let own = entries.values().filter(|entry| entry.owner == owner);
        let bytes = |entry: &Entry| entry.population.try_borrow().map_or(0, |it| it.uncharged_bytes());
        charged + own.map(bytes).sum::<usize>()
    }

    /// What a script's arrays are charged to.
    pub fn ledger(&self, owner: OwnerId) -> Rc<Ledger> {
        self.ledgers.borrow_mut().entry(owner).or_default().clone()
    }

    /// A script is about to write so many values of intents. False if they are more than may be on their way.
    pub fn may_write(&self, owner: OwnerId, values: usize) -> bool {
        let mut written = self.written.borrow_mut();
        let sum = written.entry(owner).or_default();
        let more = sum.saturating_add(values).saturating_add(COST_OF_A_WRITE);
        let may = more <= MOST_PENDING;
        *sum = if may { more } else { *sum };
        may
    }

    /// What scripts wrote with `pop:write` in earlier frames lands. The time that it takes is theirs.
    pub fn land(&self, now: f64, enforcer: Option<&Enforcer>) {
        self.written.borrow_mut().clear();
        for entry in self.entries.borrow().values() {
            if let Ok(mut population) = entry.population.try_borrow_mut()
                && population.pending() > 0
            {
                let began = enforcer.map(|_| thread_time());
                population.land(now);
                population.pay(&self.ledger(entry.owner));
                if let (Some(enforcer), Some(began)) = (enforcer, began) {
                    enforcer.also_took(entry.owner, thread_time().saturating_sub(began));
                }
            }
        }
    }

    /// Tells which table is a script's `state`. A script that comes back has the `state` of before under a number of its own: the
    /// populations in it are its own again.
    pub fn know_state(&self, owner: OwnerId, state: &Table) {
        let mut states = self.states.borrow_mut();
        let before =
            states.iter().find(|(other, table)| **other != owner && *table == state).map(|(other, _)| *other);
        if let Some(before) = before {
            states.remove(&before);
            for entry in self.entries.borrow_mut().values_mut().filter(|entry| entry.owner == before) {
                entry.owner = owner;
            }
        }
        states.insert(owner, state.clone());
    }

    /// Removes all that a script made but for what its `state` holds.
    pub fn remove_owned_by(&self, owner: OwnerId) {
        self.made_by.borrow_mut().remove(&owner);
        if self.count_owned_by(owner).0 == 0 {
            return;
        }
        let mut kept = BTreeSet::new();
        if let Some(state) = self.states.borrow().get(&owner) {
            collect(state, &mut kept, &mut BTreeSet::new(), 0);
        }
        self.entries.borrow_mut().retain(|id, entry| entry.owner != owner || kept.contains(id));
    }

    pub fn digest(&self, digest: &mut Digest, met: &mut Met) {
        for (id, entry) in self.entries.borrow().iter() {
            digest.u64(id.0);
            digest.u64(u64::from(entry.owner.0));
            if let Ok(population) = entry.population.try_borrow() {
                add_population(digest, &population, met);
            }
            if let Some(barriers) = &*entry.barriers.borrow() {
                barriers.how.digest(digest);
            }
            if let Some(genome) = entry.genome.borrow().clone() {
                add_to_digest(digest, &Value::UserData(genome), met);
            }
        }
    }
}

/// Tables in tables are looked through up to this depth.
const DEEPEST: usize = 16;

/// The populations that a table holds.
fn collect(table: &Table, found: &mut BTreeSet<PopulationId>, seen: &mut BTreeSet<usize>, depth: usize) {
    if depth >= DEEPEST || !seen.insert(table.to_pointer() as usize) {
        return;
    }
    let _ = table.for_each::<Value, Value>(|key, value| {
        for value in [key, value] {
            match value {
                Value::Table(table) => collect(&table, found, seen, depth + 1),
                Value::UserData(userdata) => {
                    if let Ok(id) = userdata.borrow::<PopulationId>() {
                        found.insert(*id);
                    }
                }
                _ => {}
            }
        }
        Ok(())
    });
}

fn add_population(digest: &mut Digest, population: &Population, met: &mut Met) {
    population.kinds().iter().for_each(|kind| digest.str(kind));
    population.ids().iter().for_each(|&id| digest.u64(id));
    population.kind().iter().for_each(|&kind| digest.u64(u64::from(kind)));
    met.once(digest, Rc::as_ptr(population.pos()), |digest, _| add_rows(digest, population.pos()));
    met.once(digest, Rc::as_ptr(population.vel()), |digest, _| add_rows(digest, population.vel()));
    for field in population.fields() {
        digest.str(&field.name);
        match &field.column {
            Column::Numbers(rows) => met.once(digest, Rc::as_ptr(rows), |digest, _| add_rows(digest, rows)),
            Column::Flags(flags) => met.once(digest, Rc::as_ptr(flags), |digest, _| {
                flags.iter().for_each(|&flag| digest.bool(flag));
            }),
            Column::Texts(texts) => {
                met.once(digest, Rc::as_ptr(texts), |digest, met| add_texts(digest, texts, met))
            }
        }
        field.landed.iter().flatten().for_each(|&at| digest.f64(at));
    }
    if let Some(senses) = population.senses() {
        digest.f64(senses.radius);
        digest.f64(senses.fov.unwrap_or(0.0));
        add_rows(digest, senses.positions());
    }
    digest.u64(population.pending() as u64);
    population.random.state().iter().for_each(|&part| digest.u64(part));
}

/// Adds rows by index.
pub fn add_rows(digest: &mut Digest, rows: &Rows) {
    digest.u64(rows.len() as u64);
    digest.u64(rows.dim() as u64);
    for row in rows.to_rows() {
        row.iter().take(rows.dim()).for_each(|&x| digest.f64(x));
    }
}

/// Adds texts, each distinct one in full once only.
pub fn add_texts(digest: &mut Digest, texts: &[Rc<str>], met: &mut Met) {
    digest.u64(texts.len() as u64);
    texts.iter().for_each(|text| met.text(digest, Rc::as_ptr(text), text.as_bytes()));
}

/// The population behind an id.
///
/// # Errors
/// In words, if it is gone.
pub fn population(host: &Host, id: PopulationId) -> Result<Entry, String> {
    host.crowds.get(id).ok_or_else(|| {
        "this population is gone: it was removed, or the script that made it was; keep it in `state` to have it \
         after a reload"
            .to_owned()
    })
}
