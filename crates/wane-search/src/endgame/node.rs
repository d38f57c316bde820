//! A node of the tall part of the tree: looked up, sorted, searched and stored, in numbered steps.

use std::ops::Range;

use wane_board::{Backend, Bitboard, Board, Task};

use super::proof::{proved, standing};
use crate::candidate::Candidate;
use crate::table::Place;
use crate::team::{Best, Found, Split};
use crate::worker::{Shared, Worker};

/// The fewest empty squares of a node that looks up all its children before it searches one: below,
/// the children are not in the table.
const LOOK_AHEAD_FROM: u32 = 7;

/// The fewest empty squares of a node that asks whether its answer is still wanted. A subtree below
/// takes less than a millisecond.
const CHECK_FROM: u32 = 9;

/// The fewest empty squares of a node whose moves are shared with other threads.
const SPLIT_FROM: u32 = 10;

/// The moves of such a node that are searched before others may help: if one of them beats the window,
/// help with the rest was for nothing.
const ELDERS: usize = 2;

/// Six empty squares or more, and the moves among them.
pub(super) struct Node<'w, 's, const N: usize> {
    pub(super) worker: &'w mut Worker<'s, N>,
    pub(super) board: Board<N>,
    pub(super) moves: Bitboard,
    pub(super) alpha: i32,
}

impl<const N: usize> Task for Node<'_, '_, N> {
    type Output = i32;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> i32 {
        let Self { worker, mut board, mut moves, alpha } = self;
        if let Some((image, symmetry)) = standing(&board) {
            (board, moves) = (image, symmetry.apply_to_set::<N>(moves));
        }
        let shared = worker.shared;
        let empties = board.empties().len();
        let cost_before = worker.cost();
        worker.nodes += 1;

        // Step 1. Stop. Whatever is returned now, nobody looks at it.
        if empties >= CHECK_FROM {
            worker.publish_nodes_at_times();
            if worker.is_cut() {
                return alpha;
            }
        }

        // Step 2. Table. A proved bound may answer at once; if not, its move is tried first.
        let place = shared.place(&board);
        let known = shared.table.probe(place);
        if let Some(bound) = known.and_then(|entry| entry.cutoff(alpha, alpha + 1)) {
            return bound;
        }

        // Step 3. Moves, with their ranks; meanwhile the memory fetches what is known of them.
        let first = worker.candidates.len();
        Candidate::list(backend, &board, moves, &mut worker.candidates);
        if empties >= LOOK_AHEAD_FROM {
            for candidate in &worker.candidates[first..] {
                shared.table.prefetch(place_below(shared, &board, candidate));
            }
        }
        worker.rank(backend, &board, first, known.and_then(|entry| entry.best));

        // Step 4. Enhanced transposition cut-off: a child may be known to be bad for the opponent.
        if empties >= LOOK_AHEAD_FROM
            && let Some(Best { score, square }) = refuting(worker, &board, first, alpha)
        {
            worker.candidates.truncate(first);
            shared.table.store(place, proved(alpha, score, square), 1);
            return score;
        }

        // Step 5. The moves in their order, the later ones together with other threads.
        let Best { score, square } = if empties >= SPLIT_FROM && shared.team.has_helpers() {
            search_shared(worker, backend, &board, first, alpha)
        } else {
            let all = first..worker.candidates.len();
            search_alone(worker, backend, &board, all, alpha)
        };
        worker.candidates.truncate(first);

        // Step 6. Store, unless the search below was given up.
        if empties >= CHECK_FROM && worker.is_cut() {
            return alpha;
        }
        let cost = worker.cost() - cost_before;
        let entry = proved(alpha, score, square);
        shared.table.store(place, entry, cost);
        if cost >= shared.proof_nodes {
            shared.report_proof(&board, entry, cost);
        }
        score
    }
}

/// Where the position after a move belongs in the table.
#[inline(always)]
fn place_below<const N: usize>(
    shared: &Shared<'_, N>,
    board: &Board<N>,
    candidate: &Candidate,
) -> Place {
    let child = candidate.child(board);
    shared.place(&standing(&child).map_or(child, |(image, _)| image))
}

/// The first of the candidates from `first` on that the table knows to beat `alpha`.
#[inline(always)]
fn refuting<const N: usize>(
    worker: &Worker<'_, N>,
    board: &Board<N>,
    first: usize,
    alpha: i32,
) -> Option<Best> {
    let shared = worker.shared;
    for candidate in &worker.candidates[first..] {
        let known = shared.table.probe(place_below(shared, board, candidate));
        let score = known.map_or(i32::MIN, |below| -below.upper);
        if score > alpha {
            return Some(Best { score, square: candidate.square.first() });
        }
    }
    None
}

/// Searches so many of the candidates from the start of the range on, lowest rank first.
#[inline(always)]
fn search_alone<const N: usize, B: Backend>(
    worker: &mut Worker<'_, N>,
    backend: B,
    board: &Board<N>,
    places: Range<usize>,
    alpha: i32,
) -> Best {
    let mut best = Best::NONE;
    for next in places {
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

/// Searches the first candidates alone and the others together with whoever has time.
#[inline(always)]
fn search_shared<const N: usize, B: Backend>(
    worker: &mut Worker<'_, N>,
    backend: B,
    board: &Board<N>,
    first: usize,
    alpha: i32,
) -> Best {
    let team = &worker.shared.team;
    let elders_end = worker.candidates.len().min(first + ELDERS);
    let best = search_alone(worker, backend, board, first..elders_end, alpha);
    if best.score > alpha {
        return best;
    }
    let mut others = worker.candidates.split_off(elders_end);
    if others.is_empty() || worker.is_cut() {
        return best;
    }
    others.sort_by_key(|candidate| candidate.rank);
    let split = Split::new(worker.branch(), *board, alpha, (), others);
    let found = team.share(split, |split, candidate| search_job(worker, backend, split, candidate));
    worker.add_helper_cost(found.helper_cost);
    best.or(found.best)
}

/// Searches a move of a split.
#[inline(always)]
fn search_job<const N: usize, B: Backend>(
    worker: &mut Worker<'_, N>,
    backend: B,
    split: &Split<N, ()>,
    candidate: &Candidate,
) -> Found {
    let child = candidate.child(&split.board);
    let job = worker.begin(split);
    let score = -worker.null_window_search(backend, child, candidate.replies, -split.alpha - 1);
    worker.end(job, score)
}

/// A thread that takes what work it finds.
pub(crate) struct Helper<'s, const N: usize> {
    pub(crate) worker: Worker<'s, N>,
}

impl<const N: usize> Task for Helper<'_, N> {
    type Output = ();

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) {
        let Self { mut worker } = self;
        let team = &worker.shared.team;
        team.help(|split, candidate| search_job(&mut worker, backend, split, candidate));
    }
}
