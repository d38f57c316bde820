//! File formats and protocols for games and positions.
//!
//! The crate works on bytes and values: it opens no file and no socket, and it computes no score
//! but that of a finished game. Readers are lenient, writers are canonical, and every error says
//! what is wrong and where. Outside input never panics.
//!
//! | format | module | games in a text | says which objective |
//! |---|---|---|---|
//! | transcript, `f5d6c3` | [`transcript`] | one | no |
//! | board and side to move | [`board_text`] | a position | no |
//! | OBF | [`obf`] | positions with scores | in its header |
//! | GGF | [`ggf`] | many | yes |
//! | SGF, `GM[2]` | [`sgf`] | many | yes |
//! | PGN, as some sites write it | [`pgn`] (reads only) | many | rarely |
//! | checkpoint of a solve | [`checkpoint`] | positions with bounds | in its header |
//! | native JSON | [`json`] | many | yes |
//! | WTHOR | [`wthor`] (reads only) | many | always most discs |
//!
//! A [`Context`] supplies what a format does not say. [`paste`](paste::paste) detects the format of
//! a text.
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
mod comment;
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
mod variation;
pub mod wthor;

pub use at::At;
pub use comment::Comment;
pub use format::{Format, UnknownFormat, WriteError};
pub use line::{LineError, NotAWord, Text, Word};
pub use record::{
    ClockInfo, Context, Eval, GameRecord, MoveNote, Outcome, PlayerInfo, Reason, variant_name,
    variant_named,
};
pub use replay::{ReplayError, ReplayErrorKind};
pub use time_control::{TimeControl, TimeControlError, read_duration};
pub use variation::{Remarks, Variation};
