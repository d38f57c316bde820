//! [`Report`]: the result of a search so far.

use std::time::Duration;

use wane_board::Move;
use wane_eval::Value;

/// The result of a search so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The depth in plies; the number of empty squares if the position was solved.
    pub depth: u32,
    /// The approximate percentage of wrong cuts of a selective search; 0 for full width. See
    /// [`Engine::selectivity`](crate::Engine::selectivity).
    pub selectivity: u32,
    /// How certain the values are.
    pub certainty: Certainty,
    /// The principal variations of the best moves, best first; at least one.
    pub lines: Vec<Line>,
    /// The node count.
    pub nodes: u64,
    /// The time since the search began.
    pub time: Duration,
}

/// A principal variation: a root move with its value and the expected continuation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The value of the first move for the side to move.
    pub value: Value,
    /// The moves; at least one.
    pub moves: Vec<Move>,
}

/// How certain values are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// Heuristic: they come from evaluations at the leaves.
    Heuristic,
    /// Win, draw or loss is proved: the sign is certain, the size is not.
    Outcome,
    /// The score is proved.
    Exact,
}

impl Report {
    /// The best line.
    #[must_use]
    pub fn best(&self) -> &Line {
        &self.lines[0]
    }
}
