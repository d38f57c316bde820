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
use crate::review::{self, Accuracy, Mark, MoveReview, PlayedMove, Review, Severity};
use crate::rules::{read, read_game, read_legal, read_player, read_size, read_squares, write};
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
        /// A level from 1 to 20, an agent of the gallery, or the text of a recipe.
        player: String,
        /// When to stop; by default after a second.
        #[serde(default)]
        within: Within,
        /// The seed of random choices.
        #[serde(default)]
        #[cfg_attr(test, ts(type = "number"))]
        seed: u64,
    },
    /// Compare every move of a game with the best one, always with the same result.
    Review {
        /// The game in the native format.
        game: Box<GameText>,
    },
    /// Compare one move of a game with the best one, always with the same result.
    ReviewMove {
        /// The position before it.
        #[serde(flatten)]
        place: PositionText,
        /// The number of the move, from 1, without passes.
        number: usize,
        /// The move: a square.
        played: String,
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    /// How bad that is.
    pub severity: SeverityName,
    /// The values of the moves that were compared, the best first.
    pub values: Vec<MoveValueText>,
    /// The best line of the position before it.
    #[serde(flatten)]
    pub best: LineText,
    /// The search depth.
    pub depth: u32,
}

/// How bad a move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, ts(rename = "Severity"))]
pub enum SeverityName {
    /// It loses less than half a disc.
    Good,
    /// It loses less than two discs.
    Inaccuracy,
    /// It loses less than five discs.
    Mistake,
    /// It loses more.
    Blunder,
}

/// A move and its value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(test, ts(rename = "MoveValue"))]
pub struct MoveValueText {
    /// The move: a square, or `pass`.
    #[serde(rename = "move")]
    pub mv: String,
    /// The value in discs, for the side to move.
    pub score: f64,
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
                if player.is_agent() && place.objective == ObjectiveName::Most {
                    return Err(Problem::ReversedOnly { name: player.to_string() });
                }
                let mut question = question(place, *within, 1, None)?;
                let limits = &mut question.limits;
                if *limits == Limits::default() {
                    limits.time = Some(Budget::exactly(MOVE_TIME));
                }
                if let Some(time) = &mut limits.time {
                    time.forced_at_once = true;
                }
                let side = read(place)?.side();
                Task::Choose { question, side, player, seed: *seed }
            }
            Self::Review { game } => Task::Review { record: Box::new(read_game(game)?) },
            Self::ReviewMove { place, number, played } => {
                let (position, objective) = (read(place)?, place.objective.into());
                let square = read_legal(&position, played)?;
                Task::ReviewMove {
                    played: PlayedMove { number: *number, position, square },
                    objective,
                }
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
            severity: reviewed.severity().into(),
            values: report.lines.iter().map(MoveValueText::from).collect(),
            best: LineText::new(report.best(), report.certainty),
            depth: report.depth,
        }
    }
}

impl From<&Line> for MoveValueText {
    fn from(line: &Line) -> Self {
        Self { mv: line.moves[0].to_string(), score: discs(line.value) }
    }
}

impl From<Severity> for SeverityName {
    fn from(severity: Severity) -> Self {
        match severity {
            Severity::Good => Self::Good,
            Severity::Inaccuracy => Self::Inaccuracy,
            Severity::Mistake => Self::Mistake,
            Severity::Blunder => Self::Blunder,
        }
    }
}

impl Summary {
    /// The summary of reviewed moves, in the order of the game; `end` is the value of the last position for Black, in
    /// hundredths of a disc.
    #[must_use]
    pub fn of(marks: &[Mark], end: Option<i32>) -> Self {
        use wane_board::Colour::{Black, White};
        Self {
            black: Accuracy::of(Black, marks).into(),
            white: Accuracy::of(White, marks).into(),
            worst: review::worst(marks).iter().map(|mark| mark.number).collect(),
            turn: end.and_then(|end| review::turn(marks, end)).map(|index| marks[index].number),
            score: end.map(|end| f64::from(end) / 100.0),
        }
    }

    /// The summary of reviewed moves; `score` is the final score for Black, if the game is over.
    #[must_use]
    pub fn of_texts(moves: &[MoveReviewText], score: Option<i32>) -> Self {
        let marks: Vec<Mark> = moves.iter().map(MoveReviewText::mark).collect();
        let after = moves.last().zip(marks.last()).map(|(last, mark)| match last.side {
            SideName::Black => mark.black_value - mark.loss,
            SideName::White => mark.black_value + mark.loss,
        });
        Self::of(&marks, score.map(|discs| discs.saturating_mul(100)).or(after))
    }
}

impl MoveReviewText {
    fn mark(&self) -> Mark {
        let (loss, value) = (hundredths(self.loss), hundredths(self.best.score));
        let (side, black_value) = match self.side {
            SideName::Black => (wane_board::Colour::Black, value),
            SideName::White => (wane_board::Colour::White, -value),
        };
        Mark { number: self.number, side, loss, black_value }
    }
}

/// A value in discs as hundredths.
#[expect(clippy::cast_possible_truncation, reason = "a cast from a float saturates")]
fn hundredths(discs: f64) -> i32 {
    ((100.0 * discs).round() as i32).clamp(-100_000, 100_000)
}

impl From<&Review> for Summary {
    fn from(review: &Review) -> Self {
        let marks: Vec<Mark> = review.moves.iter().map(Mark::from).collect();
        Self::of(&marks, review.end.map(Value::centidiscs))
    }
}

impl From<Accuracy> for AccuracyText {
    fn from(accuracy: Accuracy) -> Self {
        Self {
            moves: accuracy.moves,
            good: accuracy.good,
            percent: accuracy.percent(),
            average_loss: f64::from(accuracy.average()) / 100.0,
        }
    }
}
