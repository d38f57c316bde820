//! What messages are about: a position, who wins, a side, and the limits of a search.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use wane_board::{Colour, Objective};
use wane_search::{Budget, Limits};

/// Who wins: the side with the fewest discs, or the one with the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, ts(rename = "Objective"))]
pub enum ObjectiveName {
    /// The fewest discs win.
    #[default]
    Fewest,
    /// The most discs win.
    Most,
}

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, ts(rename = "SideName"))]
pub enum SideName {
    /// The side that begins.
    Black,
    /// The other one.
    White,
}

/// A position of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Place {
    /// The squares row by row, `X` for Black, `O` for White and `-` for empty; a space; and the letter of
    /// the side to move. The number of squares tells the size of the board.
    pub position: String,
    /// Who wins.
    #[serde(default)]
    pub objective: ObjectiveName,
}

/// What ends a search; the first that is reached counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, ts(optional_fields))]
pub struct Within {
    /// How many moves to look ahead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// How many positions to look at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(type = "number"))]
    pub nodes: Option<u64>,
    /// How many milliseconds it may take.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(type = "number"))]
    pub ms: Option<u64>,
}

impl Within {
    /// The limits of a search; none of a thing that is not said.
    #[must_use]
    pub fn limits(self) -> Limits {
        let Self { depth, nodes, ms } = self;
        let time = ms.map(|ms| Budget::exactly(Duration::from_millis(ms)));
        Limits { depth, nodes, time }
    }
}

impl From<ObjectiveName> for Objective {
    fn from(name: ObjectiveName) -> Self {
        match name {
            ObjectiveName::Fewest => Self::FewestDiscs,
            ObjectiveName::Most => Self::MostDiscs,
        }
    }
}

impl From<Objective> for ObjectiveName {
    fn from(objective: Objective) -> Self {
        match objective {
            Objective::FewestDiscs => Self::Fewest,
            Objective::MostDiscs => Self::Most,
        }
    }
}

impl From<Colour> for SideName {
    fn from(colour: Colour) -> Self {
        match colour {
            Colour::Black => Self::Black,
            Colour::White => Self::White,
        }
    }
}

impl fmt::Display for SideName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Black => "black",
            Self::White => "white",
        })
    }
}
