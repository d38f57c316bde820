//! The statistics of matches: who is stronger, by how much, and how sure that is.
//!
//! Pure functions on counts. A [`Tally`] counts games and pairs of games; Elo and SPRT
//! are computed from tallies. Playing games, scheduling them
//! and printing tables is left to others.

mod elo;
mod normal;
mod sample;
mod sprt;
mod tally;

pub use elo::Estimate;
pub use sprt::{Decision, EloModel, Sprt, SprtError};
pub use tally::{GameResult, Pairs, Tally};
