//! [`Candidate`]: a move that may be searched, with what the search knows about it beforehand.

use wane_board::{Backend, Bitboard, Board, Children, LANES};

/// A move that may be searched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    /// The square, as a set of one.
    pub(crate) square: Bitboard,
    /// The discs that it turns over.
    pub(crate) flips: Bitboard,
    /// The opponent's moves afterwards.
    pub(crate) replies: Bitboard,
    /// The lowest is tried first.
    pub(crate) rank: i32,
}

impl Candidate {
    /// Adds all `moves` to `list`, not ranked yet.
    #[inline(always)]
    pub(crate) fn list<const N: usize, B: Backend>(
        backend: B,
        board: &Board<N>,
        mut moves: Bitboard,
        list: &mut Vec<Self>,
    ) {
        while !moves.is_empty() {
            let children = backend.expand(board.own(), board.opp(), moves);
            for lane in 0..(moves.len() as usize).min(LANES) {
                list.push(Self::in_lane::<N>(&children, lane));
            }
            moves = moves.without_first::<LANES>();
        }
    }

    /// The move in a lane of what [`Backend::expand`] found, not ranked yet.
    #[inline(always)]
    pub(crate) fn in_lane<const N: usize>(children: &Children, lane: usize) -> Self {
        let (square, flips) = (children.squares[lane], children.flips[lane]);
        Self { square, flips, replies: children.replies[lane] & Board::<N>::SQUARES, rank: 0 }
    }

    /// The index of the square.
    #[inline(always)]
    pub(crate) fn index(&self) -> usize {
        index_of(self.square)
    }

    /// The board after the move.
    #[inline(always)]
    pub(crate) fn child<const N: usize>(&self, board: &Board<N>) -> Board<N> {
        board.after(self.square, self.flips)
    }
}

/// The index of the only square of a set.
#[inline(always)]
pub(crate) fn index_of(square: Bitboard) -> usize {
    square.bits().trailing_zeros() as usize % 64
}
