//! The classes `Report` and `Line`.

use pyo3::prelude::*;
use wane_eval::Value;
use wane_search::Certainty;

use crate::argument::{name, names};

/// What a search has found so far.
#[pyclass(module = "wane", frozen, get_all)]
#[derive(Clone)]
pub(crate) struct Report {
    /// The best move.
    best: String,
    /// The value of the best move in discs, positive if it is good for the side to move.
    value: f64,
    /// The depth in plies; the number of empty squares if the position was solved.
    depth: u32,
    /// How certain the values are: 'heuristic', 'outcome' (only who wins is proved) or 'exact'.
    certainty: &'static str,
    /// The principal variations of the best moves, best first.
    lines: Vec<Line>,
    /// The number of nodes.
    nodes: u64,
    /// The time in seconds.
    seconds: f64,
}

/// A principal variation.
#[pyclass(module = "wane", frozen, get_all)]
#[derive(Clone)]
pub(crate) struct Line {
    /// The first move.
    r#move: String,
    /// The value of the first move in discs, positive if it is good for the side to move.
    value: f64,
    /// The moves of the line, the first one included.
    moves: Vec<String>,
}

#[pymethods]
impl Report {
    fn __repr__(&self) -> String {
        let Self { best, value, depth, certainty, nodes, .. } = self;
        format!("<Report {best} {value:+.2}, depth {depth}, {certainty}, {nodes} nodes>")
    }
}

#[pymethods]
impl Line {
    fn __repr__(&self) -> String {
        format!("<Line {:+.2} {}>", self.value, self.moves.join(" "))
    }
}

impl From<&wane_search::Report> for Report {
    fn from(report: &wane_search::Report) -> Self {
        let best = report.best();
        Self {
            best: name(best.moves[0]),
            value: discs(best.value),
            depth: report.depth,
            certainty: certainty(report.certainty),
            lines: report.lines.iter().map(Line::from).collect(),
            nodes: report.nodes,
            seconds: report.time.as_secs_f64(),
        }
    }
}

impl From<&wane_search::Line> for Line {
    fn from(line: &wane_search::Line) -> Self {
        Self { r#move: name(line.moves[0]), value: discs(line.value), moves: names(&line.moves) }
    }
}

/// A value in discs.
pub(crate) fn discs(value: Value) -> f64 {
    f64::from(value.parts()) / f64::from(Value::PER_DISC)
}

/// The word for a certainty.
pub(crate) const fn certainty(certainty: Certainty) -> &'static str {
    match certainty {
        Certainty::Heuristic => "heuristic",
        Certainty::Outcome => "outcome",
        Certainty::Exact => "exact",
    }
}
