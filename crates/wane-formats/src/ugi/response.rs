//! The lines of a UGI engine.

use std::fmt;
use std::str::FromStr;

use wane_board::Move;

use crate::line::{LineError, MAX_MOVES, Text, Words, clean};
use crate::record::Eval;
use crate::transcript;

/// A line from the engine to the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Response {
    /// `id name TEXT`: the name of the engine.
    Name(Text),
    /// `id author TEXT`: the author of the engine.
    Author(Text),
    /// `option …`: an option of the engine.
    Option(EngineOption),
    /// `ugiok`: the response to `ugi`.
    UgiOk,
    /// `readyok`: the response to `isready`.
    ReadyOk,
    /// `info …`: the progress of the search.
    Info(Info),
    /// `info string TEXT`: a message to the user.
    InfoString(Text),
    /// `bestmove M`: the chosen move, or `bestmove none` if the game is over.
    BestMove(Option<Move>),
    /// `response …`: the response to a query.
    Answer(QueryResponse),
    /// Anything else, to be ignored; a blank line is the empty text.
    Unknown(Text),
}

/// An option of the engine: `option name N type K …`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOption {
    /// Its name, which does not contain the word `type`.
    pub name: Text,
    /// Its type.
    pub kind: OptionType,
}

/// The type of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionType {
    /// `check default true|false`.
    Check {
        /// The default value.
        default: bool,
    },
    /// `spin default D min A max B`.
    Spin {
        /// The default value.
        default: i64,
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
    },
    /// `combo default D var A var B …`.
    Combo {
        /// The default value.
        default: Text,
        /// All values; none contains a keyword of this line.
        values: Vec<Text>,
    },
    /// `button`: it has no value.
    Button,
    /// `string default D`; the empty text is written `<empty>`.
    String {
        /// The default value.
        default: Text,
    },
}

/// The progress of a search; every field is optional.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Info {
    /// `depth`: the depth in plies.
    pub depth: Option<u32>,
    /// `score cp`: for the side to move.
    pub score: Option<Eval>,
    /// `nodes`: the nodes searched.
    pub nodes: Option<u64>,
    /// `time`: the time since the search began.
    pub time_ms: Option<u64>,
    /// `pv`: the principal variation; at most 128 moves.
    pub pv: Vec<Move>,
}

/// The response to a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueryResponse {
    /// Yes.
    True,
    /// No.
    False,
    /// Black has won.
    P1Win,
    /// White has won.
    P2Win,
    /// The game is drawn.
    Draw,
    /// The game is not over.
    None,
}

impl From<bool> for QueryResponse {
    fn from(is_true: bool) -> Self {
        if is_true { Self::True } else { Self::False }
    }
}

impl FromStr for Response {
    type Err = LineError;

    fn from_str(line: &str) -> Result<Self, LineError> {
        let line = clean(line)?;
        let mut words = Words::new(&line);
        Ok(match words.next().unwrap_or_default() {
            "id" => match (words.next(), words.rest()) {
                (Some("name"), name) => Self::Name(name.into()),
                (Some("author"), author) => Self::Author(author.into()),
                _ => Self::Unknown(line.as_str().into()),
            },
            "option" => Self::Option(read_option(&mut words)?),
            "ugiok" => Self::UgiOk,
            "readyok" => Self::ReadyOk,
            "info" if words.peek() == Some("string") => {
                words.next();
                Self::InfoString(words.rest().into())
            }
            "info" => Self::Info(read_info(&mut words)?),
            "bestmove" => Self::BestMove(words.read_with("a move", read_best)?),
            "response" => Self::Answer(words.read_with("an answer", |word| {
                QueryResponse::ALL.into_iter().find(|answer| answer.name() == word)
            })?),
            _ => Self::Unknown(line.as_str().into()),
        })
    }
}

/// Reads a move, or one of the words for no move.
#[expect(clippy::option_option, reason = "no move is not an unknown word")]
fn read_best(word: &str) -> Option<Option<Move>> {
    match word {
        "none" | "(none)" | "0000" => Some(None),
        name => transcript::parse_move(name).map(Some),
    }
}

fn read_info(words: &mut Words<'_>) -> Result<Info, LineError> {
    let mut info = Info::default();
    let mut in_pv = false;
    while let Some(word) = words.next() {
        match word {
            "depth" => info.depth = Some(words.read("a depth")?),
            "cp" => {
                let centidiscs = words.read("a score in hundredths of a disc")?;
                info.score = Some(Eval { centidiscs });
            }
            "nodes" => info.nodes = Some(words.read("a number of nodes")?),
            "time" => info.time_ms = Some(words.read("a number of milliseconds")?),
            "pv" => in_pv = true,
            "string" => break,
            _ if in_pv && info.pv.len() < MAX_MOVES => {
                info.pv.extend(transcript::parse_move(word));
            }
            _ => {}
        }
    }
    Ok(info)
}

