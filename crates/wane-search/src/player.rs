//! [`Player`]: the engine as an opponent of a chosen strength.

use wane_random::Rng;

use crate::control::Control;
use crate::engine::{Clock, Engine, Question};
use crate::level::Level;
use crate::limits::Limits;
use crate::report::Report;

/// A player: an engine, a level, and the chance that the lower levels leave their moves to.
#[derive(Debug)]
pub struct Player {
    engine: Engine,
    level: Level,
    rng: Rng,
}

impl Player {
    /// The engine as a player. The same seed gives the same moves, as long as no clock interferes.
    #[must_use]
    pub fn new(engine: Engine, level: Level, seed: u64) -> Self {
        Self { engine, level, rng: Rng::new(seed) }
    }

    /// The engine, for what has nothing to do with the level.
    #[must_use]
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The line that the player chooses, with the report behind it; like [`Engine::search`], but one
    /// line, which need not be the best.
    pub fn choose(
        &mut self,
        question: &Question,
        clock: Clock<'_>,
        control: &Control<'_>,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Report> {
        let Some(depth) = self.level.depth() else {
            return self.engine.search(&Question { lines: 1, ..*question }, clock, control, report);
        };
        let most = question.limits.depth.map_or(depth, |most| most.min(depth));
        let limits = Limits { depth: Some(most), ..question.limits };
        let question = Question { limits, lines: self.level.lines(), ..*question };
        let last = self.engine.search(&question, clock, control, report)?;
        let line = self.level.pick(&last.lines, &mut self.rng).clone();
        Some(Report { lines: vec![line], ..last })
    }
}
