//! Patterns: which squares are looked at together, and what state they are in.
//!
//! A [`Shape`] is a set of squares as seen from one corner. Turned and mirrored, it lies on the board in
//! several places; each is a lane of [`Lanes`]. The state of a lane is a number with a digit for each
//! square: 0 for empty, 1 for a disc of the side to move, -1 for one of the other side. So when the
//! side to move changes, a state changes its sign, and when a disc is turned over, a constant is
//! added; both work on all lanes at once.
//!
//! What the states are worth is for [`weights`](crate::weights) to say.

use wane_board::{Bitboard, Board, Square};

/// How many lanes there are; some at the end are not used.
pub const LANES: usize = 48;

/// The longest shape.
const LONGEST: usize = 10;

/// A set of squares that are looked at together.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Its name, for people.
    pub name: &'static str,
    squares: &'static [u8],
}

/// All shapes: squares by row and column, the row in the tens.
pub const SHAPES: [Shape; 11] = [
    Shape { name: "corner", squares: &[0, 1, 2, 10, 11, 12, 20, 21, 22] },
    Shape { name: "edge and two inside", squares: &[0, 1, 2, 3, 4, 5, 6, 7, 11, 16] },
    Shape { name: "two by five", squares: &[0, 1, 2, 3, 4, 10, 11, 12, 13, 14] },
    Shape { name: "triangle", squares: &[0, 1, 2, 3, 10, 11, 12, 20, 21, 30] },
    Shape { name: "second row", squares: &[10, 11, 12, 13, 14, 15, 16, 17] },
    Shape { name: "third row", squares: &[20, 21, 22, 23, 24, 25, 26, 27] },
    Shape { name: "fourth row", squares: &[30, 31, 32, 33, 34, 35, 36, 37] },
    Shape { name: "diagonal of eight", squares: &[0, 11, 22, 33, 44, 55, 66, 77] },
    Shape { name: "diagonal of seven", squares: &[1, 12, 23, 34, 45, 56, 67] },
    Shape { name: "diagonal of six", squares: &[2, 13, 24, 35, 46, 57] },
    Shape { name: "diagonal of five", squares: &[3, 14, 25, 36, 47] },
];

/// How many states all shapes have together.
pub const STATES: u32 = {
    let mut states = 0;
    let mut shape = 0;
    while shape < SHAPES.len() {
        states += SHAPES[shape].states();
        shape += 1;
    }
    states
};

/// The state of every lane, as the side to move sees it.
pub type Lanes = [i16; LANES];

impl Shape {
    /// How many states it can be in.
    #[must_use]
    pub const fn states(&self) -> u32 {
        let (mut states, mut squares) = (1, self.squares.len());
        while squares > 0 {
            states *= 3;
            squares -= 1;
        }
        states
    }

