//! UGI, the Universal Game Interface of cutegames: UCI for any game, with the rules in the engine.
//!
//! ```text
//! host                         engine
//! ugi                          id name Wane
//!                              ugiok
//! position startpos moves f5
//! query p1turn                 response false
//! go movetime 500              info depth 8 score cp 120 nodes 81234 time 50 pv d6 c3
//!                              bestmove d6
//! ```
//!
//! UGI has no notation for positions of this game: after `fen` come the squares and the side to
//! move, as [`board_text`] writes them. Moves are `a1` to `h8`, a pass is `pass`. The first player
//! is Black, even if White moves first. A score is in hundredths of a disc for the side to move.
//!
//! A [`Command`] is a line to the engine, a [`Response`] a line to the host. An unknown line is a
//! value of its own, to be ignored; so are unknown words in `go` and `info`.

mod response;

use std::fmt;
use std::str::FromStr;

use wane_board::{AnyGame, AnyPosition, Move, Size};

use crate::line::{LineError, MAX_MOVES, Text, Words, clean};
use crate::replay::replay;
use crate::{ReplayError, board_text, transcript};
pub use response::{EngineOption, Info, OptionType, QueryResponse, Response};

/// A line from the host to the engine.
///
/// ```
/// use wane_formats::ugi::Command;
///
/// let command: Command = "go p2time 900 p1time 1000 depth 8".parse()?;
/// assert_eq!(command.to_string(), "go p1time 1000 p2time 900 depth 8");
/// # Ok::<(), wane_formats::LineError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `ugi`: the session begins.
    Ugi,
    /// `isready`: answer `readyok` when ready.
    IsReady,
    /// `uginewgame`: the next position is from another game.
    UgiNewGame,
    /// `setoption name N value V`.
    SetOption {
        /// The name of the option.
        name: Text,
        /// Its value; a button has none.
        value: Option<Text>,
    },
    /// `position startpos|fen F [moves …]`.
    Position(PositionCommand),
    /// `go …`: choose a move.
    Go(GoLimits),
    /// `stop`: stop the search and answer with the best move.
    Stop,
    /// `query …`: a question about the state of the game.
    Query(GameQuery),
    /// `quit`: end the session.
    Quit,
    /// Anything else, to be ignored; a blank line is the empty text.
    Unknown(Text),
}

/// The arguments of `position`: a start position and moves, which may be illegal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionCommand {
    /// The position after `fen`, or `None` for `startpos`.
    pub start: Option<AnyPosition>,
    /// The moves; forced passes may be omitted.
    pub moves: Vec<Move>,
}

impl PositionCommand {
    /// Plays the moves; `startpos` is the start position of `size`.
    ///
    /// # Errors
    /// If a move is illegal.
    pub fn play(&self, size: Size) -> Result<AnyGame, ReplayError> {
        let start = self.start.unwrap_or(AnyPosition::start(size));
        let mut game = AnyGame::from_position(start);
        for (index, &mv) in self.moves.iter().enumerate() {
            replay(&mut game, index + 1, mv, None)?;
        }
        Ok(game)
    }
}

/// The limits of `go`; all that are given apply.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct GoLimits {
    /// `p1time`: the time left on Black's clock.
    pub p1_time_ms: Option<u64>,
    /// `p2time`: the time left on White's clock.
    pub p2_time_ms: Option<u64>,
    /// `p1inc`: Black's increment per move.
    pub p1_increment_ms: Option<u64>,
    /// `p2inc`: White's increment per move.
    pub p2_increment_ms: Option<u64>,
    /// `movetime`: the time for this move.
    pub move_time_ms: Option<u64>,
    /// `depth`: the depth in plies.
    pub depth: Option<u32>,
    /// `nodes`: the number of nodes.
    pub nodes: Option<u64>,
    /// `infinite`: until `stop`.
    pub infinite: bool,
}

/// A question about the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameQuery {
    /// `gameover`: has the game ended?
    GameOver,
    /// `p1turn`: is Black to move?
    P1Turn,
    /// `result`: which side has won?
    Result,
}

impl FromStr for Command {
    type Err = LineError;

