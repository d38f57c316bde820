//! What a position is worth, judged without looking ahead.
//!
//! An [`Evaluator`] takes a position and what it keeps about it from move to move, and gives a
//! [`Value`]. It knows no tree, no clock and no thread; who asks, and how often, is the search's
//! affair.

#![forbid(unsafe_code)]

mod evaluator;
pub mod fits;
mod hand_made;
mod learned;
pub mod pattern;
mod phase;
mod shipped;
mod value;
pub mod weights;

pub use evaluator::Evaluator;
pub use fits::Fits;
pub use hand_made::HandMade;
pub use learned::Learned;
pub use shipped::shipped;
pub use value::Value;
pub use weights::{Weights, WeightsError};
