//! Exact scores by plain minimax and alpha-beta, to test the real search against. They share only
//! the rules and the objective with it: no table, no stability, no other shortcut.

use wane_board::{Board, Objective, Score};

/// The score by minimax over the whole game tree. Feasible for about nine empty squares.
#[must_use]
pub fn minimax<const N: usize>(board: &Board<N>, objective: Objective) -> Score {
    let moves = board.legal_moves();
    if moves.is_empty() {
        return value_without_move(board, objective, |passed| minimax(passed, objective));
    }
    let values = moves.into_iter().map(|square| {
        let mut child = *board;
        child.play_flips(square, board.flips(square));
        -minimax(&child, objective)
    });
    values.max().expect("there is a move")
}

/// The score by alpha-beta, with the moves that leave the fewest replies first, for positions that
/// are too large for [`minimax`]. Feasible for about 16 empty squares.
#[must_use]
pub fn alpha_beta<const N: usize>(board: &Board<N>, objective: Objective) -> Score {
    let all = Board::<N>::SQUARES.len().cast_signed();
    within(board, objective, Score::new(-all), Score::new(all))
}

fn within<const N: usize>(
    board: &Board<N>,
    objective: Objective,
    mut alpha: Score,
    beta: Score,
) -> Score {
    let moves = board.legal_moves();
    if moves.is_empty() {
        return value_without_move(board, objective, |passed| {
            within(passed, objective, -beta, -alpha)
        });
    }
    let mut children: Vec<_> = moves
        .into_iter()
        .map(|square| {
            let mut child = *board;
            child.play_flips(square, board.flips(square));
            (child.legal_moves().len(), child)
        })
        .collect();
    if board.empties().len() > 4 {
        children.sort_by_key(|&(replies, _)| replies);
    }
    let mut best = Score::new(i32::MIN + 1);
    for (_, child) in children {
        best = best.max(-within(&child, objective, -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

fn value_without_move<const N: usize>(
    board: &Board<N>,
    objective: Objective,
    value: impl FnOnce(&Board<N>) -> Score,
) -> Score {
    let passed = board.passed();
    if passed.legal_moves().is_empty() { board.final_score(objective) } else { -value(&passed) }
}
