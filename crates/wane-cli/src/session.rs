//! [`Session`]: what the protocols have in common. Lines of the host come in while somebody thinks.
//!
//! Three threads: one reads standard input, one thinks, and the caller's hears of both and is the
//! only one that writes. So a line is answered at once whatever is being thought about, and what is
//! thought about a question that was dropped is never heard of, however long it takes to stop.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use wane_board::Move;
use wane_search::{Control, Question, Report};
use wane_service::opponent::Opponent;

/// What is read of a line: a byte and the line end more than the protocols take, so that they see
/// that it is too long.
const LONGEST_LINE: u64 = 64 * 1024 + 2;

/// What happens next.
pub(crate) enum Event {
    /// The host says something.
    Line(String),
    /// The search goes on.
    Report(Report),
    /// The search has ended; with nothing, if the game was over.
    Found(Option<Found>),
    /// The host has gone.
    End,
}

/// What a search ends with.
pub(crate) struct Found {
    pub(crate) mv: Move,
    /// What it is based on; agents keep that to themselves.
    pub(crate) report: Option<Report>,
    pub(crate) time: Duration,
}

/// What to think for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    /// A move, as well as the opponent plays.
    Choose,
    /// The truth, as far as the engine sees it.
    Analyse,
}

/// A host that talks, and an opponent that thinks.
pub(crate) struct Session {
    messages: Receiver<Message>,
    /// Lines that came while an answer was waited for.
    held: VecDeque<Event>,
    orders: Sender<Order>,
    /// How many searches there were.
    searches: u64,
    /// The search whose answer is still wanted.
    control: Option<Arc<Control<'static>>>,
}

/// To the caller's thread.
enum Message {
    FromHost(Event),
    FromSearch {
        number: u64,
        event: Event,
    },
    /// The thread that thinks has ended.
    Broken,
}

/// To the thread that thinks.
enum Order {
    Meet(Opponent),
    Think {
        number: u64,
        task: Task,
        question: Question,
        control: Arc<Control<'static>>,
        asked: Instant,
    },
}

impl Session {
    /// Begins to read, with this opponent to do the thinking.
    pub(crate) fn start(mut opponent: Opponent) -> Self {
        opponent.warm_up();
        let (to_caller, messages) = mpsc::channel();
        let (orders, to_thinker) = mpsc::channel();
        let from_reader = to_caller.clone();
        thread::spawn(move || read(&from_reader));
        thread::spawn(move || think(opponent, to_thinker, &to_caller));
        Self { messages, held: VecDeque::new(), orders, searches: 0, control: None }
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

    /// Lets somebody else do the thinking from the next question on.
    pub(crate) fn meet(&self, opponent: Opponent) {
        self.order(Order::Meet(opponent));
    }

    /// Asks a question; one that is still open is dropped.
    pub(crate) fn ask(&mut self, task: Task, question: Question) {
        self.drop_question();
        self.searches += 1;
        let control = Arc::new(Control::new());
        self.control = Some(Arc::clone(&control));
        let (number, asked) = (self.searches, Instant::now());
        self.order(Order::Think { number, task, question, control, asked });
    }

    /// Whether an answer is to come.
    pub(crate) fn is_thinking(&self) -> bool {
        self.control.is_some()
    }

    /// Wants the answer now.
    pub(crate) fn stop(&self) {
        if let Some(control) = &self.control {
            control.stop();
        }
    }

    /// Wants no answer any more.
    pub(crate) fn drop_question(&mut self) {
        self.stop();
        self.control = None;
    }

    fn order(&self, order: Order) {
        // If that thread has ended, its last message says so.
        let _ = self.orders.send(order);
    }

    fn receive(&mut self) -> Result<Event> {
        loop {
            match self.messages.recv().context("waiting for the host")? {
                Message::FromHost(event) => return Ok(event),
                Message::FromSearch { number, event } if self.is_current(number) => {
                    if matches!(event, Event::Found(_)) {
                        self.control = None;
                    }
                    return Ok(event);
                }
                Message::FromSearch { .. } => {}
                Message::Broken => bail!("the search has failed"),
            }
        }
    }

    fn is_current(&self, number: u64) -> bool {
        self.control.is_some() && number == self.searches
    }
}

/// Reads standard input to its end.
fn read(to_caller: &Sender<Message>) {
    let mut input = io::stdin().lock();
    while let Ok(Some(line)) = read_line(&mut input) {
        if to_caller.send(Message::FromHost(Event::Line(line))).is_err() {
            return;
        }
    }
    let _ = to_caller.send(Message::FromHost(Event::End));
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

/// Answers questions until there are no more.
fn think(mut opponent: Opponent, orders: Receiver<Order>, to_caller: &Sender<Message>) {
    let _broken = Broken(to_caller);
    for order in orders {
        match order {
            Order::Meet(other) => {
                opponent = other;
                opponent.warm_up();
            }
            Order::Think { number, task, question, control, asked } => {
                let tell = |event| {
                    // Without a caller the program has ended.
                    let _ = to_caller.send(Message::FromSearch { number, event });
                };
                let clock = || asked.elapsed();
                let mut report = |report: &Report| tell(Event::Report(report.clone()));
                let found = match task {
                    Task::Choose => opponent.choose(&question, &clock, &control, &mut report),
                    Task::Analyse => opponent.analyse(&question, &clock, &control, &mut report),
                };
                let found = found.map(|(mv, report)| Found { mv, report, time: clock() });
                tell(Event::Found(found));
            }
        }
    }
}

/// Tells the caller when the thread that thinks has ended, for it to wait no longer.
struct Broken<'t>(&'t Sender<Message>);

impl Drop for Broken<'_> {
    fn drop(&mut self) {
        let _ = self.0.send(Message::Broken);
    }
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
