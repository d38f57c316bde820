//! [`Agent`]: the interface of every agent of the gallery.

use std::time::Duration;

use wane_board::{AnyBoard, Square};

/// An agent chooses a legal move for a board within a time budget.
pub trait Agent: Send {
    /// Chooses one of the legal moves; there is at least one.
    ///
    /// `clock` returns the time since the call. An agent that searches stops before it has used the
    /// `budget`, and returns a legal move however small the budget is.
    fn choose(
        &mut self,
        board: &AnyBoard,
        budget: Duration,
        clock: &dyn Fn() -> Duration,
    ) -> Square;
}
