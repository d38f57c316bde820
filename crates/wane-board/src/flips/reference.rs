//! The reference: it walks along each line, one square at a time, as a person would.
//!
//! Keep it obvious, not fast: the other backends are tested against it.

use super::{Backend, Kernel};
use crate::{Bitboard, Square};

/// The eight directions as (columns, rows) of one step.
const DIRECTIONS: [(i8, i8); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// The slow backend that is easy to verify by reading.
#[derive(Clone, Copy, Debug)]
pub struct Reference;

impl Backend for Reference {
    fn flips(self, square: Square, own: Bitboard, opp: Bitboard) -> Bitboard {
        let mut flips = Bitboard::EMPTY;
        for direction in DIRECTIONS {
            let mut run = Bitboard::EMPTY;
            let mut here = step(square, direction);
            while let Some(square) = here.filter(|&square| opp.contains(square)) {
                run.insert(square);
                here = step(square, direction);
            }
            if here.is_some_and(|square| own.contains(square)) {
                flips |= run;
            }
        }
        flips
    }

    fn legal_moves(self, own: Bitboard, opp: Bitboard) -> Bitboard {
        let empties = !(own | opp);
        empties.into_iter().filter(|&square| !self.flips(square, own, opp).is_empty()).collect()
    }

    // Not inlined: a search enters one kernel from another, and would become one huge function.
    #[inline(never)]
    fn enter<K: Kernel>(self, kernel: K) -> K::Output {
        kernel.run(self)
    }
}

fn step(square: Square, (columns, rows): (i8, i8)) -> Option<Square> {
    let column = square.column().checked_add_signed(columns)?;
    let row = square.row().checked_add_signed(rows)?;
    Square::at(column, row)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(names: &str) -> Bitboard {
        names.split_whitespace().map(|name| name.parse::<Square>().unwrap()).collect()
    }

    #[test]
    fn a_move_turns_over_every_bracketed_run() {
        // Own discs at the far end of five lines from c3; the run to the right has no end, and
        // the run down has a gap.
        let own = set("a1 c1 e1 a3 f6 c7");
        let opp = set("b2 c2 d2 b3 d4 e5 d3 e3 f3 g3 h3 c4 c6");
        let flips = Reference.flips("c3".parse().unwrap(), own, opp);
        assert_eq!(flips, set("b2 c2 d2 b3 d4 e5"));
    }

    #[test]
    fn runs_do_not_wrap_around_the_edge() {
        let flips = Reference.flips("g1".parse().unwrap(), set("b2"), set("h1 a2"));
        assert_eq!(flips, Bitboard::EMPTY);
    }
}
