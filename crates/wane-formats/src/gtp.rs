//! GTP version 2, the Go Text Protocol, with the commands that Othello programs use of it.
//!
//! ```text
//! host             engine
//! 3 play black f5  =3
//! 4 genmove white  =4 d6
//! 5 play black a1  ?5 illegal move
//! ```
//!
//! A [`Request`] is a line to the engine, a [`Response`] what comes back, up to an empty line. The
//! commands stand in one table, from which they are read, written and listed. `a1` is the top left
//! corner, as in transcripts; Go programs draw row 1 at the bottom. What a command does, and which
//! answer it gets, is left to the two programs; [`Choice`], [`FinalScore`] and [`AnalysedMove`]
//! are the answers that have a grammar of their own. Truth values are those of [`bool`].
//!
//! Commands that begin with `wane-` are ours.

mod answer;
mod command;

use std::fmt;

use crate::line::{LineError, Words, check_length};
pub use answer::{AnalysedMove, Choice, FinalScore, Lines, NotAnAnswer, Response};
pub use command::{COMMANDS, ClockSetting, Command, Limit, Seconds, read_colour};

/// A command with the number that its answer will have.
///
/// ```
/// use wane_formats::gtp::Request;
///
/// let request = Request::parse("3 play B f5 # the usual one\n")?.expect("it is not blank");
/// assert_eq!(request.to_string(), "3 play black f5");
/// let refused = Request::parse("4 play B z9").unwrap_err();
/// assert_eq!(refused.to_response().to_string(), "?4 \"z9\" is not a vertex\n\n");
/// # Ok::<(), wane_formats::gtp::Refused>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The number, where the host gives one.
    pub id: Option<u64>,
    /// What is asked for.
    pub command: Command,
}

impl Request {
    /// Reads a line, or `None` from one that is blank or a comment and gets no answer.
    ///
    /// # Errors
    /// If the line is too long, or the arguments are not those of the command. A command that is
    /// not known is no error but [`Command::Unknown`].
    pub fn parse(line: &str) -> Result<Option<Self>, Refused> {
        check_length(line).map_err(|why| Refused { id: None, why })?;
        let line = drop_controls(line);
        let line = line.split('#').next().unwrap_or_default();
        let mut words = Words::new(line);
        if words.rest().is_empty() {
            return Ok(None);
        }
        let id = take_id(&mut words);
        let command = Command::read(words).map_err(|why| Refused { id, why })?;
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

/// A line without control characters; tabs are blanks.
fn drop_controls(line: &str) -> String {
    line.replace('\t', " ").replace(char::is_control, "")
}

/// Takes the number that a line may begin with.
fn take_id(words: &mut Words<'_>) -> Option<u64> {
    let id = words.peek()?.parse().ok()?;
    words.next();
    Some(id)
}

/// A request that cannot be understood. Its text is fit for the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The number of the request.
    pub id: Option<u64>,
    /// What is wrong with it.
    pub why: LineError,
}

impl Refused {
    /// The answer that the request gets.
    #[must_use]
    pub fn to_response(&self) -> Response {
        Response::failure(self.id, &self.why.to_string())
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.why)
    }
}

impl std::error::Error for Refused {}
