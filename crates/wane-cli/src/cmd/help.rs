//! `wane help`: the manual page of a command, or the list of all commands.

use anyhow::Result;

use crate::args::HelpArgs;
use crate::output::Output;
use crate::{commands, man};

pub(crate) fn run(args: &HelpArgs, output: &mut Output) -> Result<()> {
    match &args.command {
        Some(name) => {
            let page = man::page(name, man::columns());
            output.text(&page.expect("the parser of the command line knows the names"))
        }
        None => output.text(&commands::command().render_help().ansi().to_string()),
    }
}
