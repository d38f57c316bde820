//! Recipes in files.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, Result, anyhow};
use wane_service::opponent::Name;
use wane_service::recipe::{MOST_BYTES, NamedRecipe, read_recipe};

/// Whether a file has the name of a recipe.
pub(crate) fn is_named(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "toml")
}

/// The recipe in a file; without a name in it, that of the file.
pub(crate) fn read(path: &Path) -> Result<NamedRecipe> {
    let shown = path.display();
    let file = File::open(path).with_context(|| format!("opening the recipe {shown}"))?;
    let mut bytes = Vec::new();
    // One byte more than a recipe has, so that a longer one is refused for its length.
    let most = u64::try_from(MOST_BYTES).unwrap_or(u64::MAX) + 1;
    file.take(most).read_to_end(&mut bytes).with_context(|| format!("reading {shown}"))?;
    let text = String::from_utf8(bytes).map_err(|_| anyhow!("{shown} is not UTF-8 text"))?;
    let mut named = read_recipe(&text).map_err(|problem| anyhow!("{shown}, {problem}"))?;
    if named.name.is_empty() {
        named.name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    }
    Ok(named)
}

/// The player of a recipe in a file.
pub(crate) fn player(path: &Path) -> Result<Name> {
    Ok(Name::Recipe(Arc::new(read(path)?)))
}
