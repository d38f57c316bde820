//! [`Subject`]: the agent that is examined: asks it, and takes measurements.

use std::sync::Arc;
use std::time::{Duration, Instant};

use wane_board::{AnyGame, Colour, Move, Objective};

use super::finding::Issue;
use super::mistake::assess;
use crate::agent::AgentProgram;
use crate::clock::{PlayerClock, Tolerance};
use crate::contest::line::{AgentChoice, Hello, Library};
use crate::contest::{AgentError, CodeLine, HostFailure};
use crate::driver::{HostState, Terms};
use crate::referee::{self, Asked, Failure, promptly};
use crate::running_agent::RunningAgent;
use crate::runtime::AgentRuntime;
use crate::{Fault, FaultKind, Stop};

/// Why an examination ends before its last question.
#[derive(Debug)]
pub(super) enum EndsEarly {
    /// The user has stopped it.
    Stopped,
    /// `go` has come to no end [`MAX_UNFINISHED`] times in a row, and each more would take as long.
    NeverEnds,
}

/// When the limit has ended this many calls of `go` in a row, without a choice, no more are made.
const MAX_UNFINISHED: usize = 3;

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
    /// Whether to keep all that it prints.
    pub(super) keeps_log: bool,
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
    /// Its peak memory, without that of the host, in bytes; `None` if the system does not tell.
    pub(super) memory: Option<u64>,
    /// How many bytes it has printed, and the last line.
    pub(super) printed: usize,
    pub(super) last_line: Option<String>,
    /// What its process has printed, and its exceptions, if that is kept; a long text without its middle.
    pub(super) log: String,
    /// An exception in `go` that was forgiven.
    pub(super) forgiven: Option<String>,
    /// The game up to the first move at which it changed the board that it was given.
    pub(super) changed: Option<AnyGame>,
    /// The last calls of `go` that came to no end, without one that did between them.
    pub(super) unfinished: Vec<Unfinished>,
}

impl Measurements {
    /// Whether the Python of the agent has numpy, as far as is known.
    pub(super) fn has_numpy(&self) -> bool {
        self.hello.as_ref().is_none_or(|hello| !matches!(hello.numpy, Library::Missing(_)))
    }

    /// Whether `go` came to no end as often as is tried.
    pub(super) fn never_ends(&self) -> bool {
        self.unfinished.len() >= MAX_UNFINISHED
    }
}

/// A call of `go` that came to no end, and chose nothing.
#[derive(Clone, Debug)]
pub(super) struct Unfinished {
    /// The game up to the question.
    pub(super) game: AnyGame,
    /// The line of the agent at the limit.
    pub(super) line: Option<CodeLine>,
}

/// How long a move took.
#[derive(Clone, Debug)]
pub(super) struct Timed {
    pub(super) taken: Duration,
    pub(super) is_interrupted: bool,
    /// The line of the agent at that time.
    pub(super) stopped_at: Option<CodeLine>,
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
            keeps_log: false,
            reported: Reported::default(),
            measured: Measurements::default(),
        }
    }

    /// Starts a game for it, as this colour.
    pub(super) fn new_game(
        &mut self,
        game: &AnyGame,
        colour: Colour,
    ) -> Result<Result<(), Fault>, EndsEarly> {
        self.expect_an_end()?;
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

    /// Asks it about boards that follow each other in one game.
    pub(super) fn ask_in_turn<'g>(
        &mut self,
        games: impl IntoIterator<Item = &'g AnyGame>,
        on_step: &mut dyn FnMut(),
    ) -> Result<Vec<Reply>, EndsEarly> {
        let mut replies: Vec<Reply> = Vec::new();
        let mut known = None;
        for game in games {
            let colour = game.position().side();
            let begun = match known {
                Some(moves) if self.is_under_way() => {
                    let mut informed = Ok(());
                    for played in &game.history()[moves..] {
                        informed =
                            informed.and(self.played(played.side, played.mv, Duration::ZERO)?);
                    }
                    informed
                }
                _ => self.new_game(game, colour)?,
            };
            replies.push(match begun {
                Ok(()) => self.ask(game)?,
                Err(fault) => self.failed(fault),
            });
            known = Some(game.history().len());
            on_step();
        }
        Ok(replies)
    }

    /// Asks it for a move.
    pub(super) fn ask(&mut self, game: &AnyGame) -> Result<Reply, EndsEarly> {
        self.expect_an_end()?;
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
        let stopped_at = chosen.as_ref().and_then(|chosen| chosen.stopped_at.clone());
        let timed = timed.map(|(taken, is_interrupted)| Timed {
            taken,
            is_interrupted,
            stopped_at: stopped_at.clone(),
            is_first,
        });
        self.measured.times.extend(timed);
        self.note_end(game, &answer, chosen.as_ref());
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

    /// No question is worth its time if the last ones were not answered in theirs.
    fn expect_an_end(&self) -> Result<(), EndsEarly> {
        if self.measured.never_ends() { Err(EndsEarly::NeverEnds) } else { Ok(()) }
    }

    /// Notes whether `go` came to its end, or to a choice: more candidates than there are legal moves.
    fn note_end(
        &mut self,
        game: &AnyGame,
        answer: &Result<Asked, Fault>,
        chosen: Option<&AgentChoice>,
    ) {
        let legal = game.position().legal_moves().len() as usize;
        let has_ended = match answer {
            Ok(asked) => !asked.choice.is_interrupted,
            Err(fault) => fault.kind != FaultKind::TimeOut,
        };
        if has_ended || chosen.is_some_and(|chosen| chosen.candidates > legal) {
            self.measured.unfinished.clear();
        } else {
            let line = chosen.and_then(|chosen| chosen.stopped_at.clone());
            self.measured.unfinished.push(Unfinished { game: game.clone(), line });
        }
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
    fn is_under_way(&self) -> bool {
        self.questions > 0
    }

    /// Informs it of a move.
    pub(super) fn played(
        &mut self,
        colour: Colour,
        mv: Move,
        taken: Duration,
    ) -> Result<Result<(), Fault>, EndsEarly> {
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
        let peak = process.peak_memory().map(|peak| peak.saturating_sub(base));
        measured.memory = measured.memory.max(peak);
        if self.keeps_log {
            measured.log = process.log();
        }
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
fn settled<T>(done: Result<T, Failure>) -> Result<Result<T, Fault>, EndsEarly> {
    match done {
        Ok(done) => Ok(Ok(done)),
        Err(Failure::Fault(fault)) => Ok(Err(fault)),
        Err(Failure::Stopped) => Err(EndsEarly::Stopped),
    }
}
