//! Manual pages, made from the definitions of the command line: [`text`] for the terminal, [`roff`] for `man`.

pub(crate) mod roff;
pub(crate) mod text;

use clap::Command;

use crate::commands::{self, CommandPage, Example, about};
use crate::exit;

/// A manual page.
pub(crate) struct ManPage {
    /// Its name, as in `man NAME`.
    name: String,
    sections: Vec<(&'static str, Vec<Block>)>,
}

/// A part of a section.
enum Block {
    Paragraph(String),
    /// A paragraph that describes a term.
    Term(String, String),
    /// An exit code.
    Code(u8, &'static str),
    /// A command line, and what it does.
    Example(&'static str, &'static str),
}

use Block::Paragraph;

/// The page of a command; `None` if there is no such command.
pub(crate) fn page(name: &str) -> Option<ManPage> {
    let mut root = commands::command();
    root.build();
    let command = root.find_subcommand(name)?;
    let name = command.get_name();
    let page = commands::page(name)?;
    let about = format!("wane {name} - {}", lower_case(&about(command)));
    let sections = vec![
        ("NAME", vec![Paragraph(about)]),
        ("SYNOPSIS", vec![Paragraph(synopsis(command))]),
        ("DESCRIPTION", vec![Paragraph(page.description.to_owned())]),
        ("OPTIONS", options(command)),
        ("EXAMPLES", page.examples.iter().map(example).collect()),
        ("EXIT STATUS", exit_status()),
        ("SEE ALSO", vec![Paragraph(page.documents.join(", "))]),
    ];
    Some(ManPage { name: format!("wane-{name}"), sections })
}

/// The page of the program: its commands.
pub(crate) fn overview() -> ManPage {
    let mut root = commands::command();
    root.build();
    let mut sections = vec![
        ("NAME", vec![Paragraph(format!("wane - {}", lower_case(&about(&root))))]),
        ("SYNOPSIS", vec![Paragraph("wane [--json] COMMAND [OPTIONS]".to_owned())]),
    ];
    let commands = commands::pages().map(|CommandPage { name, .. }| {
        let command = root.find_subcommand(name).expect("every page has a command");
        Block::Term(format!("wane-{name}(1)"), about(command))
    });
    sections.push(("COMMANDS", commands.collect()));
    sections.push(("EXIT STATUS", exit_status()));
    ManPage { name: "wane".to_owned(), sections }
}

/// The usage of a command.
pub(crate) fn synopsis(command: &Command) -> String {
    let usage = command.clone().render_usage().to_string();
    usage.trim_start_matches("Usage: ").to_owned()
}

/// The arguments and options of a command and of what it can be told to do, each with its effect.
pub(crate) fn arguments(command: &Command) -> Vec<(String, String)> {
    let page = commands::page(command.get_name());
    let prints_json = page.is_some_and(|page| page.instead_of_json.is_none());
    let mut described = own_arguments(command, prints_json);
    for action in command.get_subcommands().filter(|action| action.get_name() != "help") {
        let usage = synopsis(action);
        let begin = usage.find(action.get_name()).unwrap_or(0);
        described.push((usage[begin..].to_owned(), about(action)));
        let named = |(term, meaning)| (format!("{} {term}", action.get_name()), meaning);
        described.extend(own_arguments(action, false).into_iter().map(named));
    }
    described
}

fn own_arguments(command: &Command, prints_json: bool) -> Vec<(String, String)> {
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

fn options(command: &Command) -> Vec<Block> {
    let arguments = arguments(command);
    if arguments.is_empty() {
        return vec![Paragraph("None.".to_owned())];
    }
    arguments.into_iter().map(|(term, meaning)| Block::Term(term, meaning)).collect()
}

fn example(example: &'static Example) -> Block {
    Block::Example(example.line, example.meaning)
}

fn exit_status() -> Vec<Block> {
    exit::CODES.iter().map(|exit::Code { code, meaning }| Block::Code(*code, meaning)).collect()
}

fn lower_case(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or(String::new(), |first| first.to_lowercase().collect::<String>() + letters.as_str())
}
