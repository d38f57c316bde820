//! A player that speaks UGI.

use std::time::{Duration, Instant};

use wane_board::{AnyGame, Colour, Move, Size};
use wane_formats::ugi::{Command, GoLimits, PositionCommand, Response};
use wane_formats::variant_name;

use super::{Choice, PROMPT, Seat, Terms, clock_of, wrong_line};
use crate::process::{Process, Silence};
use crate::time::{Clock, whole_ms};

#[derive(Debug)]
pub(crate) struct Ugi {
    process: Process,
    colour: Colour,
    limits: GoLimits,
}

impl Ugi {
    pub(crate) fn new(mut process: Process) -> Self {
        process.say(Command::Ugi);
        Self { process, colour: Colour::Black, limits: GoLimits::default() }
    }

    /// Waits until all that was said is done.
    fn settle(&mut self) -> Result<(), Silence> {
        self.process.say(Command::IsReady);
        let ready = |line: &str| (line.parse() == Ok(Response::ReadyOk)).then_some(());
        self.process.line_that(Instant::now() + PROMPT, ready)
    }
}

impl Seat for Ugi {
    fn begin(&mut self, _: &AnyGame, terms: &Terms) -> Result<(), Silence> {
        self.colour = terms.colour;
        let value = Some(variant_name(terms.objective).into());
        self.process.say(Command::SetOption { name: "variant".into(), value });
        self.process.say(Command::UgiNewGame);
        self.settle()
    }

    fn hear(&mut self, _: Colour, _: Move, _: Duration) -> Result<(), Silence> {
        Ok(())
    }

    fn prepare(&mut self, game: &AnyGame, clocks: &[Clock; 2]) -> Result<(), Silence> {
        let [black, white] = clocks;
        let left = |clock: &Clock| clock.left.map(whole_ms);
        let increment = |clock: &Clock| clock.left.map(|_| whole_ms(clock.control.increment));
        self.limits = GoLimits {
            p1_time_ms: left(black),
            p2_time_ms: left(white),
            p1_increment_ms: increment(black),
            p2_increment_ms: increment(white),
            move_time_ms: clock_of(clocks, self.colour).control.per_move.map(whole_ms),
            ..GoLimits::default()
        };
        let moves = game.history().iter().map(|played| played.mv).collect();
        // What startpos is on another board, a player need not know.
        let start = Some(game.start()).filter(|&start| start != AnyGame::new(Size::Eight).start());
        self.process.say(Command::Position(PositionCommand { start, moves }));
        self.settle()
    }

    fn choose(&mut self, _: Option<Duration>, deadline: Instant) -> Result<Choice, Silence> {
        self.process.say(Command::Go(self.limits.clone()));
        let answer = |line: &str| line.starts_with("bestmove").then(|| line.to_owned());
        let line = self.process.line_that(deadline, answer)?;
        match line.parse() {
            Ok(Response::BestMove(Some(mv))) => Ok(mv.into()),
            _ => Err(wrong_line(&line, "move")),
        }
    }

    fn process(&self) -> &Process {
        &self.process
    }
}
