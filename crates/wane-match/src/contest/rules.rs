//! [`ContestRules`]: what is agreed on about contest files.

use serde::{Deserialize, Serialize};

use super::line::BoardKind;

/// What is agreed on about contest files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContestRules {
    /// Whether `go` is called once before the first game, without a clock, so that what is compiled
    /// at its first call is there.
    pub warm_up: bool,
    /// What the agent is given as a board.
    pub board: BoardKind,
    /// Whether the last candidate counts where `go` raised an exception; by the contest's rules an
    /// exception loses.
    pub forgives_exceptions: bool,
}
