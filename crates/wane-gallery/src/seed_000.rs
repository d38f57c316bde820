//! `seed-000`: iterative deepening from depth 2, moves ordered by the values of the iteration
//! before; an evaluation in two stages that a genetic algorithm tuned.
//!
//! This is the later and stronger of the report's two evaluations. Each feature is divided by its
//! maximum, and their weighted sum by the sum of the weights, since the report wants the result
//! between -1 and 1, the values of a lost and a won game. A legal move counts with the weight of its
//! square for the side that has it. Edge stability counts the discs that are connected to a corner
//! along the edge. The second stage begins when half the board is full.
//!
//! The report's one alpha for each colour is the usual alpha-beta window. The agent deepens while
//! the next iteration is likely to end within a fraction q of the budget, or the best move has just
//! changed. The average branching factor is the measured one, by empty squares; q is 0.8, since the
//! original left a fifth unused. Its table holds 50,000 positions.

use std::collections::HashMap;
use std::time::Duration;

use wane_board::{AnyPosition, Bitboard, Board, Position, Square, with_size};

use crate::Agent;
use crate::alpha_beta::{AlphaBeta, Heuristics, outcome, sorted};
use crate::deadline::Deadline;
use crate::features::AgentValue;
use crate::recipe::{Evaluator, SHARE};
use crate::recipes;

const FIRST_DEPTH: u32 = 2;

/// The number of entries of the transposition table.
const TABLE_ENTRIES: usize = 50_000;

/// The branching factor with 0, 1 ... 60 empty squares, in tenths, as the report measured it.
const AVERAGE_BRANCHING: [u32; 61] = [
    0, 7, 14, 21, 28, 35, 42, 45, 53, 56, 70, 67, 75, 77, 85, 85, 95, 91, 105, 101, 108, 109, 116,
    111, 121, 116, 122, 117, 128, 124, 130, 123, 129, 117, 124, 120, 123, 119, 115, 122, 114, 113,
    115, 106, 110, 104, 97, 100, 91, 89, 90, 81, 81, 75, 71, 61, 58, 51, 46, 30, 40,
];

pub(crate) struct Seed000;

impl Agent for Seed000 {
    fn choose(
        &mut self,
        position: &AnyPosition,
        budget: Duration,
        clock: &dyn Fn() -> Duration,
    ) -> Square {
        with_size!(position, position => {
            let heuristics = TwoStages::new(position);
            choose(AlphaBeta::new(heuristics, Deadline::new(budget, clock)), &position.board)
        })
    }
}

fn choose<const N: usize>(mut search: AlphaBeta<'_, TwoStages<N>>, board: &Board<N>) -> Square {
    let branching = AVERAGE_BRANCHING[(board.empties().len() as usize).min(60)];
    let mut best_so_far = board.legal_moves().first().expect("there is a legal move");
    let mut depth = FIRST_DEPTH;
    while let Ok(Some((square, value))) = search.best_move(board, depth) {
        let has_changed = depth == FIRST_DEPTH || square != best_so_far;
        best_so_far = square;
        let (used, budget) = (search.deadline().used(), search.deadline().budget());
        let next = used.saturating_mul(branching) / 10;
        let has_time = fits(next, budget) || has_changed && fits(used, budget);
        if value == SHARE || search.has_searched_to_the_end() || !has_time {
            break;
        }
        depth += 1;
    }
    best_so_far
}

/// Whether a time is within the fraction q of the budget.
fn fits(time: Duration, budget: Duration) -> bool {
    time < budget / 5 * 4
}

/// The evaluation, and a table of the values of searched positions for their side to move.
struct TwoStages<const N: usize> {
    evaluator: Evaluator<N>,
    found: HashMap<Board<N>, AgentValue>,
}

impl<const N: usize> TwoStages<N> {
    fn new(root: &Position<N>) -> Self {
        Self { evaluator: Evaluator::new(&recipes::seed_000(), root), found: HashMap::new() }
    }
}

