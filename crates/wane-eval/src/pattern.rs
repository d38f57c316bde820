//! Patterns, their instances on the board, and the index of each instance's configuration.
//!
//! A [`Pattern`] is a set of squares as seen from one corner. Its images under the symmetries of
//! the board are its instances. The index of an instance is a number in balanced ternary with a
//! digit for each square: 0 for empty, 1 for a disc of the side to move, -1 for a disc of the other
//! side. So an index is negated when the side to move changes, and a constant is added when a disc
//! is flipped; both work on all [`Indices`] at once.
//!
//! The weights are in [`weights`](crate::weights).

use wane_board::{Bitboard, Board, Square};

/// The number of features: the pattern instances, then the mobility of either side.
pub const FEATURES: usize = 48;

/// The number of squares of the largest pattern.
const MAX_SQUARES: usize = 10;

/// A set of squares whose discs together are a feature.
#[derive(Clone, Copy, Debug)]
pub struct Pattern {
    /// Its name, for reports.
    pub name: &'static str,
    squares: &'static [u8],
}

/// All patterns. A square is written as 10 * row + column.
pub const PATTERNS: [Pattern; 11] = [
    Pattern { name: "corner", squares: &[0, 1, 2, 10, 11, 12, 20, 21, 22] },
    Pattern { name: "edge and two inside", squares: &[0, 1, 2, 3, 4, 5, 6, 7, 11, 16] },
    Pattern { name: "two by five", squares: &[0, 1, 2, 3, 4, 10, 11, 12, 13, 14] },
    Pattern { name: "triangle", squares: &[0, 1, 2, 3, 10, 11, 12, 20, 21, 30] },
    Pattern { name: "second row", squares: &[10, 11, 12, 13, 14, 15, 16, 17] },
    Pattern { name: "third row", squares: &[20, 21, 22, 23, 24, 25, 26, 27] },
    Pattern { name: "fourth row", squares: &[30, 31, 32, 33, 34, 35, 36, 37] },
    Pattern { name: "diagonal of eight", squares: &[0, 11, 22, 33, 44, 55, 66, 77] },
    Pattern { name: "diagonal of seven", squares: &[1, 12, 23, 34, 45, 56, 67] },
    Pattern { name: "diagonal of six", squares: &[2, 13, 24, 35, 46, 57] },
    Pattern { name: "diagonal of five", squares: &[3, 14, 25, 36, 47] },
];

/// The number of configurations of all patterns together.
pub const CONFIGURATIONS: u32 = {
    let mut configurations = 0;
    let mut pattern = 0;
    while pattern < PATTERNS.len() {
        configurations += PATTERNS[pattern].configurations();
        pattern += 1;
    }
    configurations
};

/// The index of every pattern instance, as the side to move sees it; 0 for the other features.
pub type Indices = [i16; FEATURES];

impl Pattern {
    /// The number of its configurations: 3 to the power of its squares.
    #[must_use]
    pub const fn configurations(&self) -> u32 {
        let (mut configurations, mut squares) = (1, self.squares.len());
        while squares > 0 {
            configurations *= 3;
            squares -= 1;
        }
        configurations
    }

    /// For each configuration, numbered from 0, the lowest of those that are equivalent to it under
    /// the symmetries that map the pattern to itself.
    #[must_use]
    pub fn representatives(&self) -> Vec<u32> {
        // For each symmetry, the place value of each digit in the mirrored configuration.
        let mirrors: Vec<Vec<u32>> =
            self.own_symmetries().iter().map(|it| place_values(it)).collect();
        let lowest = |digits: &[u32]| {
            let number =
                |mirror: &Vec<u32>| mirror.iter().zip(digits).map(|(value, it)| value * it).sum();
            mirrors.iter().map(number).min().expect("every pattern maps to itself")
        };
        // Counting up digit by digit is faster than dividing.
        let mut digits = vec![0; self.squares.len()];
        let mut representatives = Vec::with_capacity(self.configurations() as usize);
        for _ in 0..self.configurations() {
            representatives.push(lowest(&digits));
            for digit in &mut digits {
                *digit = (*digit + 1) % 3;
                if *digit != 0 {
                    break;
                }
            }
        }
        representatives
    }

