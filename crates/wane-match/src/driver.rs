//! [`Driver`]: the referee's side of a protocol.
//!
//! A driver translates the events of a game into lines of its protocol, and lines into moves. The
//! [`referee`](crate::referee) decides whether a move is legal and in time.

mod contest;
mod gtp;
mod nboard;
mod ugi;

use std::time::Duration;

use wane_board::{AnyGame, Colour, Move, Objective};
use wane_text::Foreign;

use crate::clock::PlayerClock;
use crate::process::{NoReply, Process};
use crate::stopwatch::Deadline;
use crate::{Fault, FaultKind};
pub(crate) use contest::{Contest, HostState, Link};
pub(crate) use gtp::Gtp;
pub(crate) use nboard::NBoard;
pub(crate) use ugi::Ugi;

/// How long a player may take to answer a command that needs no thinking.
pub(crate) const PROMPT: Duration = Duration::from_secs(10);

/// The referee's side of a protocol, with a player.
pub(crate) trait Driver: Send {
    /// Starts a game, which may have moves already.
    fn new_game(&mut self, game: &AnyGame, terms: &Terms) -> Result<(), NoReply>;

    /// Informs the player of a move of either side.
    fn played(&mut self, colour: Colour, mv: Move, taken: Duration) -> Result<(), NoReply>;

    /// Sends the position and the clocks before the clock of the player runs.
    fn prepare(&mut self, game: &AnyGame, clocks: &[PlayerClock; 2]) -> Result<(), NoReply>;

    /// Asks for a move and waits for it until the deadline.
    fn choose(
        &mut self,
        limit: Option<Duration>,
        deadline: &Deadline,
    ) -> Result<MoveChoice, NoReply>;

    /// The process of the player, if it has one of its own.
    fn process(&self) -> Option<&Process>;

    /// The CPU time that its process has used so far.
    fn cpu_time(&self) -> Duration {
        self.process().map_or(Duration::ZERO, Process::cpu_time)
    }

    /// What the host of a contest file has reported, beyond what a game needs.
    fn host_state(&self) -> Option<&HostState> {
        None
    }
}

/// The terms of a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    pub(crate) objective: Objective,
    /// The colour of the player.
    pub(crate) colour: Colour,
    /// Black's clock, then White's.
    pub(crate) clocks: [PlayerClock; 2],
}

/// The move that a player chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MoveChoice {
    pub(crate) mv: Move,
    /// Whether the limit interrupted the player, so that this is its best move so far.
    pub(crate) is_interrupted: bool,
    /// A remark for the author of the player.
    pub(crate) remark: Option<Foreign>,
}

impl From<Move> for MoveChoice {
    fn from(mv: Move) -> Self {
        Self { mv, is_interrupted: false, remark: None }
    }
}

/// The clock of a colour.
pub(crate) fn clock_of(clocks: &[PlayerClock; 2], colour: Colour) -> PlayerClock {
    clocks[colour.index()]
}

/// The fault of a line that is not what was expected.
fn wrong_line(line: &str, wanted: &str) -> NoReply {
    let line = Foreign::from(line);
    NoReply::Fault(Fault::new(FaultKind::Output, format!("{line:?} is no {wanted}")))
}
