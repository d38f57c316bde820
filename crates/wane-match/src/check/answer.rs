//! [`AgentAnswer`]: what an agent does on one board, with all that is seen of it.

use std::sync::Arc;
use std::time::Duration;

use wane_board::{AnyGame, Move};
use wane_text::Foreign;

use super::Examiner;
use super::boards::ten;
use super::finding::{Finding, FindingPlace, TestBoard};
use super::mistake::{self, Mistake};
use super::subject::Subject;
use crate::Stop;
use crate::agent::AgentProgram;
use crate::contest::CodeLine;
use crate::runtime::AgentRuntime;

/// What an agent does on one board.
#[derive(Clone, Debug)]
pub struct AgentAnswer {
    /// The board that it was asked about, as the game that ends with it.
    pub game: AnyGame,
    /// The move, or what is wrong with the answer.
    pub outcome: Result<Move, Box<Finding>>,
    /// The candidate list of a contest file, as (row, column): the first of them that are pairs of whole numbers.
    pub candidates: Vec<(i64, i64)>,
    /// What `go` returned, as Python shows it.
    pub returned: Option<Foreign>,
    /// How long it took.
    pub taken: Duration,
    /// The line of its code at the limit, if it came to that.
    pub stopped_at: Option<CodeLine>,
    /// Its peak memory, without that of its host, in bytes; `None` if the system does not tell.
    pub memory: Option<u64>,
    /// What it printed, and its exceptions.
    pub log: String,
}

/// A board of the check.
#[derive(Clone, Debug)]
pub struct NumberedBoard {
    /// What is special about it.
    pub board: TestBoard,
    /// The boards that an agent is asked about before it in the same game, and the board itself.
    pub games: Vec<AnyGame>,
}

impl Examiner {
    /// One of the ten boards, from 1.
    #[must_use]
    pub fn board(&self, number: usize) -> Option<NumberedBoard> {
        let boards = ten(self.size);
        let index = boards.iter().position(|board| board.number == number)?;
        let first = boards[..=index].iter().rposition(|board| !board.is_continuation)?;
        let games = boards[first..=index].iter().map(|board| board.game.clone()).collect();
        Some(NumberedBoard { board: boards[index].kind, games })
    }

    /// Asks an agent about boards that follow each other in one game, and shows the answer to the last one, or to the
    /// first that went wrong. `None` if it was stopped.
    ///
    /// # Panics
    ///
    /// Panics if there is no board.
    pub fn ask(
        &self,
        agent: &AgentProgram,
        runtime: &Arc<AgentRuntime>,
        stop: &Stop,
        games: &[AnyGame],
    ) -> Option<AgentAnswer> {
        let mut subject = Subject::new(agent, runtime, stop, self.tolerance);
        subject.keeps_log = true;
        let mut replies = subject.ask_in_turn(games, &mut || {}).ok()?;
        let wrong = replies.iter().position(|reply| reply.outcome.is_err());
        let index = wrong.or(replies.len().checked_sub(1)).expect("there is a board");
        let reply = replies.swap_remove(index);
        let chosen = reply.reported.chosen.clone();
        let taken = subject.measured.times.get(index).map_or(reply.taken, |timed| timed.taken);
        let answer = reply.outcome.as_ref().ok().copied();
        let outcome = match Mistake::of(reply, FindingPlace::Asked, &games[index]) {
            Some(mistake) => Err(Box::new(mistake::findings(&[mistake]).remove(0).1)),
            None => Ok(answer.expect("nothing is wrong with it")),
        };
        Some(AgentAnswer {
            game: games[index].clone(),
            outcome,
            candidates: chosen.as_ref().map_or_else(Vec::new, |chosen| chosen.listed.clone()),
            returned: chosen.as_ref().and_then(|chosen| chosen.returned.clone()),
            taken,
            stopped_at: chosen.and_then(|chosen| chosen.stopped_at),
            memory: subject.measured.memory,
            log: subject.measured.log,
        })
    }
}
