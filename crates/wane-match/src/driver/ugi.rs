//! The driver of UGI.

use std::time::Duration;

use wane_board::{AnyGame, Colour, Move, Size};
use wane_formats::ugi::{Command, GoLimits, PositionCommand, Response};
use wane_formats::variant_name;

use super::{Driver, MoveChoice, PROMPT, Terms, clock_of, wrong_line};
use crate::clock::{PlayerClock, whole_ms};
use crate::process::{NoReply, Process};
use crate::stopwatch::Deadline;

#[derive(Debug)]
pub(crate) struct Ugi {
    process: Process,
    colour: Colour,
    limits: GoLimits,
}

impl Ugi {
    pub(crate) fn new(mut process: Process) -> Self {
        process.send(Command::Ugi);
        Self { process, colour: Colour::Black, limits: GoLimits::default() }
    }

    /// Waits until the player has processed all commands.
    fn wait_until_ready(&mut self) -> Result<(), NoReply> {
        self.process.send(Command::IsReady);
        let ready = |line: &str| (line.parse() == Ok(Response::ReadyOk)).then_some(());
        self.process.receive_that(&Deadline::within(PROMPT), ready)
    }
}

impl Driver for Ugi {
    fn new_game(&mut self, _: &AnyGame, terms: &Terms) -> Result<(), NoReply> {
        self.colour = terms.colour;
        let value = Some(variant_name(terms.objective).into());
        self.process.send(Command::SetOption { name: "variant".into(), value });
        self.process.send(Command::UgiNewGame);
        self.wait_until_ready()
    }

    fn played(&mut self, _: Colour, _: Move, _: Duration) -> Result<(), NoReply> {
        Ok(())
    }

    fn prepare(&mut self, game: &AnyGame, clocks: &[PlayerClock; 2]) -> Result<(), NoReply> {
        let [black, white] = clocks;
        let left = |clock: &PlayerClock| clock.left.map(whole_ms);
        let increment = |clock: &PlayerClock| clock.left.map(|_| whole_ms(clock.control.increment));
        self.limits = GoLimits {
            p1_time_ms: left(black),
            p2_time_ms: left(white),
            p1_increment_ms: increment(black),
            p2_increment_ms: increment(white),
            move_time_ms: clock_of(clocks, self.colour).control.per_move.map(whole_ms),
            ..GoLimits::default()
        };
        let moves = game.history().iter().map(|played| played.mv).collect();
        // A player may know `startpos` only for 8x8.
        let start = Some(game.start()).filter(|&start| start != AnyGame::new(Size::Eight).start());
        self.process.send(Command::Position(PositionCommand { start, moves }));
        self.wait_until_ready()
    }

    fn choose(&mut self, _: Option<Duration>, deadline: &Deadline) -> Result<MoveChoice, NoReply> {
        self.process.send(Command::Go(self.limits.clone()));
        let answer = |line: &str| line.starts_with("bestmove").then(|| line.to_owned());
        let line = self.process.receive_that(deadline, answer)?;
        match line.parse() {
            Ok(Response::BestMove(Some(mv))) => Ok(mv.into()),
            _ => Err(wrong_line(&line, "move")),
        }
    }

    fn process(&self) -> Option<&Process> {
        Some(&self.process)
    }
}
