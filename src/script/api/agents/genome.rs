//! Genomes as scripts hold them.

use super::class::{Method, Type, one};
use super::population::failed;
use super::read::number_or;
use super::value::{any_number, array, give_rows, keep_house, ledger, made, numbers, wholes};
use crate::crowd::Genome;
use crate::crowd::genome::{Breeding, Parents, Trait};
use crate::crowd::ledger::Charge;
use crate::crowd::random::Random;
use crate::script::api::call::{integer, kind};
use crate::script::api::doc::{Class, Function};
use crate::script::api::options::Options;
use crate::script::api::{Call, Filling};
use crate::script::crowds::{PopulationId, population};
use mlua::{MultiValue, Table, UserDataRef, Value};
use std::cell::RefCell;

pub struct GenomeValue {
    genome: RefCell<Genome>,
    random: RefCell<Random>,
    /// Whose genes they are, if they go with a population.
    population: Option<PopulationId>,
    charge: RefCell<Charge>,
}

impl GenomeValue {
    /// Hands out its genes.
    pub fn digest(&self, add: &mut dyn FnMut(&[f64])) {
        add(self.genome.borrow().genes());
    }
}

pub const CLASS: Class = Class {
    name: "Genome",
    text: "Genes between 0 and 1 for each of n agents: traits, each with a range of its own, then weights. `#genome` is n. Its \
        random numbers are its own, from its `seed`. One that was made for a population goes with it: agents keep their genes \
        whoever is killed, and those that are spawned later begin with 0 for all, until `genome:genes(child, \
        genome:genes(parent))` gives them some. A genome that is kept in `state` outlives reloads if its population is kept \
        there, too.",
    fields: &[],
    methods: &[],
};

pub const TYPE: Type = Type {
    class: &CLASS,
    methods: &[METHODS],
    field: None,
    meta: &[("__len", |call| one(Value::Integer(own(call)?.genome.borrow().len() as i64)))],
};

fn own(call: &Call) -> Result<UserDataRef<GenomeValue>, String> {
    genome_at(call, 0)
}

fn genome_at(call: &Call, index: usize) -> Result<UserDataRef<GenomeValue>, String> {
    let value = call.value(index);
    let genome = match value {
        Value::UserData(userdata) => userdata.borrow::<GenomeValue>().ok(),
        _ => None,
    };
    let genome = genome.ok_or_else(|| {
        call.error(format_args!("this needs a genome, got {}", kind(call.lua, Some(value))))
    })?;
    genome.follow(call)?;
    Ok(genome)
}

impl GenomeValue {
    /// Learns who of its population lives now.
    fn follow(&self, call: &Call) -> Result<(), String> {
        let Some(id) = self.population else { return Ok(()) };
        let entry = population(call.host, id).map_err(|error| call.error(error))?;
        if entry.population.borrow().len() > self.genome.borrow().len() {
            keep_house(call)?;
        }
        let mut genome = self.genome.borrow_mut();
        let before = genome.genes().len();
        genome.follow(entry.population.borrow().ids()).map_err(failed(call))?;
        if genome.genes().len() != before {
            self.charge.replace(call.host.crowds.ledger(entry.owner).charge(bytes(&genome)));
        }
        Ok(())
    }
}

/// What a genome takes, in bytes: genes, ids and the names of traits.
fn bytes(genome: &Genome) -> usize {
    let traits: usize = genome.traits().iter().map(|own| size_of::<Trait>() + own.name.len()).sum();
    (genome.genes().len() + genome.len()) * size_of::<f64>() + traits
}

fn give(
    call: &Call,
    genome: Genome,
    random: Random,
    population: Option<PopulationId>,
) -> Result<Value, String> {
    keep_house(call)?;
    let charge = RefCell::new(ledger(call)?.charge(bytes(&genome)));
    let (genome, random) = (RefCell::new(genome), RefCell::new(random));
    let value = GenomeValue { genome, random, population, charge };
    call.lua.create_any_userdata(value).map(Value::UserData).map_err(|error| call.error(error))
}

/// An agent's place in an argument, counted from 1.
fn agent(call: &Call, index: usize, n: usize) -> Result<usize, String> {
    let at = call.integer(index, "i")?;
    let inside = usize::try_from(at).ok().filter(|at| (1..=n).contains(at));
    inside.map(|at| at - 1).ok_or_else(|| call.error(format_args!("i must be 1 to {n}, got {at}")))
}

fn part(call: &Call, index: usize, name: &str) -> Result<f64, String> {
    let part = call.number(index, name)?;
    if (0.0..=1.0).contains(&part) {
        Ok(part)
    } else {
        Err(call.error(format_args!("{name} must be between 0 and 1, got {part}")))
    }
}

