//! The last four empty squares. Nearly all nodes are here, so there is no move ordering and no
//! table, and the last square is counted instead of played.
//!
//! Every kernel is a null-window search like [`Worker::null_window_search`].

use wane_board::{Backend, Bitboard, Board, Kernel, Square};

use crate::worker::Worker;

/// No legal move: below every score, and never equal to a negated one.
const NO_MOVE: i32 = -1000;

/// A position with four empty squares, and its legal moves.
pub(super) struct Four<'w, 's, const N: usize> {
    pub(super) worker: &'w mut Worker<'s, N>,
    pub(super) board: Board<N>,
    pub(super) moves: Bitboard,
    pub(super) alpha: i32,
}

impl<const N: usize> Kernel for Four<'_, '_, N> {
    type Output = i32;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> i32 {
        let Self { worker, board, moves, alpha } = self;
        worker.nodes += 1;
        let mut best = NO_MOVE;
        for square in moves {
            let mut child = board;
            child.play_flips(square, backend.flips(square, board.own(), board.opp()));
            let score = -backend.enter(Few::<N, 3> { worker, board: child, alpha: -alpha - 1 });
            if score > alpha {
                return score;
            }
            best = best.max(score);
        }
        best
    }
}

/// At most three empty squares, at the root or on the principal variation. [`Four`] calls [`Few`]
/// directly.
pub(super) struct UpToThree<'w, 's, const N: usize> {
    pub(super) worker: &'w mut Worker<'s, N>,
    pub(super) board: Board<N>,
    pub(super) alpha: i32,
}

impl<const N: usize> Kernel for UpToThree<'_, '_, N> {
    type Output = i32;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> i32 {
        let Self { worker, board, alpha } = self;
        match (board.empties().len(), board.empties().first()) {
            (3, _) => backend.enter(Few::<N, 3> { worker, board, alpha }),
            (2, _) => backend.enter(Few::<N, 2> { worker, board, alpha }),
            (1, Some(square)) => one(worker, backend, board.own(), square),
            _ => board.final_score(worker.objective).discs(),
        }
    }
}

/// Two or three empty squares.
struct Few<'w, 's, const N: usize, const EMPTIES: usize> {
    worker: &'w mut Worker<'s, N>,
    board: Board<N>,
    alpha: i32,
}

impl<const N: usize, const EMPTIES: usize> Kernel for Few<'_, '_, N, EMPTIES> {
    type Output = i32;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> i32 {
        let Self { worker, board, alpha } = self;
        worker.nodes += 1;
        let score = moves::<N, EMPTIES, B>(worker, backend, &board, alpha);
        if score != NO_MOVE {
            return score;
        }
        let score = moves::<N, EMPTIES, B>(worker, backend, &board.passed(), -alpha - 1);
        if score != NO_MOVE {
            return -score;
        }
        board.final_score(worker.objective).discs()
    }
}

#[inline(always)]
fn moves<const N: usize, const EMPTIES: usize, B: Backend>(
    worker: &mut Worker<'_, N>,
    backend: B,
    board: &Board<N>,
    alpha: i32,
) -> i32 {
    match EMPTIES {
        3 => three_moves(worker, backend, board, alpha),
        2 => two_moves(worker, backend, board, alpha),
        _ => unreachable!("`Few` has two or three empty squares"),
    }
}

#[inline(always)]
fn three_moves<const N: usize, B: Backend>(
    worker: &mut Worker<'_, N>,
    backend: B,
    board: &Board<N>,
    alpha: i32,
) -> i32 {
    let mut best = NO_MOVE;
    for square in board.empties() {
        let flips = backend.flips(square, board.own(), board.opp());
        if !flips.is_empty() {
            let mut child = *board;
            child.play_flips(square, flips);
            let score = -backend.enter(Few::<N, 2> { worker, board: child, alpha: -alpha - 1 });
            if score > alpha {
                return score;
            }
            best = best.max(score);
        }
    }
    best
}

#[inline(always)]
fn two_moves<const N: usize, B: Backend>(
    worker: &mut Worker<'_, N>,
    backend: B,
    board: &Board<N>,
    alpha: i32,
) -> i32 {
    let (own, opp) = (board.own(), board.opp());
    let (Some(a), Some(b)) = (board.empties().first(), board.empties().last()) else {
        unreachable!("two squares are empty");
    };
    let mut best = NO_MOVE;
    let flips = backend.flips(a, own, opp);
    if !flips.is_empty() {
        best = -one(worker, backend, opp - flips, b);
        if best > alpha {
            return best;
        }
    }
    let flips = backend.flips(b, own, opp);
    if !flips.is_empty() {
        best = best.max(-one(worker, backend, opp - flips, a));
    }
    best
}

/// The score with one empty square. All other squares that are not `own` are the opponent's.
#[inline(always)]
fn one<const N: usize, B: Backend>(
    worker: &mut Worker<'_, N>,
    backend: B,
    own: Bitboard,
    square: Square,
) -> i32 {
    worker.nodes += 1;
    let objective = worker.objective;
    let all = Board::<N>::SQUARES.len();
    let full = |own: u32| objective.final_score(own, all - own, 0).discs();
    let discs = own.len();
    let gain = backend.last_flips(square, own);
    if gain > 0 {
        return full(discs + gain + 1);
    }
    let opp = Board::<N>::SQUARES - own - square.bitboard();
    let loss = backend.last_flips(square, opp);
    if loss > 0 {
        full(discs - loss)
    } else {
        objective.final_score(discs, all - 1 - discs, 1).discs()
    }
}
