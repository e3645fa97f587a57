//! What fields of populations can be called, and how fields of rows are declared.

use crate::common::{Yard, refusal, refusal_in, said};
use moonyard::crowd::population::RESERVED;
use std::collections::BTreeSet;

/// What the reference says that every population has.
fn documented() -> BTreeSet<&'static str> {
    let types = include_str!("../../types/moonyard.lua");
    let class = types.split_once("---@class Population\n").unwrap().1;
    let fields = class.lines().map_while(|line| line.strip_prefix("---@field "));
    let fields = fields.map(|line| line.split([' ', '?']).next().unwrap());
    let methods = types.lines().filter_map(|line| line.strip_prefix("function PopulationMethods:"));
    fields.chain(methods.map(|line| line.split('(').next().unwrap())).collect()
}

#[test]
fn fields_can_be_called_anything_that_a_population_does_not_have() {
    assert_eq!(BTreeSet::from(RESERVED), documented());
    let mut yard = Yard::new();
    for name in RESERVED {
        let why = refusal_in(&mut yard, &format!("agents.Population(1):add_field('{name}', 1)"));
        let expected = match name {
            "id" => "ids are given by the population; they cannot be set".to_owned(),
            "pos" | "vel" | "kind" => format!("the population already has a field \"{name}\""),
            _ => format!("\"{name}\" is something that every population has; call the field otherwise"),
        };
        assert_eq!(why, format!("Population:add_field: {expected}"));
    }
    assert_eq!(
        said(
            "local pop = agents.Population(2, { name = 'a', count = 3, field = true })
            pop:add_field('seed', 5)
            print(pop.name[2], pop.count[2], pop.field[2], pop.seed[2])"
        ),
        "a\t3.0\ttrue\t5.0"
    );
}

#[test]
fn rows_have_three_numbers_at_most() {
    for (lua, expected) in [
        (
            "agents.array { { 1, 2, 3, 4 } }",
            "agents.array: rows[1] must be a row of 1, 2 or 3 numbers, got 4",
        ),
        (
            "agents.array({ { 1, 2 }, { 1, 2, 0, 0, 0 } }, 2)",
            "agents.array: rows[2] must be a row of 1, 2 or 3 numbers, got 5",
        ),
        (
            "agents.Population(2):add_field('u', { { 1, 2, 3, 4 }, { 1, 2, 3, 4 } })",
            "Population:add_field: u[1] must be a row of 1, 2 or 3 numbers, got 4",
        ),
        (
            "agents.Population(1, { u = { { 1, 2, 3, 4 } } })",
            "agents.Population: u[1] must be a row of 1, 2 or 3 numbers, got 4",
        ),
        (
            "agents.Population(1).pos[1] = { 1, 2, 0, 0 }",
            "Array: a row of pos must be a row of 1, 2 or 3 numbers, got 4",
        ),
    ] {
        assert_eq!(refusal(lua), expected);
    }
    assert_eq!(said("local a = agents.array { { 1 }, { 2 } } print(a, a[2])"), "Array(2 rows of 1)\t2.0");
}

#[test]
fn intents_of_rows_are_declared_with_a_row() {
    let write = |dim: usize, more: &str, goals: &str| {
        format!(
            "local pop = agents.Population(3, {{ dim = {dim}, intent = {{ 'goal' }}{more} }}) pop:write({{ 1, 2 }}, {{ goal = {goals} }})"
        )
    };
    assert_eq!(
        refusal(&write(2, "", "{ { 1, 2 }, { 3, 4 } }")),
        "Population:write: goal holds numbers, got rows of 2 numbers: an intent of rows is declared with a row to start with, as in \
         { intent = { \"goal\" }, goal = Vec(0/0, 0/0) }"
    );
    assert_eq!(
        refusal(&write(3, "", "Vec(1, 2, 3)")),
        "Population:write: goal holds numbers, got rows of 3 numbers: an intent of rows is declared with a row to start with, as in \
         { intent = { \"goal\" }, goal = Vec(0/0, 0/0, 0/0) }"
    );
    let text = write(2, ", goal = Vec(0/0, 0/0)", "{ { 1, 2 }, { 3, 4 } }")
        + " hook.Add('Think', 'a', function() print(pop.goal[2], pop.goal:is_nan()[3]) end)";
    let mut yard = Yard::with(&text);
    yard.frame(0.0);
    assert_eq!(yard.said(), "Vec(3.000, 4.000, 0.000)\ttrue");
}
