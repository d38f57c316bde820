//! [`Searcher`]: one thread of the midgame search, and [`Here`], a position with what it keeps about it.

use wane_board::{Backend, Bitboard, Board};
use wane_eval::{Evaluator, Value};

use super::forecast::Forecast;
use super::history::History;
use super::question::Remaining;
use crate::candidate::Candidate;
use crate::team::Team;
use crate::worker::{Shared, Worker};

/// One thread of a search.
pub(crate) struct Searcher<'s, const N: usize, E: Evaluator<N>> {
    /// The solver's side of it: nodes, moves, table, and when to stop.
    pub(crate) worker: Worker<'s, N>,
    pub(crate) evaluator: &'s E,
    pub(super) forecast: Option<&'s Forecast>,
    /// The threads that share the work, if there are others.
    pub(super) team: Option<&'s Team<N, Remaining>>,
    /// How many trials the present node is inside of.
    pub(super) trials: u32,
    pub(super) history: History,
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
    pub(crate) fn on_team(self, team: &'s Team<N, Remaining>) -> Self {
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
