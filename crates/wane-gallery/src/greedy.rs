//! `greedy`: plays the move that flips the fewest discs, which leaves it the fewest. Equal moves
//! are equally likely; the reports do not specify that.

use std::time::Duration;

use wane_board::{AnyBoard, Bitboard, Board, Square, with_size};
use wane_random::Rng;

use crate::Agent;

pub(crate) struct Greedy(pub(crate) Rng);

impl Greedy {
    pub(crate) fn pick<const N: usize>(&mut self, board: &Board<N>) -> Square {
        self.0.pick(greediest(board)).expect("there is a legal move")
    }
}

impl Agent for Greedy {
    fn choose(&mut self, board: &AnyBoard, _: Duration, _: &dyn Fn() -> Duration) -> Square {
        with_size!(board, board => self.pick(board))
    }
}

/// The legal moves that flip the fewest discs.
fn greediest<const N: usize>(board: &Board<N>) -> Bitboard {
    let flips = |square: &Square| board.flips(*square).len();
    let fewest = board.legal_moves().into_iter().map(|square| flips(&square)).min();
    board.legal_moves().into_iter().filter(|square| Some(flips(square)) == fewest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::samples::{half_full, set};

    #[test]
    fn it_flips_as_few_discs_as_it_can() {
        // a4 flips b4 and c4, f4 only e4.
        let board = Board::<8>::new(set("d4"), set("b4 c4 e4"));
        assert_eq!(greediest(&board), set("f4"));
        // a6 flips a5 and b5; b6 b5 and c5; c6 b5, c5 and d5; d6 c5 and d5; e6 only d5.
        assert_eq!(greediest(&half_full()), set("e6"));
    }
}
