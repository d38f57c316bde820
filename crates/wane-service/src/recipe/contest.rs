//! A recipe as one Python file for the contest.
//!
//! `contest/agent.py` is the part that is the same for all recipes; functions between `#if NAME` and `#end` are left out
//! where no recipe calls them. The rest is written here: the tables, the evaluation, the order of moves, the choice.

mod evaluation;
mod search;

use wane_gallery::recipe::Recipe;
use wane_text::clean;

use super::{NamedRecipe, write_recipe};

/// The part that is the same for all recipes.
const AGENT: &str = include_str!("contest/agent.py");

/// The longest name in the first line of the file, in characters.
const MOST_NAME: usize = 60;

/// The text of a Python file with the class of the contest. It plays the same moves as the recipe wherever both search
/// to the same depth; equal moves of a greedy recipe are chosen at random by both.
#[must_use]
pub fn export_contest(named: &NamedRecipe) -> String {
    let Recipe { evaluation, search } = &named.recipe;
    let parts = [
        ("#TABLES#", evaluation::tables(&named.recipe)),
        ("#EVALUATION#", evaluation::functions(evaluation)),
        ("#LAYOUT#", evaluation::layout(evaluation)),
        ("#END_VALUE#", search::end_value(search.end, evaluation.scale)),
        ("#ORDER#", search::order(&named.recipe)),
        ("#PASS#", search::pass(search.passes)),
        ("#EXACT_VALUE#", search::exact_value(search.exact)),
        ("#NUMBA#", search::wants_numba(search).to_owned()),
        ("#TIME#", search.time_percent.to_string()),
        ("#CHOOSE#", search::choose(&named.recipe)),
    ];
    let written: String = parts.iter().map(|(_, text)| text.as_str()).collect();
    let mut body = only_called(AGENT, &written);
    for (mark, text) in &parts {
        body = with_part(&body, mark, text);
    }
    head(named) + &body
}

/// The first lines: what the file is, and the recipe.
fn head(named: &NamedRecipe) -> String {
    // In a string of Python, a quote or a backslash would be more than itself.
    let name: String =
        clean(&named.name, MOST_NAME).chars().filter(|c| !matches!(c, '"' | '\\')).collect();
    let title = if name.trim().is_empty() { "an agent" } else { name.trim() };
    let mut text = format!(
        "\"\"\"{title}, for the Reversed Reversi contest.\n\nWane wrote this file from the recipe below.\n\"\"\"\n\n"
    );
    for line in write_recipe(named).lines() {
        text += format!("# {line}").trim_end();
        text += "\n";
    }
    text + "\n"
}

/// The template without the functions that neither the written parts nor its other functions call.
fn only_called(template: &str, written: &str) -> String {
    let mut text = String::new();
    let mut is_kept = true;
    for line in template.lines() {
        if let Some(name) = line.strip_prefix("#if ") {
            is_kept = written.contains(&format!("{name}("));
        } else if line == "#end" {
            is_kept = true;
        } else if is_kept {
            text += line;
            text += "\n";
        }
    }
    text
}

/// The text with a part in the place of its mark; a mark on a line of its own gives its indentation to every line.
fn with_part(text: &str, mark: &str, part: &str) -> String {
    let mut result = String::new();
    for line in text.lines() {
        match line.strip_suffix(mark).filter(|before| before.trim().is_empty()) {
            Some(indent) => {
                for line in part.lines() {
                    let indent = if line.is_empty() { "" } else { indent };
                    result += &format!("{indent}{line}\n");
                }
            }
            None => result += &(line.replace(mark, part) + "\n"),
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use wane_gallery::Kind;

    use super::*;

    fn exported(kind: Kind) -> String {
        let recipe = kind.nearest_recipe().unwrap();
        export_contest(&NamedRecipe { name: kind.name().to_owned(), recipe })
    }

    #[test]
    fn no_mark_is_left_and_only_what_is_called_is_there() {
        for kind in Kind::ALL.into_iter().filter(|&kind| kind != Kind::Uct) {
            let text = exported(kind);
            for line in text.lines() {
                let is_mark =
                    line.starts_with("#if") || line.trim_end().ends_with('#') && line != "#";
                assert!(!is_mark, "{line}");
            }
        }
        assert!(exported(Kind::Seed003).contains("def count_stable("));
        assert!(!exported(Kind::Seed001).contains("def count_stable("));
        assert!(exported(Kind::Seed000).contains("def share("));
    }

    #[test]
    fn a_hostile_name_stays_within_its_line() {
        let recipe = Kind::Greedy.recipe().unwrap();
        let name = "\"\"\"\nimport os\n\\".to_owned();
        let text = export_contest(&NamedRecipe { name, recipe });
        assert!(!text.lines().any(|line| line.starts_with("import os")), "{text}");
        assert_eq!(text.matches("\"\"\"").count() % 2, 0);
    }
}
