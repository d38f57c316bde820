//! The gate: a match that shows whether new weights play better than old ones.
//!
//! Both players are processes of this program, each with its weights. They search to the same depth, so
//! the machine and its load have no influence. The match ends as soon as a sequential test is decided.
//! Weights that are not shown to be better do not pass.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;
use wane_board::{Objective, Size};
use wane_eval::Weights;
use wane_match::{
    AgentProgram, AgentRuntime, Decision, EnginePlayer, FaultRule, Hosting, Match, MatchError,
    MatchSettings, Openings, Referee, RuntimeError, Sprt, Stop, Tally, TimeControl, Tolerance,
    TournamentFormat,
};

use crate::workforce::Workforce;

/// The time limit of a move, which only a process that hangs exceeds.
const MOVE_TIME: Duration = Duration::from_mins(2);

/// The size of the transposition table of each player.
const HASH_MB: usize = 8;

/// A match that new weights must win.
#[derive(Clone, Debug)]
pub struct Gate {
    /// The program `wane`.
    pub program: PathBuf,
    /// The objective of the games.
    pub objective: Objective,
    /// The depth of both players.
    pub depth: u32,
    /// The sequential test that ends the match.
    pub sprt: Sprt,
    /// The most games, an even number.
    pub games: usize,
    /// The seed of the order of the openings.
    pub seed: u64,
}

/// A player of the match.
#[derive(Clone, Debug)]
pub struct GatePlayer {
    /// The argument of the option `--weights` of the program: a file or a name.
    pub weights_arg: String,
    /// The weights; none for the hand-made evaluation.
    pub weights: Option<Arc<Weights>>,
}

impl GatePlayer {
    /// A player with the hand-made evaluation.
    #[must_use]
    pub fn hand_made() -> Self {
        Self { weights_arg: "hand-made".into(), weights: None }
    }
}

/// The result of a match, final or so far.
#[derive(Clone, Copy, Debug)]
pub struct GateResult {
    /// The results of the new weights.
    pub tally: Tally,
    /// The decision of the test.
    pub decision: Decision,
    /// The log-likelihood ratio of the test.
    pub llr: f64,
}

impl GateResult {
    /// Whether the new weights were shown to be better.
    #[must_use]
    pub fn is_passed(&self) -> bool {
        self.decision == Decision::AcceptH1
    }
}

/// Why a match cannot be played.
#[derive(Debug, Error)]
pub enum GateError {
    /// The match fails, or its settings are invalid.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// This machine lacks something that the players need.
    #[error(transparent)]
    Runtime(#[from] RuntimeError),
}

impl Gate {
    /// Plays `new` against `old` until the test is decided, all games are played, or `stop` is set.
    /// `folder` keeps the games; a stopped match is resumed from there. `on_game` gets the result after
    /// each game.
    ///
    /// # Errors
    /// If files cannot be read or written, or a player fails.
    pub fn play(
        &self,
        new: &GatePlayer,
        old: &GatePlayer,
        folder: &Path,
        workforce: &dyn Workforce,
        stop: &Stop,
        on_game: &mut dyn FnMut(&GateResult),
    ) -> Result<GateResult, GateError> {
        let settings = MatchSettings {
            players: vec![self.agent("new", new), self.agent("old", old)],
            format: TournamentFormat::RoundRobin,
            games: self.games,
            openings: Openings::usual(Size::Eight, self.objective, self.games / 2, self.seed),
            referee: Referee {
                objective: self.objective,
                tolerance: Tolerance::equal(Duration::ZERO),
            },
            adjudicator: None,
            sprt: Some(self.sprt),
            seed: self.seed,
            faults: FaultRule::VoidMatch,
        };
        let runtime = Arc::new(AgentRuntime::for_agents(&settings.players, &Hosting::default())?);
        let mut games = Match::open(settings, Some(folder))?;
        let mut on_game = |games: &Match| on_game(&self.result(games));
        games.handshake(&runtime, 1, stop)?;
        games.play_on(&mut *workforce.games(&runtime, stop), stop, &mut on_game)?;
        Ok(self.result(&games))
    }

    fn agent(&self, name: &str, player: &GatePlayer) -> AgentProgram {
        let engine = EnginePlayer {
            hash_mb: Some(HASH_MB),
            depth: Some(self.depth),
            weights: Some(player.weights_arg.clone()),
            ..EnginePlayer::default()
        };
        engine.agent(name, &self.program, TimeControl::per_move(MOVE_TIME))
    }

    fn result(&self, games: &Match) -> GateResult {
        let tally = games.cross_table().tally(0, 1);
        GateResult { tally, decision: self.sprt.decision(&tally), llr: self.sprt.llr(&tally) }
    }
}
