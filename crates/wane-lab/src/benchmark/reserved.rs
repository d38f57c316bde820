//! [`Reserved`]: a quick way to tell whether a position belongs to the benchmark.

use wane_board::{Bitboard, Board};

use super::Benchmark;

/// How many bits an outline is cut to: so few that the filter stays near the CPU.
const OUTLINE_BITS: u32 = 17;

/// Positions that are not learned from, up to the eight symmetries.
///
/// Whoever asks has millions of positions, of which hardly one is reserved. So the question is first
/// what all symmetric boards have in common, which is cheap to find, and the canonical form only
/// where that fits.
#[derive(Clone, Debug)]
pub(crate) struct Reserved {
    /// A bit for each outline: whether a position has it.
    outlines: Vec<u64>,
    /// The positions in canonical form, sorted.
    boards: Vec<Board<8>>,
}

impl Reserved {
    /// The positions of the benchmark that comes with this crate.
    pub(crate) fn shipped() -> Self {
        let mut outlines = vec![0; 1 << (OUTLINE_BITS - 6)];
        let mut boards = Vec::new();
        for board in Benchmark::shipped().boards() {
            let outline = outline(board);
            outlines[outline >> 6] |= 1 << (outline & 63);
            boards.push(board.canonical().0);
        }
        boards.sort_unstable();
        Self { outlines, boards }
    }

    /// Whether a position, or one that is symmetric to it, is reserved.
    #[inline]
    pub(crate) fn contains(&self, board: &Board<8>) -> bool {
        let outline = outline(board);
        self.outlines[outline >> 6] >> (outline & 63) & 1 != 0
            && self.boards.binary_search(&board.canonical().0).is_ok()
    }
}

/// A number that symmetric boards have in common and others hardly ever: made of how many discs each
/// side has in some sets of squares that every symmetry leaves as they are.
#[inline]
fn outline(board: &Board<8>) -> usize {
    const SETS: [Bitboard; 4] =
        [union([0, 2, 5, 7]), union([1, 2, 6, 9]), union([0, 1, 3, 8]), union([4, 3, 5, 9])];
    let mut sum: u64 = 0;
    for set in SETS {
        for discs in [board.own() & set, board.opp() & set] {
            sum = sum << 7 | u64::from(discs.len());
        }
    }
    let mixed = sum.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - OUTLINE_BITS);
    usize::try_from(mixed).expect("it has few bits")
}

/// Some of [`Board::SYMMETRY_CLASSES`] together.
const fn union(sets: [usize; 4]) -> Bitboard {
    let mut bits = 0;
    let mut index = 0;
    while index < sets.len() {
        bits |= Board::<8>::SYMMETRY_CLASSES[sets[index]].bits();
        index += 1;
    }
    Bitboard::from_bits(bits)
}

#[cfg(test)]
mod tests {
    use wane_board::Symmetry;
    use wane_testkit::{Rng, random_game};

    use super::*;

    #[test]
    fn a_position_of_the_benchmark_is_reserved_however_it_is_turned() {
        let reserved = Reserved::shipped();
        for board in Benchmark::shipped().boards() {
            for symmetry in Symmetry::ALL {
                assert!(reserved.contains(&symmetry.apply(board)), "{board:?} {symmetry:?}");
            }
            assert!(!reserved.contains(&board.passed()), "{board:?}");
        }
    }

    #[test]
    fn other_positions_are_not_reserved_and_few_of_them_look_like_it() {
        let reserved = Reserved::shipped();
        let mut rng = Rng::new(5);
        let mut alike = 0;
        for plies in (36..48).cycle().take(10_000) {
            let board = random_game::<8>(&mut rng, plies).position().board;
            assert!(!reserved.contains(&board), "{board:?}");
            let outline = outline(&board);
            alike += reserved.outlines[outline >> 6] >> (outline & 63) & 1;
        }
        assert!(alike < 1000, "{alike} of 10,000 need the slow test");
    }
}
