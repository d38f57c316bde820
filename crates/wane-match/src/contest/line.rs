//! The lines between a referee and the host of a contest file, each a JSON object.
//!
//! ```text
//! referee                                                  host
//!                                                          {"is":"hello","v":1,"python":"3.11.7",…}
//! {"do":"new","size":8,"colour":"black","time_out_ms":5000,"board":"array"}
//!                                                          {"is":"ready"}
//! {"do":"warm","limit_ms":60000}                           {"is":"warmed","took_ms":812,…}
//! {"do":"go","board":"---…--- X","limit_ms":5000}          {"is":"choice","last":{"move":…},…}
//! {"do":"quit"}
//! ```
//!
//! The host sends `hello` when it has started, before it reads the file. Then every [`Command`] but
//! `quit` has one [`Reply`], and the next command may be sent when it has come. The first `new` loads
//! the agent. If a command cannot be executed, the answer is `error`, and the host continues. Unknown
//! fields are ignored here, so that a newer host can say more.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use wane_board::{AnyPosition, Colour, Size, Square};
use wane_formats::board_text;

/// A line from the referee to the host.
///
/// ```
/// use wane_match::contest::line::Command;
///
/// let command: Command = r#"{"do":"warm","limit_ms":60000}"#.parse()?;
/// assert_eq!(command, Command::Warm { limit_ms: 60_000 });
/// # Ok::<(), wane_match::contest::line::NotALine>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "CommandText", try_from = "CommandText")]
pub enum Command {
    /// A new game: load the file if that was not done, and construct an `AI`. Answered with `ready`.
    New {
        /// The size of the board.
        size: Size,
        /// The colour of the agent.
        colour: Colour,
        /// The time for a move that the agent is told, in seconds there.
        time_out_ms: u64,
        /// The type of the board that it is given.
        board: BoardKind,
    },
    /// Call `go` once on the start position, with an `AI` that is then dropped, so that code is compiled
    /// before the first move. Answered with `warmed`. Only after `new`.
    Warm {
        /// When to give up.
        limit_ms: u64,
    },
    /// Choose a move. Answered with `choice`. Only after `new`.
    Go {
        /// The position; the agent sees the discs alone.
        position: AnyPosition,
        /// When the agent is interrupted.
        limit_ms: u64,
    },
    /// End. Has no answer; the end of the input does the same.
    Quit,
}

/// The type of the board that an agent is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BoardKind {
    /// A numpy array, or lists if there is no numpy.
    #[default]
    Array,
    /// A list of rows, each a list of numbers.
    Lists,
}

/// A line from the host to the referee.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Reply {
    /// The host has started.
    Hello(Hello),
    /// The agent is ready for the game.
    Ready,
    /// The warm-up call has ended.
    Warmed {
        /// The problem of the agent in it, if there was one.
        remark: Option<String>,
        /// How long it took.
        took_ms: u64,
    },
    /// The choice of the agent.
    Choice(AgentChoice),
    /// The command cannot be executed: something is wrong with the file or with the command.
    Error {
        /// Why, for the author of the agent.
        text: String,
    },
}

/// The state of the host before it loads the agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// The version of these lines.
    pub v: u32,
    /// The version of Python.
    pub python: String,
    /// The version of numpy, if it is there.
    pub numpy: Option<String>,
    /// The version of numba, if it is there and the agent mentions it.
    pub numba: Option<String>,
    /// The resident memory with the libraries and without the agent; the agent is charged for what it uses
    /// beyond this. 0 if the system does not tell.
    pub resident_bytes: u64,
}

/// The choice of an agent, and how `go` ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentChoice {
    /// The last candidate: at the limit, or when `go` returned or raised.
    pub last: Last,
    /// How many candidates there were.
    pub candidates: usize,
    /// The first of them that are pairs of whole numbers, as (row, column).
    #[serde(default)]
    pub listed: Vec<(i64, i64)>,
    /// Whether the limit came before the end of `go`.
    pub interrupted: bool,
    /// The exception that ended `go` within the limit: its type, its text, and where.
    pub raised: Option<String>,
    /// The value that `go` returned, as Python shows it. The contest ignores it.
    #[serde(default)]
    pub returned: Option<String>,
    /// Whether the agent changed the board that it was given.
    #[serde(default)]
    pub changed_board: bool,
    /// How long it took, as the host saw it.
    pub took_ms: u64,
}

/// The last element of a list of candidates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Last {
    /// A pair of whole numbers, which need not be on the board.
    Move {
        /// The first of them, from 0.
        row: i64,
        /// The second of them, from 0.
        column: i64,
    },
    /// The list is empty.
    None,
    /// Not such a pair, or there is no list; as Python shows it.
    Bad(String),
}

impl Last {
    /// The square of a move, if a board of this size has it.
    #[must_use]
    pub fn square(&self, size: Size) -> Option<Square> {
        let &Self::Move { row, column } = self else {
            return None;
        };
        let square = Square::at(u8::try_from(column).ok()?, u8::try_from(row).ok()?)?;
        size.squares().contains(square).then_some(square)
    }
}

impl FromStr for Command {
    type Err = NotALine;

    fn from_str(line: &str) -> Result<Self, NotALine> {
        serde_json::from_str(line).map_err(|error| NotALine { text: error.to_string() })
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).expect("every key is a string"))
    }
}

impl FromStr for Reply {
    type Err = NotALine;

