//! Where proofs live: in the table, under one of the mirror images of their position, and in the reports
//! that a caller asked for.

use wane_board::{Board, Objective, Score, Square, Symmetry};

use crate::bounds::Bounds;
use crate::event::{Event, Proof};
use crate::table::{Entry, Kind, Place, Table};
use crate::worker::Shared;

/// The most discs of a position that is taken for the same as its mirror images: near the start,
/// moves lead to each other's mirror images; later they hardly ever do.
const MIRROR_UP_TO: u32 = 18;

/// The image of a position that the search looks at instead, and how to get there, where mirror
/// images are taken for the same.
#[inline(always)]
pub(super) fn standing<const N: usize>(board: &Board<N>) -> Option<(Board<N>, Symmetry)> {
    let discs = board.own() | board.opp();
    (discs.len() <= MIRROR_UP_TO).then(|| board.canonical())
}

/// The same, also where the position is its own image.
fn image<const N: usize>(board: &Board<N>) -> (Board<N>, Symmetry) {
    standing(board).unwrap_or((*board, Symmetry::ALL[0]))
}

impl<const N: usize> Shared<'_, N> {
    /// Where proofs about a position belong; it must be the [`standing`] one of its images.
    #[inline(always)]
    pub(super) fn place(&self, board: &Board<N>) -> Place {
        self.table.place(board, self.objective, Kind::Proved)
    }

    /// The move that the table has for a position.
    pub(super) fn known_move(&self, board: &Board<N>) -> Option<Square> {
        let (image, symmetry) = image(board);
        let best = self.table.probe(self.place(&image))?.best?;
        Some(symmetry.inverse().apply_to_square::<N>(best))
    }

    /// Tells the caller of a proof.
    #[cold]
    pub(super) fn report_proof(&self, board: &Board<N>, entry: Entry, nodes: u64) {
        let all = Board::<N>::SQUARES.len().cast_signed();
        let (lower, upper) = (entry.lower.max(-all), entry.upper.min(all));
        let bounds = Bounds { lower: Score::new(lower), upper: Score::new(upper) };
        let proof = Proof { board: (self.any_board)(*board), bounds, best: entry.best, nodes };
        (self.report)(Event::Proof(proof));
    }
}

/// That a search over the null window above `alpha` came back with `score`.
#[inline(always)]
pub(super) fn proved(alpha: i32, score: i32, best: Option<Square>) -> Entry {
    Entry::from_window(alpha, alpha + 1, score, Entry::PROVED, best)
}

/// Believes a proof from an earlier search.
pub(crate) fn learn<const N: usize>(
    table: &Table,
    objective: Objective,
    board: &Board<N>,
    proof: &Proof,
) {
    let Proof { bounds, best, nodes, .. } = *proof;
    let (image, symmetry) = image(board);
    let best = best.map(|square| symmetry.apply_to_square::<N>(square));
    let (lower, upper) = (bounds.lower.discs(), bounds.upper.discs());
    let place = table.place(&image, objective, Kind::Proved);
    table.store(place, Entry { lower, upper, draft: Entry::PROVED, best }, nodes);
}
