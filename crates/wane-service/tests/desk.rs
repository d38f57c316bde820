//! A desk whose tasks run on two threads: whatever comes between a task and its answer, only updates of the current
//! task arrive. `cargo xtask sanitize` runs it under the sanitizers.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use wane_board::{AnyBoard, AnyGame, Objective, Size};
use wane_search::{Limits, Question};
use wane_service::{Busy, Desk, Host, Setup, Task, Thinker, Ticket, Ticketed, Update};
use wane_testkit::Rng;

const SEED: u64 = 18;
const ROUNDS: u32 = 60;
const PATIENCE: Duration = Duration::from_mins(2);

/// Two threads that take tasks from one queue.
struct Threads {
    tasks: Sender<Ticketed>,
}

impl Threads {
    fn start(updates: &Sender<(Ticket, Update)>) -> Self {
        let (tasks, queue) = mpsc::channel::<Ticketed>();
        let queue = Arc::new(Mutex::new(queue));
        for _ in 0..2 {
            let (queue, updates) = (Arc::clone(&queue), updates.clone());
            let setup = Setup { threads: 2, hash_megabytes: 1, ..Setup::small() };
            let mut thinker = Thinker::for_analysis(setup).expect("there is memory for 1 MB");
            thread::spawn(move || {
                loop {
                    let next = queue.lock().expect("no thread panics").recv();
                    let Ok(task) = next else { return };
                    let begun = Instant::now();
                    let clock = || begun.elapsed();
                    task.run(&mut thinker, &clock, None, &mut |ticket, update| {
                        updates.send((ticket, update)).is_ok()
                    });
                }
            });
        }
        Self { tasks }
    }
}

impl Host for Threads {
    fn take(&mut self, task: Ticketed) -> Result<(), Busy> {
        self.tasks.send(task).map_err(|_| Busy)
    }
}

fn task(depth: u32) -> Task {
    let game = AnyGame::new(Size::Six);
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let board: AnyBoard = game.position().board();
    let objective = Objective::FewestDiscs;
    Task::Analyse {
        question: Question { board, objective, limits, lines: 1, only: None },
        with: None,
    }
}

/// Receives until the current task has ended; the updates that arrived.
fn wait(desk: &mut Desk<Threads>, updates: &Receiver<(Ticket, Update)>) -> usize {
    let mut arrived = 0;
    while let Some(current) = desk.current() {
        let (ticket, update) = updates.recv_timeout(PATIENCE).expect("the task ends");
        let is_end = matches!(update, Update::End { .. });
        let taken = desk.receive(ticket, update);
        assert_eq!(taken.is_some(), ticket == current, "{ticket:?} while {current:?} is asked");
        arrived += usize::from(taken.is_some());
        assert_eq!(desk.current().is_none(), is_end && ticket == current);
    }
    arrived
}

#[test]
fn only_updates_of_the_current_task_arrive_whatever_was_asked_before() {
    let (sender, updates) = mpsc::channel();
    let mut desk = Desk::new(Threads::start(&sender));
    let mut rng = Rng::new(SEED);
    for round in 0..ROUNDS {
        for _ in 0..rng.below(3) {
            desk.ask(task(40)).expect("the queue has no end");
            thread::sleep(Duration::from_micros(rng.below(3000).into()));
        }
        let last = desk.ask(task(1 + rng.below(4))).expect("the queue has no end");
        assert_eq!(desk.current(), Some(last));
        if round % 3 == 0 {
            desk.stop();
        }
        assert!(wait(&mut desk, &updates) > 0, "the end of a task always arrives");
    }
    desk.ask(task(40)).expect("the queue has no end");
    drop(desk);
    drop(sender);
    // The threads end with the desk, and so does the channel.
    let until = Instant::now() + PATIENCE;
    while !matches!(updates.recv_timeout(PATIENCE), Err(RecvTimeoutError::Disconnected)) {
        assert!(Instant::now() < until, "a dropped desk stops its task");
    }
}
