//! The lab: games of the engine with itself, and weights learned from them.
//!
//! | you want | take |
//! |---|---|
//! | a position with what became of it, as 24 bytes | [`Record`] |
//! | games that teach something | [`selfplay`] |
//! | weights | [`train`] |
//! | to know whether weights are better than others | [`gate`] |
//! | all of that, again and again | [`climb`] |
//! | what Multi-ProbCut needs to know about weights | [`probcut`] |
//! | to know how good an evaluation is | [`benchmark`] |
//!
//! It opens files and starts threads, but prints nothing: who watches is told by a callback.

#![forbid(unsafe_code)]

pub mod benchmark;
pub mod climb;
pub mod gate;
pub mod probcut;
pub mod record;
pub mod selfplay;
mod svg;
pub mod train;

pub use record::{Record, RecordError};
