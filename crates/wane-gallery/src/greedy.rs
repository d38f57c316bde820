//! `greedy`: the move after which it has the fewest discs, that is, the one that turns over the
//! fewest. Equal moves are equally likely; the reports leave that open.

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

/// The legal moves that turn over the fewest discs.
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
    fn it_turns_over_as_little_as_it_can() {
        // a4 turns over b4 and c4, which f4 does not touch: that is e4 alone.
        let board = Board::<8>::new(set("d4"), set("b4 c4 e4"));
        assert_eq!(greediest(&board), set("f4"));
        // From row 4, a6 turns over a5 and b5, b6 b5 and c5, c6 b5, c5 and d5, d6 c5 and d5, e6 d5.
        assert_eq!(greediest(&half_full()), set("e6"));
    }
}
