//! What agents inherit: for each a row of genes between 0 and 1, some of them traits with a range of their own, the rest weights.
//! A genome may belong to a population: it then has one row for each agent, found by its id.

use super::error::{CrowdError, Result, wrong};
use super::random::Random;

/// How many genes all agents together may have.
const MOST_GENES: usize = 4_000_000;

#[derive(Clone, Debug, PartialEq)]
pub struct Trait {
    pub name: String,
    /// What a gene of 0 means, and one of 1.
    pub lo: f64,
    pub hi: f64,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Genome {
    n: usize,
    traits: Vec<Trait>,
    weights: usize,
    /// Row by row: traits in their order, then weights.
    genes: Vec<f64>,
    /// Whose each row is, growing, if it goes with a population.
    ids: Vec<u64>,
}

/// How parents are found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Parents {
    /// The fittest of so many that are drawn.
    Tournament(usize),
    /// By chance, in proportion to fitness.
    Roulette,
}

/// How the next generation comes about.
#[derive(Clone, Copy, Debug)]
pub struct Breeding {
    /// The part of the fittest that goes on as it is, 0 to 1.
    pub elite: f64,
    pub parents: Parents,
    /// How often a gene changes, and by how much.
    pub odds: f64,
    pub sigma: f64,
}

/// A gene that left 0 to 1, folded back; 0 for one that is so far away that it is no number.
fn folded(gene: f64) -> f64 {
    if !gene.is_finite() {
        return 0.0;
    }
    if (0.0..=1.0).contains(&gene) { gene } else { 1.0 - (1.0 - gene.rem_euclid(2.0)).abs() }
}

fn too_many(n: usize, width: usize) -> CrowdError {
    wrong!("{n} agents with {width} genes are too many: at most {MOST_GENES} in all")
}

impl Genome {
    /// Genes by chance.
    ///
    /// # Errors
    /// No genes at all, a range that is not finite, too many.
    pub fn new(n: usize, traits: Vec<Trait>, weights: usize, random: &mut Random) -> Result<Genome> {
        let width = traits.len().saturating_add(weights);
        if width == 0 {
            return Err(wrong!("a genome needs at least one trait or weight"));
        }
        for Trait { name, lo, hi } in &traits {
            if !(lo.is_finite() && hi.is_finite()) {
                return Err(wrong!("the range of {name} must be two finite numbers, got {lo} and {hi}"));
            }
        }
        if let Some((_, again)) = traits
            .iter()
            .enumerate()
            .find(|(at, own)| traits[..*at].iter().any(|other| other.name == own.name))
        {
            return Err(wrong!("traits must differ, but \"{}\" is there twice", again.name));
        }
        if n.checked_mul(width).is_none_or(|genes| genes > MOST_GENES) {
            return Err(too_many(n, width));
        }
        let genes = (0..n * width).map(|_| random.uniform()).collect();
        Ok(Genome { n, traits, weights, genes, ids: Vec::new() })
    }

    /// Its rows are those of agents with these ids, which grow, from now on.
    ///
    /// # Errors
    /// Not one for each row.
    pub fn belong_to(&mut self, ids: &[u64]) -> Result<()> {
        if ids.len() != self.n {
            return Err(wrong!("a genome of {} rows cannot belong to {} agents", self.n, ids.len()));
        }
        self.ids = ids.to_vec();
        Ok(())
    }

    /// Goes on with the agents that there are now: those that live keep their genes, the dead lose them, and the genes of new
    /// ones are 0.
    ///
    /// # Errors
    /// More genes in all than there may be; nothing changes then.
    pub fn follow(&mut self, ids: &[u64]) -> Result<()> {
        if self.ids == ids {
            return Ok(());
        }
        let width = self.width();
        if ids.len().saturating_mul(width) > MOST_GENES {
            return Err(too_many(ids.len(), width));
        }
        let mut genes = Vec::with_capacity(ids.len() * width);
        let mut old = self.ids.iter().zip(self.genes.chunks_exact(width)).peekable();
        for id in ids {
            while old.next_if(|(before, _)| *before < id).is_some() {}
            match old.next_if(|(before, _)| *before == id) {
                Some((_, row)) => genes.extend_from_slice(row),
                None => genes.resize(genes.len() + width, 0.0),
            }
        }
        (self.n, self.genes, self.ids) = (ids.len(), genes, ids.to_vec());
        Ok(())
    }

