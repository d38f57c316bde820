//! The driver of contest files: talks to their host.
//!
//! The host lives in the process of the agent, so nothing that it says about time, interruption or memory is believed.
//! The limit is passed when the referee's clock says so; what the agent found until then counts if the answer comes
//! within the grace. An answer has the token of its question, so none can be written in advance. From an answer to the
//! next question the process is stopped, unless the rules let it think then.

mod crowding;
mod link;

use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

use wane_board::{AnyGame, AnyPosition, Colour, Move};

use super::{Driver, MoveChoice, PROMPT, Terms, clock_of, wrong_line};
use crate::clock::{NO_LIMIT, PlayerClock, whole_ms};
use crate::contest::line::{AgentChoice, Answer, Command, Hello, Last, Question, Reply};
use crate::contest::{AgentError, ContestRules, HostFailure, MoveClock};
use crate::process::{NoReply, Process};
use crate::stopwatch::Deadline;
use crate::{Fault, FaultKind, TimeControl};
use crowding::Crowding;
pub(crate) use link::Link;
use link::stuck;

/// How long a file may take to load, and to warm up: compilers are slow.
const LOADING: Duration = Duration::from_mins(1);

/// How long an agent may take to end its last game and to construct an `AI` for the next one.
const CONSTRUCTION: Duration = Duration::from_secs(20);

/// The system counts CPU time in steps of 10 ms, in the program and in the kernel.
const CPU_STEP: Duration = Duration::from_millis(20);

/// What the answer to a question is called, where no other word is better.
const ANSWER: &str = "answer to the question";

/// What a host has reported, and what was seen of it.
#[derive(Debug, Default)]
pub(crate) struct HostState {
    /// The state of the host before it loaded the agent.
    pub(crate) hello: Option<Hello>,
    /// The memory of its process at that time, in bytes.
    pub(crate) base_bytes: u64,
    /// How long it took to load the file and to construct the first `AI`.
    pub(crate) loaded_in: Option<Duration>,
    /// The answer to the last question, if it has come.
    pub(crate) chosen: Option<AgentChoice>,
    /// Why the last command was not executed.
    pub(crate) failure: Option<HostFailure>,
    /// Whether the agent did not let the limit interrupt it.
    pub(crate) is_stuck: bool,
}

pub(crate) struct Contest {
    link: Link,
    rules: ContestRules,
    /// The memory limit of the agent beyond the memory of its host, in bytes.
    memory: Option<u64>,
    state: HostState,
    position: Option<AnyPosition>,
    /// Makes tokens that cannot be guessed: its keys come from the system.
    random: RandomState,
    questions: u64,
}

impl Contest {
    pub(crate) fn new(link: Link, rules: ContestRules, memory: Option<u64>) -> Self {
        Self {
            link,
            rules,
            memory,
            state: HostState::default(),
            position: None,
            random: RandomState::new(),
            questions: 0,
        }
    }

    /// Asks a question. Outside of it the agent is stopped.
    fn ask(&mut self, command: Command, deadline: &Deadline) -> Result<Reply, NoReply> {
        self.state.failure = None;
        if self.link.has_line() {
            return Err(no_answer());
        }
        let token = self.random.hash_one(self.questions);
        self.questions += 1;
        let crowding = self.crowding(&command);
        self.link.resume();
        self.link.send(&Question { token, command }.to_string());
        let answer = match crowding {
            Some(crowding) => self.receive_crowded(deadline, &crowding),
            None => self.receive(deadline),
        };
        if !self.rules.ponder {
            self.link.pause();
        }
        match answer? {
            Answer { token: own, .. } if own != Some(token) => Err(no_answer()),
            Answer { reply: Reply::Failed { why }, .. } => {
                why.error().into_iter().for_each(|error| self.log(error));
                let fault = Fault::new(FaultKind::Crash, why.to_string());
                self.state.failure = Some(why);
                Err(NoReply::Fault(fault))
            }
            Answer { reply, .. } => Ok(reply),
        }
    }

    /// What the agent has used and waited so far, if the command costs it CPU time.
    fn crowding(&self, command: &Command) -> Option<Crowding> {
        let &Command::Go { limit_ms, clock: MoveClock::Cpu, .. } = command else { return None };
        Some(Crowding::from_now(self.process()?, Duration::from_millis(limit_ms)))
    }

    /// The same as `receive`, with a deadline that is later by the time in which the agent could not run.
    fn receive_crowded(
        &mut self,
        deadline: &Deadline,
        crowding: &Crowding,
    ) -> Result<Answer, NoReply> {
        let mut given = Duration::ZERO;
        loop {
            let answer = self.receive(&deadline.later_by(given));
            if answer != Err(NoReply::Late) {
                return answer;
            }
            let crowded = self.process().map_or(given, |process| crowding.until_now(process));
            if crowded <= given {
                return answer;
            }
            given = crowded;
        }
    }

    /// The next line of the host, which must be an answer.
    fn receive(&mut self, deadline: &Deadline) -> Result<Answer, NoReply> {
        let received = self.link.receive(deadline);
        self.state.is_stuck |= received == Err(stuck());
        let line = received?;
        line.parse().map_err(|_| wrong_line(&line, "line of the host"))
    }

