//! `greedy-invincible`: plays greedily, then searches the last twelve plies exactly.
//!
//! The search maximises the final score and orders the moves by the opponent's mobility, fewest
//! replies first; the report specifies neither. If it runs out of time, the agent plays the greedy
//! move.

use std::time::Duration;

use wane_board::{AnyBoard, Bitboard, Board, Objective, Square, with_size};
use wane_random::Rng;

use crate::Agent;
use crate::alpha_beta::{AlphaBeta, Heuristics, TO_THE_END};
use crate::deadline::Deadline;
use crate::features::{AgentValue, disc_difference};
use crate::greedy::Greedy;

const LAST_PLIES: u32 = 12;

/// With this number of empty squares or fewer, sorting the moves costs more than it saves.
const FEW_EMPTIES: u32 = 4;

pub(crate) struct GreedyInvincible(Greedy);

impl GreedyInvincible {
    pub(crate) fn new(rng: Rng) -> Self {
        Self(Greedy(rng))
    }
}

impl Agent for GreedyInvincible {
    fn choose(
        &mut self,
        board: &AnyBoard,
        budget: Duration,
        clock: &dyn Fn() -> Duration,
    ) -> Square {
        with_size!(board, board => {
            let greedy = self.0.pick(board);
            if board.empties().len() > LAST_PLIES {
                return greedy;
            }
            let mut search = AlphaBeta::new(Exact, Deadline::new(budget, clock));
            match search.best_move(board, TO_THE_END) {
                Ok(Some((square, _))) => square,
                _ => greedy,
            }
        })
    }
}

struct Exact;

impl<const N: usize> Heuristics<N> for Exact {
    fn evaluate(&self, board: &Board<N>) -> AgentValue {
        -disc_difference(board)
    }

    fn terminal_value(&self, board: &Board<N>) -> AgentValue {
        board.final_score(Objective::FewestDiscs).discs().into()
    }

    fn order(&self, board: &Board<N>, moves: Bitboard, _depth: u32) -> Vec<Square> {
        let mut squares: Vec<Square> = moves.into_iter().collect();
        if board.empties().len() > FEW_EMPTIES {
            let after = |square: Square| board.after(square.bitboard(), board.flips(square));
            squares.sort_by_cached_key(|&square| after(square).legal_moves().len());
        }
        squares
    }
}

#[cfg(test)]
mod tests {
    use wane_testkit::{plain, random_game};

    use super::*;
    use crate::features::samples::{corner, opening};

    #[test]
    fn fewer_discs_are_better_and_empty_squares_count_for_the_loser() {
        assert_eq!(Exact.evaluate(&opening()), 3 - 1);
        assert_eq!(Exact.evaluate(&corner()), 2 - 4);
        // If the games ended here: 1 to 3 with 60 empty squares, and 4 to 2 with 58.
        assert_eq!(Exact.terminal_value(&opening()), 3 + 60 - 1);
        assert_eq!(Exact.terminal_value(&corner()), 2 - (4 + 58));
    }

    #[test]
    fn the_last_plies_are_played_without_a_mistake() {
        let mut rng = Rng::new(20_261_115);
        for plies in (50..60).cycle().take(100) {
            let board = random_game::<8>(&mut rng, plies).position().board;
            if board.legal_moves().is_empty() || board.empties().len() > 9 {
                continue;
            }
            let mut agent = GreedyInvincible::new(rng.clone());
            let square = agent.choose(&board.into(), Duration::MAX, &|| Duration::ZERO);
            let value = plain::minimax(&board, Objective::FewestDiscs);
            let mut child = board;
            child.play(square).unwrap();
            assert_eq!(-plain::minimax(&child, Objective::FewestDiscs), value, "{board:?}");
        }
    }

    #[test]
    fn before_the_last_plies_and_without_time_it_is_greedy() {
        let mut rng = Rng::new(20_261_115);
        for plies in 30..55 {
            let board = random_game::<8>(&mut rng, plies).position().board;
            if board.legal_moves().is_empty() {
                continue;
            }
            let (budget, clock) = (Duration::from_millis(1), || Duration::from_millis(1));
            let square = GreedyInvincible::new(Rng::new(1)).choose(&board.into(), budget, &clock);
            if board.empties().len() > 9 {
                assert_eq!(square, Greedy(Rng::new(1)).pick(&board), "{board:?}");
            }
        }
    }
}
