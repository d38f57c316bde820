//! [`ExamRecord`]: the answers in an examination.

use std::time::Duration;

use wane_board::{AnyGame, Colour, Move};

use super::finding::FindingPlace;
use super::mistake::Mistake;
use crate::contest::line::AgentChoice;

/// The answers in an examination.
#[derive(Debug, Default)]
pub(super) struct ExamRecord {
    pub(super) is_contest: bool,
    pub(super) is_in_sandbox: bool,
    /// Whether its Python has numpy.
    pub(super) has_numpy: bool,
    pub(super) boards: Vec<BoardAnswer>,
    /// Its moves on the same board: at first, again in the same process, and in a new process.
    pub(super) repeated: Vec<Option<Move>>,
    pub(super) games: Vec<TestGame>,
    pub(super) mistakes: Vec<Mistake>,
}

/// The answer on one of the ten boards.
#[derive(Debug)]
pub(super) struct BoardAnswer {
    pub(super) place: FindingPlace,
    pub(super) game: AnyGame,
    /// The move, if it was legal.
    pub(super) mv: Option<Move>,
    /// What the host of a contest file reported.
    pub(super) chosen: Option<AgentChoice>,
}

/// A game against random moves, as far as it was played.
#[derive(Debug)]
pub(super) struct TestGame {
    pub(super) colour: Colour,
    pub(super) game: AnyGame,
    /// The time that the agent has used.
    pub(super) total: Duration,
    /// The game up to the first move at which its list still held old candidates.
    pub(super) left_over: Option<AnyGame>,
    /// Whether the agent lost it by a fault.
    pub(super) is_broken: bool,
}
