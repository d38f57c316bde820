//! [`Service`]: an engine that does what messages ask of it, one task after the other.

use std::time::Duration;

use wane_board::Objective;
use wane_search::{Budget, Clock, Control, Engine, Limits, NoMemory, Question};

use crate::analysis::analyse;
use crate::analyst::Analyst;
use crate::message::{Event, JudgedText, LineText, Summary, Task, Within};
use crate::opponent::{Name, Opponent, SELECTIVITY, Setup};
use crate::puzzle;
use crate::review::Review;
use crate::rules::{Nonsense, read, read_game, read_size, read_squares, write};

/// What a move takes if nothing else is said.
const MOVE: Duration = Duration::from_secs(1);

/// An engine and the opponent that it was last.
pub struct Service {
    setup: Setup,
    engine: Engine,
    opponent: Option<(Name, u64, Opponent)>,
}

impl Service {
    /// A service with an engine of its own.
    ///
    /// # Errors
    /// If there is not enough memory for its table.
    pub fn try_new(setup: Setup) -> Result<Self, NoMemory> {
        let engine = setup.engine()?.selectivity(SELECTIVITY);
        Ok(Self { setup, engine, opponent: None })
    }

    /// Does a task, and tells what comes of it. The clock counts from any moment.
    pub fn run(
        &mut self,
        task: &Task,
        clock: Clock<'_>,
        control: &Control<'_>,
        tell: &mut dyn FnMut(Event),
    ) {
        let begun = clock();
        let since = || clock().saturating_sub(begun);
        if let Err(error) = self.try_run(task, &since, control, tell) {
            tell(Event::Failed { text: error.to_string() });
        }
    }

    fn try_run(
        &mut self,
        task: &Task,
        clock: Clock<'_>,
        control: &Control<'_>,
        tell: &mut dyn FnMut(Event),
    ) -> Result<(), Nonsense> {
        match task {
            Task::Analyse { place, within, lines, only } => {
                let question = Question {
                    board: read(place)?.board(),
                    objective: place.variant.into(),
                    limits: within.limits(),
                    lines: *lines,
                    only: read_squares(only)?,
                };
                analyse(&self.engine, &question, clock, control, &mut |report| {
                    tell(Event::Report(report.into()));
                });
            }
            Task::Choose { place, player, within, seed } => {
                let position = read(place)?;
                let name = player.parse().map_err(|error| Nonsense::new(&error))?;
                let mut limits = within.limits();
                if limits == Limits::default() {
                    limits.time = Some(Budget::exactly(MOVE));
                }
                if let Some(time) = &mut limits.time {
                    time.forced_at_once = true;
                }
                let objective = Objective::from(place.variant);
                let question =
                    Question { board: position.board(), objective, limits, lines: 1, only: None };
                let opponent = self.opponent(name, *seed)?;
                let chosen = opponent.choose(&question, clock, control, &mut |report| {
                    tell(Event::Report(report.into()));
                });
                if let Some((mv, _)) = chosen.filter(|_| !control.is_stopped()) {
                    tell(Event::Chosen { mv: mv.to_string() });
                }
            }
            Task::Review { game, within } => {
                let record = read_game(game)?;
                let limits = within.limits();
                let objective = record.objective;
                let analyst = Analyst::new(&self.engine, objective, limits, 1, clock, control);
                let review = Review::of(&record.game, &analyst, &mut |judged, report| {
                    tell(Event::Judged(JudgedText::new(judged, report)));
                });
                tell(Event::Summary(Summary::from(&review)));
            }
            Task::Puzzle { size, variant, empties, seed } => {
                let size = read_size(*size)?;
                let asked =
                    puzzle::Wanted { size, objective: (*variant).into(), empties: *empties };
                let found = puzzle::find(&self.engine, asked, *seed, control);
                let (position, report) = found.ok_or_else(|| Nonsense::new(&puzzle::NONE))?;
                let line = |line| LineText::new(line, report.certainty);
                let lines = report.lines.iter().map(line).collect();
                tell(Event::Puzzle { place: write(&position, *variant), lines });
            }
        }
        Ok(())
    }

    /// The opponent of this name; the same as before if it was asked for before.
    fn opponent(&mut self, name: Name, seed: u64) -> Result<&mut Opponent, Nonsense> {
        let is_same =
            |(present, its_seed, _): &(Name, u64, Opponent)| (*present, *its_seed) == (name, seed);
        if !self.opponent.as_ref().is_some_and(is_same) {
            let setup = Setup { seed, ..self.setup.clone() };
            let opponent = Opponent::new(name, &setup).map_err(|error| Nonsense::new(&error))?;
            self.opponent = Some((name, seed, opponent));
        }
        let (.., opponent) = self.opponent.as_mut().expect("it was put there");
        Ok(opponent)
    }
}

impl Within {
    /// The limits of a search; none of a thing that is not said.
    #[must_use]
    pub fn limits(self) -> Limits {
        let Self { depth, nodes, ms } = self;
        let time = ms.map(|ms| Budget::exactly(Duration::from_millis(ms)));
        Limits { depth, nodes, time }
    }
}
