//! `seed-004`: alpha-beta at depth 3 below 24 discs, at depth 4 below 58, then to the end; an
//! evaluation in two stages.
//!
//! The report's board holds 1 and -1, so its square weights count own discs minus opponent discs.
//! From 58 discs a position counts as won or not won, by the discs on the board; a draw is not a
//! win. Before that even a finished game is only evaluated. The weight of late mobility is 7 in its
//! text and 5 in its listing; here it is 7. The stages depend on the number of empty squares, so a
//! small board begins in the second stage.

use std::time::Duration;

use wane_board::{AnyBoard, Board, Square, with_size};

use crate::Agent;
use crate::alpha_beta::{AlphaBeta, Heuristics, INFINITY, TO_THE_END};
use crate::deadline::Deadline;
use crate::features::{AgentValue, SquareWeights, count, disc_difference, edge, mobility};

const SQUARE_WEIGHTS: SquareWeights = SquareWeights([100, -5, 10, 5, -45, 1, 1, 3, 2, 1]);

enum Stage {
    Early,
    Middle,
    Last,
}

impl Stage {
    fn of<const N: usize>(board: &Board<N>) -> Self {
        match board.empties().len() {
            0..=6 => Self::Last,
            7..=40 => Self::Middle,
            _ => Self::Early,
        }
    }
}

pub(crate) struct Seed004;

impl Agent for Seed004 {
    fn choose(
        &mut self,
        board: &AnyBoard,
        budget: Duration,
        clock: &dyn Fn() -> Duration,
    ) -> Square {
        with_size!(board, board => {
            let depth = match Stage::of(board) {
                Stage::Early => 3,
                Stage::Middle => 4,
                Stage::Last => TO_THE_END,
            };
            AlphaBeta::new(Self, Deadline::new(budget, clock)).deepen(board, depth)
        })
    }
}

impl<const N: usize> Heuristics<N> for Seed004 {
    fn evaluate(&self, board: &Board<N>) -> AgentValue {
        let (k1, k2, k3) = match Stage::of(board) {
            Stage::Early => (5, 3, 3),
            Stage::Middle => (3, 7, 3),
            Stage::Last if disc_difference(board) < 0 => return INFINITY,
            Stage::Last => return -INFINITY,
        };
        let edge_discs = count(board.own() & edge::<N>()) - count(board.opp() & edge::<N>());
        -k1 * SQUARE_WEIGHTS.difference(board) + k2 * mobility(board) + k3 * edge_discs
    }

    fn terminal_value(&self, board: &Board<N>) -> AgentValue {
        self.evaluate(board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::samples::{corner, half_full, opening};

    #[test]
    fn the_evaluation_is_the_one_of_the_report() {
        // Own xxx 1, opponent xxx and two xxc 5; mobility 2 to 0; no disc on the edge.
        assert_eq!(Seed004.evaluate(&opening()), -5 * (1 - 5) + 3 * 2);
        // Own corner, two c and x: 100 - 10 - 45 = 45; opponent corner and xx 103; mobility 1 to 0;
        // edge discs 3 to 1.
        assert_eq!(Seed004.evaluate(&corner()), -5 * (45 - 103) + 3 + 3 * 2);
        // The rows of the upper half weigh 220, -96, 32 and 18, the opponent's discs 5 + 1 + 2 + 1;
        // mobility 5 to 0; edge discs 14 to 1.
        assert_eq!(Seed004.evaluate(&half_full()), -3 * (174 - 9) + 7 * 5 + 3 * 13);
    }

    #[test]
    fn the_last_stage_distinguishes_only_won_and_not_won() {
        let upper = half_full().own();
        let is_won = |opp| {
            let board = Board::<8>::new(upper, opp);
            (Seed004.evaluate(&board), Seed004.evaluate(&board.passed()))
        };
        // 26 discs against 32 leave 6 squares empty; 32 against 32 none.
        let six_empty = wane_board::Bitboard::from_bits(0x03ff_ffff_0000_0000);
        assert_eq!(is_won(six_empty), (-INFINITY, INFINITY));
        assert_eq!(is_won(!upper), (-INFINITY, -INFINITY));
    }
}
