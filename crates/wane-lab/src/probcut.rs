//! The fits of Multi-ProbCut: how well a shallow search predicts a deep one, measured with the weights
//! that will use them.
//!
//! An equal number of positions of each phase is sampled from the records and searched at full width by
//! iterative deepening, which gives a value for each depth. `linear_fit` fits a line to the values of two
//! depths. The fit of a phase includes positions of nearby phases with a lower importance, and of more of
//! them where there are few: late in the game, few positions are deep enough.
//!
//! The result depends on the weights, the data and the settings, not on the number of threads.

mod linear_fit;

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value as Json;
use wane_board::{Board, Portable};
use wane_eval::fits::{Depths, Fit, Fits};
use wane_eval::weights::PHASES;
use wane_eval::{Evaluator as _, Learned, Weights};
use wane_random::Rng;
use wane_search::{Control, Engine, Limits, NoMemory, Question};

use crate::train::{Data, Source};
pub use linear_fit::LinearFit;
use linear_fit::Point;

/// The size of the transposition table, which is new for each position.
const MEGABYTES: usize = 4;

/// The fit of a phase includes adjacent phases, and then further ones until it has this many positions.
const ENOUGH_POSITIONS: usize = 80;

/// How to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ProbcutSettings {
    /// The number of positions to search in each phase.
    pub positions: u32,
    /// The greatest depth; at most 20.
    pub depth: u8,
    /// The seed of the sample of positions.
    pub seed: u64,
}

impl Default for ProbcutSettings {
    fn default() -> Self {
        Self { positions: 60, depth: 10, seed: 1 }
    }
}

/// The result of a measurement.
#[derive(Clone, Debug)]
pub struct Measurement {
    /// The fits, for the file of the weights.
    pub fits: Fits,
    /// The fits of each pair of depths by phase, with their correlation.
    pub pairs: Vec<(Depths, Vec<LinearFit>)>,
    /// The number of positions that were searched.
    pub positions: usize,
    settings: ProbcutSettings,
}

/// How the fits were measured. It is a part of the manifest of the weights.
#[derive(Serialize)]
struct ProbcutManifest<'d> {
    version: &'static str,
    settings: ProbcutSettings,
    data: &'d [Source],
    positions: usize,
}

/// A position and its values at depths 0, 1, 2 …
struct Searched {
    phase: usize,
    values: Vec<i32>,
}

/// Measures on this number of threads; `None` if `control` stopped it or there are too few positions.
/// `on_progress` gets the number of positions that are done, and of all.
///
/// # Errors
/// If there is no memory for the tables of the search.
pub fn measure(
    weights: &Arc<Weights>,
    data: &Data,
    settings: ProbcutSettings,
    threads: usize,
    control: &Control<'_>,
    on_progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Option<Measurement>, NoMemory> {
    let positions = sample_positions(data, settings);
    let searched = search_all(weights, &positions, settings.depth, threads, control, on_progress)?;
    Ok(searched.and_then(|searched| fit_all(&searched, settings)))
}

/// Searches all positions; `None` if `control` stopped it.
fn search_all(
    weights: &Arc<Weights>,
    positions: &[(usize, Board<8>)],
    depth: u8,
    threads: usize,
    control: &Control<'_>,
    on_progress: &(dyn Fn(usize, usize) + Sync),
) -> Result<Option<Vec<Searched>>, NoMemory> {
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let control = Control::part_of(control);
    let search_some = || -> Result<Vec<(usize, Searched)>, NoMemory> {
        let mut searched = Vec::new();
        loop {
            let number = next.fetch_add(1, Relaxed);
            let Some((phase, board)) = positions.get(number) else { return Ok(searched) };
            let values = values(weights, board, depth, &control)?;
            if control.is_stopped() {
                return Ok(searched);
            }
            searched.push((number, Searched { phase: *phase, values }));
            on_progress(1 + done.fetch_add(1, Relaxed), positions.len());
        }
    };
    let searched: Result<Vec<_>, NoMemory> = thread::scope(|scope| {
        let search_some = || search_some().inspect_err(|_| control.stop());
        let threads: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(search_some)).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    });
    let mut searched: Vec<(usize, Searched)> = searched?.into_iter().flatten().collect();
    if control.is_stopped() {
        return Ok(None);
    }
    searched.sort_by_key(|(number, _)| *number);
    Ok(Some(searched.into_iter().map(|(_, position)| position).collect()))
}

