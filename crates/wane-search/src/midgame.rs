//! The midgame search: principal variation search on judgements, some moves ahead.
//!
//! A node is one of two kinds, which are types ([`Kind`]): on the principal variation, with a window
//! and a line to find, or off it, with a null window. By the moves that are left to look ahead it is
//! a [`node`] in numbered steps, the [`last_ply`], or a judgement. Where the game ends within the
//! depth, the solver takes over.
//!
//! Values are in parts of a disc, good for the side to move. How deep, how long and for how many
//! moves is left to [`root`](crate::root) and the engine above it.

mod history;
mod last_ply;
mod node;
mod probcut;
mod rest;

use wane_board::{Backend, Bitboard, Board, Move, Score, Task};
use wane_eval::{Evaluator, Value};

use crate::order::Candidate;
use crate::solver::{self, Shared, Window, Worker};
use crate::team::Team;
use history::History;
use last_ply::LastPly;
use node::Node;
pub(crate) use probcut::Forecast;
use rest::Ahead;
pub(crate) use rest::{Rest, help};

/// One thread of a search.
pub(crate) struct Searcher<'s, const N: usize, E: Evaluator<N>> {
    /// The solver's side of it: nodes, moves, table, and when to stop.
    pub(crate) worker: Worker<'s, N>,
    pub(crate) evaluator: &'s E,
    forecast: Option<&'s Forecast>,
    /// The threads that share the work, if there are others.
    team: Option<&'s Team<N, Ahead>>,
    /// How many trials the present node is inside of.
    trials: u32,
    history: History,
}

impl<'s, const N: usize, E: Evaluator<N>> Searcher<'s, N, E> {
    pub(crate) fn new(
        shared: &'s Shared<'s, N>,
        evaluator: &'s E,
        forecast: Option<&'s Forecast>,
    ) -> Self {
        let (worker, history) = (Worker::new(shared), History::new());
        Self { worker, evaluator, forecast, team: None, trials: 0, history }
    }

    /// The same as one of a team.
    pub(crate) fn on_team(self, team: &'s Team<N, Ahead>) -> Self {
        Self { team: team.has_helpers().then_some(team), ..self }
    }

    /// The position after a move.
    #[inline(always)]
    pub(crate) fn child(&self, here: &Here<N, E>, candidate: &Candidate) -> Here<N, E> {
        let square = candidate.square.first().expect("a move has a square");
        Here {
            board: candidate.child(&here.board),
            moves: candidate.replies,
            features: self.evaluator.push(&here.features, square, candidate.flips),
        }
    }

    /// The judgement of a position, also where its side must pass or the game is over.
    #[inline(always)]
    pub(crate) fn judge<B: Backend>(&mut self, backend: B, here: &Here<N, E>) -> i32 {
        self.worker.nodes += 1;
        let Here { board, moves, features } = here;
        if !moves.is_empty() {
            return self.evaluator.value(backend, board, *moves, features).parts();
        }
        let passed = board.passed();
        let replies = passed.legal_moves_by(backend);
        if replies.is_empty() {
            return Value::from(board.final_score(self.worker.objective)).parts();
        }
        let features = self.evaluator.push_pass(features);
        -self.evaluator.value(backend, &passed, replies, &features).parts()
    }
}

/// A position with what the search keeps about it.
pub(crate) struct Here<const N: usize, E: Evaluator<N>> {
    pub(crate) board: Board<N>,
    /// The legal moves.
    pub(crate) moves: Bitboard,
    pub(crate) features: E::Features,
}

impl<const N: usize, E: Evaluator<N>> Here<N, E> {
    /// A position from nothing.
    pub(crate) fn new<B: Backend>(evaluator: &E, backend: B, board: Board<N>) -> Self {
        Self { board, moves: board.legal_moves_by(backend), features: evaluator.features(&board) }
    }
}

/// What a search asks: the value if it lies between `alpha` and `beta`, else on which side it lies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Question {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    /// How many moves to look ahead.
    pub(crate) depth: u32,
}

