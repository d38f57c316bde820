//! [`OpeningBook`]: the values of all positions of the first eight moves of the reversed game on 8x8, up to symmetry.
//!
//! The file has values alone, two for each position, in the order in which [`OpeningBook::positions`] lists them.

use thiserror::Error;
use wane_board::Board;
use wane_eval::Value;

/// The values of a position for the side to move, at two search depths.
pub type BookValues = [Value; 2];

/// The values of openings.
#[derive(Debug)]
pub struct OpeningBook {
    /// The canonical positions by the number of moves, sorted, with their values.
    plies: Vec<Vec<(Board<8>, BookValues)>>,
}

/// The bytes are no opening book of this version of Wane.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "the opening book has {found} bytes, and {expected} are expected: it is of another version"
)]
pub struct BookError {
    found: usize,
    expected: usize,
}

/// A move of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The number of the position after it among those that follow, from 1. Moves that lead to positions which are equal
    /// up to symmetry have the same number.
    pub number: usize,
    /// The values for the side that moves.
    pub values: BookValues,
}

/// The steps of a stored value in a disc.
const PER_DISC: i32 = 4;

impl OpeningBook {
    /// The moves from the start position to the last positions.
    pub const MOVES: usize = 8;

    /// All canonical positions up to the last ones, by the number of moves, each list sorted.
    #[must_use]
    pub fn positions() -> Vec<Vec<Board<8>>> {
        let mut plies = vec![vec![Board::START.canonical().0]];
        for ply in 0..Self::MOVES {
            let mut next: Vec<_> = plies[ply].iter().flat_map(|board| following(*board)).collect();
            next.sort_unstable();
            next.dedup();
            plies.push(next);
        }
        plies
    }

    /// The bytes of a book whose last positions have these values. A value of another position is the best that the side
    /// to move can reach.
    ///
    /// # Panics
    /// If there is not one value for each of the last positions.
    #[must_use]
    pub fn bytes_of(last: &[BookValues]) -> Vec<u8> {
        let plies = Self::positions();
        assert_eq!(plies[Self::MOVES].len(), last.len(), "every last position has its values");
        let mut values: Vec<Vec<BookValues>> = vec![last.to_vec()];
        for ply in (0..Self::MOVES).rev() {
            let (next, known) = (&plies[ply + 1], &values[0]);
            let best = |board: &Board<8>| {
                let after = following(*board).map(|child| {
                    known[next.binary_search(&child).expect("the next list has every child")]
                });
                after.fold([Value::MIN; 2], |[one, other], values| {
                    [one.max(-values[0]), other.max(-values[1])]
                })
            };
            let of_ply = plies[ply].iter().map(best).collect();
            values.insert(0, of_ply);
        }
        values.iter().flatten().flatten().map(|&value| stored(value)).collect()
    }

    /// The book of a file.
    ///
    /// # Errors
    /// If the file does not have two bytes for each position.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BookError> {
        let positions = Self::positions();
        let expected = 2 * positions.iter().map(Vec::len).sum::<usize>();
        if bytes.len() != expected {
            return Err(BookError { found: bytes.len(), expected });
        }
        let mut values = bytes.chunks_exact(2).map(|pair| [value(pair[0]), value(pair[1])]);
        let mut with_values = |board| Some((board, values.next()?));
        let plies = positions
            .into_iter()
            .map(|boards| boards.into_iter().filter_map(&mut with_values).collect())
            .collect();
        Ok(Self { plies })
    }

    /// The values of a position for the side to move; `None` if it is not in the book.
    #[must_use]
    pub fn values(&self, board: &Board<8>) -> Option<BookValues> {
        let ply = self.plies.get(moves_before(board)?)?;
        let canonical = board.canonical().0;
        let at = ply.binary_search_by_key(&canonical, |&(board, _)| board).ok()?;
        Some(ply[at].1)
    }

    /// A legal move of a position; `None` if the position after it is not in the book.
    #[must_use]
    pub fn next(&self, board: &Board<8>, after: &Board<8>) -> Option<BookMove> {
        let values = self.values(after)?.map(|value| -value);
        let mut children: Vec<_> = following(*board).collect();
        children.sort_unstable();
        children.dedup();
        let number = children.binary_search(&after.canonical().0).ok()? + 1;
        Some(BookMove { number, values })
    }
}

