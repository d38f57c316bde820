//! The fields of a game in the native format, as they are serialised.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use wane_text::Foreign;

use crate::Comment;

/// A game in the native format.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GameText {
    /// `wane-game`.
    #[cfg_attr(feature = "ts", ts(type = "\"wane-game\""))]
    pub format: String,
    /// The version of the format.
    pub v: u32,
    /// The objective: `anti` for the fewest discs, `standard` for the most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "\"anti\" | \"standard\""))]
    pub variant: Option<String>,
    /// The position that the game begins from, if it is not the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub start: Option<StartText>,
    /// The moves: squares such as `f5`, or `pass`.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
    pub moves: Vec<String>,
    /// Where the game was played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
    pub place: Option<Foreign>,
    /// When the game was played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
    pub date: Option<Foreign>,
    /// The two players.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<PlayersText>"))]
    pub players: PlayersText,
    /// The clock of both players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub clock: Option<ClockText>,
    /// The result, if the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub result: Option<ResultText>,
    /// Notes about positions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<NoteText>>"))]
    pub analysis: Vec<NoteText>,
    /// Comments on positions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<CommentText>>"))]
    pub comments: Vec<CommentText>,
    /// The lines that leave that of the moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<VariationText>>"))]
    pub variations: Vec<VariationText>,
    /// All other fields, which are kept.
    #[serde(flatten)]
    #[cfg_attr(feature = "ts", ts(skip))]
    pub extra: Map<String, Value>,
}

/// A comment on a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct CommentText {
    /// The number of moves and passes before the position, from the start of the game.
    pub ply: usize,
    /// The comment.
    #[cfg_attr(feature = "ts", ts(as = "String"))]
    pub text: Comment,
}

/// A line that leaves another one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct VariationText {
    /// The number of moves and passes before it, from the start of the game.
    pub ply: usize,
    /// Its moves from there on: squares such as `f5`, or `pass`.
    pub moves: Vec<String>,
    /// Comments on its positions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<CommentText>>"))]
    pub comments: Vec<CommentText>,
    /// The lines that leave this one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<VariationText>>"))]
    pub variations: Vec<VariationText>,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct StartText {
    /// The squares from a1 to h8: `X`, `O` or `-`.
    pub board: String,
    /// The side to move.
    #[cfg_attr(feature = "ts", ts(type = "\"X\" | \"O\""))]
    pub side: String,
}

/// The two players of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PlayersText {
    /// Who has the black discs.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<PlayerText>"))]
    pub black: PlayerText,
    /// Who has the white discs.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<PlayerText>"))]
    pub white: PlayerText,
}

/// A player of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PlayerText {
    /// The name, which may be empty.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
    pub name: Foreign,
    /// The rating.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub rating: Option<f64>,
    /// The clock, if the other player has another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub clock: Option<ClockText>,
    /// All other fields, which are kept.
    #[serde(flatten)]
    #[cfg_attr(feature = "ts", ts(skip))]
    pub extra: Map<String, Value>,
}

/// A clock, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ClockText {
    /// The time for all moves.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub main_ms: u64,
    /// The time that each move adds.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<f64>"))]
    pub inc_ms: u64,
    /// The time after the main time is used up.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<f64>"))]
    pub grace_ms: u64,
}

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Eq)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ResultText {
    /// `black` or `white`; nothing for a draw.
    #[serde(default)]
    pub winner: Option<String>,
    /// The black discs at the end.
    #[serde(default)]
    pub black: u32,
    /// The white discs at the end.
    #[serde(default)]
    pub white: u32,
    /// The empty squares at the end.
    #[serde(default)]
    pub empty: u32,
    /// The score, positive if Black has won.
    pub score: i32,
    /// Why the game is over.
    #[serde(default)]
    pub reason: Option<String>,
}

/// A note about a position of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct NoteText {
    /// The number of moves and passes before it.
    pub ply: usize,
    /// The evaluation for the side to move, in discs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub eval: Option<f64>,
    /// The time for the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, type = "number"))]
    pub time_ms: Option<u64>,
    /// All other fields, which are kept.
    #[serde(flatten)]
    #[cfg_attr(feature = "ts", ts(skip))]
    pub extra: Map<String, Value>,
}
