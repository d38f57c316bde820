//! [`Manifest`]: how weights were trained, so that the training can be repeated.

use serde::Serialize;
use wane_eval::weights::PHASES;
use wane_eval::{Learned, Weights};
use wane_match::rounded;

use super::data::{Source, discs_of};
use super::{Losses, Training, TrainingSettings};

/// How weights were trained, as JSON in their file.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Manifest {
    /// The version of the program.
    pub version: &'static str,
    /// The objective of the games.
    pub objective: String,
    /// The settings of the training.
    pub settings: TrainingSettings,
    /// The checksum of the initial weights, if they were not 0.
    pub from: Option<String>,
    /// The files of records.
    pub data: Vec<Source>,
    /// The number of positions in the training data.
    pub positions: u64,
    /// The number of positions in the validation set.
    pub held_out: u64,
    /// The number of positions that were left out because the benchmark has them.
    pub left_out: u64,
    /// The RMS error of the initial weights on the validation set, in discs.
    pub rms_before: Option<f64>,
    /// The RMS error of the trained weights on the validation set, in discs.
    pub rms_after: Option<f64>,
    /// The results by phase.
    pub phases: Vec<PhaseManifest>,
}

/// The result of one phase.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PhaseManifest {
    /// The fewest and the most discs of its positions.
    pub discs: [usize; 2],
    /// The number of its own positions in the training data.
    pub positions: u64,
    /// The number of its positions in the validation set.
    pub held_out: u64,
    /// The epoch with the lowest validation error.
    pub epochs: usize,
    /// The RMS error of the initial weights on the validation set, in discs.
    pub rms_before: Option<f64>,
    /// The RMS error of the trained weights on the validation set, in discs.
    pub rms_after: Option<f64>,
}

impl Manifest {
    /// The manifest of a training that led to these weights.
    pub(super) fn of(training: &Training, weights: Weights) -> Self {
        let Training { data, settings, epochs, from, .. } = training;
        let before = epochs[0].validation;
        // The rounded weights, as the engine uses them.
        let after = Losses::of(&Learned::new(weights.into()), data);
        let phase = |number: usize| {
            let discs = discs_of(number);
            PhaseManifest {
                discs: [*discs.start(), *discs.end()],
                positions: data.training[discs].iter().map(|samples| samples.len() as u64).sum(),
                held_out: after.phases[number].positions(),
                epochs: training.phases[number].best.epoch,
                rms_before: before.phases[number].rms().map(|rms| rounded(rms, 3)),
                rms_after: after.phases[number].rms().map(|rms| rounded(rms, 3)),
            }
        };
        let (positions, held_out) = data.positions();
        Self {
            version: env!("CARGO_PKG_VERSION"),
            objective: data.objective().to_string(),
            settings: *settings,
            from: from.clone(),
            data: data.sources().to_vec(),
            positions,
            held_out,
            left_out: data.left_out(),
            rms_before: before.total().rms().map(|rms| rounded(rms, 3)),
            rms_after: after.total().rms().map(|rms| rounded(rms, 3)),
            phases: (0..PHASES).map(phase).collect(),
        }
    }

    /// As one line of JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("every key is a string, and no number is infinite")
    }
}
