//! Games between recipes, as units of an experiment: pairs of games from the same random opening, with the colours
//! swapped.

use std::cell::Cell;
use std::time::Duration;

use wane_board::{Colour, Game, Objective, Position};
use wane_gallery::Agent;
use wane_gallery::recipe::{Recipe, build_recipe};
use wane_match::Stop;
use wane_random::Rng;

use super::statistics::PairPoints;
use super::{Extent, Size};

/// A player of an experiment.
#[derive(Clone, Debug)]
pub(crate) struct Contender {
    /// Its name in tables.
    pub(crate) name: String,
    /// Its recipe.
    pub(crate) recipe: Recipe,
}

impl Contender {
    /// A player.
    pub(crate) fn new(name: impl Into<String>, recipe: Recipe) -> Self {
        Self { name: name.into(), recipe }
    }
}

/// Two players, and how many pairs of games they play.
#[derive(Clone, Debug)]
pub(crate) struct Matchup {
    /// The player whose points are counted.
    pub(crate) one: Contender,
    /// Its opponent.
    pub(crate) other: Contender,
    /// The pairs of games in a quick and in a full run.
    pub(crate) pairs: [usize; 2],
    /// How many of them are a unit.
    pub(crate) chunk: usize,
}

impl Matchup {
    fn pairs(&self, size: Size) -> usize {
        size.of(self.pairs[0], self.pairs[1])
    }

    fn chunks(&self, size: Size) -> usize {
        self.pairs(size).div_ceil(self.chunk.max(1))
    }
}

/// Black and White, each with the seed of its random choices.
pub(crate) type Players<P> = [(P, u64); 2];

/// How many random moves an opening has.
const OPENING: usize = 8;

/// The units of some matchups.
pub(crate) fn units(matchups: &[Matchup], size: Size) -> usize {
    matchups.iter().map(|matchup| matchup.chunks(size)).sum()
}

/// Plays the games of a unit; `None` if it was stopped.
pub(crate) fn measure(
    matchups: &[Matchup],
    extent: Extent,
    unit: usize,
    stop: &Stop,
) -> Option<PairPoints> {
    let (index, chunk) = place(matchups, extent.size, unit)?;
    let matchup = &matchups[index];
    let left = matchup.pairs(extent.size) - chunk * matchup.chunk;
    let mut rng = extent.rng(unit);
    let mut points = PairPoints::default();
    for _ in 0..left.min(matchup.chunk) {
        points.0.add(play_pair(&matchup.one.recipe, &matchup.other.recipe, &mut rng, stop)?);
    }
    Some(points)
}

/// Which matchup a unit belongs to, and which part of it.
fn place(matchups: &[Matchup], size: Size, unit: usize) -> Option<(usize, usize)> {
    let mut first = 0;
    for (index, matchup) in matchups.iter().enumerate() {
        let chunks = matchup.chunks(size);
        if unit < first + chunks {
            return Some((index, unit - first));
        }
        first += chunks;
    }
    None
}

/// The points of each matchup.
pub(crate) fn collect(
    matchups: &[Matchup],
    size: Size,
    measured: &[PairPoints],
) -> Vec<PairPoints> {
    let mut points = vec![PairPoints::default(); matchups.len()];
    for (unit, measured) in measured.iter().enumerate() {
        if let Some((index, _)) = place(matchups, size, unit) {
            points[index].0.merge(measured.0);
        }
    }
    points
}

/// Plays two games with the colours swapped: the points of the first player, 2 for a win and 1 for a draw.
pub(crate) fn play_pair(one: &Recipe, other: &Recipe, rng: &mut Rng, stop: &Stop) -> Option<i64> {
    pair(one, other, rng, &mut |opening, players| play(opening, players, stop))
}

/// The points of the first player in two games with the colours swapped.
pub(crate) fn pair<P: Copy>(
    one: P,
    other: P,
    rng: &mut Rng,
    play: &mut dyn FnMut(&Position<8>, Players<P>) -> Option<i32>,
) -> Option<i64> {
    let opening = random_opening(rng, OPENING);
    let [a, b] = [rng.bits(), rng.bits()];
    let black = play(&opening, [(one, a), (other, b)])?;
    let white = play(&opening, [(other, b), (one, a)])?;
    let points = |black_score: i32| i64::from(1 + black_score.signum());
    Some(points(black) + points(-white))
}

/// A position after random moves, in which the game is not over.
pub(crate) fn random_opening(rng: &mut Rng, plies: usize) -> Position<8> {
    loop {
        let mut game = Game::<8>::new();
        for _ in 0..plies {
            match rng.pick(game.position().legal_moves()) {
                Some(square) => drop(game.play(square)),
                None => drop(game.pass()),
            }
        }
        if !game.position().board.is_game_over() {
            return game.position();
        }
    }
}

/// Plays a game to its end: the score for Black; `None` if it was stopped.
pub(crate) fn play(opening: &Position<8>, players: Players<&Recipe>, stop: &Stop) -> Option<i32> {
    let agents = players.map(|(recipe, seed)| agent(recipe, seed));
    play_seen(opening, agents, None, stop, &mut |_| None)
}

/// The same. `see` gets every position in which a side has a move, and may end the game with a score for that side. With
/// `nodes`, a player has about that many for a move; it plays what it has found by then.
pub(crate) fn play_seen(
    opening: &Position<8>,
    mut agents: [Box<dyn Agent>; 2],
    nodes: Option<u64>,
    stop: &Stop,
    see: &mut dyn FnMut(&Position<8>) -> Option<i32>,
) -> Option<i32> {
    let mut position = *opening;
    let score = loop {
        if stop.is_stopped() {
            return None;
        }
        if position.board.is_game_over() {
            break position.board.final_score(Objective::FewestDiscs).discs();
        }
        if position.board.must_pass() {
            position = Position { board: position.board.passed(), side: !position.side };
            continue;
        }
        if let Some(score) = see(&position) {
            break score;
        }
        // A clock that an agent reads once in sixteen nodes, and that counts them.
        let counted = Cell::new(0);
        let clock = || {
            counted.set(counted.get() + 16);
            nodes.map_or(Duration::ZERO, |_| Duration::from_micros(counted.get()))
        };
        let budget = nodes.map_or(Duration::MAX, Duration::from_micros);
        let square = agents[position.side.index()].choose(&position.into(), budget, &clock);
        position.play(square).expect("agents play legal moves");
    };
    Some(if position.side == Colour::Black { score } else { -score })
}

/// The agent of a recipe.
pub(crate) fn agent(recipe: &Recipe, seed: u64) -> Box<dyn Agent> {
    build_recipe(recipe.clone(), seed).expect("the recipes of experiments are sound")
}