    fn from_str(line: &str) -> Result<Self, LineError> {
        let line = clean(line)?;
        let mut words = Words::new(&line);
        Ok(match words.next().unwrap_or_default() {
            "ugi" => Self::Ugi,
            "isready" => Self::IsReady,
            "uginewgame" => Self::UgiNewGame,
            "setoption" => {
                words.read_with("the word name", |word| (word == "name").then_some(()))?;
                let (name, stop) = words.until(&["value"])?;
                if name.as_str().is_empty() {
                    return Err(LineError::Missing { what: "the name of an option" });
                }
                Self::SetOption { name, value: stop.map(|_| words.rest().into()) }
            }
            "position" => Self::Position(read_position(&mut words)?),
            "go" => Self::Go(read_limits(&mut words)?),
            "stop" => Self::Stop,
            "query" => Self::Query(words.read_with("a question", |word| {
                GameQuery::ALL.into_iter().find(|query| query.name() == word)
            })?),
            "quit" => Self::Quit,
            _ => Self::Unknown(line.as_str().into()),
        })
    }
}

fn read_position(words: &mut Words<'_>) -> Result<PositionCommand, LineError> {
    let what = "startpos or fen";
    let first = words.need(what)?;
    let (board, stop) = words.until(&["moves"])?;
    let start = match first {
        "startpos" if board.as_str().is_empty() => None,
        "startpos" => return Err(LineError::wrong("the word moves", board.as_str())),
        "fen" => Some(board_text::parse(board.as_str())?),
        other => return Err(LineError::wrong(what, other)),
    };
    let words = words.rest().split_whitespace().filter(|_| stop.is_some());
    let read = |word| transcript::parse_move(word).ok_or_else(|| LineError::wrong("a move", word));
    let moves: Vec<Move> = words.map(read).collect::<Result<_, _>>()?;
    if moves.len() > MAX_MOVES {
        return Err(LineError::TooMany { what: "moves", count: moves.len() });
    }
    Ok(PositionCommand { start, moves })
}

fn read_limits(words: &mut Words<'_>) -> Result<GoLimits, LineError> {
    let mut limits = GoLimits::default();
    while let Some(word) = words.next() {
        let time = "a number of milliseconds";
        match word {
            "p1time" => limits.p1_time_ms = Some(words.read(time)?),
            "p2time" => limits.p2_time_ms = Some(words.read(time)?),
            "p1inc" => limits.p1_increment_ms = Some(words.read(time)?),
            "p2inc" => limits.p2_increment_ms = Some(words.read(time)?),
            "movetime" => limits.move_time_ms = Some(words.read(time)?),
            "depth" => limits.depth = Some(words.read("a depth")?),
            "nodes" => limits.nodes = Some(words.read("a number of nodes")?),
            "infinite" => limits.infinite = true,
            _ => {}
        }
    }
    Ok(limits)
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ugi => f.write_str("ugi"),
            Self::IsReady => f.write_str("isready"),
            Self::UgiNewGame => f.write_str("uginewgame"),
            Self::SetOption { name, value: None } => write!(f, "setoption name {name}"),
            Self::SetOption { name, value: Some(value) } => {
                f.write_str(format!("setoption name {name} value {value}").trim_end())
            }
            Self::Position(position) => write!(f, "position {position}"),
            Self::Go(limits) => write!(f, "{limits}"),
            Self::Stop => f.write_str("stop"),
            Self::Query(query) => write!(f, "query {}", query.name()),
            Self::Quit => f.write_str("quit"),
            Self::Unknown(line) => write!(f, "{line}"),
        }
    }
}

impl fmt::Display for PositionCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.start {
            None => f.write_str("startpos")?,
            Some(start) => write!(f, "fen {}", board_text::write(start))?,
        }
        if !self.moves.is_empty() {
            f.write_str(" moves")?;
        }
        self.moves.iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}

/// The line `go …`.
impl fmt::Display for GoLimits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        for (name, number) in [
            ("p1time", self.p1_time_ms),
            ("p2time", self.p2_time_ms),
            ("p1inc", self.p1_increment_ms),
            ("p2inc", self.p2_increment_ms),
            ("movetime", self.move_time_ms),
            ("depth", self.depth.map(u64::from)),
            ("nodes", self.nodes),
        ] {
            if let Some(number) = number {
                write!(f, " {name} {number}")?;
            }
        }
        f.write_str(if self.infinite { " infinite" } else { "" })
    }
}

impl GameQuery {
    const ALL: [Self; 3] = [Self::GameOver, Self::P1Turn, Self::Result];

    const fn name(self) -> &'static str {
        match self {
            Self::GameOver => "gameover",
            Self::P1Turn => "p1turn",
            Self::Result => "result",
        }
    }
}
