//! The gate: whether new weights play better than old ones, by a match.
//!
//! Both sides are this program as processes, each with its weights, searching to the same depth: so the
//! machine and its load have no part in it. The match ends as soon as a sequential test knows enough.
//! Weights that could not be shown to be better do not pass.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;
use wane_board::{Objective, Size};
use wane_eval::Weights;
use wane_match::{
    Agent, Decision, EnginePlayer, FaultRule, Format, Match, MatchError, MatchSettings, NoVenue,
    Openings, Referee, Sprt, Stop, Tally, TimeControl, Venue,
};

/// How long a move may take on the busiest machine.
const LONGEST_MOVE: Duration = Duration::from_mins(2);

/// The size of the transposition table of each player.
const HASH_MB: usize = 8;

/// A match that new weights must win.
#[derive(Clone, Debug)]
pub struct Gate {
    /// The program `wane`.
    pub program: PathBuf,
    /// What is played for.
    pub objective: Objective,
    /// The depth of both sides.
    pub depth: u32,
    /// When it is clear enough.
    pub sprt: Sprt,
    /// The most games, an even number.
    pub games: usize,
    /// How many games are played at a time.
    pub concurrency: usize,
    /// Where the order of the openings comes from.
    pub seed: u64,
}

/// The evaluation of a side of the match.
#[derive(Clone, Debug)]
pub struct Side {
    /// As the option `--weights` of the program has it: a file, or a word.
    pub word: String,
    /// The weights, unless it is the hand-made evaluation.
    pub weights: Option<Arc<Weights>>,
}

impl Side {
    /// The hand-made evaluation.
    #[must_use]
    pub fn hand_made() -> Self {
        Self { word: "hand-made".into(), weights: None }
    }
}

/// What came of it.
#[derive(Clone, Copy, Debug)]
pub struct Verdict {
    /// The results, as the new weights see them.
    pub tally: Tally,
    /// What the test says.
    pub decision: Decision,
    /// The log-likelihood ratio of the test.
    pub llr: f64,
}

impl Verdict {
    /// Whether the new weights are better.
    #[must_use]
    pub fn is_passed(&self) -> bool {
        self.decision == Decision::AcceptH1
    }
}

/// Why there was no match.
#[derive(Debug, Error)]
pub enum GateError {
    /// It cannot be played, or means nothing.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// It cannot take place here.
    #[error(transparent)]
    Venue(#[from] NoVenue),
}

impl Gate {
    /// Plays the new side against the old one until the test is decided, all games are played, or `stop`
    /// is turned. Games are kept in `folder`, from which a stopped match is resumed. `told` hears the
    /// results after each game.
    ///
    /// # Errors
    /// If files cannot be read or written, or a player does not play.
    pub fn play(
        &self,
        new: &Side,
        old: &Side,
        folder: &Path,
        stop: &Stop,
        told: &mut dyn FnMut(&Verdict),
    ) -> Result<Verdict, GateError> {
        let settings = MatchSettings {
            players: vec![self.agent("new", new), self.agent("old", old)],
            format: Format::RoundRobin,
            games: self.games,
            openings: Openings::usual(Size::Eight, self.objective, self.games / 2, self.seed),
            referee: Referee { objective: self.objective, margin: Duration::ZERO },
            judge: None,
            sprt: Some(self.sprt),
            seed: self.seed,
            faults: FaultRule::VoidMatch,
        };
        let venue = Arc::new(Venue::for_agents(&settings.players, false)?);
        let mut games = Match::open(settings, Some(folder))?;
        let mut told = |games: &Match| told(&self.verdict(games));
        games.play(&venue, self.concurrency, stop, &mut told)?;
        Ok(self.verdict(&games))
    }

    /// One of the sides.
    fn agent(&self, name: &str, side: &Side) -> Agent {
        let player = EnginePlayer {
            hash_mb: Some(HASH_MB),
            depth: Some(self.depth),
            weights: Some(side.word.clone()),
            ..EnginePlayer::default()
        };
        player.agent(name, &self.program, TimeControl::per_move(LONGEST_MOVE))
    }

    fn verdict(&self, games: &Match) -> Verdict {
        let tally = games.cross_table().tally(0, 1);
        Verdict { tally, decision: self.sprt.decision(&tally), llr: self.sprt.llr(&tally) }
    }
}
