//! [`Thinker`]: who does the thinking of a game: the opponent, and an engine for hints and the bar.

use std::time::Duration;

use anyhow::Result;
use wane_board::{Move, Square};
use wane_eval::Value;
use wane_search::{Budget, Clock, Control, Engine, Limits, Question, Report};
use wane_service::analyse;
use wane_service::opponent::{Name, Opponent, Setup};

/// What there is to think about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Task {
    pub(crate) ticket: Ticket,
    pub(crate) question: Question,
}

/// What an answer is an answer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ticket {
    pub(crate) turn: u64,
    pub(crate) job: Job,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Job {
    /// The move of this opponent.
    Move(Name),
    /// The values of all moves.
    Hint,
    /// What the position is worth.
    Judge,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// What is known so far.
    Report(Report),
    /// The opponent's move, and what it thinks of it if it tells.
    Chosen(Square, Option<Value>),
    /// There is no more to come.
    Done,
}

/// How long the engine thinks for the player.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Help {
    pub(crate) hint: Limits,
    pub(crate) judge: Limits,
}

impl Default for Help {
    fn default() -> Self {
        let seconds = |seconds| Limits {
            time: Some(Budget::exactly(Duration::from_secs(seconds))),
            ..Limits::default()
        };
        Self { hint: seconds(3), judge: seconds(1) }
    }
}

/// Who thinks.
pub(crate) struct Thinker {
    setup: Setup,
    help: Help,
    engine: Engine,
    opponent: Option<(Name, Opponent)>,
}

impl Thinker {
    pub(crate) fn new(setup: Setup, help: Help) -> Result<Self> {
        let engine = setup.engine()?;
        Ok(Self { setup, help, engine, opponent: None })
    }

    /// Thinks, and tells what comes of it; nothing any more once `control` is stopped.
    pub(crate) fn think(
        &mut self,
        task: &Task,
        clock: Clock<'_>,
        control: &Control<'_>,
        tell: &mut dyn FnMut(Answer),
    ) -> Result<()> {
        let mut tell = |answer| {
            if !control.is_stopped() {
                tell(answer);
            }
        };
        let (limits, lines) = match task.ticket.job {
            Job::Move(name) => {
                let mut report = |report: &Report| tell(Answer::Report(report.clone()));
                let opponent = self.opponent(name)?;
                let chosen = opponent.choose(&task.question, clock, control, &mut report);
                if let Some((Move::Place(square), report)) = chosen {
                    tell(Answer::Chosen(square, report.map(|report| report.best().value)));
                }
                return Ok(());
            }
            Job::Hint => (self.help.hint, usize::MAX),
            Job::Judge => (self.help.judge, 1),
        };
        let question = Question { limits, lines, ..task.question };
        let mut report = |report: &Report| tell(Answer::Report(report.clone()));
        analyse(&self.engine, &question, clock, control, &mut report);
        tell(Answer::Done);
        Ok(())
    }

    /// The opponent of this name; the same as before if it was asked for before.
    fn opponent(&mut self, name: Name) -> Result<&mut Opponent> {
        if self.opponent.as_ref().is_none_or(|(present, _)| *present != name) {
            self.opponent = Some((name, Opponent::new(name, &self.setup)?));
        }
        let (_, opponent) = self.opponent.as_mut().expect("it was put there");
        Ok(opponent)
    }
}
