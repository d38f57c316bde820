//! A node of the midgame search in numbered steps; docs/search.md has the same numbers.

use wane_board::{Backend, Board, Kernel, Move, Square};
use wane_eval::Evaluator;

use super::later_moves::LaterMoves;
use super::probcut::probcut;
use super::searcher::{SearchPosition, Searcher};
use super::window::{NodeType, NodeWindow};
use crate::candidate::{BestMove, Candidate};
use crate::table::{BoundKind, Entry, TableKey};

/// The least depth of a node that checks for cancellation. A smaller subtree takes less than a
/// millisecond.
const CHECK_FROM: u32 = 3;

/// The least depth of a node with enhanced transposition cutoffs.
const ETC_FROM: u32 = 3;

/// The least depth of a node whose moves are ordered by evaluations of the children.
const EVALUATE_FROM: u32 = 4;

/// A node of depth 2 or more (1 or more on the principal variation) with a legal move.
pub(super) struct Node<'w, 's, NT: NodeType, const N: usize, E: Evaluator<N>> {
    pub(super) searcher: &'w mut Searcher<'s, N, E>,
    pub(super) node_type: NT,
    pub(super) position: &'w SearchPosition<N, E>,
    pub(super) window: NodeWindow,
    pub(super) pv: &'w mut Vec<Move>,
}

impl<NT: NodeType, const N: usize, E: Evaluator<N>> Kernel for Node<'_, '_, NT, N, E> {
    type Output = i32;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> i32 {
        let Self { searcher, node_type, position, window, pv } = self;
        let NodeWindow { alpha, beta, depth } = window;
        let shared = searcher.worker.shared;
        let empties = position.board.empties();
        let cost_before = searcher.worker.cost();
        searcher.worker.nodes += 1;

        // Step 1. Cancellation. The caller ignores the returned value.
        if depth >= CHECK_FROM {
            searcher.worker.publish_nodes_if_due();
            if searcher.worker.is_cancelled() {
                return alpha;
            }
        }

        // Step 2. Transposition table. An entry of sufficient draft may cut off, but not in a PV
        // node, where it would truncate the principal variation. Otherwise its move is searched
        // first.
        let key = key(searcher, &position.board);
        let known = shared.table.probe(key);
        if !NT::IS_PV
            && let Some(entry) = known.filter(|entry| u32::from(entry.draft) >= depth)
            && let Some(bound) = entry.cutoff(alpha, beta)
        {
            return bound;
        }

        // Step 3. Multi-ProbCut. In a non-PV node, a shallower search may predict a cutoff.
        if !NT::IS_PV
            && let Some(value) = probcut(searcher, backend, position, window)
        {
            return value;
        }

        // Step 4. Move generation and ordering. The entries of the children are prefetched
        // meanwhile.
        let first = searcher.worker.candidates.len();
        Candidate::list(backend, &position.board, position.moves, &mut searcher.worker.candidates);
        let uses_etc = !NT::IS_PV && depth >= ETC_FROM;
        if uses_etc {
            for candidate in &searcher.worker.candidates[first..] {
                shared.table.prefetch(child_key(searcher, position, candidate));
            }
        }
        rank(searcher, backend, position, first, depth, known);

        // Step 5. Enhanced transposition cutoff: the entry of a child may refute this node.
        if uses_etc && let Some(value) = etc_cutoff(searcher, position, first, window) {
            searcher.worker.candidates.truncate(first);
            return value;
        }

        // Step 6. Principal variation search of the moves.
        let best = search_moves(searcher, backend, node_type, position, first, window, pv);
        searcher.worker.candidates.truncate(first);

        // Step 7. Store the result, unless the search was cancelled.
        if searcher.worker.is_cancelled() {
            return alpha;
        }
        if let Some(square) = best.square.filter(|_| best.score >= beta) {
            searcher.history.reward(empties, square, depth);
        }
        let draft = depth.to_le_bytes()[0];
        let entry = Entry::from_window(alpha, beta, best.score, draft, best.square);
        shared.table.store(key, entry, searcher.worker.cost() - cost_before);
        best.score
    }
}

