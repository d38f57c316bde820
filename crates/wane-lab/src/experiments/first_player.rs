//! How often the first player wins.

use wane_board::{Board, Position};
use wane_gallery::Kind;
use wane_gallery::recipe::Recipe;
use wane_match::Stop;

use super::games::{interval, percent};
use super::players::{evaluation, searching_exactly};
use crate::experiment::matchups::play;
use crate::experiment::statistics::{Interval, Sums, count};
use crate::experiment::{About, Experiment, Extent, Findings, FindingsTable, Plot, Series, Size};

pub(super) struct FirstPlayer;

/// The depths; 0 plays at random.
const DEPTHS: [u32; 7] = [0, 1, 2, 3, 4, 5, 6];

/// The games of each depth and of a unit, in a quick and in a full run.
const GAMES: [(usize, usize, usize); 7] = [
    (100, 20_000, 100),
    (40, 10_000, 40),
    (20, 10_000, 20),
    (10, 10_000, 10),
    (4, 10_000, 4),
    (2, 1_200, 2),
    (1, 1_200, 1),
];

fn recipe(plies: u32) -> Recipe {
    match plies {
        0 => Kind::Random.recipe().expect("it is a recipe"),
        plies => searching_exactly(evaluation(Kind::Seed003), plies, 8),
    }
}

/// The depth of a unit.
fn depth_of(size: Size, unit: usize) -> usize {
    let mut first = 0;
    for (index, (quick, full, chunk)) in GAMES.into_iter().enumerate() {
        first += size.of(quick, full).div_ceil(chunk);
        if unit < first {
            return index;
        }
    }
    GAMES.len() - 1
}

impl Experiment for FirstPlayer {
    /// The points of Black: 2 for a win, 1 for a draw.
    type Measured = Sums;

    fn about(&self) -> About {
        About {
            name: "first-player",
            question: "How often does the first player win, at each strength?",
            method: "Games of equal players from the start position, after two random moves of each side: random \
                     play, and the evaluation of seed-003 at depths 1 to 6 with the last eight moves exact.",
        }
    }

    fn units(&self, size: Size) -> usize {
        GAMES.iter().map(|&(quick, full, chunk)| size.of(quick, full).div_ceil(chunk)).sum()
    }

    fn measure(&self, extent: Extent, unit: usize, stop: &Stop) -> Option<Sums> {
        let index = depth_of(extent.size, unit);
        let (_, _, games) = GAMES[index];
        let recipe = recipe(DEPTHS[index]);
        let mut rng = extent.rng(unit);
        let mut sums = Sums::default();
        for _ in 0..games {
            let mut opening = Position::<8> { board: Board::START, ..Position::START };
            for _ in 0..4 {
                let square = rng.pick(opening.legal_moves()).expect("four moves are always there");
                opening.play(square).expect("it is legal");
            }
            let score = play(&opening, [(&recipe, rng.bits()), (&recipe, rng.bits())], stop)?;
            sums.add(i64::from(1 + score.signum()));
        }
        Some(sums)
    }

    fn conclude(&self, extent: Extent, measured: &[Sums]) -> Findings {
        let mut by_depth = vec![Sums::default(); DEPTHS.len()];
        for (unit, sums) in measured.iter().enumerate() {
            by_depth[depth_of(extent.size, unit)].merge(*sums);
        }
        let mut table =
            FindingsTable::new("Points of Black", &["depth", "games", "points", "95 % interval"]);
        let mut points = Vec::new();
        for (plies, sums) in DEPTHS.into_iter().zip(&by_depth) {
            let Interval { value, low, high } = sums.interval();
            let rate = Interval { value: value / 2.0, low: low / 2.0, high: high / 2.0 };
            let name = if plies == 0 { "random".to_owned() } else { plies.to_string() };
            table.row([name, sums.count.to_string(), percent(rate.value), interval(rate)]);
            points.push((count(plies.into()), rate));
        }
        let is_decided = |(_, rate): &&(f64, Interval)| !rate.contains(0.5);
        let words = match points.iter().filter(is_decided).count() {
            0 => "At no strength do the games show that one colour is better.".to_owned(),
            count => format!("At {count} of {} strengths one colour is better.", points.len()),
        };
        let series = vec![Series::new("Black", points)];
        Findings {
            comparisons: Vec::new(),
            tables: vec![table],
            plots: vec![Plot::lines(
                "Points of the first player",
                "depth",
                "share of the points",
                series,
            )],
            words: format!("{words} Depth 0 is random play."),
        }
    }
}
