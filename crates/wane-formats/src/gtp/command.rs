//! The commands of GTP in one table, and the types of their arguments.

use std::fmt;

use wane_board::{AnyPosition, Colour, Move, Objective};

use crate::line::{LineError, Text, Word, Words};
use crate::record::{variant_name, variant_named};
use crate::{board_text, ggf, transcript};

/// Generates the enum of commands, their names, the reader and the writer from the table.
macro_rules! commands {
    ($(
        $(#[$doc:meta])*
        $name:literal => $variant:ident $({ $($(#[$field_doc:meta])* $field:ident: $kind:ty),* })?,
    )*) => {
        /// A command.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Command {
            $($(#[$doc])* $variant $({ $($(#[$field_doc])* $field: $kind),* })?,)*
            /// Any other line, whose response is `? unknown command`.
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
    /// List the commands that the engine knows, one per line.
    "list_commands" => ListCommands,
    /// End the session.
    "quit" => Quit,
    /// Play on a board of this size.
    "boardsize" => BoardSize {
        /// The number of rows.
        rows: u32
    },
    /// Set up the start position.
    "clear_board" => ClearBoard,
    /// Has no meaning in this game.
    "komi" => Komi {
        /// As written.
        komi: Word
    },
    /// Play a move.
    "play" => Play {
        /// The side that moves.
        colour: Colour,
        /// The move.
        mv: Move
    },
    /// Choose a move and play it.
    "genmove" => GenMove {
        /// The side to choose for.
        colour: Colour
    },
    /// Take back a move.
    "undo" => Undo,
    /// Set the time control.
    "time_settings" => TimeSettings {
        /// The main time for the whole game.
        main: Seconds,
        /// The time of a byo-yomi period, after the main time.
        byo_yomi: Seconds,
        /// The number of moves in a byo-yomi period.
        stones: u32
    },
    /// Set the time left on a clock.
    "time_left" => TimeLeft {
        /// The side whose clock it is.
        colour: Colour,
        /// The time left.
        time: Seconds,
        /// The number of moves for that time, or 0 for the whole game.
        stones: u32
    },
    /// Choose a move without playing it.
    "reg_genmove" => RegGenMove {
        /// The side to choose for.
        colour: Colour
    },
    /// Set up a position of a recorded game.
    "loadsgf" => LoadSgf {
        /// The name of the file.
        file: Word,
        /// The position before this move, or the last position if omitted.
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
    /// The winner and score, see [`FinalScore`](super::FinalScore).
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
    /// Set the objective.
    "wane-variant" => Variant {
        /// `anti` or `standard`.
        objective: Objective
    },
    /// Set up a position.
    "wane-setboard" => SetBoard {
        /// In the format of [`board_text`].
        position: AnyPosition
    },
    /// Set the playing strength.
    "wane-level" => Level {
        /// The level.
        level: u32
    },
    /// Set the limit of a search.
    "wane-limits" => Limits {
        /// The limit.
        limit: Limit
    },
    /// Set the time control, without the ambiguity of `time_settings`.
    "wane-time_control" => SetTimeControl {
        /// The time control.
        control: ClockSetting
    },
    /// Evaluate the best moves, see [`AnalysedMove`](super::AnalysedMove).
    "wane-analyze" => Analyze {
        /// The side to move.
        colour: Colour,
        /// The number of moves.
        count: u32
    },
    /// The legal moves.
    "wane-legal" => Legal,
    /// Clear the transposition table.
    "wane-clear_hash" => ClearHash,
}

/// A time, written in seconds; without decimals if possible, since GTP has only whole seconds.
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

/// The limit of a search: `depth N`, `nodes N` or `movetime MS`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// The depth in plies.
    Depth(u32),
    /// The number of nodes.
    Nodes(u64),
    /// The time.
    MoveTime {
        /// Milliseconds per move.
        ms: u64,
    },
}

/// The time control of a game: `fischer MAIN INCREMENT` or `permove TIME`, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockSetting {
    /// A main time and an increment.
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

/// Reads `black` or `white`, or their first letters, in lower or upper case.
#[must_use]
pub fn read_colour(text: &str) -> Option<Colour> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Colour::Black),
        "w" | "white" => Some(Colour::White),
        _ => None,
    }
}

/// A type of argument.
trait Argument: Sized {
    fn read(words: &mut Words<'_>) -> Result<Self, LineError>;
    /// The canonical form; empty for an omitted argument.
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
