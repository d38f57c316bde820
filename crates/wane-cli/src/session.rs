//! [`Session`]: the part that all protocols share. The host sends lines while a search runs.
//!
//! There are three threads: one reads standard input, one searches, and the caller's thread receives from both and
//! alone writes. So a line is answered at once while a search runs, and a task that was dropped reports nothing
//! more, however long its search takes to stop.

use std::collections::VecDeque;
use std::fmt::Display;
use std::io::{self, BufRead, Read};
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use anyhow::{Context as _, Result, bail};
use wane_search::Report;
use wane_service::opponent::{Name, Setup};
use wane_service::{Desk, Event as Thought, Found, Task, Thinker, Ticket, Update};

use crate::thinking::ThinkingThread;

/// The bytes that are read of a line: one byte and the line end more than the protocols accept, so that they see a
/// line that is too long.
const LONGEST_LINE: u64 = 64 * 1024 + 2;

/// An engine that speaks a protocol.
pub(crate) trait ProtocolEngine {
    fn session(&mut self) -> &mut Session;

    /// Obeys a line of the host; breaks if it says quit.
    fn line(&mut self, line: &str) -> Result<ControlFlow<()>>;

    /// Takes the report of a search that has finished a depth.
    fn report(&mut self, _report: &Report) -> Result<()> {
        Ok(())
    }

    /// Takes the result of a search that has ended; `None` if the game was over.
    fn found(&mut self, _found: Option<Found>) -> Result<()> {
        Ok(())
    }
}

/// Runs an engine until the host says quit or closes its end.
pub(crate) fn run(mut engine: impl ProtocolEngine) -> Result<()> {
    loop {
        match engine.session().next()? {
            Event::Line(line) => {
                if engine.line(&line)?.is_break() {
                    return Ok(());
                }
            }
            Event::Report(report) => engine.report(&report)?,
            Event::Found(found) => engine.found(found)?,
            Event::End => return Ok(()),
        }
    }
}

/// Obeys a line that is a command; breaks if it is `quit`, and complains to the host if it is none.
pub(crate) fn obey_line<E, C: FromStr<Err: Display> + PartialEq>(
    engine: &mut E,
    line: &str,
    quit: &C,
    obey: impl FnOnce(&mut E, C) -> Result<()>,
    complain: impl FnOnce(&mut E, &str) -> Result<()>,
) -> Result<ControlFlow<()>> {
    match line.parse() {
        Ok(command) if command == *quit => return Ok(ControlFlow::Break(())),
        Ok(command) => obey(engine, command)?,
        Err(error) => complain(engine, &format!("{error}"))?,
    }
    Ok(ControlFlow::Continue(()))
}

/// What happens next.
enum Event {
    /// The host sent a line.
    Line(String),
    /// The search has finished a depth.
    Report(Report),
    /// The search has ended; `None` if the game was over.
    Found(Option<Found>),
    /// The host has closed its end.
    End,
}

/// A host that sends lines, and a player that searches.
pub(crate) struct Session {
    messages: Receiver<Message>,
    /// The events that came in during [`Session::wait`].
    held: VecDeque<Event>,
    desk: Desk<ThinkingThread>,
    /// The result of the task that is about to end.
    found: Option<Found>,
}

/// A message to the caller's thread.
enum Message {
    Line(String),
    EndOfInput,
    Update(Ticket, Update),
    /// The thread that searches has ended.
    Broken,
}

impl Session {
    /// Begins to read standard input, with this player to search.
    pub(crate) fn start(player: &Name, setup: &Setup) -> Result<Self> {
        let thinker = Thinker::for_opponent(setup.clone(), player)?;
        let (to_caller, messages) = mpsc::channel();
        let from_reader = to_caller.clone();
        thread::spawn(move || read(&from_reader));
        let thinking = ThinkingThread::start(thinker, move |told| {
            let message =
                told.map_or(Message::Broken, |(ticket, told)| Message::Update(ticket, told));
            // Without a caller the program has ended.
            let _ = to_caller.send(message);
        });
        Ok(Self { messages, held: VecDeque::new(), desk: Desk::new(thinking), found: None })
    }

    /// Waits for what happens next.
    fn next(&mut self) -> Result<Event> {
        match self.held.pop_front() {
            Some(event) => Ok(event),
            None => self.receive(),
        }
    }

    /// Waits for the end of the search; lines are held back until then.
    pub(crate) fn wait(&mut self) -> Result<Option<Found>> {
        loop {
            match self.receive()? {
                Event::Found(found) => return Ok(found),
                Event::Report(_) => {}
                event @ (Event::Line(_) | Event::End) => self.held.push_back(event),
            }
        }
    }

    /// Searches with another player from the next task on.
    ///
    /// # Errors
    /// If there is not enough memory for its table.
    pub(crate) fn set_player(&mut self, player: &Name, setup: &Setup) -> Result<()> {
        let thinker = Thinker::for_opponent(setup.clone(), player)?;
        self.desk.host().set_thinker(thinker);
        Ok(())
    }

    /// Starts a task; one that is under way is dropped.
    pub(crate) fn ask(&mut self, task: Task) {
        self.found = None;
        self.desk.ask(task).expect("a thread of our own is never too busy");
    }

    /// Whether a task is under way.
    pub(crate) fn is_thinking(&self) -> bool {
        self.desk.current().is_some()
    }

    /// Ends the task now, with the result so far.
    pub(crate) fn stop(&self) {
        self.desk.stop();
    }

    /// Ends the task without a result.
    pub(crate) fn drop_task(&mut self) {
        self.desk.drop_task();
    }

    fn receive(&mut self) -> Result<Event> {
        loop {
            let (ticket, told) = match self.messages.recv().context("waiting for the host")? {
                Message::Line(line) => return Ok(Event::Line(line)),
                Message::EndOfInput => return Ok(Event::End),
                Message::Broken => bail!("the search has failed"),
                Message::Update(ticket, told) => (ticket, told),
            };
            match self.desk.receive(ticket, told) {
                Some(Update::Event(Thought::Report(report))) => return Ok(Event::Report(report)),
                Some(Update::Event(Thought::Analysed(found) | Thought::Chosen(found))) => {
                    self.found = Some(found);
                }
                Some(Update::Event(Thought::Failed(error))) => return Err(error.into()),
                Some(Update::End { .. }) => return Ok(Event::Found(self.found.take())),
                Some(Update::Event(_)) | None => {}
            }
        }
    }
}

/// Reads standard input to its end.
fn read(to_caller: &Sender<Message>) {
    let mut input = io::stdin().lock();
    while let Ok(Some(line)) = read_line(&mut input) {
        if to_caller.send(Message::Line(line)).is_err() {
            return;
        }
    }
    let _ = to_caller.send(Message::EndOfInput);
}

/// The next line without its end, or only the beginning of one that is too long.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    if input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.pop_if(|last| *last == b'\n').is_none() {
        input.skip_until(b'\n')?;
    }
    Ok(Some(String::from_utf8_lossy(&line).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_cut_and_the_next_one_is_whole() {
        let long = "x".repeat(100_000);
        let text = format!("go\r\n{long}\n\nping 1");
        let mut input = text.as_bytes();
        let mut next = || read_line(&mut input).unwrap();
        assert_eq!(next().as_deref(), Some("go\r"));
        assert_eq!(next().map(|line| line.len()), Some(64 * 1024 + 2));
        assert_eq!(next().as_deref(), Some(""));
        assert_eq!(next().as_deref(), Some("ping 1"));
        assert_eq!(next(), None);
    }
}
