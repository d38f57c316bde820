//! The lines between a referee and the host of a contest file, each a JSON object.
//!
//! ```text
//! referee                                                       host
//!                                                               {"is":"hello","v":2,"python":"3.11.7",…}
//! {"token":81,"do":"load"}                                      {"token":81,"is":"loaded"}
//! {"token":97,"do":"new","size":8,"colour":"black",…}           {"token":97,"is":"ready"}
//! {"token":12,"do":"warm","limit_ms":60000}                     {"token":12,"is":"warmed",…}
//! {"token":55,"do":"go","board":"---…--- X","limit_ms":5000}    {"token":55,"is":"choice","last":{"move":…},…}
//! ```
//!
//! The host sends `hello` when it has started, before it reads the file. Then every [`Command`] has one [`Reply`],
//! with the token of its [`Question`], which is random; the next question may be asked when it has come. A command
//! that cannot be executed is answered with `failed`, and the host continues. It ends with its input. Unknown
//! fields are ignored here, so that a newer host can say more.
//!
//! The host and the agent are one process, so these lines are what the agent says: a referee believes nothing in them
//! about time or memory, and takes only the candidates. The token shows that a line was written after its question.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use wane_board::{AnyPosition, Colour, Size, Square};
use wane_formats::board_text;
use wane_text::Foreign;

use super::{AgentError, CodeLine, HostFailure, MoveClock};

/// A line from the referee to the host.
///
/// ```
/// use wane_match::contest::line::{Command, Question};
///
/// let question: Question = r#"{"token":7,"do":"warm","limit_ms":60000}"#.parse()?;
/// assert_eq!(question, Question { token: 7, command: Command::Warm { limit_ms: 60_000 } });
/// # Ok::<(), wane_match::contest::line::NotALine>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// A number that the answer repeats.
    pub token: u64,
    /// What to do.
    #[serde(flatten)]
    pub command: Command,
}

/// A line from the host to the referee.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The number of the question; `hello` has none.
    #[serde(default)]
    pub token: Option<u64>,
    /// The answer itself.
    #[serde(flatten)]
    pub reply: Reply,
}

/// What a host is to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "CommandText", try_from = "CommandText")]
pub enum Command {
    /// Load the file. Answered with `loaded`.
    Load,
    /// A new game: construct an `AI`. Answered with `ready`. Only after `load`.
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
        /// The time that this limit is for.
        clock: MoveClock,
    },
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

/// An answer of a host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Reply {
    /// The host has started.
    Hello(Hello),
    /// The file is loaded.
    Loaded,
    /// The agent is ready for the game.
    Ready,
    /// The warm-up call has ended.
    Warmed {
        /// The exception that ended it, if there was one.
        raised: Option<AgentError>,
    },
    /// The choice of the agent.
    Choice(AgentChoice),
    /// The command cannot be executed.
    Failed {
        /// Why.
        why: HostFailure,
    },
}

/// The state of the host before it loads the agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// The version of these lines.
    pub v: u32,
    /// The version of Python.
    pub python: Foreign,
    /// numpy.
    pub numpy: Library,
    /// numba; not looked for unless the agent mentions it.
    pub numba: Library,
    /// In the sandbox: the version of Landlock that restricts the process, 0 if the kernel has none.
    #[serde(default)]
    pub landlock: Option<u32>,
}

/// A library that agents may use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Library {
    /// It is there, in this version.
    Version(Foreign),
    /// It cannot be imported.
    Missing(AgentError),
    /// It was not looked for.
    NotNeeded,
}

impl Library {
    /// Its version, if it is there.
    #[must_use]
    pub fn version(&self) -> Option<&Foreign> {
        match self {
            Self::Version(version) => Some(version),
            Self::Missing(_) | Self::NotNeeded => None,
        }
    }
}

