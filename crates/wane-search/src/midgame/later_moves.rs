//! [`LaterMoves`]: the null-window searches of the moves after the first one, on one thread or at a
//! split point.
//!
//! The thread that owns the node searches a move again that beats alpha.

use std::mem;
use std::ops::Range;

use wane_board::{Backend, Kernel};
use wane_eval::Evaluator;

use super::searcher::{SearchPosition, Searcher};
use super::window::{NodeWindow, NonPv, SplitParams};
use crate::candidate::{BestMove, Candidate};
use crate::split::{MoveResult, SplitPoint};

/// The least depth of a split point.
const SPLIT_FROM: u32 = 6;

/// The moves that are still to be searched.
pub(crate) enum LaterMoves {
    /// On one thread: a range of the worker's candidates.
    Sequential(Range<usize>),
    /// At a split point: the moves in their order.
    Parallel(Vec<Candidate>),
}

impl LaterMoves {
    /// The candidates after the one at `first`, in a node of this depth.
    #[inline(always)]
    pub(crate) fn after<const N: usize, E: Evaluator<N>>(
        searcher: &mut Searcher<'_, N, E>,
        first: usize,
        depth: u32,
    ) -> Self {
        if searcher.split_pool.is_none() || depth < SPLIT_FROM {
            return Self::Sequential(first + 1..searcher.worker.candidates.len());
        }
        let mut moves = searcher.worker.candidates.split_off(first + 1);
        moves.sort_by_key(|candidate| candidate.rank);
        Self::Parallel(moves)
    }

    /// Searches until a move beats `alpha` and returns it with a lower bound of its value. Searched
    /// moves are removed; those that fail low update `best`.
    #[inline(always)]
    pub(crate) fn next_above_alpha<const N: usize, E: Evaluator<N>, B: Backend>(
        &mut self,
        searcher: &mut Searcher<'_, N, E>,
        backend: B,
        position: &SearchPosition<N, E>,
        window: NodeWindow,
        best: &mut BestMove,
    ) -> Option<(Candidate, i32)> {
        match self {
            Self::Sequential(range) => {
                for next in range {
                    let candidate = searcher.worker.next_candidate(next);
                    let child = searcher.child(position, &candidate);
                    let (window, mut pv) = (window.null_for_child(), Vec::new());
                    let value = -searcher.search(backend, NonPv, &child, window, &mut pv);
                    if value > -window.beta {
                        return Some((candidate, value));
                    }
                    best.update(value, &candidate);
                }
                None
            }
            Self::Parallel(moves) => {
                next_of_parallel(searcher, backend, position, window, moves, best)
            }
        }
    }
}

/// [`LaterMoves::next_above_alpha`] at a split point.
#[inline(always)]
fn next_of_parallel<const N: usize, E: Evaluator<N>, B: Backend>(
    searcher: &mut Searcher<'_, N, E>,
    backend: B,
    position: &SearchPosition<N, E>,
    NodeWindow { alpha, depth, .. }: NodeWindow,
    moves: &mut Vec<Candidate>,
    best: &mut BestMove,
) -> Option<(Candidate, i32)> {
    let split_pool = searcher.split_pool.filter(|_| !moves.is_empty())?;
    let params = SplitParams { depth, trials: searcher.trials };
    let split =
        SplitPoint::new(searcher.worker.branch(), position.board, alpha, params, moves.clone());
    let result = split_pool.search_split(split, |split, candidate| {
        search_split_move(searcher, backend, split, candidate)
    });
    searcher.worker.add_helper_nodes(result.helper_nodes);
    if result.best.score <= alpha {
        *best = best.or(result.best);
        return None;
    }
    moves.retain(|candidate| (result.failed_low & candidate.square).is_empty());
    let is_best = |candidate: &Candidate| candidate.square.first() == result.best.square;
    let index = moves.iter().position(is_best)?;
    Some((moves.remove(index), result.best.score))
}

/// Searches a move of a split point.
#[inline(always)]
fn search_split_move<const N: usize, E: Evaluator<N>, B: Backend>(
    searcher: &mut Searcher<'_, N, E>,
    backend: B,
    split: &SplitPoint<N, SplitParams>,
    candidate: &Candidate,
) -> MoveResult {
    let SplitParams { depth, trials } = split.params;
    let position = SearchPosition::new(searcher.evaluator, backend, split.board);
    let child = searcher.child(&position, candidate);
    let window = NodeWindow { alpha: split.alpha, beta: split.alpha + 1, depth }.for_child();
    let job = searcher.worker.enter_split(split);
    let outer = mem::replace(&mut searcher.trials, trials);
    let value = -searcher.search(backend, NonPv, &child, window, &mut Vec::new());
    searcher.trials = outer;
    searcher.worker.leave_split(job, value)
}

/// The task of a helper thread.
pub(crate) struct Helper<'s, const N: usize, E: Evaluator<N>> {
    pub(crate) searcher: Searcher<'s, N, E>,
}

impl<const N: usize, E: Evaluator<N>> Kernel for Helper<'_, N, E> {
    type Output = ();

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) {
        let Self { mut searcher } = self;
        if let Some(split_pool) = searcher.split_pool {
            split_pool.help(|split, candidate| {
                search_split_move(&mut searcher, backend, split, candidate)
            });
        }
    }
}
