//! [`GenerationManifest`]: the settings and results of a generation, so that it can be repeated.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use wane_files::PathError;
use wane_match::{Estimate, Pairs, Tally, rounded};

use super::{ClimbError, write};
use crate::gate::{Gate, GateResult};

const NAME: &str = "manifest.json";

/// The settings and results of a finished generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GenerationManifest {
    /// Its number, from 1.
    pub generation: usize,
    /// The version of the program.
    pub code: String,
    /// The objective of the games.
    pub objective: String,
    /// The number of games.
    pub games: u64,
    /// The depth of the searches in these games.
    pub depth: u32,
    /// The selectivity of these searches, in percent.
    pub selectivity: u32,
    /// The solver played from this number of empty squares on.
    pub exact_from: u32,
    /// The fewest and the most random moves at the start.
    pub opening: (u32, u32),
    /// After the opening, one move in this many was random.
    pub stray: u32,
    /// The seed of its games and of the order of its openings.
    pub seed: u64,
    /// The generation whose weights played the games; 0 is the hand-made evaluation.
    pub played_by: usize,
    /// The manifest of the weights: settings, data with their checksums, errors.
    pub training: Value,
    /// The checksum of the weights.
    pub weights: String,
    /// The match.
    pub gate: GateManifest,
    /// The number of threads.
    pub threads: usize,
    /// The duration since the generation was last started or resumed.
    pub seconds: u64,
}

/// The match at the end of a generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GateManifest {
    /// The generation of the opponent; 0 is the hand-made evaluation.
    pub against: usize,
    /// The depth of both players.
    pub depth: u32,
    /// The hypotheses of the test, in normalised Elo.
    pub elo: [f64; 2],
    /// The error probabilities of the test, alpha and beta.
    pub risks: [f64; 2],
    /// Games won, drawn and lost.
    pub games: [u32; 3],
    /// Pairs of games: both lost, a loss and a draw, one each, two draws, a draw and a win, both won.
    pub pairs: [u32; 6],
    /// The log-likelihood ratio of the test.
    pub llr: f64,
    /// The lead in Elo, and its 95 % error.
    pub lead: [f64; 2],
    /// Whether the new weights were shown to be better.
    pub is_passed: bool,
}

impl GenerationManifest {
    /// The number of positions in the training data and the validation set.
    #[must_use]
    pub fn positions(&self) -> u64 {
        let number = |key: &str| self.training[key].as_u64().unwrap_or(0);
        number("positions") + number("held_out")
    }

    /// The RMS error on the validation set, in discs.
    #[must_use]
    pub fn rms(&self) -> Option<f64> {
        self.training["rms_after"].as_f64()
    }

    pub(super) fn write(&self, folder: &Path) -> Result<(), ClimbError> {
        let text = serde_json::to_string_pretty(self).expect("every key is a string");
        write(&folder.join(NAME), format!("{text}\n").as_bytes())
    }
}

impl GateManifest {
    pub(super) fn new(gate: &Gate, against: usize, result: &GateResult) -> Self {
        let tally = &result.tally;
        let Pairs { ll, ld, wl, dd, dw, ww } = tally.pairs();
        let Estimate { value, error } = tally.elo();
        Self {
            against,
            depth: gate.depth,
            elo: gate.sprt.elo(),
            risks: gate.sprt.risks(),
            games: [tally.wins(), tally.draws(), tally.losses()],
            pairs: [ll, ld, wl, dd, dw, ww],
            llr: rounded(result.llr, 4),
            lead: [rounded(value, 4), rounded(error, 4)],
            is_passed: result.is_passed(),
        }
    }

    /// The results as a tally.
    #[must_use]
    pub fn tally(&self) -> Tally {
        let [ll, ld, wl, dd, dw, ww] = self.pairs;
        Tally::from(Pairs { ll, ld, wl, dd, dw, ww })
    }
}

/// The manifests of the finished generations, from the first on.
pub(super) fn read_all(folder: &Path) -> Result<Vec<GenerationManifest>, ClimbError> {
    let mut manifests: Vec<GenerationManifest> = Vec::new();
    loop {
        let path = folder.join((manifests.len() + 1).to_string()).join(NAME);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(manifests),
            Err(error) => return Err(PathError { path, error }.into()),
        };
        let manifest: GenerationManifest = serde_json::from_str(&text).map_err(|error| {
            ClimbError::Contents { path: path.clone(), text: error.to_string() }
        })?;
        if manifest.generation != manifests.len() + 1 || manifest.gate.against > manifests.len() {
            let text = "the manifest is that of another generation".into();
            return Err(ClimbError::Contents { path, text });
        }
        manifests.push(manifest);
    }
}
