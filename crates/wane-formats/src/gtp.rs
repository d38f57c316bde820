//! GTP version 2, the Go Text Protocol, with the commands that Othello programs use.
//!
//! ```text
//! host             engine
//! 3 play black f5  =3
//! 4 genmove white  =4 d6
//! 5 play black a1  ?5 illegal move
//! ```
//!
//! A [`Request`] is a line to the engine, a [`Response`] the lines from the engine up to an empty
//! one. The commands are in one table, from which they are read, written and listed. `a1` is the
//! top left corner, as in transcripts; Go programs draw row 1 at the bottom. What a command does is
//! left to the two programs. [`GeneratedMove`], [`FinalScore`] and [`AnalysedMove`] are the
//! responses with a grammar of their own. Truth values are those of [`bool`].
//!
//! Commands that begin with `wane-` are extensions of Wane.

mod answer;
mod command;

use std::fmt;

use crate::line::{LineError, Words, check_length};
pub use answer::{AnalysedMove, FinalScore, GeneratedMove, Lines, NotAnAnswer, Response};
pub use command::{COMMANDS, ClockSetting, Command, Limit, Seconds, read_colour};

/// A command with the optional id that its response repeats.
///
/// ```
/// use wane_formats::gtp::Request;
///
/// let request = Request::parse("3 play B f5 # the usual one\n")?.expect("it is not blank");
/// assert_eq!(request.to_string(), "3 play black f5");
/// let refused = Request::parse("4 play B z9").unwrap_err();
/// assert_eq!(refused.to_response().to_string(), "?4 \"z9\" is not a vertex\n\n");
/// # Ok::<(), wane_formats::gtp::RequestError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The id, if the host gives one.
    pub id: Option<u64>,
    /// The command.
    pub command: Command,
}

impl Request {
    /// Reads a line; `None` for a blank line or a comment, which gets no response.
    ///
    /// # Errors
    /// If the line is too long, or the arguments are invalid. An unknown command is not an error
    /// but [`Command::Unknown`].
    pub fn parse(line: &str) -> Result<Option<Self>, RequestError> {
        check_length(line).map_err(|why| RequestError { id: None, why })?;
        let line = drop_controls(line);
        let line = line.split('#').next().unwrap_or_default();
        let mut words = Words::new(line);
        if words.rest().is_empty() {
            return Ok(None);
        }
        let id = take_id(&mut words);
        let command = Command::read(words).map_err(|why| RequestError { id, why })?;
        Ok(Some(Self { id, command }))
    }
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(id) = self.id {
            write!(f, "{id} ")?;
        }
        write!(f, "{}", self.command)
    }
}

/// A line without control characters; tabs become spaces.
fn drop_controls(line: &str) -> String {
    line.replace('\t', " ").replace(char::is_control, "")
}

/// Reads the optional id at the beginning of a line.
fn take_id(words: &mut Words<'_>) -> Option<u64> {
    let id = words.peek()?.parse().ok()?;
    words.next();
    Some(id)
}

/// A request cannot be read. The message is suitable for the response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestError {
    /// The id of the request.
    pub id: Option<u64>,
    /// What is wrong with it.
    pub why: LineError,
}

impl RequestError {
    /// The response to the request.
    #[must_use]
    pub fn to_response(&self) -> Response {
        Response::failure(self.id, &self.why.to_string())
    }
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.why)
    }
}

impl std::error::Error for RequestError {}
