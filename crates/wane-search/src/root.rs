//! [`Root`]: the moves of the position that was asked about, searched deeper and deeper.

use std::mem;

use wane_board::{Backend, Bitboard, Board, Move};
use wane_eval::{Evaluator, Value};

use crate::candidate::Candidate;
use crate::midgame::{Here, Pv, Question, Rest, Searcher};
use crate::report::Line;
use crate::team::Best;

/// Half the window around the value that the last depth found, in parts of a disc. Doubled each time
/// the value lies outside.
const ASPIRATION: i32 = 3 * Value::PER_DISC / 2;

/// The least depth that has a value to aspire to.
const ASPIRE_FROM: u32 = 4;

/// A position and its moves, best first.
pub(crate) struct Root<const N: usize, E: Evaluator<N>> {
    here: Here<N, E>,
    moves: Vec<RootMove>,
}

/// A move of the root.
struct RootMove {
    candidate: Candidate,
    /// What the last search that found it best said.
    value: i32,
    /// The moves after it.
    line: Vec<Move>,
}

impl<const N: usize, E: Evaluator<N>> Root<N, E> {
    /// The moves of a position that has some, or those of them that count, sorted by judging the positions after
    /// them.
    pub(crate) fn new<B: Backend>(
        searcher: &mut Searcher<'_, N, E>,
        backend: B,
        board: Board<N>,
        only: Option<Bitboard>,
    ) -> Self {
        let here = Here::new(searcher.evaluator, backend, board);
        let mut candidates = Vec::new();
        Candidate::list(backend, &board, only.unwrap_or(here.moves), &mut candidates);
        let root_move = |candidate| {
            let child = searcher.child(&here, &candidate);
            RootMove { candidate, value: -searcher.judge(backend, &child), line: Vec::new() }
        };
        let mut moves: Vec<RootMove> = candidates.into_iter().map(root_move).collect();
        moves.sort_by_key(|root_move| -root_move.value);
        Self { here, moves }
    }

    /// The first moves and what follows them.
    pub(crate) fn lines(&self, count: usize) -> Vec<Line> {
        let line = |root_move: &RootMove| {
            let first = root_move.candidate.square.first().map(Move::Place);
            let moves = first.into_iter().chain(root_move.line.iter().copied()).collect();
            Line { value: Value::new(root_move.value), moves }
        };
        self.moves.iter().take(count).map(line).collect()
    }

    /// What the best move is worth.
    pub(crate) fn best_value(&self) -> Value {
        Value::new(self.moves[0].value)
    }

    /// Finds the best moves when looking so far ahead; fewer if the search was stopped.
    pub(crate) fn deepen<B: Backend>(
        &mut self,
        searcher: &mut Searcher<'_, N, E>,
        backend: B,
        depth: u32,
        lines: usize,
    ) {
        for from in 0..lines.min(self.moves.len()) {
            self.aspire(searcher, backend, from, depth);
            if searcher.worker.is_cut() {
                return;
            }
        }
        let lines = lines.min(self.moves.len());
        self.moves[..lines].sort_by_key(|root_move| -root_move.value);
    }

    /// Finds the best of the moves behind the first `from`.
    fn aspire<B: Backend>(
        &mut self,
        searcher: &mut Searcher<'_, N, E>,
        backend: B,
        from: usize,
        depth: u32,
    ) {
        let (least, most) = (Value::MIN.parts(), Value::MAX.parts());
        let (mut alpha, mut beta) = (least, most);
        let mut half = ASPIRATION;
        if depth >= ASPIRE_FROM {
            let guess = self.moves[from].value;
            (alpha, beta) = ((guess - half).max(least), (guess + half).min(most));
        }
        loop {
            let question = Question { alpha, beta, depth };
            let value = self.search(searcher, backend, from, question);
            half *= 2;
            if searcher.worker.is_cut() {
                return;
            }
            if value <= alpha && alpha > least {
                alpha = (value - half).max(least);
            } else if value >= beta && beta < most {
                beta = (value + half).min(most);
            } else {
                return;
            }
        }
    }

    /// Searches the moves behind the first `from`; one that is better than all before it goes to
    /// their front at once, so that it counts also if the search is stopped.
    fn search<B: Backend>(
        &mut self,
        searcher: &mut Searcher<'_, N, E>,
        backend: B,
        from: usize,
        mut question: Question,
    ) -> i32 {
        let (mut best, mut line) = (Best::NONE, Vec::new());
        let moves = (0..).zip(&self.moves[from..]);
        let candidates = moves.map(|(rank, it)| Candidate { rank, ..it.candidate });
        let start = searcher.worker.candidates.len();
        searcher.worker.candidates.extend(candidates);
        let mut candidate = self.moves[from].candidate;
        let child = searcher.child(&self.here, &candidate);
        let mut value = -searcher.search(backend, Pv, &child, question.below(), &mut line);
        let mut rest = Rest::behind(searcher, start, question.depth);
        while !searcher.worker.is_cut() {
            let index = self.moves.iter().position(|it| it.candidate.square == candidate.square);
            let index = index.expect("it is one of the moves");
            if value > question.alpha || index == from {
                let root_move = &mut self.moves[index];
                (root_move.value, root_move.line) = (value, mem::take(&mut line));
                self.moves[from..=index].rotate_right(1);
            }
            best.update(value, &candidate);
            question.alpha = question.alpha.max(value);
            if value >= question.beta {
                break;
            }
            let better = rest.first_to_beat(searcher, backend, &self.here, question, &mut best);
            let Some(found) = better else { break };
            (candidate, value) = found;
            line.clear();
            if value < question.beta {
                let child = searcher.child(&self.here, &candidate);
                value = -searcher.search(backend, Pv, &child, question.below(), &mut line);
            }
        }
        searcher.worker.candidates.truncate(start);
        best.score
    }
}