    /// The symmetries that map it to itself, as permutations of its squares.
    fn own_symmetries(&self) -> Vec<Vec<u32>> {
        let image = |symmetry: usize| -> Option<Vec<u32>> {
            let digit = |&square| {
                let image = image_of(square, symmetry);
                (0..).zip(self.squares).find(|(_, it)| **it == image).map(|(digit, _)| digit)
            };
            self.squares.iter().map(digit).collect()
        };
        (0..8).filter_map(image).collect()
    }
}

/// The place value of each digit after this permutation.
fn place_values(permutation: &[u32]) -> Vec<u32> {
    let mut values = vec![0; permutation.len()];
    for (value, &digit) in (0..).map(|exponent| 3_u32.pow(exponent)).zip(permutation) {
        values[digit as usize] = value;
    }
    values
}

/// The image of a square under one of the eight symmetries.
const fn image_of(square: u8, symmetry: usize) -> u8 {
    let (mut row, mut column) = (square / 10, square % 10);
    if symmetry & 1 != 0 {
        column = 7 - column;
    }
    if symmetry & 2 != 0 {
        row = 7 - row;
    }
    if symmetry & 4 != 0 {
        (row, column) = (column, row);
    }
    10 * row + column
}

/// An instance of a pattern on the board.
#[derive(Clone, Copy)]
struct Instance {
    pattern: usize,
    squares: [u8; MAX_SQUARES],
}

/// The first `len` of these squares as a set.
const fn bits(squares: &[u8; MAX_SQUARES], len: usize) -> u64 {
    let (mut bits, mut i) = (0, 0);
    while i < len {
        bits |= 1 << bit(squares[i]);
        i += 1;
    }
    bits
}

const fn bit(square: u8) -> u8 {
    square / 10 * 8 + square % 10
}

/// Every instance of every pattern, each set of squares once, and their number.
const ALL_INSTANCES: ([Instance; FEATURES], usize) = {
    let mut instances = [Instance { pattern: 0, squares: [0; MAX_SQUARES] }; FEATURES];
    let mut count = 0;
    let mut pattern = 0;
    while pattern < PATTERNS.len() {
        let squares = PATTERNS[pattern].squares;
        let first = count;
        let mut symmetry = 0;
        while symmetry < 8 {
            let mut instance = Instance { pattern, squares: [0; MAX_SQUARES] };
            let mut i = 0;
            while i < squares.len() {
                instance.squares[i] = image_of(squares[i], symmetry);
                i += 1;
            }
            let mut is_new = true;
            let mut other = first;
            while other < count {
                let known = &instances[other].squares;
                is_new =
                    is_new && bits(known, squares.len()) != bits(&instance.squares, squares.len());
                other += 1;
            }
            if is_new {
                instances[count] = instance;
                count += 1;
            }
            symmetry += 1;
        }
        pattern += 1;
    }
    (instances, count)
};

/// The number of pattern instances.
pub const INSTANCES: usize = ALL_INSTANCES.1;

/// What a disc of the side to move adds to each index, by its square.
const DELTAS: [Indices; 64] = {
    let mut deltas = [[0; FEATURES]; 64];
    let mut instance = 0;
    while instance < INSTANCES {
        let Instance { pattern, squares } = ALL_INSTANCES.0[instance];
        let (mut value, mut i) = (1_i16, 0);
        while i < PATTERNS[pattern].squares.len() {
            deltas[bit(squares[i]) as usize][instance] = value;
            // The place value after the last one overflows and is not used.
            value = value.wrapping_mul(3);
            i += 1;
        }
        instance += 1;
    }
    deltas
};

