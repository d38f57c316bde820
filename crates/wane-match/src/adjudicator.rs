//! [`Adjudicator`]: a program that solves late positions, so that a game need not be played to its end.
//!
//! It is optional, and another process: a referee has no search, and must not share a bug with a player.
//! One line is a question, one line the answer:
//!
//! ```text
//! referee                                                                   adjudicator
//! anti --XO…-- X                                                            score -4
//! ```
//!
//! The question is the variant, the board and the side to move; the answer is the exact score for that side, or
//! `unknown`.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use wane_board::{AnyPosition, Colour, Objective, Score};
use wane_formats::{board_text, variant_name};

use crate::Stop;
use crate::process::Process;
use crate::stopwatch::Deadline;

/// How long an answer may take.
const MAX_TIME: Duration = Duration::from_mins(1);

/// How an adjudicator is started, and when it is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdjudicatorProgram {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// It is asked as soon as no more than this number of squares is empty.
    pub empties: u32,
}

/// An adjudicator, and its process once it runs.
#[derive(Debug)]
pub struct Adjudicator {
    program: AdjudicatorProgram,
    process: Option<Process>,
    stop: Stop,
}

impl Adjudicator {
    /// An adjudicator that is not started yet.
    #[must_use]
    pub fn new(program: &AdjudicatorProgram, stop: &Stop) -> Self {
        Self { program: program.clone(), process: None, stop: stop.clone() }
    }

    /// Whether it runs this program.
    pub(crate) fn runs(&self, program: &AdjudicatorProgram) -> bool {
        self.program == *program
    }

    /// The score of a position for its side to move, if it is late enough in the game and the adjudicator
    /// knows. After a failure the process is started again the next time; the game continues.
    pub(crate) fn score(&mut self, position: &AnyPosition, objective: Objective) -> Option<Score> {
        let discs = position.discs(Colour::Black) | position.discs(Colour::White);
        let empties = (position.board().size().squares() - discs).len();
        if empties > self.program.empties {
            return None;
        }
        if self.process.is_none() {
            let mut command = Command::new(&self.program.program);
            command.args(&self.program.args);
            self.process = Process::start(command.into(), None, &self.stop).ok();
        }
        let process = self.process.as_mut()?;
        let (variant, board) = (variant_name(objective), board_text::write(position));
        process.send(format!("{variant} {board}"));
        let Ok(line) = process.receive(&Deadline::within(MAX_TIME)) else {
            self.process = None;
            return None;
        };
        let score: i32 = line.strip_prefix("score ")?.parse().ok()?;
        let all = i32::try_from(position.board().size().squares().len()).ok()?;
        (-all..=all).contains(&score).then(|| Score::new(score))
    }
}
