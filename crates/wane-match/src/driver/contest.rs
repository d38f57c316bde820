//! The driver of contest files: talks to their host.

use std::time::{Duration, Instant};

use wane_board::{AnyGame, AnyPosition, Colour, Move};

use super::{Driver, MoveChoice, PROMPT, Terms, clock_of, wrong_line};
use crate::clock::{NO_LIMIT, PlayerClock, whole_ms};
use crate::contest::ContestRules;
use crate::contest::line::{self, Command, Hello, Last, Reply};
use crate::process::{NoReply, Process};
use crate::{Fault, FaultKind, TimeControl};

/// How long a file may take to load, and to warm up: compilers are slow.
const LOADING: Duration = Duration::from_mins(2);

/// What a host has reported.
#[derive(Debug, Default)]
pub(crate) struct HostState {
    /// The state of the host before it loaded the agent.
    pub(crate) hello: Option<Hello>,
    /// How long it took to load the file and to construct the first `AI`.
    pub(crate) loaded_in: Option<Duration>,
    /// The answer to the last question, if it has come.
    pub(crate) chosen: Option<line::AgentChoice>,
}

#[derive(Debug)]
pub(crate) struct Contest {
    process: Process,
    rules: ContestRules,
    /// The memory limit of the agent beyond the memory of its host, in bytes.
    memory: Option<u64>,
    state: HostState,
    position: Option<AnyPosition>,
}

impl Contest {
    pub(crate) fn new(process: Process, rules: ContestRules, memory: Option<u64>) -> Self {
        Self { process, rules, memory, state: HostState::default(), position: None }
    }

    /// The next line of the host, which must be an answer.
    fn answer(&mut self, deadline: Instant) -> Result<Reply, NoReply> {
        let line = self.process.receive(deadline)?;
        line.parse().map_err(|_| wrong_line(&line, "line of the host"))
    }

    /// Waits for the host, and sets the memory limit.
    fn wait_for_host(&mut self) -> Result<(), NoReply> {
        match self.answer(Instant::now() + PROMPT)? {
            Reply::Hello(hello) => {
                if let Some(memory) = self.memory {
                    self.process.set_memory_limit(memory + hello.resident_bytes);
                }
                self.state.hello = Some(hello);
                Ok(())
            }
            other => Err(unexpected(&other)),
        }
    }
}

impl Driver for Contest {
    fn new_game(&mut self, game: &AnyGame, terms: &Terms) -> Result<(), NoReply> {
        let is_new = self.state.hello.is_none();
        if is_new {
            self.wait_for_host()?;
        }
        let TimeControl { per_move, game: whole, .. } =
            clock_of(&terms.clocks, terms.colour).control;
        let began = Instant::now();
        self.process.send(Command::New {
            size: game.size(),
            colour: terms.colour,
            time_out_ms: whole_ms(per_move.or(whole).unwrap_or(NO_LIMIT)),
            board: self.rules.board,
        });
        match self.answer(Instant::now() + LOADING)? {
            Reply::Ready => {}
            other => return Err(unexpected(&other)),
        }
        self.state.loaded_in.get_or_insert_with(|| began.elapsed());
        if is_new && self.rules.warm_up {
            self.process.send(Command::Warm { limit_ms: whole_ms(LOADING) });
            match self.answer(Instant::now() + LOADING + PROMPT)? {
                Reply::Warmed { .. } => {}
                other => return Err(unexpected(&other)),
            }
        }
        Ok(())
    }

    fn played(&mut self, _: Colour, _: Move, _: Duration) -> Result<(), NoReply> {
        Ok(())
    }

    fn prepare(&mut self, game: &AnyGame, _: &[PlayerClock; 2]) -> Result<(), NoReply> {
        self.position = Some(game.position());
        Ok(())
    }

    fn choose(
        &mut self,
        limit: Option<Duration>,
        deadline: Instant,
    ) -> Result<MoveChoice, NoReply> {
        let position = self.position.expect("it was prepared");
        let limit_ms = whole_ms(limit.unwrap_or(NO_LIMIT));
        self.state.chosen = None;
        self.process.send(Command::Go { position, limit_ms });
        match self.answer(deadline)? {
            Reply::Choice(chosen) => {
                self.state.chosen = Some(chosen.clone());
                self.read_choice(&position, chosen).map_err(NoReply::Fault)
            }
            other => Err(unexpected(&other)),
        }
    }

    fn process(&self) -> &Process {
        &self.process
    }

    fn host_state(&self) -> Option<&HostState> {
        Some(&self.state)
    }
}

impl Contest {
    /// The move by the rules of the contest, or the fault.
    fn read_choice(
        &self,
        position: &AnyPosition,
        chosen: line::AgentChoice,
    ) -> Result<MoveChoice, Fault> {
        let line::AgentChoice { last, interrupted: is_interrupted, raised, .. } = chosen;
        let mut remark = is_interrupted
            .then(|| "it was interrupted at the limit, and its last candidate counts".to_owned());
        if let Some(raised) = raised {
            let text = format!("go raised {raised}");
            if !self.rules.forgives_exceptions {
                return Err(Fault::new(FaultKind::Crash, text));
            }
            remark = Some(format!("{text}; its last candidate counts"));
        }
        let mv = match &last {
            Last::None if position.must_pass() => Move::Pass,
            Last::None if is_interrupted => {
                let text = "its candidate list was still empty at the limit";
                return Err(Fault::new(FaultKind::TimeOut, text));
            }
            Last::None => {
                let text = "its candidate list was empty, and it has a move";
                return Err(Fault::new(FaultKind::Output, text));
            }
            Last::Bad(text) => {
                let text = format!("its last candidate is no pair of whole numbers: {text}");
                return Err(Fault::new(FaultKind::Output, text));
            }
            Last::Move { row, column } => {
                let square = last.square(position.board().size());
                let off = || format!("its last candidate ({row}, {column}) is not on the board");
                Move::Place(square.ok_or_else(|| Fault::new(FaultKind::Illegal, off()))?)
            }
        };
        Ok(MoveChoice { mv, is_interrupted, remark })
    }
}

/// The fault of an answer that was not expected, or of the file.
fn unexpected(answer: &Reply) -> NoReply {
    match answer {
        Reply::Error { text } => NoReply::Fault(Fault::new(FaultKind::Crash, text.clone())),
        other => wrong_line(&other.to_string(), "answer to the question"),
    }
}
