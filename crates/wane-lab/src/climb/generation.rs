//! One generation: self-play, training, a match, and the manifest.
//!
//! Each step writes a file when it is finished. A resumed generation skips the steps whose files exist.

use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use wane_eval::Weights;
use wane_files::{Checksum, PathError, create_folder};
use wane_match::Stop;
use wane_search::Control;

use super::{BEST, Climb, ClimbError, ClimbEvent, GateManifest, GenerationManifest, Plan};
use super::{read_weights, write};
use crate::gate::{Gate, GatePlayer, GateResult};
use crate::probcut;
use crate::selfplay::{self, GamesFile, Selfplay, SelfplayError};
use crate::train::{Data, Trained, Training, loss_by_epoch};
use crate::workforce::Workforce;

/// The next generation of a climb.
pub(super) struct Generation<'c> {
    climb: &'c Climb,
    plan: &'c Plan,
    number: usize,
    /// The number of the best generation before it, or 0.
    best: usize,
    folder: PathBuf,
    workforce: &'c dyn Workforce,
}

impl<'c> Generation<'c> {
    pub(super) fn next(climb: &'c Climb, workforce: &'c dyn Workforce) -> Self {
        let number = climb.finished.len() + 1;
        let (best, folder) = (climb.best(), climb.generation_folder(number));
        Self { climb, plan: &climb.plan, number, best, folder, workforce }
    }

