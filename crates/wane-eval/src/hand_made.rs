//! [`HandMade`]: a hand-crafted evaluation (HCE), linear in a few features.
//!
//! Each feature is a count for the side to move minus the same count for the other side. Its weight
//! depends on the phase of the game. No feature is updated incrementally. The first generation of
//! learning starts from this evaluation, learned evaluations are compared with it, and the sizes
//! and objectives without learned weights use it.

use wane_board::{Backend, Bitboard, Board, Objective, Square};

use crate::{Evaluator, Value};

/// Evaluates boards of all sizes for one objective.
#[derive(Clone, Copy, Debug)]
pub struct HandMade {
    phases: &'static [PhaseWeights; PHASES],
}

/// The weights of the features in one phase, in 1/128 disc.
#[derive(Debug)]
struct PhaseWeights {
    /// Discs by [`Board::SYMMETRY_CLASSES`].
    discs: [i32; 10],
    /// Legal moves to corners, C-squares, X-squares and other squares.
    moves: [i32; 4],
    /// Empty squares next to own discs: the potential mobility of the opponent.
    potential_mobility: i32,
    /// Frontier discs: discs next to an empty square.
    frontier: i32,
    /// The side to move, with an even and with an odd number of empty squares.
    tempo: [i32; 2],
}

/// The number of phases, which have equal lengths.
const PHASES: usize = 8;

// Fitted by least squares to the results of self-play games. The first phase, in which corners are
// hardly ever taken, has the weights of the second.
const FEWEST_OPENING: PhaseWeights = PhaseWeights {
    discs: [-738, 161, -199, -59, -60, -162, -21, -77, 17, -7],
    moves: [-17, 56, -125, 14],
    potential_mobility: -39,
    frontier: -66,
    tempo: [-127, -289],
};

const FEWEST: [PhaseWeights; PHASES] = [
    FEWEST_OPENING,
    FEWEST_OPENING,
    PhaseWeights {
        discs: [-1106, 83, -111, -44, 2, -80, -29, -57, -2, 1],
        moves: [56, 97, -41, 24],
        potential_mobility: -37,
        frontier: -58,
        tempo: [-95, -277],
    },
    PhaseWeights {
        discs: [-1169, 11, -89, -55, -23, -56, -41, -50, -20, -14],
        moves: [18, 113, 14, 33],
        potential_mobility: -28,
        frontier: -52,
        tempo: [-95, -312],
    },
    PhaseWeights {
        discs: [-1045, -58, -89, -76, -89, -63, -60, -54, -28, -12],
        moves: [-33, 123, 37, 45],
        potential_mobility: -27,
        frontier: -32,
        tempo: [-122, -340],
    },
    PhaseWeights {
        discs: [-828, -101, -91, -88, -140, -86, -83, -47, -34, -5],
        moves: [-57, 164, 66, 65],
        potential_mobility: -17,
        frontier: -5,
        tempo: [-152, -370],
    },
    PhaseWeights {
        discs: [-669, -106, -81, -80, -151, -106, -96, -33, -43, -11],
        moves: [-71, 195, 88, 86],
        potential_mobility: -11,
        frontier: 22,
        tempo: [-189, -435],
    },
    PhaseWeights {
        discs: [-549, -110, -83, -75, -147, -111, -96, -26, -53, -24],
        moves: [-102, 194, 141, 134],
        potential_mobility: -22,
        frontier: 50,
        tempo: [-195, -545],
    },
];

const MOST_OPENING: PhaseWeights = PhaseWeights {
    discs: [2642, -241, 461, 331, -829, -236, -191, 82, 126, 50],
    moves: [1183, 171, -93, 31],
    potential_mobility: -63,
    frontier: -136,
    tempo: [-220, -169],
};

const MOST: [PhaseWeights; PHASES] = [
    MOST_OPENING,
    MOST_OPENING,
    PhaseWeights {
        discs: [3552, 143, 243, 107, -950, 29, 6, 81, 70, 78],
        moves: [1087, 64, -10, 23],
        potential_mobility: -69,
        frontier: -197,
        tempo: [-435, -40],
    },
    PhaseWeights {
        discs: [2778, 179, 169, 151, -306, 131, 38, 88, 81, 32],
        moves: [1261, 167, -4, 11],
        potential_mobility: -57,
        frontier: -263,
        tempo: [-519, -2],
    },
    PhaseWeights {
        discs: [1932, 198, 102, 145, 99, 115, 33, 79, 72, -17],
        moves: [1160, 264, -28, 37],
        potential_mobility: -44,
        frontier: -255,
        tempo: [-526, 34],
    },
    PhaseWeights {
        discs: [1349, 216, 89, 97, 199, 105, 57, 67, 54, -29],
        moves: [1022, 315, 58, 93],
        potential_mobility: 2,
        frontier: -238,
        tempo: [-509, 110],
    },
    PhaseWeights {
        discs: [929, 223, 83, 74, 194, 123, 86, 77, 69, -14],
        moves: [860, 379, 270, 189],
        potential_mobility: 70,
        frontier: -224,
        tempo: [-446, 158],
    },
    PhaseWeights {
        discs: [639, 230, 80, 75, 185, 139, 97, 89, 103, 39],
        moves: [773, 424, 476, 262],
        potential_mobility: 142,
        frontier: -213,
        tempo: [-292, 165],
    },
];

