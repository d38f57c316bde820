//! [`Rank`]: games of one player against players of known ratings, until the time is up. [`RatingSearch`] chooses the
//! opponents.

use std::collections::BTreeMap;
use std::sync::Arc;

use wane_board::Colour;

use crate::agent::AgentProgram;
use crate::finished_game::FinishedGame;
use crate::game_job::GameJob;
use crate::handshake::{CannotPlay, handshake};
use crate::job::Executor;
use crate::openings::Openings;
use crate::referee::Referee;
use crate::runtime::AgentRuntime;
use crate::schedule::partner;
use crate::stats::{GameResult, RatingSearch, Reference, Tally};
use crate::{Fault, Stop};

/// A player that is ranked, and its games so far.
#[derive(Debug)]
pub struct Rank {
    player: AgentProgram,
    references: Vec<AgentProgram>,
    openings: Openings,
    referee: Referee,
    search: RatingSearch,
    /// The reference of each game that has no result yet.
    pending: BTreeMap<usize, usize>,
    /// How many games were begun.
    begun: usize,
    faults: Vec<Fault>,
}

impl Rank {
    /// A player without games, and players whose ratings are known.
    ///
    /// # Panics
    /// If there is no reference or no opening.
    #[must_use]
    pub fn new(
        player: AgentProgram,
        references: Vec<(AgentProgram, Reference)>,
        openings: Openings,
        referee: Referee,
    ) -> Self {
        assert!(!openings.games.is_empty(), "a game needs an opening");
        let (references, ratings) = references.into_iter().unzip();
        Self {
            player,
            references,
            openings,
            referee,
            search: RatingSearch::new(ratings),
            pending: BTreeMap::new(),
            begun: 0,
            faults: Vec::new(),
        }
    }

    /// Starts the player and makes it ready for a game. `Ok` means nothing if `stop` was set.
    ///
    /// # Errors
    /// If it cannot play: it would lose every game.
    pub fn greet(&self, runtime: &Arc<AgentRuntime>, stop: &Stop) -> Result<(), CannotPlay> {
        let (player, opening) = (std::slice::from_ref(&self.player), &self.openings.games[0]);
        handshake(player, opening, self.referee.objective, runtime, 1, stop)
    }

    /// Plays pairs of games, an opening with both colours, until `stop` is set. `on_game` is called after each.
    pub fn play(
        &mut self,
        executor: &mut dyn Executor<GameJob>,
        stop: &Stop,
        on_game: &mut dyn FnMut(&Self),
    ) {
        loop {
            while executor.pending() < executor.capacity() && !stop.is_stopped() {
                let pair = self.next_pair();
                executor.submit(pair);
            }
            let Some(game) = executor.next() else { return };
            self.count(&game);
            on_game(self);
        }
    }

    /// The rating so far.
    #[must_use]
    pub fn search(&self) -> &RatingSearch {
        &self.search
    }

    /// The faults of the player.
    #[must_use]
    pub fn faults(&self) -> &[Fault] {
        &self.faults
    }

    fn next_pair(&mut self) -> Vec<GameJob> {
        let mut waiting = vec![0; self.references.len()];
        self.pending.values().for_each(|&reference| waiting[reference] += 1);
        let reference = self.search.next(&waiting);
        let opening = &self.openings.games[self.begun / 2 % self.openings.games.len()];
        let games = [self.begun + 1, self.begun + 2];
        self.begun += 2;
        self.pending.extend(games.map(|number| (number, reference)));
        let job = |number| {
            let (own, other) = (self.player.clone(), self.references[reference].clone());
            let is_black = own_colour(number) == Colour::Black;
            let (black, white) = if is_black { (own, other) } else { (other, own) };
            let (opening, referee) = (opening.clone(), self.referee);
            GameJob { number, black, white, opening, referee, adjudicator: None }
        };
        games.map(job).into()
    }

    fn count(&mut self, game: &FinishedGame) {
        let Some(reference) = self.pending.remove(&game.number) else { return };
        let colour = own_colour(game.number);
        let black = GameResult::from(game.black_score());
        let result = if colour == Colour::Black { black } else { -black };
        self.search.add(reference, Tally::game(result));
        let fault = game.fault.iter().filter(|(of, _)| *of == colour);
        self.faults.extend(fault.map(|(_, fault)| fault.clone()));
    }
}

/// The colour of the player in a game.
fn own_colour(number: usize) -> Colour {
    if partner(number) > number { Colour::Black } else { Colour::White }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use wane_board::{Objective, Score, Size};
    use wane_formats::{GameRecord, Outcome, Reason, TimeControl};

    use super::*;
    use crate::agent::Protocol;
    use crate::{FaultKind, Tolerance};

    /// Loses every game of the player with the white discs, and stops after some of them.
    struct Rigged {
        jobs: Vec<GameJob>,
        left: usize,
        stop: Stop,
    }

    impl Executor<GameJob> for Rigged {
        fn capacity(&self) -> usize {
            4
        }

        fn pending(&self) -> usize {
            self.jobs.len()
        }

        fn submit(&mut self, batch: Vec<GameJob>) {
            assert_eq!(batch.len(), 2, "both games of a pair are played by one worker");
            self.jobs.extend(batch);
        }

        fn next(&mut self) -> Option<FinishedGame> {
            self.left = self.left.checked_sub(1)?;
            if self.left == 0 {
                self.stop.stop();
            }
            let job = self.jobs.remove(0);
            let mut record = GameRecord::new(job.opening, Objective::FewestDiscs);
            (record.black.name, record.white.name) = (job.black.name, job.white.name);
            record.ended = Some(Outcome { black_score: Score::new(64), reason: Reason::Illegal });
            let fault = Some((Colour::White, Fault::new(FaultKind::Illegal, "a1")));
            let (remarks, logs) = Default::default();
            Some(FinishedGame { number: job.number, record, fault, remarks, logs })
        }

        fn cancel(&mut self) {
            self.jobs.clear();
        }
    }

    fn agent(name: &str) -> AgentProgram {
        let time = TimeControl::CONTEST;
        AgentProgram::new(name.into(), Protocol::Ugi, PathBuf::new(), Vec::new(), time)
    }

    #[test]
    fn an_opening_is_played_with_both_colours_and_only_own_faults_are_kept() {
        let reference = Reference { rating: 1200.0, error: 0.0 };
        let referee =
            Referee { objective: Objective::FewestDiscs, tolerance: Tolerance::default() };
        let openings = Openings::random(Size::Eight, 3, 1);
        let mut rank = Rank::new(agent("me"), vec![(agent("one"), reference)], openings, referee);
        let stop = Stop::default();
        let mut executor = Rigged { jobs: Vec::new(), left: 6, stop: stop.clone() };
        let mut heard = 0;
        rank.play(&mut executor, &stop, &mut |_| heard += 1);
        assert_eq!((heard, rank.faults().len()), (6, 3));
        let tally = rank.search().tallies()[0];
        assert_eq!([tally.wins(), tally.draws(), tally.losses()], [3, 0, 3]);
        assert!((rank.search().rating().rating - 1200.0).abs() < 1.0);
    }
}
