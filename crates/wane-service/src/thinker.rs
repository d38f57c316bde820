//! [`Thinker`]: runs tasks on the thread of its caller, with an engine for analyses and a cache of the last
//! opponent.

use std::sync::Arc;

use wane_board::Objective;
use wane_eval::Weights;
use wane_search::{Clock, Control, Engine, NoMemory, Report};

use crate::analysis::analyse;
use crate::guest::Guest;
use crate::opponent::{Name, Opponent, SELECTIVITY, Setup};
use crate::puzzle;
use crate::review::{self, Effort, MoveReview, PlayedMove, Review};
use crate::task::{Event, Found, Task, TaskError};

/// Runs tasks, one after the other.
pub struct Thinker {
    setup: Setup,
    guests: Arc<[Guest]>,
    engine: Option<Engine>,
    opponent: Option<Cached>,
}

/// The last opponent.
struct Cached {
    name: Name,
    seed: u64,
    opponent: Opponent,
}

impl Thinker {
    /// A thinker that makes its engine with the first task.
    #[must_use]
    pub fn new(setup: Setup) -> Self {
        Self { setup, guests: Arc::default(), engine: None, opponent: None }
    }

    /// The same with guests, who can be opponents.
    #[must_use]
    pub fn with_guests(self, guests: Arc<[Guest]>) -> Self {
        Self { guests, ..self }
    }

    /// A thinker whose engine for analyses is ready.
    ///
    /// # Errors
    /// If there is not enough memory for its table.
    pub fn for_analysis(setup: Setup) -> Result<Self, NoMemory> {
        let mut thinker = Self::new(setup);
        thinker.engine()?;
        Ok(thinker)
    }

    /// A thinker whose opponent is ready, so that its first move is not late.
    ///
    /// # Errors
    /// If there is not enough memory for its table.
    pub fn for_opponent(setup: Setup, name: &Name) -> Result<Self, TaskError> {
        let seed = setup.seed;
        let mut thinker = Self::new(setup);
        thinker.opponent(name, seed)?.warm_up();
        Ok(thinker)
    }

    /// Evaluates with these weights from now on. What the engines knew is forgotten.
    pub fn learn(&mut self, weights: Arc<Weights>) {
        self.setup.weights.add(weights);
        self.engine = None;
        self.opponent = None;
    }

    /// Runs a task and emits its events. A task that is stopped may still emit its answer so far. The clock counts
    /// from the moment when the task was submitted.
    pub fn run(
        &mut self,
        task: &Task,
        clock: Clock<'_>,
        control: &Control<'_>,
        emit: &mut dyn FnMut(Event),
    ) {
        if let Err(error) = self.try_run(task, clock, control, emit) {
            emit(Event::Failed(error));
        }
    }

    fn try_run(
        &mut self,
        task: &Task,
        clock: Clock<'_>,
        control: &Control<'_>,
        emit: &mut dyn FnMut(Event),
    ) -> Result<(), TaskError> {
        let found = |(mv, report)| Found { mv, report, time: clock() };
        match task {
            Task::Analyse { question, with: None } => {
                let engine = self.engine()?;
                let mut report = |report: &Report| emit(Event::Report(report.clone()));
                let analysed = analyse(engine, question, clock, control, &mut report);
                if let Some(report) = analysed.map(|analysed| analysed.report) {
                    emit(Event::Analysed(found((report.best().moves[0], Some(report)))));
                }
            }
            Task::Analyse { question, with: Some((name, side)) } => {
                let seed = self.setup.seed;
                let opponent = self.opponent(name, seed)?;
                let mut report = |report: &Report| emit(Event::Report(report.clone()));
                let analysed = opponent.analyse(question, *side, clock, control, &mut report)?;
                analysed.map(found).into_iter().for_each(|found| emit(Event::Analysed(found)));
            }
            Task::Choose { question, side, player, seed } => {
                let opponent = self.opponent(player, *seed)?;
                let mut report = |report: &Report| emit(Event::Report(report.clone()));
                let chosen = opponent.choose(question, *side, clock, control, &mut report)?;
                chosen.map(found).into_iter().for_each(|found| emit(Event::Chosen(found)));
            }
            Task::Review { record } => {
                let mut moves = Vec::new();
                for played in review::played_moves(&record.game) {
                    match self.review_move(&played, record.objective, clock, control, emit)? {
                        Some(reviewed) => moves.push(reviewed),
                        None => break,
                    }
                }
                emit(Event::Reviewed(Review::new(&record.game, record.objective, moves)));
            }
            Task::ReviewMove { played, objective } => {
                self.review_move(played, *objective, clock, control, emit)?;
            }
            Task::Puzzle { spec, seed } => {
                let found = puzzle::find(self.engine()?, *spec, *seed, control);
                let (position, report) = found.ok_or(TaskError::NoPuzzle)?;
                emit(Event::Puzzle { position, objective: spec.objective, report });
            }
        }
        Ok(())
    }

    /// Reviews a move and emits it; `None` if it was stopped.
    fn review_move(
        &self,
        played: &PlayedMove,
        objective: Objective,
        clock: Clock<'_>,
        control: &Control<'_>,
        emit: &mut dyn FnMut(Event),
    ) -> Result<Option<MoveReview>, NoMemory> {
        let report =
            review::judge(&self.setup, &played.position, objective, Effort::FULL, clock, control)?;
        Ok(report.map(|report| {
            let reviewed = MoveReview::judged(played, &report);
            emit(Event::MoveReview(reviewed, report));
            reviewed
        }))
    }

    fn engine(&mut self) -> Result<&Engine, NoMemory> {
        let engine = match self.engine.take() {
            Some(engine) => engine,
            None => self.setup.engine()?.selectivity(SELECTIVITY),
        };
        Ok(self.engine.insert(engine))
    }

    /// The opponent of this name, from the cache if it is there.
    fn opponent(&mut self, name: &Name, seed: u64) -> Result<&mut Opponent, TaskError> {
        let same = |cached: &Cached| (&cached.name, cached.seed) == (name, seed);
        let cached = if let Some(cached) = self.opponent.take().filter(same) {
            cached
        } else {
            let setup = Setup { seed, ..self.setup.clone() };
            let opponent = Opponent::new(name, &setup, &self.guests)?;
            Cached { name: name.clone(), seed, opponent }
        };
        Ok(&mut self.opponent.insert(cached).opponent)
    }
}
