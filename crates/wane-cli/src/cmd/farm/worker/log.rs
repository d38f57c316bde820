//! [`Log`]: what a worker says on standard error: one line on a terminal that is always true, and lines for a log.

use std::io::{self, IsTerminal as _};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use wane_farm::{FarmAddress, WorkerEvent};

use crate::output::grouped;

/// How often a log says what was done.
const EVERY: Duration = Duration::from_mins(1);

/// What a worker says.
pub(super) struct Log {
    name: String,
    is_terminal: bool,
    began: Instant,
    state: Mutex<State>,
}

struct State {
    said: Instant,
    doing: String,
    jobs: u64,
    busy: Duration,
    last_refusal: Option<String>,
}

impl Log {
    pub(super) fn new(address: &FarmAddress) -> Self {
        let said = Instant::now();
        let (jobs, busy) = (0, Duration::ZERO);
        let doing = "connects".to_owned();
        Self {
            name: format!("{} for {}", address.name, address.servers.join(", ")),
            is_terminal: io::stderr().is_terminal(),
            began: said,
            state: Mutex::new(State { said, doing, jobs, busy, last_refusal: None }),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What it does now.
    pub(super) fn line(&self) -> String {
        let State { doing, jobs, .. } = &*self.state();
        format!("{}: {doing}, {} jobs done", self.name, grouped(*jobs))
    }

    pub(super) fn hear(&self, event: &WorkerEvent) {
        let mut state = self.state();
        let doing = match event {
            WorkerEvent::Sent(_) | WorkerEvent::Passed => None,
            WorkerEvent::Took(kind, _) => Some(kind.to_string()),
            WorkerEvent::Did(_, took) => {
                state.jobs += 1;
                state.busy += *took;
                None
            }
            WorkerEvent::Failed(why) => {
                anstream::eprintln!("a job has failed: {why}");
                None
            }
            WorkerEvent::Refused(why) => {
                // The same reason again and again is said once.
                let why = why.to_string();
                if state.last_refusal.as_ref() != Some(&why) {
                    anstream::eprintln!("a job is left to others: {why}");
                    state.last_refusal = Some(why);
                }
                None
            }
            WorkerEvent::Spooled => Some("a result waits until the server is back".into()),
            WorkerEvent::Lost => Some("the server is away".into()),
            WorkerEvent::Back => Some("the server is back".into()),
            WorkerEvent::Ready => Some("ready".into()),
            WorkerEvent::Paused => Some("rests while others need the machine".into()),
            WorkerEvent::Resumed => Some("works again".into()),
        };
        if let Some(doing) = doing {
            if !self.is_terminal && !matches!(event, WorkerEvent::Took(..)) {
                anstream::eprintln!("{doing}");
            }
            state.doing = doing;
        }
        if !self.is_terminal && state.said.elapsed() > EVERY {
            self.say_what_was_done(&mut state);
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "a mean for people")]
    fn say_what_was_done(&self, state: &mut State) {
        state.said = Instant::now();
        let minutes = self.began.elapsed().as_secs() / 60;
        let mean = state.busy.as_secs_f64() / state.jobs.max(1) as f64;
        anstream::eprintln!("{} jobs in {minutes} minutes, {mean:.1} s each", grouped(state.jobs));
    }
}
