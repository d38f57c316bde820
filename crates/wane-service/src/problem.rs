//! [`Problem`]: an error as a code with fields. Programs act on the code; the text for people is made where it is
//! shown: here in English, and in the page in its languages.

use serde::Serialize;
use thiserror::Error;
use wane_board::{IllegalMove, WhyIllegal};
use wane_formats::board_text::BoardTextError;
use wane_formats::paste::PasteError;
use wane_formats::transcript::TranscriptError;
use wane_formats::{ReplayError, ReplayErrorKind};
use wane_gallery::Kind;
use wane_text::Foreign;

use crate::guest::GuestFault;
use crate::message::SideName;
use crate::task::TaskError;

/// An error as a code with fields.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Error)]
#[serde(tag = "code", rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Problem {
    /// A text is not a message.
    #[error("this is not a message: {detail}")]
    NotAMessage {
        /// What is wrong with it, for developers.
        #[cfg_attr(test, ts(as = "String"))]
        detail: Foreign,
    },
    /// A message is of another version than this program's.
    #[error("messages of version {given} are not understood, only those of version {expected}")]
    Version {
        /// The version of the message.
        given: u32,
        /// The version of this program.
        expected: u32,
    },
    /// A message is binary.
    #[error("messages are text, not bytes")]
    NotText,
    /// A client sends messages too fast.
    #[error("too many messages; slow down")]
    TooManyMessages,
    /// The answer to a query would be too long.
    #[error("the answer would be longer than {most_bytes} bytes; send fewer games at a time")]
    AnswerTooLong {
        /// The most bytes.
        most_bytes: usize,
    },
    /// Too many tasks are waiting.
    #[error("too many tasks are waiting; try again in a few seconds")]
    Busy,
    /// No board has this size.
    #[error("a board has 4, 6 or 8 rows, not {rows}")]
    Size {
        /// The number of rows.
        rows: usize,
    },
    /// A text is empty.
    #[error("there is nothing to read: give a transcript, a board, OBF, GGF, SGF or JSON")]
    EmptyText,
    /// A character of a board has no meaning.
    #[error(
        "unknown symbol {symbol:?} at line {line}, column {column}, write X for black, O for white, - \
         for empty"
    )]
    UnknownSymbol {
        /// The character.
        #[cfg_attr(test, ts(as = "String"))]
        symbol: Foreign,
        /// Its line, from 1.
        line: usize,
        /// Its column, from 1.
        column: usize,
    },
    /// No board has this number of squares.
    #[error("{count} squares make no board, write 16, 36 or 64 and then the side to move")]
    SquareCount {
        /// The number of squares.
        count: usize,
    },
    /// A board has no side to move.
    #[error("the side to move is missing, write X or O behind the squares")]
    NoSide,
    /// A word is not a move.
    #[error("{word:?} is not a move, write a1 to h8, or pass")]
    NotAMove {
        /// The word.
        #[cfg_attr(test, ts(as = "String"))]
        word: Foreign,
        /// Its line and column in a text, from 1.
        at: Option<(usize, usize)>,
    },
    /// The rules do not allow a move.
    #[error("{}{square} is not legal for {side}: {reason}", numbered(*number))]
    IllegalMove {
        /// Which move of a game, from 1.
        number: Option<usize>,
        /// Whose move it is.
        side: SideName,
        /// The square.
        square: String,
        /// What is wrong with it.
        reason: IllegalReason,
        /// The legal moves.
        legal: Vec<String>,
    },
    /// A side may not pass.
    #[error("{}{side} may not pass", numbered(*number))]
    IllegalPass {
        /// Which move of a game, from 1.
        number: Option<usize>,
        /// Whose turn it is.
        side: SideName,
    },
    /// A game gives a move to the wrong side.
    #[error("{}it is the turn of {side}", numbered(Some(*number)))]
    OutOfTurn {
        /// Which move, from 1.
        number: usize,
        /// Whose turn it is.
        side: SideName,
    },
    /// A text seems to be of a format, and is not.
    #[error("{format}, {detail}")]
    Unreadable {
        /// The format.
        format: String,
        /// What is wrong with it, in English.
        #[cfg_attr(test, ts(as = "String"))]
        detail: Foreign,
    },
    /// There is no such format.
    #[error("{name:?} is not a format")]
    UnknownFormat {
        /// The name.
        #[cfg_attr(test, ts(as = "String"))]
        name: Foreign,
    },
    /// A game cannot be written in a format.
    #[error("a game cannot be written as {format}: {detail}")]
    NotWritable {
        /// The format.
        format: String,
        /// Why, in English.
        #[cfg_attr(test, ts(as = "String"))]
        detail: Foreign,
    },
    /// There is no such opponent.
    #[error("{name:?} is no opponent: write a level from 1 to 20, or {}", agents.join(", "))]
    UnknownPlayer {
        /// The name.
        #[cfg_attr(test, ts(as = "String"))]
        name: Foreign,
        /// The names of the agents that there are, beside the levels.
        agents: Vec<String>,
    },
    /// The text of a recipe is no recipe.
    #[error("the recipe, line {line}, column {column}: {detail}")]
    Recipe {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What is wrong, and what is allowed, in English.
        #[cfg_attr(test, ts(as = "String"))]
        detail: Foreign,
    },
    /// An opponent does not play the normal game.
    #[error("{name} plays only the reversed game")]
    ReversedOnly {
        /// The name.
        name: String,
    },
    /// A word is not a square.
    #[error("{word:?} is not a square")]
    NotASquare {
        /// The word.
        #[cfg_attr(test, ts(as = "String"))]
        word: Foreign,
    },
    /// A guest has made a mistake that loses a game.
    #[error("{detail}")]
    PlayerFault {
        /// What it did.
        #[cfg_attr(test, ts(as = "String"))]
        detail: Foreign,
    },
    /// There is no such puzzle, or it was not found.
    #[error("no such puzzle was found: ask for fewer empty squares, or more")]
    NoPuzzle,
    /// There is no memory for the table of an engine.
    #[error("there is no memory for a table of {megabytes} MB: make the hash smaller")]
    NoMemory {
        /// The size of the table.
        megabytes: usize,
    },
    /// The engine, or the connection to it, has failed.
    #[error("the engine has failed: {detail}")]
    Broken {
        /// What happened, for developers.
        #[cfg_attr(test, ts(as = "String"))]
        detail: Foreign,
    },
}

