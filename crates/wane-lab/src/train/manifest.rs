//! [`Manifest`]: how weights were made, so that they can be made again.

use serde::Serialize;
use wane_eval::weights::PHASES;
use wane_eval::{Learned, Weights};

use super::data::{Source, discs_of};
use super::{Losses, Settings, Training};

/// How weights were made. It is a part of their file, as JSON.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Manifest {
    /// The version of the program.
    pub version: &'static str,
    /// What was played for.
    pub objective: String,
    /// How it was learned.
    pub settings: Settings,
    /// The weights that it began with, as a number that tells them from others.
    pub from: Option<String>,
    /// What it was learned from.
    pub data: Vec<Source>,
    /// How many positions that was.
    pub positions: u64,
    /// How many positions of other games were held out.
    pub held_out: u64,
    /// How many more were left out, since the benchmark has them.
    pub left_out: u64,
    /// The root of the mean squared error on these before, in discs.
    pub rms_before: Option<f64>,
    /// The same of the weights that the file holds.
    pub rms_after: Option<f64>,
    /// For each phase.
    pub phases: Vec<PhaseManifest>,
}

/// How the weights of one phase came out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PhaseManifest {
    /// The fewest and the most discs of its positions.
    pub discs: [usize; 2],
    /// How many positions it has itself.
    pub positions: u64,
    /// How many positions of other games were held out.
    pub held_out: u64,
    /// How often the data had been gone over when it was best.
    pub epochs: usize,
    /// The root of the mean squared error on what was held out before, in discs.
    pub rms_before: Option<f64>,
    /// The same of the weights that the file holds.
    pub rms_after: Option<f64>,
}

impl Manifest {
    /// About a training that led to these weights.
    pub(super) fn of(training: &Training, weights: Weights) -> Self {
        let Training { data, settings, epochs, from, .. } = training;
        let before = epochs[0].held_out;
        // As the engine sees them.
        let after = Losses::of(&Learned::new(weights.into()), data);
        let phase = |number: usize| {
            let discs = discs_of(number);
            PhaseManifest {
                discs: [*discs.start(), *discs.end()],
                positions: data.learned_from[discs].iter().map(|it| it.len() as u64).sum(),
                held_out: after.phases[number].positions(),
                epochs: training.phases[number].best.epoch,
                rms_before: before.phases[number].rms().map(rounded),
                rms_after: after.phases[number].rms().map(rounded),
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
            rms_before: before.total().rms().map(rounded),
            rms_after: after.total().rms().map(rounded),
            phases: (0..PHASES).map(phase).collect(),
        }
    }

    /// As one line of JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("every key is a string, and no number is infinite")
    }
}

/// To a thousandth.
fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}
