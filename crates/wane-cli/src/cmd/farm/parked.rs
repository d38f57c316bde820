//! `wane farm parked`: the jobs of a run that nobody could do.

use anyhow::Result;
use serde::Serialize;
use wane_farm::{Farm, ParkedJob, Settled};
use wane_text::Foreign;

use super::ledger_of;
use crate::args::farm::ParkedArgs;
use crate::exit::Ending;
use crate::output::Output;

/// A job that nobody could do.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ParkedText {
    /// The kind of the job.
    kind: Foreign,
    /// Its number in the run.
    number: u64,
    /// Who said what.
    errors: Vec<Foreign>,
}

pub(crate) fn run(args: &ParkedArgs, output: &mut Output) -> Result<Ending> {
    let ledger = ledger_of(&args.run)?;
    let jobs = Farm::parked(&ledger)?;
    for ParkedJob { kind, number, errors, .. } in &jobs {
        if output.is_json() {
            let (kind, errors) = (kind.as_str().into(), errors.clone());
            output.json(&ParkedText { kind, number: *number, errors })?;
        } else {
            let errors: Vec<String> = errors.iter().map(Foreign::to_string).collect();
            let kind = Foreign::from(kind.as_str());
            output.text(&format!("{kind} {number}: {}\n", errors.join("; ")))?;
        }
    }
    if jobs.is_empty() && !output.is_json() {
        output.text("no job is parked\n")?;
    }
    let settled = match (args.retry, args.drop) {
        (true, _) => Settled::Retry,
        (_, true) => Settled::Drop,
        _ => return Ok(Ending::Done),
    };
    Farm::settle(&ledger, settled)?;
    if !output.is_json() && !jobs.is_empty() {
        let word = if settled == Settled::Retry { "tries them again" } else { "goes without them" };
        output.text(&format!("the command that made the run {word}\n"))?;
    }
    Ok(Ending::Done)
}
