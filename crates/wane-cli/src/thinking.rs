//! [`ThinkingThread`]: a thread for the tasks of a front end that must stay responsive. It does one task at a time and
//! reports to a callback.

use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Instant;

use wane_service::{Busy, Host, Thinker, Ticket, Ticketed, Update};

/// A thread that does tasks. It ends when its owner is dropped.
pub(crate) struct ThinkingThread {
    orders: Sender<Order>,
}

enum Order {
    Think(Ticketed, Instant),
    SetThinker(Box<Thinker>),
}

impl ThinkingThread {
    /// Starts a thread with this thinker. `tell` is called with everything that a task tells, and with `None` when the
    /// thread ends.
    pub(crate) fn start(
        thinker: Thinker,
        tell: impl Fn(Option<(Ticket, Update)>) + Send + 'static,
    ) -> Self {
        let (orders, to_do) = mpsc::channel();
        thread::spawn(move || {
            let last = Last(&tell);
            think(thinker, &to_do, &|ticket, told| (last.0)(Some((ticket, told))));
        });
        Self { orders }
    }

    /// Uses another thinker from the next task on.
    pub(crate) fn set_thinker(&self, thinker: Thinker) {
        self.order(Order::SetThinker(Box::new(thinker)));
    }

    fn order(&self, order: Order) {
        // A thread that has failed has told so.
        let _ = self.orders.send(order);
    }
}

impl Host for ThinkingThread {
    fn take(&mut self, task: Ticketed) -> Result<(), Busy> {
        self.order(Order::Think(task, Instant::now()));
        Ok(())
    }
}

/// Does tasks until there are no more.
fn think(mut thinker: Thinker, to_do: &Receiver<Order>, tell: &dyn Fn(Ticket, Update)) {
    for order in to_do {
        match order {
            Order::SetThinker(other) => thinker = *other,
            Order::Think(task, asked) => {
                let clock = || asked.elapsed();
                task.run(&mut thinker, &clock, None, &mut |ticket, told| {
                    tell(ticket, told);
                    true
                });
            }
        }
    }
}

/// Tells that the thread has ended, by a panic or because its owner was dropped.
struct Last<'t, T: Fn(Option<(Ticket, Update)>)>(&'t T);

impl<T: Fn(Option<(Ticket, Update)>)> Drop for Last<'_, T> {
    fn drop(&mut self) {
        (self.0)(None);
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use wane_board::{AnyBoard, Colour, Objective, Size};
    use wane_search::{Limits, Question};
    use wane_service::{Desk, Event, Setup, Task};

    use super::*;

    /// A move of an opponent that has no limit.
    fn endless(player: &str) -> Task {
        let board = AnyBoard::start(Size::Eight);
        let time = Some(wane_search::Budget::exactly(Duration::from_secs(20_000)));
        let limits = Limits { time, ..Limits::default() };
        let objective = Objective::FewestDiscs;
        let question = Question { board, objective, limits, lines: 1, only: None };
        let (side, player) = (Colour::Black, player.parse().unwrap());
        Task::Choose { question, side, player, seed: 1 }
    }

    #[test]
    fn a_task_is_stopped_when_another_one_is_asked_for_and_nothing_more_is_heard_of_it() {
        let (sender, told) = mpsc::channel();
        let thinker = Thinker::for_analysis(Setup::small()).unwrap();
        let thread = ThinkingThread::start(thinker, move |told| drop(sender.send(told)));
        let mut desk = Desk::new(thread);
        for player in ["uct", "20"] {
            desk.ask(endless(player)).unwrap();
            thread::sleep(Duration::from_millis(50));
        }
        let last = desk.ask(endless("greedy")).unwrap();
        let mut chosen = 0;
        while let Some((ticket, told)) = told.recv_timeout(Duration::from_secs(30)).unwrap() {
            let Some(told) = desk.receive(ticket, told) else { continue };
            assert_eq!(ticket, last);
            match told {
                Update::Event(Event::Chosen(_)) => chosen += 1,
                Update::Event(event) => panic!("greedy tells nothing else: {event:?}"),
                Update::End { is_cut } => {
                    assert!(!is_cut);
                    break;
                }
            }
        }
        assert_eq!((chosen, desk.current()), (1, None));
    }
}
