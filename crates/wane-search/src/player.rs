//! [`Player`]: the engine as an opponent of a chosen strength.

use wane_random::Rng;

use crate::control::Control;
use crate::engine::{Clock, Engine, Question};
use crate::level::Level;
use crate::limits::Limits;
use crate::report::Report;

/// A player: an engine, a level, and the random numbers that the lower levels choose their moves
/// with.
#[derive(Debug)]
pub struct Player {
    engine: Engine,
    level: Level,
    rng: Rng,
}

impl Player {
    /// The engine as a player. Without time limits, the same seed gives the same moves.
    #[must_use]
    pub fn new(engine: Engine, level: Level, seed: u64) -> Self {
        Self { engine, level, rng: Rng::new(seed) }
    }

    /// The engine, for searches at full strength.
    #[must_use]
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Chooses a line and returns its report: like [`Engine::search`], but with one line, which
    /// need not be the best.
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
