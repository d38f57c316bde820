//! `seed-000`: iterative deepening from depth 2, children sorted by what the iteration before found
//! them to be worth; an evaluation in two stages that a genetic algorithm tuned.
//!
//! Of the report's two evaluations this is the later and stronger one. Each of its features is
//! taken as a part of the most it could be, and their sum as a part of the sum of their weights,
//! since the report wants the whole within -1 and 1, the worth of the end. A move counts by the
//! weight of its square for whoever has it; edge stability is discs along the edge that are tied to
//! a corner. The second stage begins when half the board is full.
//!
//! Its one alpha for each colour is the window of any alpha-beta. It goes deeper while the next
//! iteration is likely to fit into a part q of the time, or the move has just changed; the average
//! breadth is the one it measured, by empty squares, and q is 0.8, since it left a fifth unused. Its
//! table holds 50,000 positions.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::time::Duration;

use wane_board::{AnyBoard, Bitboard, Board, Square, with_size};

use crate::Agent;
use crate::alpha_beta::{Search, Style, outcome};
use crate::deadline::Deadline;
use crate::features::{Table, Value, count, edge, tied_to_corner};

/// What a won game is worth; evaluations lie between this and its negative.
const WIN: Value = 10_000_000;

/// In 10^-8 of the report's weights. A disc on a heavy square is bad for its owner.
const TABLE: Table = Table([
    60_791_016,
    404_785_156,
    1_601_070_404,
    500_000_000,
    1_900_000_000,
    2_000_000_000,
    1_798_043_060,
    1_300_000_000,
    1_281_250_000,
    -1_828_742_981,
]);

/// The weights of position, mobility and edge stability, in tenths.
const EARLY: [Value; 3] = [10, 1, 2];
const LATE: [Value; 3] = [6, 2, 2];

const FIRST_DEPTH: u32 = 2;

/// The most positions in the table.
const TABLE_POSITIONS: usize = 50_000;

/// The moves of a side with 0, 1 ... 60 empty squares, in tenths, as the report measured them.
const AVERAGE_BREADTH: [u32; 61] = [
    0, 7, 14, 21, 28, 35, 42, 45, 53, 56, 70, 67, 75, 77, 85, 85, 95, 91, 105, 101, 108, 109, 116,
    111, 121, 116, 122, 117, 128, 124, 130, 123, 129, 117, 124, 120, 123, 119, 115, 122, 114, 113,
    115, 106, 110, 104, 97, 100, 91, 89, 90, 81, 81, 75, 71, 61, 58, 51, 46, 30, 40,
];

pub(crate) struct Seed000;

impl Agent for Seed000 {
    fn choose(
        &mut self,
        board: &AnyBoard,
        budget: Duration,
        clock: &dyn Fn() -> Duration,
    ) -> Square {
        with_size!(board, board => {
            let style = TwoStages { found: HashMap::new() };
            choose(Search::new(style, Deadline::new(budget, clock)), board)
        })
    }
}

fn choose<const N: usize>(mut search: Search<'_, TwoStages<N>>, board: &Board<N>) -> Square {
    let breadth = AVERAGE_BREADTH[(board.empties().len() as usize).min(60)];
    let mut in_hand = board.legal_moves().first().expect("there is a legal move");
    let mut depth = FIRST_DEPTH;
    while let Ok(Some((square, value))) = search.best_move(board, depth) {
        let has_changed = depth == FIRST_DEPTH || square != in_hand;
        in_hand = square;
        let (used, budget) = (search.deadline().used(), search.deadline().budget());
        let next = used.saturating_mul(breadth) / 10;
        let has_time = fits(next, budget) || has_changed && fits(used, budget);
        if value == WIN || search.has_seen_everything() || !has_time {
            break;
        }
        depth += 1;
    }
    in_hand
}

/// Whether a time is within the part q of the budget.
fn fits(time: Duration, budget: Duration) -> bool {
    time < budget / 5 * 4
}

/// The evaluation, and what the search found positions to be worth to their side to move.
struct TwoStages<const N: usize> {
    found: HashMap<Board<N>, Value>,
}

