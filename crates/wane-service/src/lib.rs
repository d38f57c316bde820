//! The tasks of every front end: choose the move of an opponent, analyse a position, review a game, find a puzzle.
//!
//! A [`Task`] goes in, [`Event`]s come out; a [`Thinker`] does tasks, a [`Desk`] hands out tickets for them.
//! The page in a browser, the server and the command line use it. It has no clock, thread, file or socket: the
//! callers bring their own.

#![forbid(unsafe_code)]

mod analysis;
mod analyst;
mod desk;
mod guest;
mod insight;
pub mod message;
mod opening_book;
pub mod opponent;
mod problem;
mod puzzle;
mod rated;
pub mod recipe;
mod review;
mod rules;
mod task;
mod thinker;

pub use analysis::{Analysed, Twins, analyse};
pub use analyst::{Analyst, Findings, MoveValue};
pub use desk::{Busy, Desk, Host, Ticket, Ticketed, Update};
pub use guest::{Guest, GuestFault, GuestPlayer};
pub use insight::{ForcingMove, Reason, SideInsight, forcing_moves, insight, reasons};
pub use opening_book::{BookError, BookMove, BookValues, OpeningBook};
pub use opponent::{Name, Opponent, Setup};
pub use problem::{IllegalReason, Problem};
pub use puzzle::{PuzzleSpec, find as find_puzzle};
pub use rated::{RatedPlayer, rated_players};
pub use review::{
    Accuracy, Effort, MoveReview, PlayedMove, Review, Severity, judge, loss, played_moves,
};
pub use rules::answer;
pub use task::{Event, Found, Task, TaskError};
pub use thinker::Thinker;
