//! Weights learned from records.
//!
//! A [`Training`] makes several passes (epochs) over its [`Data`]. Each phase is trained separately,
//! from its own positions and, with a lower importance, from those of nearby phases: so weights change
//! smoothly from phase to phase, and phases with few positions have data to learn from. After each epoch
//! the phase is evaluated on the validation set. When its error has not improved for some epochs, its
//! training stops early; the weights with the lowest validation error are kept.
//!
//! The result depends on the data, their order and the settings, not on the number of threads.

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
use learner::{Learner, WeightLayout, WeightedSamples};
pub(crate) use loss::evaluate;
pub use loss::{Loss, Losses};
pub use manifest::{Manifest, PhaseManifest};
pub use plot::loss_by_epoch;

/// The hyperparameters of a training.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TrainingSettings {
    /// The most epochs.
    pub epochs: u32,
    /// A phase stops after this many epochs without a lower validation error.
    pub patience: u32,
    /// The shrinkage: a weight that is seen this often is pulled halfway to its initial value.
    pub shrink: f32,
    /// A phase also learns from positions with up to this many discs more or fewer than its own.
    pub reach: u32,
    /// The share of the value of the search in the target, from 0 to 1; the rest is the score of the game.
    pub search: f32,
    /// The seed of the order of the positions.
    pub seed: u64,
}

impl Default for TrainingSettings {
    fn default() -> Self {
        Self { epochs: 12, patience: 2, shrink: 100.0, reach: 8, search: 0.5, seed: 1 }
    }
}

/// A training in progress.
#[derive(Debug)]
pub struct Training {
    data: Data,
    settings: TrainingSettings,
    layout: WeightLayout,
    phases: Vec<Phase>,
    epochs: Vec<Epoch>,
    /// The checksum of the initial weights, if they were not 0.
    from: Option<String>,
}

/// The errors of one epoch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// The errors on the training data, each before the step on its position; those of the last epoch
    /// for phases that are done.
    pub training: Losses,
    /// The errors on the validation set; the lowest ones for phases that are done.
    pub validation: Losses,
}

/// The training of a phase.
#[derive(Debug)]
struct Phase {
    number: usize,
    learner: Learner,
    training: Loss,
    validation: Loss,
    best: Best,
    is_done: bool,
}

/// The weights of a phase with the lowest validation error.
#[derive(Debug)]
struct Best {
    epoch: usize,
    validation: Loss,
    weights: Vec<i16>,
}

/// The result of a training.
#[derive(Debug)]
pub struct Trained {
    /// The weights, which contain the manifest.
    pub weights: Weights,
    /// The manifest.
    pub manifest: Manifest,
    /// The errors of each epoch; the first ones are those of the initial weights.
    pub epochs: Vec<Epoch>,
}

impl Training {
    /// Starts with the weights `from`, or with 0.
    #[must_use]
    pub fn new(mut data: Data, settings: TrainingSettings, from: Option<&Weights>) -> Self {
        let mut rng = Rng::new(settings.seed);
        for samples in &mut data.training {
            rng.shuffle(samples);
        }
        let layout = WeightLayout::new();
        let zeros = vec![0; WEIGHTS];
        let phase = |number| {
            let weights = from.map_or(&zeros[..], |from| from.phase(number));
            let learner = Learner::new(&layout, weights);
            let validation = learner.loss(&layout, data.validation_samples(number));
            // Initial weights of 0 are never kept, even if training increases the error.
            let lowest = if from.is_some() { validation } else { Loss::default() };
            let best = Best { epoch: 0, validation: lowest, weights: weights.to_vec() };
            let training = Loss::default();
            Phase { number, learner, training, validation, best, is_done: false }
        };
        let phases: Vec<Phase> = (0..PHASES).map(phase).collect();
        let epochs = vec![Epoch::of(&phases)];
        let from = from.map(|weights| Checksum::of(&weights.to_bytes()).to_hex());
        Self { data, settings, layout, phases, epochs, from }
    }

    /// The training data and the validation set.
    #[must_use]
    pub fn data(&self) -> &Data {
        &self.data
    }

    /// The errors of each epoch; the first ones are those of the initial weights.
    #[must_use]
    pub fn epochs(&self) -> &[Epoch] {
        &self.epochs
    }