    /// Runs the steps that are not finished; `None` if `stop` was set.
    pub(super) fn run(
        &self,
        stop: &Stop,
        on_event: &mut (dyn FnMut(ClimbEvent<'_>) + Send),
    ) -> Result<Option<GenerationManifest>, ClimbError> {
        let started = Instant::now();
        create_folder(&self.folder)?;
        if !self.play(stop, on_event)? || !self.train(stop, on_event)? {
            return Ok(None);
        }
        let Some(result) = self.play_gate(stop, on_event)? else { return Ok(None) };
        let manifest = self.manifest(&result, started.elapsed().as_secs())?;
        if result.is_passed() {
            let weights = self.climb.weights_file(self.number);
            let bytes = fs::read(&weights).map_err(PathError::at(&weights))?;
            write(&self.climb.folder.join(BEST), &bytes)?;
        }
        manifest.write(&self.folder)?;
        Ok(Some(manifest))
    }

    fn selfplay_settings(&self) -> selfplay::SelfplaySettings {
        let &Plan { objective, selectivity, exact_from, opening, stray, seed, .. } = self.plan;
        let depth = self.setting(&self.plan.depth);
        let seed = seed.wrapping_mul(1000).wrapping_add(self.number as u64);
        selfplay::SelfplaySettings {
            objective,
            depth,
            selectivity,
            exact_from,
            opening,
            stray,
            seed,
        }
    }

    fn games(&self) -> u64 {
        self.setting(&self.plan.games)
    }

    /// The setting of this generation in a list of settings by generation.
    fn setting<T: Copy + Default>(&self, settings: &[T]) -> T {
        settings.get(self.number - 1).or(settings.last()).copied().unwrap_or_default()
    }

    /// Plays the games; false if `stop` was set before the last one.
    fn play(
        &self,
        stop: &Stop,
        on_event: &mut (dyn FnMut(ClimbEvent<'_>) + Send),
    ) -> Result<bool, ClimbError> {
        let best = (self.best > 0).then(|| read_weights(&self.climb.weights_file(self.best)));
        let selfplay = Selfplay::new(self.selfplay_settings(), best.transpose()?);
        let failed = |error| ClimbError::Selfplay(SelfplayError::File(error));
        let path = self.climb.games_file(self.number);
        let mut file = GamesFile::open(&path, &selfplay.description()).map_err(failed)?;
        let games = self.games();
        let mut executor = self.workforce.selfplay(stop);
        selfplay
            .play_into(&mut file, games, &mut *executor, stop, &mut |counts| {
                on_event(ClimbEvent::Played(counts, games));
            })
            .map_err(ClimbError::Selfplay)?;
        Ok(file.counts().games >= games)
    }

    /// Trains weights from all games so far; false if `stop` was set before the end.
    fn train(
        &self,
        stop: &Stop,
        on_event: &mut (dyn FnMut(ClimbEvent<'_>) + Send),
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
            on_event(ClimbEvent::EpochFinished(epoch));
        }
        if stop.is_stopped() {
            return Ok(false);
        }
        let Trained { weights, epochs, .. } = training.finish();
        write(&self.folder.join("loss.svg"), loss_by_epoch(&epochs).as_bytes())?;
        let Some(weights) = self.add_fits(weights, stop, on_event)? else { return Ok(false) };
        write(&path, &weights.to_bytes())?;
        Ok(true)
    }

    /// The weights with fits for Multi-ProbCut, if this generation has enough games to measure them;
    /// `None` if `stop` was set.
    fn add_fits(
        &self,
        weights: Weights,
        stop: &Stop,
        on_event: &mut (dyn FnMut(ClimbEvent<'_>) + Send),
    ) -> Result<Option<Arc<Weights>>, ClimbError> {
        let weights = Arc::new(weights);
        let mut data = Data::new();
        data.read(&self.climb.games_file(self.number)).map_err(ClimbError::Data)?;
        let limit = |_| stop.is_stopped();
        let control = Control::new().until(&limit);
        let on_event = Mutex::new(on_event);
        let on_progress = |done: usize, of: usize| {
            let mut on_event = on_event.lock().unwrap_or_else(PoisonError::into_inner);
            on_event(ClimbEvent::Measured(done, of));
        };
        let &Plan { probcut: settings, threads, .. } = self.plan;
        let measured = probcut::measure(&weights, &data, settings, threads, &control, &on_progress);
        let measurement = measured.map_err(|error| ClimbError::Selfplay(error.into()))?;
        Ok(match measurement {
            Some(measurement) => Some(Arc::new(measurement.added_to(&weights, &data))),
            None if stop.is_stopped() => None,
            None => Some(weights),
        })
    }

    /// Plays the match against the best weights; `None` if `stop` was set.
    fn play_gate(
        &self,
        stop: &Stop,
        on_event: &mut (dyn FnMut(ClimbEvent<'_>) + Send),
    ) -> Result<Option<GateResult>, ClimbError> {
        let gate = Gate { seed: self.selfplay_settings().seed, ..self.plan.gate.clone() };
        let (new, old) = (self.gate_player(self.number)?, self.gate_player(self.best)?);
        let mut on_game = |result: &GateResult| on_event(ClimbEvent::GateGamePlayed(result));
        let result =
            gate.play(&new, &old, &self.folder.join("gate"), self.workforce, stop, &mut on_game);
        let result = result.map_err(ClimbError::Gate)?;
        Ok((!stop.is_stopped()).then_some(result))
    }

    /// A generation as a player of the match; 0 is the hand-made evaluation.
    fn gate_player(&self, generation: usize) -> Result<GatePlayer, ClimbError> {
        if generation == 0 {
            return Ok(GatePlayer::hand_made());
        }
        let path = self.climb.weights_file(generation);
        let weights = Some(read_weights(&path)?);
        Ok(GatePlayer { weights_arg: path.display().to_string(), weights })
    }

    fn manifest(
        &self,
        result: &GateResult,
        seconds: u64,
    ) -> Result<GenerationManifest, ClimbError> {
        let weights_file = self.climb.weights_file(self.number);
        let weights = read_weights(&weights_file)?;
        let training = serde_json::from_str(weights.manifest()).map_err(|error| {
            let text = format!("its manifest is not valid JSON: {error}");
            ClimbError::Contents { path: weights_file, text }
        })?;
        let Plan { objective, threads, code, .. } = self.plan;
        let selfplay = self.selfplay_settings();
        Ok(GenerationManifest {
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
            gate: GateManifest::new(&self.plan.gate, self.best, result),
            threads: *threads,
            seconds,
        })
    }
}
