//! [`Seen`]: a position as the features of an evaluation see it.

use std::cell::OnceCell;

use wane_board::{Bitboard, Board, Square};

use super::Feature;
use crate::features::{connected_to_corner, edge};

/// The agent or its opponent.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Own,
    Opponent,
}

/// The quarter of the board around a corner.
pub(super) fn quarter<const N: usize>(corner: Square) -> Bitboard {
    let half = |at: usize, other: usize| (at < N / 2) == (other < N / 2);
    let place = |square: Square| (square.index() / 8, square.index() % 8);
    let (row, column) = place(corner);
    let near = |square: &Square| half(place(*square).0, row) && half(place(*square).1, column);
    Board::<N>::SQUARES.into_iter().filter(near).collect()
}

/// A position, with what several terms may want to know of it.
pub(super) struct Seen<'b, const N: usize> {
    pub(super) board: &'b Board<N>,
    agent_to_move: bool,
    moves: OnceCell<[Bitboard; 2]>,
    stable: OnceCell<(Bitboard, Bitboard)>,
}

impl<'b, const N: usize> Seen<'b, N> {
    pub(super) const fn new(board: &'b Board<N>, agent_to_move: bool) -> Self {
        Self { board, agent_to_move, moves: OnceCell::new(), stable: OnceCell::new() }
    }

    /// The squares that a feature is about.
    pub(super) fn squares(&self, feature: &Feature, side: Side) -> Bitboard {
        let (own, opp) = (self.board.own(), self.board.opp());
        let (discs, others) = if side == Side::Own { (own, opp) } else { (opp, own) };
        match feature {
            Feature::Squares(_)
            | Feature::SquaresByCorner { .. }
            | Feature::Discs
            | Feature::Parity => discs,
            Feature::Mobility | Feature::WeightedMobility(_) => {
                let both = || [self.board.legal_moves(), self.board.passed().legal_moves()];
                let [own, opp] = *self.moves.get_or_init(both);
                if side == Side::Own { own } else { opp }
            }
            Feature::PotentialMobility => self.board.empties() & others.with_neighbours(),
            Feature::Frontier => discs & self.board.empties().with_neighbours(),
            Feature::Stability => {
                let (own, opp) = *self.stable.get_or_init(|| self.board.stable_discs());
                if side == Side::Own { own } else { opp }
            }
            Feature::CornerStability => connected_to_corner::<N>(discs),
            Feature::EdgeStability => connected_to_corner::<N>(discs & edge::<N>()),
            Feature::Edge => discs & edge::<N>(),
            Feature::Corners => discs & Board::<N>::CORNERS,
        }
    }

    /// The quarters of the board whose corner is taken.
    pub(super) fn taken_quarters(&self) -> Bitboard {
        let taken = Board::<N>::CORNERS - self.board.empties();
        taken.into_iter().fold(Bitboard::EMPTY, |all, corner| all | quarter::<N>(corner))
    }

    /// Whether the side makes the last move if no side passes.
    pub(super) fn has_last_move(&self, side: Side) -> bool {
        let is_odd = !self.board.empties().len().is_multiple_of(2);
        (side == Side::Own) == (is_odd == self.agent_to_move)
    }
}
