//! `seed-002`: iterative deepening to depth 10, moves ordered by square weights.
//!
//! The report's depths are 6 to 10; the shallower ones are for budgets below those of its contest.
//! Its features have no signs. Here, as in its text, more legal moves and more frontier discs than
//! the opponent are good, and stable discs are bad. It counts a disc as stable if it is connected
//! to a corner.

use std::cmp::Reverse;
use std::time::Duration;

use wane_board::{AnyBoard, Bitboard, Board, Square, with_size};

use crate::Agent;
use crate::alpha_beta::{AlphaBeta, Heuristics};
use crate::deadline::Deadline;
use crate::features::{
    AgentValue, SquareWeights, connected_to_corner, count, disc_difference, edge, frontier,
    mobility,
};

/// A disc on a square of positive weight is good for its owner.
pub(crate) const SQUARE_WEIGHTS: SquareWeights =
    SquareWeights([-800, 260, -50, -30, 100, -10, -5, -5, 3, 1]);

const LAST_DEPTH: u32 = 10;

pub(crate) struct Seed002;

impl Agent for Seed002 {
    fn choose(
        &mut self,
        board: &AnyBoard,
        budget: Duration,
        clock: &dyn Fn() -> Duration,
    ) -> Square {
        with_size!(board, board => {
            AlphaBeta::new(Self, Deadline::new(budget, clock)).deepen(board, LAST_DEPTH)
        })
    }
}

impl<const N: usize> Heuristics<N> for Seed002 {
    fn evaluate(&self, board: &Board<N>) -> AgentValue {
        let (own, opp) = (board.own(), board.opp());
        let has_two_corners = |discs: Bitboard| (discs & Board::<N>::CORNERS).len() >= 2;
        let stage = if has_two_corners(own) || has_two_corners(opp) {
            25 * (count(connected_to_corner::<N>(opp)) - count(connected_to_corner::<N>(own)))
        } else if !edge::<N>().is_disjoint(own | opp) {
            15 * frontier(board)
        } else {
            5 * mobility(board)
        };
        SQUARE_WEIGHTS.difference(board) + stage
    }

    /// In discs, which is small compared with the evaluation of an unfinished game.
    fn terminal_value(&self, board: &Board<N>) -> AgentValue {
        -disc_difference(board)
    }

    fn order(&self, _board: &Board<N>, moves: Bitboard, _depth: u32) -> Vec<Square> {
        let mut squares: Vec<Square> = moves.into_iter().collect();
        squares.sort_by_key(|square| Reverse(SQUARE_WEIGHTS.sum::<N>(square.bitboard())));
        squares
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::samples::{corner, opening, set};

    #[test]
    fn the_evaluation_is_the_one_of_the_report() {
        // Own xxx 1, opponent xxx and two xxc 7; mobility 2 to 0.
        assert_eq!(Seed002.evaluate(&opening()), (1 - 7) + 5 * 2);
        // Own corner, two c and x: -800 + 520 + 100 = -180; opponent corner and xx -805; frontier 3
        // to 2.
        assert_eq!(Seed002.evaluate(&corner()), (-180 + 805) + 15);
        // One corner more; connected to a corner 5 to 1.
        let late = Board::<8>::new(corner().own() | set("h1"), corner().opp());
        assert_eq!(Seed002.evaluate(&late), (-180 - 800 + 805) + 25 * (1 - 5));
    }

    #[test]
    fn a_finished_game_counts_the_difference_in_discs() {
        assert_eq!(Seed002.terminal_value(&opening()), 2);
        assert_eq!(Seed002.terminal_value(&corner()), -2);
    }

    #[test]
    fn the_heaviest_squares_come_first() {
        let order = Seed002.order(&Board::<8>::START, set("a1 c3 a4 b1 d4 b2 c4"), 1);
        let names: Vec<String> = order.iter().map(Square::to_string).collect();
        assert_eq!(names.join(" "), "b1 b2 c4 d4 c3 a4 a1");
    }
}