/// For each instance, the position of its index 0 among the weights of a phase: the middle of the
/// weights of its pattern.
pub const OFFSETS: [u32; FEATURES] = {
    let mut offsets = [0; FEATURES];
    let mut instance = 0;
    while instance < INSTANCES {
        let (mut begin, mut pattern) = (0, 0);
        while pattern < ALL_INSTANCES.0[instance].pattern {
            begin += PATTERNS[pattern].configurations();
            pattern += 1;
        }
        offsets[instance] = begin + (PATTERNS[pattern].configurations() - 1) / 2;
        instance += 1;
    }
    offsets
};

/// The pattern of an instance, as an index of [`PATTERNS`].
#[must_use]
pub const fn pattern_of(instance: usize) -> usize {
    ALL_INSTANCES.0[instance].pattern
}

/// The indices of a board, computed from scratch.
#[must_use]
pub fn indices(board: &Board<8>) -> Indices {
    let mut indices = [0; FEATURES];
    for square in board.own() {
        add(&mut indices, square, 1);
    }
    for square in board.opp() {
        add(&mut indices, square, -1);
    }
    indices
}

/// The indices after the side to move has played `square` and flipped `flips`.
#[must_use]
#[inline(always)]
pub fn played(indices: &Indices, square: Square, flips: Bitboard) -> Indices {
    let mut after = *indices;
    add(&mut after, square, 1);
    for square in flips {
        add(&mut after, square, 2);
    }
    passed(&after)
}

/// The indices after the side to move has passed.
#[must_use]
#[inline(always)]
pub fn passed(indices: &Indices) -> Indices {
    let mut after = *indices;
    for index in &mut after {
        *index = -*index;
    }
    after
}

#[inline(always)]
fn add(indices: &mut Indices, square: Square, times: i16) {
    let deltas = &DELTAS[square.index()];
    for (index, delta) in indices.iter_mut().zip(deltas) {
        // An intermediate sum may overflow; the final sum is in range again.
        *index = index.wrapping_add(delta.wrapping_mul(times));
    }
}

#[cfg(test)]
mod tests {
    use wane_board::Symmetry;
    use wane_testkit::Rng;

    use super::*;

    fn boards(count: usize) -> Vec<Board<8>> {
        let mut rng = Rng::new(4);
        let mut boards = Vec::new();
        while boards.len() < count {
            let mut board = Board::START;
            while !board.is_game_over() {
                boards.push(board);
                let Some(square) = rng.pick(board.legal_moves()) else {
                    board = board.passed();
                    continue;
                };
                board.play(square).unwrap();
            }
        }
        boards.truncate(count);
        boards
    }

    #[test]
    fn there_are_46_instances_and_226_233_configurations() {
        assert_eq!(INSTANCES, 46);
        assert_eq!(CONFIGURATIONS, 226_233);
    }

    #[test]
    fn indices_updated_move_by_move_are_those_from_scratch() {
        for board in boards(3000) {
            let here = indices(&board);
            assert_eq!(passed(&here), indices(&board.passed()));
            for square in board.legal_moves() {
                let mut after = board;
                after.play(square).unwrap();
                assert_eq!(played(&here, square, board.flips(square)), indices(&after));
            }
        }
    }

    #[test]
    fn symmetric_boards_have_the_same_representatives() {
        let representatives: Vec<Vec<u32>> =
            PATTERNS.iter().map(Pattern::representatives).collect();
        let configurations = |board: &Board<8>| {
            let configuration = |(instance, index): (usize, &i16)| {
                let pattern = pattern_of(instance);
                let half = (PATTERNS[pattern].configurations() - 1) / 2;
                let number = half.wrapping_add_signed(i32::from(*index));
                (pattern, representatives[pattern][number as usize])
            };
            let mut configurations: Vec<(usize, u32)> =
                indices(board)[..INSTANCES].iter().enumerate().map(configuration).collect();
            configurations.sort_unstable();
            configurations
        };
        for board in boards(300) {
            for symmetry in Symmetry::ALL {
                assert_eq!(configurations(&symmetry.apply(&board)), configurations(&board));
            }
        }
    }
}
