//! The function `review` and its result.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Instant;

use pyo3::prelude::*;
use wane_board::Colour;
use wane_search::{Control, NoMemory};
use wane_service::{Effort, Setup, Severity, judge, played_moves};

use crate::argument::{name, side};
use crate::failure::no_memory;
use crate::game::Game;
use crate::report::{certainty, discs};
use crate::task::Task;
use crate::weights::{Weights, chosen};

/// The review of a game: what every move has lost.
#[pyclass(module = "wane", frozen, get_all)]
pub(crate) struct Review {
    /// The moves in the order of the game, without passes.
    moves: Vec<MoveReview>,
    /// How well Black played.
    black: Accuracy,
    /// How well White played.
    white: Accuracy,
    /// The three moves that lost most, the worst first.
    worst: Vec<MoveReview>,
    /// The move after which one side stayed ahead to the end.
    turning_point: Option<MoveReview>,
}

/// The review of a move.
#[pyclass(module = "wane", frozen, get_all)]
#[derive(Clone)]
pub(crate) struct MoveReview {
    /// The number of the move, from 1.
    number: usize,
    /// The side that played it.
    side: i8,
    /// The move.
    played: String,
    /// The best move, which may be the same.
    best: String,
    /// The value of the best move in discs, for the side that moved.
    value: f64,
    /// What the move has lost, in discs.
    loss: f64,
    /// 'good', 'inaccuracy', 'mistake' or 'blunder'.
    severity: &'static str,
    /// How certain the value is: 'heuristic', 'outcome' or 'exact'.
    certainty: &'static str,
}

/// How well a side played.
#[pyclass(module = "wane", frozen, get_all)]
#[derive(Clone)]
pub(crate) struct Accuracy {
    /// The number of its moves.
    moves: i32,
    /// The percentage of good moves.
    percent: i32,
    /// The average loss of a move, in discs.
    average_loss: f64,
}

#[pymethods]
impl Review {
    fn __repr__(&self) -> String {
        let Self { moves, black, white, .. } = self;
        let moves = moves.len();
        format!("<Review of {moves} moves, Black {} %, White {} %>", black.percent, white.percent)
    }
}

#[pymethods]
impl MoveReview {
    fn __repr__(&self) -> String {
        let Self { number, played, best, loss, severity, .. } = self;
        format!("<MoveReview {number}. {played}, best {best}, loses {loss:.2}, {severity}>")
    }
}

#[pymethods]
impl Accuracy {
    fn __repr__(&self) -> String {
        let Self { moves, percent, average_loss } = self;
        format!("<Accuracy {percent} % of {moves} moves, {average_loss:.2} discs lost a move>")
    }
}

/// Reviews a game: searches every position to a fixed depth and solves the last ones, so that the same game always
/// has the same review.
///
/// >>> review = wane.review(wane.Game.parse('b1a3b4c1', size=4))
/// >>> [move.played for move in review.moves]
/// ['b1', 'a3', 'b4', 'c1']
#[pyfunction]
#[pyo3(signature = (game, weights=None))]
pub(crate) fn review(py: Python<'_>, game: &Game, weights: Option<&Weights>) -> PyResult<Review> {
    let record = game.record();
    let (objective, played) = (record.objective, played_moves(&record.game));
    let setup = Setup { weights: chosen(weights, objective)?, ..Setup::small() };
    let task = Task::<Infallible, _>::start(Arc::new(Control::new()), move |control, _| {
        let began = Instant::now();
        let clock = || began.elapsed();
        let mut moves = Vec::new();
        for played in &played {
            if let Some(report) =
                judge(&setup, &played.position, objective, Effort::FULL, &clock, control)?
            {
                moves.push(wane_service::MoveReview::judged(played, &report));
            }
        }
        Ok::<_, NoMemory>(moves)
    })?;
    let moves = task.finish(py)?.map_err(no_memory)?;
    let review = wane_service::Review::new(&record.game, objective, moves);
    let accuracy = |colour| {
        let accuracy = review.accuracy(colour);
        Accuracy {
            moves: accuracy.moves,
            percent: accuracy.percent(),
            average_loss: f64::from(accuracy.average()) / 100.0,
        }
    };
    Ok(Review {
        moves: review.moves.iter().map(MoveReview::from).collect(),
        black: accuracy(Colour::Black),
        white: accuracy(Colour::White),
        worst: review.worst().iter().map(MoveReview::from).collect(),
        turning_point: review.turn().map(|(reviewed, _)| reviewed.into()),
    })
}

impl From<&wane_service::MoveReview> for MoveReview {
    fn from(reviewed: &wane_service::MoveReview) -> Self {
        Self {
            number: reviewed.number,
            side: side(reviewed.side),
            played: name(reviewed.played),
            best: name(reviewed.best),
            value: discs(reviewed.value),
            loss: discs(reviewed.loss),
            severity: match reviewed.severity() {
                Severity::Good => "good",
                Severity::Inaccuracy => "inaccuracy",
                Severity::Mistake => "mistake",
                Severity::Blunder => "blunder",
            },
            certainty: certainty(reviewed.certainty),
        }
    }
}
