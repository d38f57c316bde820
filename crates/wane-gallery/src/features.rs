//! Sets of squares that evaluations and searches count.

use wane_board::{Bitboard, Board};

/// The value of a position in an agent's own unit.
pub(crate) type AgentValue = i64;

/// The number of squares.
pub(crate) fn count(squares: Bitboard) -> AgentValue {
    squares.len().into()
}

/// Own discs minus opponent discs.
pub(crate) fn disc_difference<const N: usize>(board: &Board<N>) -> AgentValue {
    count(board.own()) - count(board.opp())
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
    fn discs_and_connected_discs_are_counted() {
        let features = |board: Board<8>| {
            let connected =
                [board.own(), board.opp()].map(|discs| count(connected_to_corner::<8>(discs)));
            (disc_difference(&board), connected)
        };
        assert_eq!(features(opening()), (1 - 3, [0, 0]));
        assert_eq!(features(corner()), (4 - 2, [4, 1]));
        assert_eq!(features(half_full()), (32 - 4, [32, 0]));
        assert_eq!(edge::<4>().len(), 12);
        assert_eq!(connected_to_corner::<6>(set("f6 e6 d6 d5 b1 b2")), set("f6 e6 d6 d5"));
    }
}
