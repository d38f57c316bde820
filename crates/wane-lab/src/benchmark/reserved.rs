//! [`Reserved`]: a fast test whether a position belongs to the benchmark.

use wane_board::{Bitboard, Board};

use super::Benchmark;

/// The bits of a hash: few enough for the filter to stay in the L1 cache.
const HASH_BITS: u32 = 17;

/// The positions that training skips, up to the eight symmetries.
///
/// A caller has millions of positions, hardly any of which is reserved. So a cheap hash that symmetric
/// boards share is looked up in a filter first, and the canonical form only where the filter matches.
#[derive(Clone, Debug)]
pub(crate) struct Reserved {
    /// A bit for each hash: whether a position has it.
    filter: Vec<u64>,
    /// The positions in canonical form, sorted.
    boards: Vec<Board<8>>,
}

impl Reserved {
    /// The positions of the benchmark that comes with this crate.
    pub(crate) fn shipped() -> Self {
        let mut filter = vec![0; 1 << (HASH_BITS - 6)];
        let mut boards = Vec::new();
        for board in Benchmark::shipped().boards() {
            let hash = symmetric_hash(board);
            filter[hash >> 6] |= 1 << (hash & 63);
            boards.push(board.canonical().0);
        }
        boards.sort_unstable();
        Self { filter, boards }
    }

    /// Whether a position, or one that is symmetric to it, is reserved.
    #[inline]
    pub(crate) fn contains(&self, board: &Board<8>) -> bool {
        let hash = symmetric_hash(board);
        self.filter[hash >> 6] >> (hash & 63) & 1 != 0
            && self.boards.binary_search(&board.canonical().0).is_ok()
    }
}

/// A hash that symmetric boards share: of the numbers of discs that each side has in sets of squares
/// which every symmetry maps to themselves.
#[inline]
fn symmetric_hash(board: &Board<8>) -> usize {
    const SETS: [Bitboard; 4] =
        [union([0, 2, 5, 7]), union([1, 2, 6, 9]), union([0, 1, 3, 8]), union([4, 3, 5, 9])];
    let mut sum: u64 = 0;
    for set in SETS {
        for discs in [board.own() & set, board.opp() & set] {
            sum = sum << 7 | u64::from(discs.len());
        }
    }
    let mixed = sum.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - HASH_BITS);
    usize::try_from(mixed).expect("17 bits")
}

/// The union of some of [`Board::SYMMETRY_CLASSES`].
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
    fn a_position_of_the_benchmark_is_reserved_in_all_symmetries() {
        let reserved = Reserved::shipped();
        for board in Benchmark::shipped().boards() {
            for symmetry in Symmetry::ALL {
                assert!(reserved.contains(&symmetry.apply(board)), "{board:?} {symmetry:?}");
            }
            assert!(!reserved.contains(&board.passed()), "{board:?}");
        }
    }

    #[test]
    fn other_positions_are_not_reserved_and_few_pass_the_filter() {
        let reserved = Reserved::shipped();
        let mut rng = Rng::new(5);
        let mut passed_filter = 0;
        for plies in (36..48).cycle().take(10_000) {
            let board = random_game::<8>(&mut rng, plies).position().board;
            assert!(!reserved.contains(&board), "{board:?}");
            let hash = symmetric_hash(&board);
            passed_filter += reserved.filter[hash >> 6] >> (hash & 63) & 1;
        }
        assert!(passed_filter < 1000, "{passed_filter} of 10,000 pass the filter");
    }
}
