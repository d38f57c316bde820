//! [`Match`]: plays the games of a tournament until all are played or a sequential test has ended. It stores them in
//! a folder if there is one; a stopped match is resumed from it.
//!
//! [`MatchSettings`] has the players and the rules. Games are [`GameJob`]s for an [`Executor`].

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;
use wane_board::AnyGame;

use crate::adjudicator::AdjudicatorProgram;
use crate::agent::AgentProgram;
use crate::fingerprint::PlayerFingerprint;
use crate::finished_game::FinishedGame;
use crate::game_job::{GameJob, GameWorker};
use crate::handshake::{CannotPlay, handshake};
use crate::job::Executor;
use crate::match_folder::{Entrant, MatchFolder, MatchFolderError, MatchRecord, MayChange};
use crate::openings::Openings;
use crate::referee::Referee;
use crate::results::Results;
use crate::runtime::AgentRuntime;
use crate::schedule::{Fixture, Pair, Schedule};
use crate::stats::{CrossTable, Decision, Sprt};
use crate::tournament::TournamentFormat;
use crate::{Fault, Stop};

/// The settings of a match.
#[derive(Clone, Debug)]
pub struct MatchSettings {
    /// The players, at least two, each with a name of its own.
    pub players: Vec<AgentProgram>,
    /// Which players meet.
    pub format: TournamentFormat,
    /// How many games each pairing plays, or in some formats each player; an even number, since each opening is played
    /// twice.
    pub games: usize,
    /// The openings.
    pub openings: Openings,
    /// The objective and the tolerance of the clock.
    pub referee: Referee,
    /// The program that adjudicates games, if there is one.
    pub adjudicator: Option<AdjudicatorProgram>,
    /// The sequential test that ends a match of two players, if there is one.
    pub sprt: Option<Sprt>,
    /// The seed of the order of the openings.
    pub seed: u64,
    /// The consequence of a fault.
    pub faults: FaultRule,
}

/// The consequence of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultRule {
    /// The player loses the game.
    LoseGame,
    /// The match is void, and ends.
    VoidMatch,
}

/// A match with its results so far.
#[derive(Debug)]
pub struct Match {
    settings: Arc<MatchSettings>,
    schedule: Schedule,
    /// How many pairs of the schedule this run has begun.
    begun: usize,
    /// The path of the folder and the settings to store there, with the players as they were when the match was
    /// opened.
    stored: Option<(PathBuf, MatchRecord)>,
    folder: Option<MatchFolder>,
    results: Results,
    games: Vec<FinishedGame>,
    /// Games that wait for those before them: a test must not depend on which game is played faster.
    early: BTreeMap<usize, FinishedGame>,
}

/// How a run of a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchEnd {
    /// Every game is played.
    Complete,
    /// The sequential test has ended.
    Decided,
    /// It was stopped; the next run plays what is left.
    Stopped,
}

