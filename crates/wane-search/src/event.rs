//! [`Event`]: the progress reports of a solver.

use wane_board::{AnyBoard, Square};

use crate::bounds::Bounds;

/// Progress of a solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// The bounds of the root have tightened.
    Bounds(Bounds),
    /// A costly subtree was proved; see
    /// [`Solver::report_proofs`](crate::Solver::report_proofs).
    Proof(Proof),
}

/// Proved bounds of a position, which another search can use through
/// [`Solver::learn`](crate::Solver::learn).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The position.
    pub board: AnyBoard,
    /// Its bounds.
    pub bounds: Bounds,
    /// The best move.
    pub best: Option<Square>,
    /// The node count of the proof.
    pub nodes: u64,
}
