//! The driver of GTP.

use std::time::Duration;

use wane_board::{AnyGame, Colour, Move};
use wane_formats::gtp::{Command, GeneratedMove as Answer, Limit, Request, Response, Seconds};

use super::{Driver, MoveChoice, PROMPT, Terms, clock_of, wrong_line};
use crate::clock::{PlayerClock, whole_ms};
use crate::process::{NoReply, Process};
use crate::stopwatch::Deadline;
use crate::{Fault, FaultKind};

#[derive(Debug)]
pub(crate) struct Gtp {
    process: Process,
    requests: u64,
    colour: Colour,
}

impl Gtp {
    pub(crate) fn new(process: Process) -> Self {
        Self { process, requests: 0, colour: Colour::Black }
    }

    /// Sends a command; the text of the answer.
    fn ask(&mut self, command: Command, deadline: &Deadline) -> Result<String, NoReply> {
        self.requests += 1;
        let request = Request { id: Some(self.requests), command };
        self.process.send(&request);
        let mut text = self
            .process
            .receive_that(deadline, |line| (!line.is_empty()).then(|| line.to_owned()))?;
        while let line = self.process.receive(deadline)?
            && !line.is_empty()
        {
            text += "\n";
            text += &line;
        }
        match Response::parse(&text, request.id) {
            Ok(Response { answer: Ok(answer), .. }) => Ok(answer.as_str().into()),
            _ => Err(wrong_line(&text, &format!("answer to {:?}", request.to_string()))),
        }
    }

    /// The same for a command that needs no thinking.
    fn tell(&mut self, command: Command) -> Result<String, NoReply> {
        self.ask(command, &Deadline::within(PROMPT))
    }

    /// Sends a command that only some engines know.
    fn tell_if_known(&mut self, command: Command) -> Result<(), NoReply> {
        let name = command.to_string();
        let name = name.split(' ').next().unwrap_or_default().parse();
        let Ok(name) = name else { return Ok(()) };
        if self.tell(Command::KnownCommand { name })? == "true" {
            self.tell(command)?;
        }
        Ok(())
    }
}

impl Driver for Gtp {
    fn new_game(&mut self, game: &AnyGame, terms: &Terms) -> Result<(), NoReply> {
        self.colour = terms.colour;
        self.tell_if_known(Command::Variant { objective: terms.objective })?;
        if game.start() == AnyGame::new(game.size()).start() {
            let rows = u32::try_from(game.size().rows()).expect("it is 4, 6 or 8");
            self.tell(Command::BoardSize { rows })?;
            self.tell(Command::ClearBoard)?;
            for played in game.history() {
                self.tell(Command::Play { colour: played.side, mv: played.mv })?;
            }
        } else {
            self.tell(Command::SetBoard { position: game.position() })?;
        }
        let PlayerClock { control, left } = clock_of(&terms.clocks, terms.colour);
        if let Some(left) = left {
            let main = Seconds { ms: whole_ms(left) };
            let byo_yomi = Seconds { ms: whole_ms(control.increment) };
            let stones = u32::from(byo_yomi.ms > 0);
            self.tell(Command::TimeSettings { main, byo_yomi, stones })?;
        }
        if let Some(time) = control.per_move {
            let limit = Limit::MoveTime { ms: whole_ms(time) };
            self.tell_if_known(Command::Limits { limit })?;
        }
        Ok(())
    }

    fn played(&mut self, colour: Colour, mv: Move, _: Duration) -> Result<(), NoReply> {
        if colour != self.colour {
            self.tell(Command::Play { colour, mv })?;
        }
        Ok(())
    }

    fn prepare(&mut self, _: &AnyGame, clocks: &[PlayerClock; 2]) -> Result<(), NoReply> {
        if let Some(left) = clock_of(clocks, self.colour).left {
            let time = Seconds { ms: whole_ms(left) };
            self.tell(Command::TimeLeft { colour: self.colour, time, stones: 0 })?;
        }
        Ok(())
    }

    fn choose(&mut self, _: Option<Duration>, deadline: &Deadline) -> Result<MoveChoice, NoReply> {
        let text = self.ask(Command::GenMove { colour: self.colour }, deadline)?;
        match text.parse() {
            Ok(Answer::Move(mv)) => Ok(mv.into()),
            Ok(Answer::Resign) => {
                Err(NoReply::Fault(Fault::new(FaultKind::Resigned, "it resigned")))
            }
            Err(_) => Err(wrong_line(&text, "move")),
        }
    }

    fn process(&self) -> Option<&Process> {
        Some(&self.process)
    }
}
