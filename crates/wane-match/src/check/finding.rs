//! [`Finding`]: a problem with an agent, as a code with fields. Programs act on the codes; the text for people
//! is made where it is shown.

use std::time::Duration;

use serde::Serialize;
use wane_board::{AnyGame, Bitboard, Colour, Square};
use wane_text::Foreign;

use super::{Check, CheckVerdict, json};
use crate::FaultKind;
use crate::contest::CodeLine;
use crate::contest::line::CandidateKind;

/// A problem that the author of an agent should know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Finding {
    /// The problem.
    #[serde(flatten)]
    pub issue: Issue,
    /// How bad it is; [`CheckVerdict::Passed`] is only a remark.
    pub verdict: CheckVerdict,
    /// Why it happened, as far as that can be told.
    pub cause: Option<Cause>,
    /// Which question it was about.
    pub place: Option<FindingPlace>,
    /// The line of the agent's code, if it is known.
    pub line: Option<CodeLine>,
    /// How often the same problem was seen.
    pub times: usize,
    /// The game up to the question, if the board should be shown.
    #[serde(rename = "board", serialize_with = "json::board")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub game: Option<AnyGame>,
}

/// A problem with an agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "code", rename_all = "kebab-case")]
pub enum Issue {
    /// The file or the program cannot be loaded.
    NotLoaded {
        /// The error.
        detail: Foreign,
    },
    /// Loading takes long.
    SlowLoading {
        /// How long it took.
        #[serde(rename = "seconds", serialize_with = "json::seconds")]
        #[cfg_attr(feature = "schema", schemars(with = "f64"))]
        time: Duration,
    },
    /// The rules do not allow the move.
    IllegalMove {
        /// The square.
        #[serde(serialize_with = "json::name")]
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        square: Square,
        /// Whether there is a disc on the square already; otherwise the move flips nothing.
        is_occupied: bool,
        /// The legal moves.
        #[serde(serialize_with = "json::squares")]
        #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
        legal: Bitboard,
    },
    /// It moved where it must pass.
    MustPass {
        /// The square.
        #[serde(serialize_with = "json::name")]
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        square: Square,
        /// Whether the candidate is left over from the move before.
        is_left_over: bool,
    },
    /// It passed where it has a legal move.
    MustMove {
        /// The legal moves.
        #[serde(serialize_with = "json::squares")]
        #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
        legal: Bitboard,
    },
    /// The move is not on the board.
    OffBoard {
        /// The row, from 0.
        row: i64,
        /// The column, from 0.
        column: i64,
        /// The number of rows, and of columns.
        rows: usize,
    },
    /// The candidate list is empty where there is a legal move.
    NoCandidate {
        /// Whether the limit came before the end of `go`.
        is_interrupted: bool,
        /// The value that `go` returned, as Python shows it.
        returned: Option<Foreign>,
        /// The legal moves.
        #[serde(serialize_with = "json::squares")]
        #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
        legal: Bitboard,
    },
    /// The agent has no candidate list.
    NoCandidateList {
        /// The error.
        detail: Foreign,
    },
    /// The candidate list is not a list.
    NotAList {
        /// What it is, as Python shows it.
        shown: Foreign,
    },
    /// The last candidate is not a pair of whole numbers.
    NotAMove {
        /// The candidate, as Python shows it.
        shown: Foreign,
        /// What it is instead.
        kind: CandidateKind,
    },
    /// The last candidate is a pair of floats. This referee takes them for whole numbers; as indices they raise.
    FloatCandidate {
        /// The row, from 0.
        row: i64,
        /// The column, from 0.
        column: i64,
    },
    /// `go` returns a move that is not the last candidate; nobody looks at what it returns.
    IgnoredReturn {
        /// The move that it returned.
        #[serde(serialize_with = "json::name")]
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        returned: Square,
        /// The last candidate.
        #[serde(serialize_with = "json::name")]
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        counts: Square,
    },
    /// The choice is put at the beginning of the candidate list, where it does not count.
    InsertedFirst {
        /// The first candidate.
        #[serde(serialize_with = "json::name")]
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        first: Square,
        /// The last candidate.
        #[serde(serialize_with = "json::name")]
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        counts: Square,
    },
    /// The candidate list is never more than the legal moves in order: nothing is chosen.
    NothingChosen {
        /// On how many boards.
        boards: usize,
    },
    /// `go` did not come to its end, and nothing was chosen until the limit.
    NeverEnds {
        /// On how many boards in a row.
        boards: usize,
    },
    /// `go` raised an exception.
    Exception {
        /// Its type, its text, and where.
        detail: Foreign,
    },
    /// The agent made another fault that loses a game.
    Fault {
        /// The kind of fault.
        kind: FaultKind,
        /// What exactly happened.
        detail: Foreign,
    },
    /// A candidate that is not the last one is illegal.
    IllegalCandidate {
        /// The row, from 0.
        row: i64,
        /// The column, from 0.
        column: i64,
    },
    /// Legal moves are missing in the candidate list.
    MissingCandidates {
        /// How many are missing.
        missing: usize,
        /// The number of legal moves.
        legal: usize,
        /// On how many boards some are missing.
        boards: usize,
        /// The number of boards with a list.
        all_boards: usize,
    },
    /// The candidate list still held moves from before.
    StaleCandidates {
        /// At which move of a game, from 1.
        move_number: usize,
    },
    /// The agent changed the board that it was given.
    ChangedBoard,
    /// `go` raised an exception, which the rules of the match forgive.
    ForgivenException {
        /// Its type, its text, and where.
        detail: Foreign,
    },
    /// The agent prints.
    Prints {
        /// How much.
        bytes: usize,
        /// The last line of it.
        last_line: Foreign,
    },
    /// The agent was interrupted at the limit.
    Interrupted {
        /// On how many moves.
        moves: usize,
        /// The number of moves.
        all_moves: usize,
    },
    /// A move took nearly all its time.
    LongMove {
        /// How long it took.
        #[serde(rename = "seconds", serialize_with = "json::seconds")]
        #[cfg_attr(feature = "schema", schemars(with = "f64"))]
        time: Duration,
        /// The time for a move.
        #[serde(rename = "limit_seconds", serialize_with = "json::seconds")]
        #[cfg_attr(feature = "schema", schemars(with = "f64"))]
        limit: Duration,
    },
    /// The first move of a process takes much longer than the others.
    SlowFirstMove {
        /// How long it took.
        #[serde(rename = "seconds", serialize_with = "json::seconds")]
        #[cfg_attr(feature = "schema", schemars(with = "f64"))]
        time: Duration,
        /// The longest time of another move.
        #[serde(rename = "others_seconds", serialize_with = "json::seconds")]
        #[cfg_attr(feature = "schema", schemars(with = "f64"))]
        others: Duration,
    },
    /// A game took nearly all its time.
    LongGame {
        /// How long it took.
        #[serde(rename = "seconds", serialize_with = "json::seconds")]
        #[cfg_attr(feature = "schema", schemars(with = "f64"))]
        time: Duration,
        /// The time for a game.
        #[serde(rename = "limit_seconds", serialize_with = "json::seconds")]
        #[cfg_attr(feature = "schema", schemars(with = "f64"))]
        limit: Duration,
    },
    /// The agent took nearly all its memory, or more.
    MuchMemory {
        /// How much it took.
        bytes: u64,
        /// How much it may take.
        limit_bytes: u64,
    },
    /// The Python of this machine has no numpy, so boards are lists.
    NoNumpy,
    /// The agent was checked without a sandbox.
    NoSandbox,
}

