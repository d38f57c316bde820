//! A genetic algorithm over real numbers: parents and children compete, and the best of both stay.

use wane_random::Rng;

use super::{Tuner, normal, ranking, uniform};

/// The individuals that stay, and the children of a generation.
const POPULATION: usize = 40;

/// How far the first individuals are from the start.
const REACH: f64 = 4.0;

pub(super) struct Genetic {
    dimensions: usize,
    rng: Rng,
    parents: Vec<(Vec<f64>, f64)>,
    children: Vec<Vec<f64>>,
}

impl Genetic {
    pub(super) fn new(dimensions: usize, seed: u64) -> Self {
        Self { dimensions, rng: Rng::new(seed), parents: Vec::new(), children: Vec::new() }
    }

    /// The better of two random parents.
    fn parent(&mut self) -> Vec<f64> {
        let [a, b] = [(), ()].map(|()| {
            let count = u32::try_from(self.parents.len()).unwrap_or(1);
            self.rng.below(count) as usize
        });
        // The parents are sorted.
        self.parents[a.min(b)].0.clone()
    }

    fn child(&mut self) -> Vec<f64> {
        let (one, other) = (self.parent(), self.parent());
        let rate = 1.0 / f64::from(u32::try_from(self.dimensions.max(1)).unwrap_or(1));
        let mut child = Vec::new();
        for (a, b) in one.into_iter().zip(other) {
            // Between the parents, or half as far again beyond them.
            let mut number = a + (b - a) * (2.0 * uniform(&mut self.rng) - 0.5);
            if uniform(&mut self.rng) < rate {
                number += normal(&mut self.rng);
            }
            child.push(number);
        }
        child
    }
}

impl Tuner for Genetic {
    fn ask(&mut self) -> Vec<Vec<f64>> {
        self.children = if self.parents.is_empty() {
            let random = |rng: &mut Rng| {
                (0..self.dimensions).map(|_| REACH * (2.0 * uniform(rng) - 1.0)).collect()
            };
            let mut first: Vec<Vec<f64>> = (1..POPULATION).map(|_| random(&mut self.rng)).collect();
            first.push(vec![0.0; self.dimensions]);
            first
        } else {
            (0..POPULATION).map(|_| self.child()).collect()
        };
        self.children.clone()
    }

    fn tell(&mut self, scores: &[f64]) {
        let children = std::mem::take(&mut self.children);
        self.parents.extend(children.into_iter().zip(scores.iter().copied()));
        let all: Vec<f64> = self.parents.iter().map(|(_, score)| *score).collect();
        let best = ranking(&all).into_iter().take(POPULATION);
        self.parents = best.map(|index| self.parents[index].clone()).collect();
    }

    /// The middle of the best tenth: the very best was also lucky.
    fn best(&self) -> Vec<f64> {
        let best = &self.parents[..self.parents.len().min(POPULATION / 10)];
        let count = f64::from(u32::try_from(best.len().max(1)).unwrap_or(1));
        (0..self.dimensions)
            .map(|index| best.iter().map(|(numbers, _)| numbers[index]).sum::<f64>() / count)
            .collect()
    }
}
