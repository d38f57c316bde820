//! [`Rest`]: the moves of a node behind the first one, which are only asked whether they beat the
//! window, by one thread or by all that have time.
//!
//! What a move is worth that does is for the thread whose node it is.

use std::mem;
use std::ops::Range;

use wane_board::{Backend, Task};
use wane_eval::Evaluator;

use super::question::{NonPv, Question, Remaining};
use super::searcher::{Here, Searcher};
use crate::candidate::Candidate;
use crate::team::{Best, Found, Split};

/// The least depth of a node whose moves are shared with other threads.
const SHARE_FROM: u32 = 6;

/// Moves that are still to be asked.
pub(crate) enum Rest {
    /// These places of the worker's candidates.
    Alone(Range<usize>),
    /// These moves, in their order.
    Shared(Vec<Candidate>),
}

impl Rest {
    /// The candidates behind the one at `first`, in a node of so much depth.
    #[inline(always)]
    pub(crate) fn behind<const N: usize, E: Evaluator<N>>(
        searcher: &mut Searcher<'_, N, E>,
        first: usize,
        depth: u32,
    ) -> Self {
        if searcher.team.is_none() || depth < SHARE_FROM {
            return Self::Alone(first + 1..searcher.worker.candidates.len());
        }
        let mut moves = searcher.worker.candidates.split_off(first + 1);
        moves.sort_by_key(|candidate| candidate.rank);
        Self::Shared(moves)
    }

    /// The first of the moves that is found to beat `alpha`, with its value, which may be less than it
    /// is worth. It and those before it, which do not, are gone from then on; of the latter, the best
    /// counts for `best`.
    #[inline(always)]
    pub(crate) fn first_to_beat<const N: usize, E: Evaluator<N>, B: Backend>(
        &mut self,
        searcher: &mut Searcher<'_, N, E>,
        backend: B,
        here: &Here<N, E>,
        question: Question,
        best: &mut Best,
    ) -> Option<(Candidate, i32)> {
        match self {
            Self::Alone(places) => {
                for next in places {
                    let candidate = searcher.worker.next_candidate(next);
                    let child = searcher.child(here, &candidate);
                    let (question, mut line) = (question.null_below(), Vec::new());
                    let value = -searcher.search(backend, NonPv, &child, question, &mut line);
                    if value > -question.beta {
                        return Some((candidate, value));
                    }
                    best.update(value, &candidate);
                }
                None
            }
            Self::Shared(moves) => first_of_shared(searcher, backend, here, question, moves, best),
        }
    }
}

/// [`Rest::first_to_beat`] for moves that others help with.
#[inline(always)]
fn first_of_shared<const N: usize, E: Evaluator<N>, B: Backend>(
    searcher: &mut Searcher<'_, N, E>,
    backend: B,
    here: &Here<N, E>,
    Question { alpha, depth, .. }: Question,
    moves: &mut Vec<Candidate>,
    best: &mut Best,
) -> Option<(Candidate, i32)> {
    let team = searcher.team.filter(|_| !moves.is_empty())?;
    let ahead = Remaining { depth, trials: searcher.trials };
    let split = Split::new(searcher.worker.branch(), here.board, alpha, ahead, moves.clone());
    let found =
        team.share(split, |split, candidate| search_job(searcher, backend, split, candidate));
    searcher.worker.add_helper_cost(found.helper_cost);
    if found.best.score <= alpha {
        *best = best.or(found.best);
        return None;
    }
    moves.retain(|candidate| (found.settled & candidate.square).is_empty());
    let is_best = |candidate: &Candidate| candidate.square.first() == found.best.square;
    let index = moves.iter().position(is_best)?;
    Some((moves.remove(index), found.best.score))
}

/// Searches a move of a split.
#[inline(always)]
fn search_job<const N: usize, E: Evaluator<N>, B: Backend>(
    searcher: &mut Searcher<'_, N, E>,
    backend: B,
    split: &Split<N, Remaining>,
    candidate: &Candidate,
) -> Found {
    let Remaining { depth, trials } = split.question;
    let here = Here::new(searcher.evaluator, backend, split.board);
    let child = searcher.child(&here, candidate);
    let question = Question { alpha: split.alpha, beta: split.alpha + 1, depth }.below();
    let job = searcher.worker.begin(split);
    let outer = mem::replace(&mut searcher.trials, trials);
    let value = -searcher.search(backend, NonPv, &child, question, &mut Vec::new());
    searcher.trials = outer;
    searcher.worker.end(job, value)
}

/// A thread that works for the one that answers.
pub(crate) struct Helper<'s, const N: usize, E: Evaluator<N>> {
    pub(crate) searcher: Searcher<'s, N, E>,
}

impl<const N: usize, E: Evaluator<N>> Task for Helper<'_, N, E> {
    type Output = ();

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) {
        let Self { mut searcher } = self;
        if let Some(team) = searcher.team {
            team.help(|split, candidate| search_job(&mut searcher, backend, split, candidate));
        }
    }
}
