//! Tasks and events as JSON.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use wane_board::{Bitboard, Move};
use wane_eval::Value;
use wane_formats::json::GameText;
use wane_search::{Budget, Certainty, Limits, Line, Question, Report};

use super::position::{ObjectiveName, PositionText, SideName, Within};
use crate::problem::Problem;
use crate::puzzle;
use crate::review::{Accuracy, MoveReview, Review};
use crate::rules::{read, read_game, read_player, read_size, read_squares, write};
use crate::task::{Event, Task};

/// A task that needs a search.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, ts(rename = "Task"))]
pub enum TaskText {
    /// Analyse a position, deeper and deeper.
    Analyse {
        /// The position.
        #[serde(flatten)]
        place: PositionText,
        /// When to stop; by default only when the score is exact.
        #[serde(default)]
        within: Within,
        /// For how many moves a value is wanted.
        #[serde(default = "one")]
        lines: usize,
        /// The moves that count, if not all of them do.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
        only: Vec<String>,
    },
    /// Choose the move of an opponent.
    Choose {
        /// The position.
        #[serde(flatten)]
        place: PositionText,
        /// A level from 1 to 20, or an agent of the gallery.
        player: String,
        /// When to stop; by default after a second.
        #[serde(default)]
        within: Within,
        /// The seed of random choices.
        #[serde(default)]
        #[cfg_attr(test, ts(type = "number"))]
        seed: u64,
    },
    /// Compare every move of a game with the best one, from the last to the first.
    Review {
        /// The game in the native format.
        game: Box<GameText>,
        /// When to stop with each position.
        #[serde(default)]
        within: Within,
    },
    /// Find a position with exactly one winning move.
    Puzzle {
        /// The rows of the board: 4, 6 or 8.
        size: usize,
        /// The objective.
        #[serde(default)]
        objective: ObjectiveName,
        /// The number of empty squares.
        empties: u32,
        /// The seed: another seed finds another puzzle.
        #[cfg_attr(test, ts(type = "number"))]
        seed: u64,
    },
}

const fn one() -> usize {
    1
}

/// A result of a task, or a part of one.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "tell", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, ts(rename = "Event"))]
pub enum EventText {
    /// The analysis of a position so far.
    Report(ReportText),
    /// The opponent's move.
    Chosen {
        /// A square, or `pass`.
        #[serde(rename = "move")]
        mv: String,
    },
    /// The review of a move.
    MoveReview(MoveReviewText),
    /// The summary of a review.
    Summary(Summary),
    /// A puzzle.
    Puzzle {
        /// The position.
        #[serde(flatten)]
        place: PositionText,
        /// The exact values of all moves, the best first.
        lines: Vec<LineText>,
    },
    /// The task cannot be done.
    Failed {
        /// Why.
        problem: Problem,
    },
}

/// The analysis of a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReportText {
    /// The search depth.
    pub depth: u32,
    /// The selectivity of Multi-ProbCut in percent; 0 for a full-width search.
    pub selectivity: u32,
    /// The best lines.
    pub lines: Vec<LineText>,
    /// The number of nodes.
    #[cfg_attr(test, ts(type = "number"))]
    pub nodes: u64,
    /// The time of the search.
    pub seconds: f64,
}

/// A move, its value, and its principal variation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LineText {
    /// The value in discs, for the side to move.
    pub score: f64,
    /// Whether the value is an exact score.
    pub exact: bool,
    /// Whether the outcome (win, loss or draw) is proved.
    pub wld: bool,
    /// The move: a square, or `pass`.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The principal variation, which begins with the move.
    pub pv: Vec<String>,
}

/// The review of one move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveReviewText {
    /// The number of the move, from 1, without passes.
    pub number: usize,
    /// The side that played it.
    pub side: SideName,
    /// The move.
    pub played: String,
    /// The discs that the move has lost.
    pub loss: f64,
    /// The best line of the position before it.
    #[serde(flatten)]
    pub best: LineText,
    /// The search depth.
    pub depth: u32,
}

/// The summary of a review.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Summary {
    /// The accuracy of Black.
    pub black: AccuracyText,
    /// The accuracy of White.
    pub white: AccuracyText,
    /// The numbers of the moves that lost most, the worst first.
    pub worst: Vec<usize>,
    /// The number of the move after which one side stays ahead.
    pub turn: Option<usize>,
    /// The value of the last position for Black, in discs.
    pub score: Option<f64>,
}

/// The accuracy of a side.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AccuracyText {
    /// The number of its moves.
    pub moves: i32,
    /// The number of moves that lost less than half a disc.
    pub good: i32,
    /// The percentage of good moves.
    pub percent: i32,
    /// The average loss of a move, in discs.
    pub average_loss: f64,
}

