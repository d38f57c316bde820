//! [`Judge`]: a program that knows how a game will end, so that it need not be played to its end.
//!
//! It is another process, and nobody needs one: a referee has no search, and must not share a bug
//! with a player. One line for each question, one for each answer:
//!
//! ```text
//! referee                                                                   judge
//! anti --XO…-- X                                                            score -4
//! ```
//!
//! The game, the board and its side to move, then the exact score for that side, or `unknown`.

use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use wane_board::{AnyPosition, Colour, Objective, Score};
use wane_formats::{board_text, variant_name};

use crate::Stop;
use crate::process::Process;

/// How long a judge may take.
const LONGEST: Duration = Duration::from_mins(1);

/// How a judge is started, and what it is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgeProgram {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<String>,
    /// It is asked as soon as so many squares are empty.
    pub empties: u32,
}

/// A judge under way.
#[derive(Debug)]
pub struct Judge {
    how: JudgeProgram,
    process: Option<Process>,
    stop: Stop,
}

impl Judge {
    /// A judge that is not started yet.
    #[must_use]
    pub fn new(how: &JudgeProgram, stop: &Stop) -> Self {
        Self { how: how.clone(), process: None, stop: stop.clone() }
    }

    /// Whether this is how it was started.
    pub(crate) fn is_started_by(&self, how: &JudgeProgram) -> bool {
        self.how == *how
    }

    /// The score of a position for its side to move, if it is late enough in the game and the judge
    /// knows. One that fails is started anew the next time, and the game goes on.
    pub(crate) fn score(&mut self, position: &AnyPosition, objective: Objective) -> Option<Score> {
        let discs = position.discs(Colour::Black) | position.discs(Colour::White);
        let empties = (position.board().size().squares() - discs).len();
        if empties > self.how.empties {
            return None;
        }
        if self.process.is_none() {
            let mut command = Command::new(&self.how.program);
            command.args(&self.how.args);
            self.process = Process::start(command, None, &self.stop).ok();
        }
        let process = self.process.as_mut()?;
        let (variant, board) = (variant_name(objective), board_text::write(position));
        process.say(format!("{variant} {board}"));
        let Ok(line) = process.line(Instant::now() + LONGEST) else {
            self.process = None;
            return None;
        };
        let score: i32 = line.strip_prefix("score ")?.parse().ok()?;
        let all = i32::try_from(position.board().size().squares().len()).ok()?;
        (-all..=all).contains(&score).then(|| Score::new(score))
    }
}
