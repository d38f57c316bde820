//! A node with six or more empty squares, in numbered steps.

use std::ops::Range;

use wane_board::{Backend, Bitboard, Board, Kernel};

use super::proof::{canonical_form, proved};
use crate::candidate::{BestMove, Candidate};
use crate::split::{MoveResult, SplitPoint};
use crate::table::TableKey;
use crate::worker::{Shared, Worker};

/// The fewest empty squares of a node with enhanced transposition cutoffs: below, the children are
/// not in the table.
const ETC_FROM: u32 = 7;

/// The fewest empty squares of a node that checks for cancellation. A smaller subtree takes less
/// than a millisecond.
const CHECK_FROM: u32 = 9;

/// The fewest empty squares of a split point.
const SPLIT_FROM: u32 = 10;

/// The moves that are searched before a node becomes a split point: if one of them cuts off, the
/// work of helpers on the others would be wasted.
const SEQUENTIAL_MOVES: usize = 2;

/// A position with six or more empty squares, and its legal moves.
pub(super) struct Node<'w, 's, const N: usize> {
    pub(super) worker: &'w mut Worker<'s, N>,
    pub(super) board: Board<N>,
    pub(super) moves: Bitboard,
    pub(super) alpha: i32,
}

impl<const N: usize> Kernel for Node<'_, '_, N> {
    type Output = i32;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> i32 {
        let Self { worker, mut board, mut moves, alpha } = self;
        if let Some((image, symmetry)) = canonical_form(&board) {
            (board, moves) = (image, symmetry.apply_to_set::<N>(moves));
        }
        let shared = worker.shared;
        let empties = board.empties().len();
        let cost_before = worker.cost();
        worker.nodes += 1;

        // Step 1. Cancellation. The caller ignores the returned value.
        if empties >= CHECK_FROM {
            worker.publish_nodes_if_due();
            if worker.is_cancelled() {
                return alpha;
            }
        }

        // Step 2. Transposition table. A bound may cut off; otherwise its move is searched first.
        let key = shared.proof_key(&board);
        let known = shared.table.probe(key);
        if let Some(bound) = known.and_then(|entry| entry.cutoff(alpha, alpha + 1)) {
            return bound;
        }

        // Step 3. Move generation and ordering. The entries of the children are prefetched
        // meanwhile.
        let first = worker.candidates.len();
        Candidate::list(backend, &board, moves, &mut worker.candidates);
        if empties >= ETC_FROM {
            for candidate in &worker.candidates[first..] {
                shared.table.prefetch(child_key(shared, &board, candidate));
            }
        }
        worker.rank(backend, &board, first, known.and_then(|entry| entry.best));

        // Step 4. Enhanced transposition cutoff: the entry of a child may refute this node.
        if empties >= ETC_FROM
            && let Some(BestMove { score, square }) = etc_cutoff(worker, &board, first, alpha)
        {
            worker.candidates.truncate(first);
            shared.table.store(key, proved(alpha, score, square), 1);
            return score;
        }

        // Step 5. Search of the moves, the later ones in parallel.
        let BestMove { score, square } = if empties >= SPLIT_FROM && shared.split_pool.has_helpers()
        {
            search_parallel(worker, backend, &board, first, alpha)
        } else {
            let all = first..worker.candidates.len();
            search_sequential(worker, backend, &board, all, alpha)
        };
        worker.candidates.truncate(first);

        // Step 6. Store the result, unless the search was cancelled.
        if empties >= CHECK_FROM && worker.is_cancelled() {
            return alpha;
        }
        let cost = worker.cost() - cost_before;
        let entry = proved(alpha, score, square);
        shared.table.store(key, entry, cost);
        if cost >= shared.proof_nodes {
            shared.report_proof(&board, entry, cost);
        }
        score
    }
}

/// The key of the proved bounds of a child.
#[inline(always)]
fn child_key<const N: usize>(
    shared: &Shared<'_, N>,
    board: &Board<N>,
    candidate: &Candidate,
) -> TableKey {
    let child = candidate.child(board);
    shared.proof_key(&canonical_form(&child).map_or(child, |(image, _)| image))
}

/// The first candidate from `first` on whose entry proves a cutoff.
#[inline(always)]
fn etc_cutoff<const N: usize>(
    worker: &Worker<'_, N>,
    board: &Board<N>,
    first: usize,
    alpha: i32,
) -> Option<BestMove> {
    let shared = worker.shared;
    for candidate in &worker.candidates[first..] {
        let known = shared.table.probe(child_key(shared, board, candidate));
        let score = known.map_or(i32::MIN, |below| -below.upper);
        if score > alpha {
            return Some(BestMove { score, square: candidate.square.first() });
        }
    }
    None
}

/// Searches as many candidates as `range` is long, lowest rank first.
#[inline(always)]
fn search_sequential<const N: usize, B: Backend>(
    worker: &mut Worker<'_, N>,
    backend: B,
    board: &Board<N>,
    range: Range<usize>,
    alpha: i32,
) -> BestMove {
    let mut best = BestMove::NONE;
    for next in range {
        let candidate = worker.next_candidate(next);
        let child = candidate.child(board);
        let score = -worker.null_window_search(backend, child, candidate.replies, -alpha - 1);
        best.update(score, &candidate);
        if score > alpha {
            break;
        }
    }
    best
}

/// Searches the first candidates on this thread and the others at a split point.
#[inline(always)]
fn search_parallel<const N: usize, B: Backend>(
    worker: &mut Worker<'_, N>,
    backend: B,
    board: &Board<N>,
    first: usize,
    alpha: i32,
) -> BestMove {
    let split_pool = &worker.shared.split_pool;
    let sequential_end = worker.candidates.len().min(first + SEQUENTIAL_MOVES);
    let best = search_sequential(worker, backend, board, first..sequential_end, alpha);
    if best.score > alpha {
        return best;
    }
    let mut others = worker.candidates.split_off(sequential_end);
    if others.is_empty() || worker.is_cancelled() {
        return best;
    }
    others.sort_by_key(|candidate| candidate.rank);
    let split = SplitPoint::new(worker.branch(), *board, alpha, (), others);
    let result = split_pool.search_split(split, |split, candidate| {
        search_split_move(worker, backend, split, candidate)
    });
    worker.add_helper_nodes(result.helper_nodes);
    best.or(result.best)
}

/// Searches a move of a split point.
#[inline(always)]
fn search_split_move<const N: usize, B: Backend>(
    worker: &mut Worker<'_, N>,
    backend: B,
    split: &SplitPoint<N, ()>,
    candidate: &Candidate,
) -> MoveResult {
    let child = candidate.child(&split.board);
    let job = worker.enter_split(split);
    let score = -worker.null_window_search(backend, child, candidate.replies, -split.alpha - 1);
    worker.leave_split(job, score)
}

/// The task of a helper thread.
pub(crate) struct Helper<'s, const N: usize> {
    pub(crate) worker: Worker<'s, N>,
}

impl<const N: usize> Kernel for Helper<'_, N> {
    type Output = ();

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) {
        let Self { mut worker } = self;
        let split_pool = &worker.shared.split_pool;
        split_pool
            .help(|split, candidate| search_split_move(&mut worker, backend, split, candidate));
    }
}
