//! The statistics of matches: which player is stronger, by how much, and with which error.
//!
//! Pure functions on counts. A [`Tally`] counts games and pairs of games; Elo, SPRT, cross table and
//! ratings are computed from tallies. `docs/methods/003-match-statistics.md` explains the methods and
//! names the published numbers against which they are tested.

mod cross_table;
mod elo;
mod normal;
mod rating_search;
mod ratings;
mod sample;
mod sprt;
mod summary;
mod tally;

pub use cross_table::{CrossTable, Standing};
pub(crate) use elo::ELO_PER_UNIT;
pub use elo::{Estimate, score_of_elo};
pub use rating_search::{RatingInterval, RatingSearch, Reference};
pub use ratings::Anchor;
pub use sprt::{Decision, EloModel, Sprt, SprtError};
pub use summary::PairingSummary;
pub use tally::{GameResult, Pairs, Tally};

/// A number with at most this many decimals, the same on every machine, and without a minus before a zero. For JSON.
#[must_use]
pub fn rounded(number: f64, decimals: i32) -> f64 {
    let scale = 10_f64.powi(decimals);
    (number * scale).round() / scale + 0.0
}
