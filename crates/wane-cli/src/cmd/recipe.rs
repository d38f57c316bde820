//! `wane recipe`: writes, checks, shows, explains and exports recipes.

pub(crate) mod explain;

use std::path::Path;

use anyhow::{Context as _, Result};
use serde::Serialize;
use wane_service::recipe::{NamedRecipe, RecipeProblem, export_contest, write_recipe};
use wane_text::Foreign;

use crate::args::recipe::{
    CheckRecipesArgs, ExportArgs, ExportFormat, NewArgs, RecipeAction, RecipeArgs, ShowRecipeArgs,
};
use crate::exit::Ending;
use crate::output::{ERROR, GOOD, Output, paint, write_file};
use crate::recipe_file;

/// The JSON schema, which a test makes from the types.
const SCHEMA: &str = include_str!("recipe/schema.json");

/// What a check found.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct CheckedRecipe {
    /// The file.
    file: Foreign,
    /// The name of the recipe; without one in the file, that of the file.
    name: Option<Foreign>,
    /// What is wrong with it.
    problem: Option<ProblemText>,
}

/// What is wrong with a recipe, and where.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ProblemText {
    /// The line, from 1.
    line: usize,
    /// The column, from 1.
    column: usize,
    /// What is wrong, and what is allowed.
    message: Foreign,
}

/// A recipe.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ShownRecipe {
    /// Its name.
    name: Foreign,
    /// Its text.
    toml: String,
}

/// A recipe as a program.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ExportedRecipe {
    /// The name of the recipe.
    name: Foreign,
    /// The file, if one was written.
    file: Option<Foreign>,
    /// The program, if no file was written.
    program: Option<String>,
}

/// The JSON schema of recipes.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct RecipeSchema {
    /// The schema.
    schema: serde_json::Value,
}

pub(crate) fn run(RecipeArgs { action }: &RecipeArgs, output: &mut Output) -> Result<Ending> {
    match action {
        RecipeAction::New(args) => new(args, output)?,
        RecipeAction::Check(args) => return check(args, output),
        RecipeAction::Show(args) => show(args, output)?,
        RecipeAction::Explain(args) => explain::run(args, output)?,
        RecipeAction::Export(args) => export(args, output)?,
        RecipeAction::Schema if output.is_json() => {
            let schema = serde_json::from_str(SCHEMA).context("reading the schema")?;
            output.json(&RecipeSchema { schema })?;
        }
        RecipeAction::Schema => output.text(SCHEMA)?,
    }
    Ok(Ending::Done)
}

fn new(NewArgs { file, from }: &NewArgs, output: &mut Output) -> Result<()> {
    let text = match from {
        None => super::new::RECIPE.to_owned(),
        Some(name) => write_recipe(&name.read()?),
    };
    super::new::recipe_to(file, &text, output)
}

fn check(CheckRecipesArgs { files }: &CheckRecipesArgs, output: &mut Output) -> Result<Ending> {
    let mut ending = Ending::Done;
    for path in files {
        let checked = recipe_file::try_read(path)?;
        if checked.is_err() {
            ending = Ending::No;
        }
        report(path, checked, output)?;
    }
    Ok(ending)
}

fn report(
    path: &Path,
    checked: Result<NamedRecipe, RecipeProblem>,
    output: &mut Output,
) -> Result<()> {
    let file = Foreign::path(path);
    if !output.is_json() {
        let line = match checked {
            Ok(named) => {
                format!("{}: {file}, {}\n", paint(GOOD, "good"), Foreign::from(named.name.as_str()))
            }
            Err(problem) => format!("{}: {file}, {problem}\n", paint(ERROR, "wrong")),
        };
        return output.text(&line);
    }
    let (name, problem) = match checked {
        Ok(named) => (Some(named.name.as_str().into()), None),
        Err(RecipeProblem { line, column, message }) => {
            (None, Some(ProblemText { line, column, message: message.into() }))
        }
    };
    output.json(&CheckedRecipe { file, name, problem })
}

fn show(ShowRecipeArgs { recipe }: &ShowRecipeArgs, output: &mut Output) -> Result<()> {
    let named = recipe.read()?;
    let toml = write_recipe(&named);
    if output.is_json() {
        return output.json(&ShownRecipe { name: named.name.as_str().into(), toml });
    }
    output.text(&toml)
}

fn export(ExportArgs { recipe, to, out }: &ExportArgs, output: &mut Output) -> Result<()> {
    let named = recipe.read()?;
    let program = match to {
        ExportFormat::Contest => export_contest(&named),
    };
    let name = Foreign::from(named.name.as_str());
    let file = out.as_deref().map(Foreign::path);
    if let Some(out) = out {
        write_file(out, &program)?;
    }
    match file {
        file if output.is_json() => {
            let program = Some(program).filter(|_| file.is_none());
            output.json(&ExportedRecipe { name, file, program })
        }
        Some(file) => output.text(&format!("{file} is written. To check it: wane check {file}\n")),
        None => output.text(&program),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use wane_service::recipe::RecipeText;
    use wane_testkit::generated;

    #[test]
    fn the_schema_is_what_the_types_say() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cmd/recipe");
        let schema = schemars::schema_for!(RecipeText);
        generated::compare(folder.join("schema.json"), &format!("{:#}\n", schema.to_value()));
    }
}
