//! Every player is started and greeted before the first game of a match: one that cannot play ends the
//! match before anything is recorded, instead of losing all its games.

use std::ops::ControlFlow;
use std::sync::Arc;

use thiserror::Error;
use wane_board::{AnyGame, Colour, Objective};

use crate::agent::Agent;
use crate::job::{Job, Worker, execute};
use crate::player::Player;
use crate::referee::{Fell, promptly};
use crate::seat::Terms;
use crate::time::Clock;
use crate::venue::Venue;
use crate::{Fault, LocalThreads, Stop};

/// A player that cannot take part in a match.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{name} cannot play: {}", fault.text)]
pub struct Unable {
    /// Its name.
    pub name: String,
    /// What it did when it was greeted.
    pub fault: Fault,
}

/// An agent to be greeted, with the first game that it would play.
struct Greeting {
    agent: Agent,
    opening: AnyGame,
    objective: Objective,
}

impl Job for Greeting {
    type Result = Result<(), Unable>;
}

struct Greeter {
    venue: Arc<Venue>,
    stop: Stop,
}

impl Worker<Greeting> for Greeter {
    fn work(&mut self, greeting: Greeting) -> Option<Result<(), Unable>> {
        let Greeting { agent, opening, objective } = greeting;
        let mut player = Player::new(&agent, &self.venue, &self.stop);
        let clocks = [Clock::new(agent.time); 2];
        let terms = Terms { objective, colour: Colour::Black, clocks };
        let seat = player.seat().map_err(Fell::Fault);
        match seat.and_then(|seat| promptly(seat.begin(&opening, &terms))) {
            Ok(()) => Some(Ok(())),
            Err(Fell::Fault(fault)) => Some(Err(Unable { name: agent.name, fault })),
            Err(Fell::Stopped) => None,
        }
    }
}

/// Starts every agent, `threads` at a time, and sits it down to a game. If one cannot play, that is the
/// answer; if `stop` was turned, nothing is known.
///
/// # Errors
/// The first agent that cannot play.
pub fn greet(
    agents: &[Agent],
    opening: &AnyGame,
    objective: Objective,
    venue: &Arc<Venue>,
    threads: usize,
    stop: &Stop,
) -> Result<(), Unable> {
    let place = Arc::clone(venue);
    let greeter = move |stop: &Stop| Greeter { venue: Arc::clone(&place), stop: stop.clone() };
    let mut executor = LocalThreads::new(threads.min(agents.len()), stop, greeter);
    let greeting = |agent: &Agent| {
        vec![Greeting { agent: agent.clone(), opening: opening.clone(), objective }]
    };
    let batches = agents.iter().map(greeting);
    let ended = execute(&mut executor, batches, stop, &mut |greeted| match greeted {
        Ok(()) => ControlFlow::Continue(()),
        Err(unable) => ControlFlow::Break(unable),
    });
    ended.break_value().map_or(Ok(()), Err)
}
