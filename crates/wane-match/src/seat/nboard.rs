//! A player that speaks NBoard.

use std::num::NonZeroU32;
use std::time::{Duration, Instant};

use wane_board::{AnyGame, Colour, Move};
use wane_formats::GameRecord;
use wane_formats::nboard::{Command, MoveItem, Response, Setting};

use super::{Choice, PROMPT, Seat, Terms, clock_of, wrong_line};
use crate::process::{Process, Silence};
use crate::time::{Clock, whole_ms};

/// The newest version of the protocol.
const VERSION: NonZeroU32 = NonZeroU32::new(2).expect("it is not zero");

#[derive(Debug)]
pub(crate) struct NBoard {
    process: Process,
    pings: i64,
}

impl NBoard {
    pub(crate) fn new(mut process: Process) -> Self {
        process.say(Command::NBoard { version: VERSION });
        Self { process, pings: 0 }
    }
}

impl Seat for NBoard {
    fn begin(&mut self, game: &AnyGame, terms: &Terms) -> Result<(), Silence> {
        let mut record = GameRecord::new(game.clone(), terms.objective);
        record.black.clock = clock_of(&terms.clocks, Colour::Black).recorded();
        record.white.clock = clock_of(&terms.clocks, Colour::White).recorded();
        self.process.say(Command::Set(Setting::Game(Box::new(record))));
        // Ours, and ignored by others.
        self.process.say(Command::Set(Setting::Variant(terms.objective)));
        if let Some(time) = clock_of(&terms.clocks, terms.colour).control.per_move {
            self.process.say(Command::Set(Setting::MoveTime { ms: whole_ms(time) }));
        }
        Ok(())
    }

    fn hear(&mut self, _: Colour, mv: Move, taken: Duration) -> Result<(), Silence> {
        let item = MoveItem { time_ms: Some(whole_ms(taken)), ..mv.into() };
        self.process.say(Command::Move(item));
        Ok(())
    }

    fn prepare(&mut self, _: &AnyGame, _: &[Clock; 2]) -> Result<(), Silence> {
        self.pings += 1;
        self.process.say(Command::Ping(self.pings));
        let pong = Response::Pong(self.pings);
        let is_pong = |line: &str| (line.parse().as_ref() == Ok(&pong)).then_some(());
        self.process.line_that(Instant::now() + PROMPT, is_pong)
    }

    fn choose(&mut self, _: Option<Duration>, deadline: Instant) -> Result<Choice, Silence> {
        self.process.say(Command::Go);
        let answer = |line: &str| line.starts_with("===").then(|| line.to_owned());
        let line = self.process.line_that(deadline, answer)?;
        match line.parse() {
            Ok(Response::Best(item)) => Ok(item.mv.into()),
            _ => Err(wrong_line(&line, "move")),
        }
    }

    fn process(&self) -> &Process {
        &self.process
    }
}
