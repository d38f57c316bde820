//! [`HandMade`]: an evaluation of a few features that a person would name.
//!
//! Each feature is a count for the side to move minus the same count for the other side, times a
//! weight that depends on how full the board is. It keeps nothing from move to move. It is what the
//! engine starts from, what a learned evaluation is held against, and what judges boards that
//! nothing was learned for.

use wane_board::{Backend, Bitboard, Board, Objective, Square};

use crate::{Evaluator, Value};

/// Judges boards of all sizes for one objective.
#[derive(Clone, Copy, Debug)]
pub struct HandMade {
    phases: &'static [Weights; PHASES],
}

/// What one more of a feature is worth, in parts of a disc.
#[derive(Debug)]
struct Weights {
    /// A legal move.
    moves: i32,
    /// An empty square beside an own disc, where the opponent may come to play.
    frontier: i32,
    /// A disc in a corner.
    corner: i32,
    /// A disc next to a corner on the edge.
    c_square: i32,
    /// A disc next to a corner on the diagonal.
    x_square: i32,
    /// A disc anywhere else.
    disc: i32,
    /// To be on the move, whatever the position.
    tempo: i32,
}

/// How many stages a game has, each as long as the others.
const PHASES: usize = 8;

const FEWEST: [Weights; PHASES] = [
    weights([100, -24, -300, 60, 40, -10, 0]),
    weights([100, -24, -300, 60, 40, -10, 0]),
    weights([100, -24, -300, 60, 40, -10, 0]),
    weights([100, -24, -300, 60, 40, -10, 0]),
    weights([100, -24, -300, 60, 40, -10, 0]),
    weights([100, -24, -300, 60, 40, -20, 0]),
    weights([100, -24, -300, 60, 40, -30, 0]),
    weights([100, -24, -300, 60, 40, -60, 0]),
];

const MOST: [Weights; PHASES] = [
    weights([100, -24, 700, -60, -100, -10, 0]),
    weights([100, -24, 700, -60, -100, -10, 0]),
    weights([100, -24, 700, -60, -100, -10, 0]),
    weights([100, -24, 700, -60, -100, -10, 0]),
    weights([100, -24, 700, -60, -100, 0, 0]),
    weights([100, -24, 700, -60, -100, 10, 0]),
    weights([100, -24, 700, -60, -100, 40, 0]),
    weights([100, -24, 500, -60, -100, 80, 0]),
];

/// In the order of the fields.
const fn weights([moves, frontier, corner, c_square, x_square, disc, tempo]: [i32; 7]) -> Weights {
    Weights { moves, frontier, corner, c_square, x_square, disc, tempo }
}

impl HandMade {
    /// The evaluation for an objective.
    #[must_use]
    pub const fn new(objective: Objective) -> Self {
        match objective {
            Objective::FewestDiscs => Self { phases: &FEWEST },
            Objective::MostDiscs => Self { phases: &MOST },
        }
    }
}

impl<const N: usize> Evaluator<N> for HandMade {
    type Features = ();

    fn features(&self, _board: &Board<N>) {}

    #[inline(always)]
    fn push(&self, (): &(), _square: Square, _flips: Bitboard) {}

    #[inline(always)]
    fn push_pass(&self, (): &()) {}

    #[inline(always)]
    fn value<B: Backend>(&self, backend: B, board: &Board<N>, moves: Bitboard, (): &()) -> Value {
        let (own, opp, empties) = (board.own(), board.opp(), board.empties());
        let discs = (own | opp).len() as usize;
        let weights = &self.phases[discs * PHASES / (N * N + 1)];
        let replies = board.passed().legal_moves_by(backend);
        let near = |set: Bitboard| set.with_neighbours() & empties;
        let among = |set: Bitboard| difference(own & set, opp & set);
        let named = Board::<N>::CORNERS | Board::<N>::C_SQUARES | Board::<N>::X_SQUARES;
        let parts = weights.moves * difference(moves, replies)
            + weights.frontier * difference(near(own), near(opp))
            + weights.corner * among(Board::<N>::CORNERS)
            + weights.c_square * among(Board::<N>::C_SQUARES)
            + weights.x_square * among(Board::<N>::X_SQUARES)
            + weights.disc * among(Board::<N>::SQUARES - named)
            + weights.tempo;
        let all = Board::<N>::SQUARES.len().cast_signed() * Value::PER_DISC;
        Value::new(parts.clamp(-all, all))
    }
}

/// How many more members the one set has than the other.
#[inline(always)]
fn difference(own: Bitboard, opp: Bitboard) -> i32 {
    own.len().cast_signed() - opp.len().cast_signed()
}