const METHODS: &[Method] = &[
    (
        Function {
            name: "trait",
            parameters: &[("name", "string", "")],
            returns: &[("values", "Array", "")],
            text: "Each agent's trait, in its range: lo + gene * (hi - lo).",
        },
        |call| {
            let values =
                own(call)?.genome.borrow().trait_values(&call.string(1, "name")?).map_err(failed(call))?;
            one(give_rows(call, numbers(values.into_iter()))?)
        },
    ),
    (
        Function {
            name: "weight",
            parameters: &[("k", "integer", "from 1")],
            returns: &[("values", "Array", "")],
            text: "One weight of each agent.",
        },
        |call| {
            let own = own(call)?;
            let genome = own.genome.borrow();
            let k = call.integer(1, "k")?;
            let inside = usize::try_from(k).ok().filter(|k| (1..=genome.weights()).contains(k));
            let k = inside
                .ok_or_else(|| call.error(format_args!("k must be 1 to {}, got {k}", genome.weights())))?;
            one(give_rows(call, numbers(genome.weight(k - 1).into_iter()))?)
        },
    ),
    (
        Function {
            name: "genes",
            parameters: &[("i", "integer", "the agent"), ("genes?", "number[]", "what to set them to")],
            returns: &[("genes", "number[]", "traits in their order, then weights")],
            text: "An agent's genes; with a second argument it sets them first.",
        },
        |call| {
            let own = own(call)?;
            let mut genome = own.genome.borrow_mut();
            let i = agent(call, 1, genome.len())?;
            if let Some(value) = call.given(2) {
                let genes: Vec<f64> =
                    made(call, &array(call, "genes", value)?)?.to_rows().iter().map(|row| row[0]).collect();
                genome.set_row(i, &genes).map_err(failed(call))?;
            }
            let list = call.lua.create_sequence_from(genome.row(i).iter().copied());
            one(Value::Table(list.map_err(|error| call.error(error))?))
        },
    ),
    (
        Function {
            name: "mutate",
            parameters: &[
                ("odds", "number", "of each gene, 0 to 1"),
                ("sigma", "number", "the deviation of the change"),
                (
                    "who?",
                    "integer|Array|integer[]",
                    "indices, such as those that `pop:spawn` returns; everybody",
                ),
            ],
            returns: &[],
            text: "Moves genes by chance. One that leaves 0 to 1 is folded back.",
        },
        |call| {
            let own = own(call)?;
            let (odds, sigma) = (part(call, 1, "odds")?, call.number(2, "sigma")?);
            if sigma < 0.0 {
                return Err(call.error(format_args!("sigma must be 0 or more, got {sigma}")));
            }
            let who = call.given(3).map(|value| wholes(call, "who", value)).transpose()?;
            let (mut genome, mut random) = (own.genome.borrow_mut(), own.random.borrow_mut());
            let Some(who) = who else {
                genome.mutate(odds, sigma, &mut random);
                return Ok(MultiValue::new());
            };
            let n = genome.len();
            if who.len() > n {
                return Err(call.error(format_args!("who can be {n} agents at most, got {}", who.len())));
            }
            let index = |at: i64| usize::try_from(at).ok().filter(|at| (1..=n).contains(at));
            let rows: Result<Vec<usize>, String> = who
                .into_iter()
                .map(|at| {
                    index(at)
                        .map(|at| at - 1)
                        .ok_or_else(|| call.error(format_args!("who must be 1 to {n}, got {at}")))
                })
                .collect();
            genome.mutate_rows(&rows?, odds, sigma, &mut random);
            Ok(MultiValue::new())
        },
    ),
    (
        Function {
            name: "cross",
            parameters: &[("other", "Genome", "of the same shape")],
            returns: &[("children", "Genome", "")],
            text: "Children of each two rows: every gene from one or the other, by the toss of a coin.",
        },
        |call| {
            let (own, other) = (own(call)?, genome_at(call, 1)?);
            let mut random = own.random.borrow_mut();
            let child =
                own.genome.borrow().cross(&other.genome.borrow(), &mut random).map_err(failed(call))?;
            let seed = Random::new(random.bits());
            drop(random);
            one(give(call, child, seed, None)?)
        },
    ),
    (
        Function {
            name: "next_generation",
            parameters: &[
                ("fitness", "Array|number[]", "one for each; the greater the better"),
                (
                    "options?",
                    "table",
                    "`elite`: the part that goes on as it is, 0.1; `parents`: \"tournament\" or \"roulette\"; `size` of a \
                        tournament, 3; `odds` 0.05 and `sigma` 0.1 of mutation",
                ),
            ],
            returns: &[],
            text: "Becomes the next generation: the fittest as they are, first, then mutated children of two parents each.",
        },
        |call| {
            let own = own(call)?;
            let fitness = made(call, &array(call, "fitness", call.value(1))?)?;
            let fitness: Vec<f64> = fitness.to_rows().iter().map(|row| row[0]).collect();
            let none;
            let options = match call.given(2) {
                Some(_) => call.table(2, "options", "a table of options")?,
                None => {
                    none = call.lua.create_table().map_err(|error| call.error(error))?;
                    &none
                }
            };
            Options::new(call, options).warn_of_unknown(&["elite", "parents", "size", "odds", "sigma"]);
            let size = number_or(call, options, "size", 3.0)?;
            if !(1.0..=1_000.0).contains(&size) {
                return Err(call.error(format_args!("size must be 1 to 1,000, got {size}")));
            }
            let parents = match options.raw_get::<Value>("parents").map_err(|error| call.error(error))? {
                Value::Nil => Parents::Tournament(size as usize),
                Value::String(text) if text == "tournament" => Parents::Tournament(size as usize),
                Value::String(text) if text == "roulette" => Parents::Roulette,
                other => {
                    return Err(call.error(format_args!(
                        "parents must be \"tournament\" or \"roulette\", got {}",
                        kind(call.lua, Some(&other))
                    )));
                }
            };
            let breeding = Breeding {
                elite: number_or(call, options, "elite", 0.1)?,
                parents,
                odds: number_or(call, options, "odds", 0.05)?,
                sigma: number_or(call, options, "sigma", 0.1)?,
            };
            let next = own.genome.borrow().next_generation(&fitness, breeding, &mut own.random.borrow_mut());
            own.genome.replace(next.map_err(failed(call))?);
            Ok(MultiValue::new())
        },
    ),
];

