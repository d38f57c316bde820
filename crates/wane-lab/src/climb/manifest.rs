//! [`Manifest`]: all about a generation, so that it can be made again.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use wane_match::{Estimate, Pairs, Tally};

use super::{ClimbError, at, write};
use crate::gate::{Gate, Verdict};

const NAME: &str = "manifest.json";

/// All about a generation that is over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// Its number, from 1.
    pub generation: usize,
    /// The code that made it.
    pub code: String,
    /// What was played for.
    pub objective: String,
    /// How many games it played.
    pub games: u64,
    /// How many moves the players looked ahead.
    pub depth: u32,
    /// How selective their search was.
    pub selectivity: u32,
    /// From how many empty squares on they solved the rest.
    pub exact_from: u32,
    /// The fewest and the most random moves at the beginning.
    pub opening: (u32, u32),
    /// One move in so many was random later on.
    pub stray: u32,
    /// The seed of its games and of the order of its openings.
    pub seed: u64,
    /// The generation whose weights played; 0 is the hand-made evaluation.
    pub played_by: usize,
    /// What the file of weights says about itself: settings, data with their checksums, errors.
    pub training: Value,
    /// What tells its weights from others.
    pub weights: String,
    /// The match.
    pub gate: GateManifest,
    /// How many threads played and learned.
    pub threads: usize,
    /// How long it took since it was last begun.
    pub seconds: u64,
}

/// The match at the end of a generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GateManifest {
    /// The generation that it was played against; 0 is the hand-made evaluation.
    pub against: usize,
    /// How many moves both sides looked ahead.
    pub depth: u32,
    /// The hypotheses of the test, in normalised Elo.
    pub elo: [f64; 2],
    /// The risks of a wrong answer.
    pub risks: [f64; 2],
    /// Games won, drawn and lost.
    pub games: [u32; 3],
    /// Pairs of games: both lost, a loss and a draw, one each, two draws, a draw and a win, both won.
    pub pairs: [u32; 6],
    /// The log-likelihood ratio of the test.
    pub llr: f64,
    /// The lead in Elo, and its 95 % error.
    pub lead: [f64; 2],
    /// Whether it was shown to be better.
    pub is_passed: bool,
}

impl Manifest {
    /// How many positions all games so far have, those for checking counted too.
    #[must_use]
    pub fn positions(&self) -> u64 {
        let number = |key: &str| self.training[key].as_u64().unwrap_or(0);
        number("positions") + number("held_out")
    }

    /// How wrong the weights are about the games that were held out, in discs.
    #[must_use]
    pub fn rms(&self) -> Option<f64> {
        self.training["rms_after"].as_f64()
    }

    pub(super) fn write(&self, home: &Path) -> Result<(), ClimbError> {
        let text = serde_json::to_string_pretty(self).expect("every key is a string");
        write(&home.join(NAME), format!("{text}\n").as_bytes())
    }
}

impl GateManifest {
    pub(super) fn new(gate: &Gate, against: usize, verdict: &Verdict) -> Self {
        let tally = &verdict.tally;
        let Pairs { ll, ld, wl, dd, dw, ww } = tally.pairs();
        let Estimate { value, error } = tally.elo();
        Self {
            against,
            depth: gate.depth,
            elo: gate.sprt.elo(),
            risks: gate.sprt.risks(),
            games: [tally.wins(), tally.draws(), tally.losses()],
            pairs: [ll, ld, wl, dd, dw, ww],
            llr: rounded(verdict.llr),
            lead: [rounded(value), rounded(error)],
            is_passed: verdict.is_passed(),
        }
    }

    /// The results again.
    #[must_use]
    pub fn tally(&self) -> Tally {
        let [ll, ld, wl, dd, dw, ww] = self.pairs;
        Tally::from(Pairs { ll, ld, wl, dd, dw, ww })
    }
}

/// The manifests of the generations that are over, from the first on.
pub(super) fn read_all(folder: &Path) -> Result<Vec<Manifest>, ClimbError> {
    let mut past: Vec<Manifest> = Vec::new();
    loop {
        let path = folder.join((past.len() + 1).to_string()).join(NAME);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(past),
            Err(error) => return Err(at(&path)(error)),
        };
        let manifest: Manifest = serde_json::from_str(&text).map_err(|error| {
            ClimbError::Contents { path: path.clone(), text: error.to_string() }
        })?;
        if manifest.generation != past.len() + 1 || manifest.gate.against > past.len() {
            let text = "it is that of another generation".into();
            return Err(ClimbError::Contents { path, text });
        }
        past.push(manifest);
    }
}

/// Four digits behind the point.
fn rounded(number: f64) -> f64 {
    (number * 10_000.0).round() / 10_000.0 + 0.0
}
