//! `wane completions`: the completion script of a shell.

use anyhow::Result;
use serde::Serialize;

use crate::args::CompletionsArgs;
use crate::commands;
use crate::output::Output;

/// A completion script.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Completions<'a> {
    /// The name of the shell.
    shell: String,
    /// The script.
    script: &'a str,
}

pub(crate) fn run(args: &CompletionsArgs, output: &mut Output) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut commands::command(), "wane", &mut script);
    let script = String::from_utf8_lossy(&script);
    if output.is_json() {
        return output.json(&Completions { shell: args.shell.to_string(), script: &script });
    }
    output.text(&script)
}
