//! Queries, which need no search, and their answers.

use serde::{Deserialize, Serialize};
use wane_formats::json::GameText;

use super::insight::Insight;
use super::position::{ObjectiveName, PositionText, SideName};
use super::task::{MoveReviewText, Summary};
use crate::insight::Reason;
use crate::problem::Problem;

/// A query, which needs no search.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Query {
    /// The start position on a board of this size.
    Start {
        /// The rows of the board: 4, 6 or 8.
        size: usize,
        /// The objective.
        #[serde(default)]
        objective: ObjectiveName,
    },
    /// Describe a position.
    Look(PositionText),
    /// Describe the position after a move.
    Play {
        /// The position before it.
        #[serde(flatten)]
        place: PositionText,
        /// A square such as `f5`, or `pass`.
        #[serde(rename = "move")]
        mv: String,
    },
    /// Read the games of a text in any format.
    Paste {
        /// The text.
        text: String,
        /// The size of the board if the text does not say it.
        size: usize,
        /// The objective if the text does not say it.
        #[serde(default)]
        objective: ObjectiveName,
    },
    /// Write a game in another format.
    Write {
        /// The game in the native format.
        game: Box<GameText>,
        /// `transcript`, `board`, `obf`, `ggf`, `sgf` or `json`.
        format: String,
    },
    /// Read the text of a recipe, which is a player then.
    Recipe {
        /// The text.
        text: String,
    },
    /// Sum up the reviews of the moves of a game.
    Summarize {
        /// The moves in the order of the game.
        moves: Vec<MoveReviewText>,
        /// The score for Black, if the game is over.
        #[serde(default)]
        score: Option<i32>,
    },
    /// Describe what can be seen in a position: stable discs, frontier, mobility, forcing moves.
    Insight(PositionText),
    /// Say why one move is worse than another.
    Explain {
        /// The position before them.
        #[serde(flatten)]
        place: PositionText,
        /// The move and what follows: squares such as `f5`, or `pass`.
        played: Vec<String>,
        /// The better move and what follows.
        better: Vec<String>,
    },
}

/// The answer to a query.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "tell", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Answer {
    /// A position.
    Look(Look),
    /// The games of a text.
    Games {
        /// The format that was recognised.
        format: String,
        /// The game in the native format.
        games: Vec<GameText>,
    },
    /// A game in the format that was asked for.
    Text {
        /// The text.
        text: String,
    },
    /// A recipe that can be played.
    Recipe {
        /// Its name.
        name: String,
    },
    /// The summary of a review.
    Summary(Summary),
    /// What can be seen in a position.
    Insight(Insight),
    /// Why one move is worse than another, the most telling reason first.
    Reasons {
        /// The reasons.
        reasons: Vec<Reason>,
    },
    /// The query cannot be answered.
    Failed {
        /// Why.
        problem: Problem,
    },
}

/// The description of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Look {
    /// The position itself.
    #[serde(flatten)]
    pub place: PositionText,
    /// The rows of the board.
    pub size: usize,
    /// The side to move.
    pub side: SideName,
    /// The number of black discs.
    pub black: u32,
    /// The number of white discs.
    pub white: u32,
    /// The legal moves.
    pub moves: Vec<Choice>,
    /// Whether the side to move has none, though the game is not over.
    pub must_pass: bool,
    /// The score for Black, if the game is over.
    pub score: Option<i32>,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Choice {
    /// Where the disc is placed.
    pub square: String,
    /// The discs that it turns over.
    pub flips: Vec<String>,
    /// The representative of all moves that are symmetric to this one.
    pub twin: String,
}