/// `{{"size", 2, 9}, …}`, or `{size = {2, 9}}` in the order of names.
fn traits(call: &Call, table: &Table) -> Result<Vec<Trait>, String> {
    let wrong = || call.error("traits must be a list such as {{\"size\", 2, 9}, {\"speed\", 90, 20}}");
    let mut traits = Vec::new();
    for pair in table.pairs::<Value, Value>() {
        let (key, value) = pair.map_err(|error| call.error(error))?;
        let Value::Table(entry) = value else { return Err(wrong()) };
        let get = |index: usize| entry.raw_get::<Value>(index).map_err(|error| call.error(error));
        let (name, first, place) = match &key {
            Value::String(name) => (name.to_string_lossy(), 1, 0),
            Value::Integer(place) => match get(1)? {
                Value::String(name) => (name.to_string_lossy(), 2, *place),
                _ => return Err(wrong()),
            },
            _ => return Err(wrong()),
        };
        call.check_name("the name of a trait", &name)?;
        let (lo, hi) = (any_number(call, &name, &get(first)?)?, any_number(call, &name, &get(first + 1)?)?);
        traits.push((place, Trait { name, lo, hi }));
    }
    traits.sort_by(|a, b| (a.0, &a.1.name).cmp(&(b.0, &b.1.name)));
    Ok(traits.into_iter().map(|(_, own)| own).collect())
}

pub fn install(agents: &mut Filling) -> mlua::Result<()> {
    agents.function(
        Function {
            name: "Genome",
            parameters: &[
                ("n", "integer|Population", "how many agents, or whose genes they are"),
                ("options", "table", "`traits` {{name, lo, hi}, …}, `weights` how many, `seed`"),
            ],
            returns: &[("genome", "Genome", "")],
            text: "Genes by chance for n agents, or for those of a population, with which it then goes, as `pop.genome`. At least one trait or \
                weight.",
        },
        |call| {
            let whose = match call.value(0) {
                Value::UserData(_) => Some(super::population::at(call, 0, "n")?),
                _ => None,
            };
            let ids = whose.as_ref().map(|(_, entry)| entry.population.borrow().ids().to_vec());
            let n = match &ids {
                Some(ids) => ids.len(),
                None => {
                    let n = call.integer(0, "n")?;
                    usize::try_from(n).map_err(|_| call.error(format_args!("n must be 0 or more, got {n}")))?
                }
            };
            let options = call.table(1, "options", "a table of options")?;
            Options::new(call, options).warn_of_unknown(&["traits", "weights", "seed"]);
            let get = |name: &str| options.raw_get::<Value>(name).map_err(|error| call.error(error));
            let traits = match get("traits")? {
                Value::Nil => Vec::new(),
                Value::Table(table) => traits(call, &table)?,
                other => {
                    return Err(call
                        .error(format_args!("traits must be a list, got {}", kind(call.lua, Some(&other)))));
                }
            };
            let weights = match get("weights")? {
                Value::Nil => 0,
                value => integer(Some(&value))
                    .and_then(|weights| usize::try_from(weights).ok())
                    .ok_or_else(|| call.error("weights must be a whole number of 0 or more"))?,
            };
            let seed = match get("seed")? {
                Value::Nil => call.host.crowds.next_seed(call.owner()?),
                value => {
                    integer(Some(&value)).ok_or_else(|| call.error("seed must be a whole number"))? as u64
                }
            };
            let mut random = Random::new(seed);
            let mut genome = Genome::new(n, traits, weights, &mut random).map_err(failed(call))?;
            if let Some(ids) = ids {
                genome.belong_to(&ids).map_err(failed(call))?;
            }
            let made = give(call, genome, random, whose.as_ref().map(|(id, _)| *id))?;
            if let (Some((_, entry)), Value::UserData(made)) = (&whose, &made) {
                entry.genome.replace(Some(made.clone()));
            }
            Ok(made)
        },
    )
}
