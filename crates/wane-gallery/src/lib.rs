//! Reference agents for Reversed Reversi, as opponents to measure a player against: simple
//! baselines, and five agents of a course contest rebuilt from their reports.
//!
//! The rebuilt agents keep the weaknesses of the originals; none is meant to be strong. The crate
//! has no clock, no thread, and no input or output: the caller passes the clock.
//!
//! ```
//! use std::time::Duration;
//! use wane_board::{AnyPosition, Size};
//! use wane_gallery::{Kind, build};
//!
//! let mut agent = build("seed-003".parse::<Kind>()?, 1);
//! let watch = std::time::Instant::now();
//! let start = AnyPosition::start(Size::Eight);
//! let square = agent.choose(&start, Duration::from_millis(5), &|| watch.elapsed());
//! assert!(["d3", "c4", "f5", "e6"].contains(&square.to_string().as_str()));
//! # Ok::<(), wane_gallery::UnknownAgent>(())
//! ```

#![forbid(unsafe_code)]

mod agent;
mod alpha_beta;
mod deadline;
mod features;
mod kind;
pub mod recipe;
mod recipes;
mod seed_000;
mod uct;

pub use agent::Agent;
pub use kind::{Kind, UnknownAgent, build};