/// The choice of an agent, and how `go` ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AgentChoice {
    /// The last candidate: at the limit, or when `go` returned or raised.
    pub last: Last,
    /// What was appended last, as Python has it.
    #[serde(default)]
    pub last_kind: CandidateKind,
    /// How many candidates there were.
    pub candidates: usize,
    /// The first of them that are pairs of whole numbers, as (row, column).
    #[serde(default)]
    pub listed: Vec<(i64, i64)>,
    /// The exception that ended `go` within the limit.
    #[serde(default)]
    pub raised: Option<AgentError>,
    /// The value that `go` returned, as Python shows it. The contest ignores it.
    #[serde(default)]
    pub returned: Option<Foreign>,
    /// The same, if it is a pair of whole numbers: (row, column).
    #[serde(default)]
    pub returned_move: Option<(i64, i64)>,
    /// The line of the agent at the limit, if it came to that.
    #[serde(default)]
    pub stopped_at: Option<CodeLine>,
    /// Whether the agent changed the board that it was given.
    #[serde(default)]
    pub changed_board: bool,
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
    /// There is no list: reading it raised this.
    NoList(AgentError),
    /// `candidate_list` is something else; as Python shows it.
    NotAList(Foreign),
    /// The candidate is no such pair; as Python shows it.
    NotAMove(Foreign),
}

/// What a candidate is in Python.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum CandidateKind {
    /// A pair of ints.
    Ints,
    /// A pair of numbers, one of them a float at least. Those without a fraction are taken for ints.
    Floats,
    /// One number.
    Number,
    /// A text.
    Text,
    /// `None`.
    Nothing,
    /// More or fewer than two things.
    Length,
    /// Anything else.
    #[default]
    #[serde(other)]
    Other,
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

impl FromStr for Question {
    type Err = NotALine;

    fn from_str(line: &str) -> Result<Self, NotALine> {
        serde_json::from_str(line).map_err(|error| NotALine { text: error.to_string() })
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).expect("every key is a string"))
    }
}

impl FromStr for Answer {
    type Err = NotALine;

    fn from_str(line: &str) -> Result<Self, NotALine> {
        serde_json::from_str(line).map_err(|error| NotALine { text: error.to_string() })
    }
}

impl fmt::Display for Answer {
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
    Load,
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
        #[serde(default)]
        clock: MoveClock,
    },
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
            Command::Load => Self::Load,
            Command::New { size, colour, time_out_ms, board } => {
                Self::New { size: size.rows(), colour, time_out_ms, board }
            }
            Command::Warm { limit_ms } => Self::Warm { limit_ms },
            Command::Go { position, limit_ms, clock } => {
                Self::Go { board: board_text::write(&position), limit_ms, clock }
            }
        }
    }
}

impl TryFrom<CommandText> for Command {
    type Error = String;

