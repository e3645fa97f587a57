//! Genomes: mutation, crossing and traits with recorded draws; and that a generation keeps its elite.

use crate::golden::{near, number, numbers, read};
use moonyard::crowd::Genome;
use moonyard::crowd::genome::{Breeding, Parents, Trait};
use moonyard::crowd::random::Random;
use serde_json::Value;

fn map(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().flat_map(numbers).collect()
}

fn genome(genes: &Value, traits: Vec<Trait>) -> Genome {
    let rows: Vec<Vec<f64>> = genes.as_array().unwrap().iter().map(numbers).collect();
    let weights = rows[0].len() - traits.len();
    let mut genome = Genome::new(rows.len(), traits, weights, &mut Random::new(1)).unwrap();
    for (index, row) in rows.iter().enumerate() {
        genome.set_row(index, row).unwrap();
    }
    genome
}

#[track_caller]
fn same(found: &[f64], expected: &[f64], what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    found.iter().zip(expected).for_each(|(found, expected)| near(*found, *expected, &|| what.to_owned()));
}

#[test]
fn mutating_and_crossing_are_as_recorded() {
    let file = read("genome");
    for case in file["mutate"].as_array().unwrap() {
        let mut genome = genome(&case["genes"], Vec::new());
        let (uniforms, normals) = (map(&case["uniforms"]), map(&case["normals"]));
        genome.mutate_with(number(&case["mutation"]), number(&case["sigma"]), &uniforms, &normals);
        same(genome.genes(), &map(&case["out"]), "mutate");
    }
    let case = &file["cross"];
    let child = genome(&case["a"], Vec::new());
    let child = child.cross_with(&genome(&case["b"], Vec::new()), &map(&case["uniforms"])).unwrap();
    same(child.genes(), &map(&case["out"]), "cross");
}

#[test]
fn traits_are_as_recorded() {
    let case = &read("genome")["traits"];
    let traits = ["size", "speed"].map(|name| {
        let range = numbers(&case["ranges"][name]);
        Trait { name: name.to_owned(), lo: range[0], hi: range[1] }
    });
    let genome = genome(&case["genome"], traits.to_vec());
    for name in ["size", "speed"] {
        same(&genome.trait_values(name).unwrap(), &numbers(&case[name]), name);
    }
    for (index, weights) in case["weights"].as_array().unwrap().iter().enumerate() {
        let found: Vec<f64> = (0..3).map(|weight| genome.weight(weight)[index]).collect();
        assert_eq!(found, numbers(weights));
    }
}

#[test]
fn the_fittest_go_on_as_they_are_and_the_generation_gets_fitter() {
    let mut random = Random::new(3);
    let mut genome = Genome::new(40, Vec::new(), 3, &mut random).unwrap();
    for parents in [Parents::Tournament(3), Parents::Roulette] {
        for _ in 0..30 {
            let fitness = genome.weight(0);
            // The first of several that are equal.
            let best = (0..40).rev().max_by(|&a, &b| fitness[a].total_cmp(&fitness[b])).unwrap();
            let elite = genome.row(best).to_vec();
            let breeding = Breeding { elite: 0.1, parents, odds: 0.1, sigma: 0.1 };
            genome = genome.next_generation(&fitness, breeding, &mut random).unwrap();
            assert_eq!((genome.len(), genome.row(0)), (40, &elite[..]));
        }
        let mean: f64 = genome.weight(0).iter().sum::<f64>() / 40.0;
        assert!(mean > 0.8, "{mean}");
    }
    let breeding = Breeding { elite: 0.0, parents: Parents::Roulette, odds: 0.1, sigma: 0.1 };
    let why = genome.next_generation(&[-1.0; 40], breeding, &mut random).unwrap_err().to_string();
    assert_eq!(why, "with roulette, fitness must be 0 or more, got -1");
}

#[test]
fn a_genome_goes_with_those_that_live() {
    let mut random = Random::new(4);
    let mut genome = Genome::new(3, Vec::new(), 2, &mut random).unwrap();
    assert_eq!(
        genome.belong_to(&[1, 2]).unwrap_err().to_string(),
        "a genome of 3 rows cannot belong to 2 agents"
    );
    genome.belong_to(&[1, 2, 3]).unwrap();
    let old: Vec<Vec<f64>> = (0..3).map(|row| genome.row(row).to_vec()).collect();
    genome.follow(&[2, 3, 4]).unwrap();
    assert_eq!([genome.row(0), genome.row(1), genome.row(2)], [&old[1][..], &old[2], &[0.0, 0.0]]);
    assert!(genome.follow(&(0..2_000_001).collect::<Vec<_>>()).is_err());
    genome.mutate_rows(&[2], 1.0, 0.3, &mut random);
    assert_eq!([genome.row(0), genome.row(1)], [&old[1][..], &old[2]]);
    assert!(genome.row(2).iter().all(|gene| *gene > 0.0));
    genome.follow(&[]).unwrap();
    genome.follow(&[5]).unwrap();
    assert_eq!((genome.len(), genome.row(0)), (1, &[0.0, 0.0][..]));
}
