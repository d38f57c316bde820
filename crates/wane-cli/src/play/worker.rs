//! [`Worker`]: the thread that thinks while the screen stays alive. It does one thing at a time, and
//! drops it as soon as something else is wanted.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use wane_search::Control;

use crate::play::thinker::{Answer, Task, Thinker, Ticket};

/// A thinker on a thread of its own.
pub(crate) struct Worker {
    tasks: Sender<(Task, Arc<Control<'static>>)>,
    answers: Receiver<Result<(Ticket, Answer)>>,
    under_way: Option<(Ticket, Arc<Control<'static>>)>,
}

impl Worker {
    pub(crate) fn new(thinker: Thinker) -> Self {
        let (tasks, to_do) = mpsc::channel();
        let (to_tell, answers) = mpsc::channel();
        thread::spawn(move || work(thinker, &to_do, &to_tell));
        Self { tasks, answers, under_way: None }
    }

    /// Thinks about what is wanted, and about nothing else.
    pub(crate) fn turn_to(&mut self, wanted: Option<Task>) -> Result<()> {
        let ticket = wanted.map(|task| task.ticket);
        if ticket == self.under_way.as_ref().map(|(ticket, _)| *ticket) {
            return Ok(());
        }
        if let Some((_, control)) = self.under_way.take() {
            control.stop();
        }
        if let Some(task) = wanted {
            let control = Arc::new(Control::new());
            self.under_way = Some((task.ticket, Arc::clone(&control)));
            self.tasks.send((task, control))?;
        }
        Ok(())
    }

    /// The next answer, if there is one by now.
    pub(crate) fn answer(&self) -> Result<Option<(Ticket, Answer)>> {
        match self.answers.try_recv() {
            Ok(answer) => answer.map(Some),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => bail!("the engine has stopped working"),
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        if let Some((_, control)) = &self.under_way {
            control.stop();
        }
    }
}

/// Works until nobody asks or listens any more.
fn work(
    mut thinker: Thinker,
    to_do: &Receiver<(Task, Arc<Control<'static>>)>,
    to_tell: &Sender<Result<(Ticket, Answer)>>,
) {
    for (task, control) in to_do {
        if control.is_stopped() {
            continue;
        }
        let asked = Instant::now();
        // The agents of the gallery know no control: for them, a stop is the end of their time.
        let clock = || if control.is_stopped() { Duration::MAX } else { asked.elapsed() };
        // If nobody listens, the next question does not come either.
        let mut tell = |answer| drop(to_tell.send(Ok((task.ticket, answer))));
        if let Err(error) = thinker.think(&task, &clock, &control, &mut tell) {
            drop(to_tell.send(Err(error)));
        }
    }
}

#[cfg(test)]
mod tests {
    use wane_search::Limits;

    use super::*;
    use crate::play::session::{START, state};
    use crate::play::thinker::Help;
    use wane_service::opponent::Setup;

    /// A game in which the opponent, who is Black, has hours for a move.
    fn slow(opponent: &str) -> Task {
        let mut state = state(opponent, "20000s", START);
        state.settings.colour = !state.settings.colour;
        state.wanted().unwrap()
    }

    #[test]
    fn whoever_thinks_is_stopped_when_something_else_is_wanted() {
        let setup = Setup::small();
        let help = Help { hint: Limits::default(), judge: Limits::default() };
        let mut worker = Worker::new(Thinker::new(setup, help).unwrap());
        for opponent in ["uct", "20"] {
            worker.turn_to(Some(slow(opponent))).unwrap();
            thread::sleep(Duration::from_millis(50));
        }
        let quick = slow("greedy");
        worker.turn_to(Some(quick)).unwrap();
        let chosen = (0..3000).find_map(|_| {
            thread::sleep(Duration::from_millis(10));
            let (ticket, answer) = worker.answer().unwrap()?;
            matches!(answer, Answer::Chosen(..)).then_some(ticket)
        });
        assert_eq!(chosen, Some(quick.ticket));
    }
}
