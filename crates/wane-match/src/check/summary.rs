//! [`CheckSummary`]: the result of a check in short, as a code with fields.

use std::time::Duration;

use serde::Serialize;
use wane_board::{Colour, Move};
use wane_text::Foreign;

use super::{Check, json};

/// The result of a check in short.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum CheckSummary {
    /// Not done: the agent came to no end three times before.
    Skipped,
    /// [`Check::Load`]: there is no agent to play with.
    NotLoaded,
    /// [`Check::Load`]: there is an agent.
    Loaded {
        /// How long loading took.
        #[serde(rename = "seconds", serialize_with = "json::seconds")]
        #[cfg_attr(feature = "schema", schemars(with = "f64"))]
        time: Duration,
        /// What runs it, for a contest file.
        python: Option<PythonVersions>,
    },
    /// [`Check::Boards`].
    Boards {
        /// On how many boards it played a legal move.
        legal: usize,
        /// The number of boards.
        boards: usize,
        /// The checks that have findings about the others.
        see: Vec<Check>,
    },
    /// [`Check::Repeat`]: it did not answer each time.
    NotRepeated,
    /// [`Check::Repeat`]: the same move each time.
    SameMove,
    /// [`Check::Repeat`]: different moves.
    DifferentMoves {
        /// The moves.
        #[serde(serialize_with = "json::moves")]
        #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
        moves: Vec<Move>,
    },
    /// [`Check::Games`]: all games were played to the end.
    GamesPlayed,
    /// [`Check::Games`]: some games were lost by a fault.
    GamesLost {
        /// Which ones, and when.
        lost: Vec<LostGame>,
        /// The checks that have findings about them.
        see: Vec<Check>,
    },
    /// [`Check::State`]: nothing is left from one game to the next.
    NoSharedState,
    /// [`Check::State`]: nothing is left, but the agent changes the board that it is given.
    ChangesBoard,
    /// [`Check::State`]: something is left from one game to the next.
    SharedState,
    /// [`Check::Output`]: every answer was a move.
    AllMoves,
    /// [`Check::Output`]: every answer was a move, but there are findings.
    DoubtfulMoves,
    /// [`Check::Output`]: some answers were not moves.
    NotAllMoves,
    /// [`Check::Output`] and [`Check::Time`]: no answer came.
    NoAnswer,
    /// [`Check::Time`].
    Time {
        /// The longest time for a move.
        #[serde(rename = "longest_seconds", serialize_with = "json::seconds")]
        #[cfg_attr(feature = "schema", schemars(with = "f64"))]
        longest: Duration,
        /// The average time for a move.
        #[serde(rename = "average_seconds", serialize_with = "json::seconds")]
        #[cfg_attr(feature = "schema", schemars(with = "f64"))]
        average: Duration,
        /// The limit for a move.
        #[serde(rename = "limit_seconds", serialize_with = "json::some_seconds")]
        #[cfg_attr(feature = "schema", schemars(with = "Option<f64>"))]
        limit: Option<Duration>,
        /// The time for a whole game, if that is limited.
        game: Option<GameTime>,
    },
    /// [`Check::Memory`].
    Memory {
        /// The most that was seen.
        bytes: u64,
        /// The limit.
        limit_bytes: Option<u64>,
    },
    /// [`Check::Memory`]: the system does not tell how much memory a process has.
    MemoryNotMeasured,
    /// [`Check::Sandbox`]: the agent needs nothing that the sandbox does not allow.
    NothingBlocked,
    /// [`Check::Sandbox`]: the agent needs something that the sandbox does not allow.
    Blocked,
    /// [`Check::Sandbox`]: there was no sandbox.
    NoSandbox,
    /// [`Check::Sandbox`]: the agent is trusted, and needs no sandbox.
    Trusted,
}

/// What runs a contest file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PythonVersions {
    /// The version of Python.
    pub python: Foreign,
    /// The version of numpy, if it is there.
    pub numpy: Option<Foreign>,
    /// The version of numba, if it is there and the agent mentions it.
    pub numba: Option<Foreign>,
}

/// A game that was not played to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LostGame {
    /// The side of the agent.
    #[serde(serialize_with = "json::name")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub side: Colour,
    /// The move at which it was lost, from 1.
    pub move_number: usize,
}

/// The time that an agent used for a whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameTime {
    /// The longest time for a game.
    #[serde(rename = "longest_seconds", serialize_with = "json::seconds")]
    #[cfg_attr(feature = "schema", schemars(with = "f64"))]
    pub longest: Duration,
    /// The limit for a game.
    #[serde(rename = "limit_seconds", serialize_with = "json::seconds")]
    #[cfg_attr(feature = "schema", schemars(with = "f64"))]
    pub limit: Duration,
}
