//! The commands of GTP, in one table, and the kinds of arguments that they take.

use std::fmt;

use wane_board::{AnyPosition, Colour, Move, Objective};

use crate::line::{LineError, Text, Word, Words};
use crate::record::{variant_name, variant_named};
use crate::{board_text, ggf, transcript};

/// Makes of the table the commands, their names, and how they are read and written.
macro_rules! commands {
    ($(
        $(#[$doc:meta])*
        $name:literal => $variant:ident $({ $($(#[$field_doc:meta])* $field:ident: $kind:ty),* })?,
    )*) => {
        /// A command.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Command {
            $($(#[$doc])* $variant $({ $($(#[$field_doc])* $field: $kind),* })?,)*
            /// Any other line, which is answered with `? unknown command`.
            Unknown(Text),
        }

        /// The names of the commands, in the order of the table.
        pub const COMMANDS: &[&str] = &[$($name),*];

        impl Command {
            /// Reads a command from its name and arguments.
            pub(super) fn read(mut words: Words<'_>) -> Result<Self, LineError> {
                let line = words.rest();
                match words.next().unwrap_or_default() {
                    $($name => {
                        Ok(Self::$variant $({ $($field: Argument::read(&mut words)?),* })?)
                    })*
                    _ => Ok(Self::Unknown(line.into())),
                }
            }
        }

        impl fmt::Display for Command {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$variant $({ $($field),* })? => {
                        f.write_str($name)?;
                        $($(write_argument(f, $field)?;)*)?
                        Ok(())
                    })*
                    Self::Unknown(line) => write!(f, "{line}"),
                }
            }
        }
    };
}

commands! {
    /// The version of the protocol: 2.
    "protocol_version" => ProtocolVersion,
    /// The name of the engine.
    "name" => Name,
    /// The version of the engine.
    "version" => Version,
    /// Whether the engine knows a command.
    "known_command" => KnownCommand {
        /// Its name.
        name: Word
    },
    /// All commands that the engine knows, one a line.
    "list_commands" => ListCommands,
    /// End the session.
    "quit" => Quit,
    /// Play on a board of this size.
    "boardsize" => BoardSize {
        /// How many rows.
        rows: u32
    },
    /// Go to the start position.
    "clear_board" => ClearBoard,
    /// Means nothing in this game.
    "komi" => Komi {
        /// As it was written.
        komi: Word
    },
    /// Play a move.
    "play" => Play {
        /// Whose move.
        colour: Colour,
        /// The move.
        mv: Move
    },
    /// Choose a move and play it.
    "genmove" => GenMove {
        /// For whom.
        colour: Colour
    },
    /// Take back a move.
    "undo" => Undo,
    /// The clocks from now on.
    "time_settings" => TimeSettings {
        /// For the whole game.
        main: Seconds,
        /// For each so many moves after that.
        byo_yomi: Seconds,
        /// So many moves.
        stones: u32
    },
    /// What a clock shows.
    "time_left" => TimeLeft {
        /// Whose clock.
        colour: Colour,
        /// What is left.
        time: Seconds,
        /// For so many moves, or 0 for the whole game.
        stones: u32
    },
    /// Choose a move and do not play it.
    "reg_genmove" => RegGenMove {
        /// For whom.
        colour: Colour
    },
    /// Go to a position of a recorded game.
    "loadsgf" => LoadSgf {
        /// The name of the file.
        file: Word,
        /// Before this move; the last position if left out.
        number: Option<u32>
    },
    /// Draw the board.
    "showboard" => ShowBoard,
    /// Choose one of the games that the engine plays.
    "set_game" => SetGame {
        /// Its name.
        name: Word
    },
    /// The games that the engine plays.
    "list_games" => ListGames,
    /// Who has won, see [`FinalScore`](super::FinalScore).
    "final_score" => FinalScore,
    /// The name of the game for GoGui.
    "gogui-rules_game_id" => GoguiGameId,
    /// The board for GoGui.
    "gogui-rules_board" => GoguiBoard,
    /// The size of the board for GoGui.
    "gogui-rules_board_size" => GoguiBoardSize,
    /// The legal moves for GoGui.
    "gogui-rules_legal_moves" => GoguiLegalMoves,
    /// The side to move for GoGui.
    "gogui-rules_side_to_move" => GoguiSideToMove,
    /// The result in words for GoGui.
    "gogui-rules_final_result" => GoguiFinalResult,
    /// What is played for.
    "wane-variant" => Variant {
        /// `anti` or `standard`.
        objective: Objective
    },
    /// Go to a position.
    "wane-setboard" => SetBoard {
        /// As [`board_text`] has it.
        position: AnyPosition
    },
    /// How strong to play.
    "wane-level" => Level {
        /// The level.
        level: u32
    },
    /// How long to search.
    "wane-limits" => Limits {
        /// The limit.
        limit: Limit
    },
    /// The clocks from now on, without the doubts of `time_settings`.
    "wane-time_control" => SetTimeControl {
        /// The clocks.
        control: ClockSetting
    },
    /// Evaluate the best moves, see [`AnalysedMove`](super::AnalysedMove).
    "wane-analyze" => Analyze {
        /// For whom.
        colour: Colour,
        /// How many moves.
        count: u32
    },
    /// The legal moves.
    "wane-legal" => Legal,
    /// Forget what was searched.
    "wane-clear_hash" => ClearHash,
}

/// A time, written in seconds: whole ones where it can be, since GTP has no others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seconds {
    /// In milliseconds.
    pub ms: u64,
}

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.ms / 1000, self.ms % 1000) {
            (seconds, 0) => write!(f, "{seconds}"),
            _ => f.write_str(&ggf::write_seconds(self.ms)),
        }
    }
}