/// Why a problem happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// Something is left from an earlier game: a new process does not have the problem.
    SharedState,
    /// It follows lines past the upper or the left edge of the board.
    PastTheEdge,
    /// It exchanges row and column.
    Transposed,
    /// It moves for the other side.
    OtherSide,
    /// It counts rows and columns from 1.
    OneBased,
    /// There was no legal move.
    NoLegalMove,
    /// It does not let the time limit interrupt it.
    CatchesTimeout,
    /// It was in the same lines each time: a loop that does not end.
    EndlessLoop,
    /// The sandbox does not let it write a file.
    FileWrite,
    /// A file is not there: the sandbox shows the folder only if it was named, and nothing outside of it.
    FileOutside,
    /// The sandbox does not let it use the network or start a program.
    NetworkOrProgram,
    /// Python cannot read the file.
    Syntax,
    /// A module is not there.
    MissingModule,
    /// numpy is not there, though the contest has it: that is not a mistake of the agent.
    NoNumpy,
    /// The file has no class `AI`.
    NoClass,
    /// `AI` takes other parameters.
    ConstructorParameters,
    /// There is no `go`, or it takes other parameters.
    GoParameters,
    /// Its code raised an exception.
    Exception,
}

/// Which question a finding is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "stage", rename_all = "kebab-case")]
pub enum FindingPlace {
    /// One of the ten boards.
    Board {
        /// Which one, from 1.
        number: usize,
        /// What is special about it.
        board: TestBoard,
    },
    /// One of the ten boards, asked again.
    Again {
        /// Which one, from 1.
        number: usize,
    },
    /// A single question.
    Asked,
    /// A game.
    Game {
        /// The side of the agent.
        #[serde(serialize_with = "json::name")]
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        side: Colour,
        /// Which move of the game, from 1.
        move_number: usize,
    },
}

/// What is special about each of the ten boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TestBoard {
    /// The start position.
    Start,
    /// White's first move.
    WhitesFirstMove,
    /// The middle of a game.
    Middle,
    /// Many legal moves.
    ManyMoves,
    /// A corner to take.
    Corner,
    /// Discs on opposite edges.
    OppositeEdges,
    /// Two legal moves near the end.
    TwoMoves,
    /// One legal move only.
    OneMove,
    /// No legal move.
    NoMove,
    /// One empty square.
    OneEmpty,
}

impl Finding {
    /// A finding without a place or a board.
    pub(super) fn new(verdict: CheckVerdict, issue: Issue) -> Self {
        Self { issue, verdict, cause: None, place: None, line: None, times: 1, game: None }
    }

    /// The same finding at a place.
    pub(super) fn at(self, place: FindingPlace) -> Self {
        Self { place: Some(place), ..self }
    }

    /// The same finding with the board at the end of a game.
    pub(super) fn on(self, game: &AnyGame) -> Self {
        Self { game: Some(game.clone()), ..self }
    }
}

impl FindingPlace {
    /// The check that asks the question.
    pub(super) fn check(self) -> Check {
        match self {
            Self::Board { .. } | Self::Again { .. } | Self::Asked => Check::Boards,
            Self::Game { .. } => Check::Games,
        }
    }
}
