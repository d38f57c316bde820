//! Fair games between agents that nobody trusts.
//!
//! The referee knows the rules and the clock and has no search: it must not share a bug with a
//! player. Agents are other processes. Whatever they do, a game ends with a score or with the fault
//! of one of them, in plain words.

#![forbid(unsafe_code)]

mod agent;
pub mod check;
pub mod contest;
mod engine_player;
mod fault;
mod finished;
mod folder;
mod game_job;
mod greeting;
mod job;
mod judge;
mod made_of;
mod matches;
mod openings;
mod player;
mod process;
mod referee;
pub mod report;
mod resident;
mod results;
pub mod sandbox;
mod schedule;
mod seat;
mod stats;
mod stop;
mod threads;
mod time;
mod venue;

pub use agent::{Agent, Protocol, UnknownProtocol};
pub use contest::ContestRules;
pub use engine_player::{EnginePlayer, option};
pub use fault::{Fault, FaultKind};
pub use finished::{Finished, NotFromAMatch};
pub use folder::{Folder, FolderError};
pub use game_job::{GameJob, GameWorker};
pub use greeting::{Unable, greet};
pub use job::{Executor, Job, JobResult, Worker, execute};
pub use judge::{Judge, JudgeProgram};
pub use made_of::MadeOf;
pub use matches::{Ended, FaultRule, Match, MatchError, MatchSettings};
pub use openings::{
    Balanced, LevelSearch, Openings, balanced_openings, fingerprint, random_openings, shuffle,
};
pub use player::Player;
pub use referee::Referee;
pub use resident::resident_bytes;
pub use results::Results;
pub use schedule::{Fixture, Format, Schedule, partner};
pub use stats::{
    Anchor, CrossTable, Decision, EloModel, Estimate, GameResult, PairingSummary, Pairs, Sprt,
    SprtError, Standing, Tally,
};
pub use stop::Stop;
pub use threads::LocalThreads;
pub use venue::{NoVenue, Venue};
pub use wane_formats::TimeControl;
