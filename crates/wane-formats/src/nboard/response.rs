//! The lines of an NBoard engine.

use std::fmt;
use std::str::FromStr;

use serde_json::Map;
use wane_board::Move;

use super::item::{self, Depth, EvalPair, MoveItem};
use crate::ggf;
use crate::line::{LineError, MAX_TEXT_BYTES, Text, Word, Words, clean};

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
    /// `status TEXT`: what the engine is doing; empty if it is idle.
    Status(Text),
    /// `nodestats NODES SECONDS`: nodes and time of the search so far.
    NodeStats {
        /// The nodes searched.
        nodes: u64,
        /// The time since the search began.
        time_ms: u64,
    },
    /// `search …` or `book …`: a move and its evaluation.
    Hint(Hint),
    /// `=== MLI`: the chosen move.
    Best(MoveItem),
    /// `pong K`: the response to `ping K`.
    Pong(i64),
    /// `analysis I E`: a position of the game and its evaluation.
    Analysis {
        /// The number of moves and passes before it.
        ply: u32,
        /// For the side to move; `None` is written `NaN`.
        value: Option<EvalPair>,
    },
    /// `learned`: the response to `learn`.
    Learned,
    /// `info json {…}`: an extension of Wane, for programs.
    Info(Info),
    /// Anything else, to be ignored; a blank line is the empty text.
    Unknown(Text),
}

/// A move that the engine considers: `search PV VALUE 0 DEPTH [TEXT]`, and for the book
/// `book PV VALUE GAMES DEPTH [TEXT]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The search or the opening book.
    pub source: HintSource,
    /// The principal variation, beginning with the move; at most 128 moves.
    pub pv: Vec<Move>,
    /// For the side to move; `None` is written `NaN`.
    pub value: Option<EvalPair>,
    /// The depth of the search.
    pub depth: Depth,
    /// Any further text.
    pub text: Text,
}

/// The source of a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HintSource {
    /// A search.
    Search,
    /// The opening book.
    Book {
        /// The number of games.
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
        let (bytes, most) = (info.to_string().len(), MAX_TEXT_BYTES);
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
            // NTest echoes the command.
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
    let pv = words.read_with("a line of play", item::read_pv)?;
    let value = read_value(words)?;
    let games = words.read("a number of games")?;
    let source = if source == "book" { HintSource::Book { games } } else { HintSource::Search };
    let depth = words.read::<Word>("a depth")?.into();
    Ok(Hint { source, pv, value, depth, text: words.rest().into() })
}

fn read_value(words: &mut Words<'_>) -> Result<Option<EvalPair>, LineError> {
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
            HintSource::Search => ("search", 0),
            HintSource::Book { games } => ("book", games),
        };
        let pv = item::write_pv(&self.pv);
        write!(f, "{source} {pv} {} {games} {}", write_value(self.value), self.depth)?;
        if self.text.as_str().is_empty() { Ok(()) } else { write!(f, " {}", self.text) }
    }
}

fn write_value(value: Option<EvalPair>) -> String {
    value.map_or("NaN".into(), |value| format!("{value:+}"))
}
