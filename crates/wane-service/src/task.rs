//! [`Task`] and [`Event`]: the tasks that need a search, and their results, as values of the program.
//! [`message`](crate::message) has them as JSON.

use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;
use wane_board::{AnyPosition, Colour, Move, Objective};
use wane_formats::GameRecord;
use wane_search::{NoMemory, Question, Report};

use crate::guest::GuestFault;
use crate::opponent::Name;
use crate::puzzle::PuzzleSpec;
use crate::review::{MoveReview, PlayedMove, Review};

/// A task that needs a search.
#[derive(Clone, Debug)]
pub enum Task {
    /// Analyse a position, deeper and deeper.
    Analyse {
        /// The position, and when to stop.
        question: Question,
        /// With the engine of this opponent and its memory, instead of the one for analyses; and the side to move.
        with: Option<(Name, Colour)>,
    },
    /// Choose the move of an opponent.
    Choose {
        /// The position, and when to stop.
        question: Question,
        /// The side to move.
        side: Colour,
        /// The opponent.
        player: Name,
        /// The seed of its random choices.
        seed: u64,
    },
    /// Compare every move of a game with the best one.
    Review {
        /// The game.
        record: Box<GameRecord>,
    },
    /// Compare one move of a game with the best one.
    ReviewMove {
        /// The move.
        played: PlayedMove,
        /// Who wins.
        objective: Objective,
    },
    /// Find a position with one winning move.
    Puzzle {
        /// The kind of puzzle.
        spec: PuzzleSpec,
        /// The seed: another seed finds another puzzle.
        seed: u64,
    },
}

/// A result of a task, or a part of one.
#[derive(Clone, Debug)]
pub enum Event {
    /// The analysis of a position so far.
    Report(Report),
    /// The end of an analysis, with the best move.
    Analysed(Found),
    /// The opponent's move.
    Chosen(Found),
    /// The review of a move, with the report about the position before it.
    MoveReview(MoveReview, Report),
    /// The review of the whole game.
    Reviewed(Review),
    /// A puzzle.
    Puzzle {
        /// The position.
        position: AnyPosition,
        /// Who wins.
        objective: Objective,
        /// The exact values of all its moves.
        report: Report,
    },
    /// The task cannot be done.
    Failed(TaskError),
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Found {
    /// The move; a pass where it is forced.
    pub mv: Move,
    /// The report that the move is based on; agents of the gallery give none.
    pub report: Option<Report>,
    /// The time since the task was submitted.
    pub time: Duration,
}

/// Why a task cannot be done.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TaskError {
    /// There is not enough memory for the transposition table of an engine.
    #[error(transparent)]
    Memory(#[from] NoMemory),
    /// There is no guest of this name.
    #[error("there is no guest {0}")]
    NoGuest(Arc<str>),
    /// A guest has made a mistake that loses a game.
    #[error(transparent)]
    Guest(#[from] GuestFault),
    /// There is no such puzzle, or it was not found.
    #[error("no such puzzle was found: ask for fewer empty squares, or more")]
    NoPuzzle,
    /// The search has panicked, which is a bug.
    #[error("an internal error")]
    Panicked,
}
