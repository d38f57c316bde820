//! `wane eval-report`: how wrong an evaluation is about the benchmark; docs/lab.md.

use std::sync::Arc;

use anyhow::{Result, bail};
use serde::Serialize;
use wane_eval::{HandMade, Learned};
use wane_lab::benchmark::{Benchmark, ErrorStats, EvalReport, Group, Row, Set};

use crate::args::lab::EvalReportArgs;
use crate::evaluation::EvaluationName;
use crate::output::{Output, STRONG, grouped, paint};

/// The errors of an evaluation on a part of the benchmark. An error is null where there is no position.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ErrorRow<'a> {
    /// The evaluation, as on the command line.
    evaluation: &'a str,
    /// The set of positions.
    set: SetName,
    /// How the positions are grouped.
    group: GroupName,
    /// The fewest and the most discs of a phase.
    discs: Option<[usize; 2]>,
    /// The number of empty squares of the positions of a group.
    empties: Option<u32>,
    /// The number of positions.
    positions: u64,
    /// The mean error in discs; above 0 is too good for the side to move.
    bias: Option<f64>,
    /// The mean error without its sign.
    absolute: Option<f64>,
    /// The root of the mean squared error.
    rms: Option<f64>,
    /// The correlation with the score.
    correlation: Option<f64>,
    /// The share of decided games with the right winner.
    winner: Option<f64>,
}

/// A set of positions.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
enum SetName {
    /// Endgames with exact scores.
    Exact,
    /// Midgames with the scores of a deep search.
    Midgame,
}

/// How positions are grouped.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
enum GroupName {
    All,
    Phase,
    Empties,
}

/// An evaluation and its errors.
struct NamedReport {
    name: String,
    report: EvalReport,
}

pub(crate) fn run(args: &EvalReportArgs, output: &mut Output) -> Result<()> {
    let benchmark = Benchmark::shipped();
    let mut measured = vec![measure(&args.evaluation.weights, &benchmark)?];
    if let Some(against) = &args.against {
        measured.push(measure(against, &benchmark)?);
    }
    if output.is_json() { lines(&measured, output) } else { output.text(&table(&measured)) }
}

fn measure(evaluation: &EvaluationName, benchmark: &Benchmark) -> Result<NamedReport> {
    let report = match (evaluation.weights()?.get(Benchmark::OBJECTIVE), evaluation) {
        (Some(weights), _) => EvalReport::of(&Learned::new(Arc::clone(weights)), benchmark),
        (None, EvaluationName::File(_)) => bail!(
            "{evaluation}: these weights are for another game, the benchmark is about the fewest discs"
        ),
        (None, _) => EvalReport::of(&HandMade::new(Benchmark::OBJECTIVE), benchmark),
    };
    Ok(NamedReport { name: evaluation.to_string(), report })
}

/// A line of JSON for each row of each evaluation.
fn lines(measured: &[NamedReport], output: &mut Output) -> Result<()> {
    for NamedReport { name, report } in measured {
        for Row { set, group, errors } in &report.rows {
            let (group, discs, empties) = match *group {
                Group::All => (GroupName::All, None, None),
                Group::Phase { discs } => (GroupName::Phase, Some(discs), None),
                Group::Empties { empties } => (GroupName::Empties, None, Some(empties)),
            };
            output.json(&ErrorRow {
                evaluation: name,
                set: match set {
                    Set::Exact => SetName::Exact,
                    Set::Midgame => SetName::Midgame,
                },
                group,
                discs,
                empties,
                positions: errors.positions(),
                bias: errors.bias(),
                absolute: errors.absolute(),
                rms: errors.rms(),
                correlation: errors.correlation(),
                winner: errors.right_winner(),
            })?;
        }
    }
    Ok(())
}

/// A row for each part of the benchmark, the evaluations side by side.
fn table(measured: &[NamedReport]) -> String {
    let mut text = String::from(
        "Error in discs: bias (above 0: too good for the side to move), mean without its sign, root of\n\
         the mean square; correlation with the score; share of decided games with the right winner\n",
    );
    let heading = |title: &str| {
        let columns = "    bias   mean   root  corr. winner".repeat(measured.len());
        format!("\n{}\n{:27}{columns}\n", paint(STRONG, title), "")
    };
    if measured.len() > 1 {
        let names: Vec<&str> = measured.iter().map(|it| it.name.as_str()).collect();
        text += &format!("left {}, right {}\n", names[0], names[1]);
    }
    let mut set_before = None;
    for (index, Row { set, group, errors }) in measured[0].report.rows.iter().enumerate() {
        if set_before.replace(*set) != Some(*set) {
            text += &heading(match set {
                Set::Exact => "Endgames with exact scores",
                Set::Midgame => "Midgames with the scores of a deep search",
            });
        }
        let name = match group {
            Group::All => "all".into(),
            Group::Phase { discs: [fewest, most] } => format!("{fewest} to {most} discs"),
            Group::Empties { empties } => format!("{empties} empty squares"),
        };
        text += &format!("{name:18}{:>9}", grouped(errors.positions()));
        for NamedReport { report, .. } in measured {
            text += &cells(&report.rows[index].errors);
        }
        text += "\n";
    }
    text
}

fn cells(errors: &ErrorStats) -> String {
    let cell = |number: Option<f64>, written: fn(f64) -> String| {
        number.map_or_else(|| "-".into(), written)
    };
    let discs = |number| format!("{number:.2}");
    format!(
        "{:>8}{:>7}{:>7}{:>7}{:>7}",
        cell(errors.bias(), |number| format!("{number:+.2}")),
        cell(errors.absolute(), discs),
        cell(errors.rms(), discs),
        cell(errors.correlation(), |number| format!("{number:.3}")),
        cell(errors.right_winner(), |share| format!("{:.1}%", 100.0 * share)),
    )
}
