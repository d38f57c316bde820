//! [`Subject`]: the agent that is examined: asks it, and takes measurements.

use std::sync::Arc;
use std::time::{Duration, Instant};

use wane_board::{AnyGame, Colour, Move, Objective};

use super::finding::Issue;
use super::mistake::assess;
use crate::agent::AgentProgram;
use crate::clock::{PlayerClock, Tolerance};
use crate::contest::line::{AgentChoice, Hello};
use crate::contest::{AgentError, HostFailure};
use crate::driver::{HostState, Terms};
use crate::referee::{self, Failure, promptly};
use crate::running_agent::RunningAgent;
use crate::runtime::AgentRuntime;
use crate::{Fault, Stop};

/// The examination was stopped.
#[derive(Debug)]
pub(super) struct Stopped;

/// The agent that is examined.
pub(super) struct Subject<'a> {
    agent: &'a AgentProgram,
    player: RunningAgent,
    tolerance: Tolerance,
    clocks: [PlayerClock; 2],
    /// How many games its process has begun.
    games: usize,
    /// How many questions its process has been asked.
    questions: usize,
    /// Its candidate list after the last question of this game.
    listed: Vec<(i64, i64)>,
    /// What its host has reported last.
    pub(super) reported: Reported,
    pub(super) measured: Measurements,
}

/// What the host of a contest file has reported about a question.
#[derive(Clone, Debug, Default)]
pub(super) struct Reported {
    pub(super) chosen: Option<AgentChoice>,
    pub(super) failure: Option<HostFailure>,
    /// Whether the agent did not let the limit interrupt it.
    pub(super) is_stuck: bool,
}

impl Reported {
    /// The exception of the agent, if there was one.
    pub(super) fn error(&self) -> Option<&AgentError> {
        let raised = self.chosen.as_ref().and_then(|chosen| chosen.raised.as_ref());
        raised.or_else(|| self.failure.as_ref()?.error())
    }
}

/// The measurements of an examination.
#[derive(Debug, Default)]
pub(super) struct Measurements {
    /// The state of the host before it loaded the contest file.
    pub(super) hello: Option<Hello>,
    /// How long loading took the first time.
    pub(super) loaded_in: Option<Duration>,
    pub(super) times: Vec<Timed>,
    /// Its peak memory, without that of the host, in bytes.
    pub(super) memory: u64,
    /// How many bytes it has printed, and the last line.
    pub(super) printed: usize,
    pub(super) last_line: Option<String>,
    /// An exception in `go` that was forgiven.
    pub(super) forgiven: Option<String>,
    /// The game up to the first move at which it changed the board that it was given.
    pub(super) changed: Option<AnyGame>,
}

/// How long a move took.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timed {
    pub(super) taken: Duration,
    pub(super) is_interrupted: bool,
    /// Whether it was the first of its process.
    pub(super) is_first: bool,
}

/// The reply to a question.
#[derive(Debug)]
pub(super) struct Reply {
    pub(super) outcome: Result<Move, Issue>,
    /// The time that counts, if there was an answer.
    pub(super) taken: Duration,
    pub(super) reported: Reported,
    /// Whether the list still holds the candidates of the question before.
    pub(super) is_left_over: bool,
    /// Whether its process had begun no other game before.
    pub(super) is_alone: bool,
}

impl<'a> Subject<'a> {
    pub(super) fn new(
        agent: &'a AgentProgram,
        runtime: &Arc<AgentRuntime>,
        stop: &Stop,
        tolerance: Tolerance,
    ) -> Self {
        Self {
            agent,
            player: RunningAgent::new(agent, runtime, stop),
            tolerance,
            clocks: [PlayerClock::new(agent.time); 2],
            games: 0,
            questions: 0,
            listed: Vec::new(),
            reported: Reported::default(),
            measured: Measurements::default(),
        }
    }

    /// Starts a game for it, as this colour.
    pub(super) fn new_game(
        &mut self,
        game: &AnyGame,
        colour: Colour,
    ) -> Result<Result<(), Fault>, Stopped> {
        self.clocks = [PlayerClock::new(self.agent.time); 2];
        self.listed.clear();
        let terms = Terms { objective: Objective::FewestDiscs, colour, clocks: self.clocks };
        let began = Instant::now();
        let begun = self
            .player
            .driver()
            .map_err(Failure::Fault)
            .and_then(|it| promptly(it.new_game(game, &terms)));
        self.games += 1;
        self.measure();
        self.measured.loaded_in.get_or_insert_with(|| began.elapsed());
        settled(begun)
    }

