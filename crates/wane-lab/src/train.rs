//! Weights that are learned from records.
//!
//! A [`Training`] goes over its [`Data`] again and again. Each phase learns by itself, from its own
//! positions and, counted for less, from those of its neighbours: so weights change smoothly from
//! phase to phase, and a phase that games hardly ever begin in has something to learn from. After
//! each time the phase is held against the games that were held out, and when it has not become
//! better for a while, it is done. What it knew at its best is what is kept.
//!
//! The result depends on the data, their order, the settings, and not on the number of threads.

mod data;
mod learner;
mod loss;
mod manifest;
mod plot;

use std::sync::{Mutex, PoisonError};
use std::thread;

use serde::Serialize;
use wane_eval::Weights;
use wane_eval::weights::{PHASES, WEIGHTS};
use wane_files::Checksum;
use wane_random::Rng;

pub(crate) use data::discs_of;
pub use data::{Data, DataError, Source};
use learner::{Learner, Share, Sharing};
pub(crate) use loss::judged;
pub use loss::{Loss, Losses};
pub use manifest::{Manifest, PhaseManifest};
pub use plot::loss_by_epoch;

/// How to learn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Settings {
    /// How often to go over the data, at most.
    pub epochs: u32,
    /// A phase is done when it has not become better so many times in a row.
    pub patience: u32,
    /// How often a state has to be seen to be believed by half.
    pub shrink: f32,
    /// How many discs beyond its own positions a phase learns from.
    pub reach: u32,
    /// For how much the value of the search counts, from 0 to 1; the rest is how the game ended.
    pub search: f32,
    /// Where the order of the positions comes from.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { epochs: 12, patience: 2, shrink: 100.0, reach: 8, search: 0.5, seed: 1 }
    }
}

/// Weights that are being learned.
#[derive(Debug)]
pub struct Training {
    data: Data,
    settings: Settings,
    sharing: Sharing,
    phases: Vec<Phase>,
    epochs: Vec<Epoch>,
    /// The weights that it began with, as a number that tells them from others.
    from: Option<String>,
}

/// How it went, the data gone over once.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// How wrong each phase was about what it was about to learn from; of a phase that is done, the
    /// last time.
    pub learned_from: Losses,
    /// How wrong it is about what is held out; of a phase that is done, its best.
    pub held_out: Losses,
}

/// A phase while it learns.
#[derive(Debug)]
struct Phase {
    number: usize,
    learner: Learner,
    learned_from: Loss,
    /// How wrong it is about what is held out.
    held_out: Loss,
    best: Best,
    is_done: bool,
}

/// What a phase knew when it was best.
#[derive(Debug)]
struct Best {
    epoch: usize,
    held_out: Loss,
    parts: Vec<i16>,
}

/// The end of a training.
#[derive(Debug)]
pub struct Trained {
    /// What was learned, with a manifest that tells how.
    pub weights: Weights,
    /// What the manifest says.
    pub manifest: Manifest,
    /// How it went; first how it was before.
    pub epochs: Vec<Epoch>,
}

impl Training {
    /// Begins with the weights `from`, or with nothing.
    #[must_use]
    pub fn new(mut data: Data, settings: Settings, from: Option<&Weights>) -> Self {
        let mut rng = Rng::new(settings.seed);
        for samples in &mut data.learned_from {
            shuffle(samples, &mut rng);
        }
        let sharing = Sharing::new();
        let nothing = vec![0; WEIGHTS];
        let phase = |number| {
            let parts = from.map_or(&nothing[..], |from| from.phase(number));
            let learner = Learner::new(&sharing, |index| parts[index]);
            let held_out = learner.loss(&sharing, data.held_out_in(number));
            // Nothing is not what should be kept, however little there is to learn from.
            let known = if from.is_some() { held_out } else { Loss::default() };
            let best = Best { epoch: 0, held_out: known, parts: parts.to_vec() };
            let learned_from = Loss::default();
            Phase { number, learner, learned_from, held_out, best, is_done: false }
        };
        let phases: Vec<Phase> = (0..PHASES).map(phase).collect();
        let epochs = vec![Epoch::of(&phases)];
        let from = from.map(|weights| Checksum::of(&weights.to_bytes()).to_hex());
        Self { data, settings, sharing, phases, epochs, from }
    }

    /// What is learned from.
    #[must_use]
    pub fn data(&self) -> &Data {
        &self.data
    }

    /// How it went so far; first how it was before.
    #[must_use]
    pub fn epochs(&self) -> &[Epoch] {
        &self.epochs
    }

