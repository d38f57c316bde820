//! Flips of the last move of a game, by line: on a full line only the own discs matter, and they
//! are few enough bits to look the answer up.

use crate::geometry::RAYS;

/// The squares of one line through a square, and what to look up with the own discs among them.
pub(super) struct Line {
    /// The other squares of the line.
    pub(super) squares: u64,
    /// How many discs turn over along the line, by the own discs of `squares` packed together.
    pub(super) flips: &'static [u8; 128],
}

/// The four lines through every square.
pub(super) static LAST_FLIPS: [[Line; 4]; 64] = {
    const NO_LINE: Line = Line { squares: 0, flips: &FLIPS_BY_PLACE[0] };
    let mut lines = [const { [NO_LINE; 4] }; 64];
    let mut square = 0;
    while square < 64 {
        let mut axis = 0;
        while axis < 4 {
            let (up, down) = (RAYS[square].up[axis], RAYS[square].down[axis]);
            let place = down.count_ones() as usize;
            lines[square][axis] = Line { squares: up | down, flips: &FLIPS_BY_PLACE[place] };
            axis += 1;
        }
        square += 1;
    }
    lines
};

/// By the number of squares of the line below the one that is played, and by the own discs on the
/// line without that square.
static FLIPS_BY_PLACE: [[u8; 128]; 8] = {
    let mut table = [[0; 128]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 128 {
            table[place][own] = flips(place, own);
            own += 1;
        }
        place += 1;
    }
    table
};

#[expect(clippy::cast_possible_truncation, reason = "a line has eight squares")]
const fn flips(place: usize, own: usize) -> u8 {
    let below = own & ((1 << place) - 1);
    let above = own >> place;
    let down = if below == 0 { 0 } else { place as u32 - 1 - below.ilog2() };
    let up = if above == 0 { 0 } else { above.trailing_zeros() };
    (down + up) as u8
}
