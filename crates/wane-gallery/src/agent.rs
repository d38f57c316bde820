//! [`Agent`]: the interface of every agent of the gallery.

use std::time::Duration;

use wane_board::{AnyPosition, Square};

/// An agent chooses a legal move in a position within a time budget. It is told its colour, as in the contest.
pub trait Agent: Send {
    /// Chooses one of the legal moves; there is at least one.
    ///
    /// `clock` returns the time since the call. An agent that searches stops before it has used the
    /// `budget`, and returns a legal move however small the budget is.
    fn choose(
        &mut self,
        position: &AnyPosition,
        budget: Duration,
        clock: &dyn Fn() -> Duration,
    ) -> Square;
}
