//! [`LearnedAgent`]: the engine with its learned evaluation as a player of experiments.

use std::time::Duration;

use wane_board::{AnyPosition, Move, Objective, Square, with_size};
use wane_eval::WeightSet;
use wane_gallery::Agent;
use wane_search::{Control, Engine, Limits, NoMemory, Question};

/// Searches each move to a fixed depth, without Multi-ProbCut. Its table begins empty, so a game depends on no other.
#[derive(Debug)]
pub(crate) struct LearnedAgent {
    engine: Engine,
    plies: u32,
}

impl LearnedAgent {
    /// A player with these weights.
    pub(crate) fn try_new(weights: &WeightSet, plies: u32) -> Result<Self, NoMemory> {
        Ok(Self { engine: Engine::try_new(1)?.weights(weights.clone()), plies })
    }
}

impl Agent for LearnedAgent {
    fn choose(
        &mut self,
        position: &AnyPosition,
        _budget: Duration,
        _clock: &dyn Fn() -> Duration,
    ) -> Square {
        let board = with_size!(BySize: *position, position => position.board);
        let limits = Limits { depth: Some(self.plies), ..Limits::default() };
        let objective = Objective::FewestDiscs;
        let question = Question { board, objective, limits, lines: 1, only: None };
        let report =
            self.engine.search(&question, &|| Duration::ZERO, &Control::new(), &mut |_| {});
        match report.as_ref().and_then(|report| report.best().moves.first()) {
            Some(&Move::Place(square)) => square,
            _ => unreachable!("there is a legal move, and nothing stops the search"),
        }
    }
}
