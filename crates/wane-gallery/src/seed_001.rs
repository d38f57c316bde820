//! `seed-001`: alpha-beta at depth 3, to the end below 5 empty squares.
//!
//! The evaluation looks at the table for its own discs only. The report values a finished game by
//! the same evaluation in one place and by who has won in another; here it is who has won. One
//! square of its table breaks the symmetry by a missing sign, and is taken for a slip.

use std::time::Duration;

use wane_board::{AnyBoard, Board, Square, with_size};

use crate::Agent;
use crate::alpha_beta::{Search, Style, TO_THE_END};
use crate::deadline::Deadline;
use crate::features::{Table, Value, disc_difference, mobility};

const TABLE: Table = Table([10_000, -200, 250, 250, -45, -1, -1, 3, 2, 1]);

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
            Search::new(Self, Deadline::new(budget, clock)).deepen(board, depth)
        })
    }
}

impl<const N: usize> Style<N> for Seed001 {
    fn evaluate(&self, board: &Board<N>) -> Value {
        -10 * TABLE.sum::<N>(board.own()) + 5 * mobility(board) - disc_difference(board)
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
