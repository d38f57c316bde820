//! The function `solve` and its result.

use std::convert::Infallible;
use std::sync::Arc;

use pyo3::prelude::*;
use wane_board::with_size;
use wane_search::{Control, Solver, Table, Window};

use crate::argument::{name, names, read_objective};
use crate::board::Board;
use crate::engine::read_threads;
use crate::failure::{no_memory, value_error};
use crate::task::Task;
use crate::weights::one;

/// A solved position.
#[pyclass(module = "wane", frozen, get_all)]
pub(crate) struct Solution {
    /// The score in discs for the side to move; `None` if only the outcome was asked for and it is not a draw.
    score: Option<i32>,
    /// The outcome for the side to move: 1 is a win, 0 a draw, -1 a loss.
    outcome: i32,
    /// The best move; `None` if the game is over.
    best: Option<String>,
    /// The moves to the end with best play.
    moves: Vec<String>,
    /// The number of nodes.
    nodes: u64,
}

#[pymethods]
impl Solution {
    fn __repr__(&self) -> String {
        let Self { score, outcome, best, .. } = self;
        let words = match score {
            Some(score) => format!("{score:+}"),
            None => ["loss", "draw", "win"][usize::try_from(outcome + 1).unwrap_or(1)].into(),
        };
        format!("<Solution {words} {}>", best.as_deref().unwrap_or("game over"))
    }
}

/// Solves a position: the score with best play of both sides. With `outcome_only`, only who wins, which is faster.
/// A position with 24 empty squares takes seconds, and each further one twice as long.
///
/// >>> wane.solve(wane.Board(4)).score
/// 4
#[pyfunction]
#[pyo3(signature = (board, *, outcome_only=false, objective="fewest", threads=1, hash_mb=None))]
pub(crate) fn solve(
    py: Python<'_>,
    board: &Board,
    outcome_only: bool,
    objective: &str,
    threads: usize,
    hash_mb: Option<usize>,
) -> PyResult<Solution> {
    let (objective, threads) = (read_objective(objective)?, read_threads(threads)?);
    let board = board.position().board();
    let empties = with_size!(board, board => board.empties().len());
    let table = Table::try_new(hash_mb.unwrap_or_else(|| table_mb(empties))).map_err(no_memory)?;
    let weights = one(None, objective)?;
    let window = if outcome_only { Window::OUTCOME } else { Window::EXACT };
    let task = Task::<Infallible, _>::start(Arc::new(Control::new()), move |control, _| {
        let solver = Solver::new(objective, &table).threads(threads).weights(&weights);
        solver.solve(board, window, control, &|_| {})
    })?;
    let solution = task.finish(py)?.map_err(value_error)?;
    let bounds = solution.bounds;
    Ok(Solution {
        score: solution.exact().map(wane_board::Score::discs),
        outcome: if bounds.lower.discs() > 0 {
            1
        } else if bounds.upper.discs() < 0 {
            -1
        } else {
            0
        },
        best: solution.line.first().map(|&mv| name(mv)),
        moves: names(&solution.line),
        nodes: solution.nodes,
    })
}

/// The size of the transposition table, in megabytes: small trees need little.
fn table_mb(empties: u32) -> usize {
    1 << empties.saturating_sub(14).min(8)
}
