//! docs/command-line.md: the commands and their options there are those of the program. To write them anew:
//! `UPDATE=1 cargo nextest run -p wane-cli docs`.

use std::collections::BTreeSet;
use std::fs;

use clap::Command;

use crate::commands::{self, CommandPage, PAGES};
use crate::man;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/command-line.md");

fn built() -> Command {
    let mut command = commands::command();
    command.build();
    command
}

fn subcommand<'c>(command: &'c Command, name: &str) -> &'c Command {
    command.find_subcommand(name).expect("every page has a command")
}

/// The commands by group, with links to the documents.
fn list(command: &Command) -> String {
    let mut text = "| command | |\n|---|---|\n".to_owned();
    for (title, pages) in PAGES {
        text += &format!("| **{title}** | |\n");
        for CommandPage { name, documents, .. } in *pages {
            let about = commands::about(subcommand(command, name));
            let links =
                documents.iter().filter(|it| **it != "docs/command-line.md").map(|document| {
                    let path = document.trim_start_matches("docs/");
                    let title = path.rsplit('/').next().unwrap_or(path).trim_end_matches(".md");
                    format!("[{title}]({path})")
                });
            let links: Vec<String> = links.collect();
            let more =
                if links.is_empty() { String::new() } else { format!(": {}", links.join(", ")) };
            text += &format!("| [`wane {name}`](#wane-{name}) | {about}{more} |\n");
        }
    }
    text
}

/// The options of every command.
fn options(command: &Command) -> String {
    let mut text = String::new();
    for CommandPage { name, .. } in commands::pages() {
        let command = subcommand(command, name);
        text += &format!("### wane {name}\n\n`{}`\n\n", man::synopsis(command));
        let arguments = man::arguments(command);
        if arguments.is_empty() {
            text += "It has no options.\n\n";
            continue;
        }
        text += "| option | effect |\n|---|---|\n";
        for (term, meaning) in arguments {
            text += &format!("| `{term}` | {meaning} |\n");
        }
        text += "\n";
    }
    text.trim_end().to_owned() + "\n"
}

/// A text with what is between two marks replaced.
fn with_part(text: &str, name: &str, part: &str) -> String {
    let (begin, end) = (format!("<!-- begin {name} -->\n"), format!("<!-- end {name} -->\n"));
    let (before, rest) = text.split_once(&begin).expect("the document has the mark");
    let (_, after) = rest.split_once(&end).expect("the document has the other mark");
    format!("{before}{begin}\n{part}\n{end}{after}")
}

#[test]
fn the_docs_have_the_commands_and_options_of_the_program() {
    let command = built();
    let present = fs::read_to_string(FILE).unwrap();
    let text = with_part(&present, "commands", &list(&command));
    let text = with_part(&text, "options", &options(&command));
    wane_testkit::generated::compare(FILE, &text);
}

#[test]
fn the_docs_name_no_option_that_does_not_exist() {
    let command = built();
    let options: BTreeSet<String> = command
        .get_subcommands()
        .flat_map(|it| std::iter::once(it).chain(it.get_subcommands()))
        .flat_map(|it| {
            it.get_arguments().filter_map(|argument| argument.get_long().map(String::from))
        })
        .chain(["version".to_owned()])
        .collect();
    for (number, line) in fs::read_to_string(FILE).unwrap().lines().enumerate() {
        for named in line.split(|c: char| c.is_whitespace() || "`|()".contains(c)) {
            let Some(named) = named.strip_prefix("--") else { continue };
            let is_letter = |c: char| c.is_ascii_lowercase() || c == '-';
            let named = &named[..named.find(|c| !is_letter(c)).unwrap_or(named.len())];
            // A board or a line of a table begins with more than two of them.
            let is_known = named.is_empty() || named.starts_with('-') || options.contains(named);
            assert!(is_known, "line {}: --{named}", number + 1);
        }
    }
}
