//! Directions, rays, and the squares of a board of each size.
//!
//! Everything here is a constant; discs are left to [`Board`](crate::Board).

use crate::Bitboard;

/// The bit distance of one step along each of the four axes, towards higher squares:
/// to the right, down and left, down, down and right.
pub(crate) const STEPS: [u32; 4] = [1, 7, 8, 9];

/// For each axis, the squares whose discs can be flipped along it. A disc in column a or h cannot
/// be flipped along a row or a diagonal, and this mask stops shifts that wrap around the edge.
pub(crate) const INNER: [u64; 4] =
    [0x7e7e_7e7e_7e7e_7e7e, 0x7e7e_7e7e_7e7e_7e7e, u64::MAX, 0x7e7e_7e7e_7e7e_7e7e];

/// The rays from one square, both ways along each axis, without the square.
pub(crate) struct Rays {
    /// Towards higher squares, in the order of [`STEPS`].
    pub(crate) up: [u64; 4],
    /// Towards lower squares, in the order of [`STEPS`].
    pub(crate) down: [u64; 4],
}

/// The rays from every square of the 8x8 grid. They serve the small boards too: the squares
/// outside a small board hold no disc, so every run ends there.
pub(crate) static RAYS: [Rays; 64] = all_rays();

/// The squares of a board of this size, in the top left corner of 8x8.
pub(crate) const fn squares_of(size: usize) -> Bitboard {
    let row = (1_u64 << size) - 1;
    let mut bits = 0;
    let mut r = 0;
    while r < size {
        bits |= row << (8 * r);
        r += 1;
    }
    Bitboard::from_bits(bits)
}

/// The squares of a board by their distances from the nearest edges; see
/// `Board::SYMMETRY_CLASSES`.
pub(crate) const fn symmetry_classes(size: usize) -> [Bitboard; 10] {
    let mut classes = [Bitboard::EMPTY; 10];
    let mut square = 0;
    while square < 8 * size {
        if square % 8 < size {
            let (row, column) = (from_edge(square / 8, size), from_edge(square % 8, size));
            let (near, far) = if row < column { (row, column) } else { (column, row) };
            let class = [0, 4, 7, 9][near] + far - near;
            classes[class] = Bitboard::from_bits(classes[class].bits() | 1 << square);
        }
        square += 1;
    }
    classes
}

const fn from_edge(line: usize, size: usize) -> usize {
    if line < size - 1 - line { line } else { size - 1 - line }
}

const fn all_rays() -> [Rays; 64] {
    const NONE: Rays = Rays { up: [0; 4], down: [0; 4] };
    const DIRECTIONS: [(i8, i8); 4] = [(1, 0), (-1, 1), (0, 1), (1, 1)];
    let mut rays = [NONE; 64];
    let mut square = 0;
    while square < 64 {
        let mut axis = 0;
        while axis < 4 {
            let (column, row) = DIRECTIONS[axis];
            rays[square].up[axis] = ray(square, column, row);
            rays[square].down[axis] = ray(square, -column, -row);
            axis += 1;
        }
        square += 1;
    }
    rays
}

#[expect(clippy::cast_possible_truncation, reason = "square < 64")]
const fn ray(square: usize, column_step: i8, row_step: i8) -> u64 {
    let mut column = (square % 8) as i8 + column_step;
    let mut row = (square / 8) as i8 + row_step;
    let mut bits = 0;
    while 0 <= column && column < 8 && 0 <= row && row < 8 {
        bits |= 1 << (row * 8 + column);
        column += column_step;
        row += row_step;
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rays_follow_their_steps() {
        for (square, rays) in RAYS.iter().enumerate() {
            for (ray, step) in rays.up.into_iter().zip(STEPS) {
                let mut up = 0;
                let mut bit = 1_u64 << square;
                while ray & (bit << step) != 0 {
                    bit <<= step;
                    up |= bit;
                }
                assert_eq!(up, ray, "square {square}, step {step}");
            }
        }
        let queen_lines: u32 = RAYS.iter().flat_map(|r| r.up.map(u64::count_ones)).sum();
        assert_eq!(queen_lines, 728); // 1456 moves of a queen on an empty 8x8 board, half of them up
    }

    #[test]
    fn small_boards_sit_in_the_top_left_corner() {
        assert_eq!(squares_of(4).bits(), 0x0f0f_0f0f);
        assert_eq!(squares_of(6).bits(), 0x3f3f_3f3f_3f3f);
        assert_eq!(squares_of(8), Bitboard::ALL);
    }
}
