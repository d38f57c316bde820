//! The formats that games and positions travel in.
//!
//! Bytes and values only: no file and no socket is opened here, and nothing is searched or scored
//! beyond the end of a game. Reading is generous, writing is canonical, and every error says what
//! is wrong and where. Outside input never panics.
//!
//! | format | module | games in a text | says which objective |
//! |---|---|---|---|
//! | transcript, `f5d6c3` | [`transcript`] | one | no |
//! | board and side to move | [`board_text`] | a position | no |
//! | OBF | [`obf`] | positions with scores | in its header |
//! | GGF | [`ggf`] | many | yes |
//! | SGF, `GM[2]` | [`sgf`] | many | yes |
//! | records of sites, as in chess | [`pgn`] (reads only) | many | rarely |
//! | checkpoint of a solve | [`checkpoint`] | positions with bounds | in its header |
//! | native JSON | [`json`] | many | yes |
//! | WTHOR | [`wthor`] (reads only) | many | always the normal one |
//!
//! What a format does not say comes from a [`Context`]. [`paste`](paste::paste) recognises the
//! format by itself.
//!
//! [`nboard`], [`gtp`] and [`ugi`] are protocols: the lines that a host and an engine exchange.
//!
//! ```
//! use wane_formats::{Context, Format, paste::paste};
//!
//! let pasted = paste("1. f5 2. d6 3. c3", Context::default())?;
//! assert_eq!(pasted.format, Format::Transcript);
//! let games = pasted.into_games();
//! assert_eq!(Format::Transcript.write_games(&games)?, "f5d6c3\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod at;
pub mod board_text;
pub mod checkpoint;
mod format;
pub mod ggf;
pub mod gtp;
pub mod json;
mod line;
pub mod nboard;
pub mod obf;
pub mod paste;
pub mod pgn;
mod record;
mod replay;
pub mod sgf;
mod time_control;
pub mod transcript;
pub mod ugi;
pub mod wthor;

pub use at::At;
pub use format::{Format, UnknownFormat, WriteError};
pub use line::{LineError, NotAWord, Text, Word};
pub use record::{
    Clock, Context, Eval, GameRecord, MoveNote, Outcome, Player, Reason, variant_name,
    variant_named,
};
pub use replay::{ReplayError, WhyNot};
pub use time_control::{TimeControl, TimeControlError, read_duration};
