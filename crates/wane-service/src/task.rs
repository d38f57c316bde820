//! [`Task`] and [`Event`]: what needs thinking, and what thinking brings to light, as values of the program.
//! [`message`](crate::message) has them as JSON.

use std::time::Duration;

use thiserror::Error;
use wane_board::{AnyPosition, Move, Objective};
use wane_formats::GameRecord;
use wane_search::{Limits, NoMemory, Question, Report};

use crate::opponent::Name;
use crate::puzzle::Wanted;
use crate::review::{Judged, Review};

/// What needs thinking.
#[derive(Clone, Debug)]
pub enum Task {
    /// Analyse a position, deeper and deeper.
    Analyse {
        /// The position, and when to stop.
        question: Question,
        /// With the engine of this opponent and its memory, instead of the one for analyses.
        with: Option<Name>,
    },
    /// Choose the move of an opponent.
    Choose {
        /// The position, and when to stop.
        question: Question,
        /// The opponent.
        player: Name,
        /// The seed of its random choices.
        seed: u64,
    },
    /// Find out what every move of a game has lost, from the last to the first.
    Review {
        /// The game.
        record: Box<GameRecord>,
        /// When to stop with each position.
        limits: Limits,
    },
    /// Find a position with one winning move.
    Puzzle {
        /// Which kind.
        wanted: Wanted,
        /// Another seed, another puzzle.
        seed: u64,
    },
}

/// What thinking brings to light.
#[derive(Clone, Debug)]
pub enum Event {
    /// What is known of a position by now.
    Report(Report),
    /// The end of an analysis: the best move, and what it is based on. An agent keeps that to itself.
    Analysed(Found),
    /// The opponent's move.
    Chosen(Found),
    /// A move of a game, with the report about the position before it.
    Judged(Judged, Report),
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
    /// It cannot be done.
    Failed(TaskError),
}

/// What a search ends with.
#[derive(Clone, Debug)]
pub struct Found {
    /// The move; a pass where it is forced.
    pub mv: Move,
    /// What it is based on; agents keep that to themselves.
    pub report: Option<Report>,
    /// How long it took since it was asked for.
    pub time: Duration,
}

/// Why a task cannot be done.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TaskError {
    /// There is no memory for the table of an engine.
    #[error(transparent)]
    Memory(#[from] NoMemory),
    /// There is no such puzzle, or it was not found.
    #[error("no such puzzle was found: ask for fewer empty squares, or more")]
    NoPuzzle,
}
