//! [`Thinker`]: does tasks, one after the other, wherever it is called: an engine for analyses, and the
//! opponent that was asked for last.

use wane_search::{Clock, Control, Engine, NoMemory, Report};

use crate::analysis::analyse;
use crate::analyst::Analyst;
use crate::opponent::{Name, Opponent, SELECTIVITY, Setup};
use crate::puzzle;
use crate::review::Review;
use crate::task::{Event, Found, Task, TaskError};

/// Does tasks.
pub struct Thinker {
    setup: Setup,
    engine: Option<Engine>,
    opponent: Option<Cached>,
}

/// The opponent that was asked for last.
struct Cached {
    name: Name,
    seed: u64,
    opponent: Opponent,
}

impl Thinker {
    /// A thinker whose engine for analyses is ready.
    ///
    /// # Errors
    /// If there is not enough memory for its table.
    pub fn for_analysis(setup: Setup) -> Result<Self, NoMemory> {
        let mut thinker = Self { setup, engine: None, opponent: None };
        thinker.engine()?;
        Ok(thinker)
    }

    /// A thinker whose opponent is ready, so that its first move is not late.
    ///
    /// # Errors
    /// If there is not enough memory for its table.
    pub fn for_opponent(setup: Setup, name: Name) -> Result<Self, NoMemory> {
        let seed = setup.seed;
        let mut thinker = Self { setup, engine: None, opponent: None };
        thinker.opponent(name, seed)?.warm_up();
        Ok(thinker)
    }

    /// Does a task, and tells what comes of it; nothing is told of one that was stopped, but for an answer
    /// that is there all the same. The clock counts from the moment when the task was asked for.
    pub fn run(
        &mut self,
        task: &Task,
        clock: Clock<'_>,
        control: &Control<'_>,
        tell: &mut dyn FnMut(Event),
    ) {
        if let Err(error) = self.try_run(task, clock, control, tell) {
            tell(Event::Failed(error));
        }
    }

    fn try_run(
        &mut self,
        task: &Task,
        clock: Clock<'_>,
        control: &Control<'_>,
        tell: &mut dyn FnMut(Event),
    ) -> Result<(), TaskError> {
        let found = |(mv, report)| Found { mv, report, time: clock() };
        match task {
            Task::Analyse { question, with: None } => {
                let engine = self.engine()?;
                let mut report = |report: &Report| tell(Event::Report(report.clone()));
                let analysed = analyse(engine, question, clock, control, &mut report);
                if let Some(report) = analysed.map(|analysed| analysed.report) {
                    tell(Event::Analysed(found((report.best().moves[0], Some(report)))));
                }
            }
            Task::Analyse { question, with: Some(name) } => {
                let seed = self.setup.seed;
                let opponent = self.opponent(*name, seed)?;
                let mut report = |report: &Report| tell(Event::Report(report.clone()));
                let analysed = opponent.analyse(question, clock, control, &mut report);
                analysed.map(found).into_iter().for_each(|found| tell(Event::Analysed(found)));
            }
            Task::Choose { question, player, seed } => {
                let opponent = self.opponent(*player, *seed)?;
                let mut report = |report: &Report| tell(Event::Report(report.clone()));
                let chosen = opponent.choose(question, clock, control, &mut report);
                chosen.map(found).into_iter().for_each(|found| tell(Event::Chosen(found)));
            }
            Task::Review { record, limits } => {
                let engine = self.engine()?;
                let analyst = Analyst::new(engine, record.objective, *limits, 1, clock, control);
                let review = Review::of(&record.game, &analyst, &mut |judged, report| {
                    tell(Event::Judged(*judged, report.clone()));
                });
                tell(Event::Reviewed(review));
            }
            Task::Puzzle { wanted, seed } => {
                let found = puzzle::find(self.engine()?, *wanted, *seed, control);
                let (position, report) = found.ok_or(TaskError::NoPuzzle)?;
                tell(Event::Puzzle { position, objective: wanted.objective, report });
            }
        }
        Ok(())
    }

    fn engine(&mut self) -> Result<&Engine, NoMemory> {
        let engine = match self.engine.take() {
            Some(engine) => engine,
            None => self.setup.engine()?.selectivity(SELECTIVITY),
        };
        Ok(self.engine.insert(engine))
    }

    /// The opponent of this name; the same as before if it was asked for before.
    fn opponent(&mut self, name: Name, seed: u64) -> Result<&mut Opponent, NoMemory> {
        let same = |cached: &Cached| (cached.name, cached.seed) == (name, seed);
        let cached = if let Some(cached) = self.opponent.take().filter(same) {
            cached
        } else {
            let setup = Setup { seed, ..self.setup.clone() };
            Cached { name, seed, opponent: Opponent::new(name, &setup)? }
        };
        Ok(&mut self.opponent.insert(cached).opponent)
    }
}