    /// Trains for one more epoch on this number of threads, and returns its errors; `None` if the
    /// training is done, or `is_stopped` became true. [`Self::finish`] then returns the weights so far.
    pub fn epoch(
        &mut self,
        threads: usize,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Option<&Epoch> {
        let number = self.epochs.len();
        if number > self.settings.epochs as usize || self.is_done() {
            return None;
        }
        let Self { data, settings, layout, phases, .. } = self;
        // The last phases have the most positions, so they are first.
        let next = Mutex::new(phases.iter_mut().filter(|phase| !phase.is_done).rev());
        let next = || next.lock().unwrap_or_else(PoisonError::into_inner).next();
        thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                scope.spawn(|| {
                    while let Some(phase) = next()
                        && !is_stopped()
                    {
                        phase.learn(number, data, settings, layout);
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

    /// Whether every phase is done; phases without validation samples do not count if others have some.
    fn is_done(&self) -> bool {
        let is_validated = |phase: &Phase| phase.validation.positions() > 0;
        let is_any_validated = self.phases.iter().any(is_validated);
        self.phases.iter().all(|phase| phase.is_done || is_any_validated && !is_validated(phase))
    }

    /// The weights of each phase with the lowest validation error.
    #[must_use]
    pub fn finish(mut self) -> Trained {
        if self.from.is_none() {
            self.fill_gaps();
        }
        let phases: Vec<Vec<i16>> =
            self.phases.iter().map(|phase| phase.best.weights.clone()).collect();
        let objective = self.data.objective();
        let weights = Weights::new(objective, &phases, String::new());
        let manifest = Manifest::of(&self, weights);
        let weights = Weights::new(objective, &phases, manifest.to_json());
        Trained { weights, manifest, epochs: self.epochs }
    }

    /// Copies the weights of the nearest trained phase to phases without training data.
    fn fill_gaps(&mut self) {
        let is_trained = |phase: &&Phase| phase.training.positions() > 0;
        let trained: Vec<usize> =
            self.phases.iter().filter(is_trained).map(|phase| phase.number).collect();
        for number in (0..PHASES).filter(|number| !trained.contains(number)) {
            if let Some(&nearest) = trained.iter().min_by_key(|other| other.abs_diff(number)) {
                let weights = self.phases[nearest].best.weights.clone();
                self.phases[number].best.weights = weights;
            }
        }
    }
}

impl Phase {
    fn learn(
        &mut self,
        epoch: usize,
        data: &Data,
        settings: &TrainingSettings,
        layout: &WeightLayout,
    ) {
        let batches = weighted_samples(self.number, settings.reach, data);
        if batches.iter().all(|batch| batch.samples.is_empty()) {
            self.is_done = true;
            return;
        }
        let order = (epoch * PHASES + self.number) as u64;
        let mut rng = Rng::new(Rng::new(settings.seed ^ order.rotate_left(32)).bits());
        self.training = self.learner.learn(layout, &batches, settings, &mut rng);
        self.validation = self.learner.loss(layout, data.validation_samples(self.number));
        let is_better = match (self.validation.rms(), self.best.validation.rms()) {
            (Some(now), Some(best)) => now < best,
            _ => true,
        };
        if is_better {
            let weights = self.learner.rounded_weights(layout);
            self.best = Best { epoch, validation: self.validation, weights };
        }
        self.is_done = epoch - self.best.epoch >= settings.patience as usize;
    }
}

impl Epoch {
    fn of(phases: &[Phase]) -> Self {
        let mut epoch = Self { training: Losses::default(), validation: Losses::default() };
        for phase in phases {
            epoch.training.phases[phase.number] = phase.training;
            let validation = if phase.is_done { phase.best.validation } else { phase.validation };
            epoch.validation.phases[phase.number] = validation;
        }
        epoch
    }
}

/// The training samples of a phase by number of discs. Their importance falls with the distance to the
/// discs of the phase.
fn weighted_samples(phase: usize, reach: u32, data: &Data) -> Vec<WeightedSamples<'_>> {
    let own = data::discs_of(phase);
    let mut batches = Vec::new();
    for (discs, samples) in data.training.iter().enumerate() {
        let distance = own.start().saturating_sub(discs) + discs.saturating_sub(*own.end());
        if distance <= reach as usize {
            #[expect(clippy::cast_precision_loss, reason = "small numbers")]
            let importance = 1.0 - distance as f32 / (reach + 1) as f32;
            batches.push(WeightedSamples { samples, importance });
        }
    }
    batches
}