    fn from_str(line: &str) -> Result<Self, NotALine> {
        serde_json::from_str(line).map_err(|error| NotALine { text: error.to_string() })
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).expect("every key is a string"))
    }
}

/// A line is neither a command nor an answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("not a line of a contest host: {text}")]
pub struct NotALine {
    text: String,
}

/// A command as it is written.
#[derive(Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
enum CommandText {
    New {
        size: usize,
        #[serde(with = "ColourText")]
        colour: Colour,
        time_out_ms: u64,
        board: BoardKind,
    },
    Warm {
        limit_ms: u64,
    },
    Go {
        board: String,
        limit_ms: u64,
    },
    Quit,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Colour", rename_all = "kebab-case")]
enum ColourText {
    Black,
    White,
}

impl From<Command> for CommandText {
    fn from(command: Command) -> Self {
        match command {
            Command::New { size, colour, time_out_ms, board } => {
                Self::New { size: size.rows(), colour, time_out_ms, board }
            }
            Command::Warm { limit_ms } => Self::Warm { limit_ms },
            Command::Go { position, limit_ms } => {
                Self::Go { board: board_text::write(&position), limit_ms }
            }
            Command::Quit => Self::Quit,
        }
    }
}

impl TryFrom<CommandText> for Command {
    type Error = String;

    fn try_from(text: CommandText) -> Result<Self, String> {
        Ok(match text {
            CommandText::New { size, colour, time_out_ms, board } => {
                let size = Size::try_from(size).map_err(|error| error.to_string())?;
                Self::New { size, colour, time_out_ms, board }
            }
            CommandText::Warm { limit_ms } => Self::Warm { limit_ms },
            CommandText::Go { board, limit_ms } => {
                let position = board_text::parse(&board).map_err(|error| error.to_string())?;
                Self::Go { position, limit_ms }
            }
            CommandText::Quit => Self::Quit,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_read_back_from_their_lines() {
        let board = BoardKind::Lists;
        for (command, line) in [
            (
                Command::New { size: Size::Six, colour: Colour::White, time_out_ms: 500, board },
                r#"{"do":"new","size":6,"colour":"white","time_out_ms":500,"board":"lists"}"#,
            ),
            (Command::Warm { limit_ms: 7 }, r#"{"do":"warm","limit_ms":7}"#),
            (
                Command::Go { position: AnyPosition::start(Size::Four), limit_ms: 5000 },
                r#"{"do":"go","board":"-----OX--XO----- X","limit_ms":5000}"#,
            ),
            (Command::Quit, r#"{"do":"quit"}"#),
        ] {
            assert_eq!(command.to_string(), line);
            assert_eq!(line.parse(), Ok(command));
        }
    }

    #[test]
    fn answers_read_back_from_their_lines() {
        let choice = |last| {
            Reply::Choice(AgentChoice {
                last,
                candidates: 3,
                listed: vec![(2, 3), (-1, 9)],
                interrupted: false,
                raised: Some("ValueError: a \"b\"\n".into()),
                returned: Some("(2, 3)".into()),
                changed_board: true,
                took_ms: 12,
            })
        };
        for answer in [
            Reply::Hello(Hello {
                v: 1,
                python: "3.11.7".into(),
                numpy: Some("2.4.6".into()),
                numba: None,
                resident_bytes: 30_392_320,
            }),
            Reply::Ready,
            Reply::Warmed { remark: None, took_ms: 3 },
            choice(Last::Move { row: -1, column: 9 }),
            choice(Last::None),
            choice(Last::Bad("'a1'".into())),
            Reply::Error { text: "the file has no class AI".into() },
        ] {
            let line = answer.to_string();
            assert!(!line.contains('\n'), "{line}");
            assert_eq!(line.parse(), Ok(answer));
        }
    }

    #[test]
    fn fields_that_are_not_known_are_ignored() {
        assert_eq!(r#"{"is":"ready","more":[1,{}]}"#.parse(), Ok(Reply::Ready));
    }

    #[test]
    fn other_lines_are_refused() {
        for line in [
            "",
            "ready",
            "{}",
            "[]",
            r#"{"is":"here"}"#,
            r#"{"is":"ready"} {"is":"ready"}"#,
            r#"{"is":"error"}"#,
            r#"{"is":"choice","last":{"move":{"row":0.5,"column":0}},"candidates":1,"interrupted":false,"raised":null,"took_ms":0}"#,
        ] {
            assert!(line.parse::<Reply>().is_err(), "{line}");
        }
        for line in [
            r#"{"do":"new","size":5,"colour":"black","time_out_ms":1,"board":"array"}"#,
            r#"{"do":"new","size":8,"colour":"red","time_out_ms":1,"board":"array"}"#,
            r#"{"do":"go","board":"-- X","limit_ms":1}"#,
            r#"{"do":"go","board":"-----OX--XO----- X","limit_ms":-1}"#,
        ] {
            assert!(line.parse::<Command>().is_err(), "{line}");
        }
    }

    #[test]
    fn a_move_is_a_square_only_on_the_board() {
        let last = |row, column| Last::Move { row, column };
        assert_eq!(last(1, 2).square(Size::Four), Square::at(2, 1));
        for (row, column, size) in
            [(-1, 0, Size::Eight), (0, 8, Size::Eight), (4, 0, Size::Four), (0, 256, Size::Eight)]
        {
            assert_eq!(last(row, column).square(size), None, "{row} {column}");
        }
        assert_eq!(Last::None.square(Size::Eight), None);
    }
}
