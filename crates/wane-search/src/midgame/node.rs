//! A node of the midgame search, told in numbered steps; docs/search.md has the same numbers.

use wane_board::{Backend, Board, Move, Square, Task};
use wane_eval::Evaluator;

use super::probcut::foretold;
use super::question::{Kind, Question};
use super::rest::Rest;
use super::searcher::{Here, Searcher};
use crate::candidate::Candidate;
use crate::table::{self, Entry, Place};
use crate::team::Best;

/// The least depth of a node that asks whether its answer is still wanted. A subtree below takes
/// less than a millisecond.
const CHECK_FROM: u32 = 3;

/// The least depth of a node that looks up all its children before it searches one.
const LOOK_AHEAD_FROM: u32 = 3;

/// The least depth of a node whose moves are sorted by judging the positions after them.
const JUDGE_FROM: u32 = 4;

/// Two moves to look ahead or more, and a move to play.
pub(super) struct Node<'w, 's, K: Kind, const N: usize, E: Evaluator<N>> {
    pub(super) searcher: &'w mut Searcher<'s, N, E>,
    pub(super) kind: K,
    pub(super) here: &'w Here<N, E>,
    pub(super) question: Question,
    pub(super) line: &'w mut Vec<Move>,
}

impl<K: Kind, const N: usize, E: Evaluator<N>> Task for Node<'_, '_, K, N, E> {
    type Output = i32;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> i32 {
        let Self { searcher, kind, here, question, line } = self;
        let Question { alpha, beta, depth } = question;
        let shared = searcher.worker.shared;
        let empties = here.board.empties();
        let cost_before = searcher.worker.cost();
        searcher.worker.nodes += 1;

        // Step 1. Stop. Whatever is returned now, nobody looks at it.
        if depth >= CHECK_FROM {
            searcher.worker.publish_nodes_at_times();
            if searcher.worker.is_cut() {
                return alpha;
            }
        }

        // Step 2. Table. A judgement that looked as far may answer at once, but not on the principal
        // variation, whose line would be cut short; if not, its move is tried first.
        let place = place(searcher, &here.board);
        let known = shared.table.probe(place);
        if !K::IS_PV
            && let Some(entry) = known.filter(|entry| u32::from(entry.draft) >= depth)
            && let Some(bound) = entry.cutoff(alpha, beta)
        {
            return bound;
        }

        // Step 3. Multi-ProbCut. Off the principal variation, a search that looks less far ahead may
        // stand for this one.
        if !K::IS_PV
            && let Some(value) = foretold(searcher, backend, here, question)
        {
            return value;
        }

        // Step 4. Moves, ranked; meanwhile the memory fetches what is known of them.
        let first = searcher.worker.candidates.len();
        Candidate::list(backend, &here.board, here.moves, &mut searcher.worker.candidates);
        let looks_ahead = !K::IS_PV && depth >= LOOK_AHEAD_FROM;
        if looks_ahead {
            for candidate in &searcher.worker.candidates[first..] {
                shared.table.prefetch(place_below(searcher, here, candidate));
            }
        }
        rank(searcher, backend, here, first, depth, known);

        // Step 5. Enhanced transposition cut-off: a child may be known to be bad for the opponent.
        if looks_ahead && let Some(value) = refuting(searcher, here, first, question) {
            searcher.worker.candidates.truncate(first);
            return value;
        }

        // Step 6. The moves in their order, by principal variation search.
        let best = search_moves(searcher, backend, kind, here, first, question, line);
        searcher.worker.candidates.truncate(first);

        // Step 7. Store, unless the search below was given up.
        if searcher.worker.is_cut() {
            return alpha;
        }
        if let Some(square) = best.square.filter(|_| best.score >= beta) {
            searcher.history.reward(empties, square, depth);
        }
        let draft = depth.to_le_bytes()[0];
        let entry = Entry::from_window(alpha, beta, best.score, draft, best.square);
        shared.table.store(place, entry, searcher.worker.cost() - cost_before);
        best.score
    }
}

