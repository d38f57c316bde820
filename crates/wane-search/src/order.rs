//! [`Order`]: move ordering without evaluation. It is fastest-first, the move that leaves the
//! fewest replies, with corrections for each objective.
//!
//! A corner is the best square of the normal game and the worst of the reversed one, so the
//! corrections are tables by objective. They were fitted on node counts; docs/methods/002-solver.md
//! tells how, and what did not help.

use wane_board::{Backend, Bitboard, Board, Objective};

use crate::candidate::{Candidate, index_of};

/// Penalties of a move, in sixteenths of a reply.
#[derive(Debug)]
struct Weights {
    /// Playing a corner.
    corner: i32,
    /// Playing next to a corner on the edge.
    c_square: i32,
    /// Playing next to a corner on the diagonal.
    x_square: i32,
    /// Each flipped disc.
    flip: i32,
    /// Each corner among the replies, in addition to the reply itself.
    corner_reply: i32,
    /// Playing into a quadrant with an odd number of empty squares.
    odd_quadrant: i32,
    /// Each empty square beside a disc of ours (potential mobility of the opponent). Tall trees
    /// only.
    frontier: i32,
    /// Each move that we would have after a pass of the opponent. Tall trees only.
    own_move: i32,
}

const FEWEST_TALL: Weights = Weights {
    corner: 40,
    c_square: 4,
    x_square: 4,
    flip: 4,
    corner_reply: 0,
    odd_quadrant: 0,
    frontier: 2,
    own_move: -4,
};

const FEWEST_SHALLOW: Weights = Weights {
    corner: 16,
    c_square: 0,
    x_square: 0,
    flip: 2,
    corner_reply: -4,
    odd_quadrant: 3,
    frontier: 0,
    own_move: 0,
};

const MOST_TALL: Weights = Weights {
    corner: -8,
    c_square: 0,
    x_square: 4,
    flip: 0,
    corner_reply: 8,
    odd_quadrant: 0,
    frontier: 2,
    own_move: -2,
};

const MOST_SHALLOW: Weights = Weights {
    corner: -8,
    c_square: 0,
    x_square: 0,
    flip: 0,
    corner_reply: 4,
    odd_quadrant: -4,
    frontier: 0,
    own_move: 0,
};

const REPLY: i32 = 16;

/// The move ordering for one board size and one objective.
#[derive(Debug)]
pub(crate) struct Order<const N: usize> {
    /// For tall trees, where frontier and own mobility pay.
    tall: Weights,
    tall_squares: [i32; 64],
    /// For five empty squares, where only the flips and replies of a move count.
    shallow: Weights,
    shallow_squares: [i32; 64],
}

impl<const N: usize> Order<N> {
    pub(crate) fn new(objective: Objective) -> Self {
        let (tall, shallow) = match objective {
            Objective::FewestDiscs => (FEWEST_TALL, FEWEST_SHALLOW),
            Objective::MostDiscs => (MOST_TALL, MOST_SHALLOW),
        };
        let (tall_squares, shallow_squares) = (tall.squares::<N>(), shallow.squares::<N>());
        Self { tall, tall_squares, shallow, shallow_squares }
    }

    /// The rank of a move of a tall tree.
    #[inline(always)]
    pub(crate) fn rank<B: Backend>(
        &self,
        backend: B,
        board: &Board<N>,
        candidate: &Candidate,
    ) -> i32 {
        let Candidate { square, flips, replies, .. } = *candidate;
        let empties = board.empties();
        let child = candidate.child(board);
        let own_moves = child.passed().legal_moves_by(backend);
        let frontier = child.opp().with_neighbours() & child.empties();
        self.tall.common_terms::<N>(square, flips, replies, empties)
            + self.tall_squares[index_of(square)]
            + self.tall.frontier * count_of(frontier)
            + self.tall.own_move * count_of(own_moves)
    }

    /// The rank of one move of a shallow tree.
    #[inline(always)]
    pub(crate) fn shallow_rank(
        &self,
        square: Bitboard,
        flips: Bitboard,
        replies: Bitboard,
        empties: Bitboard,
    ) -> i32 {
        self.shallow.common_terms::<N>(square, flips, replies, empties)
            + self.shallow_squares[index_of(square)]
    }
}

impl Weights {
    /// The penalty of each square.
    fn squares<const N: usize>(&self) -> [i32; 64] {
        let mut weights = [0; 64];
        for square in Board::<N>::SQUARES {
            weights[square.index()] = if Board::<N>::CORNERS.contains(square) {
                self.corner
            } else if Board::<N>::C_SQUARES.contains(square) {
                self.c_square
            } else if Board::<N>::X_SQUARES.contains(square) {
                self.x_square
            } else {
                0
            };
        }
        weights
    }

    /// The terms that tall and shallow trees have in common.
    #[inline(always)]
    fn common_terms<const N: usize>(
        &self,
        square: Bitboard,
        flips: Bitboard,
        replies: Bitboard,
        empties: Bitboard,
    ) -> i32 {
        let is_odd = (empties & quadrant::<N>(square)).len() & 1;
        REPLY * count_of(replies)
            + self.flip * count_of(flips)
            + self.corner_reply * count_of(replies & Board::<N>::CORNERS)
            + self.odd_quadrant * is_odd.cast_signed()
    }
}

#[inline(always)]
fn count_of(set: Bitboard) -> i32 {
    set.len().cast_signed()
}

/// The quarter of the board that the only square of a set lies in.
#[inline(always)]
fn quadrant<const N: usize>(square: Bitboard) -> Bitboard {
    let half = N / 2;
    let index = index_of(square);
    let (row, column) = (index / 8 / half * half, index % 8 / half * half);
    let first = Board::<4>::SQUARES.bits() & (u64::MAX >> (64 - 8 * half));
    let rows = ((1_u64 << half) - 1) * 0x0101_0101_0101_0101;
    Bitboard::from_bits((first & rows) << (8 * row + column))
}