impl<const N: usize> Style<N> for TwoStages<N> {
    fn evaluate(&self, board: &Board<N>) -> Value {
        let span = TABLE.span::<N>();
        let along_edge = |discs| count(tied_to_corner::<N>(discs & edge::<N>()));
        let position = -WIN * TABLE.difference(board) / span;
        let mobility = WIN * TABLE.mobility(board) / span;
        let stability =
            WIN * (along_edge(board.opp()) - along_edge(board.own())) / count(edge::<N>());
        let is_early = board.empties().len() > Board::<N>::SQUARES.len() / 2;
        let weights = if is_early { EARLY } else { LATE };
        let [k1, k2, k3] = weights;
        (k1 * position + k2 * mobility + k3 * stability) / weights.iter().sum::<Value>()
    }

    fn end(&self, board: &Board<N>) -> Value {
        WIN * outcome(board)
    }

    /// Best first: what the table knows, then the others by their evaluation.
    fn order(&self, board: &Board<N>, moves: Bitboard, depth: u32) -> Vec<Square> {
        let mut squares: Vec<Square> = moves.into_iter().collect();
        if depth > 1 {
            squares.sort_by_cached_key(|&square| {
                let child = board.after(square.bitboard(), board.flips(square));
                let known = self.found.get(&child).map(|value| 2 * WIN - value);
                Reverse(known.unwrap_or_else(|| -self.evaluate(&child)))
            });
        }
        squares
    }

    fn note(&mut self, board: &Board<N>, value: Value) {
        if self.found.len() < TABLE_POSITIONS {
            self.found.insert(*board, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::features::samples::{corner, half_full, opening, set};

    fn style() -> TwoStages<8> {
        TwoStages { found: HashMap::new() }
    }

    #[test]
    fn the_evaluation_is_the_one_of_the_report() {
        // All squares together weigh 4 (0.60791016 + 19 + 13 + 18.28742981) + 8 (4.04785156 +
        // 16.01070404 + 5 + 20 + 17.9804306 + 12.8125) = 810.39324948.
        assert_eq!(TABLE.span::<8>(), 81_039_324_948);
        // The opponent's discs weigh 2 * 12.8125 more, which is 0.0316204 of all; own moves 17.9804306
        // + 12.8125, which is 0.0379975. The weights of the stage add up to 13.
        assert_eq!(style().evaluate(&opening()), (10 * 316_204 + 379_975) / 13);
        // Own 0.60791016 + 8.09570312 + 19 against 0.60791016 + 13: 0.0173936 of all; own move
        // -18.28742981: 0.0225661; along the edge 3 to 1 of 28: 0.0714285.
        assert_eq!(style().evaluate(&corner()), (-10 * 173_936 - 225_661 - 2 * 714_285) / 13);
        // The rows of the upper half weigh 51.33293152, 122.05656432, 123.64640808 and 35.01100158,
        // the opponent's discs 17.50550079: 0.3881342 of all; own moves 74.63570404: 0.0920981; along
        // the edge 14 to 0 of 28: 0.5. The weights of the stage add up to 10.
        let half_full = style().evaluate(&half_full());
        assert_eq!(half_full, (-6 * 3_881_342 + 2 * 920_981 - 2 * 5_000_000) / 10);
    }

    #[test]
    fn a_fifth_of_the_time_is_left_unused() {
        let budget = Duration::from_secs(1);
        assert!(
            fits(Duration::from_millis(799), budget) && !fits(Duration::from_millis(800), budget)
        );
        let readings = |used_ms| {
            let readings = Cell::new(0);
            Seed000.choose(&Board::<8>::START.into(), budget, &|| {
                readings.set(readings.get() + 1);
                Duration::from_millis(used_ms)
            });
            readings.get()
        };
        // Depth 2 has at most 4 + 4 * 3 nodes. Depth 3 is begun, since the move is new, but only with
        // time left; four times 400 ms, which the next depth is taken to need, are too long.
        assert!(readings(800) <= 2 && readings(400) > 2);
    }

    #[test]
    fn what_the_table_knows_comes_first() {
        let board = Board::<8>::START;
        let mut style = style();
        let (square, moves) = ("e6".parse().unwrap(), board.legal_moves());
        assert_ne!(style.order(&board, moves, 2)[0], square);
        style.note(&board.after(Square::bitboard(square), board.flips(square)), WIN);
        assert_eq!(style.order(&board, moves, 2)[0], square);
    }

    #[test]
    fn with_all_the_time_in_the_world_it_stops_when_there_is_nothing_more_to_see() {
        // a8 turns over b7, and is the last move.
        let board = Board::<8>::new(set("c6"), Bitboard::ALL - set("c6 a8"));
        let square = Seed000.choose(&board.into(), Duration::MAX, &|| Duration::ZERO);
        assert_eq!(square.to_string(), "a8");
    }
}
