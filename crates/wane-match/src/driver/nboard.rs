//! The driver of NBoard.

use std::num::NonZeroU32;
use std::time::Duration;

use wane_board::{AnyGame, Colour, Move};
use wane_formats::GameRecord;
use wane_formats::nboard::{Command, MoveItem, Response, Setting};

use super::{Driver, MoveChoice, PROMPT, Terms, clock_of, wrong_line};
use crate::clock::{PlayerClock, whole_ms};
use crate::process::{NoReply, Process};
use crate::stopwatch::Deadline;

/// The newest version of the protocol.
const VERSION: NonZeroU32 = NonZeroU32::new(2).expect("it is not zero");

#[derive(Debug)]
pub(crate) struct NBoard {
    process: Process,
    pings: i64,
}

impl NBoard {
    pub(crate) fn new(mut process: Process) -> Self {
        process.send(Command::NBoard { version: VERSION });
        Self { process, pings: 0 }
    }
}

impl Driver for NBoard {
    fn new_game(&mut self, game: &AnyGame, terms: &Terms) -> Result<(), NoReply> {
        let mut record = GameRecord::new(game.clone(), terms.objective);
        record.black.clock = clock_of(&terms.clocks, Colour::Black).recorded();
        record.white.clock = clock_of(&terms.clocks, Colour::White).recorded();
        self.process.send(Command::Set(Setting::Game(Box::new(record))));
        // Our extension; other engines ignore it.
        self.process.send(Command::Set(Setting::Variant(terms.objective)));
        if let Some(time) = clock_of(&terms.clocks, terms.colour).control.per_move {
            self.process.send(Command::Set(Setting::MoveTime { ms: whole_ms(time) }));
        }
        Ok(())
    }

    fn played(&mut self, _: Colour, mv: Move, taken: Duration) -> Result<(), NoReply> {
        let item = MoveItem { time_ms: Some(whole_ms(taken)), ..mv.into() };
        self.process.send(Command::Move(item));
        Ok(())
    }

    fn prepare(&mut self, _: &AnyGame, _: &[PlayerClock; 2]) -> Result<(), NoReply> {
        self.pings += 1;
        self.process.send(Command::Ping(self.pings));
        let pong = Response::Pong(self.pings);
        let is_pong = |line: &str| (line.parse().as_ref() == Ok(&pong)).then_some(());
        self.process.receive_that(&Deadline::within(PROMPT), is_pong)
    }

    fn choose(&mut self, _: Option<Duration>, deadline: &Deadline) -> Result<MoveChoice, NoReply> {
        self.process.send(Command::Go);
        let answer = |line: &str| line.starts_with("===").then(|| line.to_owned());
        let line = self.process.receive_that(deadline, answer)?;
        match line.parse() {
            Ok(Response::Best(item)) => Ok(item.mv.into()),
            _ => Err(wrong_line(&line, "move")),
        }
    }

    fn process(&self) -> Option<&Process> {
        Some(&self.process)
    }
}
