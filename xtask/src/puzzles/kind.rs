//! The kinds of puzzles.

use serde::{Deserialize, Serialize};
use wane_board::{AnyPosition, Bitboard, Colour, Size};
use wane_service::PuzzleSpec;
use wane_testkit::Rng;

use super::{Maker, OBJECTIVE, Solution};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Kind {
    /// Find the only move that wins.
    Win,
    /// The winning move is the only quiet one: no disc that it turns over touches another empty square.
    Quiet,
    /// Play a won game to its end against the best defence; at least three times only one move wins.
    Hold,
    /// Find the only move that wins on 6x6.
    Small,
}

impl Kind {
    pub(super) const ALL: [Self; 4] = [Self::Win, Self::Quiet, Self::Hold, Self::Small];

    /// How many of them the file has.
    pub(super) const fn count(self) -> usize {
        match self {
            Self::Win => 400,
            Self::Quiet | Self::Hold | Self::Small => 200,
        }
    }

    /// What to look for.
    pub(super) fn spec(self, rng: &mut Rng) -> PuzzleSpec {
        let (size, least, most) = match self {
            Self::Win => (Size::Eight, 5, 13),
            Self::Quiet => (Size::Eight, 7, 13),
            Self::Hold => (Size::Eight, 8, 12),
            Self::Small => (Size::Six, 6, 14),
        };
        PuzzleSpec { size, objective: OBJECTIVE, empties: least + rng.below(most - least + 1) }
    }

    /// Whether a position with one winning move is of this kind.
    pub(super) fn fits(self, maker: &Maker, position: &AnyPosition, solution: &Solution) -> bool {
        match self {
            Self::Win => position.size() == Size::Eight,
            Self::Small => position.size() == Size::Six,
            Self::Hold => solution.only_moves(maker, position) >= 3,
            Self::Quiet => {
                let quiet = |square| {
                    let around = position.flips(square).with_neighbours();
                    let others = empties(position) & !square.bitboard();
                    around.is_disjoint(others)
                };
                let mut moves = position.legal_moves().into_iter();
                moves.all(|square| quiet(square) == (square == solution.square))
            }
        }
    }
}

fn empties(position: &AnyPosition) -> Bitboard {
    let discs = position.discs(Colour::Black) | position.discs(Colour::White);
    position.size().squares() & !discs
}
