//! What front ends ask of Wane, whatever they are made of: a move of an opponent, what a position is
//! worth, what a game has lost, a puzzle.
//!
//! The page in a browser, the server and the command line all ask here. There is no clock, no thread, no
//! file and no socket in it: those who ask bring their own.

#![forbid(unsafe_code)]

mod analysis;
mod analyst;
pub mod message;
pub mod opponent;
mod puzzle;
mod review;
mod rules;
mod service;

pub use analysis::{Analysed, Twins, analyse};
pub use analyst::{Analyst, Findings, Verdict};
pub use opponent::{Name, Opponent, Setup};
pub use review::{Accuracy, Judged, Review, loss};
pub use rules::answer;
pub use service::Service;
