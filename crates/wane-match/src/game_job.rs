//! [`GameJob`]: a game to be played, as a value, and the [`GameWorker`] that plays it.

mod remote;

use std::sync::Arc;

use wane_board::AnyGame;

use crate::adjudicator::{Adjudicator, AdjudicatorProgram};
use crate::agent::AgentProgram;
use crate::finished_game::FinishedGame;
use crate::job::{Job, JobWorker};
use crate::referee::Referee;
use crate::remote::JobKind;
use crate::running_agent::RunningAgent;
use crate::runtime::AgentRuntime;
use crate::{LiveGames, LocalThreads, Processors, Stop};

/// Games as a kind of jobs.
#[must_use]
pub fn game_kind() -> JobKind {
    JobKind::of_requests::<GameJob>(|stop| Box::new(remote::GameRequests::new(stop)))
}

/// A game to be played, with everything that it depends on.
#[derive(Clone, Debug)]
pub struct GameJob {
    /// Its number in the schedule, from 1.
    pub number: usize,
    /// The player with the black discs.
    pub black: AgentProgram,
    /// The player with the white discs.
    pub white: AgentProgram,
    /// The opening from which it starts.
    pub opening: AnyGame,
    /// The objective and the tolerance of the clock.
    pub referee: Referee,
    /// The program that adjudicates it, if there is one.
    pub adjudicator: Option<AdjudicatorProgram>,
}

impl Job for GameJob {
    type Result = FinishedGame;
}

/// Plays games. A player keeps its process from one game to the next if it plays in both.
#[derive(Debug)]
pub struct GameWorker {
    runtime: Arc<AgentRuntime>,
    stop: Stop,
    players: Vec<RunningAgent>,
    adjudicator: Option<Adjudicator>,
    live: Option<LiveGames>,
}

/// Where games are played in this process, and who watches.
#[derive(Debug)]
pub struct GamePlace {
    /// How many games are played at a time.
    pub games: usize,
    /// A processor for each of them.
    pub processors: Option<Processors>,
    /// Where they are shown.
    pub live: Option<LiveGames>,
}

impl GamePlace {
    /// So many games at a time, wherever the system has them run, and nobody watches.
    #[must_use]
    pub fn of(games: usize) -> Self {
        Self { games, processors: None, live: None }
    }
}

impl GameWorker {
    /// A worker whose games end when `stop` is set.
    #[must_use]
    pub fn new(runtime: &Arc<AgentRuntime>, stop: &Stop) -> Self {
        let (runtime, stop) = (Arc::clone(runtime), stop.clone());
        Self { runtime, stop, players: Vec::new(), adjudicator: None, live: None }
    }

    /// This number of workers, on threads of this process.
    #[must_use]
    pub fn threads(
        count: usize,
        runtime: &Arc<AgentRuntime>,
        stop: &Stop,
    ) -> LocalThreads<GameJob> {
        Self::threads_at(GamePlace::of(count), runtime, stop)
    }

    /// The workers of a place, on threads of this process.
    #[must_use]
    pub fn threads_at(
        place: GamePlace,
        runtime: &Arc<AgentRuntime>,
        stop: &Stop,
    ) -> LocalThreads<GameJob> {
        let GamePlace { games, processors, live } = place;
        let runtime = Arc::clone(runtime);
        LocalThreads::new(games, stop, move |stop| {
            if let Some(processors) = &processors {
                processors.take();
            }
            Self { live: live.clone(), ..Self::new(&runtime, stop) }
        })
    }

    /// The player for an agent: the one of the last game, if it is the same.
    fn player(&mut self, agent: &AgentProgram) -> RunningAgent {
        let known = self.players.iter().position(|player| player.agent == *agent);
        match known {
            Some(at) => self.players.swap_remove(at),
            None => RunningAgent::new(agent, &self.runtime, &self.stop),
        }
    }
}

impl JobWorker<GameJob> for GameWorker {
    fn work(&mut self, job: GameJob) -> Option<FinishedGame> {
        let GameJob { number, black, white, opening, referee, adjudicator } = &job;
        // The processes of all other players end.
        self.players.retain(|player| [black, white].contains(&&player.agent));
        let (mut black, mut white) = (self.player(black), self.player(white));
        if let Some(program) = adjudicator
            && !self.adjudicator.as_ref().is_some_and(|known| known.runs(program))
        {
            self.adjudicator = Some(Adjudicator::new(program, &self.stop));
        }
        let adjudicator = self.adjudicator.as_mut().filter(|_| adjudicator.is_some());
        let live = self.live.clone();
        let mut on_move = |game: &AnyGame| live.iter().for_each(|live| live.show(&job, game));
        let players = [&mut black, &mut white];
        let game = referee.play_watched(*number, opening, players, adjudicator, &mut on_move);
        if let Some(live) = &self.live {
            live.end(*number);
        }
        self.players.extend([black, white]);
        game
    }
}
