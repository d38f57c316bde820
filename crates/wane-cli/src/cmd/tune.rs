//! `wane tune`: better numbers for a recipe; docs/recipes.md.

use std::io::{self, IsTerminal as _};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Result;
use serde::Serialize;
use wane_gallery::recipe::Recipe;
use wane_lab::experiment::statistics::{Interval, PairPoints};
use wane_lab::tune::run::play;
use wane_lab::tune::{
    Against, DuelJob, DuelWorker, ExactError, Fitness, Generation, NeighbourKilling, Parameters,
    RoundRobin, TuneRun, TunerKind, fresh_duels,
};
use wane_match::{Executor, Stop};
use wane_service::recipe::{NamedRecipe, write_recipe};
use wane_text::Foreign;

use crate::args::tune::TuneArgs;
use crate::exit::{Ending, Usage};
use crate::interrupt;
use crate::output::{FAINT, Output, STRONG, ensure_writable, grouped, paint, write_file};
use crate::place::{Place, honestly};
use crate::recipe_file::RecipeName;

/// The positions of `texel`.
const POSITIONS: usize = 2000;

/// The end of a run.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Tuned {
    /// The file with the tuned recipe.
    file: Foreign,
    /// The generations.
    generations: u64,
    /// The games of all generations.
    games: u64,
    /// What has changed.
    changes: Vec<Changed>,
    /// The gain, on fresh games.
    gains: Vec<Gain>,
}

/// A number that has changed.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Changed {
    /// What it is.
    name: String,
    /// Before.
    from: f64,
    /// After.
    to: f64,
}

/// The points against an opponent, on fresh games.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Gain {
    /// The opponent.
    against: Foreign,
    /// The games.
    games: u64,
    /// The share of the points of the recipe as it was, with its interval of 95 %.
    before: Interval,
    /// The same of the tuned one.
    after: Interval,
}

pub(crate) fn run(args: &TuneArgs, output: &mut Output) -> Result<Ending> {
    honestly(args.log.as_deref(), || run_once(args, output))
}

fn run_once(args: &TuneArgs, output: &mut Output) -> Result<Ending> {
    let named = args.recipe.read()?;
    let opponents: Vec<NamedRecipe> =
        args.against.iter().map(RecipeName::read).collect::<Result<_>>()?;
    let out = args.out.clone().unwrap_or_else(|| beside(&args.recipe));
    ensure_writable(&out)?;
    let stop = interrupt::stop()?;
    let parameters = Parameters::of(named.recipe.clone());
    if parameters.list().is_empty() {
        let why = "this recipe has no number to tune: a feature that is alone plays the same with any weight";
        return Err(Usage(why.into()).into());
    }
    let description = description(args, &named, &opponents);
    let log = args.log.as_deref().map(|path| (path, description.as_str()));
    let fitness = fitness(args, &named.recipe, &opponents);
    let mut tuning = TuneRun::open(args.by, args.seed, parameters.clone(), fitness, log)?;
    let place = Place::open(&args.place, args.threads.count(), args.log.as_deref())?;
    let mut executor = place.executor(&stop, DuelWorker::threads);
    let is_stopped = tune(&mut tuning, args, &mut *executor, &stop, output)?;
    place.check()?;
    if is_stopped && args.log.is_some() {
        anstream::eprintln!("stopped: the same command resumes from here");
        return Ok(Ending::Stopped);
    }
    let best = tuning.best();
    // What was found is written even if there was no time to measure it.
    let gains = gains(args, &named.recipe, &best, &opponents, &mut *executor, &stop);
    place.check()?;
    let ending = if gains.is_some() { Ending::Done } else { Ending::Stopped };
    let (gains, changes) = (gains.unwrap_or_default(), changes(&parameters, &best));
    let (generations, games) = tuning.progress();
    let tuned = Tuned { file: Foreign::path(&out), generations, games, changes, gains };
    let name = format!("{}, tuned", named.name);
    let text = comments(&tuned, args.by) + &write_recipe(&NamedRecipe { name, recipe: best });
    write_file(&out, text)?;
    if output.is_json() {
        output.json(&tuned)?;
    } else {
        output.text(&summary(&tuned))?;
    }
    Ok(ending)
}

/// The file of a tuned recipe.
fn beside(name: &RecipeName) -> PathBuf {
    match name {
        RecipeName::File(path) => {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            path.with_file_name(format!("{stem}-tuned.toml"))
        }
        RecipeName::Agent(kind) => format!("{kind}-tuned.toml").into(),
    }
}

/// What a run depends on.
fn description(args: &TuneArgs, named: &NamedRecipe, opponents: &[NamedRecipe]) -> String {
    let texts: Vec<String> = opponents.iter().map(write_recipe).collect();
    let TuneArgs { by, games, rivals, nodes, seed, .. } = args;
    let recipes = format!("{}{}", write_recipe(named), texts.concat());
    let checksum = wane_files::Checksum::of(recipes.as_bytes()).to_hex();
    format!("{by} {games} {rivals:?} {nodes} {seed} {checksum}")
}

