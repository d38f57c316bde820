//! [`GameJob`]: a game to be played, as a value, and the [`GameWorker`] that plays it.

use std::sync::Arc;

use wane_board::AnyGame;

use crate::agent::Agent;
use crate::finished::Finished;
use crate::job::{Job, Worker};
use crate::judge::{Judge, JudgeProgram};
use crate::player::Player;
use crate::referee::Referee;
use crate::venue::Venue;
use crate::{LocalThreads, Stop};

/// A game to be played: all that it depends on.
#[derive(Clone, Debug)]
pub struct GameJob {
    /// Its number in the schedule, from 1.
    pub number: usize,
    /// Who has the black discs.
    pub black: Agent,
    /// Who has the white discs.
    pub white: Agent,
    /// Where it begins.
    pub opening: AnyGame,
    /// What is played for, and how exact the clock is.
    pub referee: Referee,
    /// The program that is asked how it ends, if there is one.
    pub judge: Option<JudgeProgram>,
}

impl Job for GameJob {
    type Result = Finished;
}

/// Plays games. Its players keep their processes for as long as they play one game after the other.
#[derive(Debug)]
pub struct GameWorker {
    venue: Arc<Venue>,
    stop: Stop,
    players: Vec<Player>,
    judge: Option<Judge>,
}

impl GameWorker {
    /// A worker that stops its games when `stop` is turned.
    #[must_use]
    pub fn new(venue: &Arc<Venue>, stop: &Stop) -> Self {
        let (venue, stop) = (Arc::clone(venue), stop.clone());
        Self { venue, stop, players: Vec::new(), judge: None }
    }

    /// This number of workers, on threads of this process.
    #[must_use]
    pub fn threads(count: usize, venue: &Arc<Venue>, stop: &Stop) -> LocalThreads<GameJob> {
        let venue = Arc::clone(venue);
        LocalThreads::new(count, stop, move |stop| Self::new(&venue, stop))
    }

    /// The player for an agent: the one of the last game, if it is the same.
    fn player(&mut self, agent: &Agent) -> Player {
        let present = self.players.iter().position(|player| player.agent == *agent);
        match present {
            Some(at) => self.players.swap_remove(at),
            None => Player::new(agent, &self.venue, &self.stop),
        }
    }
}

impl Worker<GameJob> for GameWorker {
    fn work(&mut self, job: GameJob) -> Option<Finished> {
        let GameJob { number, black, white, opening, referee, judge } = job;
        // Those who do not take part leave.
        self.players.retain(|player| [&black, &white].contains(&&player.agent));
        let (mut black, mut white) = (self.player(&black), self.player(&white));
        if let Some(how) = &judge
            && !self.judge.as_ref().is_some_and(|present| present.is_started_by(how))
        {
            self.judge = Some(Judge::new(how, &self.stop));
        }
        let judge = self.judge.as_mut().filter(|_| judge.is_some());
        let game = referee.play(number, &opening, &mut black, &mut white, judge);
        self.players.extend([black, white]);
        game
    }
}
