//! [`Tournament`]: the games of a schedule, several at a time.
//!
//! It plays; what becomes of a finished game, and whether to go on, is for the caller to say.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::mpsc;
use std::thread;

use wane_board::AnyGame;

use crate::Finished;
use crate::agent::{Agent, Player};
use crate::judge::{Judge, JudgeProgram};
use crate::referee::Referee;
use crate::schedule::{Fixture, Schedule};
use crate::venue::Venue;

/// What is played, by whom.
#[derive(Clone, Copy, Debug)]
pub struct Tournament<'a> {
    /// The players, as the schedule counts them.
    pub agents: &'a [Agent],
    /// The games.
    pub schedule: &'a Schedule,
    /// The openings, as the schedule counts them.
    pub openings: &'a [AnyGame],
    /// Where they are played.
    pub venue: &'a Venue,
    /// Who watches over them.
    pub referee: Referee,
    /// Who is asked how games end, if anybody.
    pub judge: Option<&'a JudgeProgram>,
    /// How many games are played at a time.
    pub concurrency: usize,
}

impl Tournament<'_> {
    /// Plays the games that are not `done` until all are, or until it is stopped; a game that was not
    /// finished by then counts for nothing. `finished` hears of each game as it ends, and may break off:
    /// then the venue is stopped, and nothing more is heard of the games that were under way.
    pub fn play<T>(
        &self,
        done: &BTreeSet<usize>,
        finished: &mut dyn FnMut(&Fixture, Finished) -> ControlFlow<T>,
    ) -> ControlFlow<T> {
        // The games of a pair are played one after the other by the same processes.
        let pairs = (1..=self.schedule.games()).step_by(2).map(|number| [number, number + 1]);
        let open = |pair: &[usize; 2]| pair.iter().any(|number| !done.contains(number));
        let pairs = Mutex::new(pairs.filter(open));
        let next = || pairs.lock().unwrap_or_else(PoisonError::into_inner).next();
        let (sender, games) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.concurrency.max(1) {
                let sender = sender.clone();
                let next = &next;
                scope.spawn(move || {
                    let mut players = Vec::new();
                    let mut judge = self.judge.map(|how| Judge::new(how, self.venue.stop()));
                    while let Some(pair) = next()
                        && !self.venue.stop().is_stopped()
                    {
                        for number in pair.into_iter().filter(|number| !done.contains(number)) {
                            let Some(fixture) = self.schedule.fixture(number) else { continue };
                            let Some(game) = self.game(&fixture, &mut players, judge.as_mut())
                            else {
                                return;
                            };
                            if sender.send((fixture, game)).is_err() {
                                return;
                            }
                        }
                    }
                });
            }
            drop(sender);
            let ended = games.iter().try_for_each(|(fixture, game)| finished(&fixture, game));
            if ended.is_break() {
                self.venue.stop().stop();
            }
            ended
        })
    }

    /// One game; those of `players` who do not take part leave.
    fn game<'a>(
        &'a self,
        fixture: &Fixture,
        players: &mut Vec<(usize, Player<'a>)>,
        judge: Option<&mut Judge<'_>>,
    ) -> Option<Finished> {
        let Fixture { number, black, white, opening, .. } = *fixture;
        players.retain(|(index, _)| [black, white].contains(index));
        let mut take = |wanted: usize| {
            let at = players.iter().position(|(index, _)| *index == wanted);
            at.map_or_else(
                || Player::new(&self.agents[wanted], self.venue),
                |at| players.swap_remove(at).1,
            )
        };
        let (mut dark, mut light) = (take(black), take(white));
        let game = self.referee.play(number, &self.openings[opening], &mut dark, &mut light, judge);
        players.extend([(black, dark), (white, light)]);
        game
    }
}
