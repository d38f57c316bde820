//! [`Solution`]: what came of solving a position, or [`Stopped`].

use std::fmt;

use wane_board::{Move, Score};

use crate::bounds::Bounds;

/// A solved position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The value: as exact as the window asked for.
    pub bounds: Bounds,
    /// A line that bears out the bounds, to the end of the game.
    pub line: Vec<Move>,
    /// How many nodes were searched.
    pub nodes: u64,
}

impl Solution {
    /// The value, if it is known exactly.
    #[must_use]
    pub fn exact(&self) -> Option<Score> {
        let Bounds { lower, upper } = self.bounds;
        (lower == upper).then_some(lower)
    }
}

/// The search was stopped before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// What was known by then.
    pub bounds: Bounds,
    /// How many nodes were searched.
    pub nodes: u64,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Bounds { lower, upper } = self.bounds;
        write!(f, "stopped after {} nodes, the score is between {lower} and {upper}", self.nodes)
    }
}

impl std::error::Error for Stopped {}
