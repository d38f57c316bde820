//! [`Seat`]: a player at the board, whatever it speaks.
//!
//! A seat turns what happens in a game into the lines of a protocol, and lines into moves. Whether a
//! move is legal or late is for the [`referee`](crate::referee) to say.

mod contest;
mod gtp;
mod nboard;
mod ugi;

use std::time::{Duration, Instant};

use wane_board::{AnyGame, Colour, Move, Objective};

use crate::process::{Process, Silence};
use crate::time::Clock;
use crate::{Fault, FaultKind};
pub(crate) use contest::Contest;
pub(crate) use contest::Told;
pub(crate) use gtp::Gtp;
pub(crate) use nboard::NBoard;
pub(crate) use ugi::Ugi;

/// How long a player may take for what needs no thinking.
pub(crate) const PROMPT: Duration = Duration::from_secs(10);

/// A player at the board.
pub(crate) trait Seat: Send {
    /// Sits down to a game that has begun.
    fn begin(&mut self, game: &AnyGame, terms: &Terms) -> Result<(), Silence>;

    /// Hears of a move, its own or the other's.
    fn hear(&mut self, colour: Colour, mv: Move, taken: Duration) -> Result<(), Silence>;

    /// Gets ready to choose, which takes none of its time.
    fn prepare(&mut self, game: &AnyGame, clocks: &[Clock; 2]) -> Result<(), Silence>;

    /// Chooses a move, at the latest when nobody waits for it any more.
    fn choose(&mut self, limit: Option<Duration>, deadline: Instant) -> Result<Choice, Silence>;

    /// The program that plays.
    fn process(&self) -> &Process;

    /// What the host of a contest file has told, which is more than a game needs.
    fn told(&self) -> Option<&Told> {
        None
    }
}

/// What was agreed on before a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    pub(crate) objective: Objective,
    /// Which colour the player has.
    pub(crate) colour: Colour,
    /// Black's clock, then White's.
    pub(crate) clocks: [Clock; 2],
}

/// What a player chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    pub(crate) mv: Move,
    /// Whether it was interrupted, and this is what it had come to by then.
    pub(crate) is_interrupted: bool,
    /// What its author should know.
    pub(crate) remark: Option<String>,
}

impl From<Move> for Choice {
    fn from(mv: Move) -> Self {
        Self { mv, is_interrupted: false, remark: None }
    }
}

/// Where what belongs to a colour stands: Black's first.
pub(crate) fn index(colour: Colour) -> usize {
    usize::from(colour == Colour::White)
}

/// The clock of a colour.
pub(crate) fn clock_of(clocks: &[Clock; 2], colour: Colour) -> Clock {
    clocks[index(colour)]
}

/// A line that should have been something else.
fn wrong_line(line: &str, wanted: &str) -> Silence {
    let line: String = line.chars().filter(|c| !c.is_control()).take(200).collect();
    Silence::Fault(Fault::new(FaultKind::Output, format!("{line:?} is no {wanted}")))
}
