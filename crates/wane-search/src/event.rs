//! [`Event`]: what a solver tells while it runs.

use wane_board::{AnyBoard, Square};

use crate::bounds::Bounds;

/// What a search tells while it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// More is known about the position to solve.
    Bounds(Bounds),
    /// A position below it was proved, at no small cost; see
    /// [`Solver::report_proofs`](crate::Solver::report_proofs).
    Proof(Proof),
}

/// A bound that was proved, and could be given to another search with
/// [`Solver::learn`](crate::Solver::learn).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The position.
    pub board: AnyBoard,
    /// Its bounds.
    pub bounds: Bounds,
    /// The move to try first.
    pub best: Option<Square>,
    /// What it cost to find out, in nodes.
    pub nodes: u64,
}
