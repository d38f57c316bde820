//! [`Fitness`]: how good candidates are. Most kinds play games; the duels of a generation are jobs.

use wane_board::{Objective, Position};
use wane_gallery::recipe::Recipe;
use wane_match::{Job, JobWorker, LocalThreads, Stop};
use wane_random::Rng;
use wane_search::{Control, Solver, Table, Window};

use crate::experiment::matchups::{pair, play_seen};
use crate::experiment::statistics::PairPoints;

/// A recipe with its numbers, in steps from the start.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The numbers.
    pub numbers: Vec<f64>,
    /// The recipe.
    pub recipe: Recipe,
}

/// Some pairs of games between two recipes.
#[derive(Clone, Debug)]
pub struct Duel {
    /// The recipe whose points are counted.
    pub one: Recipe,
    /// Its opponent.
    pub other: Recipe,
    /// The seed of the openings and of random choices.
    pub seed: u64,
    /// The pairs of games.
    pub pairs: usize,
    /// The nodes that a player has for a move.
    pub nodes: u64,
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
                    other: other.clone(),
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
                    other: candidates[other].recipe.clone(),
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

/// The mean share of the points.
fn mean(points: &[PairPoints]) -> f64 {
    let mut all = PairPoints::default();
    for it in points {
        all.0.merge(it.0);
    }
    all.0.mean() / 4.0
}

/// A duel as a job, with its number.
pub struct DuelJob {
    pub(super) number: usize,
    pub(super) duel: Duel,
}

impl Job for DuelJob {
    type Result = (usize, PairPoints);
}

/// Plays duels. Games in which both players search the last moves exactly are solved there: that is how they end.
pub struct DuelWorker {
    stop: Stop,
    table: Table,
}

impl DuelWorker {
    /// This number of workers, on threads of this process.
    #[must_use]
    pub fn threads(count: usize, stop: &Stop) -> LocalThreads<DuelJob> {
        LocalThreads::new(count, stop, |stop| Self { stop: stop.clone(), table: Table::new(1) })
    }
}

impl JobWorker<DuelJob> for DuelWorker {
    fn work(&mut self, DuelJob { number, duel }: DuelJob) -> Option<(usize, PairPoints)> {
        let Duel { one, other, seed, pairs, nodes } = duel;
        let solver = Solver::new(Objective::FewestDiscs, &self.table);
        let solved_from = solved_from(&one, &other);
        let mut solve = |position: &Position<8>| {
            if position.board.empties().len() > solved_from {
                return None;
            }
            let solution = solver.solve(position.board, Window::EXACT, &Control::new(), &|_| {});
            solution.ok().map(|solution| solution.bounds.lower.discs())
        };
        let mut rng = Rng::new(seed);
        let mut points = PairPoints::default();
        for _ in 0..pairs {
            points.0.add(pair(&one, &other, &mut rng, &mut |opening, players| {
                play_seen(opening, players, Some(nodes), &self.stop, &mut solve)
            })?);
        }
        Some((number, points))
    }
}

/// The number of empty squares from which on both players know the score.
fn solved_from(one: &Recipe, other: &Recipe) -> u32 {
    let exact =
        |recipe: &Recipe| recipe.search.exact.filter(|it| !it.wld).map_or(0, |it| it.empties);
    exact(one).min(exact(other))
}

#[cfg(test)]
mod tests {
    use wane_gallery::Kind;

    use super::*;

    fn points(one: Kind, other: Kind, seed: u64) -> PairPoints {
        let [one, other] = [one, other].map(|kind| kind.recipe().unwrap());
        let duel = Duel { one, other, seed, pairs: 20, nodes: 1000 };
        let mut worker = DuelWorker { stop: Stop::default(), table: Table::new(1) };
        worker.work(DuelJob { number: 7, duel }).unwrap().1
    }

    #[test]
    fn a_duel_is_the_same_each_time_and_the_better_player_wins_it() {
        let result = points(Kind::GreedyInvincible, Kind::RandomInvincible, 3);
        assert_eq!(points(Kind::GreedyInvincible, Kind::RandomInvincible, 3), result);
        assert_ne!(points(Kind::GreedyInvincible, Kind::RandomInvincible, 4), result);
        let strong = points(Kind::Seed003, Kind::Random, 3);
        assert!(strong.win_rate().value > 0.9, "{strong:?}");
        assert_eq!(strong.games(), 40);
    }

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
}
