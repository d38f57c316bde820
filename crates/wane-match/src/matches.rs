//! [`Match`]: the games of a schedule from the first to the last, or until a sequential test knows enough;
//! kept in a folder if there is one, from which a stopped match is resumed.
//!
//! Who plays and how is in [`MatchSettings`]. Games are [`GameJob`]s for an [`Executor`].

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;
use wane_board::AnyGame;

use crate::agent::Agent;
use crate::finished::Finished;
use crate::folder::{Folder, FolderError, MatchRecord};
use crate::game_job::{GameJob, GameWorker};
use crate::greeting::{Unable, greet};
use crate::job::{Executor, execute};
use crate::judge::JudgeProgram;
use crate::made_of::MadeOf;
use crate::openings::Openings;
use crate::referee::Referee;
use crate::results::Results;
use crate::schedule::{Fixture, Format, Schedule};
use crate::stats::{CrossTable, Decision, Sprt};
use crate::venue::Venue;
use crate::{Fault, Stop};

/// What is played, by whom.
#[derive(Clone, Debug)]
pub struct MatchSettings {
    /// The players, at least two, each with a name of its own.
    pub players: Vec<Agent>,
    /// Who meets whom.
    pub format: Format,
    /// How many games each pairing plays; an even number, since each opening is played twice.
    pub games: usize,
    /// Where games begin.
    pub openings: Openings,
    /// What is played for, and how exact the clock is.
    pub referee: Referee,
    /// The program that is asked how games end, if there is one.
    pub judge: Option<JudgeProgram>,
    /// When enough is known, for a match of two.
    pub sprt: Option<Sprt>,
    /// Where the order of the openings came from.
    pub seed: u64,
    /// What a fault means.
    pub faults: FaultRule,
}

/// What a fault of a player means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultRule {
    /// It loses the game.
    LoseGame,
    /// The match means nothing, and ends.
    VoidMatch,
}

/// A match with its results so far.
#[derive(Debug)]
pub struct Match {
    settings: Arc<MatchSettings>,
    schedule: Schedule,
    /// Where it is to be kept, and what is kept about it: what the players were when it was opened.
    place: Option<(PathBuf, MatchRecord)>,
    folder: Option<Folder>,
    results: Results,
    games: Vec<Finished>,
}

/// How a run of a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Every game is played.
    Complete,
    /// The test has come to its end.
    Decided,
    /// It was stopped; the next run plays what is left.
    Stopped,
}

/// Why a match cannot be played.
#[derive(Debug, Error)]
pub enum MatchError {
    /// Its games cannot be kept.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The folder has a game that this match does not have.
    #[error(
        "the folder has a game {number}, and this match is not that long: ask for as many games as \
         before"
    )]
    TooShort {
        /// Which one.
        number: usize,
    },
    /// A player cannot take part.
    #[error(transparent)]
    Unable(#[from] Unable),
    /// A player lost by a fault, and that voids the match.
    #[error("game {number} was lost by a fault, so the match means nothing: {fault}")]
    Void {
        /// In which game.
        number: usize,
        /// What it did.
        fault: Fault,
    },
}

impl Match {
    /// A match, or the rest of one that was played before, if its folder is there. Nothing is written
    /// yet.
    ///
    /// # Errors
    /// If the folder holds another match, is in use, or cannot be read.
    pub fn open(settings: MatchSettings, folder: Option<&Path>) -> Result<Self, MatchError> {
        let MatchSettings { players, format, games, openings, .. } = &settings;
        let schedule = Schedule::new(players.len(), *format, games / 2, openings.games.len());
        let mut open = Self {
            settings: Arc::new(settings),
            schedule,
            place: None,
            folder: None,
            results: Results::default(),
            games: Vec::new(),
        };
        // Checksums of all players are made here, once.
        open.place = folder.map(|path| (path.to_owned(), open.record()));
        if let Some((path, record)) = &open.place
            && let Some((folder, played)) = Folder::resume(path, record)?
        {
            open.folder = Some(folder);
            for game in played {
                let number = game.number;
                let fixture = open.schedule.fixture(number);
                let fixture = fixture.ok_or(MatchError::TooShort { number })?;
                // What was played after the decision could only blur it.
                if !open.is_decided() {
                    open.count(&fixture, game);
                }
            }
        }
        Ok(open)
    }

    /// Plays what is left on threads of this process, after every player was started and greeted. `told`
    /// hears of each game as it ends.
    ///
    /// # Errors
    /// If a player cannot take part, or games cannot be kept.
    pub fn play(
        &mut self,
        venue: &Arc<Venue>,
        threads: usize,
        stop: &Stop,
        told: &mut dyn FnMut(&Self),
    ) -> Result<Ended, MatchError> {
        if let Some(ended) = self.ended() {
            return Ok(ended);
        }
        let MatchSettings { players, openings, referee, .. } = &*self.settings;
        greet(players, &openings.games[0], referee.objective, venue, threads, stop)?;
        if stop.is_stopped() {
            return Ok(Ended::Stopped);
        }
        self.play_on(&mut GameWorker::threads(threads, venue, stop), stop, told)
    }

