//! [`Findings`]: the answer of an experiment: figures with their intervals, tables, pictures, and a verdict.

use serde::{Deserialize, Serialize};
use wane_match::rounded;

use super::plot::Plot;
use super::statistics::Interval;

/// What an experiment has found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Findings {
    /// The figures of the reports beside ours.
    pub comparisons: Vec<Comparison>,
    /// The tables.
    pub tables: Vec<FindingsTable>,
    /// The pictures.
    pub plots: Vec<Plot>,
    /// What it means, in plain words.
    pub words: String,
}

/// A figure of a report beside ours.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Comparison {
    /// What the figure is.
    pub what: String,
    /// The report, such as seed-000; empty if no report asks.
    pub source: String,
    /// The figure there.
    pub reported: String,
    /// Ours, with its interval.
    pub ours: Interval,
    /// Whether it holds.
    pub verdict: Verdict,
}

/// Whether a claim holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Verdict {
    /// It does.
    Confirmed,
    /// It does not.
    Refuted,
    /// Ours is another thing.
    NotComparable,
    /// No report has it.
    New,
}

/// A table of names and numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FindingsTable {
    /// What it shows.
    pub title: String,
    /// The heads of the columns.
    pub columns: Vec<String>,
    /// The cells, row by row.
    pub rows: Vec<Vec<String>>,
}

impl FindingsTable {
    /// A table without rows.
    #[must_use]
    pub fn new(title: &str, columns: &[&str]) -> Self {
        Self {
            title: title.to_owned(),
            columns: columns.iter().map(ToString::to_string).collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }
}

/// A number with this many decimals, for a cell.
#[must_use]
pub fn decimals(number: f64, count: usize) -> String {
    let places = i32::try_from(count).unwrap_or(6);
    format!("{:.count$}", rounded(number, places))
}
