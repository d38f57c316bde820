//! Fair games between untrusted agents.
//!
//! The referee knows the rules and the clock and has no search: it must not share a bug with a
//! player. Agents are other processes. Whatever they do, a game ends with a score or with a fault of
//! one of them.

#![forbid(unsafe_code)]

mod adjudicator;
mod agent;
pub mod check;
mod clock;
pub mod contest;
mod driver;
mod engine_player;
mod fault;
mod fingerprint;
mod finished_game;
mod game_job;
mod grades;
mod handshake;
mod job;
mod live;
mod match_folder;
mod matches;
mod openings;
mod practice;
mod printed;
mod process;
mod processors;
mod rank;
mod referee;
mod remote;
pub mod report;
mod residuals;
mod results;
mod running_agent;
mod runtime;
pub mod sandbox;
mod schedule;
mod stats;
mod stop;
mod stopwatch;
mod stored_match;
mod tables;
mod threads;
mod tournament;

pub use adjudicator::{Adjudicator, AdjudicatorProgram};
pub use agent::{AgentProgram, Protocol, UnknownProtocol};
pub use clock::Tolerance;
pub use contest::{ContestRules, MoveClock};
pub use engine_player::{EnginePlayer, option};
pub use fault::{Fault, FaultKind};
pub use fingerprint::PlayerFingerprint;
pub use finished_game::{FinishedGame, NotAMatchGame};
pub use game_job::{GameJob, GamePlace, GameWorker, game_kind};
pub use grades::{Grade, Grading};
pub use handshake::{CannotPlay, handshake};
pub use job::{Executor, Job, JobResult, JobWorker, execute};
pub use live::LiveGames;
pub use match_folder::{MatchFolder, MatchFolderError};
pub use matches::{FaultRule, Match, MatchEnd, MatchError, MatchSettings};
pub use openings::{
    BalancedOpenings, OpeningSearch, Openings, balanced_openings, openings_hash, random_openings,
};
pub use practice::PracticePartner;
pub use printed::printed;
pub use process::resident_bytes;
pub use processors::Processors;
pub use rank::Rank;
pub use referee::Referee;
pub use remote::{
    JobKind, JobNeeds, JobRequest, RemoteError, RemoteJob, RequestWorker, Site, is_input_name,
};
pub use residuals::{Residual, Residuals, SUSPECT, residuals};
pub use results::Results;
pub use running_agent::RunningAgent;
pub use runtime::{AgentRuntime, Hosting, RuntimeError};
pub use schedule::{Fixture, Pair, Schedule, partner};
pub use stats::{
    Anchor, CrossTable, Decision, EloModel, Estimate, GameResult, PairingSummary, Pairs,
    RatingInterval, RatingSearch, Reference, Sprt, SprtError, Standing, Tally, rounded,
    score_of_elo,
};
pub use stop::Stop;
pub use stopwatch::Stopwatch;
pub use stored_match::StoredMatch;
pub use tables::{FaultCounts, StandingText, Standings, games_csv};
pub use threads::LocalThreads;
pub use tournament::TournamentFormat;
pub use wane_formats::TimeControl;
