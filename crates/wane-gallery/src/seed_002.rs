//! `seed-002`: iterative alpha-beta down to depth 10, moves sorted by the table.
//!
//! The report's depths are 6 to 10; the shallower ones are for budgets below those of its contest.
//! Its features have no signs there: here more moves and more frontier discs than the opponent are
//! good, as its text has it, and stable discs bad. A disc is stable to it if it is tied to a corner.

use std::cmp::Reverse;
use std::time::Duration;

use wane_board::{AnyBoard, Bitboard, Board, Square, with_size};

use crate::Agent;
use crate::alpha_beta::{Search, Style};
use crate::deadline::Deadline;
use crate::features::{
    Table, Value, count, disc_difference, edge, frontier, mobility, tied_to_corner,
};

/// A disc on a heavy square is good for its owner.
pub(crate) const TABLE: Table = Table([-800, 260, -50, -30, 100, -10, -5, -5, 3, 1]);

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
            Search::new(Self, Deadline::new(budget, clock)).deepen(board, LAST_DEPTH)
        })
    }
}

impl<const N: usize> Style<N> for Seed002 {
    fn evaluate(&self, board: &Board<N>) -> Value {
        let (own, opp) = (board.own(), board.opp());
        let has_two_corners = |discs: Bitboard| (discs & Board::<N>::CORNERS).len() >= 2;
        let stage = if has_two_corners(own) || has_two_corners(opp) {
            25 * (count(tied_to_corner::<N>(opp)) - count(tied_to_corner::<N>(own)))
        } else if !edge::<N>().is_disjoint(own | opp) {
            15 * frontier(board)
        } else {
            5 * mobility(board)
        };
        TABLE.difference(board) + stage
    }

    /// In discs, which is little beside the evaluation of a game that goes on.
    fn end(&self, board: &Board<N>) -> Value {
        -disc_difference(board)
    }

    fn order(&self, _board: &Board<N>, moves: Bitboard, _depth: u32) -> Vec<Square> {
        let mut squares: Vec<Square> = moves.into_iter().collect();
        squares.sort_by_key(|square| Reverse(TABLE.sum::<N>(square.bitboard())));
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
        // One corner more, and tied to a corner are 5 to 1.
        let late = Board::<8>::new(corner().own() | set("h1"), corner().opp());
        assert_eq!(Seed002.evaluate(&late), (-180 - 800 + 805) + 25 * (1 - 5));
    }

    #[test]
    fn the_end_is_worth_the_difference_in_discs() {
        assert_eq!(Seed002.end(&opening()), 2);
        assert_eq!(Seed002.end(&corner()), -2);
    }

    #[test]
    fn the_heaviest_squares_come_first() {
        let order = Seed002.order(&Board::<8>::START, set("a1 c3 a4 b1 d4 b2 c4"), 1);
        let names: Vec<String> = order.iter().map(Square::to_string).collect();
        assert_eq!(names.join(" "), "b1 b2 c4 d4 c3 a4 a1");
    }
}
