//! `seed-001`: alpha-beta at depth 3, to the end below 5 empty squares.
//!
//! The evaluation uses the square weights of own discs only. The report scores a finished game by
//! the evaluation in one passage and by win or loss in another; here it is win or loss. One square
//! of its table breaks the symmetry with a missing sign, which we take for a misprint.

use std::time::Duration;

use wane_board::{AnyBoard, Board, Square, with_size};

use crate::Agent;
use crate::alpha_beta::{AlphaBeta, Heuristics, TO_THE_END};
use crate::deadline::Deadline;
use crate::features::{AgentValue, SquareWeights, disc_difference, mobility};

const SQUARE_WEIGHTS: SquareWeights = SquareWeights([10_000, -200, 250, 250, -45, -1, -1, 3, 2, 1]);

pub(crate) struct Seed001;

impl Agent for Seed001 {
    fn choose(
        &mut self,
        board: &AnyBoard,
        budget: Duration,
        clock: &dyn Fn() -> Duration,
    ) -> Square {
        with_size!(board, board => {
            let depth = if board.empties().len() < 5 { TO_THE_END } else { 3 };
            AlphaBeta::new(Self, Deadline::new(budget, clock)).deepen(board, depth)
        })
    }
}

impl<const N: usize> Heuristics<N> for Seed001 {
    fn evaluate(&self, board: &Board<N>) -> AgentValue {
        -10 * SQUARE_WEIGHTS.sum::<N>(board.own()) + 5 * mobility(board) - disc_difference(board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::samples::{corner, opening};

    #[test]
    fn the_evaluation_is_the_one_of_the_report() {
        // Own xxx; mobility 2 to 0; discs 1 to 3.
        assert_eq!(Seed001.evaluate(&opening()), 5 * 2 + 2 - 10);
        // Own corner, two c and x: 10000 - 400 - 45 = 9555; mobility 1 to 0; discs 4 to 2.
        assert_eq!(Seed001.evaluate(&corner()), -95_550 + 5 - 2);
    }
}
