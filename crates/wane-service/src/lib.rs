//! What front ends ask of Wane, whatever they are made of: a move of an opponent, an analysis, a review of
//! a game, a puzzle.
//!
//! A [`Task`] goes in, [`Event`]s come out; a [`Thinker`] does tasks, a [`Desk`] hands out tickets for them.
//! The page in a browser, the server and the command line all ask here. There is no clock, no thread, no
//! file and no socket in it: those who ask bring their own.

#![forbid(unsafe_code)]

mod analysis;
mod analyst;
mod desk;
pub mod message;
pub mod opponent;
mod problem;
mod puzzle;
mod review;
mod rules;
mod task;
mod thinker;

pub use analysis::{Analysed, Twins, analyse};
pub use analyst::{Analyst, Findings, Verdict};
pub use desk::{Busy, Desk, Host, Ticket, Ticketed, Told};
pub use opponent::{Name, Opponent, Setup};
pub use problem::{IllegalReason, Problem};
pub use puzzle::Wanted;
pub use review::{Accuracy, Judged, Review, loss};
pub use rules::answer;
pub use task::{Event, Found, Task, TaskError};
pub use thinker::Thinker;
