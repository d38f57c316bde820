//! The statistics of matches: who is stronger, by how much, and how sure that is.
//!
//! Pure functions on counts. A [`Tally`] counts games and pairs of games. Playing games, scheduling them
//! and printing tables is left to others.

mod tally;

pub use tally::{GameResult, Pairs, Tally};
