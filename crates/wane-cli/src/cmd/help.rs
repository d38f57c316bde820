//! `wane help`: the manual page of a command, or the list of all commands.

use anyhow::Result;

use crate::args::HelpArgs;
use crate::output::Output;
use crate::{commands, man};

pub(crate) fn run(args: &HelpArgs, output: &mut Output) -> Result<()> {
    let page = args
        .command
        .as_ref()
        .map(|name| man::page(name).expect("the parser of the command line knows the names"));
    output.text(&match page {
        _ if args.roff => man::roff::render(&page.unwrap_or_else(man::overview)),
        Some(page) => man::text::render(&page, man::text::columns()),
        None => commands::command().render_help().ansi().to_string(),
    })
}
