//! The group, the description and the examples of every command. The help, the manual pages and docs/command-line.md
//! are made from them.

mod pages;

use clap::builder::{PossibleValue, PossibleValuesParser, Styles};
use clap::{Command, CommandFactory};

pub(crate) use pages::PAGES;

use crate::args::Args;
use crate::cmd::version;
use crate::exit;

/// A command in the help and in the manual.
pub(crate) struct CommandPage {
    pub(crate) name: &'static str,
    pub(crate) description: &'static str,
    pub(crate) examples: [Example; 2],
    /// The documents about it.
    pub(crate) documents: &'static [&'static str],
    /// For a command that prints no JSON: what it prints instead.
    pub(crate) instead_of_json: Option<&'static str>,
}

/// A command line, and what it does.
pub(crate) struct Example {
    pub(crate) line: &'static str,
    pub(crate) meaning: &'static str,
}

/// All pages, in the order of the help.
pub(crate) fn pages() -> impl Iterator<Item = &'static CommandPage> {
    PAGES.iter().flat_map(|(_, pages)| *pages)
}

/// The page of a command.
pub(crate) fn page(name: &str) -> Option<&'static CommandPage> {
    pages().find(|page| page.name == name)
}

/// A command in one sentence.
pub(crate) fn about(command: &Command) -> String {
    command.get_about().map(ToString::to_string).unwrap_or_default()
}

/// The command line with groups and examples.
pub(crate) fn command() -> Command {
    let mut command = Args::command();
    for page in pages() {
        command = command.mut_subcommand(page.name, |it| it.after_help(page.examples()));
    }
    let names = pages().map(|page| match page.name {
        "analyze" => PossibleValue::new("analyze").alias("analyse"),
        name => PossibleValue::new(name),
    });
    let names = PossibleValuesParser::new(names.collect::<Vec<_>>());
    let command = command.mut_subcommand("help", |help| {
        help.mut_arg("command", |name| name.value_parser(names).hide_possible_values(true))
    });
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{}{}\n{{options}}{{after-help}}",
        groups(&command),
        heading("Options:"),
    );
    let more = "`wane help COMMAND` prints the manual page of a command.";
    let exit_codes = format!("{}\n{}\n\n{more}", heading("Exit codes:"), exit::list());
    command.help_template(template).after_help(exit_codes).version(version::line())
}

/// The list of the commands, by group.
fn groups(command: &Command) -> String {
    let mut text = String::new();
    for (title, pages) in PAGES {
        text += &format!("{}\n", heading(&format!("{title}:")));
        for CommandPage { name, .. } in *pages {
            let command = command.find_subcommand(name).expect("every page has a command");
            let aliases = command.get_visible_aliases().map(|alias| format!(" [alias: {alias}]"));
            let about = about(command) + &aliases.collect::<String>();
            text += &format!("  {name:<11}  {about}\n");
        }
        text += "\n";
    }
    text
}

impl CommandPage {
    /// The examples, for the help.
    fn examples(&self) -> String {
        let lines = self
            .examples
            .each_ref()
            .map(|Example { line, meaning }| format!("  # {meaning}\n  {line}"));
        format!("{}\n{}", heading("Examples:"), lines.join("\n"))
    }
}

/// A heading as clap prints its own.
fn heading(text: &str) -> String {
    let style = Styles::default();
    let style = style.get_header();
    format!("{style}{text}{style:#}")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    #[test]
    fn every_command_is_in_one_group() {
        let command = command();
        let names: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        let listed: Vec<&str> = pages().map(|page| page.name).collect();
        assert_eq!(
            listed.iter().collect::<BTreeSet<_>>().len(),
            listed.len(),
            "one is there twice"
        );
        assert_eq!(names, listed, "also in the same order");
    }

    #[test]
    fn every_example_is_a_valid_command_line() {
        for CommandPage { name, examples, .. } in pages() {
            for Example { line, .. } in examples {
                let arguments = shlex::split(line).unwrap();
                let parsed = command().try_get_matches_from(&arguments);
                assert!(parsed.is_ok(), "wane {name}: {line}: {}", parsed.unwrap_err());
            }
            let own = examples.iter().filter(|it| it.line.starts_with(&format!("wane {name}")));
            assert!(own.count() > 0, "wane {name} has no example of its own");
        }
    }

    #[test]
    fn every_document_exists() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for document in pages().flat_map(|page| page.documents) {
            assert!(root.join(document).is_file(), "{document}");
        }
    }

    #[test]
    fn the_list_of_commands_fits_a_terminal_of_80_columns() {
        let text = anstream::adapter::strip_str(&groups(&command())).to_string();
        for line in text.lines() {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }

    #[test]
    fn help_is_an_imperative() {
        let first_words: BTreeSet<String> = command()
            .get_subcommands()
            .flat_map(|it| {
                let of_options = it.get_arguments().filter_map(clap::Arg::get_help);
                it.get_about()
                    .into_iter()
                    .chain(of_options)
                    .map(ToString::to_string)
                    .collect::<Vec<_>>()
            })
            .map(|help| {
                assert!(!help.ends_with('.'), "{help}");
                help.split(' ').next().unwrap_or_default().to_owned()
            })
            .collect();
        for word in
            ["The", "A", "An", "How", "What", "Where", "Who", "Whether", "Only", "Your", "Its"]
        {
            assert!(!first_words.contains(word), "some help begins with {word}");
        }
    }
}
