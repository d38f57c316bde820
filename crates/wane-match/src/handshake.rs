//! Every player is started and made ready for a game before the first game of a match. If one cannot play, the
//! match ends before anything is recorded; otherwise that player would lose all its games.

use std::ops::ControlFlow;
use std::sync::Arc;

use thiserror::Error;
use wane_board::{AnyGame, Colour, Objective};
use wane_text::Foreign;

use crate::agent::AgentProgram;
use crate::clock::PlayerClock;
use crate::driver::Terms;
use crate::job::{Job, JobWorker, execute};
use crate::referee::{Failure, promptly};
use crate::running_agent::RunningAgent;
use crate::runtime::AgentRuntime;
use crate::{Fault, LocalThreads, Stop};

/// A player that cannot take part in a match.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{name} cannot play: {}", fault.text)]
pub struct CannotPlay {
    /// Its name.
    pub name: Foreign,
    /// Its fault in the handshake.
    pub fault: Fault,
}

/// A handshake to be done: an agent, and the first game that it would play.
struct Handshake {
    agent: AgentProgram,
    opening: AnyGame,
    objective: Objective,
}

impl Job for Handshake {
    type Result = Result<(), CannotPlay>;
}

struct HandshakeWorker {
    runtime: Arc<AgentRuntime>,
    stop: Stop,
}

impl JobWorker<Handshake> for HandshakeWorker {
    fn work(&mut self, handshake: Handshake) -> Option<Result<(), CannotPlay>> {
        let Handshake { agent, opening, objective } = handshake;
        let mut player = RunningAgent::new(&agent, &self.runtime, &self.stop);
        let clocks = [PlayerClock::new(agent.time); 2];
        let terms = Terms { objective, colour: Colour::Black, clocks };
        let driver = player.driver().map_err(Failure::Fault);
        match driver.and_then(|driver| promptly(driver.new_game(&opening, &terms))) {
            Ok(()) => Some(Ok(())),
            Err(Failure::Fault(fault)) => Some(Err(CannotPlay { name: agent.name, fault })),
            Err(Failure::Stopped) => None,
        }
    }
}

/// Starts every agent, `threads` at a time, and makes it ready for a game. `Ok` means nothing if `stop` was set.
///
/// # Errors
/// The first agent that cannot play.
pub fn handshake(
    agents: &[AgentProgram],
    opening: &AnyGame,
    objective: Objective,
    runtime: &Arc<AgentRuntime>,
    threads: usize,
    stop: &Stop,
) -> Result<(), CannotPlay> {
    let shared = Arc::clone(runtime);
    let worker =
        move |stop: &Stop| HandshakeWorker { runtime: Arc::clone(&shared), stop: stop.clone() };
    let mut executor = LocalThreads::new(threads.min(agents.len()), stop, worker);
    let handshake = |agent: &AgentProgram| {
        vec![Handshake { agent: agent.clone(), opening: opening.clone(), objective }]
    };
    let batches = agents.iter().map(handshake);
    let ended = execute(&mut executor, batches, stop, &mut |done| match done {
        Ok(()) => ControlFlow::Continue(()),
        Err(unable) => ControlFlow::Break(unable),
    });
    ended.break_value().map_or(Ok(()), Err)
}
