//! [`Workforce`]: who does the jobs of a run that has several kinds of them.

use std::sync::Arc;

use wane_match::{AgentRuntime, Executor, GameJob, GameWorker, Stop};

use crate::selfplay::{SelfplayJob, SelfplayWorker};

/// Who does the jobs of a run that has several kinds of them.
pub trait Workforce: Sync {
    /// An executor for self-play.
    fn selfplay<'w>(&'w self, stop: &Stop) -> Box<dyn Executor<SelfplayJob> + 'w>;

    /// An executor for the games of a match. On this machine they run in `runtime`.
    fn games<'w>(
        &'w self,
        runtime: &Arc<AgentRuntime>,
        stop: &Stop,
    ) -> Box<dyn Executor<GameJob> + 'w>;
}

/// Threads of this process.
#[derive(Clone, Copy, Debug)]
pub struct LocalWorkforce {
    /// How many.
    pub threads: usize,
}

impl Workforce for LocalWorkforce {
    fn selfplay<'w>(&'w self, stop: &Stop) -> Box<dyn Executor<SelfplayJob> + 'w> {
        Box::new(SelfplayWorker::threads(self.threads, stop))
    }

    fn games<'w>(
        &'w self,
        runtime: &Arc<AgentRuntime>,
        stop: &Stop,
    ) -> Box<dyn Executor<GameJob> + 'w> {
        Box::new(GameWorker::threads(self.threads, runtime, stop))
    }
}
