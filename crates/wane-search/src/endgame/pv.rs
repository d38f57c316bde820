//! The principal variation of a solved position, complete to the end of the game: each move is
//! searched again where its proof is no longer in the table.

use wane_board::{Backend, Board, Move};

use crate::candidate::Candidate;
use crate::worker::Worker;

/// A line from `board` whose final score is between `lower` and `upper`, which must be bounds of
/// its value; `None` if the search was stopped.
pub(crate) fn principal_variation<const N: usize, B: Backend>(
    worker: &mut Worker<'_, N>,
    backend: B,
    mut board: Board<N>,
    mut lower: i32,
    mut upper: i32,
) -> Option<Vec<Move>> {
    let mut pv = Vec::new();
    while !board.is_game_over() {
        if board.must_pass() {
            pv.push(Move::Pass);
            board = board.passed();
        } else {
            let child = best_child(worker, backend, &board, lower)?;
            let square = (board.empties() - child.empties()).first()?;
            pv.push(Move::Place(square));
            board = child;
        }
        (lower, upper) = (-upper, -lower);
    }
    (!worker.is_cancelled()).then_some(pv)
}

/// The child of a move with a score of at least `lower`.
fn best_child<const N: usize, B: Backend>(
    worker: &mut Worker<'_, N>,
    backend: B,
    board: &Board<N>,
    lower: i32,
) -> Option<Board<N>> {
    let table_move = worker.shared.table_move(board);
    let first = worker.candidates.len();
    let moves = board.legal_moves_by(backend);
    Candidate::list(backend, board, moves, &mut worker.candidates);
    worker.rank(backend, board, first, table_move);
    let mut candidates = worker.candidates.split_off(first);
    candidates.sort_by_key(|candidate| candidate.rank);
    if lower <= -Board::<N>::SQUARES.len().cast_signed() {
        // Every move reaches this bound.
        return candidates.first().map(|candidate| candidate.child(board));
    }
    candidates.iter().find_map(|candidate| {
        let child = candidate.child(board);
        let score = -worker.null_window_search(backend, child, candidate.replies, -lower);
        (score >= lower || worker.is_cancelled()).then_some(child)
    })
}
