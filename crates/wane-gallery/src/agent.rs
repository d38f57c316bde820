//! [`Agent`]: what every player of the gallery can do.

use std::time::Duration;

use wane_board::{AnyBoard, Square};

/// A player: a position and a budget in, a legal move out.
pub trait Agent: Send {
    /// Chooses one of the legal moves; there is at least one.
    ///
    /// `clock` tells the time since the question was asked. An agent that searches stops before the
    /// `budget` is used up, and always has a move in hand.
    fn choose(
        &mut self,
        board: &AnyBoard,
        budget: Duration,
        clock: &dyn Fn() -> Duration,
    ) -> Square;
}
