//! Positions, objectives, sides and search limits in messages.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use wane_board::{Colour, Objective};
use wane_search::{Budget, Limits};

/// The objective: the fewest discs win, or the most.
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
    /// Black, who begins.
    Black,
    /// White.
    White,
}

/// A position with its objective.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PositionText {
    /// The squares row by row, `X` for Black, `O` for White and `-` for empty; a space; and the letter of
    /// the side to move. The number of squares tells the size of the board.
    pub position: String,
    /// The objective.
    #[serde(default)]
    pub objective: ObjectiveName,
}

/// The limits of a search; the first that is reached ends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, ts(optional_fields))]
pub struct Within {
    /// The search depth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The number of nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(type = "number"))]
    pub nodes: Option<u64>,
    /// The time in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(type = "number"))]
    pub ms: Option<u64>,
}

impl Within {
    /// The limits of the search; a field that is missing sets no limit.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_is_printed_as_it_is_written_in_messages() {
        for side in [SideName::Black, SideName::White] {
            let json = serde_json::to_string(&side).unwrap();
            assert_eq!(json, format!("\"{side}\""));
        }
    }
}