    fn try_from(text: CommandText) -> Result<Self, String> {
        Ok(match text {
            CommandText::Load => Self::Load,
            CommandText::New { size, colour, time_out_ms, board } => {
                let size = Size::try_from(size).map_err(|error| error.to_string())?;
                Self::New { size, colour, time_out_ms, board }
            }
            CommandText::Warm { limit_ms } => Self::Warm { limit_ms },
            CommandText::Go { board, limit_ms, clock } => {
                let position = board_text::parse(&board).map_err(|error| error.to_string())?;
                Self::Go { position, limit_ms, clock }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Callee;
    use super::*;

    #[test]
    fn questions_read_back_from_their_lines() {
        let board = BoardKind::Lists;
        for (command, line) in [
            (Command::Load, r#"{"token":5,"do":"load"}"#),
            (
                Command::New { size: Size::Six, colour: Colour::White, time_out_ms: 500, board },
                r#"{"token":5,"do":"new","size":6,"colour":"white","time_out_ms":500,"board":"lists"}"#,
            ),
            (Command::Warm { limit_ms: 7 }, r#"{"token":5,"do":"warm","limit_ms":7}"#),
            (
                Command::Go {
                    position: AnyPosition::start(Size::Four),
                    limit_ms: 5000,
                    clock: MoveClock::Cpu,
                },
                r#"{"token":5,"do":"go","board":"-----OX--XO----- X","limit_ms":5000,"clock":"cpu"}"#,
            ),
        ] {
            let question = Question { token: 5, command };
            assert_eq!(question.to_string(), line);
            assert_eq!(line.parse(), Ok(question));
        }
    }

    #[test]
    fn answers_read_back_from_their_lines() {
        let error = AgentError {
            name: "OSError".into(),
            text: "a \"b\"".into(),
            place: Some(CodeLine { file: "agent.py".into(), line: 3 }),
            errno: Some(30),
            traceback: "Traceback\n".into(),
        };
        let choice = |last| {
            Reply::Choice(AgentChoice {
                last,
                last_kind: CandidateKind::Length,
                candidates: 3,
                listed: vec![(2, 3), (-1, 9)],
                raised: Some(error.clone()),
                returned: Some("(2, 3)".into()),
                returned_move: Some((2, 3)),
                stopped_at: error.place.clone(),
                changed_board: true,
            })
        };
        let failed = |why| Reply::Failed { why };
        let numpy = Library::Version("2.4.6".into());
        let numba = Library::Missing(error.clone());
        let (takes, gives) = ("()".into(), "(chessboard)".into());
        for reply in [
            Reply::Hello(Hello { v: 2, python: "3.11.7".into(), numpy, numba, landlock: Some(7) }),
            Reply::Loaded,
            Reply::Ready,
            Reply::Warmed { raised: None },
            choice(Last::Move { row: -1, column: 9 }),
            choice(Last::None),
            choice(Last::NoList(error.clone())),
            choice(Last::NotAList("None".into())),
            choice(Last::NotAMove("'a1'".into())),
            failed(HostFailure::NoClass),
            failed(HostFailure::Parameters { of: Callee::Go, takes, gives }),
            failed(HostFailure::LoadingRaised { error: error.clone() }),
        ] {
            for token in [None, Some(u64::MAX)] {
                let answer = Answer { token, reply: reply.clone() };
                let line = answer.to_string();
                assert!(!line.contains('\n'), "{line}");
                assert_eq!(line.parse(), Ok(answer));
            }
        }
    }

    #[test]
    fn only_a_library_that_is_there_has_a_version() {
        let read = |text: &str| serde_json::from_str::<Library>(text).unwrap();
        assert_eq!(read(r#"{"version":"2.4.6"}"#).version(), Some(&"2.4.6".into()));
        let missing = r#"{"missing":{"name":"ImportError","text":""}}"#;
        for library in [missing, r#""not-needed""#] {
            assert_eq!(read(library).version(), None, "{library}");
        }
    }

    #[test]
    fn fields_that_are_not_known_are_ignored() {
        let line = r#"{"token":3,"is":"ready","more":[1,{}]}"#;
        assert_eq!(line.parse(), Ok(Answer { token: Some(3), reply: Reply::Ready }));
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
            r#"{"token":-1,"is":"ready"}"#,
            r#"{"token":1.5,"is":"ready"}"#,
            r#"{"token":18446744073709551616,"is":"ready"}"#,
            r#"{"is":"failed"}"#,
            r#"{"is":"choice","last":{"move":{"row":0.5,"column":0}},"candidates":1}"#,
        ] {
            assert!(line.parse::<Answer>().is_err(), "{line}");
        }
        for line in [
            r#"{"do":"load"}"#,
            r#"{"token":1,"do":"new","size":5,"colour":"black","time_out_ms":1,"board":"array"}"#,
            r#"{"token":1,"do":"new","size":8,"colour":"red","time_out_ms":1,"board":"array"}"#,
            r#"{"token":1,"do":"go","board":"-- X","limit_ms":1}"#,
            r#"{"token":1,"do":"go","board":"-----OX--XO----- X","limit_ms":-1}"#,
        ] {
            assert!(line.parse::<Question>().is_err(), "{line}");
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