/// Where the judgement of a position belongs in the table.
#[inline(always)]
fn place<const N: usize, E: Evaluator<N>>(
    searcher: &Searcher<'_, N, E>,
    board: &Board<N>,
) -> Place {
    let shared = searcher.worker.shared;
    shared.table.place(board, shared.objective, table::Kind::Judged)
}

/// The same of the position after a move.
#[inline(always)]
fn place_below<const N: usize, E: Evaluator<N>>(
    searcher: &Searcher<'_, N, E>,
    here: &Here<N, E>,
    candidate: &Candidate,
) -> Place {
    place(searcher, &candidate.child(&here.board))
}

/// What the first of the candidates from `first` on is worth that the table knows to reach beta.
#[inline(always)]
fn refuting<const N: usize, E: Evaluator<N>>(
    searcher: &Searcher<'_, N, E>,
    here: &Here<N, E>,
    first: usize,
    Question { beta, depth, .. }: Question,
) -> Option<i32> {
    let table = searcher.worker.shared.table;
    for candidate in &searcher.worker.candidates[first..] {
        if let Some(Entry { upper, draft, .. }) =
            table.probe(place_below(searcher, here, candidate))
            && u32::from(draft) + 1 >= depth
            && -upper >= beta
        {
            return Some(-upper);
        }
    }
    None
}

/// Searches the candidates from `first` on: the first with the whole window, the rest only asked
/// whether they beat it, and searched again if they do.
#[inline(always)]
fn search_moves<K: Kind, const N: usize, E: Evaluator<N>, B: Backend>(
    searcher: &mut Searcher<'_, N, E>,
    backend: B,
    kind: K,
    here: &Here<N, E>,
    first: usize,
    mut question: Question,
    line: &mut Vec<Move>,
) -> Best {
    let (mut best, mut below) = (Best::NONE, Vec::new());
    let mut candidate = searcher.worker.next_candidate(first);
    let child = searcher.child(here, &candidate);
    let mut value = -searcher.search(backend, kind, &child, question.below(), &mut below);
    let mut rest = Rest::behind(searcher, first, question.depth);
    loop {
        best.update(value, &candidate);
        if K::IS_PV && value > question.alpha {
            line.clear();
            line.extend(best.square.map(Move::Place));
            line.append(&mut below);
            question.alpha = value;
        }
        if value >= question.beta {
            return best;
        }
        let better = rest.first_to_beat(searcher, backend, here, question, &mut best);
        let Some(found) = better else { return best };
        (candidate, value) = found;
        if K::IS_PV && value < question.beta {
            let child = searcher.child(here, &candidate);
            value = -searcher.search(backend, kind, &child, question.below(), &mut below);
        }
    }
}

/// Ranks the candidates from `first` on: the move of the table, then by judging the positions after
/// them, corrected by history, or by mobility where that costs too much.
#[inline(always)]
fn rank<const N: usize, E: Evaluator<N>, B: Backend>(
    searcher: &mut Searcher<'_, N, E>,
    backend: B,
    here: &Here<N, E>,
    first: usize,
    depth: u32,
    known: Option<Entry>,
) {
    let first_choice = known.and_then(|entry| entry.best).map(Square::bitboard);
    let empties = here.board.empties();
    for index in first..searcher.worker.candidates.len() {
        let candidate = searcher.worker.candidates[index];
        let rank = if Some(candidate.square) == first_choice {
            i32::MIN
        } else if depth >= JUDGE_FROM {
            let child = searcher.child(here, &candidate);
            searcher.judge(backend, &child) - 64 * searcher.history.rank(empties, &candidate)
        } else {
            searcher.worker.shared.order.rank(backend, &here.board, &candidate)
        };
        searcher.worker.candidates[index].rank = rank;
    }
}
