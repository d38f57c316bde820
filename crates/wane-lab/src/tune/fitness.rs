//! [`Fitness`]: how good candidates are. Most kinds play games: [`super::duel`].

use wane_gallery::recipe::Recipe;

use super::duel::Duel;
use crate::experiment::statistics::PairPoints;

/// A recipe with its numbers, in steps from the start.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The numbers.
    pub numbers: Vec<f64>,
    /// The recipe.
    pub recipe: Recipe,
}

/// How good candidates are.
pub trait Fitness: Send + Sync {
    /// The duels that it needs.
    fn duels(&self, candidates: &[Candidate], round: u64) -> Vec<Duel>;

    /// The score of each candidate, from what the duels gave: the higher, the better.
    fn scores(&self, candidates: &[Candidate], points: &[PairPoints]) -> Vec<f64>;
}

/// The points against fixed opponents. All candidates of a generation have the same openings.
#[derive(Clone, Debug)]
pub struct Against {
    /// The opponents.
    pub opponents: Vec<Recipe>,
    /// The pairs of games of each candidate with each opponent.
    pub pairs: usize,
    /// The nodes that a player has for a move.
    pub nodes: u64,
    /// The seed of the first generation.
    pub seed: u64,
}

impl Fitness for Against {
    fn duels(&self, candidates: &[Candidate], round: u64) -> Vec<Duel> {
        let mut duels = Vec::new();
        for candidate in candidates {
            for other in &self.opponents {
                duels.push(Duel {
                    one: candidate.recipe.clone(),
                    other: other.clone().into(),
                    seed: self.seed.wrapping_add(round),
                    pairs: self.pairs,
                    nodes: self.nodes,
                });
            }
        }
        duels
    }

    fn scores(&self, _candidates: &[Candidate], points: &[PairPoints]) -> Vec<f64> {
        points.chunks(self.opponents.len().max(1)).map(mean).collect()
    }
}

/// The points against the other candidates of the generation.
#[derive(Clone, Debug)]
pub struct RoundRobin {
    /// The pairs of games of each two.
    pub pairs: usize,
    /// How many rivals each plays: the nearest ones, or all.
    pub rivals: Option<usize>,
    /// The nodes that a player has for a move.
    pub nodes: u64,
    /// The seed of the first generation.
    pub seed: u64,
}

impl RoundRobin {
    /// The opponents of a candidate.
    fn rivals(&self, candidates: &[Candidate], one: usize) -> Vec<usize> {
        let mut others: Vec<usize> = (0..candidates.len()).filter(|&other| other != one).collect();
        let Some(count) = self.rivals else { return others };
        let distance = |other: usize| -> f64 {
            let pairs = candidates[one].numbers.iter().zip(&candidates[other].numbers);
            pairs.map(|(a, b)| (a - b).powi(2)).sum()
        };
        others.sort_by(|&a, &b| distance(a).total_cmp(&distance(b)));
        others.truncate(count);
        others
    }
}

impl Fitness for RoundRobin {
    fn duels(&self, candidates: &[Candidate], round: u64) -> Vec<Duel> {
        let mut duels = Vec::new();
        for (index, candidate) in candidates.iter().enumerate() {
            for other in self.rivals(candidates, index) {
                duels.push(Duel {
                    one: candidate.recipe.clone(),
                    other: candidates[other].recipe.clone().into(),
                    seed: self.seed.wrapping_add(round),
                    pairs: self.pairs,
                    nodes: self.nodes,
                });
            }
        }
        duels
    }

    fn scores(&self, candidates: &[Candidate], points: &[PairPoints]) -> Vec<f64> {
        let each = points.len() / candidates.len().max(1);
        points.chunks(each.max(1)).map(mean).collect()
    }
}

/// The fitness of report 000: the share of the points against the opponents, and for those who have enough of them the
/// share against their nearest rivals ("neighbour killing").
#[derive(Clone, Debug)]
pub struct NeighbourKilling {
    /// The opponents.
    pub against: Against,
    /// The rivals.
    pub rivals: RoundRobin,
}

/// The share of the points that is enough.
const ENOUGH: f64 = 0.85;

impl Fitness for NeighbourKilling {
    fn duels(&self, candidates: &[Candidate], round: u64) -> Vec<Duel> {
        let mut duels = self.against.duels(candidates, round);
        duels.extend(self.rivals.duels(candidates, round));
        duels
    }

    fn scores(&self, candidates: &[Candidate], points: &[PairPoints]) -> Vec<f64> {
        let (against, rivals) = points.split_at(candidates.len() * self.against.opponents.len());
        let against = self.against.scores(candidates, against);
        let killed = self.rivals.scores(candidates, rivals);
        let score = |(share, killed): (f64, f64)| if share < ENOUGH { share } else { 1.0 + killed };
        against.into_iter().zip(killed).map(score).collect()
    }
}

/// The mean share of the points.
fn mean(points: &[PairPoints]) -> f64 {
    points.iter().copied().sum::<PairPoints>().0.mean() / 4.0
}

#[cfg(test)]
mod tests {
    use wane_gallery::Kind;

    use super::*;
    use crate::experiment::statistics::Sums;

    #[test]
    fn each_kind_of_fitness_plays_the_games_that_it_counts() {
        let candidate = |number: f64| Candidate {
            numbers: vec![number],
            recipe: Kind::Greedy.recipe().unwrap(),
        };
        let candidates = [0.0, 1.0, 5.0].map(candidate);
        let opponents = vec![Kind::Random.recipe().unwrap(); 2];
        let against = Against { opponents, pairs: 1, nodes: 1, seed: 1 };
        let near = RoundRobin { pairs: 1, rivals: Some(1), nodes: 1, seed: 1 };
        let all = RoundRobin { rivals: None, ..near.clone() };
        let counts = [&against as &dyn Fitness, &near, &all].map(|fitness| {
            let duels = fitness.duels(&candidates, 0);
            let points = vec![PairPoints::default(); duels.len()];
            assert_eq!(fitness.scores(&candidates, &points).len(), 3);
            duels.len()
        });
        assert_eq!(counts, [6, 3, 6]);
        assert_eq!(near.rivals(&candidates, 2), [1]);
    }

    #[test]
    fn rivals_count_for_those_who_beat_the_opponents() {
        let candidate = Candidate { numbers: vec![0.0], recipe: Kind::Greedy.recipe().unwrap() };
        let candidates = vec![candidate; 2];
        let opponents = vec![Kind::Random.recipe().unwrap()];
        let fitness = NeighbourKilling {
            against: Against { opponents, pairs: 1, nodes: 1, seed: 1 },
            rivals: RoundRobin { pairs: 1, rivals: Some(1), nodes: 1, seed: 1 },
        };
        assert_eq!(fitness.duels(&candidates, 0).len(), 4);
        let points = [4, 3, 2, 0].map(|points| PairPoints(Sums::of(&[points])));
        assert_eq!(fitness.scores(&candidates, &points), [1.5, 0.75]);
    }
}
