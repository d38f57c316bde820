//! [`Evaluator`]: the seam between the search and whatever judges positions.

use wane_board::{Backend, Bitboard, Board, Square};

use crate::Value;

/// Judges positions of one size.
///
/// What is expensive to find in a board and cheap to keep up to date, such as the state of patterns,
/// goes into [`Evaluator::Features`]: the search makes them once for its root, pushes each move that
/// it plays, and pops by going back to the ones it had before.
pub trait Evaluator<const N: usize>: Send + Sync {
    /// What is kept about a position from move to move, as its side to move sees it.
    type Features: Clone + Send;

    /// The features of a position from nothing.
    fn features(&self, board: &Board<N>) -> Self::Features;

    /// The features after the side to move has played `square` and turned over `flips`.
    fn push(&self, features: &Self::Features, square: Square, flips: Bitboard) -> Self::Features;

    /// The features after the side to move has passed.
    fn push_pass(&self, features: &Self::Features) -> Self::Features;

    /// What `board` is worth to its side to move, whose legal moves are `moves`. At most one side
    /// may be without a move.
    fn value<B: Backend>(
        &self,
        backend: B,
        board: &Board<N>,
        moves: Bitboard,
        features: &Self::Features,
    ) -> Value;
}
