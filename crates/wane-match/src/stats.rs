//! The statistics of matches: who is stronger, by how much, and how sure that is.
//!
//! Pure functions on counts. A [`Tally`] counts games and pairs of games; Elo, SPRT, cross table and
//! ratings are computed from tallies. Playing games, scheduling them and printing tables is left to
//! others. What is computed, and against which published numbers it is tested, is in
//! `docs/methods/003-match-statistics.md`.

mod cross_table;
mod elo;
mod normal;
mod ratings;
mod sample;
mod sprt;
mod summary;
mod tally;

pub use cross_table::{CrossTable, Standing};
pub use elo::Estimate;
pub use ratings::Anchor;
pub use sprt::{Decision, EloModel, Sprt, SprtError};
pub use summary::PairingSummary;
pub use tally::{GameResult, Pairs, Tally};