impl Question {
    /// The same question about the position after a move, asked by the other side.
    #[inline(always)]
    pub(crate) fn below(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha, depth: self.depth - 1 }
    }

    /// Whether a move beats `alpha` at all, asked by the other side after it.
    #[inline(always)]
    pub(crate) fn null_below(self) -> Self {
        Self { alpha: -self.alpha - 1, beta: -self.alpha, depth: self.depth - 1 }
    }
}

/// Which part of the tree a node belongs to.
pub(crate) trait Kind: Copy {
    /// Whether the line through it may become the principal variation.
    const IS_PV: bool;
}

/// On the principal variation.
#[derive(Clone, Copy)]
pub(crate) struct Pv;

/// Off it: the window is null.
#[derive(Clone, Copy)]
pub(crate) struct NonPv;

impl Kind for Pv {
    const IS_PV: bool = true;
}

impl Kind for NonPv {
    const IS_PV: bool = false;
}

/// The value of a position, as far as the question asks for it. On the principal variation, `line`
/// becomes the moves behind it. If the search was stopped, whatever comes back means nothing.
#[inline(always)]
pub(crate) fn search<K: Kind, const N: usize, E: Evaluator<N>, B: Backend>(
    searcher: &mut Searcher<'_, N, E>,
    backend: B,
    kind: K,
    here: &Here<N, E>,
    question: Question,
    line: &mut Vec<Move>,
) -> i32 {
    if K::IS_PV {
        line.clear();
    }
    if question.depth == 0 {
        return searcher.judge(backend, here);
    }
    if here.moves.is_empty() {
        return backend.enter(Pass { searcher, kind, here, question, line });
    }
    if question.depth >= here.board.empties().len() {
        return backend.enter(ToTheEnd { searcher, here, question });
    }
    if question.depth == 1 && !K::IS_PV {
        return backend.enter(LastPly { searcher, here, question });
    }
    backend.enter(Node { searcher, kind, here, question, line })
}

/// A side that has no move. A pass takes no depth.
struct Pass<'w, 's, K: Kind, const N: usize, E: Evaluator<N>> {
    searcher: &'w mut Searcher<'s, N, E>,
    kind: K,
    here: &'w Here<N, E>,
    question: Question,
    line: &'w mut Vec<Move>,
}

impl<K: Kind, const N: usize, E: Evaluator<N>> Task for Pass<'_, '_, K, N, E> {
    type Output = i32;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> i32 {
        let Self { searcher, kind, here, question, line } = self;
        let board = here.board.passed();
        let moves = board.legal_moves_by(backend);
        if moves.is_empty() {
            return Value::from(here.board.final_score(searcher.worker.objective)).parts();
        }
        let features = searcher.evaluator.push_pass(&here.features);
        let passed = Here { board, moves, features };
        let Question { alpha, beta, depth } = question;
        let question = Question { alpha: -beta, beta: -alpha, depth };
        let value = -search(searcher, backend, kind, &passed, question, line);
        if K::IS_PV {
            line.insert(0, Move::Pass);
        }
        value
    }
}

/// A position whose game ends within the depth: the solver knows.
struct ToTheEnd<'w, 's, const N: usize, E: Evaluator<N>> {
    searcher: &'w mut Searcher<'s, N, E>,
    here: &'w Here<N, E>,
    question: Question,
}

impl<const N: usize, E: Evaluator<N>> Task for ToTheEnd<'_, '_, N, E> {
    type Output = i32;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> i32 {
        let Self { searcher, here: Here { board, moves, .. }, question } = self;
        // A score beats alpha if and only if it beats the whole discs in it; so for beta.
        let alpha = question.alpha.div_euclid(Value::PER_DISC);
        let beta = -(-question.beta).div_euclid(Value::PER_DISC);
        let window = Window { alpha: Score::new(alpha), beta: Score::new(beta) };
        let worker = &mut searcher.worker;
        let bounds = solver::close_in(worker, backend, board, *moves, window, 0, &|_| {});
        Value::from(bounds.answer(window)).parts()
    }
}
