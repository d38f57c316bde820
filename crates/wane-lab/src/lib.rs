//! The lab: self-play, and weights learned from it.
//!
//! | task | module |
//! |---|---|
//! | store a position and its labels in 24 bytes | [`record`] |
//! | play games of the engine against itself | [`selfplay`] |
//! | learn weights from these games | [`train`] |
//! | fit the predictions of Multi-ProbCut | [`probcut`] |
//! | test whether weights play better than others | [`gate`] |
//! | repeat all of that for many generations | [`climb`] |
//! | score many positions, exactly or by a search | [`scores`] |
//! | measure the error of an evaluation | [`benchmark`] |
//! | answer questions about the game and about agents | [`experiment`], [`experiments`] |
//!
//! The lab opens files and starts threads, but prints nothing: it reports progress to callbacks.

#![forbid(unsafe_code)]

pub mod benchmark;
pub mod climb;
pub mod experiment;
pub mod experiments;
pub mod gate;
mod jobs;
pub mod probcut;
pub mod record;
pub mod scores;
pub mod selfplay;
mod svg;
pub mod train;
pub mod tune;
mod workforce;

pub use jobs::job_kinds;
pub use record::{Record, RecordError};
pub use workforce::{LocalWorkforce, Workforce};
