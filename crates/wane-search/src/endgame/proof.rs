//! Proved bounds: their entries in the transposition table, under the canonical form of the
//! position, and their reports to the caller.

use wane_board::{Board, Objective, Score, Square, Symmetry};

use crate::bounds::Bounds;
use crate::event::{Event, Proof};
use crate::table::{BoundKind, Entry, Table, TableKey};
use crate::worker::Shared;

/// The most discs of a position that is replaced by its canonical form. Near the start, moves lead
/// to symmetric positions; later they hardly ever do.
const CANONICAL_UP_TO: u32 = 18;

/// The canonical form of a position with few discs, and the symmetry that leads to it.
#[inline(always)]
pub(super) fn canonical_form<const N: usize>(board: &Board<N>) -> Option<(Board<N>, Symmetry)> {
    let discs = board.own() | board.opp();
    (discs.len() <= CANONICAL_UP_TO).then(|| board.canonical())
}

/// The form of a position in the table, and the symmetry that leads to it.
fn table_form<const N: usize>(board: &Board<N>) -> (Board<N>, Symmetry) {
    canonical_form(board).unwrap_or((*board, Symmetry::ALL[0]))
}

impl<const N: usize> Shared<'_, N> {
    /// The key of the proved bounds of a position, which must be a [`canonical_form`] where there
    /// is one.
    #[inline(always)]
    pub(super) fn proof_key(&self, board: &Board<N>) -> TableKey {
        self.table.key(board, self.objective, BoundKind::Proved)
    }

    /// The best move of a position in the table.
    pub(super) fn table_move(&self, board: &Board<N>) -> Option<Square> {
        let (image, symmetry) = table_form(board);
        let best = self.table.probe(self.proof_key(&image))?.best?;
        Some(symmetry.inverse().apply_to_square::<N>(best))
    }

    /// Reports a proof to the caller.
    #[cold]
    pub(super) fn report_proof(&self, board: &Board<N>, entry: Entry, nodes: u64) {
        let all = Board::<N>::SQUARES.len().cast_signed();
        let (lower, upper) = (entry.lower.max(-all), entry.upper.min(all));
        let bounds = Bounds { lower: Score::new(lower), upper: Score::new(upper) };
        let proof = Proof { board: (self.any_board)(*board), bounds, best: entry.best, nodes };
        (self.report)(Event::Proof(proof));
    }
}

/// The entry of a search with the null window above `alpha` that returned `score`.
#[inline(always)]
pub(super) fn proved(alpha: i32, score: i32, best: Option<Square>) -> Entry {
    Entry::from_window(alpha, alpha + 1, score, Entry::PROVED, best)
}

/// Stores a proof of an earlier search in the table.
pub(crate) fn learn<const N: usize>(
    table: &Table,
    objective: Objective,
    board: &Board<N>,
    proof: &Proof,
) {
    let Proof { bounds, best, nodes, .. } = *proof;
    let (image, symmetry) = table_form(board);
    let best = best.map(|square| symmetry.apply_to_square::<N>(square));
    let (lower, upper) = (bounds.lower.discs(), bounds.upper.discs());
    let key = table.key(&image, objective, BoundKind::Proved);
    table.store(key, Entry { lower, upper, draft: Entry::PROVED, best }, nodes);
}
