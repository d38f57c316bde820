//! Recipes in files, and those of agents by name.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use anyhow::{Context as _, Result, anyhow};
use wane_gallery::Kind;
use wane_service::opponent::Name;
use wane_service::recipe::{MOST_BYTES, NamedRecipe, RecipeProblem, read_recipe};
use wane_text::Foreign;

/// A recipe on the command line: a file, or the name of an agent.
#[derive(Clone, Debug)]
pub(crate) enum RecipeName {
    File(PathBuf),
    Agent(Kind),
}

impl FromStr for RecipeName {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        match text.parse() {
            Ok(Kind::Uct) => Err(anyhow!("uct has no recipe: it has no evaluation")),
            Ok(kind) => Ok(Self::Agent(kind)),
            Err(_) if is_named(Path::new(text)) => Ok(Self::File(text.into())),
            Err(unknown) => Err(anyhow!("{unknown}; the file of a recipe ends with .toml")),
        }
    }
}

impl RecipeName {
    /// The recipe.
    pub(crate) fn read(&self) -> Result<NamedRecipe> {
        match self {
            Self::File(path) => read(path),
            Self::Agent(kind) => {
                let recipe = kind.nearest_recipe().context("this agent has no recipe")?;
                Ok(NamedRecipe { name: kind.name().to_owned(), recipe })
            }
        }
    }
}

/// Whether a file has the name of a recipe.
pub(crate) fn is_named(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "toml")
}

/// What is wrong with the recipe in a file, or the recipe; without a name in it, that of the file.
pub(crate) fn try_read(path: &Path) -> Result<Result<NamedRecipe, RecipeProblem>> {
    let shown = Foreign::path(path);
    let file = File::open(path).with_context(|| format!("opening the recipe {shown}"))?;
    let mut bytes = Vec::new();
    // One byte more than a recipe has, so that a longer one is refused for its length.
    let most = u64::try_from(MOST_BYTES).unwrap_or(u64::MAX) + 1;
    file.take(most).read_to_end(&mut bytes).with_context(|| format!("reading {shown}"))?;
    let text = String::from_utf8(bytes).map_err(|_| anyhow!("{shown} is not UTF-8 text"))?;
    Ok(read_recipe(&text).map(|mut named| {
        if named.name.is_empty() {
            named.name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        }
        named
    }))
}

/// The recipe in a file.
pub(crate) fn read(path: &Path) -> Result<NamedRecipe> {
    try_read(path)?.map_err(|problem| anyhow!("{}, {problem}", Foreign::path(path)))
}

/// The player of a recipe in a file.
pub(crate) fn player(path: &Path) -> Result<Name> {
    Ok(Name::Recipe(Arc::new(read(path)?)))
}