impl<const N: usize> Heuristics<N> for TwoStages<N> {
    fn evaluate(&self, board: &Board<N>, agent_to_move: bool) -> AgentValue {
        self.evaluator.evaluate(board, agent_to_move)
    }

    fn terminal_value(&self, board: &Board<N>, _agent_to_move: bool) -> AgentValue {
        SHARE * outcome(board)
    }

    /// Moves with a value in the table first, then the others by evaluation; each best first.
    fn order(
        &self,
        board: &Board<N>,
        moves: Bitboard,
        depth: u32,
        agent_to_move: bool,
    ) -> Vec<Square> {
        if depth <= 1 {
            return moves.into_iter().collect();
        }
        sorted(moves, &|square| {
            let child = board.after(square.bitboard(), board.flips(square));
            let known = self.found.get(&child).map(|value| value - 2 * SHARE);
            known.unwrap_or_else(|| self.evaluate(&child, !agent_to_move))
        })
    }

    fn record(&mut self, board: &Board<N>, value: AgentValue) {
        if self.found.len() < TABLE_ENTRIES {
            self.found.insert(*board, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use wane_board::{Colour, Size};

    use super::*;
    use crate::features::samples::{corner, half_full, opening, set};

    fn heuristics() -> TwoStages<8> {
        TwoStages::new(&Position::START)
    }

    #[test]
    fn the_evaluation_is_the_one_of_the_report() {
        // The sum over all squares is 4 (0.60791016 + 19 + 13 + 18.28742981) + 8 (4.04785156 +
        // 16.01070404 + 5 + 20 + 17.9804306 + 12.8125) = 810.39324948.
        // The opponent's discs weigh 2 * 12.8125 more, which is 0.0316204 of all; own moves
        // 17.9804306 + 12.8125, which is 0.0379975. The weights of the stage add up to 13.
        assert_eq!(heuristics().evaluate(&opening(), true), (10 * 316_204 + 379_975) / 13);
        // Own 0.60791016 + 8.09570312 + 19 against 0.60791016 + 13: 0.0173936 of all; own move
        // -18.28742981: 0.0225661; along the edge 3 to 1 of 28: 0.0714285.
        assert_eq!(
            heuristics().evaluate(&corner(), true),
            (-10 * 173_936 - 225_661 - 2 * 714_285) / 13
        );
        // The rows of the upper half weigh 51.33293152, 122.05656432, 123.64640808 and 35.01100158,
        // the opponent's discs 17.50550079: 0.3881342 of all; own moves 74.63570404: 0.0920981;
        // along the edge 14 to 0 of 28: 0.5. The weights of the stage add up to 10.
        let half_full = heuristics().evaluate(&half_full(), true);
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
            Seed000.choose(&AnyPosition::start(Size::Eight), budget, &|| {
                readings.set(readings.get() + 1);
                Duration::from_millis(used_ms)
            });
            readings.get()
        };
        // Depth 2 has at most 4 + 4 * 3 nodes. Depth 3 is searched because the move is new, but
        // only if there is time left; depth 4 would take four times 400 ms, which is too long.
        assert!(readings(800) <= 2 && readings(400) > 2);
    }

    #[test]
    fn moves_with_a_value_in_the_table_come_first() {
        let board = Board::<8>::START;
        let mut heuristics = heuristics();
        let (square, moves) = ("e6".parse().unwrap(), board.legal_moves());
        assert_ne!(heuristics.order(&board, moves, 2, true)[0], square);
        heuristics.record(&board.after(Square::bitboard(square), board.flips(square)), SHARE);
        assert_eq!(heuristics.order(&board, moves, 2, true)[0], square);
    }

    #[test]
    fn without_a_time_limit_it_stops_at_the_end_of_the_game() {
        // a8 flips b7, and is the last move.
        let board = Board::<8>::new(set("c6"), Bitboard::ALL - set("c6 a8"));
        let square =
            Seed000.choose(&AnyPosition::new(board.into(), Colour::Black), Duration::MAX, &|| {
                Duration::ZERO
            });
        assert_eq!(square.to_string(), "a8");
    }
}
