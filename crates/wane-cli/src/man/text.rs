//! A manual page as plain text.

use std::io::{self, IsTerminal};

use ratatui::crossterm::terminal;

use super::{Block, ManPage};
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

/// The page in lines of at most these columns.
pub(crate) fn render(page: &ManPage, columns: usize) -> String {
    let sections = page.sections.iter().map(|(title, blocks)| {
        let text: String = blocks.iter().map(|block| block_text(block, columns)).collect();
        format!("{}\n{text}", paint(STRONG, title))
    });
    sections.collect::<Vec<_>>().join("\n")
}

fn block_text(block: &Block, columns: usize) -> String {
    match block {
        Block::Paragraph(text) => wrap(text, INDENT, columns),
        Block::Term(term, meaning) => {
            let term = paint(STRONG, term);
            format!("{:INDENT$}{term}\n{}", "", wrap(meaning, 2 * INDENT, columns))
        }
        Block::Code(code, meaning) => {
            let text = wrap(meaning, INDENT + 5, columns);
            format!("{:INDENT$}{code:<5}{}", "", text.trim_start())
        }
        Block::Example(line, meaning) => {
            wrap(&format!("{meaning}:"), INDENT, columns) + &wrap(line, 2 * INDENT, columns)
        }
    }
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
    use crate::commands::{self, CommandPage};
    use crate::man::page;

    #[test]
    fn every_command_has_a_page_with_all_sections_that_fits() {
        for CommandPage { name, .. } in commands::pages() {
            for columns in [40, 80] {
                let text = strip_str(&render(&page(name).unwrap(), columns)).to_string();
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
        assert!(page("analyse").is_some() && page("dance").is_none());
    }

    #[test]
    fn text_is_wrapped_between_words() {
        assert_eq!(wrap("one two three", 2, 9), "  one two\n  three\n");
        assert_eq!(wrap("incomprehensible", 2, 9), "  incomprehensible\n");
        assert_eq!(wrap("", 2, 9), "  \n");
    }
}