    /// For each state, counted from the lowest, the lowest one of those that are the same: the shape
    /// mirrored onto itself.
    #[must_use]
    pub fn representatives(&self) -> Vec<u32> {
        // What a digit at each place adds to the number of the mirrored state.
        let mirrors: Vec<Vec<u32>> = self.own_symmetries().iter().map(|it| mirror(it)).collect();
        let lowest = |digits: &[u32]| {
            let number =
                |mirror: &Vec<u32>| mirror.iter().zip(digits).map(|(one, it)| one * it).sum();
            mirrors.iter().map(number).min().expect("every shape maps to itself")
        };
        // The states in their order, by counting up in digits, which is faster than dividing.
        let mut digits = vec![0; self.squares.len()];
        let mut representatives = Vec::with_capacity(self.states() as usize);
        for _ in 0..self.states() {
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

    /// The symmetries that map it to itself, as orders of its squares.
    fn own_symmetries(&self) -> Vec<Vec<u32>> {
        let image = |symmetry: usize| -> Option<Vec<u32>> {
            let place = |&square| {
                let at = moved(square, symmetry);
                (0..).zip(self.squares).find(|(_, it)| **it == at).map(|(place, _)| place)
            };
            self.squares.iter().map(place).collect()
        };
        (0..8).filter_map(image).collect()
    }
}

/// What a digit at each place of a state adds to the number of the state with the places in this
/// order.
fn mirror(order: &[u32]) -> Vec<u32> {
    let mut adds = vec![0; order.len()];
    for (one, &place) in (0..).map(|place| 3_u32.pow(place)).zip(order) {
        adds[place as usize] = one;
    }
    adds
}

/// Where one of the eight symmetries moves a square.
const fn moved(square: u8, symmetry: usize) -> u8 {
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

/// A place of a shape on the board.
#[derive(Clone, Copy)]
struct Place {
    shape: usize,
    squares: [u8; LONGEST],
}

/// The first squares of a place as a set.
const fn bits(squares: &[u8; LONGEST], len: usize) -> u64 {
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

/// Every place of every shape, each set of squares once, and how many there are.
const PLACES: ([Place; LANES], usize) = {
    let mut places = [Place { shape: 0, squares: [0; LONGEST] }; LANES];
    let mut count = 0;
    let mut shape = 0;
    while shape < SHAPES.len() {
        let squares = SHAPES[shape].squares;
        let first = count;
        let mut symmetry = 0;
        while symmetry < 8 {
            let mut place = Place { shape, squares: [0; LONGEST] };
            let mut i = 0;
            while i < squares.len() {
                place.squares[i] = moved(squares[i], symmetry);
                i += 1;
            }
            let mut is_new = true;
            let mut other = first;
            while other < count {
                let known = &places[other].squares;
                is_new =
                    is_new && bits(known, squares.len()) != bits(&place.squares, squares.len());
                other += 1;
            }
            if is_new {
                places[count] = place;
                count += 1;
            }
            symmetry += 1;
        }
        shape += 1;
    }
    (places, count)
};

/// How many lanes are used.
pub const USED_LANES: usize = PLACES.1;

/// What a disc of the side to move adds to each lane, by its square.
const DISCS: [Lanes; 64] = {
    let mut discs = [[0; LANES]; 64];
    let mut lane = 0;
    while lane < USED_LANES {
        let place = PLACES.0[lane];
        let (mut digit, mut i) = (1_i16, 0);
        while i < SHAPES[place.shape].squares.len() {
            discs[bit(place.squares[i]) as usize][lane] = digit;
            // The digit behind the last one is not used, and does not fit.
            digit = digit.wrapping_mul(3);
            i += 1;
        }
        lane += 1;
    }
    discs
};

/// Where the states of each lane begin among all states, moved so that the state 0 is in the middle.
pub const MIDDLES: [u32; LANES] = {
    let mut middles = [0; LANES];
    let mut lane = 0;
    while lane < USED_LANES {
        let (mut begin, mut shape) = (0, 0);
        while shape < PLACES.0[lane].shape {
            begin += SHAPES[shape].states();
            shape += 1;
        }
        middles[lane] = begin + (SHAPES[shape].states() - 1) / 2;
        lane += 1;
    }
    middles
};

/// The shape of a lane.
#[must_use]
pub const fn shape_of(lane: usize) -> usize {
    PLACES.0[lane].shape
}

/// The lanes of a board.
#[must_use]
pub fn lanes(board: &Board<8>) -> Lanes {
    let mut lanes = [0; LANES];
    for square in board.own() {
        add(&mut lanes, square, 1);
    }
    for square in board.opp() {
        add(&mut lanes, square, -1);
    }
    lanes
}

/// The lanes after the side to move has played `square` and turned over `flips`.
#[must_use]
#[inline(always)]
pub fn played(lanes: &Lanes, square: Square, flips: Bitboard) -> Lanes {
    let mut after = *lanes;
    add(&mut after, square, 1);
    for square in flips {
        add(&mut after, square, 2);
    }
    passed(&after)
}

/// The lanes after the side to move has passed.
#[must_use]
#[inline(always)]
pub fn passed(lanes: &Lanes) -> Lanes {
    let mut after = *lanes;
    for state in &mut after {
        *state = -*state;
    }
    after
}

#[inline(always)]
fn add(lanes: &mut Lanes, square: Square, times: i16) {
    let discs = &DISCS[square.index()];
    for (state, disc) in lanes.iter_mut().zip(discs) {
        // A sum may leave the range on its way, and comes back.
        *state = state.wrapping_add(disc.wrapping_mul(times));
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
    fn there_are_46_places_of_as_many_states_as_fit_a_table() {
        assert_eq!(USED_LANES, 46);
        assert_eq!(STATES, 226_233);
    }

    #[test]
    fn lanes_kept_from_move_to_move_are_those_from_nothing() {
        for board in boards(3000) {
            let here = lanes(&board);
            assert_eq!(passed(&here), lanes(&board.passed()));
            for square in board.legal_moves() {
                let mut after = board;
                after.play(square).unwrap();
                assert_eq!(played(&here, square, board.flips(square)), lanes(&after));
            }
        }
    }

    #[test]
    fn a_board_turned_or_mirrored_has_the_same_states_with_the_same_representatives() {
        let representatives: Vec<Vec<u32>> = SHAPES.iter().map(Shape::representatives).collect();
        let states = |board: &Board<8>| {
            let state = |(lane, state): (usize, &i16)| {
                let shape = shape_of(lane);
                let half = (SHAPES[shape].states() - 1) / 2;
                let index = half.wrapping_add_signed(i32::from(*state));
                (shape, representatives[shape][index as usize])
            };
            let mut states: Vec<(usize, u32)> =
                lanes(board)[..USED_LANES].iter().enumerate().map(state).collect();
            states.sort_unstable();
            states
        };
        for board in boards(300) {
            for symmetry in Symmetry::ALL {
                assert_eq!(states(&symmetry.apply(&board)), states(&board));
            }
        }
    }
}