/// Why a match cannot be played.
#[derive(Debug, Error)]
pub enum MatchError {
    /// Its games cannot be stored.
    #[error(transparent)]
    Folder(#[from] MatchFolderError),
    /// A player cannot take part.
    #[error(transparent)]
    CannotPlay(#[from] CannotPlay),
    /// A player lost by a fault, and that voids the match.
    #[error("game {number} was lost by a fault, so the match is void: {fault}")]
    Void {
        /// The number of the game.
        number: usize,
        /// The fault.
        fault: Fault,
    },
}

impl Match {
    /// A new match, or a stopped one if its folder exists. Nothing is written yet.
    ///
    /// # Errors
    /// If the folder belongs to another match, is in use, or cannot be read.
    pub fn open(settings: MatchSettings, folder: Option<&Path>) -> Result<Self, MatchError> {
        Self::new(settings, folder, MayChange::Length)
    }

    /// A match whose players may have changed since it was stopped: new ones join it, games of those that have left or
    /// changed do not count any more, and only what is missing is played.
    ///
    /// # Errors
    /// If the folder belongs to another match, is in use, or cannot be read.
    pub fn update(settings: MatchSettings, folder: &Path) -> Result<Self, MatchError> {
        Self::new(settings, Some(folder), MayChange::Players)
    }

    fn new(
        settings: MatchSettings,
        folder: Option<&Path>,
        may_change: MayChange,
    ) -> Result<Self, MatchError> {
        let mut open = Self {
            schedule: Schedule::new((0..settings.players.len()).collect()),
            settings: Arc::new(settings),
            begun: 0,
            stored: None,
            folder: None,
            results: Results::default(),
            games: Vec::new(),
            early: BTreeMap::new(),
        };
        // The only place where the fingerprints of the players are computed.
        open.stored = folder.map(|path| (path.to_owned(), open.record()));
        // A sequential test counts all games in their order.
        let may_change = if open.settings.sprt.is_some() { MayChange::Length } else { may_change };
        if let Some((path, record)) = &open.stored
            && let Some(resumed) = MatchFolder::resume(path, record, may_change)?
        {
            open.folder = Some(resumed.folder);
            open.schedule = Schedule::new(resumed.record.order);
            open.schedule.extend(resumed.pairs);
            resumed.games.into_iter().for_each(|game| open.count(game));
        }
        Ok(open)
    }

    /// Plays the remaining games on threads of this process, after a handshake with every player. Calls `on_game`
    /// after each game.
    ///
    /// # Errors
    /// If a player cannot take part, or games cannot be stored.
    pub fn play(
        &mut self,
        runtime: &Arc<AgentRuntime>,
        threads: usize,
        stop: &Stop,
        on_game: &mut dyn FnMut(&Self),
    ) -> Result<MatchEnd, MatchError> {
        self.handshake(runtime, threads, stop)?;
        self.play_on(&mut GameWorker::threads(threads, runtime, stop), stop, on_game)
    }

    /// Starts every player once, unless no game remains.
    ///
    /// # Errors
    /// If a player cannot take part.
    pub fn handshake(
        &self,
        runtime: &Arc<AgentRuntime>,
        threads: usize,
        stop: &Stop,
    ) -> Result<(), MatchError> {
        if self.ended().is_none() {
            let MatchSettings { players, openings, referee, .. } = &*self.settings;
            handshake(players, &openings.games[0], referee.objective, runtime, threads, stop)?;
        }
        Ok(())
    }

    /// Plays the remaining games with an executor.
    ///
    /// # Errors
    /// If games cannot be stored, or a fault voids the match.
    pub fn play_on(
        &mut self,
        executor: &mut dyn Executor<GameJob>,
        stop: &Stop,
        on_game: &mut dyn FnMut(&Self),
    ) -> Result<MatchEnd, MatchError> {
        if let Some(ended) = self.ended() {
            return Ok(ended);
        }
        if stop.is_stopped() {
            return Ok(MatchEnd::Stopped);
        }
        if let (Some((path, record)), None) = (&self.stored, &self.folder) {
            self.folder = Some(MatchFolder::create(path, record)?);
        }
        self.begun = 0;
        loop {
            while executor.pending() < executor.capacity()
                && !stop.is_stopped()
                && let Some(batch) = self.next_batch()?
            {
                executor.submit(batch);
            }
            let Some(game) = executor.next() else { break };
            let stored = self.store(game);
            if stored.is_err() || self.is_decided() {
                executor.cancel();
            }
            stored?;
            on_game(self);
        }
        Ok(self.ended().unwrap_or(MatchEnd::Stopped))
    }

    /// The settings.
    #[must_use]
    pub fn settings(&self) -> &MatchSettings {
        &self.settings
    }

    /// How many games there will be.
    #[must_use]
    pub fn scheduled(&self) -> usize {
        self.settings.format.games_of(self.settings.games, &self.schedule)
    }

    /// The games that were played, in the order in which they ended.
    #[must_use]
    pub fn games(&self) -> &[FinishedGame] {
        &self.games
    }

    /// The results of all pairings.
    #[must_use]
    pub fn cross_table(&self) -> CrossTable {
        self.results.cross_table(&self.schedule)
    }

    /// The decision of the sequential test, if there is one.
    #[must_use]
    pub fn decision(&self) -> Option<Decision> {
        self.settings.sprt.as_ref().map(|sprt| sprt.decision(&self.cross_table().tally(0, 1)))
    }

    /// The folder, once it was created.
    #[must_use]
    pub fn folder(&self) -> Option<&MatchFolder> {
        self.folder.as_ref()
    }

    fn is_decided(&self) -> bool {
        self.decision().is_some_and(|decision| decision != Decision::Continue)
    }

    /// How it has ended, if no game remains.
    fn ended(&self) -> Option<MatchEnd> {
        if self.is_decided() {
            Some(MatchEnd::Decided)
        } else {
            let is_played = self.schedule.fixtures().all(|game| self.is_played(game.number));
            (is_played && self.missing().is_empty()).then_some(MatchEnd::Complete)
        }
    }

    /// The next games, a pair or what is left of it: one worker plays both, so that its players keep their processes.
    /// `None` if there are no more, or if results of those in progress are needed first.
    fn next_batch(&mut self) -> Result<Option<Vec<GameJob>>, MatchError> {
        loop {
            while 2 * self.begun < self.schedule.numbers() {
                let pair = [2 * self.begun + 1, 2 * self.begun + 2];
                self.begun += 1;
                let open = pair.into_iter().filter(|&number| !self.is_played(number));
                let fixtures = open.filter_map(|number| self.schedule.fixture(number));
                let jobs: Vec<GameJob> = fixtures.map(|fixture| self.job(&fixture)).collect();
                if !jobs.is_empty() {
                    return Ok(Some(jobs));
                }
            }
            let pairs = self.missing();
            if pairs.is_empty() {
                return Ok(None);
            }
            if let Some(folder) = &mut self.folder {
                folder.plan(&pairs)?;
            }
            self.schedule.extend(pairs);
        }
    }

    fn is_played(&self, number: usize) -> bool {
        self.results.contains(number) || self.early.contains_key(&number)
    }

    /// The pairs that are not planned yet and can be, as pairs of entrants.
    fn missing(&self) -> Vec<Pair> {
        let MatchSettings { format, games, .. } = &*self.settings;
        let pairs = format.plan(*games, &self.schedule, &self.results);
        pairs.into_iter().map(|pair| self.schedule.of_entrants(pair)).collect()
    }

    fn job(&self, fixture: &Fixture) -> GameJob {
        let MatchSettings { players, openings, referee, adjudicator, .. } = &*self.settings;
        let opening: &AnyGame = &openings.games[fixture.opening % openings.games.len()];
        GameJob {
            number: fixture.number,
            black: players[fixture.black].clone(),
            white: players[fixture.white].clone(),
            opening: opening.clone(),
            referee: *referee,
            adjudicator: adjudicator.clone(),
        }
    }

    /// Stores and counts a game that has just ended.
    fn store(&mut self, game: FinishedGame) -> Result<(), MatchError> {
        if let (FaultRule::VoidMatch, Some((_, fault))) = (self.settings.faults, &game.fault) {
            return Err(MatchError::Void { number: game.number, fault: fault.clone() });
        }
        if let Some(folder) = &mut self.folder {
            folder.add(&game)?;
        }
        self.count(game);
        Ok(())
    }

    /// Counts a game. With a sequential test, games count in the order of their numbers, up to the decision.
    fn count(&mut self, game: FinishedGame) {
        self.early.insert(game.number, game);
        while let Some(game) = self.next_to_count() {
            let Some(fixture) = self.schedule.fixture(game.number) else { continue };
            self.results.add(&fixture, &game);
            self.games.push(game);
        }
    }

    fn next_to_count(&mut self) -> Option<FinishedGame> {
        if self.settings.sprt.is_none() {
            return self.early.pop_first().map(|(_, game)| game);
        }
        let next = self.games.len() + 1;
        if self.is_decided() { None } else { self.early.remove(&next) }
    }

    /// The settings as the folder stores them.
    fn record(&self) -> MatchRecord {
        let settings = &*self.settings;
        let players = &settings.players;
        let fingerprints = PlayerFingerprint::of_players(players);
        MatchRecord {
            wane: env!("CARGO_PKG_VERSION").into(),
            players: (players.iter().cloned().zip(fingerprints))
                .map(|(agent, fingerprint)| Entrant { agent, fingerprint })
                .collect(),
            order: (0..players.len()).collect(),
            format: settings.format,
            games: settings.games,
            openings: settings.openings.name.clone(),
            size: settings.openings.games[0].size().rows(),
            objective: settings.referee.objective.to_string(),
            seed: settings.seed,
            margin_ms: settings.referee.tolerance.margin.as_millis(),
            grace_ms: settings.referee.tolerance.grace.as_millis(),
            adjudicate: settings.adjudicator.as_ref().map(|adjudicator| adjudicator.empties),
            sprt: settings.sprt.map(|sprt| (sprt.elo(), sprt.risks())),
        }
    }
}
