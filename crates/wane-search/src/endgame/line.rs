//! The line of best play, once the value is known: complete to the end of the game, because every
//! move of it is proved again where the table has forgotten the proof.

use wane_board::{Backend, Board, Move};

use crate::candidate::Candidate;
use crate::worker::Worker;

/// A line from `board` whose final score lies between `lower` and `upper`, which must be true of
/// its value; `None` if the search was stopped.
pub(crate) fn to_the_end<const N: usize, B: Backend>(
    worker: &mut Worker<'_, N>,
    backend: B,
    mut board: Board<N>,
    mut lower: i32,
    mut upper: i32,
) -> Option<Vec<Move>> {
    let mut line = Vec::new();
    while !board.is_game_over() {
        if board.must_pass() {
            line.push(Move::Pass);
            board = board.passed();
        } else {
            let child = keeping(worker, backend, &board, lower)?;
            let square = (board.empties() - child.empties()).first()?;
            line.push(Move::Place(square));
            board = child;
        }
        (lower, upper) = (-upper, -lower);
    }
    (!worker.is_cut()).then_some(line)
}

/// The position after a move that secures `lower`, the likeliest moves tried first.
fn keeping<const N: usize, B: Backend>(
    worker: &mut Worker<'_, N>,
    backend: B,
    board: &Board<N>,
    lower: i32,
) -> Option<Board<N>> {
    let known = worker.shared.known_move(board);
    let first = worker.candidates.len();
    let moves = board.legal_moves_by(backend);
    Candidate::list(backend, board, moves, &mut worker.candidates);
    worker.rank(backend, board, first, known);
    let mut candidates = worker.candidates.split_off(first);
    candidates.sort_by_key(|candidate| candidate.rank);
    if lower <= -Board::<N>::SQUARES.len().cast_signed() {
        // Nothing to secure: the opponent is the one who proves something.
        return candidates.first().map(|candidate| candidate.child(board));
    }
    candidates.iter().find_map(|candidate| {
        let child = candidate.child(board);
        let score = -worker.null_window_search(backend, child, candidate.replies, -lower);
        (score >= lower || worker.is_cut()).then_some(child)
    })
}
