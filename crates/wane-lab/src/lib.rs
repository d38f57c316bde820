//! The lab: games of the engine with itself.
//!
//! | you want | take |
//! |---|---|
//! | a position with what became of it, as 24 bytes | [`Record`] |
//! | games that teach something | [`selfplay`] |
//!
//! It opens files and starts threads, but prints nothing: who watches is told by a callback.

#![forbid(unsafe_code)]

mod checksum;
pub mod record;
pub mod selfplay;

pub use record::{Record, RecordError};