fn read_option(words: &mut Words<'_>) -> Result<EngineOption, LineError> {
    words.read_with("the word name", |word| (word == "name").then_some(()))?;
    let (name, _) = words.until(&["type"])?;
    if name.as_str().is_empty() {
        return Err(LineError::Missing { what: "the name of an option" });
    }
    let what = "a type of option";
    let kind = match words.need(what)? {
        "button" => OptionType::Button,
        "string" => {
            words.next();
            let default = Text::from(words.rest());
            OptionType::String {
                default: if default.as_str() == EMPTY { Text::default() } else { default },
            }
        }
        "check" => OptionType::Check { default: read_fields(words)?.number("default")? },
        "spin" => {
            let fields = read_fields(words)?;
            let [default, min, max] = ["default", "min", "max"].map(|key| fields.number(key));
            OptionType::Spin { default: default?, min: min?, max: max? }
        }
        "combo" => {
            let fields = read_fields(words)?;
            let default = fields.find("default")?.clone();
            let values = fields
                .0
                .into_iter()
                .filter(|(key, value)| *key == "var" && !value.as_str().is_empty());
            OptionType::Combo { default, values: values.map(|(_, value)| value).collect() }
        }
        other => return Err(LineError::wrong(what, other)),
    };
    Ok(EngineOption { name, kind })
}

/// The empty text in UCI.
const EMPTY: &str = "<empty>";

/// The keywords after the type of an option, with their values.
struct Fields<'a>(Vec<(&'a str, Text)>);

fn read_fields<'a>(words: &mut Words<'a>) -> Result<Fields<'a>, LineError> {
    let keys = ["default", "min", "max", "var"];
    let mut fields = Vec::new();
    let (_, mut key) = words.until(&keys)?;
    while let Some(found) = key {
        let (value, next) = words.until(&keys)?;
        fields.push((found, value));
        key = next;
    }
    Ok(Fields(fields))
}

impl Fields<'_> {
    fn find(&self, key: &'static str) -> Result<&Text, LineError> {
        let field = self.0.iter().find(|(found, _)| *found == key);
        field.map(|(_, value)| value).ok_or(LineError::Missing { what: key })
    }

    fn number<T: FromStr>(&self, key: &'static str) -> Result<T, LineError> {
        let value = self.find(key)?.as_str();
        value.parse().map_err(|_| LineError::wrong("a value of this type", value))
    }
}

impl fmt::Display for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let trimmed = |f: &mut fmt::Formatter<'_>, line: String| f.write_str(line.trim_end());
        match self {
            Self::Name(name) => trimmed(f, format!("id name {name}")),
            Self::Author(author) => trimmed(f, format!("id author {author}")),
            Self::Option(EngineOption { name, kind }) => {
                write!(f, "option name {name} type {kind}")
            }
            Self::UgiOk => f.write_str("ugiok"),
            Self::ReadyOk => f.write_str("readyok"),
            Self::Info(info) => write!(f, "{info}"),
            Self::InfoString(text) => trimmed(f, format!("info string {text}")),
            Self::BestMove(Some(mv)) => write!(f, "bestmove {mv}"),
            Self::BestMove(None) => f.write_str("bestmove none"),
            Self::Answer(answer) => write!(f, "response {}", answer.name()),
            Self::Unknown(line) => write!(f, "{line}"),
        }
    }
}

impl fmt::Display for OptionType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Check { default } => write!(f, "check default {default}"),
            Self::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            Self::Combo { default, values } => {
                write!(f, "combo default {default}")?;
                values.iter().try_for_each(|value| write!(f, " var {value}"))
            }
            Self::Button => f.write_str("button"),
            Self::String { default } if default.as_str().is_empty() => {
                write!(f, "string default {EMPTY}")
            }
            Self::String { default } => write!(f, "string default {default}"),
        }
    }
}

/// The line `info …`.
impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        if let Some(depth) = self.depth {
            write!(f, " depth {depth}")?;
        }
        if let Some(score) = self.score {
            write!(f, " score cp {}", score.centidiscs)?;
        }
        if let Some(nodes) = self.nodes {
            write!(f, " nodes {nodes}")?;
        }
        if let Some(time_ms) = self.time_ms {
            write!(f, " time {time_ms}")?;
        }
        if !self.pv.is_empty() {
            f.write_str(" pv")?;
        }
        self.pv.iter().take(MAX_MOVES).try_for_each(|mv| write!(f, " {mv}"))
    }
}

impl QueryResponse {
    const ALL: [Self; 6] =
        [Self::True, Self::False, Self::P1Win, Self::P2Win, Self::Draw, Self::None];

    const fn name(self) -> &'static str {
        match self {
            Self::True => "true",
            Self::False => "false",
            Self::P1Win => "p1win",
            Self::P2Win => "p2win",
            Self::Draw => "draw",
            Self::None => "none",
        }
    }
}
