//! The features of the evaluations: weights by square, frontier discs, discs on the edge, and discs
//! connected to a corner.
//!
//! The features are sets and sums; each agent has its own weights and signs for them. Legal moves
//! and stable discs come from [`Board`].

use wane_board::{Bitboard, Board};

/// The value of a position in an agent's own unit.
pub(crate) type AgentValue = i64;

/// Weights by [`Board::SYMMETRY_CLASSES`]: corner, c, cc, ccc, x, xc, xcc, xx, xxc, xxx.
///
/// The first row from the corner to the middle has corner, c, cc and ccc, the second row from the
/// diagonal x, xc and xcc, and so on. A smaller board has only the classes near the corners.
pub(crate) struct SquareWeights(pub(crate) [AgentValue; 10]);

impl SquareWeights {
    /// The sum of the weights of these squares.
    pub(crate) fn sum<const N: usize>(&self, squares: Bitboard) -> AgentValue {
        let classes = self.0.iter().zip(Board::<N>::SYMMETRY_CLASSES);
        classes.map(|(weight, class)| weight * count(squares & class)).sum()
    }

    /// The weights of the own discs minus those of the opponent's.
    pub(crate) fn difference<const N: usize>(&self, board: &Board<N>) -> AgentValue {
        self.sum::<N>(board.own()) - self.sum::<N>(board.opp())
    }

    /// The weights of the own legal moves minus those of the opponent's.
    pub(crate) fn mobility<const N: usize>(&self, board: &Board<N>) -> AgentValue {
        self.sum::<N>(board.legal_moves()) - self.sum::<N>(board.passed().legal_moves())
    }

    /// The sum of the absolute weights of all squares.
    pub(crate) fn span<const N: usize>(&self) -> AgentValue {
        Self(self.0.map(AgentValue::abs)).sum::<N>(Board::<N>::SQUARES)
    }
}

/// The number of squares.
pub(crate) fn count(squares: Bitboard) -> AgentValue {
    squares.len().into()
}

/// Own discs minus opponent discs.
pub(crate) fn disc_difference<const N: usize>(board: &Board<N>) -> AgentValue {
    count(board.own()) - count(board.opp())
}

/// Own legal moves minus those of the opponent.
pub(crate) fn mobility<const N: usize>(board: &Board<N>) -> AgentValue {
    count(board.legal_moves()) - count(board.passed().legal_moves())
}

/// Own frontier discs, which are next to an empty square, minus those of the opponent.
pub(crate) fn frontier<const N: usize>(board: &Board<N>) -> AgentValue {
    let near_empties = board.empties().with_neighbours();
    count(board.own() & near_empties) - count(board.opp() & near_empties)
}

/// The squares of the edge of the board, corners included.
pub(crate) const fn edge<const N: usize>() -> Bitboard {
    let [corner, c, cc, ccc, ..] = Board::<N>::SYMMETRY_CLASSES;
    Bitboard::from_bits(corner.bits() | c.bits() | cc.bits() | ccc.bits())
}

/// The discs of one side that are in a corner or connected to one by that side's discs along rows
/// and columns.
pub(crate) fn connected_to_corner<const N: usize>(discs: Bitboard) -> Bitboard {
    const NOT_COLUMN_A: u64 = 0xfefe_fefe_fefe_fefe;
    let mut connected = discs & Board::<N>::CORNERS;
    loop {
        let bits = connected.bits();
        let beside =
            (bits << 1 & NOT_COLUMN_A) | (bits & NOT_COLUMN_A) >> 1 | bits << 8 | bits >> 8;
        let grown = discs & Bitboard::from_bits(bits | beside);
        if grown == connected {
            return connected;
        }
        connected = grown;
    }
}

/// Positions whose features are easy to count by hand, for the tests of every evaluation.
#[cfg(test)]
pub(crate) mod samples {
    use super::*;

    pub(crate) fn set(names: &str) -> Bitboard {
        names.split_whitespace().map(|name| name.parse::<wane_board::Square>().unwrap()).collect()
    }

