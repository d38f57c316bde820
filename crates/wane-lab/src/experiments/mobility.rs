//! How many legal moves there are, by the number of discs on the board.

use serde::{Deserialize, Serialize};
use wane_board::Board;
use wane_match::Stop;

use crate::experiment::findings::decimals;
use crate::experiment::statistics::{Interval, Sums, count};
use crate::experiment::{
    About, Comparison, Experiment, Extent, Findings, FindingsTable, Plot, Series, Size, Verdict,
};

pub(super) struct Mobility;

/// The games of a unit.
const GAMES: usize = 500;

/// The discs on the board before the first move and before the last one.
const ROUNDS: std::ops::Range<usize> = 4..64;

/// The legal moves with 0 to 63 discs on the board.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct ByDiscs(Vec<Sums>);

impl Experiment for Mobility {
    type Measured = ByDiscs;

    fn about(&self) -> About {
        About {
            name: "mobility",
            question: "How many legal moves does a position have, and when are there most?",
            method: "Games of random moves. The number of legal moves of the side to move by the number of discs on \
                     the board; positions in which it must pass are left out.",
        }
    }

    fn units(&self, size: Size) -> usize {
        size.of(4, 200)
    }

    fn measure(&self, extent: Extent, unit: usize, stop: &Stop) -> Option<ByDiscs> {
        let mut rng = extent.rng(unit);
        let mut by_discs = vec![Sums::default(); 64];
        for _ in 0..GAMES {
            if stop.is_stopped() {
                return None;
            }
            let mut board = Board::<8>::START;
            while !board.is_game_over() {
                let moves = board.legal_moves();
                let Some(square) = rng.pick(moves) else {
                    board = board.passed();
                    continue;
                };
                let discs = (board.own() | board.opp()).len() as usize;
                by_discs[discs].add(moves.len().into());
                board = board.after(square.bitboard(), board.flips(square));
            }
        }
        Some(ByDiscs(by_discs))
    }

    fn conclude(&self, _extent: Extent, measured: &[ByDiscs]) -> Findings {
        let mut all = vec![Sums::default(); 64];
        for ByDiscs(unit) in measured {
            all.iter_mut().zip(unit).for_each(|(all, unit)| all.merge(*unit));
        }
        let points = ROUNDS.map(|discs| (count(discs as u64), all[discs].interval())).collect();
        let mut table =
            FindingsTable::new("Legal moves by discs", &["discs", "positions", "moves"]);
        for discs in ROUNDS.step_by(4) {
            let sums = &all[discs];
            table.row([discs.to_string(), sums.count.to_string(), decimals(sums.mean(), 2)]);
        }
        let series = vec![Series { name: "random play".into(), points }];
        Findings {
            comparisons: vec![
                compare("average mobility over the game", "8.95 (its own table: 8.77)", 8.77, average(&all, ROUNDS)),
                compare("average mobility with 25 to 52 discs", "11.08", 11.08, average(&all, 25..53)),
            ],
            tables: vec![table],
            plots: vec![Plot::lines("Legal moves", "discs on the board", "legal moves", series)],
            words: "The number of moves grows until two fifths of the board are full and falls after that.".into(),
        }
    }
}

/// The mean over the rounds of their means, with the interval.
fn average(all: &[Sums], rounds: std::ops::Range<usize>) -> Interval {
    let n = count(rounds.len() as u64);
    let mean = rounds.clone().map(|discs| all[discs].mean()).sum::<f64>() / n;
    let variance = |sums: &Sums| sums.variance() / count(sums.count.max(1));
    let error = rounds.map(|discs| variance(&all[discs])).sum::<f64>().sqrt() / n;
    Interval::around(mean, error)
}

fn compare(what: &str, reported: &str, figure: f64, ours: Interval) -> Comparison {
    // The report has two decimals, and perhaps other games.
    let verdict =
        if (ours.value - figure).abs() < 0.1 { Verdict::Confirmed } else { Verdict::Refuted };
    Comparison {
        what: what.into(),
        source: "seed-000".into(),
        reported: reported.into(),
        ours,
        verdict,
    }
}
