//! What winners have in common, round by round.

use serde::{Deserialize, Serialize};
use wane_board::{Board, Colour, Position};
use wane_gallery::Kind;
use wane_gallery::recipe::Recipe;
use wane_match::Stop;

use super::players::{evaluation, searching_exactly};
use crate::experiment::findings::decimals;
use crate::experiment::matchups::{agent, play_seen, random_opening};
use crate::experiment::statistics::{Interval, Sums, count, effect_size};
use crate::experiment::{
    About, Comparison, Experiment, Extent, Findings, FindingsTable, Plot, Series, Size, Verdict,
};

pub(super) struct Winners;

/// What is counted for each side.
const FEATURES: [&str; 5] = ["discs", "corners", "stable discs", "mobility", "frontier"];

/// A way to play, the units in a quick and in a full run, and the games of a unit.
const PLAYS: [(&str, [usize; 2], usize); 2] =
    [("random", [3, 200], 500), ("seed-003, depth 3", [3, 400], 25)];

/// The discs on the board are counted in steps of this.
const STEP: usize = 4;
const ROUNDS: usize = 64 / STEP;

/// By round and feature: those of the winner and those of the loser.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Measured(Vec<[[Sums; 2]; 5]>);

impl Measured {
    fn new() -> Self {
        Self(vec![[[Sums::default(); 2]; 5]; ROUNDS])
    }

    fn merge(&mut self, other: &Self) {
        for (own, other) in self.0.iter_mut().zip(&other.0) {
            for (own, other) in own.iter_mut().zip(other) {
                own.iter_mut().zip(other).for_each(|(own, other)| own.merge(*other));
            }
        }
    }
}

fn play_of(size: Size, unit: usize) -> usize {
    usize::from(unit >= size.of(PLAYS[0].1[0], PLAYS[0].1[1]))
}

fn recipe(play: usize) -> Recipe {
    match play {
        0 => Kind::Random.recipe().expect("it is a recipe"),
        _ => searching_exactly(evaluation(Kind::Seed003), 3, 8),
    }
}

/// What is counted for a colour.
fn counts(position: &Position<8>, colour: Colour) -> [i64; 5] {
    let (own, opp) = (position.discs(colour), position.discs(!colour));
    let board = Board::<8>::new(own, opp);
    let numbers = [
        own.len(),
        (own & Board::<8>::CORNERS).len(),
        board.stable_discs().0.len(),
        board.legal_moves().len(),
        (own & board.empties().with_neighbours()).len(),
    ];
    numbers.map(i64::from)
}

impl Experiment for Winners {
    type Measured = Measured;

    fn about(&self) -> About {
        About {
            name: "winners",
            question: "What do winners have in common: corners, stable discs, mobility, frontier?",
            method: "Games of random moves, and of seed-003's evaluation at depth 3 after eight random moves. In every \
                     position the features of the side that wins in the end and of the side that loses; their \
                     difference in standard deviations (Cohen's d), by the number of discs on the board.",
        }
    }

    fn units(&self, size: Size) -> usize {
        PLAYS.iter().map(|(_, [quick, full], _)| size.of(*quick, *full)).sum()
    }

    fn measure(&self, extent: Extent, unit: usize, stop: &Stop) -> Option<Measured> {
        let which = play_of(extent.size, unit);
        let (recipe, mut rng) = (recipe(which), extent.rng(unit));
        let mut measured = Measured::new();
        for _ in 0..PLAYS[which].2 {
            let opening = random_opening(&mut rng, 8);
            let agents = [(), ()].map(|()| agent(&recipe, rng.bits()));
            let mut positions = Vec::new();
            let mut see = |position: &Position<8>| {
                positions.push(*position);
                None
            };
            let score = play_seen(&opening, agents, None, stop, &mut see)?;
            let winner = match score {
                0 => continue,
                1.. => Colour::Black,
                _ => Colour::White,
            };
            for position in positions {
                let discs = (position.board.own() | position.board.opp()).len() as usize;
                let [won, lost] = [counts(&position, winner), counts(&position, !winner)];
                for (index, both) in measured.0[discs / STEP].iter_mut().enumerate() {
                    both[0].add(won[index]);
                    both[1].add(lost[index]);
                }
            }
        }
        Some(measured)
    }

    fn conclude(&self, extent: Extent, measured: &[Measured]) -> Findings {
        let mut all = [Measured::new(), Measured::new()];
        for (unit, measured) in measured.iter().enumerate() {
            all[play_of(extent.size, unit)].merge(measured);
        }
        let mut plots = Vec::new();
        let mut tables = Vec::new();
        for ((name, _, _), measured) in PLAYS.iter().zip(&all) {
            let series = FEATURES.iter().enumerate().map(|(index, feature)| {
                let rounds = measured.0.iter().enumerate().filter(|(_, it)| it[index][0].count > 1);
                let points =
                    rounds.map(|(round, it)| (count((round * STEP) as u64), effect(&it[index])));
                Series::new(feature, points)
            });
            let title = format!("Winners against losers, {name}");
            let plot =
                Plot::lines(&title, "discs on the board", "standard deviations", series.collect());
            plots.push(plot);
            tables.push(table(&title, measured));
        }
        Findings {
            comparisons: comparisons(&all[1]),
            tables,
            plots,
            words: "Below 0 the winner has less of it than the loser. What wins in the middle of the game is the \
                    number of moves; corners and stable discs tell who loses."
                .into(),
        }
    }
}

/// The effect size with its interval.
fn effect([won, lost]: &[Sums; 2]) -> Interval {
    let d = effect_size(won, lost);
    let n = count(won.count.max(2));
    Interval::around(d, (2.0 / n + d * d / (4.0 * n)).sqrt())
}

fn table(title: &str, measured: &Measured) -> FindingsTable {
    let columns: Vec<&str> = std::iter::once("discs").chain(FEATURES).collect();
    let mut table = FindingsTable::new(title, &columns);
    for (round, features) in measured.0.iter().enumerate().skip(3) {
        let cells = features.iter().map(|both| {
            let [won, lost] = both.map(|sums| decimals(sums.mean(), 1));
            format!("{won} to {lost} ({})", decimals(effect(both).value, 2))
        });
        table.row(std::iter::once(format!("{}", round * STEP)).chain(cells));
    }
    table
}

fn comparisons(measured: &Measured) -> Vec<Comparison> {
    // With 40 to 43 discs most of the game is decided, and little of it is over.
    let late = &measured.0[10];
    [("corners", 1, "fewer"), ("stable discs", 2, "fewer")]
        .map(|(feature, index, reported)| {
            let ours = effect(&late[index]);
            Comparison {
                what: format!("{feature} of the winner with 40 discs, in standard deviations"),
                source: "seed-000".into(),
                reported: reported.into(),
                ours,
                verdict: if ours.high < 0.0 { Verdict::Confirmed } else { Verdict::Refuted },
            }
        })
        .into()
}
