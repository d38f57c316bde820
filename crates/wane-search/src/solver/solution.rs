//! [`Solution`]: the result of a solve, or [`Stopped`].

use std::fmt;

use wane_board::{Move, Score};

use crate::bounds::Bounds;

/// A solved position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The bounds of the value; equal if it is inside the window.
    pub bounds: Bounds,
    /// The principal variation, to the end of the game.
    pub line: Vec<Move>,
    /// The node count.
    pub nodes: u64,
}

impl Solution {
    /// The value, if the bounds are equal.
    #[must_use]
    pub fn exact(&self) -> Option<Score> {
        let Bounds { lower, upper } = self.bounds;
        (lower == upper).then_some(lower)
    }
}

/// The search was stopped before it finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// The bounds so far.
    pub bounds: Bounds,
    /// The node count.
    pub nodes: u64,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Bounds { lower, upper } = self.bounds;
        write!(f, "stopped after {} nodes, the score is between {lower} and {upper}", self.nodes)
    }
}

impl std::error::Error for Stopped {}