/// A value in discs, with two decimals.
#[must_use]
pub fn discs(value: Value) -> f64 {
    f64::from(value.centidiscs()) / 100.0
}

impl LineText {
    /// A line of a report with this certainty.
    #[must_use]
    pub fn new(line: &Line, certainty: Certainty) -> Self {
        let pv: Vec<String> = line.moves.iter().map(Move::to_string).collect();
        Self {
            score: discs(line.value),
            exact: certainty == Certainty::Exact,
            wld: certainty != Certainty::Heuristic,
            mv: pv.first().cloned(),
            pv,
        }
    }
}

impl TaskText {
    /// Reads the task.
    ///
    /// # Errors
    /// If a field has an invalid value.
    pub fn read(&self) -> Result<Task, Problem> {
        Ok(match self {
            Self::Analyse { place, within, lines, only } => {
                let only = read_squares(only)?;
                Task::Analyse { question: question(place, *within, *lines, only)?, with: None }
            }
            Self::Choose { place, player, within, seed } => {
                let player = read_player(player)?;
                let mut question = question(place, *within, 1, None)?;
                let limits = &mut question.limits;
                if *limits == Limits::default() {
                    limits.time = Some(Budget::exactly(MOVE_TIME));
                }
                if let Some(time) = &mut limits.time {
                    time.forced_at_once = true;
                }
                Task::Choose { question, player, seed: *seed }
            }
            Self::Review { game, within } => {
                Task::Review { record: Box::new(read_game(game)?), limits: within.limits() }
            }
            Self::Puzzle { size, objective, empties, seed } => {
                let (size, objective) = (read_size(*size)?, (*objective).into());
                let spec = puzzle::PuzzleSpec { size, objective, empties: *empties };
                Task::Puzzle { spec, seed: *seed }
            }
        })
    }
}

/// The default time for a move.
const MOVE_TIME: Duration = Duration::from_secs(1);

fn question(
    place: &PositionText,
    within: Within,
    lines: usize,
    only: Option<Bitboard>,
) -> Result<Question, Problem> {
    let (board, objective) = (read(place)?.board(), place.objective.into());
    Ok(Question { board, objective, limits: within.limits(), lines, only })
}

impl EventText {
    /// The event as JSON; the end of an analysis has none, since its last report was sent before.
    #[must_use]
    pub fn of(event: &Event) -> Option<Self> {
        Some(match event {
            Event::Report(report) => Self::Report(report.into()),
            Event::Analysed(_) => return None,
            Event::Chosen(found) => Self::Chosen { mv: found.mv.to_string() },
            Event::MoveReview(reviewed, report) => {
                Self::MoveReview(MoveReviewText::new(reviewed, report))
            }
            Event::Reviewed(review) => Self::Summary(review.into()),
            Event::Puzzle { position, objective, report } => {
                let line = |line| LineText::new(line, report.certainty);
                let lines = report.lines.iter().map(line).collect();
                Self::Puzzle { place: write(position, (*objective).into()), lines }
            }
            Event::Failed(error) => Self::Failed { problem: error.into() },
        })
    }
}

impl From<&Report> for ReportText {
    fn from(report: &Report) -> Self {
        let Report { depth, selectivity, certainty, lines, nodes, time } = report;
        Self {
            depth: *depth,
            selectivity: *selectivity,
            lines: lines.iter().map(|line| LineText::new(line, *certainty)).collect(),
            nodes: *nodes,
            seconds: time.as_secs_f64(),
        }
    }
}

impl MoveReviewText {
    /// A move and the report about the position before it.
    #[must_use]
    pub fn new(reviewed: &MoveReview, report: &Report) -> Self {
        Self {
            number: reviewed.number,
            side: reviewed.side.into(),
            played: reviewed.played.to_string(),
            loss: discs(reviewed.loss),
            best: LineText::new(report.best(), report.certainty),
            depth: report.depth,
        }
    }
}

impl From<&Review> for Summary {
    fn from(review: &Review) -> Self {
        use wane_board::Colour::{Black, White};
        Self {
            black: review.accuracy(Black).into(),
            white: review.accuracy(White).into(),
            worst: review.worst().iter().map(|reviewed| reviewed.number).collect(),
            turn: review.turn().map(|(reviewed, _)| reviewed.number),
            score: review.end.map(discs),
        }
    }
}

impl From<Accuracy> for AccuracyText {
    fn from(accuracy: Accuracy) -> Self {
        Self {
            moves: accuracy.moves,
            good: accuracy.good,
            percent: accuracy.percent(),
            average_loss: discs(accuracy.average()),
        }
    }
}