/// The reason why a move is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Error)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum IllegalReason {
    /// The square has a disc already.
    #[error("the square has a disc already")]
    Occupied,
    /// The square is not on the board.
    #[error("the square is not on the board")]
    OffBoard,
    /// The move turns over no disc.
    #[error("it turns over no disc")]
    FlipsNothing,
    /// The game is over.
    #[error("the game is over")]
    GameOver,
}

fn numbered(number: Option<usize>) -> String {
    number.map_or_else(String::new, |number| format!("move {number}: "))
}

impl Problem {
    /// There is no opponent of this name.
    pub(crate) fn unknown_player(name: &str) -> Self {
        let agents = Kind::ALL.map(|kind| kind.to_string()).into();
        Self::UnknownPlayer { name: name.into(), agents }
    }

    /// A move that is not legal, which may be one of a game.
    pub(crate) fn illegal(move_: &IllegalMove, side: SideName, number: Option<usize>) -> Self {
        let IllegalMove { square, why, legal } = move_;
        let reason = match why {
            WhyIllegal::Occupied => IllegalReason::Occupied,
            WhyIllegal::OffBoard { .. } => IllegalReason::OffBoard,
            WhyIllegal::FlipsNothing => IllegalReason::FlipsNothing,
            WhyIllegal::GameOver => IllegalReason::GameOver,
        };
        let legal = legal.into_iter().map(|square| square.to_string()).collect();
        Self::IllegalMove { number, side, square: square.to_string(), reason, legal }
    }
}

impl From<&BoardTextError> for Problem {
    fn from(error: &BoardTextError) -> Self {
        match *error {
            BoardTextError::Symbol { symbol, at } => Self::UnknownSymbol {
                symbol: symbol.to_string().into(),
                line: at.line,
                column: at.column,
            },
            BoardTextError::Squares { count } => Self::SquareCount { count },
            BoardTextError::NoSide => Self::NoSide,
        }
    }
}

impl From<&ReplayError> for Problem {
    fn from(error: &ReplayError) -> Self {
        let ReplayError { number, side, why } = *error;
        let side = side.into();
        match why {
            ReplayErrorKind::Move(illegal) => Self::illegal(&illegal, side, Some(number)),
            ReplayErrorKind::Pass(_) => Self::IllegalPass { number: Some(number), side },
            ReplayErrorKind::OutOfTurn { .. } => Self::OutOfTurn { number, side },
        }
    }
}

impl From<&TranscriptError> for Problem {
    fn from(error: &TranscriptError) -> Self {
        match error {
            TranscriptError::Start(error) => error.into(),
            TranscriptError::NotAMove { word, at } => {
                Self::NotAMove { word: word.clone(), at: Some((at.line, at.column)) }
            }
            TranscriptError::Replay { error, .. } => error.into(),
        }
    }
}

impl From<&PasteError> for Problem {
    fn from(error: &PasteError) -> Self {
        let unreadable = |format: &str, error: &dyn std::fmt::Display| Self::Unreadable {
            format: format.into(),
            detail: error.to_string().into(),
        };
        match error {
            PasteError::Empty => Self::EmptyText,
            PasteError::NotText { .. } => Self::NotText,
            PasteError::Transcript(error) => error.into(),
            PasteError::Board(error) => error.into(),
            PasteError::Obf(error) => unreadable("OBF", error),
            PasteError::Ggf(error) => unreadable("GGF", error),
            PasteError::Sgf(error) => unreadable("SGF", error),
            PasteError::Pgn(error) => unreadable("PGN", error),
            PasteError::Json(error) => unreadable("JSON", error),
            PasteError::Wthor(error) => unreadable("WTHOR", error),
        }
    }
}

impl From<&TaskError> for Problem {
    fn from(error: &TaskError) -> Self {
        match error {
            TaskError::Memory(error) => Self::NoMemory { megabytes: error.megabytes },
            TaskError::NoGuest(name) => Self::unknown_player(name),
            TaskError::Guest(GuestFault(detail)) => Self::PlayerFault { detail: detail.clone() },
            TaskError::NoPuzzle => Self::NoPuzzle,
            TaskError::Panicked => Self::Broken { detail: error.to_string().into() },
        }
    }
}