fn fitness(args: &TuneArgs, recipe: &Recipe, opponents: &[NamedRecipe]) -> Arc<dyn Fitness> {
    let (pairs, nodes, seed) = (args.games.div_ceil(2), args.nodes, args.seed);
    let opponents = opponents.iter().map(|it| it.recipe.clone()).collect();
    let against = Against { opponents, pairs, nodes, seed };
    match (args.by, args.rivals) {
        (TunerKind::Texel, _) => Arc::new(ExactError::new(recipe, POSITIONS, seed)),
        (TunerKind::Binary, _) => Arc::new(RoundRobin { pairs: 1, rivals: None, nodes, seed }),
        (TunerKind::Genetic, Some(rivals)) => {
            let rivals = RoundRobin { pairs: 1, rivals: Some(rivals as usize), nodes, seed };
            Arc::new(NeighbourKilling { against, rivals })
        }
        (TunerKind::Genetic | TunerKind::Spsa | TunerKind::Cma, _) => Arc::new(against),
    }
}

/// Does generations until the time is over; whether it was stopped before.
fn tune(
    tuning: &mut TuneRun,
    args: &TuneArgs,
    executor: &mut dyn Executor<DuelJob>,
    stop: &Stop,
    output: &Output,
) -> Result<bool> {
    let began = Instant::now();
    let shows = !output.is_json() && io::stderr().is_terminal();
    while began.elapsed() < args.minutes
        && args.generations.is_none_or(|most| tuning.progress().0 < most)
    {
        let Some(generation) = tuning.generation(executor, stop)? else { return Ok(true) };
        if shows {
            let left = args.minutes.saturating_sub(began.elapsed()).as_secs();
            let to_go = format!("{}:{:02} to go", left / 60, left % 60);
            anstream::eprintln!("{}  {}", line(&generation), paint(FAINT, &to_go));
        }
    }
    Ok(false)
}

/// A generation on a line.
fn line(Generation { generation, games, individuals }: &Generation) -> String {
    let scores = || individuals.iter().map(|it| it.score);
    let best = scores().fold(f64::MIN, f64::max);
    #[expect(clippy::cast_precision_loss, reason = "a generation has few individuals")]
    let mean = scores().sum::<f64>() / individuals.len().max(1) as f64;
    format!("generation {generation:>4}  best {best:.3}  mean {mean:.3}  {} games", grouped(*games))
}

/// The points before and after, on fresh games; `None` if it was stopped.
fn gains(
    args: &TuneArgs,
    before: &Recipe,
    after: &Recipe,
    opponents: &[NamedRecipe],
    executor: &mut dyn Executor<DuelJob>,
    stop: &Stop,
) -> Option<Vec<Gain>> {
    let mut found = Vec::new();
    for opponent in opponents {
        let [before, after] =
            [before, after].map(|one| fresh_games(args, one, &opponent.recipe, executor, stop));
        let (before, after) = (before?, after?);
        let against = opponent.name.as_str().into();
        let (games, before) = (after.games(), before.win_rate());
        found.push(Gain { against, games, before, after: after.win_rate() });
    }
    let after = fresh_games(args, after, before, executor, stop)?;
    // Against itself it has half of the points.
    let (against, before) = ("the recipe as it was".into(), Interval::exactly(0.5));
    found.push(Gain { against, games: after.games(), before, after: after.win_rate() });
    Some(found)
}

/// The points of a recipe in games that no tuner has seen; `None` if it was stopped.
fn fresh_games(
    args: &TuneArgs,
    one: &Recipe,
    other: &Recipe,
    executor: &mut dyn Executor<DuelJob>,
    stop: &Stop,
) -> Option<PairPoints> {
    let duels = fresh_duels(one, &other.clone().into(), args.fresh, args.nodes, args.seed);
    Some(play(duels, executor, stop)?.into_iter().sum())
}

/// The numbers that differ.
fn changes(parameters: &Parameters, best: &Recipe) -> Vec<Changed> {
    let after = parameters.values_of(best);
    let pairs = parameters.list().iter().zip(after);
    pairs
        .filter(|(parameter, to)| parameter.start.total_cmp(to).is_ne())
        .map(|(parameter, to)| Changed { name: parameter.name.clone(), from: parameter.start, to })
        .collect()
}

/// What was done, as comments of the file.
fn comments(tuned: &Tuned, by: TunerKind) -> String {
    let Tuned { generations, games, .. } = tuned;
    let mut text =
        format!("# Tuned by {by}, generations: {generations}, games: {}.\n", grouped(*games));
    if tuned.gains.is_empty() {
        text += "# The gain was not measured.\n";
    }
    for line in summary(tuned).lines().skip(1) {
        text += &format!("# {line}\n");
    }
    anstream::adapter::strip_str(&text).to_string() + "\n"
}

fn summary(tuned: &Tuned) -> String {
    let Tuned { file, generations, games, changes, gains } = tuned;
    let title = format!("{file}, generations: {generations}, games: {}", grouped(*games));
    let mut text = paint(STRONG, &title) + "\n";
    for Gain { against, games, before, after } in gains {
        let percent = |it: &Interval| {
            let Interval { value, low, high } = it;
            format!("{:.1} % ({:.1} to {:.1})", 100.0 * value, 100.0 * low, 100.0 * high)
        };
        text += &format!(
            "against {against}, {} fresh games: {} before, {} after\n",
            grouped(*games),
            percent(before),
            percent(after)
        );
    }
    for Changed { name, from, to } in changes {
        text += &format!("{name}: {from:.4} to {to:.4}\n");
    }
    text
}