    pub fn len(&self) -> usize {
        self.n
    }

    pub fn is_empty(&self) -> bool {
        self.n == 0
    }

    pub fn traits(&self) -> &[Trait] {
        &self.traits
    }

    pub fn weights(&self) -> usize {
        self.weights
    }

    /// How many genes each has.
    pub fn width(&self) -> usize {
        self.traits.len() + self.weights
    }

    pub fn genes(&self) -> &[f64] {
        &self.genes
    }

    pub fn row(&self, index: usize) -> &[f64] {
        self.genes.get(index * self.width()..(index + 1) * self.width()).unwrap_or_default()
    }

    /// # Errors
    /// Not as many genes as it has, or one that is not between 0 and 1.
    pub fn set_row(&mut self, index: usize, genes: &[f64]) -> Result<()> {
        let width = self.width();
        if genes.len() != width || index >= self.n {
            return Err(wrong!("it has {width} genes for each of {}, got {}", self.n, genes.len()));
        }
        if let Some(gene) = genes.iter().find(|gene| !(0.0..=1.0).contains(*gene)) {
            return Err(wrong!("genes must be between 0 and 1, got {gene}"));
        }
        self.genes[index * width..(index + 1) * width].copy_from_slice(genes);
        Ok(())
    }

    /// Each agent's trait, in its range.
    ///
    /// # Errors
    /// An unknown one.
    pub fn trait_values(&self, name: &str) -> Result<Vec<f64>> {
        let place = self.traits.iter().position(|own| own.name == name).ok_or_else(|| {
            let names: Vec<&str> = self.traits.iter().map(|own| own.name.as_str()).collect();
            wrong!("\"{name}\" is not one of the traits: {}", names.join(", "))
        })?;
        let Trait { lo, hi, .. } = &self.traits[place];
        Ok(self.column(place).map(|gene| lo + gene * (hi - lo)).collect())
    }

    /// One weight of each agent, counted from 0.
    pub fn weight(&self, weight: usize) -> Vec<f64> {
        self.column(self.traits.len() + weight).collect()
    }

    fn column(&self, place: usize) -> impl Iterator<Item = f64> {
        self.genes.iter().skip(place).step_by(self.width().max(1)).copied()
    }

    /// Moves genes by chance: each with odds of `odds`, by a normal of deviation `sigma`; what leaves 0 to 1 is folded back. A
    /// uniform number is drawn for every gene, then a normal for every gene.
    pub fn mutate(&mut self, odds: f64, sigma: f64, random: &mut Random) {
        let uniforms: Vec<f64> = self.genes.iter().map(|_| random.uniform()).collect();
        let normals: Vec<f64> = self.genes.iter().map(|_| random.normal()).collect();
        self.mutate_with(odds, sigma, &uniforms, &normals);
    }

    /// The same for some rows only, counted from 0; draws are for their genes, row by row.
    pub fn mutate_rows(&mut self, rows: &[usize], odds: f64, sigma: f64, random: &mut Random) {
        let width = self.width();
        let mut part = self.of_rows(rows);
        part.mutate(odds, sigma, random);
        for (row, genes) in rows.iter().zip(part.genes.chunks_exact(width)) {
            if let Some(own) = self.genes.get_mut(row * width..(row + 1) * width) {
                own.copy_from_slice(genes);
            }
        }
    }

    /// The genes of some rows, which belong to nobody.
    fn of_rows(&self, rows: &[usize]) -> Genome {
        Genome {
            n: rows.len(),
            traits: self.traits.clone(),
            weights: self.weights,
            genes: rows.iter().flat_map(|&row| self.row(row)).copied().collect(),
            ids: Vec::new(),
        }
    }

    /// The same with given draws.
    pub fn mutate_with(&mut self, odds: f64, sigma: f64, uniforms: &[f64], normals: &[f64]) {
        for ((gene, uniform), normal) in self.genes.iter_mut().zip(uniforms).zip(normals) {
            if *uniform < odds {
                *gene = folded(*gene + sigma * normal);
            }
        }
    }