/// The canonical positions after each move of a position.
fn following(board: Board<8>) -> impl Iterator<Item = Board<8>> {
    board.legal_moves().into_iter().map(move |square| {
        let mut next = board;
        next.play(square).expect("the move is legal");
        next.canonical().0
    })
}

/// The number of moves from the start to a position; `None` if it has fewer discs than the start.
fn moves_before(board: &Board<8>) -> Option<usize> {
    let discs = 64 - board.empties().len() as usize;
    discs.checked_sub(4)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is clamped, and read as signed"
)]
fn stored(value: Value) -> u8 {
    let steps = (2 * PER_DISC * value.parts() + Value::PER_DISC).div_euclid(2 * Value::PER_DISC);
    steps.clamp(-128, 127) as i8 as u8
}

#[expect(clippy::cast_possible_wrap, reason = "it was written as signed")]
fn value(stored: u8) -> Value {
    Value::new(i32::from(stored as i8) * Value::PER_DISC / PER_DISC)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_positions_are_the_published_ones() {
        let counts: Vec<usize> = OpeningBook::positions().iter().map(Vec::len).collect();
        assert_eq!(counts, [1, 1, 3, 14, 60, 322, 1773, 10_649, 67_245]);
    }

    #[test]
    fn a_stored_value_is_the_nearest_quarter_of_a_disc() {
        let back = |parts| value(stored(Value::new(parts))).parts();
        for parts in (-20 * Value::PER_DISC..20 * Value::PER_DISC).step_by(7) {
            assert!((back(parts) - parts).abs() <= Value::PER_DISC / 8, "{parts} {}", back(parts));
        }
        assert_eq!(back(100 * Value::PER_DISC), 127 * Value::PER_DISC / 4);
    }

    #[test]
    fn values_are_found_for_every_symmetry_and_the_best_move_has_the_value_of_its_position() {
        let plies = OpeningBook::positions();
        // Any values will do; here they depend on the place in the list.
        let quarters = |place: i32| Value::new(place % 37 * Value::PER_DISC / 4);
        let last: Vec<BookValues> = (0..)
            .take(plies[OpeningBook::MOVES].len())
            .map(|place| [quarters(place), quarters(2 * place)])
            .collect();
        let book = OpeningBook::from_bytes(&OpeningBook::bytes_of(&last)).unwrap();
        let mut board = Board::START;
        for ply in 0..OpeningBook::MOVES {
            let values = book.values(&board).unwrap();
            let moves: Vec<(Board<8>, BookMove)> = board
                .legal_moves()
                .into_iter()
                .map(|square| {
                    let mut after = board;
                    after.play(square).unwrap();
                    (after, book.next(&board, &after).unwrap())
                })
                .collect();
            for (depth, &value) in values.iter().enumerate() {
                let best = moves.iter().map(|(_, it)| it.values[depth]).max();
                assert_eq!(best, Some(value), "ply {ply}");
            }
            for symmetry in wane_board::Symmetry::ALL {
                assert_eq!(book.values(&symmetry.apply(&board)), Some(values));
            }
            board = moves[ply % moves.len()].0;
        }
        let last = board;
        board.play(board.legal_moves().first().unwrap()).unwrap();
        assert_eq!(book.values(&board), None);
        assert_eq!(book.next(&last, &board), None);
    }

    #[test]
    fn a_file_of_another_length_is_refused() {
        assert!(OpeningBook::from_bytes(&[0; 10]).unwrap_err().to_string().contains("10 bytes"));
    }
}
