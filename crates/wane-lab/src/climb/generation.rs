//! One generation: games, weights, a match, and the manifest that ends it.
//!
//! Each step leaves a file behind when it is done, and a step whose file is there is not done again.

use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use wane_eval::Weights;
use wane_files::Checksum;
use wane_match::Stop;
use wane_search::Control;

use super::{BEST, Climb, ClimbError, Event, GateManifest, Manifest, Plan};
use super::{at, read_weights, write};
use crate::gate::{Gate, Side, Verdict};
use crate::probcut;
use crate::selfplay::{self, GamesFile, Selfplay, SelfplayError, SelfplayWorker};
use crate::train::{Data, Trained, Training, loss_by_epoch};

/// The next generation of a climb.
pub(super) struct Generation<'c> {
    climb: &'c Climb,
    plan: &'c Plan,
    number: usize,
    /// The number of the best before it, or 0.
    best: usize,
    home: PathBuf,
}

impl<'c> Generation<'c> {
    pub(super) fn next(climb: &'c Climb) -> Self {
        let number = climb.past.len() + 1;
        let (best, home) = (climb.best(), climb.home(number));
        Self { climb, plan: &climb.plan, number, best, home }
    }

    /// All of it, or what is left of it; `None` if it was stopped.
    pub(super) fn run(
        &self,
        stop: &Stop,
        told: &mut (dyn FnMut(Event<'_>) + Send),
    ) -> Result<Option<Manifest>, ClimbError> {
        let started = Instant::now();
        fs::create_dir_all(&self.home).map_err(at(&self.home))?;
        if !self.play(stop, told)? || !self.learn(stop, told)? {
            return Ok(None);
        }
        let Some(verdict) = self.meet(stop, told)? else { return Ok(None) };
        let manifest = self.manifest(&verdict, started.elapsed().as_secs())?;
        if verdict.is_passed() {
            let weights = self.climb.weights_file(self.number);
            let bytes = fs::read(&weights).map_err(at(&weights))?;
            write(&self.climb.folder.join(BEST), &bytes)?;
        }
        manifest.write(&self.home)?;
        Ok(Some(manifest))
    }

    fn settings(&self) -> selfplay::Settings {
        let &Plan { objective, selectivity, exact_from, opening, stray, seed, .. } = self.plan;
        let depth = self.of(&self.plan.depth);
        let seed = seed.wrapping_mul(1000).wrapping_add(self.number as u64);
        selfplay::Settings { objective, depth, selectivity, exact_from, opening, stray, seed }
    }

    fn games(&self) -> u64 {
        self.of(&self.plan.games)
    }

    /// The number of this generation among those of all.
    fn of<T: Copy + Default>(&self, numbers: &[T]) -> T {
        numbers.get(self.number - 1).or(numbers.last()).copied().unwrap_or_default()
    }

    /// The best weights play themselves; whether they came to the end.
    fn play(
        &self,
        stop: &Stop,
        told: &mut (dyn FnMut(Event<'_>) + Send),
    ) -> Result<bool, ClimbError> {
        let best = (self.best > 0).then(|| read_weights(&self.climb.weights_file(self.best)));
        let selfplay = Selfplay::new(self.settings(), best.transpose()?);
        let failed = |error| ClimbError::Selfplay(SelfplayError::File(error));
        let path = self.climb.games_file(self.number);
        let mut file = GamesFile::open(&path, &selfplay.description()).map_err(failed)?;
        let games = self.games();
        let mut executor = SelfplayWorker::threads(self.plan.threads, stop);
        selfplay
            .play_into(&mut file, games, &mut executor, stop, &mut |noted| {
                told(Event::Played(noted, games));
            })
            .map_err(ClimbError::Selfplay)?;
        Ok(file.noted().games >= games)
    }

    /// Weights from all games so far; whether it came to the end.
    fn learn(
        &self,
        stop: &Stop,
        told: &mut (dyn FnMut(Event<'_>) + Send),
    ) -> Result<bool, ClimbError> {
        let path = self.climb.weights_file(self.number);
        if path.exists() {
            return Ok(true);
        }
        let mut data = Data::new();
        for generation in 1..=self.number {
            data.read(&self.climb.games_file(generation)).map_err(ClimbError::Data)?;
        }
        let mut training = Training::new(data, self.plan.train, None);
        while let Some(epoch) = training.epoch(self.plan.threads, &|| stop.is_stopped()) {
            told(Event::Learned(epoch));
        }
        if stop.is_stopped() {
            return Ok(false);
        }
        let Trained { weights, epochs, .. } = training.finish();
        write(&self.home.join("loss.svg"), loss_by_epoch(&epochs).as_bytes())?;
        let Some(weights) = self.measure(weights, stop, told)? else { return Ok(false) };
        write(&path, &weights.to_bytes())?;
        Ok(true)
    }

    /// The weights with how well shallow searches foretell deep ones, as far as that can be measured in
    /// the games of this generation; `None` if it was stopped.
    fn measure(
        &self,
        weights: Weights,
        stop: &Stop,
        told: &mut (dyn FnMut(Event<'_>) + Send),
    ) -> Result<Option<Arc<Weights>>, ClimbError> {
        let weights = Arc::new(weights);
        let mut data = Data::new();
        data.read(&self.climb.games_file(self.number)).map_err(ClimbError::Data)?;
        let limit = |_| stop.is_stopped();
        let control = Control::new().until(&limit);
        let told = Mutex::new(told);
        let told = |done: usize, of: usize| {
            let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
            told(Event::Measured(done, of));
        };
        let threads = self.plan.threads;
        let measured =
            probcut::measure(&weights, &data, self.plan.probcut, threads, &control, &told);
        let measured = measured.map_err(|error| ClimbError::Selfplay(error.into()))?;
        Ok(match measured {
            Some(measured) => Some(Arc::new(measured.added_to(&weights, &data))),
            None if stop.is_stopped() => None,
            None => Some(weights),
        })
    }

    /// The match; `None` if it was stopped.
    fn meet(
        &self,
        stop: &Stop,
        told: &mut (dyn FnMut(Event<'_>) + Send),
    ) -> Result<Option<Verdict>, ClimbError> {
        let gate = Gate { seed: self.settings().seed, ..self.plan.gate.clone() };
        let (new, old) = (self.side(self.number)?, self.side(self.best)?);
        let mut told = |verdict: &Verdict| told(Event::Met(verdict));
        let verdict = gate.play(&new, &old, &self.home.join("gate"), stop, &mut told);
        let verdict = verdict.map_err(ClimbError::Gate)?;
        Ok((!stop.is_stopped()).then_some(verdict))
    }

    /// A generation as a side of the match; 0 is the hand-made evaluation.
    fn side(&self, generation: usize) -> Result<Side, ClimbError> {
        if generation == 0 {
            return Ok(Side::hand_made());
        }
        let path = self.climb.weights_file(generation);
        let weights = Some(read_weights(&path)?);
        Ok(Side { word: path.display().to_string(), weights })
    }

    fn manifest(&self, verdict: &Verdict, seconds: u64) -> Result<Manifest, ClimbError> {
        let weights_file = self.climb.weights_file(self.number);
        let weights = read_weights(&weights_file)?;
        let training = serde_json::from_str(weights.manifest()).map_err(|error| {
            let text = format!("its manifest is none: {error}");
            ClimbError::Contents { path: weights_file, text }
        })?;
        let Plan { objective, threads, code, .. } = self.plan;
        let selfplay = self.settings();
        Ok(Manifest {
            generation: self.number,
            code: code.clone(),
            objective: objective.to_string(),
            games: self.games(),
            depth: selfplay.depth,
            selectivity: selfplay.selectivity,
            exact_from: selfplay.exact_from,
            opening: selfplay.opening,
            stray: selfplay.stray,
            seed: selfplay.seed,
            played_by: self.best,
            training,
            weights: Checksum::of(&weights.to_bytes()).to_hex(),
            gate: GateManifest::new(&self.plan.gate, self.best, verdict),
            threads: *threads,
            seconds,
        })
    }
}
