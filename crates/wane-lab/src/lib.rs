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
pub mod probcut;
pub mod record;
pub mod selfplay;
mod svg;
pub mod train;
pub mod tune;

pub use record::{Record, RecordError};
