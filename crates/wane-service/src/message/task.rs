//! What needs thinking: tasks and events as text.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use wane_board::{Bitboard, Move};
use wane_eval::Value;
use wane_formats::json::GameText;
use wane_search::{Budget, Certainty, Limits, Line, Question, Report};

use super::place::{ObjectiveName, Place, SideName, Within};
use crate::problem::Problem;
use crate::puzzle;
use crate::review::{Accuracy, Judged, Review};
use crate::rules::{read, read_game, read_player, read_size, read_squares, write};
use crate::task::{Event, Task};

/// What needs thinking.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, ts(rename = "Task"))]
pub enum TaskText {
    /// What a position is worth, deeper and deeper.
    Analyse {
        /// The position.
        #[serde(flatten)]
        place: Place,
        /// When to stop; only when all is known if nothing is said.
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
    /// The move of an opponent.
    Choose {
        /// The position.
        #[serde(flatten)]
        place: Place,
        /// A level from 1 to 20, or an agent of the gallery.
        player: String,
        /// When to stop; after a second if nothing is said.
        #[serde(default)]
        within: Within,
        /// Where the moves come from that are left to chance.
        #[serde(default)]
        #[cfg_attr(test, ts(type = "number"))]
        seed: u64,
    },
    /// What every move of a game has lost, from the last to the first.
    Review {
        /// In the native format.
        game: Box<GameText>,
        /// When to stop with each position.
        #[serde(default)]
        within: Within,
    },
    /// A position with one move that is better than all others.
    Puzzle {
        /// 4, 6 or 8.
        size: usize,
        /// Who wins.
        #[serde(default)]
        objective: ObjectiveName,
        /// How many squares are empty.
        empties: u32,
        /// Another one, another puzzle.
        #[cfg_attr(test, ts(type = "number"))]
        seed: u64,
    },
}

const fn one() -> usize {
    1
}

/// What thinking brings to light.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "tell", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, ts(rename = "Event"))]
pub enum EventText {
    /// What is known of a position by now.
    Report(ReportText),
    /// The opponent's move.
    Chosen {
        /// A square, or `pass`.
        #[serde(rename = "move")]
        mv: String,
    },
    /// A move of a game.
    Judged(JudgedText),
    /// What a game says about its players.
    Summary(Summary),
    /// A puzzle.
    Puzzle {
        /// The position.
        #[serde(flatten)]
        place: Place,
        /// What every move is worth, the best first; all of them exact.
        lines: Vec<LineText>,
    },
    /// It cannot be done.
    Failed {
        /// Why.
        problem: Problem,
    },
}

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReportText {
    /// How many moves it looked ahead.
    pub depth: u32,
    /// How many of a hundred lines that were left out may have mattered; 0 if none was left out.
    pub selectivity: u32,
    /// The best lines.
    pub lines: Vec<LineText>,
    /// How many positions were looked at.
    #[cfg_attr(test, ts(type = "number"))]
    pub nodes: u64,
    /// How long it took.
    pub seconds: f64,
}

/// A move, what it is worth, and what is expected to follow.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LineText {
    /// In discs, for the side to move.
    pub score: f64,
    /// Whether that is proved.
    pub exact: bool,
    /// Whether it is proved who wins.
    pub wld: bool,
    /// The move: a square, or `pass`.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// The move and what is expected to follow.
    pub pv: Vec<String>,
}

/// A move of a game, and what it has lost.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct JudgedText {
    /// Counted from 1, without passes.
    pub number: usize,
    /// Whose move it was.
    pub side: SideName,
    /// The move.
    pub played: String,
    /// What it gave away, in discs.
    pub loss: f64,
    /// The best line of the position before it.
    #[serde(flatten)]
    pub best: LineText,
    /// How many moves the search looked ahead.
    pub depth: u32,
}

/// What a game says about its players.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Summary {
    /// How well Black played.
    pub black: AccuracyText,
    /// How well White played.
    pub white: AccuracyText,
    /// The numbers of the moves that lost most, the worst first.
    pub worst: Vec<usize>,
    /// The number of the move after which one side was ahead for good.
    pub turn: Option<usize>,
    /// What the last position is worth to Black.
    pub score: Option<f64>,
}

/// How well a side played.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AccuracyText {
    /// How many moves it made.
    pub moves: i32,
    /// How many of them lost less than half a disc.
    pub good: i32,
    /// Those of a hundred.
    pub percent: i32,
    /// What a move lost on average, in discs.
    pub average_loss: f64,
}

/// A value in discs, with two decimals.
#[must_use]
pub fn discs(value: Value) -> f64 {
    f64::from(value.centidiscs()) / 100.0
}

impl LineText {
    /// A line of so certain a report.
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
    /// The task that the text stands for.
    ///
    /// # Errors
    /// If it makes no sense.
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
                    limits.time = Some(Budget::exactly(MOVE));
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
                let wanted = puzzle::Wanted { size, objective, empties: *empties };
                Task::Puzzle { wanted, seed: *seed }
            }
        })
    }
}

/// What a move takes if nothing else is said.
const MOVE: Duration = Duration::from_secs(1);

fn question(
    place: &Place,
    within: Within,
    lines: usize,
    only: Option<Bitboard>,
) -> Result<Question, Problem> {
    let (board, objective) = (read(place)?.board(), place.objective.into());
    Ok(Question { board, objective, limits: within.limits(), lines, only })
}

impl EventText {
    /// The text of an event about a task of this objective; the end of an analysis has none, since its last
    /// report was told.
    #[must_use]
    pub fn of(event: &Event) -> Option<Self> {
        Some(match event {
            Event::Report(report) => Self::Report(report.into()),
            Event::Analysed(_) => return None,
            Event::Chosen(found) => Self::Chosen { mv: found.mv.to_string() },
            Event::Judged(judged, report) => Self::Judged(JudgedText::new(judged, report)),
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

impl JudgedText {
    /// A move and the report about the position before it.
    #[must_use]
    pub fn new(judged: &Judged, report: &Report) -> Self {
        Self {
            number: judged.number,
            side: judged.side.into(),
            played: judged.played.to_string(),
            loss: discs(judged.loss),
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
            worst: review.worst().iter().map(|judged| judged.number).collect(),
            turn: review.turn().map(|(judged, _)| judged.number),
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
