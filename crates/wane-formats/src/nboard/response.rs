//! What an NBoard engine says.

use std::fmt;
use std::str::FromStr;

use serde_json::Map;
use wane_board::Move;

use super::item::{self, Depth, MoveItem, Value};
use crate::ggf;
use crate::line::{LONGEST_TEXT, LineError, Text, Word, Words, clean};

/// A line from the engine to the host.
///
/// ```
/// use wane_formats::nboard::Response;
///
/// let response: Response = "=== d6 -1.00 0.0".parse()?;
/// assert_eq!(response.to_string(), "=== D6/-1.00/0.00");
/// # Ok::<(), wane_formats::LineError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Response {
    /// `set myname NAME`: the name to show.
    MyName(Word),
    /// `status TEXT`: what the engine is doing; the empty text if nothing.
    Status(Text),
    /// `nodestats NODES SECONDS`: what the search has cost so far.
    NodeStats {
        /// Positions looked at.
        nodes: u64,
        /// Since the search began.
        time_ms: u64,
    },
    /// `search …` or `book …`: a move and what it is worth.
    Hint(Hint),
    /// `=== MLI`: the chosen move.
    Best(MoveItem),
    /// `pong K`: the answer to `ping K`.
    Pong(i64),
    /// `analysis I E`: a position of the game and what it is worth.
    Analysis {
        /// How many moves and passes were made before it.
        ply: u32,
        /// For the side to move; `None` is written `NaN`.
        value: Option<Value>,
    },
    /// `learned`: the answer to `learn`.
    Learned,
    /// `info json {…}`: an extension of ours, for programs.
    Info(Info),
    /// Anything else, to be ignored; a blank line is the empty text.
    Unknown(Text),
}

/// A move that the engine considers: `search PV VALUE 0 DEPTH [TEXT]`, and for the book
/// `book PV VALUE GAMES DEPTH [TEXT]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Where it comes from.
    pub source: Source,
    /// The move and the line of play that is expected after it; at most 128 moves.
    pub line: Vec<Move>,
    /// For the side to move; `None` is written `NaN`.
    pub value: Option<Value>,
    /// How deep the search was.
    pub depth: Depth,
    /// Whatever else the engine says.
    pub text: Text,
}

/// Where a hint comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// A search.
    Search,
    /// The book of openings.
    Book {
        /// In how many games.
        games: u64,
    },
}

/// A JSON object that fits on a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Info(Map<String, serde_json::Value>);

impl Info {
    /// The fields.
    #[must_use]
    pub fn fields(&self) -> &Map<String, serde_json::Value> {
        &self.0
    }
}

impl TryFrom<Map<String, serde_json::Value>> for Info {
    type Error = LineError;

    fn try_from(fields: Map<String, serde_json::Value>) -> Result<Self, LineError> {
        let info = Self(fields);
        let (bytes, most) = (info.to_string().len(), LONGEST_TEXT);
        if bytes <= most { Ok(info) } else { Err(LineError::TooLong { bytes, most }) }
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(&self.0).expect("every key is a string"))
    }
}

impl FromStr for Response {
    type Err = LineError;

    fn from_str(line: &str) -> Result<Self, LineError> {
        let line = clean(line)?;
        let mut words = Words::new(&line);
        let first = words.next().unwrap_or_default();
        Ok(match first {
            "status" => Self::Status(words.rest().into()),
            "nodestats" => Self::NodeStats {
                nodes: words.read("a number of nodes")?,
                time_ms: words.read_with("a number of seconds", ggf::read_time)?,
            },
            "search" | "book" => Self::Hint(read_hint(first, &mut words)?),
            "===" => Self::Best(words.rest().parse()?),
            "pong" => Self::Pong(words.read("a number")?),
            "analysis" => {
                Self::Analysis { ply: words.read("a number")?, value: read_value(&mut words)? }
            }
            // NTest answers the command with the command.
            "learned" | "learn" => Self::Learned,
            _ => match (first, words.next()) {
                ("set", Some("myname")) => Self::MyName(words.read("a name")?),
                ("info", Some("json")) => Self::Info(read_info(words.rest())?),
                _ => Self::Unknown(line.as_str().into()),
            },
        })
    }
}

fn read_hint(source: &str, words: &mut Words<'_>) -> Result<Hint, LineError> {
    let line = words.read_with("a line of play", item::read_line)?;
    let value = read_value(words)?;
    let games = words.read("a number of games")?;
    let source = if source == "book" { Source::Book { games } } else { Source::Search };
    let depth = words.read::<Word>("a depth")?.into();
    Ok(Hint { source, line, value, depth, text: words.rest().into() })
}

fn read_value(words: &mut Words<'_>) -> Result<Option<Value>, LineError> {
    if words.peek().is_some_and(|word| word.eq_ignore_ascii_case("nan")) {
        words.next();
        return Ok(None);
    }
    words.read_with("a value in discs", item::read_value).map(Some)
}

fn read_info(text: &str) -> Result<Info, LineError> {
    let fields: Map<_, _> =
        serde_json::from_str(text).map_err(|_| LineError::wrong("a JSON object", text))?;
    fields.try_into()
}

impl fmt::Display for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MyName(name) => write!(f, "set myname {name}"),
            Self::Status(text) => f.write_str(format!("status {text}").trim_end()),
            Self::NodeStats { nodes, time_ms } => {
                write!(f, "nodestats {nodes} {}", ggf::write_seconds(*time_ms))
            }
            Self::Hint(hint) => write!(f, "{hint}"),
            Self::Best(item) => write!(f, "=== {item}"),
            Self::Pong(number) => write!(f, "pong {number}"),
            Self::Analysis { ply, value } => write!(f, "analysis {ply} {}", write_value(*value)),
            Self::Learned => f.write_str("learned"),
            Self::Info(info) => write!(f, "info json {info}"),
            Self::Unknown(line) => write!(f, "{line}"),
        }
    }
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (source, games) = match self.source {
            Source::Search => ("search", 0),
            Source::Book { games } => ("book", games),
        };
        let line = item::write_line(&self.line);
        write!(f, "{source} {line} {} {games} {}", write_value(self.value), self.depth)?;
        if self.text.as_str().is_empty() { Ok(()) } else { write!(f, " {}", self.text) }
    }
}

fn write_value(value: Option<Value>) -> String {
    value.map_or("NaN".into(), |value| format!("{value:+}"))
}
