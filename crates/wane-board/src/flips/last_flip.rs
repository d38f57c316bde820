//! Tables for counting the flips of the last move of a game. The line is otherwise full, so the own
//! discs on it, at most seven bits, determine the count.

use crate::geometry::RAYS;

/// One line through a square, and the table for the own discs on it.
pub(super) struct Line {
    /// The other squares of the line.
    pub(super) squares: u64,
    /// The number of flips along the line, indexed by the own discs of `squares` packed by PEXT.
    pub(super) flips: &'static [u8; 128],
}

/// The four lines through every square.
pub(super) static LAST_FLIPS: [[Line; 4]; 64] = {
    const NO_LINE: Line = Line { squares: 0, flips: &FLIPS_BY_INDEX[0] };
    let mut lines = [const { [NO_LINE; 4] }; 64];
    let mut square = 0;
    while square < 64 {
        let mut axis = 0;
        while axis < 4 {
            let (up, down) = (RAYS[square].up[axis], RAYS[square].down[axis]);
            let index = down.count_ones() as usize;
            lines[square][axis] = Line { squares: up | down, flips: &FLIPS_BY_INDEX[index] };
            axis += 1;
        }
        square += 1;
    }
    lines
};

/// The number of flips, indexed by the position on the line of the square that is played, and by
/// the own discs on the other squares of the line.
static FLIPS_BY_INDEX: [[u8; 128]; 8] = {
    let mut table = [[0; 128]; 8];
    let mut index = 0;
    while index < 8 {
        let mut own = 0;
        while own < 128 {
            table[index][own] = flips(index, own);
            own += 1;
        }
        index += 1;
    }
    table
};

#[expect(clippy::cast_possible_truncation, reason = "a line has eight squares")]
const fn flips(index: usize, own: usize) -> u8 {
    let below = own & ((1 << index) - 1);
    let above = own >> index;
    let down = if below == 0 { 0 } else { index as u32 - 1 - below.ilog2() };
    let up = if above == 0 { 0 } else { above.trailing_zeros() };
    (down + up) as u8
}
