//! [`Report`]: what a search has found out so far.

use std::time::Duration;

use wane_board::Move;
use wane_eval::Value;

/// What a search has found out so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// How many moves it looked ahead; all empty squares, if the rest was solved.
    pub depth: u32,
    /// How many of a hundred lines that were left out would have mattered, about; 0 if none was left
    /// out. See [`Engine::selectivity`](crate::Engine::selectivity).
    pub selectivity: u32,
    /// What the values rest on.
    pub certainty: Certainty,
    /// The best moves with their lines, best first; at least one.
    pub lines: Vec<Line>,
    /// How many nodes were searched.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

/// A move with its value and what is expected to follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What the position is worth to its side to move, if it plays the first move.
    pub value: Value,
    /// The moves; at least one.
    pub moves: Vec<Move>,
}

/// What values rest on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// On judgements at the end of the lines.
    Judged,
    /// On a proof of who wins: the sign is certain, the size is not.
    Outcome,
    /// On a proof of the score.
    Exact,
}

impl Report {
    /// The best line.
    #[must_use]
    pub fn best(&self) -> &Line {
        &self.lines[0]
    }
}
