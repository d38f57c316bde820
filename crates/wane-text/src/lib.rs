//! Text of strangers, made safe to print.
//!
//! Names and error messages of agents, headers of game files and names of files may contain escape sequences that
//! command a terminal, line breaks that forge lines, bidirectional controls that reorder what is read, and any number
//! of characters. [`Foreign`] is such a text with all of that made visible and its length bounded; the original is not
//! kept, so it cannot be printed by mistake. [`escape_json`] does the same to JSON without changing its meaning.
//!
//! What HTML, SGF or other formats give a meaning of their own is escaped where they are written.

#![forbid(unsafe_code)]

mod character;
mod foreign;
mod json;

pub use character::is_hidden;
pub use foreign::{Foreign, clean};
pub use json::escape_json;
