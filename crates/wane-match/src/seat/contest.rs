//! A player that is a contest file, behind its host.

use std::time::{Duration, Instant};

use wane_board::{AnyGame, AnyPosition, Colour, Move};

use super::{Choice, PROMPT, Seat, Terms, clock_of, wrong_line};
use crate::contest::ContestRules;
use crate::contest::line::{Answer, Choice as Chosen, Command, Hello, Last};
use crate::process::{Process, Silence};
use crate::time::{Clock, NO_LIMIT, whole_ms};
use crate::{Fault, FaultKind, TimeControl};

/// How long a file may take to be loaded, and to warm up: compilers are slow.
const LOADING: Duration = Duration::from_mins(2);

/// What a host has told.
#[derive(Debug, Default)]
pub(crate) struct Told {
    /// What there was before the agent.
    pub(crate) hello: Option<Hello>,
    /// How long the file took to be loaded, and to make the first `AI`.
    pub(crate) loaded_in: Option<Duration>,
    /// The answer to the last question, if it has come.
    pub(crate) chosen: Option<Chosen>,
}

#[derive(Debug)]
pub(crate) struct Contest {
    process: Process,
    rules: ContestRules,
    /// What the agent may take on top of what was there before it, in bytes.
    memory: Option<u64>,
    told: Told,
    position: Option<AnyPosition>,
}

impl Contest {
    pub(crate) fn new(process: Process, rules: ContestRules, memory: Option<u64>) -> Self {
        Self { process, rules, memory, told: Told::default(), position: None }
    }

    /// The next answer of the host; it says nothing else.
    fn answer(&mut self, deadline: Instant) -> Result<Answer, Silence> {
        let line = self.process.line(deadline)?;
        line.parse().map_err(|_| wrong_line(&line, "line of the host"))
    }

    /// Waits for the host, and notes what memory there was without the agent.
    fn meet(&mut self) -> Result<(), Silence> {
        match self.answer(Instant::now() + PROMPT)? {
            Answer::Hello(hello) => {
                if let Some(memory) = self.memory {
                    self.process.limit_memory(memory + hello.resident_bytes);
                }
                self.told.hello = Some(hello);
                Ok(())
            }
            other => Err(unexpected(&other)),
        }
    }
}

impl Seat for Contest {
    fn begin(&mut self, game: &AnyGame, terms: &Terms) -> Result<(), Silence> {
        let is_new = self.told.hello.is_none();
        if is_new {
            self.meet()?;
        }
        let TimeControl { per_move, game: whole, .. } =
            clock_of(&terms.clocks, terms.colour).control;
        let began = Instant::now();
        self.process.say(Command::New {
            size: game.size(),
            colour: terms.colour,
            time_out_ms: whole_ms(per_move.or(whole).unwrap_or(NO_LIMIT)),
            board: self.rules.board,
        });
        match self.answer(Instant::now() + LOADING)? {
            Answer::Ready => {}
            other => return Err(unexpected(&other)),
        }
        self.told.loaded_in.get_or_insert_with(|| began.elapsed());
        if is_new && self.rules.warm_up {
            self.process.say(Command::Warm { limit_ms: whole_ms(LOADING) });
            match self.answer(Instant::now() + LOADING + PROMPT)? {
                Answer::Warmed { .. } => {}
                other => return Err(unexpected(&other)),
            }
        }
        Ok(())
    }

    fn hear(&mut self, _: Colour, _: Move, _: Duration) -> Result<(), Silence> {
        Ok(())
    }

    fn prepare(&mut self, game: &AnyGame, _: &[Clock; 2]) -> Result<(), Silence> {
        self.position = Some(game.position());
        Ok(())
    }

    fn choose(&mut self, limit: Option<Duration>, deadline: Instant) -> Result<Choice, Silence> {
        let position = self.position.expect("it was prepared");
        let limit_ms = whole_ms(limit.unwrap_or(NO_LIMIT));
        self.told.chosen = None;
        self.process.say(Command::Go { position, limit_ms });
        match self.answer(deadline)? {
            Answer::Choice(chosen) => {
                self.told.chosen = Some(chosen.clone());
                self.judge(&position, chosen).map_err(Silence::Fault)
            }
            other => Err(unexpected(&other)),
        }
    }

    fn process(&self) -> &Process {
        &self.process
    }

    fn told(&self) -> Option<&Told> {
        Some(&self.told)
    }
}

impl Contest {
    /// The move by the rules of the contest, or what is wrong.
    fn judge(&self, position: &AnyPosition, chosen: Chosen) -> Result<Choice, Fault> {
        let Chosen { last, interrupted: is_interrupted, raised, .. } = chosen;
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
        Ok(Choice { mv, is_interrupted, remark })
    }
}

/// An answer to another question, or that the file is wrong.
fn unexpected(answer: &Answer) -> Silence {
    match answer {
        Answer::Error { text } => Silence::Fault(Fault::new(FaultKind::Crash, text.clone())),
        other => wrong_line(&other.to_string(), "answer to the question"),
    }
}
