//! Recipes as text: TOML that a person can read and edit, and what is wrong with it, and where.
//!
//! [`wane_gallery::recipe`] has the recipe as values and plays it; this is only its written form.

mod contest;
mod read;
mod text;
mod write;

pub use contest::export_contest;
pub use read::{RecipeProblem, read_recipe};
pub use text::RecipeText;
pub use write::{decimal, write_recipe};

use wane_gallery::recipe::Recipe;

/// The most bytes of a recipe: ten times those of the longest sensible one.
pub const MOST_BYTES: usize = 64 * 1024;

/// A recipe with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedRecipe {
    /// The name; empty if the text has none.
    pub name: String,
    /// The recipe, which is sound.
    pub recipe: Recipe,
}