    /// Plays what is left, wherever the executor has its games played.
    ///
    /// # Errors
    /// If games cannot be kept, or a fault voids the match.
    pub fn play_on(
        &mut self,
        executor: &mut dyn Executor<GameJob>,
        stop: &Stop,
        told: &mut dyn FnMut(&Self),
    ) -> Result<Ended, MatchError> {
        if let (Some((path, record)), None) = (&self.place, &self.folder) {
            self.folder = Some(Folder::create(path, record)?);
        }
        let batches: Vec<Vec<GameJob>> = self.open_games();
        let ended = execute(executor, batches.into_iter(), stop, &mut |game| match self
            .keep(game)
            .map(|()| told(self))
        {
            Err(error) => ControlFlow::Break(Err(error)),
            Ok(()) if self.is_decided() => ControlFlow::Break(Ok(())),
            Ok(()) => ControlFlow::Continue(()),
        });
        if let ControlFlow::Break(Err(error)) = ended {
            return Err(error);
        }
        Ok(self.ended().unwrap_or(Ended::Stopped))
    }

    /// What is played.
    #[must_use]
    pub fn settings(&self) -> &MatchSettings {
        &self.settings
    }

    /// How many games there are in all.
    #[must_use]
    pub fn scheduled(&self) -> usize {
        self.schedule.games()
    }

    /// The games that were played, in the order in which they ended.
    #[must_use]
    pub fn games(&self) -> &[Finished] {
        &self.games
    }

    /// Who did how well against whom.
    #[must_use]
    pub fn cross_table(&self) -> CrossTable {
        self.results.cross_table(&self.schedule, self.settings.players.len())
    }

    /// What the test says, if there is one.
    #[must_use]
    pub fn decision(&self) -> Option<Decision> {
        self.settings.sprt.as_ref().map(|sprt| sprt.decision(&self.cross_table().tally(0, 1)))
    }

    /// The folder, once there is one.
    #[must_use]
    pub fn folder(&self) -> Option<&Folder> {
        self.folder.as_ref()
    }

    fn is_decided(&self) -> bool {
        self.decision().is_some_and(|decision| decision != Decision::Continue)
    }

    /// How it has ended, if nothing is left to play.
    fn ended(&self) -> Option<Ended> {
        if self.is_decided() {
            Some(Ended::Decided)
        } else {
            (self.games.len() >= self.scheduled()).then_some(Ended::Complete)
        }
    }

    /// The games that are not played yet. Those of a pair are played by one worker, so that its players
    /// keep their processes.
    fn open_games(&self) -> Vec<Vec<GameJob>> {
        let done = self.results.numbers();
        let pairs = (1..=self.scheduled()).step_by(2).map(|number| [number, number + 1]);
        let jobs = pairs.map(|pair| {
            let open = pair.into_iter().filter(|number| !done.contains(number));
            open.filter_map(|number| self.schedule.fixture(number))
                .map(|it| self.job(&it))
                .collect()
        });
        jobs.filter(|jobs: &Vec<GameJob>| !jobs.is_empty()).collect()
    }

    fn job(&self, fixture: &Fixture) -> GameJob {
        let MatchSettings { players, openings, referee, judge, .. } = &*self.settings;
        let opening: &AnyGame = &openings.games[fixture.opening];
        GameJob {
            number: fixture.number,
            black: players[fixture.black].clone(),
            white: players[fixture.white].clone(),
            opening: opening.clone(),
            referee: *referee,
            judge: judge.clone(),
        }
    }

    /// Keeps a game that has just ended.
    fn keep(&mut self, game: Finished) -> Result<(), MatchError> {
        if let (FaultRule::VoidMatch, Some((_, fault))) = (self.settings.faults, &game.fault) {
            return Err(MatchError::Void { number: game.number, fault: fault.clone() });
        }
        if let Some(folder) = &mut self.folder {
            folder.add(&game)?;
        }
        if let Some(fixture) = self.schedule.fixture(game.number) {
            self.count(&fixture, game);
        }
        Ok(())
    }

    fn count(&mut self, fixture: &Fixture, game: Finished) {
        self.results.add(fixture, &game);
        self.games.push(game);
    }

    /// What the folder keeps about the match.
    fn record(&self) -> MatchRecord {
        let settings = &*self.settings;
        let players = &settings.players;
        let with_parts = |agent: &Agent| (agent.clone(), MadeOf::of(agent, players));
        MatchRecord {
            players: players.iter().map(with_parts).collect(),
            format: settings.format,
            games: settings.games,
            openings: settings.openings.name.clone(),
            size: settings.openings.games[0].size().rows(),
            objective: settings.referee.objective.to_string(),
            seed: settings.seed,
            margin_ms: settings.referee.margin.as_millis(),
            adjudicate: settings.judge.as_ref().map(|judge| judge.empties),
            sprt: settings.sprt.map(|sprt| (sprt.elo(), sprt.risks())),
        }
    }
}
