//! [`Question`]: what an engine is asked.

use std::time::Duration;

use wane_board::{AnyBoard, Bitboard, Objective};

use crate::limits::Limits;

/// A position, what is played for, and how long to look at it.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The position.
    pub board: AnyBoard,
    /// What is played for.
    pub objective: Objective,
    /// What ends the search.
    pub limits: Limits,
    /// For how many moves a value is wanted.
    pub lines: usize,
    /// The moves that count, if not all of them do. Where none of these is a move, all count.
    pub only: Option<Bitboard>,
}

/// The time since a search was asked for. The engine has no clock of its own: a browser's is not
/// that of other machines.
pub type Clock<'a> = &'a (dyn Fn() -> Duration + Sync);
