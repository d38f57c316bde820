//! [`Session`]: what the protocols have in common: lines of the host come in while a search runs.
//!
//! Three threads: one reads standard input, one thinks, and the caller's hears of both and alone writes. So a
//! line is answered at once whatever is being searched, and nothing is heard of a task that was dropped,
//! however long its search takes to stop.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use anyhow::{Context as _, Result, bail};
use wane_search::Report;
use wane_service::opponent::{Name, Setup};
use wane_service::{Desk, Event as Thought, Found, Task, Thinker, Ticket, Told};

use crate::thinking::ThinkingThread;

/// What is read of a line: a byte and the line end more than the protocols take, so that they see
/// that it is too long.
const LONGEST_LINE: u64 = 64 * 1024 + 2;

/// What happens next.
pub(crate) enum Event {
    /// The host says something.
    Line(String),
    /// The search has come to a new depth.
    Report(Report),
    /// The search has ended; with nothing, if the game was over.
    Found(Option<Found>),
    /// The host has gone.
    End,
}

/// A host that talks, and a player that thinks.
pub(crate) struct Session {
    messages: Receiver<Message>,
    /// What came in while the end of a search was waited for.
    held: VecDeque<Event>,
    desk: Desk<ThinkingThread>,
    /// The answer of the task that is about to end.
    found: Option<Found>,
}

/// To the caller's thread.
enum Message {
    Line(String),
    EndOfInput,
    Told(Ticket, Told),
    /// The thread that thinks has ended.
    Broken,
}

impl Session {
    /// Begins to read, with this player to do the thinking.
    pub(crate) fn start(player: Name, setup: &Setup) -> Result<Self> {
        let thinker = Thinker::for_opponent(setup.clone(), player)?;
        let (to_caller, messages) = mpsc::channel();
        let from_reader = to_caller.clone();
        thread::spawn(move || read(&from_reader));
        let thinking = ThinkingThread::start(thinker, move |told| {
            let message =
                told.map_or(Message::Broken, |(ticket, told)| Message::Told(ticket, told));
            // Without a caller the program has ended.
            let _ = to_caller.send(message);
        });
        Ok(Self { messages, held: VecDeque::new(), desk: Desk::new(thinking), found: None })
    }

    /// Waits for what happens next.
    pub(crate) fn next(&mut self) -> Result<Event> {
        match self.held.pop_front() {
            Some(event) => Ok(event),
            None => self.receive(),
        }
    }

    /// Waits for the end of the search; lines wait until that is over.
    pub(crate) fn wait(&mut self) -> Result<Option<Found>> {
        loop {
            match self.receive()? {
                Event::Found(found) => return Ok(found),
                Event::Report(_) => {}
                event @ (Event::Line(_) | Event::End) => self.held.push_back(event),
            }
        }
    }

    /// Has another player do the thinking from the next task on.
    ///
    /// # Errors
    /// If there is not enough memory for its table.
    pub(crate) fn meet(&mut self, player: Name, setup: &Setup) -> Result<()> {
        let thinker = Thinker::for_opponent(setup.clone(), player)?;
        self.desk.host().become_another(thinker);
        Ok(())
    }

    /// Asks for a task; one that is under way is dropped.
    pub(crate) fn ask(&mut self, task: Task) {
        self.found = None;
        self.desk.ask(task).expect("a thread of our own is never too busy");
    }

    /// Whether an answer is to come.
    pub(crate) fn is_thinking(&self) -> bool {
        self.desk.current().is_some()
    }

    /// Wants the answer now.
    pub(crate) fn stop(&self) {
        self.desk.stop();
    }

    /// Wants no answer any more.
    pub(crate) fn drop_task(&mut self) {
        self.desk.drop_task();
    }

    fn receive(&mut self) -> Result<Event> {
        loop {
            let (ticket, told) = match self.messages.recv().context("waiting for the host")? {
                Message::Line(line) => return Ok(Event::Line(line)),
                Message::EndOfInput => return Ok(Event::End),
                Message::Broken => bail!("the search has failed"),
                Message::Told(ticket, told) => (ticket, told),
            };
            match self.desk.hear(ticket, told) {
                Some(Told::Event(Thought::Report(report))) => return Ok(Event::Report(report)),
                Some(Told::Event(Thought::Analysed(found) | Thought::Chosen(found))) => {
                    self.found = Some(found);
                }
                Some(Told::Event(Thought::Failed(error))) => return Err(error.into()),
                Some(Told::End { .. }) => return Ok(Event::Found(self.found.take())),
                Some(Told::Event(_)) | None => {}
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
