//! [`Question`]: the input of a search.

use std::time::Duration;

use wane_board::{AnyBoard, Bitboard, Objective};

use crate::limits::Limits;

/// A position, an objective and limits.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The position.
    pub board: AnyBoard,
    /// The objective of both sides.
    pub objective: Objective,
    /// The limits of the search.
    pub limits: Limits,
    /// How many lines to report (multi-PV).
    pub lines: usize,
    /// The root moves to search; `None` for all. If none of them is legal, all are searched.
    pub only: Option<Bitboard>,
}

/// Returns the time since the search began. The engine has no clock of its own: a browser has
/// another one than other machines.
pub type Clock<'a> = &'a (dyn Fn() -> Duration + Sync);