    /// Own xxx; opponent xxx and two xxc. Own moves b4 (xcc) and f4 (xxc), the opponent has none.
    /// Frontier 1 to 3; no disc on the edge.
    pub(crate) fn opening() -> Board<8> {
        Board::new(set("d4"), set("c4 e4 f5"))
    }

    /// Own corner, two c and x; opponent corner and xx. Own move d4 (xxx), the opponent has none.
    /// Frontier 3 to 2 (a1 has no empty neighbour); edge discs 3 to 1; stable 3 to 1 (not b2, whose
    /// line from a3 to c1 is open); connected to a corner 4 to 1, along the edge 3 to 1.
    pub(crate) fn corner() -> Board<8> {
        Board::new(set("a1 b1 a2 b2"), set("c3 h8"))
    }

    /// The upper half own, a5 to d5 (ccc, xcc, xxc, xxx) the opponent's. Own moves a6 (cc), b6
    /// (xc), c6 (xx), d6 and e6 (xxc); the opponent has none. Frontier 5 (d4 to h4) to 4; edge
    /// discs 14 to 1; stable 32 to 0; connected to a corner 32 to 0, along the edge 14 to 0.
    pub(crate) fn half_full() -> Board<8> {
        Board::new(Bitboard::from_bits(0xffff_ffff), set("a5 b5 c5 d5"))
    }
}

#[cfg(test)]
mod tests {
    use super::samples::{corner, half_full, opening, set};
    use super::*;

    #[test]
    fn the_classes_are_named_from_the_corner_inwards() {
        let names = "a1 b1 c1 d1 b2 c2 d2 c3 d3 d4";
        for (class, name) in names.split(' ').enumerate() {
            let mut weights = [0; 10];
            weights[class] = 1;
            assert_eq!(SquareWeights(weights).sum::<8>(set(name)), 1, "{name}");
        }
    }

    #[test]
    fn square_weights_weigh_discs_and_moves() {
        let weights = SquareWeights([-9, 2, 3, 4, 5, 6, 7, 8, 90, 100]);
        assert_eq!(weights.difference(&opening()), 100 - (90 + 90 + 100));
        assert_eq!(weights.difference(&corner()), (-9 + 2 + 2 + 5) - (-9 + 8));
        assert_eq!(weights.mobility(&opening()), 7 + 90);
        assert_eq!(weights.mobility(&half_full()), 3 + 6 + 8 + 90 + 90);
        assert_eq!(weights.span::<4>(), 4 * 9 + 8 * 2 + 4 * 5);
    }

    #[test]
    fn features_count_for_own_and_against_opp() {
        let features = |board: Board<8>| {
            let connected =
                [board.own(), board.opp()].map(|discs| count(connected_to_corner::<8>(discs)));
            (disc_difference(&board), mobility(&board), frontier(&board), connected)
        };
        assert_eq!(features(opening()), (1 - 3, 2, 1 - 3, [0, 0]));
        assert_eq!(features(corner()), (4 - 2, 1, 3 - 2, [4, 1]));
        assert_eq!(features(half_full()), (32 - 4, 5, 5 - 4, [32, 0]));
    }

    #[test]
    fn the_neighbours_of_a_square_end_at_the_edge_of_the_board() {
        // Only h1 is empty: g1, g2 and h2 are next to it, no square of column a.
        let opp = set("a1 a2 a3");
        let board = Board::<8>::new(Bitboard::ALL - opp - set("h1"), opp);
        assert_eq!(frontier(&board), 3);
        // A full small board has no frontier discs, although the 8x8 grid around it is empty.
        assert_eq!(frontier(&Board::<4>::new(Board::<4>::SQUARES, Bitboard::EMPTY)), 0);
        assert_eq!(edge::<4>().len(), 12);
        assert_eq!(connected_to_corner::<6>(set("f6 e6 d6 d5 b1 b2")), set("f6 e6 d6 d5"));
    }
}