    /// Asks a question that must be answered within a time.
    fn ask_within(
        &mut self,
        time: Duration,
        task: &str,
        command: Command,
    ) -> Result<Reply, NoReply> {
        self.ask(command, &Deadline::within(time)).map_err(|no_reply| match no_reply {
            NoReply::Late => {
                let text = format!("{task} took more than {} s", time.as_secs());
                NoReply::Fault(Fault::new(FaultKind::TimeOut, text))
            }
            other => other,
        })
    }

    /// Waits for the host and has it load the file. What the process has before that is not the agent's.
    fn load(&mut self) -> Result<(), NoReply> {
        let hello = match self.receive(&Deadline::within(PROMPT))?.reply {
            Reply::Hello(hello) => hello,
            other => return Err(unexpected(other, "greeting of the host")),
        };
        self.state.hello = Some(hello);
        self.state.base_bytes = self.link.settle(self.memory);
        match self.ask_within(LOADING, "loading the file", Command::Load)? {
            Reply::Loaded => Ok(()),
            other => Err(unexpected(other, ANSWER)),
        }
    }

    /// Adds the traceback of an exception to the log of the game.
    fn log(&self, error: &AgentError) {
        self.link.add_to_log(&error.traceback);
    }
}

impl Driver for Contest {
    fn new_game(&mut self, game: &AnyGame, terms: &Terms) -> Result<(), NoReply> {
        let began = Deadline::within(LOADING);
        let is_new = self.state.hello.is_none();
        if is_new {
            self.load()?;
        }
        let TimeControl { per_move, game: whole, .. } =
            clock_of(&terms.clocks, terms.colour).control;
        let new = Command::New {
            size: game.size(),
            colour: terms.colour,
            time_out_ms: whole_ms(per_move.or(whole).unwrap_or(NO_LIMIT)),
            board: self.rules.board,
        };
        match self.ask_within(CONSTRUCTION, "making an AI", new)? {
            Reply::Ready => {}
            other => return Err(unexpected(other, ANSWER)),
        }
        self.state.loaded_in.get_or_insert_with(|| began.elapsed());
        if is_new && self.rules.warm_up {
            let warm = Command::Warm { limit_ms: whole_ms(LOADING) };
            match self.ask_within(LOADING + PROMPT, "warming up", warm)? {
                Reply::Warmed { raised } => raised.iter().for_each(|error| self.log(error)),
                other => return Err(unexpected(other, ANSWER)),
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
        deadline: &Deadline,
    ) -> Result<MoveChoice, NoReply> {
        let position = self.position.expect("it was prepared");
        let limit_ms = whole_ms(limit.unwrap_or(NO_LIMIT));
        self.state.chosen = None;
        let clock = self.rules.clock;
        let used_before = self.cpu_time();
        let chosen = match self.ask(Command::Go { position, limit_ms, clock }, deadline)? {
            Reply::Choice(chosen) => chosen,
            other => return Err(unexpected(other, "choice")),
        };
        let is_interrupted = limit.is_some_and(|limit| match clock {
            MoveClock::Wall => deadline.has_run_for(limit),
            MoveClock::Cpu => self.cpu_time() + CPU_STEP >= used_before + limit,
        });
        chosen.raised.iter().for_each(|error| self.log(error));
        self.state.chosen = Some(chosen.clone());
        self.read_choice(&position, chosen, is_interrupted).map_err(NoReply::Fault)
    }

    fn process(&self) -> Option<&Process> {
        self.link.process()
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
        AgentChoice { last, raised, .. }: AgentChoice,
        is_interrupted: bool,
    ) -> Result<MoveChoice, Fault> {
        let mut remark = is_interrupted
            .then(|| "it was interrupted at the limit, and its last candidate counts".to_owned());
        if let Some(raised) = raised {
            let text = format!("go raised {raised}");
            if !self.rules.forgives_exceptions {
                return Err(Fault::new(FaultKind::Crash, text));
            }
            remark = Some(format!("{text}; its last candidate counts"));
        }
        let output = |text: String| Err(Fault::new(FaultKind::Output, text));
        let mv = match &last {
            Last::None if position.must_pass() => Move::Pass,
            Last::None if is_interrupted => {
                let text = "its candidate list was still empty at the limit";
                return Err(Fault::new(FaultKind::TimeOut, text));
            }
            Last::None => return output("its candidate list was empty, and it has a move".into()),
            Last::NoList(error) => return output(format!("it has no candidate_list: {error}")),
            Last::NotAList(shown) => return output(format!("its candidate_list is {shown}")),
            Last::NotAMove(shown) => {
                return output(format!("its last candidate is no pair of whole numbers: {shown}"));
            }
            Last::Move { row, column } => {
                let square = last.square(position.board().size());
                let off = || format!("its last candidate ({row}, {column}) is not on the board");
                Move::Place(square.ok_or_else(|| Fault::new(FaultKind::Illegal, off()))?)
            }
        };
        Ok(MoveChoice { mv, is_interrupted, remark: remark.map(Into::into) })
    }
}

/// The fault of a line that was written before its question, or has not its token.
fn no_answer() -> NoReply {
    NoReply::Fault(Fault::new(FaultKind::Output, "it wrote a line that answers no question"))
}

/// The fault of an answer of another kind than the one that is wanted.
fn unexpected(reply: Reply, wanted: &str) -> NoReply {
    wrong_line(&Answer { token: None, reply }.to_string(), wanted)
}
