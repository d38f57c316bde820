//! [`Candidate`]: a legal move with its flips, replies and rank; [`BestMove`]: the best one so far.

use wane_board::{Backend, Bitboard, Board, Children, LANES, Square};

/// A legal move of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    /// The square, as a set of one.
    pub(crate) square: Bitboard,
    /// The discs that it turns over.
    pub(crate) flips: Bitboard,
    /// The opponent's moves afterwards.
    pub(crate) replies: Bitboard,
    /// For move ordering: the lowest rank is searched first.
    pub(crate) rank: i32,
}

/// The best move of a node so far, with its score.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BestMove {
    pub(crate) score: i32,
    pub(crate) square: Option<Square>,
}

impl Candidate {
    /// Appends all `moves` to `list`, without ranks.
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

    /// The move in one lane of [`Backend::expand`], without a rank.
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

impl BestMove {
    pub(crate) const NONE: Self = Self { score: i32::MIN, square: None };

    #[inline(always)]
    pub(crate) fn update(&mut self, score: i32, candidate: &Candidate) {
        if score > self.score {
            *self = Self { score, square: candidate.square.first() };
        }
    }

    /// The better of two; the first if they are equal.
    #[inline(always)]
    pub(crate) fn or(self, other: Self) -> Self {
        if other.score > self.score { other } else { self }
    }
}

/// The index of the only square of a set.
#[inline(always)]
pub(crate) fn index_of(square: Bitboard) -> usize {
    square.bits().trailing_zeros() as usize % 64
}