/// The key of the heuristic bounds of a position.
#[inline(always)]
fn key<const N: usize, E: Evaluator<N>>(
    searcher: &Searcher<'_, N, E>,
    board: &Board<N>,
) -> TableKey {
    let shared = searcher.worker.shared;
    shared.table.key(board, shared.objective, BoundKind::Heuristic)
}

/// The key of the heuristic bounds of a child.
#[inline(always)]
fn child_key<const N: usize, E: Evaluator<N>>(
    searcher: &Searcher<'_, N, E>,
    position: &SearchPosition<N, E>,
    candidate: &Candidate,
) -> TableKey {
    key(searcher, &candidate.child(&position.board))
}

/// The value of the first candidate from `first` on whose entry proves a beta cutoff.
#[inline(always)]
fn etc_cutoff<const N: usize, E: Evaluator<N>>(
    searcher: &Searcher<'_, N, E>,
    position: &SearchPosition<N, E>,
    first: usize,
    NodeWindow { beta, depth, .. }: NodeWindow,
) -> Option<i32> {
    let table = searcher.worker.shared.table;
    for candidate in &searcher.worker.candidates[first..] {
        if let Some(Entry { upper, draft, .. }) =
            table.probe(child_key(searcher, position, candidate))
            && u32::from(draft) + 1 >= depth
            && -upper >= beta
        {
            return Some(-upper);
        }
    }
    None
}

/// Searches the candidates from `first` on: the first with the whole window, the others with a null
/// window, and again with the whole one if they beat it.
#[inline(always)]
fn search_moves<NT: NodeType, const N: usize, E: Evaluator<N>, B: Backend>(
    searcher: &mut Searcher<'_, N, E>,
    backend: B,
    node_type: NT,
    position: &SearchPosition<N, E>,
    first: usize,
    mut window: NodeWindow,
    pv: &mut Vec<Move>,
) -> BestMove {
    let (mut best, mut child_pv) = (BestMove::NONE, Vec::new());
    let mut candidate = searcher.worker.next_candidate(first);
    let child = searcher.child(position, &candidate);
    let mut value = -searcher.search(backend, node_type, &child, window.for_child(), &mut child_pv);
    let mut later = LaterMoves::after(searcher, first, window.depth);
    loop {
        best.update(value, &candidate);
        if NT::IS_PV && value > window.alpha {
            pv.clear();
            pv.extend(best.square.map(Move::Place));
            pv.append(&mut child_pv);
            window.alpha = value;
        }
        if value >= window.beta {
            return best;
        }
        let better = later.next_above_alpha(searcher, backend, position, window, &mut best);
        let Some(found) = better else { return best };
        (candidate, value) = found;
        if NT::IS_PV && value < window.beta {
            let child = searcher.child(position, &candidate);
            value = -searcher.search(backend, node_type, &child, window.for_child(), &mut child_pv);
        }
    }
}

/// Ranks the candidates from `first` on: the table move first, then by the evaluation of the child
/// and the history heuristic, or by mobility where an evaluation costs too much.
#[inline(always)]
fn rank<const N: usize, E: Evaluator<N>, B: Backend>(
    searcher: &mut Searcher<'_, N, E>,
    backend: B,
    position: &SearchPosition<N, E>,
    first: usize,
    depth: u32,
    known: Option<Entry>,
) {
    let table_move = known.and_then(|entry| entry.best).map(Square::bitboard);
    let empties = position.board.empties();
    for index in first..searcher.worker.candidates.len() {
        let candidate = searcher.worker.candidates[index];
        let rank = if Some(candidate.square) == table_move {
            i32::MIN
        } else if depth >= EVALUATE_FROM {
            let child = searcher.child(position, &candidate);
            searcher.evaluate(backend, &child) - 64 * searcher.history.rank(empties, &candidate)
        } else {
            searcher.worker.shared.order.rank(backend, &position.board, &candidate)
        };
        searcher.worker.candidates[index].rank = rank;
    }
}
