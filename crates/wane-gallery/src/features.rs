//! What the evaluations are made of: weights by square, frontier discs, discs on the edge, and
//! discs that are tied to a corner.
//!
//! The features are sets and sums. Which are good, and how good, is for each agent to say. Moves
//! and stable discs come from the board itself.

use wane_board::{Bitboard, Board};

/// The value of a position in an agent's own unit, good for whom the agent says.
pub(crate) type Value = i64;

/// Weights by kind of square: corner, c, cc, ccc, x, xc, xcc, xx, xxc, xxx.
///
/// These are the squares of an eighth of the board, the first row from the corner to the middle
/// (corner, c, cc, ccc), then the second from the diagonal on (x, xc, xcc), and so on. A smaller
/// board has the kinds that lie as near to its corners.
pub(crate) struct Table(pub(crate) [Value; 10]);

impl Table {
    /// The weights of a set of squares, added up.
    pub(crate) fn sum<const N: usize>(&self, squares: Bitboard) -> Value {
        let kinds = self.0.iter().zip(Board::<N>::SYMMETRY_CLASSES);
        kinds.map(|(weight, kind)| weight * count(squares & kind)).sum()
    }

    /// The weights of the own discs less those of the opponent's.
    pub(crate) fn difference<const N: usize>(&self, board: &Board<N>) -> Value {
        self.sum::<N>(board.own()) - self.sum::<N>(board.opp())
    }

    /// The weights of the own moves less those of the moves that the opponent would have.
    pub(crate) fn mobility<const N: usize>(&self, board: &Board<N>) -> Value {
        self.sum::<N>(board.legal_moves()) - self.sum::<N>(board.passed().legal_moves())
    }

    /// The most that a set of squares can weigh, whatever the signs.
    pub(crate) fn span<const N: usize>(&self) -> Value {
        Self(self.0.map(Value::abs)).sum::<N>(Board::<N>::SQUARES)
    }
}

/// How many squares.
pub(crate) fn count(squares: Bitboard) -> Value {
    squares.len().into()
}

/// Own discs less those of the opponent.
pub(crate) fn disc_difference<const N: usize>(board: &Board<N>) -> Value {
    count(board.own()) - count(board.opp())
}

/// Own moves less those that the opponent would have.
pub(crate) fn mobility<const N: usize>(board: &Board<N>) -> Value {
    count(board.legal_moves()) - count(board.passed().legal_moves())
}

/// Own discs beside an empty square less those of the opponent.
pub(crate) fn frontier<const N: usize>(board: &Board<N>) -> Value {
    let near_empties = board.empties().with_neighbours();
    count(board.own() & near_empties) - count(board.opp() & near_empties)
}

/// The squares along the edge of the board, corners among them.
pub(crate) const fn edge<const N: usize>() -> Bitboard {
    let [corner, c, cc, ccc, ..] = Board::<N>::SYMMETRY_CLASSES;
    Bitboard::from_bits(corner.bits() | c.bits() | cc.bits() | ccc.bits())
}

/// The discs of one side that are in a corner or joined to one by a path of that side's discs,
/// which goes along rows and columns.
pub(crate) fn tied_to_corner<const N: usize>(discs: Bitboard) -> Bitboard {
    const NOT_COLUMN_A: u64 = 0xfefe_fefe_fefe_fefe;
    let mut tied = discs & Board::<N>::CORNERS;
    loop {
        let bits = tied.bits();
        let beside =
            (bits << 1 & NOT_COLUMN_A) | (bits & NOT_COLUMN_A) >> 1 | bits << 8 | bits >> 8;
        let grown = discs & Bitboard::from_bits(bits | beside);
        if grown == tied {
            return tied;
        }
        tied = grown;
    }
}

/// Positions whose features are easy to find by hand, for the tests of every evaluation.
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
    /// line from a3 to c1 is open); tied to a corner 4 to 1, along the edge 3 to 1.
    pub(crate) fn corner() -> Board<8> {
        Board::new(set("a1 b1 a2 b2"), set("c3 h8"))
    }

    /// The upper half own, a5 to d5 (ccc, xcc, xxc, xxx) the opponent's. Own moves a6 (cc), b6 (xc),
    /// c6 (xx), d6 and e6 (xxc); the opponent has none. Frontier 5 (d4 to h4) to 4; edge discs 14 to
    /// 1; stable 32 to 0; tied to a corner 32 to 0, along the edge 14 to 0.
    pub(crate) fn half_full() -> Board<8> {
        Board::new(Bitboard::from_bits(0xffff_ffff), set("a5 b5 c5 d5"))
    }
}

#[cfg(test)]
mod tests {
    use super::samples::{corner, half_full, opening, set};
    use super::*;

    #[test]
    fn the_kinds_are_named_from_the_corner_inwards() {
        let names = "a1 b1 c1 d1 b2 c2 d2 c3 d3 d4";
        for (kind, name) in names.split(' ').enumerate() {
            let mut weights = [0; 10];
            weights[kind] = 1;
            assert_eq!(Table(weights).sum::<8>(set(name)), 1, "{name}");
        }
    }

    #[test]
    fn a_table_weighs_discs_and_moves() {
        let table = Table([-9, 2, 3, 4, 5, 6, 7, 8, 90, 100]);
        assert_eq!(table.difference(&opening()), 100 - (90 + 90 + 100));
        assert_eq!(table.difference(&corner()), (-9 + 2 + 2 + 5) - (-9 + 8));
        assert_eq!(table.mobility(&opening()), 7 + 90);
        assert_eq!(table.mobility(&half_full()), 3 + 6 + 8 + 90 + 90);
        assert_eq!(table.span::<4>(), 4 * 9 + 8 * 2 + 4 * 5);
    }

    #[test]
    fn features_count_for_own_and_against_opp() {
        let features = |board: Board<8>| {
            let tied = [board.own(), board.opp()].map(|discs| count(tied_to_corner::<8>(discs)));
            (disc_difference(&board), mobility(&board), frontier(&board), tied)
        };
        assert_eq!(features(opening()), (1 - 3, 2, 1 - 3, [0, 0]));
        assert_eq!(features(corner()), (4 - 2, 1, 3 - 2, [4, 1]));
        assert_eq!(features(half_full()), (32 - 4, 5, 5 - 4, [32, 0]));
    }

    #[test]
    fn the_neighbours_of_a_square_end_at_the_edge_of_the_board() {
        // Everything is full but h1: only g1, g2 and h2 are beside it, nothing of column a.
        let opp = set("a1 a2 a3");
        let board = Board::<8>::new(Bitboard::ALL - opp - set("h1"), opp);
        assert_eq!(frontier(&board), 3);
        // A full small board has no frontier, although the grid goes on around it.
        assert_eq!(frontier(&Board::<4>::new(Board::<4>::SQUARES, Bitboard::EMPTY)), 0);
        assert_eq!(edge::<4>().len(), 12);
        assert_eq!(tied_to_corner::<6>(set("f6 e6 d6 d5 b1 b2")), set("f6 e6 d6 d5"));
    }
}
