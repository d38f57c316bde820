//! Static evaluation of positions.
//!
//! An [`Evaluator`] computes a [`Value`] from a position and its incrementally updated features. It
//! knows no tree, no clock and no thread; the search is left to the callers.

#![forbid(unsafe_code)]

mod evaluator;
pub mod fits;
mod hand_made;
mod learned;
pub mod pattern;
mod phase;
mod shipped;
mod value;
mod weight_set;
pub mod weights;

pub use evaluator::Evaluator;
pub use fits::Fits;
pub use hand_made::HandMade;
pub use learned::Learned;
pub use shipped::{shipped, shipped_checksum};
pub use value::Value;
pub use weight_set::WeightSet;
pub use weights::{Weights, WeightsError};
