//! NBoard, the protocol between the NBoard program and its engines; versions 1 and 2.
//!
//! ```text
//! host                    engine
//! nboard 2                set myname Wane
//! set game (;GM[…];)
//! ping 1                  pong 1
//! hint 2                  search D6-C3 +1.20 0 6
//! go                      === D6/0.85/0.19
//! ```
//!
//! A [`Command`] is a line to the engine, a [`Response`] a line to the host. The readers are
//! lenient: an unknown line is a value of its own, to be ignored, and so are words after the last
//! argument. A line that is written is canonical and below 4 kB, except for the names of players in
//! a game. When a line may be sent, and what the engine does then, is left to the two programs.
//!
//! `set variant|level|movetime|nodes`, `clear` and `info json` are extensions of Wane, which other
//! programs ignore.

mod item;
mod response;

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use wane_board::{Objective, Size};

use crate::line::{LineError, Text, Words, clean};
use crate::record::{Context, Eval, GameRecord, variant_name, variant_named};
use crate::{ggf, transcript};
pub use item::{Depth, EvalPair, MoveItem};
pub use response::{Hint, HintSource, Info, Response};

/// A line from the host to the engine.
///
/// ```
/// use wane_formats::nboard::Command;
///
/// let command: Command = "move f5//0.35".parse()?;
/// assert_eq!(command.to_string(), "move F5//0.35");
/// assert!(matches!("castle short".parse()?, Command::Unknown(_)));
/// # Ok::<(), wane_formats::LineError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// `nboard N`: the session begins.
    NBoard {
        /// 1 or 2.
        version: NonZeroU32,
    },
    /// `set NAME VALUE`; the word `set` may be missing.
    Set(Setting),
    /// `move MLI`, or only the two characters of the move, as in version 1: play it.
    Move(MoveItem),
    /// `hint N`: analyse, and show the best moves.
    Hint {
        /// The number of moves.
        count: u32,
    },
    /// `go`: choose a move.
    Go,
    /// `ping K`: answer `pong K` after all earlier commands.
    Ping(i64),
    /// `learn`: add the game to the book.
    Learn,
    /// `analyze`: evaluate every position of the game.
    Analyze,
    /// `clear`: clear the transposition table.
    Clear,
    /// `quit`: end the session.
    Quit,
    /// Anything else, to be ignored; a blank line is the empty text.
    Unknown(Text),
}

/// A setting of the host.
#[derive(Clone, Debug, PartialEq)]
pub enum Setting {
    /// `depth D`: the depth of searches.
    Depth(u32),
    /// `game GGF`: the game so far. Its objective is [`Objective::FewestDiscs`] only if its type
    /// says so, as `TY[8a]` does. Hosts write `TY[8]` for every game, so the engine decides what a
    /// plain type means.
    Game(Box<GameRecord>),
    /// `contempt C`: the value of a draw for Black, from -100 to 100 discs.
    Contempt(Eval),
    /// `variant anti|standard`: the objective.
    Variant(Objective),
    /// `level N`: the playing strength.
    Level(u32),
    /// `movetime MS`: the time limit.
    MoveTime {
        /// Milliseconds per move.
        ms: u64,
    },
    /// `nodes N`: the node limit.
    Nodes(u64),
}

impl FromStr for Command {
    type Err = LineError;

    fn from_str(line: &str) -> Result<Self, LineError> {
        let line = clean(line)?;
        let mut words = Words::new(&line);
        let first = words.next().unwrap_or_default();
        Ok(match first {
            "nboard" => Self::NBoard { version: words.read("a version")? },
            "move" => Self::Move(words.rest().parse()?),
            "hint" => Self::Hint { count: words.read("a number of moves")? },
            "go" => Self::Go,
            "ping" => Self::Ping(words.read("a number")?),
            "learn" => Self::Learn,
            "analyze" => Self::Analyze,
            "clear" => Self::Clear,
            "quit" => Self::Quit,
            _ => {
                let name = if first == "set" { words.next().unwrap_or_default() } else { first };
                match (Setting::read(name, &mut words)?, bare_move(first)) {
                    (Some(setting), _) => Self::Set(setting),
                    (None, Some(item)) => Self::Move(item),
                    (None, None) => Self::Unknown(line.as_str().into()),
                }
            }
        })
    }
}

/// The two characters of a move without the word `move`.
fn bare_move(word: &str) -> Option<MoveItem> {
    let mv = transcript::parse_move(word).filter(|_| word.len() == 2)?;
    Some(mv.into())
}

impl Setting {
    /// Reads the setting `name`; `None` if there is no such setting.
    fn read(name: &str, words: &mut Words<'_>) -> Result<Option<Self>, LineError> {
        Ok(Some(match name {
            "depth" => Self::Depth(words.read("a depth")?),
            "game" => Self::Game(Box::new(read_game(words.rest())?)),
            "contempt" => Self::Contempt(words.read_with("a contempt", read_contempt)?),
            "variant" => Self::Variant(words.read_with("a variant", variant_named)?),
            "level" => Self::Level(words.read("a level")?),
            "movetime" => Self::MoveTime { ms: words.read("a number of milliseconds")? },
            "nodes" => Self::Nodes(words.read("a number of nodes")?),
            _ => return Ok(None),
        }))
    }
}

fn read_game(text: &str) -> Result<GameRecord, LineError> {
    let context = Context { size: Size::Eight, objective: Objective::MostDiscs };
    let mut games = ggf::parse(text, context)?;
    match games.pop() {
        Some(game) if games.is_empty() => Ok(game),
        _ => Err(LineError::TooMany { what: "games", count: games.len() + 1 }),
    }
}

fn read_contempt(text: &str) -> Option<Eval> {
    item::read_eval(text).filter(|eval| eval.centidiscs.abs() <= 10_000)
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NBoard { version } => write!(f, "nboard {version}"),
            Self::Set(setting) => write!(f, "set {setting}"),
            Self::Move(item) => write!(f, "move {item}"),
            Self::Hint { count } => write!(f, "hint {count}"),
            Self::Go => f.write_str("go"),
            Self::Ping(number) => write!(f, "ping {number}"),
            Self::Learn => f.write_str("learn"),
            Self::Analyze => f.write_str("analyze"),
            Self::Clear => f.write_str("clear"),
            Self::Quit => f.write_str("quit"),
            Self::Unknown(line) => write!(f, "{line}"),
        }
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Depth(depth) => write!(f, "depth {depth}"),
            Self::Game(record) => write!(f, "game {}", ggf::write(record)),
            // Hosts send whole numbers without decimals, and some engines read only those.
            Self::Contempt(eval) => write!(f, "contempt {}", eval.discs()),
            Self::Variant(objective) => write!(f, "variant {}", variant_name(*objective)),
            Self::Level(level) => write!(f, "level {level}"),
            Self::MoveTime { ms } => write!(f, "movetime {ms}"),
            Self::Nodes(nodes) => write!(f, "nodes {nodes}"),
        }
    }
}
