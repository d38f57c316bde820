//! How well a search that looks less far ahead foretells one that looks further: what Multi-ProbCut
//! needs to know, measured with the very weights that it is for.
//!
//! Positions from records, as many of each phase, are searched at full width, deeper and deeper; so
//! each has a value for every depth. `line` fits a line to the values of two depths. A phase takes the
//! positions of its neighbours into account, counted for less, and reaches further where there are
//! few: late in the game a deep search is none any more.
//!
//! The result depends on the weights, the data and the settings, and not on the number of threads.

mod line;

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
pub use line::Line;

/// The size of the table of a search, fresh for each position.
const MEGABYTES: usize = 4;

/// A phase takes its neighbours in until it has so many positions, and at least those beside it.
const ENOUGH: usize = 80;

/// How to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Settings {
    /// How many positions of each phase are searched.
    pub positions: u32,
    /// How many moves the deepest search looks ahead; at most 20.
    pub depth: u8,
    /// Where the choice of the positions comes from.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { positions: 60, depth: 10, seed: 1 }
    }
}

/// What was measured.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The fits, for the file of the weights.
    pub fits: Fits,
    /// The same for people, with how close the values were: each pair of depths, each phase.
    pub pairs: Vec<(Depths, Vec<Line>)>,
    /// How many positions were searched.
    pub positions: usize,
    settings: Settings,
}

/// How the fits were measured. It is a part of the manifest of the weights.
#[derive(Serialize)]
struct ProbcutManifest<'d> {
    version: &'static str,
    settings: Settings,
    data: &'d [Source],
    positions: usize,
}

/// A position and its values when looking 0, 1, 2 … moves ahead.
struct Searched {
    phase: usize,
    values: Vec<i32>,
}

/// Measures on so many threads; `None` if `control` stopped it or there are too few positions. `told` hears how
/// many positions are done, and of how many.
///
/// # Errors
/// If there is no memory for the tables of the search.
pub fn measure(
    weights: &Arc<Weights>,
    data: &Data,
    settings: Settings,
    threads: usize,
    control: &Control<'_>,
    told: &(dyn Fn(usize, usize) + Sync),
) -> Result<Option<Measured>, NoMemory> {
    let positions = chosen(data, settings);
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let control = Control::part_of(control);
    let search_on = || -> Result<Vec<(usize, Searched)>, NoMemory> {
        let mut searched = Vec::new();
        loop {
            let number = next.fetch_add(1, Relaxed);
            let Some((phase, board)) = positions.get(number) else { return Ok(searched) };
            let values = values(weights, board, settings.depth, &control)?;
            if control.is_stopped() {
                return Ok(searched);
            }
            searched.push((number, Searched { phase: *phase, values }));
            told(1 + done.fetch_add(1, Relaxed), positions.len());
        }
    };
    let searched: Result<Vec<_>, NoMemory> = thread::scope(|scope| {
        let search_on = || search_on().inspect_err(|_| control.stop());
        let threads: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(search_on)).collect();
        threads
            .into_iter()
            .map(|it| it.join().unwrap_or_else(|panic| resume_unwind(panic)))
            .collect()
    });
    let mut searched: Vec<(usize, Searched)> = searched?.into_iter().flatten().collect();
    if control.is_stopped() {
        return Ok(None);
    }
    searched.sort_by_key(|(number, _)| *number);
    let searched: Vec<Searched> = searched.into_iter().map(|(_, it)| it).collect();
    let (mut fits, mut pairs) = (Fits::new(), Vec::new());
    for deep in 1..=settings.depth {
        for shallow in 0..deep {
            let depths = Depths { deep, shallow };
            let lines: Option<Vec<Line>> =
                (0..PHASES).map(|phase| fit(&searched, depths, phase)).collect();
            let Some(lines) = lines else { continue };
            let phases: Vec<Fit> = lines.iter().map(|line| line.to_fit()).collect();
            fits.insert(depths, phases.try_into().expect("one for each phase"));
            pairs.push((depths, lines));
        }
    }
    let measured = Measured { fits, pairs, positions: searched.len(), settings };
    Ok((!measured.pairs.is_empty()).then_some(measured))
}

impl Measured {
    /// The weights that it was measured with, and the fits; the manifest tells of both.
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

/// As many positions of each phase, if it has any, with their phase.
fn chosen(data: &Data, settings: Settings) -> Vec<(usize, Board<8>)> {
    let mut chosen = Vec::new();
    for phase in 0..PHASES {
        let boards = data.boards_in(phase);
        let mut rng = Rng::new(Rng::new(settings.seed ^ (phase as u64).rotate_left(32)).bits());
        let count = if boards.is_empty() { 0 } else { settings.positions };
        let picked = (0..count).filter_map(|_| rng.pick(boards.iter()).map(|&it| (phase, *it)));
        chosen.extend(picked);
    }
    chosen
}

/// The values of a position when looking 0, 1, 2 … moves ahead, as far as that is not to the end of
/// the game.
fn values(
    weights: &Arc<Weights>,
    board: &Board<8>,
    depth: u8,
    control: &Control<'_>,
) -> Result<Vec<i32>, NoMemory> {
    let engine = Engine::try_new(MEGABYTES)?.weights(Arc::clone(weights));
    let empties = board.empties().len();
    let mut values = vec![judged(weights, board)];
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

/// The value of a position without looking ahead.
fn judged(weights: &Arc<Weights>, board: &Board<8>) -> i32 {
    let learned = Learned::new(Arc::clone(weights));
    let features = learned.features(board);
    learned.value(Portable, board, board.legal_moves(), &features).parts()
}

/// The line of two depths in a phase; `None` if no position was searched so deep.
fn fit(searched: &[Searched], depths: Depths, phase: usize) -> Option<Line> {
    let (deep, shallow) = (usize::from(depths.deep), usize::from(depths.shallow));
    let points_within = |reach: usize| -> Vec<line::Point> {
        let point = |it: &Searched| {
            let distance = it.phase.abs_diff(phase);
            let (x, y) = (f64::from(*it.values.get(shallow)?), f64::from(*it.values.get(deep)?));
            #[expect(clippy::cast_precision_loss, reason = "small numbers")]
            let importance = 1.0 / (1.0 + distance as f64);
            (distance <= reach).then_some(line::Point { x, y, importance })
        };
        searched.iter().filter_map(point).collect()
    };
    let mut points = points_within(1);
    for reach in 2..PHASES {
        if points.len() >= ENOUGH {
            break;
        }
        points = points_within(reach);
    }
    Line::through(&points)
}
