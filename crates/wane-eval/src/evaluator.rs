//! [`Evaluator`]: the interface between the search and an evaluation.

use wane_board::{Backend, Bitboard, Board, Square};

use crate::Value;

/// A static evaluation of positions of one size.
///
/// [`Evaluator::Features`] holds what is expensive to compute from a board and cheap to update,
/// such as the indices of pattern instances. The search computes them once for its root, pushes
/// each move that it plays, and pops by returning to the features that it had before.
pub trait Evaluator<const N: usize>: Send + Sync {
    /// The features of a position, as its side to move sees it.
    type Features: Clone + Send;

    /// The features of a position, computed from scratch.
    fn features(&self, board: &Board<N>) -> Self::Features;

    /// The features after the side to move has played `square` and flipped `flips`.
    fn push(&self, features: &Self::Features, square: Square, flips: Bitboard) -> Self::Features;

    /// The features after the side to move has passed.
    fn push_pass(&self, features: &Self::Features) -> Self::Features;

    /// The evaluation of `board` for its side to move, whose legal moves are `moves`. The game must
    /// not be over.
    fn value<B: Backend>(
        &self,
        backend: B,
        board: &Board<N>,
        moves: Bitboard,
        features: &Self::Features,
    ) -> Value;
}
