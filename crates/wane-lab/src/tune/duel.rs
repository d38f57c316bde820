//! [`Duel`]: games between two players, as a job. The openings are random, and each is played with both colours.

mod remote;

use wane_board::{Objective, Position};
use wane_eval::WeightSet;
use wane_gallery::Agent;
use wane_gallery::recipe::Recipe;
use wane_match::{Job, JobWorker, LocalThreads, Stop};
use wane_random::Rng;
use wane_search::{Control, Solver, Table, Window};

use crate::experiment::learned::LearnedAgent;
use crate::experiment::matchups::{agent, pair, play_seen};
use crate::experiment::statistics::PairPoints;

/// Some pairs of games between two players.
#[derive(Clone, Debug)]
pub struct Duel {
    /// The recipe whose points are counted.
    pub one: Recipe,
    /// Its opponent.
    pub other: Opponent,
    /// The seed of the openings and of random choices.
    pub seed: u64,
    /// The pairs of games.
    pub pairs: usize,
    /// The nodes that a player has for a move.
    pub nodes: u64,
}

/// A player that recipes are measured against.
#[derive(Clone, Debug)]
pub enum Opponent {
    /// Another recipe.
    Recipe(Recipe),
    /// The learned evaluation of the engine one ply deep, which knows the score from this number of empty squares on.
    Learned {
        /// The number of empty squares.
        empties: u32,
    },
}

impl From<Recipe> for Opponent {
    fn from(recipe: Recipe) -> Self {
        Self::Recipe(recipe)
    }
}

impl Opponent {
    /// The number of empty squares from which on it knows the score.
    fn knows_from(&self) -> u32 {
        match self {
            Self::Recipe(recipe) => knows_from(recipe),
            Self::Learned { empties } => *empties,
        }
    }
}

/// The number of empty squares from which on a recipe knows the score.
fn knows_from(recipe: &Recipe) -> u32 {
    recipe.search.exact.filter(|it| !it.wld).map_or(0, |it| it.empties)
}

/// Openings that no tuner has seen: its seeds are far below.
const FRESH: u64 = 1 << 40;

/// The pairs of games of a job.
const CHUNK: usize = 25;

/// The games that measure what tuning has gained.
#[must_use]
pub fn fresh_duels(
    one: &Recipe,
    other: &Opponent,
    games: usize,
    nodes: u64,
    seed: u64,
) -> Vec<Duel> {
    let pairs = games.div_ceil(2);
    let duel = |chunk: usize| Duel {
        one: one.clone(),
        other: other.clone(),
        seed: FRESH + seed + chunk as u64,
        pairs: CHUNK.min(pairs - chunk * CHUNK),
        nodes,
    };
    (0..pairs.div_ceil(CHUNK)).map(duel).collect()
}

/// A duel as a job, with its number.
pub struct DuelJob {
    pub(super) number: usize,
    pub(super) duel: Duel,
}

impl Job for DuelJob {
    type Result = (usize, PairPoints);
}

/// Plays duels. Games in which both players know the score of the last moves end there, with that score.
pub struct DuelWorker {
    stop: Stop,
    table: Table,
    /// Once an opponent has needed it.
    weights: Option<WeightSet>,
}

impl DuelWorker {
    /// This number of workers, on threads of this process.
    #[must_use]
    pub fn threads(count: usize, stop: &Stop) -> LocalThreads<DuelJob> {
        LocalThreads::new(count, stop, Self::new)
    }

    /// A worker that stops when the flag is set.
    #[must_use]
    pub fn new(stop: &Stop) -> Self {
        let stop = stop.clone();
        Self { stop, table: Table::new(1), weights: None }
    }

    fn opponent(&mut self, opponent: &Opponent, seed: u64) -> Box<dyn Agent> {
        match opponent {
            Opponent::Recipe(recipe) => agent(recipe, seed),
            Opponent::Learned { .. } => {
                let weights = self.weights.get_or_insert_with(WeightSet::shipped);
                Box::new(LearnedAgent::try_new(weights, 1).expect("a table of a megabyte"))
            }
        }
    }

    /// The score of a position; its sign is exact.
    fn solve(&self, position: &Position<8>) -> Option<i32> {
        let solver = Solver::new(Objective::FewestDiscs, &self.table);
        let solution = solver.solve(position.board, Window::OUTCOME, &Control::new(), &|_| {});
        solution.ok().map(|solution| solution.bounds.lower.discs())
    }
}

impl JobWorker<DuelJob> for DuelWorker {
    fn work(&mut self, DuelJob { number, duel }: DuelJob) -> Option<(usize, PairPoints)> {
        let Duel { one, other, seed, pairs, nodes } = duel;
        let known_from = knows_from(&one).min(other.knows_from());
        let mut rng = Rng::new(seed);
        let mut points = PairPoints::default();
        for _ in 0..pairs {
            points.0.add(pair(true, false, &mut rng, &mut |opening, players| {
                let agents = players.map(|(is_one, seed)| {
                    if is_one { agent(&one, seed) } else { self.opponent(&other, seed) }
                });
                let mut solve = |position: &Position<8>| {
                    let is_known = position.board.empties().len() <= known_from;
                    is_known.then(|| self.solve(position)).flatten()
                };
                play_seen(opening, agents, Some(nodes), &self.stop, &mut solve)
            })?);
        }
        Some((number, points))
    }
}

#[cfg(test)]
mod tests {
    use wane_gallery::Kind;

    use super::*;

    fn points(one: Kind, other: Opponent, seed: u64) -> PairPoints {
        let one = one.recipe().unwrap();
        let duel = Duel { one, other, seed, pairs: 20, nodes: 1000 };
        let mut worker = DuelWorker::new(&Stop::default());
        worker.work(DuelJob { number: 7, duel }).unwrap().1
    }

    #[test]
    fn a_duel_is_the_same_each_time_and_the_better_player_wins_it() {
        let recipe = |kind: Kind| Opponent::Recipe(kind.recipe().unwrap());
        let random = |seed| points(Kind::GreedyInvincible, recipe(Kind::RandomInvincible), seed);
        assert_eq!(random(3), random(3));
        assert_ne!(random(3), random(4));
        let strong = points(Kind::Seed003, recipe(Kind::Random), 3);
        assert!(strong.win_rate().value > 0.9, "{strong:?}");
        assert_eq!(strong.games(), 40);
        let learned = points(Kind::GreedyInvincible, Opponent::Learned { empties: 12 }, 3);
        assert!(learned.win_rate().value < 0.2, "{learned:?}");
    }

    #[test]
    fn fresh_games_are_as_many_as_were_asked_for() {
        let recipe = Kind::Random.recipe().unwrap();
        for games in [1, 50, 51, 120] {
            let duels = fresh_duels(&recipe, &recipe.clone().into(), games, 1, 1);
            let pairs: usize = duels.iter().map(|duel| duel.pairs).sum();
            assert_eq!(pairs, games.div_ceil(2));
        }
    }
}
