//! [`ExamRecord`]: what came of the questions of an examination.

use std::time::Duration;

use wane_board::{AnyGame, Colour, Move};

use super::finding::FindingPlace;
use super::mistake::Mistake;
use crate::contest::line::Choice as Chosen;

/// What came of it.
#[derive(Debug, Default)]
pub(super) struct ExamRecord {
    pub(super) is_contest: bool,
    pub(super) is_in_sandbox: bool,
    pub(super) boards: Vec<BoardAnswer>,
    /// What it played on the same board: at first, in the same process, in a new one.
    pub(super) repeated: Vec<Option<Move>>,
    pub(super) games: Vec<TestGame>,
    pub(super) mistakes: Vec<Mistake>,
}

/// A board, and what came of it.
#[derive(Debug)]
pub(super) struct BoardAnswer {
    pub(super) place: FindingPlace,
    pub(super) game: AnyGame,
    /// The move, if it was legal.
    pub(super) mv: Option<Move>,
    /// What the host of a contest file told.
    pub(super) chosen: Option<Chosen>,
}

/// A game, as far as it went.
#[derive(Debug)]
pub(super) struct TestGame {
    pub(super) colour: Colour,
    pub(super) game: AnyGame,
    /// What the agent has used of its time.
    pub(super) total: Duration,
    /// Where its list still held what it had held before.
    pub(super) left_over: Option<AnyGame>,
    /// Whether it was not played to its end.
    pub(super) is_broken: bool,
}
