//! The last move to look ahead: every child is judged, nothing is sorted or looked up.

use wane_board::{Backend, Board, LANES, Task};
use wane_eval::{Evaluator, Value};

use super::{Here, Question, Searcher};
use crate::order::Candidate;

/// A node off the principal variation with one move to look ahead.
pub(super) struct LastPly<'w, 's, const N: usize, E: Evaluator<N>> {
    pub(super) searcher: &'w mut Searcher<'s, N, E>,
    pub(super) here: &'w Here<N, E>,
    pub(super) question: Question,
}

impl<const N: usize, E: Evaluator<N>> Task for LastPly<'_, '_, N, E> {
    type Output = i32;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> i32 {
        let Self { searcher, here, question } = self;
        searcher.worker.nodes += 1;
        let (board, mut moves) = (&here.board, here.moves);
        let mut best = i32::MIN;
        while !moves.is_empty() {
            let children = backend.expand(board.own(), board.opp(), moves);
            for lane in 0..(moves.len() as usize).min(LANES) {
                let (square, flips) = (children.squares[lane], children.flips[lane]);
                let replies = children.replies[lane] & Board::<N>::SQUARES;
                let candidate = Candidate { square, flips, replies, rank: 0 };
                let value = -judge(searcher, backend, &searcher.child(here, &candidate));
                searcher.worker.nodes += 1;
                if value > question.alpha {
                    return value;
                }
                best = best.max(value);
            }
            moves = moves.without_first::<LANES>();
        }
        best
    }
}

/// The judgement of a position, also where its side must pass or the game is over.
#[inline(always)]
fn judge<const N: usize, E: Evaluator<N>, B: Backend>(
    searcher: &Searcher<'_, N, E>,
    backend: B,
    here: &Here<N, E>,
) -> i32 {
    let Here { board, moves, features } = here;
    let evaluator = searcher.evaluator;
    if !moves.is_empty() {
        return evaluator.value(backend, board, *moves, features).parts();
    }
    let passed = board.passed();
    let replies = passed.legal_moves_by(backend);
    if replies.is_empty() {
        return Value::from(board.final_score(searcher.worker.objective)).parts();
    }
    -evaluator.value(backend, &passed, replies, &evaluator.push_pass(features)).parts()
}