    /// Asks it for a move.
    pub(super) fn ask(&mut self, game: &AnyGame) -> Result<Reply, Stopped> {
        let began = Instant::now();
        let asked = referee::ask(&mut self.player, game, &mut self.clocks, self.tolerance);
        let (answer, elapsed) = (settled(asked)?, began.elapsed());
        self.measure();
        let reported = self.reported.clone();
        let chosen = &reported.chosen;
        let is_first = self.questions == 0;
        self.questions += 1;
        let taken = answer.as_ref().map_or(Duration::ZERO, |asked| asked.taken);
        let timed = match (&answer, chosen) {
            (Ok(asked), _) => Some((taken, asked.choice.is_interrupted)),
            (Err(_), chosen) => chosen.as_ref().map(|_| (elapsed, false)),
        };
        let timed = timed.map(|(taken, is_interrupted)| Timed { taken, is_interrupted, is_first });
        self.measured.times.extend(timed);
        if let (Ok(_), Some(AgentChoice { raised: Some(error), .. })) = (&answer, chosen) {
            self.measured.forgiven.get_or_insert_with(|| error.to_string());
        }
        let is_in_step = answer.is_ok() || chosen.is_some();
        let listed = chosen.as_ref().map_or(Vec::new(), |chosen| chosen.listed.clone());
        let is_left_over = !self.listed.is_empty() && listed.starts_with(&self.listed);
        if chosen.as_ref().is_some_and(|chosen| chosen.changed_board) {
            self.measured.changed.get_or_insert_with(|| game.clone());
        }
        let outcome = assess(game, answer, chosen.as_ref(), is_left_over);
        // A legal move has a disc on it from then on, and is no candidate again.
        self.listed = if outcome.is_ok() { listed } else { Vec::new() };
        let is_alone = self.games == 1;
        if !is_in_step {
            self.restart();
        }
        Ok(Reply { outcome, taken, reported, is_left_over, is_alone })
    }

    /// The reply to a question that could not be asked.
    pub(super) fn failed(&mut self, fault: Fault) -> Reply {
        let is_alone = self.games == 1;
        self.restart();
        Reply {
            outcome: Err(fault.into()),
            taken: Duration::ZERO,
            reported: Reported { chosen: None, ..self.reported.clone() },
            is_left_over: false,
            is_alone,
        }
    }

    /// Whether its process is in the middle of a game.
    pub(super) fn is_under_way(&self) -> bool {
        self.questions > 0
    }

    /// Informs it of a move.
    pub(super) fn played(
        &mut self,
        colour: Colour,
        mv: Move,
        taken: Duration,
    ) -> Result<Result<(), Fault>, Stopped> {
        let driver = self.player.driver().map_err(Failure::Fault);
        settled(driver.and_then(|driver| promptly(driver.played(colour, mv, taken))))
    }

    /// Ends its process; the next question starts another one.
    pub(super) fn restart(&mut self) {
        self.player.shut_down();
        self.games = 0;
        self.questions = 0;
        self.listed.clear();
    }

    /// Takes measurements of its process, and notes what its host has reported.
    fn measure(&mut self) {
        self.reported = Reported::default();
        let Ok(driver) = self.player.driver() else { return };
        let (Some(process), state) = (driver.process(), driver.host_state()) else { return };
        let measured = &mut self.measured;
        let hello = state.and_then(|state| state.hello.as_ref());
        let base = state.map_or(0, |state| state.base_bytes);
        measured.memory = measured.memory.max(process.peak_memory().saturating_sub(base));
        let (printed, last_line) = process.stderr();
        if printed >= measured.printed {
            (measured.printed, measured.last_line) = (printed, last_line);
        }
        if measured.hello.is_none() {
            measured.hello = hello.cloned();
        }
        if measured.loaded_in.is_none() {
            measured.loaded_in = state.and_then(|state| state.loaded_in);
        }
        if let Some(HostState { chosen, failure, is_stuck, .. }) = state {
            let (chosen, failure) = (chosen.clone(), failure.clone());
            self.reported = Reported { chosen, failure, is_stuck: *is_stuck };
        }
    }
}

/// Separates faults of the agent from a stop by the user.
fn settled<T>(done: Result<T, Failure>) -> Result<Result<T, Fault>, Stopped> {
    match done {
        Ok(done) => Ok(Ok(done)),
        Err(Failure::Fault(fault)) => Ok(Err(fault)),
        Err(Failure::Stopped) => Err(Stopped),
    }
}