/// Fits a line to each pair of depths in each phase; `None` if there are too few positions for any.
fn fit_all(searched: &[Searched], settings: ProbcutSettings) -> Option<Measurement> {
    let (mut fits, mut pairs) = (Fits::new(), Vec::new());
    for deep in 1..=settings.depth {
        for shallow in 0..deep {
            let depths = Depths { deep, shallow };
            let by_phase: Option<Vec<LinearFit>> =
                (0..PHASES).map(|phase| fit(searched, depths, phase)).collect();
            let Some(by_phase) = by_phase else { continue };
            let phases: Vec<Fit> = by_phase.iter().map(|fit| fit.to_fit()).collect();
            fits.insert(depths, phases.try_into().expect("one for each phase"));
            pairs.push((depths, by_phase));
        }
    }
    let measurement = Measurement { fits, pairs, positions: searched.len(), settings };
    (!measurement.pairs.is_empty()).then_some(measurement)
}

impl Measurement {
    /// Adds the fits to the weights that they were measured with. The manifest describes both.
    #[must_use]
    pub fn added_to(&self, weights: &Weights, data: &Data) -> Weights {
        let probcut = ProbcutManifest {
            version: env!("CARGO_PKG_VERSION"),
            settings: self.settings,
            data: data.sources(),
            positions: self.positions,
        };
        let mut manifest = match serde_json::from_str(weights.manifest()) {
            Ok(Json::Object(manifest)) => manifest,
            _ => serde_json::Map::from_iter([("weights".into(), weights.manifest().into())]),
        };
        let probcut = serde_json::to_value(probcut).expect("every key is a string");
        manifest.insert("probcut".into(), probcut);
        weights.clone().with_fits(self.fits.clone(), Json::Object(manifest).to_string())
    }
}

/// Random positions with their phase, an equal number of each phase that has any.
fn sample_positions(data: &Data, settings: ProbcutSettings) -> Vec<(usize, Board<8>)> {
    let mut positions = Vec::new();
    for phase in 0..PHASES {
        let boards = data.boards_in(phase);
        let mut rng = Rng::new(Rng::new(settings.seed ^ (phase as u64).rotate_left(32)).bits());
        let count = if boards.is_empty() { 0 } else { settings.positions };
        let sample = (0..count).filter_map(|_| rng.pick(boards.iter()));
        positions.extend(sample.map(|&board| (phase, *board)));
    }
    positions
}

/// The values of a position at depths 0, 1, 2 … up to `depth`, or to one ply before the end of the game.
fn values(
    weights: &Arc<Weights>,
    board: &Board<8>,
    depth: u8,
    control: &Control<'_>,
) -> Result<Vec<i32>, NoMemory> {
    let engine = Engine::try_new(MEGABYTES)?.weights(Arc::clone(weights));
    let empties = board.empties().len();
    let mut values = vec![static_evaluation(weights, board)];
    let depth = u32::from(depth).min(empties.saturating_sub(1));
    if depth > 0 {
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let objective = weights.objective();
        let question = Question { board: (*board).into(), objective, limits, lines: 1, only: None };
        engine.search(&question, &|| Duration::ZERO, control, &mut |report| {
            values.push(report.best().value.parts());
        });
    }
    Ok(values)
}

/// The static evaluation of a position.
fn static_evaluation(weights: &Arc<Weights>, board: &Board<8>) -> i32 {
    let learned = Learned::new(Arc::clone(weights));
    let features = learned.features(board);
    learned.value(Portable, board, board.legal_moves(), &features).parts()
}

/// Fits the values of two depths in a phase; `None` if too few positions were searched that deep.
fn fit(searched: &[Searched], depths: Depths, phase: usize) -> Option<LinearFit> {
    let (deep, shallow) = (usize::from(depths.deep), usize::from(depths.shallow));
    let points_within = |reach: usize| -> Vec<Point> {
        let point = |Searched { phase: own_phase, values }: &Searched| {
            let distance = own_phase.abs_diff(phase);
            let (x, y) = (f64::from(*values.get(shallow)?), f64::from(*values.get(deep)?));
            #[expect(clippy::cast_precision_loss, reason = "small numbers")]
            let importance = 1.0 / (1.0 + distance as f64);
            (distance <= reach).then_some(Point { x, y, importance })
        };
        searched.iter().filter_map(point).collect()
    };
    let mut points = points_within(1);
    for reach in 2..PHASES {
        if points.len() >= ENOUGH_POSITIONS {
            break;
        }
        points = points_within(reach);
    }
    LinearFit::of(&points)
}
