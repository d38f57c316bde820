//! [`ContestRules`]: the rules for contest files.

use serde::{Deserialize, Serialize};

use super::line::BoardKind;

/// The rules for contest files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContestRules {
    /// Whether `go` is called once before the first game, without a clock, so that code is compiled before
    /// the first move.
    pub warm_up: bool,
    /// The type of the board that the agent is given.
    pub board: BoardKind,
    /// Whether the last candidate counts if `go` raised an exception; by the rules of the contest an
    /// exception loses.
    pub forgives_exceptions: bool,
    /// Whether it may think in its opponent's time; otherwise its process is stopped then.
    #[serde(default)]
    pub ponder: bool,
}
