//! Tuning.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args as ClapArgs;
use wane_lab::tune::TunerKind;

use super::engine::ThreadsArgs;
use super::farm::FarmOption;
use crate::parse;
use crate::recipe_file::RecipeName;

#[derive(ClapArgs)]
pub(crate) struct TuneArgs {
    /// Tune the recipe in this file, or that of an agent such as seed-003
    pub(crate) recipe: RecipeName,
    /// Tune by this method: cma, spsa, genetic, binary or texel
    #[arg(long, value_name = "METHOD", default_value_t = TunerKind::Cma)]
    pub(crate) by: TunerKind,
    /// Play against this recipe or agent; repeat it for several. `binary` plays its candidates against each other, and
    /// `texel` plays no games; there it only measures the gain
    #[arg(long, value_name = "NAME", default_value = "seed-001")]
    pub(crate) against: Vec<RecipeName>,
    /// Tune for this long
    #[arg(long, value_name = "N", default_value = "10", value_parser = parse::minutes)]
    pub(crate) minutes: Duration,
    /// Stop after this many generations, if the time is not over before
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) generations: Option<u64>,
    /// Play N games of each candidate with each opponent
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = parse::games)]
    pub(crate) games: usize,
    /// Let `genetic` rank the candidates with 85 % of the points or more by a pair of games with each of the N nearest
    /// ones
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=39))]
    pub(crate) rivals: Option<u32>,
    /// Limit the nodes of a move, the same for all players
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = parse::nodes)]
    pub(crate) nodes: u64,
    /// Measure the gain on N fresh games with each opponent
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = parse::games)]
    pub(crate) fresh: usize,
    /// Write the tuned recipe to this file; by default beside the recipe, as NAME-tuned.toml
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Keep each generation in this journal; the same command resumes from it
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,
    /// Seed all random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) threads: ThreadsArgs,
    #[command(flatten)]
    pub(crate) place: FarmOption,
}
