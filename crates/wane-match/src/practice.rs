//! [`PracticePartner`]: an agent that is asked for single moves, by the rules of a match but outside of one: a person
//! plays against it, takes moves back, and begins again.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use wane_board::{AnyGame, AnyPosition, Colour, Move, Objective};

use crate::agent::{AgentProgram, Protocol};
use crate::clock::{PlayerClock, Tolerance};
use crate::driver::Terms;
use crate::referee::{self, Failure, promptly};
use crate::running_agent::RunningAgent;
use crate::runtime::AgentRuntime;
use crate::{Fault, FaultKind, Stop, TimeControl};

/// How often it is asked whether the person has stopped the move.
const TICK: Duration = Duration::from_millis(20);

/// An agent that is asked for single moves.
#[derive(Debug)]
pub struct PracticePartner {
    agent: AgentProgram,
    runtime: Arc<AgentRuntime>,
    /// The agent with what stops it, once it was asked.
    running: Option<(RunningAgent, Stop)>,
    /// The position that it was asked about last in this game.
    last: Option<AnyPosition>,
}

impl PracticePartner {
    /// An agent that is not started yet.
    #[must_use]
    pub fn new(agent: &AgentProgram, runtime: &Arc<AgentRuntime>) -> Self {
        Self { agent: agent.clone(), runtime: Arc::clone(runtime), running: None, last: None }
    }

    /// Its move, or its pass if it has no other; `None` if it was stopped. A contest file is told of a new game unless
    /// the position can be a later one of the same game; all others are told of a new game with each question.
    ///
    /// # Errors
    /// What would have lost it a game of a match.
    pub fn choose(
        &mut self,
        position: &AnyPosition,
        limit: Duration,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Move>, Fault> {
        let (mut player, stop) = self.running.take().unwrap_or_else(|| {
            let stop = Stop::default();
            (RunningAgent::new(&self.agent, &self.runtime, &stop), stop)
        });
        let is_contest = matches!(self.agent.protocol, Protocol::Contest(_));
        let last = self.last.take().filter(|last| is_contest && is_later(position, last));
        let chosen =
            while_watched(is_stopped, &stop, || ask(&mut player, position, limit, last.is_none()));
        match chosen {
            Ok(mv) => {
                (self.running, self.last) = (Some((player, stop)), Some(*position));
                Ok(Some(mv))
            }
            // Its process may be in the middle of anything.
            Err(Failure::Stopped) => Ok(None),
            Err(Failure::Fault(fault)) => Err(fault),
        }
    }
}

/// Does work, and sets the flag when the work is no longer wanted.
fn while_watched<T>(
    is_stopped: &(dyn Fn() -> bool + Sync),
    stop: &Stop,
    work: impl FnOnce() -> T,
) -> T {
    let done = Stop::default();
    thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            while !done.is_stopped() {
                if is_stopped() {
                    return stop.stop();
                }
                thread::park_timeout(TICK);
            }
        });
        let result = work();
        done.stop();
        watcher.thread().unpark();
        result
    })
}

fn ask(
    player: &mut RunningAgent,
    position: &AnyPosition,
    limit: Duration,
    is_new: bool,
) -> Result<Move, Failure> {
    let mut game = AnyGame::from_position(*position);
    let mut clocks = [PlayerClock::new(TimeControl::per_move(limit)); 2];
    let colour = position.side();
    if is_new {
        let terms = Terms { objective: Objective::FewestDiscs, colour, clocks };
        promptly(player.driver()?.new_game(&game, &terms))?;
    }
    let asked = referee::ask(player, &game, &mut clocks, Tolerance::default())?;
    if let Some(late) = asked.late {
        return Err(Failure::Fault(late));
    }
    let mv = asked.choice.mv;
    referee::play(&mut game, mv).map_err(|why| {
        let text = format!("it played {mv}: {why}");
        Failure::Fault(Fault::new(FaultKind::Illegal, text))
    })?;
    Ok(mv)
}

/// Whether a position of the same side can come after another one in a game: discs are never taken away.
fn is_later(position: &AnyPosition, last: &AnyPosition) -> bool {
    let occupied = |of: &AnyPosition| of.discs(Colour::Black) | of.discs(Colour::White);
    let (now, before) = (occupied(position), occupied(last));
    let is_same_board = (position.size(), position.side()) == (last.size(), last.side());
    is_same_board && now != before && now & before == before
}
