//! Manual pages as plain text, made from the definitions of the command line.

use std::io::{self, IsTerminal};

use clap::Command;
use ratatui::crossterm::terminal;

use crate::commands::{self, CommandPage, Example, about};
use crate::exit;
use crate::output::{STRONG, paint};

/// The columns of a page that goes to a file or a pipe.
const COLUMNS: usize = 80;
/// The most columns on a terminal: longer lines are hard to read.
const MOST_COLUMNS: usize = 100;
/// The columns before the text of a section.
const INDENT: usize = 4;

/// The columns of the terminal, within bounds.
pub(crate) fn columns() -> usize {
    let is_terminal = io::stdout().is_terminal();
    let size = is_terminal.then(terminal::size).and_then(Result::ok);
    size.map_or(COLUMNS, |(columns, _)| usize::from(columns).clamp(40, MOST_COLUMNS))
}

/// The page of a command; `None` if there is no such command.
pub(crate) fn page(name: &str, columns: usize) -> Option<String> {
    let mut root = commands::command();
    root.build();
    let command = root.find_subcommand(name)?;
    let name = command.get_name();
    let page = commands::page(name)?;
    let about = about(command);
    let mut sections = vec![
        ("NAME", wrap(&format!("wane {name} - {}", lower_case(&about)), INDENT, columns)),
        ("SYNOPSIS", wrap(&synopsis(command), INDENT, columns)),
        ("DESCRIPTION", wrap(page.description, INDENT, columns)),
    ];
    sections.push(("OPTIONS", options(command, columns)));
    sections.push(("EXAMPLES", examples(page, columns)));
    sections.push(("EXIT STATUS", exit_status(columns)));
    sections.push(("SEE ALSO", wrap(&page.documents.join(", "), INDENT, columns)));
    let sections = sections.iter().map(|(title, text)| format!("{}\n{text}", paint(STRONG, title)));
    Some(sections.collect::<Vec<_>>().join("\n"))
}

/// The usage of a command.
pub(crate) fn synopsis(command: &Command) -> String {
    let usage = command.clone().render_usage().to_string();
    usage.trim_start_matches("Usage: ").to_owned()
}

/// The arguments and options of a command, each with its effect.
pub(crate) fn arguments(command: &Command) -> Vec<(String, String)> {
    let prints_json =
        commands::page(command.get_name()).is_some_and(|page| page.instead_of_json.is_none());
    let arguments = command.get_arguments().filter(|it| match it.get_id().as_str() {
        "help" => false,
        "json" => prints_json,
        _ => true,
    });
    let described = arguments.map(|argument| {
        let mut text = argument.get_help().map(ToString::to_string).unwrap_or_default();
        let defaults = argument.get_default_values().iter().map(|value| value.to_string_lossy());
        let defaults: Vec<_> = defaults.collect();
        if argument.get_action().takes_values() && !defaults.is_empty() {
            text += &format!(" [default: {}]", defaults.join(","));
        }
        (argument.to_string(), text)
    });
    described.collect()
}

fn options(command: &Command, columns: usize) -> String {
    let mut text = String::new();
    for (term, meaning) in arguments(command) {
        text += &format!("{:INDENT$}{}\n", "", paint(STRONG, &term));
        text += &wrap(&meaning, 2 * INDENT, columns);
    }
    if text.is_empty() { wrap("None.", INDENT, columns) } else { text }
}

fn examples(page: &CommandPage, columns: usize) -> String {
    let examples = page.examples.iter().map(|Example { line, meaning }| {
        wrap(&format!("{meaning}:"), INDENT, columns) + &wrap(line, 2 * INDENT, columns)
    });
    examples.collect::<Vec<_>>().concat()
}

fn exit_status(columns: usize) -> String {
    let codes = exit::CODES.iter().map(|exit::Code { code, meaning }| {
        let text = wrap(meaning, INDENT + 5, columns);
        format!("{:INDENT$}{code:<5}{}", "", text.trim_start())
    });
    codes.collect::<Vec<_>>().concat()
}

fn lower_case(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or(String::new(), |first| first.to_lowercase().collect::<String>() + letters.as_str())
}

/// Wraps a text to a number of columns, with each line indented.
fn wrap(text: &str, indent: usize, columns: usize) -> String {
    let mut lines = String::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let width = indent + line.chars().count() + 1 + word.chars().count();
        if !line.is_empty() && width > columns {
            lines += &format!("{:indent$}{line}\n", "");
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += word;
    }
    lines + &format!("{:indent$}{line}\n", "")
}

#[cfg(test)]
mod tests {
    use anstream::adapter::strip_str;

    use super::*;

    #[test]
    fn every_command_has_a_page_with_all_sections_that_fits() {
        for CommandPage { name, .. } in commands::pages() {
            for columns in [40, 80] {
                let text = strip_str(&page(name, columns).unwrap()).to_string();
                let titles = text.lines().filter(|line| !line.is_empty() && !line.starts_with(' '));
                let expected = [
                    "NAME",
                    "SYNOPSIS",
                    "DESCRIPTION",
                    "OPTIONS",
                    "EXAMPLES",
                    "EXIT STATUS",
                    "SEE ALSO",
                ];
                assert_eq!(titles.collect::<Vec<_>>(), expected, "{name}");
                let is_wide =
                    |line: &&str| line.chars().count() > columns && line.trim().contains(' ');
                assert_eq!(text.lines().find(is_wide), None, "{name}");
            }
        }
        assert!(page("analyse", 80).is_some() && page("dance", 80).is_none());
    }

    #[test]
    fn text_is_wrapped_between_words() {
        assert_eq!(wrap("one two three", 2, 9), "  one two\n  three\n");
        assert_eq!(wrap("incomprehensible", 2, 9), "  incomprehensible\n");
        assert_eq!(wrap("", 2, 9), "  \n");
    }
}