    /// Children: each gene from this one's row or the other's, by the toss of a coin.
    ///
    /// # Errors
    /// Genomes of different shapes.
    pub fn cross(&self, other: &Genome, random: &mut Random) -> Result<Genome> {
        let uniforms: Vec<f64> = self.genes.iter().map(|_| random.uniform()).collect();
        self.cross_with(other, &uniforms)
    }

    /// The same with given draws.
    ///
    /// # Errors
    /// Genomes of different shapes.
    pub fn cross_with(&self, other: &Genome, uniforms: &[f64]) -> Result<Genome> {
        if (self.n, self.width()) != (other.n, other.width()) {
            return Err(wrong!(
                "{} rows of {} genes do not go with {} of {}",
                self.n,
                self.width(),
                other.n,
                other.width()
            ));
        }
        let mut child = Genome { ids: Vec::new(), ..self.clone() };
        for ((gene, theirs), uniform) in child.genes.iter_mut().zip(&other.genes).zip(uniforms) {
            if *uniform >= 0.5 {
                *gene = *theirs;
            }
        }
        Ok(child)
    }

    /// The next generation: the fittest as they are, then children of two parents each, mutated.
    ///
    /// # Errors
    /// Not one finite fitness for each, or with roulette a negative one; odds that are not between 0 and 1, a sigma that is
    /// not finite.
    pub fn next_generation(
        &self,
        fitness: &[f64],
        breeding: Breeding,
        random: &mut Random,
    ) -> Result<Genome> {
        if fitness.len() != self.n {
            return Err(wrong!("fitness needs one number for each of {}, got {}", self.n, fitness.len()));
        }
        if let Some(wrong) = fitness.iter().find(|fitness| !fitness.is_finite()) {
            return Err(wrong!("fitness must be finite numbers, got {wrong}"));
        }
        for (name, part) in [("elite", breeding.elite), ("odds", breeding.odds)] {
            if !(0.0..=1.0).contains(&part) {
                return Err(wrong!("{name} must be between 0 and 1, got {part}"));
            }
        }
        if !(breeding.sigma.is_finite() && breeding.sigma >= 0.0) {
            return Err(wrong!("sigma must be a finite number of 0 or more, got {}", breeding.sigma));
        }
        if self.n == 0 {
            return Ok(self.clone());
        }
        let mut best: Vec<usize> = (0..self.n).collect();
        best.sort_by(|&a, &b| fitness[b].total_cmp(&fitness[a]));
        let elites = ((breeding.elite * self.n as f64 - 1e-9).ceil().max(0.0) as usize).min(self.n);
        let mut wheel = Vec::new();
        if breeding.parents == Parents::Roulette {
            if let Some(wrong) = fitness.iter().find(|fitness| **fitness < 0.0) {
                return Err(wrong!("with roulette, fitness must be 0 or more, got {wrong}"));
            }
            let mut sum = 0.0;
            wheel.extend(fitness.iter().map(|fitness| {
                sum += fitness;
                sum
            }));
        }
        let parent = |random: &mut Random| match breeding.parents {
            Parents::Tournament(size) => {
                let mut winner = random.below(self.n);
                for _ in 1..size.max(1) {
                    let other = random.below(self.n);
                    if fitness[other] > fitness[winner] {
                        winner = other;
                    }
                }
                winner
            }
            Parents::Roulette => {
                let sum = wheel.last().copied().unwrap_or(0.0);
                if sum > 0.0 {
                    let at = random.uniform() * sum;
                    wheel.partition_point(|&edge| edge <= at).min(self.n - 1)
                } else {
                    random.below(self.n)
                }
            }
        };
        let children = self.n - elites;
        let pick = |random: &mut Random| -> Vec<usize> { (0..children).map(|_| parent(random)).collect() };
        let (mothers, fathers) = (pick(random), pick(random));
        let mut born = self.of_rows(&mothers).cross(&self.of_rows(&fathers), random)?;
        born.mutate(breeding.odds, breeding.sigma, random);
        let mut next = self.of_rows(best.get(..elites).unwrap_or_default());
        next.genes.extend(born.genes);
        (next.n, next.ids) = (self.n, self.ids.clone());
        Ok(next)
    }
}