/// How long to search: `depth N`, `nodes N` or `movetime MS`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// So many moves deep.
    Depth(u32),
    /// So many positions.
    Nodes(u64),
    /// So long.
    MoveTime {
        /// For each move.
        ms: u64,
    },
}

/// The clocks of a game: `fischer MAIN INCREMENT` or `permove TIME`, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockSetting {
    /// A time for the game, and more with each move.
    Fischer {
        /// For the whole game.
        main: Seconds,
        /// Added after each move.
        increment: Seconds,
    },
    /// The same time for each move.
    PerMove {
        /// For each move.
        time: Seconds,
    },
}

/// `black` or `white`, or their first letters, in either case.
#[must_use]
pub fn read_colour(text: &str) -> Option<Colour> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Colour::Black),
        "w" | "white" => Some(Colour::White),
        _ => None,
    }
}

/// A kind of argument.
trait Argument: Sized {
    fn read(words: &mut Words<'_>) -> Result<Self, LineError>;
    /// The canonical form; empty for what is left out.
    fn text(&self) -> String;
}

fn write_argument(f: &mut fmt::Formatter<'_>, argument: &impl Argument) -> fmt::Result {
    let text = argument.text();
    if text.is_empty() { Ok(()) } else { write!(f, " {text}") }
}

impl Argument for u32 {
    fn read(words: &mut Words<'_>) -> Result<Self, LineError> {
        words.read("a whole number")
    }

    fn text(&self) -> String {
        self.to_string()
    }
}

impl Argument for Option<u32> {
    fn read(words: &mut Words<'_>) -> Result<Self, LineError> {
        if words.rest().is_empty() { Ok(None) } else { u32::read(words).map(Some) }
    }

    fn text(&self) -> String {
        self.map(|number| number.text()).unwrap_or_default()
    }
}

impl Argument for Word {
    fn read(words: &mut Words<'_>) -> Result<Self, LineError> {
        words.read("one short word")
    }

    fn text(&self) -> String {
        self.to_string()
    }
}

impl Argument for Colour {
    fn read(words: &mut Words<'_>) -> Result<Self, LineError> {
        words.read_with("a colour", read_colour)
    }

    fn text(&self) -> String {
        self.to_string()
    }
}

impl Argument for Move {
    fn read(words: &mut Words<'_>) -> Result<Self, LineError> {
        words.read_with("a vertex", transcript::parse_move)
    }

    fn text(&self) -> String {
        self.to_string()
    }
}

impl Argument for Seconds {
    fn read(words: &mut Words<'_>) -> Result<Self, LineError> {
        let ms = words.read_with("a time in seconds", ggf::read_time)?;
        Ok(Self { ms })
    }

    fn text(&self) -> String {
        self.to_string()
    }
}

impl Argument for Objective {
    fn read(words: &mut Words<'_>) -> Result<Self, LineError> {
        words.read_with("a variant", variant_named)
    }

    fn text(&self) -> String {
        variant_name(*self).into()
    }
}

impl Argument for AnyPosition {
    fn read(words: &mut Words<'_>) -> Result<Self, LineError> {
        Ok(board_text::parse(words.rest())?)
    }

    fn text(&self) -> String {
        board_text::write(self)
    }
}

impl Argument for Limit {
    fn read(words: &mut Words<'_>) -> Result<Self, LineError> {
        let what = "a limit";
        match words.need(what)? {
            "depth" => Ok(Self::Depth(words.read("a depth")?)),
            "nodes" => Ok(Self::Nodes(words.read("a number of nodes")?)),
            "movetime" => Ok(Self::MoveTime { ms: words.read("a number of milliseconds")? }),
            other => Err(LineError::wrong(what, other)),
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Depth(depth) => format!("depth {depth}"),
            Self::Nodes(nodes) => format!("nodes {nodes}"),
            Self::MoveTime { ms } => format!("movetime {ms}"),
        }
    }
}

impl Argument for ClockSetting {
    fn read(words: &mut Words<'_>) -> Result<Self, LineError> {
        let what = "a time control";
        match words.need(what)? {
            "fischer" => Ok(Self::Fischer {
                main: Argument::read(words)?,
                increment: Argument::read(words)?,
            }),
            "permove" => Ok(Self::PerMove { time: Argument::read(words)? }),
            other => Err(LineError::wrong(what, other)),
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Fischer { main, increment } => format!("fischer {main} {increment}"),
            Self::PerMove { time } => format!("permove {time}"),
        }
    }
}
