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
    /// Which time a move costs.
    #[serde(default)]
    pub clock: MoveClock,
}

/// Which time a move of a contest file costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveClock {
    /// That on the wall, as in the contest.
    #[default]
    Wall,
    /// The CPU time of all its threads, so that whatever else the machine does costs it nothing. On the wall a move may
    /// take [`CPU_SLACK`](Self::CPU_SLACK) times as long, without the time in which others have the processors.
    Cpu,
}

impl MoveClock {
    /// How much longer than its limit a move may take on the wall if its CPU time is charged.
    pub const CPU_SLACK: u32 = 3;
}
