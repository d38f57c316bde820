//! `wane convert`: from any format into a chosen one.

use anyhow::{Context as _, Result};
use serde::Serialize;
use wane_formats::Format;
use wane_formats::obf;
use wane_formats::paste::{Content, Pasted};

use crate::args::ConvertArgs;
use crate::input;
use crate::output::Output;
use crate::progress::Progress;

/// A converted input.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Converted<'a> {
    /// The format that was read.
    from: &'static str,
    /// The format of the text.
    to: &'static str,
    /// The number of games or positions.
    games: usize,
    /// The games in the new format.
    text: &'a str,
}

pub(crate) fn run(args: &ConvertArgs, output: &mut Output) -> Result<()> {
    let standard_input = ["-".to_string()];
    let inputs =
        if args.inputs.is_empty() { standard_input.as_slice() } else { args.inputs.as_slice() };
    let context = args.context.context();
    let mut progress = Progress::new(inputs.len(), "convert");
    for input in inputs {
        let pasted = input::read(input, args.from, context)?;
        let from = pasted.format;
        let (count, text) = convert(pasted, args.to)
            .with_context(|| format!("writing {input:?} as {}", args.to))?;
        if output.is_json() {
            let (from, to) = (from.name(), args.to.name());
            output.json(&Converted { from, to, games: count, text: &text })?;
        } else {
            output.text(&text)?;
        }
        progress.step();
    }
    progress.finish();
    Ok(())
}

/// The number of games or positions, and their text.
fn convert(pasted: Pasted, to: Format) -> Result<(usize, String)> {
    // A suite that stays a suite keeps its scores and comments, and says no more than it did.
    if let (Content::Suite { suite, .. }, Format::Obf) = (&pasted.content, to) {
        return Ok((suite.problems.len(), obf::write(suite)));
    }
    let games = pasted.into_games();
    Ok((games.len(), to.write_games(&games)?))
}
