//! Fair games between agents that nobody trusts.
//!
//! The referee knows the rules and the clock and has no search: it must not share a bug with a
//! player. Agents are other processes. Whatever they do, a game ends with a score or with the fault
//! of one of them, in plain words.

#![forbid(unsafe_code)]

mod agent;
pub mod check;
pub mod contest;
mod fault;
mod finished;
mod folder;
mod judge;
mod openings;
mod process;
mod referee;
pub mod report;
mod resident;
mod results;
pub mod sandbox;
mod schedule;
mod seat;
mod stats;
mod time;
mod tournament;
mod venue;

pub use agent::{Agent, Player, Protocol, UnknownProtocol};
pub use fault::{Fault, FaultKind};
pub use finished::{Finished, NotFromAMatch};
pub use folder::{Folder, FolderError};
pub use judge::{Judge, JudgeProgram};
pub use openings::{
    Balanced, LevelSearch, balanced_openings, fingerprint, random_openings, shuffle,
};
pub use process::Stop;
pub use referee::Referee;
pub use resident::resident_bytes;
pub use results::Results;
pub use schedule::{Fixture, Format, Schedule, partner};
pub use seat::ContestRules;
pub use stats::{
    Anchor, CrossTable, Decision, EloModel, Estimate, GameResult, PairingSummary, Pairs, Sprt,
    SprtError, Standing, Tally,
};
pub use time::{NotATimeControl, TimeControl};
pub use tournament::Tournament;
pub use venue::{NoVenue, Venue};