impl HandMade {
    /// The evaluation for an objective.
    #[must_use]
    pub const fn new(objective: Objective) -> Self {
        match objective {
            Objective::FewestDiscs => Self { phases: &FEWEST },
            Objective::MostDiscs => Self { phases: &MOST },
        }
    }
}

impl<const N: usize> Evaluator<N> for HandMade {
    type Features = ();

    fn features(&self, _board: &Board<N>) {}

    #[inline(always)]
    fn push(&self, (): &(), _square: Square, _flips: Bitboard) {}

    #[inline(always)]
    fn push_pass(&self, (): &()) {}

    #[inline(always)]
    fn value<B: Backend>(&self, backend: B, board: &Board<N>, moves: Bitboard, (): &()) -> Value {
        let (own, opp, empties) = (board.own(), board.opp(), board.empties());
        let discs = (own | opp).len() as usize;
        let weights = &self.phases[discs * PHASES / (N * N + 1)];
        let replies = board.passed().legal_moves_by(backend);
        let named = Board::<N>::CORNERS | Board::<N>::C_SQUARES | Board::<N>::X_SQUARES;
        let elsewhere = Board::<N>::SQUARES - named;
        let groups = [Board::<N>::CORNERS, Board::<N>::C_SQUARES, Board::<N>::X_SQUARES, elsewhere];
        let near = empties.with_neighbours();
        let open = |set: Bitboard| set.with_neighbours() & empties;
        let mut parts = weights.tempo[empties.len() as usize % 2]
            + weights.potential_mobility * difference(open(own), open(opp))
            + weights.frontier * difference(own & near, opp & near);
        for (weight, set) in weights.discs.into_iter().zip(Board::<N>::SYMMETRY_CLASSES) {
            parts += weight * difference(own & set, opp & set);
        }
        for (weight, set) in weights.moves.into_iter().zip(groups) {
            parts += weight * difference(moves & set, replies & set);
        }
        let all = Board::<N>::SQUARES.len().cast_signed() * Value::PER_DISC;
        Value::new(parts.clamp(-all, all))
    }
}

/// The number of members of `own` minus that of `opp`.
#[inline(always)]
fn difference(own: Bitboard, opp: Bitboard) -> i32 {
    own.len().cast_signed() - opp.len().cast_signed()
}

#[cfg(test)]
mod tests {
    use wane_board::{Portable, Reference, Symmetry};
    use wane_testkit::{Rng, random_game};

    use super::*;

    fn value(board: &Board<8>, objective: Objective) -> Value {
        HandMade::new(objective).value(Portable, board, board.legal_moves(), &())
    }

    #[test]
    fn the_evaluation_of_the_start_is_the_tempo_alone() {
        // All features are equal for both sides; 60 squares are empty.
        assert_eq!(value(&Board::START, Objective::FewestDiscs).parts(), FEWEST[0].tempo[0]);
        assert_eq!(value(&Board::START, Objective::MostDiscs).parts(), MOST[0].tempo[0]);
    }

    #[test]
    fn a_corner_and_a_c_square_are_evaluated_as_by_hand() {
        // Own a1, opponent b1. Own move c1, the opponent has none. Empty squares next to a1: a2 b2;
        // next to b1: c1 a2 b2 c2. Both are frontier discs. 62 squares are empty.
        let board = Board::new(Bitboard::from_bits(1), Bitboard::from_bits(2));
        let PhaseWeights { discs, moves, potential_mobility, tempo, .. } = &FEWEST[0];
        let parts = discs[0] - discs[1] + moves[3] + (2 - 4) * potential_mobility + tempo[0];
        assert_eq!(value(&board, Objective::FewestDiscs).parts(), parts);
        // In the reversed game a corner is bad for its owner.
        assert!(discs[0] < -2 * Value::PER_DISC);
    }

    #[test]
    fn symmetric_boards_have_equal_values_with_every_backend() {
        let mut rng = Rng::new(20_261_115);
        for plies in (0..60).cycle().take(600) {
            let board = random_game::<8>(&mut rng, plies).position().board;
            let here = value(&board, Objective::FewestDiscs);
            for symmetry in Symmetry::ALL {
                let set = |set| symmetry.apply_to_set::<8>(set);
                let image = Board::new(set(board.own()), set(board.opp()));
                assert_eq!(value(&image, Objective::FewestDiscs), here, "{board:?}");
            }
            let evaluator = HandMade::new(Objective::FewestDiscs);
            assert_eq!(evaluator.value(Reference, &board, board.legal_moves(), &()), here);
        }
    }
}
