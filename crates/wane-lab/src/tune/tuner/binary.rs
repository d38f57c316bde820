//! The genetic algorithm of report 003: each number is a gene of bits; of 60 individuals the better 30 stay, and their
//! 30 children take each gene from one parent, with mutations.

use wane_random::Rng;

use super::{Tuner, ranking, uniform};

const POPULATION: usize = 60;
const KEPT: usize = 30;

/// The bits of a gene, and how far its numbers reach.
const BITS: u32 = 8;
const REACH: f64 = 6.0;

/// The probability that a bit changes.
const MUTATION: f64 = 0.01;

#[derive(Clone)]
struct Individual {
    genes: Vec<u32>,
    /// How many generations it has survived.
    age: u32,
}

pub(super) struct Binary {
    rng: Rng,
    population: Vec<Individual>,
}

impl Binary {
    pub(super) fn new(dimensions: usize, seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let mut individual = || {
            let genes = (0..dimensions).map(|_| rng.below(1 << BITS)).collect();
            Individual { genes, age: 0 }
        };
        let population = (0..POPULATION).map(|_| individual()).collect();
        Self { rng, population }
    }

    fn child(&mut self) -> Individual {
        let count = u32::try_from(KEPT).unwrap_or(1);
        let [one, other] = [(), ()].map(|()| self.rng.below(count) as usize);
        let genes = (0..self.population[one].genes.len()).map(|index| {
            let from = if self.rng.below(2) == 0 { one } else { other };
            let gene = self.population[from].genes[index];
            (0..BITS).fold(gene, |gene, bit| {
                if uniform(&mut self.rng) < MUTATION { gene ^ (1 << bit) } else { gene }
            })
        });
        Individual { genes: genes.collect(), age: 0 }
    }
}

/// The number of a gene.
fn number(gene: u32) -> f64 {
    let most = f64::from((1_u32 << BITS) - 1);
    REACH * (2.0 * f64::from(gene) / most - 1.0)
}

impl Tuner for Binary {
    fn ask(&mut self) -> Vec<Vec<f64>> {
        let numbers = |it: &Individual| it.genes.iter().map(|&gene| number(gene)).collect();
        self.population.iter().map(numbers).collect()
    }

    fn tell(&mut self, scores: &[f64]) {
        let mut kept: Vec<Individual> = ranking(scores)
            .into_iter()
            .take(KEPT)
            .map(|index| self.population[index].clone())
            .collect();
        for individual in &mut kept {
            individual.age += 1;
        }
        self.population = kept;
        while self.population.len() < POPULATION {
            let child = self.child();
            self.population.push(child);
        }
    }

    /// The individual that has survived longest; the better one of several.
    fn best(&self) -> Vec<f64> {
        let oldest = self.population.iter().rev().max_by_key(|it| it.age);
        oldest.map(|it| it.genes.iter().map(|&gene| number(gene)).collect()).unwrap_or_default()
    }
}
