//! Recipes.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand, ValueEnum};

use super::input::GamesArgs;
use crate::recipe_file::RecipeName;

#[derive(ClapArgs)]
pub(crate) struct RecipeArgs {
    #[command(subcommand)]
    pub(crate) action: RecipeAction,
}

/// What is done with a recipe.
#[derive(Subcommand)]
pub(crate) enum RecipeAction {
    /// Write a recipe to begin with
    New(NewArgs),
    /// Check recipes, and say where they are wrong
    Check(CheckRecipesArgs),
    /// Print a recipe as it is understood
    Show(ShowRecipeArgs),
    /// Split the value of a position by feature and square
    Explain(ExplainArgs),
    /// Write a recipe as a program for the contest
    Export(ExportArgs),
    /// Print the JSON schema of recipes, for editors
    Schema,
}

#[derive(ClapArgs)]
pub(crate) struct NewArgs {
    /// Write this file, which must not exist yet
    pub(crate) file: PathBuf,
    /// Begin with the recipe of this agent, such as seed-003
    #[arg(long, value_name = "NAME")]
    pub(crate) from: Option<RecipeName>,
}

#[derive(ClapArgs)]
pub(crate) struct CheckRecipesArgs {
    /// Check these files
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
}

#[derive(ClapArgs)]
pub(crate) struct ShowRecipeArgs {
    /// Print the recipe in this file, or that of an agent such as seed-003
    pub(crate) recipe: RecipeName,
}

#[derive(ClapArgs)]
pub(crate) struct ExplainArgs {
    /// Explain with the recipe in this file, or with that of an agent such as seed-003
    pub(crate) recipe: RecipeName,
    #[command(flatten)]
    pub(crate) games: GamesArgs,
    /// Draw only what this feature adds, such as mobility
    #[arg(long, value_name = "NAME")]
    pub(crate) feature: Option<String>,
}

#[derive(ClapArgs)]
pub(crate) struct ExportArgs {
    /// Export the recipe in this file, or that of an agent such as seed-003
    pub(crate) recipe: RecipeName,
    /// Choose what to write
    #[arg(long, value_enum, default_value_t)]
    pub(crate) to: ExportFormat,
    /// Write this file instead of standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

/// What a recipe can be exported as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// One Python file with the class of the contest
    #[default]
    Contest,
}
