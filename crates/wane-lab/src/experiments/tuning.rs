//! An experiment that tunes recipes and measures on fresh games how good they become.

use std::ops::RangeInclusive;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use wane_gallery::recipe::Recipe;
use wane_match::{Executor, Stop, rounded};

use crate::experiment::statistics::{Interval, PairPoints, count};
use crate::experiment::{About, Experiment, Extent, Findings, Series, Size};
use crate::tune::run::play;
use crate::tune::{
    DuelJob, DuelWorker, Fitness, Opponent, Parameters, TuneRun, TunerKind, fresh_duels,
};

/// How many points a curve has after its first; each has twice the games of the one before.
const POINTS: usize = 8;

/// Where the first point of a curve is drawn, which has no games.
const START: f64 = 100.0;

/// The fresh games of a point, and of the end.
const GAMES_OF_POINT: [usize; 2] = [10, 500];
const GAMES_AT_END: [usize; 2] = [20, 2000];

/// A generation without games counts as this many, so that its curve has a place.
const GAMES_OF_SOLVED: u64 = 1000;

/// The nodes of a move that is one ply deep, and more.
pub(super) const NODES: u64 = 1000;

/// The plies that all players search to the end.
pub(super) fn exact_plies(size: Size) -> u32 {
    match size {
        Size::Quick => 4,
        Size::Full => 12,
    }
}

/// The pairs of games of a candidate with an opponent.
pub(super) fn pairs(size: Size) -> usize {
    size.of(2, 20)
}

/// The seeds of a tuner and of its fitness.
pub(super) fn seeds(extent: Extent) -> RangeInclusive<u64> {
    let first = 1000 * extent.seed + 1;
    first..=first + extent.size.of(0, 2) as u64
}

/// Tuning runs, and what they mean.
pub(super) struct Tuning {
    pub(super) about: About,
    pub(super) runs: fn(Extent) -> Vec<Run>,
    pub(super) conclude: fn(&[Run], &[Tuned]) -> Findings,
}

pub(super) type MakeFitness = Box<dyn Fn() -> Arc<dyn Fitness>>;

/// A run of a tuner.
pub(super) struct Run {
    /// Its name in tables; runs of the same name differ by the seed.
    pub(super) name: &'static str,
    pub(super) kind: TunerKind,
    pub(super) seed: u64,
    /// Where it begins.
    pub(super) start: Recipe,
    /// How it knows what is better; made when the run begins, since that may be work.
    pub(super) fitness: MakeFitness,
    /// It ends with the generation that reaches this number.
    pub(super) games: u64,
    /// The opponents of the fresh games; the curve is against the first.
    pub(super) opponents: Vec<Opponent>,
}

/// What a run has found.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Tuned {
    /// Games so far, and fresh games of what was best by then.
    pub(super) curve: Vec<(u64, PairPoints)>,
    /// Fresh games of the end against each opponent.
    pub(super) end: Vec<PairPoints>,
}

impl Run {
    fn tune(&self, size: Size, stop: &Stop) -> Option<Tuned> {
        let parameters = Parameters::of(self.start.clone());
        let mut tuning = TuneRun::open(self.kind, self.seed, parameters, (self.fitness)(), None)
            .expect("only a journal can be at fault");
        let mut executor = DuelWorker::threads(1, stop);
        let of_point = size.of(GAMES_OF_POINT[0], GAMES_OF_POINT[1]);
        let first = &self.opponents[0];
        let mut curve = vec![(0, self.fresh(&self.start, first, of_point, &mut executor, stop)?)];
        let mut played = 0;
        while played < self.games {
            let generation = tuning.generation(&mut executor, stop);
            let generation = generation.expect("only a journal can be at fault")?;
            played += if generation.games == 0 { GAMES_OF_SOLVED } else { generation.games };
            if played >= self.games >> POINTS.saturating_sub(curve.len()) {
                let best = tuning.best();
                curve.push((played, self.fresh(&best, first, of_point, &mut executor, stop)?));
            }
        }
        let (best, at_end) = (tuning.best(), size.of(GAMES_AT_END[0], GAMES_AT_END[1]));
        let end =
            self.opponents.iter().map(|it| self.fresh(&best, it, at_end, &mut executor, stop));
        Some(Tuned { end: end.collect::<Option<_>>()?, curve })
    }

    /// The points of a recipe in games that the tuner has not seen; `None` if it was stopped.
    fn fresh(
        &self,
        recipe: &Recipe,
        opponent: &Opponent,
        games: usize,
        executor: &mut dyn Executor<DuelJob>,
        stop: &Stop,
    ) -> Option<PairPoints> {
        let duels = fresh_duels(recipe, opponent, games, NODES, self.seed);
        Some(play(duels, executor, stop)?.into_iter().sum())
    }
}

impl Experiment for Tuning {
    type Measured = Tuned;

    fn about(&self) -> About {
        self.about
    }

    fn units(&self, size: Size) -> usize {
        (self.runs)(Extent { size, seed: 0 }).len()
    }

    fn measure(&self, extent: Extent, unit: usize, stop: &Stop) -> Option<Tuned> {
        (self.runs)(extent).swap_remove(unit).tune(extent.size, stop)
    }

    fn conclude(&self, extent: Extent, measured: &[Tuned]) -> Findings {
        (self.conclude)(&(self.runs)(extent), measured)
    }
}

/// A fitness that is no work to make.
pub(super) fn made(fitness: impl Fitness + 'static) -> MakeFitness {
    let fitness: Arc<dyn Fitness> = Arc::new(fitness);
    Box::new(move || Arc::clone(&fitness))
}

/// What the runs of each name have found, in their order.
pub(super) fn by_name<'r>(
    runs: &'r [Run],
    measured: &'r [Tuned],
) -> Vec<(&'static str, Vec<&'r Tuned>)> {
    let mut names: Vec<(&'static str, Vec<&Tuned>)> = Vec::new();
    for (run, tuned) in runs.iter().zip(measured) {
        match names.iter_mut().find(|(name, _)| *name == run.name) {
            Some((_, all)) => all.push(tuned),
            None => names.push((run.name, vec![tuned])),
        }
    }
    names
}

/// The curve of some runs together.
pub(super) fn curve(name: &str, runs: &[&Tuned]) -> Series {
    let points = runs.iter().map(|it| it.curve.len()).min().unwrap_or(0);
    Series::new(
        name,
        (0..points).map(|index| {
            let games: u64 = runs.iter().map(|it| it.curve[index].0).sum();
            let mean = count(games) / count(runs.len() as u64);
            (
                rounded(mean.max(START).log10(), 4),
                runs.iter().map(|it| it.curve[index].1).sum::<PairPoints>().win_rate(),
            )
        }),
    )
}

/// The points of some runs against one opponent at the end.
pub(super) fn at_end(runs: &[&Tuned], opponent: usize) -> Interval {
    runs.iter().map(|it| it.end[opponent]).sum::<PairPoints>().win_rate()
}
