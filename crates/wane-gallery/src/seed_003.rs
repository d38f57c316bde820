//! `seed-003`: iterative deepening to depth 20, and from 54 discs a win/draw/loss search to the
//! end; an evaluation in two stages that a genetic algorithm tuned.
//!
//! Of its four tables of square weights only the one for late mobility survived; it serves for
//! early mobility too. The two tables for discs are those of [`seed-002`](crate::seed_002), whose
//! signs agree. The report begins at depth 3; the shallower depths are for budgets below those of
//! its contest. The stages depend on the number of empty squares, so a small board soon reaches the
//! late stage.

use std::time::Duration;

use wane_board::{AnyBoard, Board, Square, with_size};

use crate::Agent;
use crate::alpha_beta::{AlphaBeta, Heuristics, TO_THE_END};
use crate::deadline::Deadline;
use crate::features::{AgentValue, SquareWeights, count, disc_difference, frontier};
use crate::seed_002;

const MOBILITY: SquareWeights = SquareWeights([34, 41, 43, 56, -52, 36, -24, -9, 5, -36]);

/// 35 discs on 8x8.
const LATE_EMPTIES: u32 = 29;
/// 54 discs on 8x8.
const LAST_EMPTIES: u32 = 10;

const LAST_DEPTH: u32 = 20;

pub(crate) struct Seed003;

impl Agent for Seed003 {
    fn choose(
        &mut self,
        board: &AnyBoard,
        budget: Duration,
        clock: &dyn Fn() -> Duration,
    ) -> Square {
        with_size!(board, board => {
            let is_last = board.empties().len() <= LAST_EMPTIES;
            let depth = if is_last { TO_THE_END } else { LAST_DEPTH };
            AlphaBeta::new(Self, Deadline::new(budget, clock)).deepen(board, depth)
        })
    }
}

impl<const N: usize> Heuristics<N> for Seed003 {
    fn evaluate(&self, board: &Board<N>) -> AgentValue {
        let is_late = board.empties().len() <= LATE_EMPTIES;
        let (frontier_weight, disc_weight) = if is_late { (-27, -51) } else { (-52, -52) };
        let (own, opp) = board.stable_discs();
        seed_002::SQUARE_WEIGHTS.difference(board)
            + 218 * (count(opp) - count(own))
            + MOBILITY.mobility(board)
            + frontier_weight * frontier(board)
            + disc_weight * disc_difference(board)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::samples::{corner, half_full, opening};

    #[test]
    fn the_evaluation_is_the_one_of_the_report() {
        // Own xxx 1, opponent xxx and two xxc 7; own moves b4 -24 and f4 5; frontier 1 to 3; discs
        // 1 to 3.
        assert_eq!(Seed003.evaluate(&opening()), (1 - 7) + (-24 + 5) + 52 * 2 + 52 * 2);
        // Own corner, two c and x: -800 + 520 + 100 = -180; opponent corner and xx -805; stable 3
        // to 1; own move d4 -36; frontier 3 to 2; discs 4 to 2.
        assert_eq!(Seed003.evaluate(&corner()), (-180 + 805) - 218 * 2 - 36 - 52 - 52 * 2);
        // The rows of the upper half weigh -1240, 690, -124 and -62, the opponent's discs -31;
        // stable 32 to 0; own moves 43 + 36 - 9 + 5 + 5 = 80; frontier 5 to 4; discs 32 to 4.
        let half_full = Seed003.evaluate(&half_full());
        assert_eq!(half_full, (-736 + 31) - 218 * 32 + 80 - 27 - 51 * 28);
    }
}
