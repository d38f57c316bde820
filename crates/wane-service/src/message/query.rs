//! What needs no thinking: queries, and the answers that come at once.

use serde::{Deserialize, Serialize};
use wane_formats::json::GameText;

use super::place::{ObjectiveName, Place, SideName};
use crate::problem::Problem;

/// What needs no thinking.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Query {
    /// Where a game begins on a board of so many rows.
    Start {
        /// 4, 6 or 8.
        size: usize,
        /// Who wins.
        #[serde(default)]
        objective: ObjectiveName,
    },
    /// All there is to see of a position.
    Look(Place),
    /// The same after a move.
    Play {
        /// The position before it.
        #[serde(flatten)]
        place: Place,
        /// A square such as `f5`, or `pass`.
        #[serde(rename = "move")]
        mv: String,
    },
    /// The games of a text in whatever format it is.
    Paste {
        /// The text.
        text: String,
        /// The size of the board where the text does not say.
        size: usize,
        /// Who wins where the text does not say.
        #[serde(default)]
        objective: ObjectiveName,
    },
    /// A game in another format.
    Write {
        /// In the native format.
        game: Box<GameText>,
        /// `transcript`, `board`, `obf`, `ggf`, `sgf` or `json`.
        format: String,
    },
}

/// What comes back at once.
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
        /// In the native format.
        games: Vec<GameText>,
    },
    /// A game in the format that was asked for.
    Text {
        /// The text.
        text: String,
    },
    /// It cannot be answered.
    Failed {
        /// Why.
        problem: Problem,
    },
}

/// All there is to see of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Look {
    /// The position itself.
    #[serde(flatten)]
    pub place: Place,
    /// How many rows the board has.
    pub size: usize,
    /// Whose turn it is.
    pub side: SideName,
    /// How many discs Black has.
    pub black: u32,
    /// How many discs White has.
    pub white: u32,
    /// The legal moves.
    pub moves: Vec<Choice>,
    /// Whether the side to move has none, though the game is not over.
    pub must_pass: bool,
    /// If the game is over, by how much Black has won.
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
    /// Of the moves that a symmetry of the position turns into this one, the one that stands for all of them.
    pub twin: String,
}