    /// Goes over the data once more on so many threads, and tells how it went; `None` if there is
    /// nothing left to do, or `is_stopped` has become true. Then what was learned so far counts.
    pub fn epoch(
        &mut self,
        threads: usize,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Option<&Epoch> {
        let number = self.epochs.len();
        if number > self.settings.epochs as usize || self.is_done() {
            return None;
        }
        let Self { data, settings, sharing, phases, .. } = self;
        // The last phases have the most positions, so they begin.
        let next = Mutex::new(phases.iter_mut().filter(|phase| !phase.is_done).rev());
        let next = || next.lock().unwrap_or_else(PoisonError::into_inner).next();
        thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                scope.spawn(|| {
                    while let Some(phase) = next()
                        && !is_stopped()
                    {
                        phase.learn(number, data, settings, sharing);
                    }
                });
            }
        });
        if is_stopped() {
            return None;
        }
        self.epochs.push(Epoch::of(&self.phases));
        self.epochs.last()
    }

    /// Whether every phase is done that can be checked.
    fn is_done(&self) -> bool {
        let is_checked = |phase: &Phase| phase.held_out.positions() > 0;
        let is_any_checked = self.phases.iter().any(is_checked);
        self.phases.iter().all(|phase| phase.is_done || is_any_checked && !is_checked(phase))
    }

    /// The weights of each phase as they were when it was best.
    #[must_use]
    pub fn finish(mut self) -> Trained {
        if self.from.is_none() {
            self.fill_gaps();
        }
        let parts: Vec<Vec<i16>> =
            self.phases.iter().map(|phase| phase.best.parts.clone()).collect();
        let objective = self.data.objective();
        let weights = Weights::new(objective, &parts, String::new());
        let manifest = Manifest::of(&self, weights);
        let weights = Weights::new(objective, &parts, manifest.to_json());
        Trained { weights, manifest, epochs: self.epochs }
    }

    /// Gives a phase that had nothing to learn from the weights of the nearest one that had.
    fn fill_gaps(&mut self) {
        let learned = |phase: &&Phase| phase.learned_from.positions() > 0;
        let numbers: Vec<usize> = self.phases.iter().filter(learned).map(|it| it.number).collect();
        for number in (0..PHASES).filter(|number| !numbers.contains(number)) {
            if let Some(&nearest) = numbers.iter().min_by_key(|other| other.abs_diff(number)) {
                let parts = self.phases[nearest].best.parts.clone();
                self.phases[number].best.parts = parts;
            }
        }
    }
}

impl Phase {
    fn learn(&mut self, epoch: usize, data: &Data, settings: &Settings, sharing: &Sharing) {
        let shares = shares(self.number, settings.reach, data);
        if shares.iter().all(|share| share.samples.is_empty()) {
            self.is_done = true;
            return;
        }
        let order = (epoch * PHASES + self.number) as u64;
        let mut rng = Rng::new(Rng::new(settings.seed ^ order.rotate_left(32)).bits());
        self.learned_from = self.learner.learn(sharing, &shares, settings, &mut rng);
        self.held_out = self.learner.loss(sharing, data.held_out_in(self.number));
        let is_better = match (self.held_out.rms(), self.best.held_out.rms()) {
            (Some(now), Some(best)) => now < best,
            _ => true,
        };
        if is_better {
            let parts = self.learner.to_parts(sharing);
            self.best = Best { epoch, held_out: self.held_out, parts };
        }
        self.is_done = epoch - self.best.epoch >= settings.patience as usize;
    }
}

impl Epoch {
    fn of(phases: &[Phase]) -> Self {
        let mut epoch = Self { learned_from: Losses::default(), held_out: Losses::default() };
        for phase in phases {
            epoch.learned_from.phases[phase.number] = phase.learned_from;
            let held_out = if phase.is_done { phase.best.held_out } else { phase.held_out };
            epoch.held_out.phases[phase.number] = held_out;
        }
        epoch
    }
}

/// What a phase learns from: its own positions, and the less the further away they are.
fn shares(phase: usize, reach: u32, data: &Data) -> Vec<Share<'_>> {
    let own = data::discs_of(phase);
    let mut shares = Vec::new();
    for (discs, samples) in data.learned_from.iter().enumerate() {
        let distance = own.start().saturating_sub(discs) + discs.saturating_sub(*own.end());
        if distance <= reach as usize {
            #[expect(clippy::cast_precision_loss, reason = "small numbers")]
            let importance = 1.0 - distance as f32 / (reach + 1) as f32;
            shares.push(Share { samples, importance });
        }
    }
    shares
}

/// Puts things into an order that comes from `rng`.
fn shuffle<T>(things: &mut [T], rng: &mut Rng) {
    for end in (2..=things.len()).rev() {
        let bound = u32::try_from(end).unwrap_or(u32::MAX);
        things.swap(end - 1, rng.below(bound) as usize);
    }
}
