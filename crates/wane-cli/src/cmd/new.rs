//! `wane new`: writes an agent to begin with, a contest file or a recipe, or the rules of a tournament. The contest file
//! wins most games against greedy, and has room for better ideas; `wane recipe new --from` copies the recipe of an agent
//! instead.

use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use serde::Serialize;
use wane_files::{create_folder, write_new_atomically};
use wane_text::Foreign;

use crate::arena::contest;
use crate::args::NewAgentArgs;
use crate::output::Output;
use crate::recipe_file;

/// The contest file to begin with.
const AGENT: &str = include_str!("new/agent.py");

/// The recipe to begin with.
pub(super) const RECIPE: &str = include_str!("new/recipe.toml");

/// Where the contest file names itself.
const OWN_NAME: &str = "{file}";

/// A file that was written.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct NewFile {
    /// The file.
    file: Foreign,
}

pub(crate) fn run(NewAgentArgs { file, recipe }: &NewAgentArgs, output: &mut Output) -> Result<()> {
    let shown = Foreign::path(file);
    if !recipe && file.file_name().is_some_and(|name| name == contest::FILE) {
        return contest_to(file, output);
    }
    if *recipe || recipe_file::is_named(file) {
        return recipe_to(file, RECIPE, output);
    }
    if file.extension().is_none_or(|it| it != "py") {
        bail!(
            "{shown}: a contest file ends with .py, a recipe with .toml, and rules are in contest.toml"
        );
    }
    write_new(file, &AGENT.replace(OWN_NAME, plain_name(file).unwrap_or("me.py")))?;
    if output.is_json() {
        return output.json(&NewFile { file: shown });
    }
    output.text(&format!(
        "{shown} is written: an agent that looks two moves ahead.\n\
         To check it:    wane check {shown}\n\
         To see it win:  wane match {shown} greedy --games 10\n"
    ))
}

/// Writes a recipe.
pub(super) fn recipe_to(file: &Path, text: &str, output: &mut Output) -> Result<()> {
    write_new(file, text)?;
    let shown = Foreign::path(file);
    if output.is_json() {
        return output.json(&NewFile { file: shown });
    }
    output.text(&format!("{shown} is written. To play it: wane match {shown} seed-001\n"))
}

/// Writes the rules of a tournament into the folder that its match will have.
fn contest_to(file: &Path, output: &mut Output) -> Result<()> {
    if let Some(folder) = file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        create_folder(folder)?;
    }
    write_new(file, contest::PRESET)?;
    let shown = Foreign::path(file);
    if output.is_json() {
        return output.json(&NewFile { file: shown });
    }
    let folder = Foreign::path(file.parent().unwrap_or(file));
    output.text(&format!(
        "{shown} is written. To hold the tournament: wane match --contest PLAYERS --out {folder}\n"
    ))
}

/// The name of a file, if it needs no quotes in a shell and none in Python.
fn plain_name(file: &Path) -> Option<&str> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_-./".contains(letter);
    file.to_str().filter(|name| name.chars().all(is_plain))
}

/// Writes a file that is not there yet.
fn write_new(file: &Path, text: &str) -> Result<()> {
    let shown = Foreign::path(file);
    match write_new_atomically(file, text.as_bytes()) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            bail!("{shown} exists already: choose another name")
        }
        done => done.with_context(|| format!("writing {shown}")),
    }
}

#[cfg(test)]
mod tests {
    use wane_service::recipe::read_recipe;

    use super::*;

    #[test]
    fn the_recipe_to_begin_with_is_one() {
        let named = read_recipe(RECIPE).unwrap();
        assert_eq!(named.name, "my recipe");
    }

    #[test]
    fn a_name_that_needs_quotes_is_not_plain() {
        assert_eq!(plain_name(Path::new("agents/me-2.py")), Some("agents/me-2.py"));
        for name in ["my agent.py", "\"\"\".py", "$HOME.py", "a;b.py", "a\nb.py"] {
            assert_eq!(plain_name(Path::new(name)), None, "{name:?}");
        }
    }
}
