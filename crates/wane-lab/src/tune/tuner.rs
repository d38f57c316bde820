//! [`Tuner`]: a way to improve numbers by asking for the scores of candidates, generation by generation.
//!
//! A tuner is a function of its seed and of what it was told, so a run that was killed continues by telling it
//! everything again.

mod binary;
mod cma;
mod genetic;
mod spsa;
mod texel;

use std::fmt;
use std::str::FromStr;

use wane_random::Rng;

/// A way to improve numbers. They are in steps from the start: 0 is where a parameter begins, 1 is a step further.
pub trait Tuner {
    /// The candidates of the next generation.
    fn ask(&mut self) -> Vec<Vec<f64>>;

    /// The scores of these candidates: the higher, the better.
    fn tell(&mut self, scores: &[f64]);

    /// The numbers that it would choose now.
    fn best(&self) -> Vec<f64>;
}

/// The tuners by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TunerKind {
    /// The genetic algorithm of report 000: real numbers, the best stay.
    Genetic,
    /// The genetic algorithm of report 003: bits, 60 individuals of which 30 stay, a round robin among them.
    Binary,
    /// Simultaneous perturbation: two candidates tell the slope along a random direction.
    Spsa,
    /// Covariance matrix adaptation.
    Cma,
    /// One number after the other, against exact scores.
    Texel,
}

impl TunerKind {
    /// All tuners.
    pub const ALL: [Self; 5] = [Self::Genetic, Self::Binary, Self::Spsa, Self::Cma, Self::Texel];

    /// The name, as [`TunerKind::from_str`] reads it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Genetic => "genetic",
            Self::Binary => "binary",
            Self::Spsa => "spsa",
            Self::Cma => "cma",
            Self::Texel => "texel",
        }
    }

    /// A tuner for this many numbers.
    #[must_use]
    pub fn tuner(self, dimensions: usize, seed: u64) -> Box<dyn Tuner> {
        match self {
            Self::Genetic => Box::new(genetic::Genetic::new(dimensions, seed)),
            Self::Binary => Box::new(binary::Binary::new(dimensions, seed)),
            Self::Spsa => Box::new(spsa::Spsa::new(dimensions, seed)),
            Self::Cma => Box::new(cma::Cma::new(dimensions, seed)),
            Self::Texel => Box::new(texel::Texel::new(dimensions)),
        }
    }
}

impl fmt::Display for TunerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// There is no tuner of this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name:?} is no tuner: write {}", TunerKind::ALL.map(TunerKind::name).join(", "))]
pub struct UnknownTuner {
    name: String,
}

impl FromStr for TunerKind {
    type Err = UnknownTuner;

    fn from_str(name: &str) -> Result<Self, UnknownTuner> {
        let found = Self::ALL.into_iter().find(|kind| kind.name() == name);
        found.ok_or_else(|| UnknownTuner { name: name.to_owned() })
    }
}

/// A random number from 0 to 1.
#[expect(clippy::cast_precision_loss, reason = "53 bits")]
fn uniform(rng: &mut Rng) -> f64 {
    (rng.bits() >> 11) as f64 / (1_u64 << 53) as f64
}

/// A random number of the normal distribution, as the sum of twelve.
fn normal(rng: &mut Rng) -> f64 {
    (0..12).map(|_| uniform(rng)).sum::<f64>() - 6.0
}

/// The numbers of the individuals from the best score to the worst.
fn ranking(scores: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The best numbers.
    const GOALS: [f64; 5] = [3.0, -2.0, 1.0, 0.0, 2.0];

    fn distance(numbers: &[f64]) -> f64 {
        numbers.iter().zip(GOALS).map(|(x, goal)| (x - goal).powi(2)).sum()
    }

    /// The score falls with the distance, and has noise.
    fn score(numbers: &[f64], noise: f64, rng: &mut Rng) -> f64 {
        -distance(numbers) / 10.0 + noise * normal(rng)
    }

    #[test]
    fn every_tuner_gets_nearer_to_the_best_numbers_in_spite_of_noise() {
        for kind in TunerKind::ALL {
            // Exact scores have no noise; what was told to `cma` is repeated for each generation, which takes time.
            let (noise, most) = match kind {
                TunerKind::Texel => (0.0, 1000),
                TunerKind::Cma => (0.1, 800),
                _ => (0.1, 6000),
            };
            let mut tuner = kind.tuner(GOALS.len(), 1);
            let mut rng = Rng::new(7);
            let mut asked = 0;
            while asked < most {
                let candidates = tuner.ask();
                assert!(candidates.iter().all(|it| it.len() == GOALS.len()), "{kind}");
                let scores = candidates.iter().map(|it| score(it, noise, &mut rng));
                asked += candidates.len();
                tuner.tell(&scores.collect::<Vec<f64>>());
            }
            // It is 18 at the start.
            let left = distance(&tuner.best());
            assert!(left < 1.5, "{kind}: {left} {:?}", tuner.best());
        }
    }

    #[test]
    fn a_tuner_that_is_told_the_same_asks_the_same() {
        for kind in TunerKind::ALL {
            let run = || {
                let mut tuner = kind.tuner(GOALS.len(), 5);
                let mut rng = Rng::new(1);
                for _ in 0..5 {
                    let scores: Vec<f64> =
                        tuner.ask().iter().map(|it| score(it, 0.1, &mut rng)).collect();
                    tuner.tell(&scores);
                }
                tuner.ask()
            };
            assert_eq!(run(), run(), "{kind}");
        }
    }
}
