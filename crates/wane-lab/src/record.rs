//! [`Record`]: a position of a game, the move that was played, and the result of the game.
//!
//! A file contains only records, so files can be concatenated, and split between any two records.
//! A record has [`Record::BYTES`] bytes, numbers are little-endian:
//!
//! | bytes | |
//! |---|---|
//! | 0 to 7 | the discs of the side to move, a bit each, a1 the lowest, then b1 |
//! | 8 to 15 | the discs of the other side |
//! | 16, 17 | the value that the search found, signed, in 1/128 of a disc ([`Value::PER_DISC`]) |
//! | 18 | the score of the game, signed, in discs |
//! | 19 | the number of discs |
//! | 20 | the square that was played, a1 is 0, b1 is 1 |
//! | 21 | flags: 1 if the score is proved, 2 if the most discs win |
//! | 22, 23 | the number of the game in its run, its low 16 bits |
//!
//! Value and score are those of the side to move. The records of a game follow each other, and two
//! consecutive games have different numbers, so a reader can tell them apart and put whole games into
//! a validation set.

use thiserror::Error;
use wane_board::{Bitboard, Board, BoardError, Objective, Score, Square};
use wane_eval::Value;

const EXACT: u8 = 1;
const MOST_DISCS: u8 = 2;

/// A position with its labels. The side to move has a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// The position.
    pub board: Board<8>,
    /// The value that the search found.
    pub value: Value,
    /// The score of the game, with perfect play from some position of it on.
    pub score: Score,
    /// The move that was played.
    pub best: Square,
    /// Whether the score is exact: that of perfect play from this position on.
    pub is_exact: bool,
    /// The objective of the game.
    pub objective: Objective,
    /// The low 16 bits of the number of the game.
    pub game: u16,
}

/// Why bytes are not a valid record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// The discs do not fit a board.
    #[error(transparent)]
    Board(BoardError),
    /// The stated number of discs is wrong.
    #[error("the record states {stated} discs, but the board has {found}")]
    Discs {
        /// The number in the record.
        stated: u8,
        /// The number of discs on the board.
        found: u32,
    },
    /// The score is beyond 64 discs.
    #[error("a score of {discs} discs is out of range, -64 to 64")]
    Score {
        /// In discs.
        discs: i8,
    },
    /// The value is beyond [`Value::MIN`] or [`Value::MAX`].
    #[error("a value of {parts}/128 discs is out of range")]
    Value {
        /// In 1/128 of a disc.
        parts: i16,
    },
    /// The move is illegal.
    #[error("square number {square} is not a legal move")]
    Move {
        /// The number of the square.
        square: u8,
    },
    /// Undefined flags are set.
    #[error("the flags {flags:#04x} contain undefined ones")]
    Flags {
        /// All flags.
        flags: u8,
    },
}

impl Record {
    /// The length of a record.
    pub const BYTES: usize = 24;

    /// The bytes of the record. Values and scores out of range are clamped.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; Self::BYTES] {
        let Self { board, value, score, best, is_exact, objective, game } = self;
        let parts = value.parts().clamp(Value::MIN.parts(), Value::MAX.parts());
        let flags = if *is_exact { EXACT } else { 0 }
            | if *objective == Objective::MostDiscs { MOST_DISCS } else { 0 };
        let mut bytes = [0; Self::BYTES];
        bytes[..8].copy_from_slice(&board.own().bits().to_le_bytes());
        bytes[8..16].copy_from_slice(&board.opp().bits().to_le_bytes());
        bytes[16..18].copy_from_slice(&parts.to_le_bytes()[..2]);
        bytes[18] = score.discs().clamp(-64, 64).to_le_bytes()[0];
        bytes[19] = (board.own() | board.opp()).len().to_le_bytes()[0];
        bytes[20] = best.index().to_le_bytes()[0];
        bytes[21] = flags;
        bytes[22..].copy_from_slice(&game.to_le_bytes());
        bytes
    }

    /// Reads a record.
    ///
    /// # Errors
    /// If a field is out of range, or fields contradict each other.
    pub fn from_bytes(bytes: &[u8; Self::BYTES]) -> Result<Self, RecordError> {
        let bitboard = |at: usize| {
            let word = bytes[at..at + 8].try_into().expect("eight bytes");
            Bitboard::from_bits(u64::from_le_bytes(word))
        };
        let board = Board::try_from((bitboard(0), bitboard(8))).map_err(RecordError::Board)?;
        let found = (board.own() | board.opp()).len();
        if u32::from(bytes[19]) != found {
            return Err(RecordError::Discs { stated: bytes[19], found });
        }
        let parts = i16::from_le_bytes([bytes[16], bytes[17]]);
        let value = Value::new(i32::from(parts));
        if !(Value::MIN..=Value::MAX).contains(&value) {
            return Err(RecordError::Value { parts });
        }
        let discs = bytes[18].cast_signed();
        if !(-64..=64).contains(&discs) {
            return Err(RecordError::Score { discs });
        }
        let best =
            Square::try_from(bytes[20]).ok().filter(|&square| !board.flips(square).is_empty());
        let best = best.ok_or(RecordError::Move { square: bytes[20] })?;
        let flags = bytes[21];
        if flags & !(EXACT | MOST_DISCS) != 0 {
            return Err(RecordError::Flags { flags });
        }
        let is_most = flags & MOST_DISCS != 0;
        Ok(Self {
            board,
            value,
            score: Score::new(i32::from(discs)),
            best,
            is_exact: flags & EXACT != 0,
            objective: if is_most { Objective::MostDiscs } else { Objective::FewestDiscs },
            game: u16::from_le_bytes([bytes[22], bytes[23]]),
        })
    }
}

#[cfg(test)]
mod tests {
    use wane_testkit::{Rng, random_game};

    use super::*;

    fn record() -> Record {
        Record {
            board: Board::START,
            value: Value::new(-131),
            score: Score::new(-14),
            best: "d3".parse().unwrap(),
            is_exact: true,
            objective: Objective::MostDiscs,
            game: 0x1234,
        }
    }

    #[test]
    fn a_record_has_the_bytes_that_are_documented() {
        let bytes = [
            0, 0, 0, 0x10, 0x08, 0, 0, 0, // own discs on e4 and d5
            0, 0, 0, 0x08, 0x10, 0, 0, 0, // the opponent's on d4 and e5
            0x7d, 0xff, 0xf2, 4, 19, 3, 0x34, 0x12,
        ];
        assert_eq!(record().to_bytes(), bytes);
        assert_eq!(Record::from_bytes(&bytes), Ok(record()));
    }

    #[test]
    fn records_of_random_positions_read_back() {
        let mut rng = Rng::new(7);
        for plies in (0..59).cycle().take(1000) {
            let board = random_game::<8>(&mut rng, plies).position().board;
            let Some(best) = rng.pick(board.legal_moves()) else { continue };
            let record = Record {
                board,
                value: Value::new(rng.below(16_641).cast_signed() - 8320),
                score: Score::new(rng.below(129).cast_signed() - 64),
                best,
                is_exact: rng.below(2) == 0,
                objective: [Objective::FewestDiscs, Objective::MostDiscs][rng.below(2) as usize],
                game: u16::try_from(rng.below(65_536)).unwrap(),
            };
            assert_eq!(Record::from_bytes(&record.to_bytes()), Ok(record));
        }
    }

    #[test]
    fn invalid_records_are_refused() {
        let cases: [(usize, u8, &str); 6] = [
            (3, 0x18, "both sides have a disc on d4"),
            (19, 5, "the record states 5 discs, but the board has 4"),
            (18, 65, "a score of 65 discs is out of range, -64 to 64"),
            (17, 0x7f, "a value of 32637/128 discs is out of range"),
            (20, 27, "square number 27 is not a legal move"),
            (21, 4, "the flags 0x04 contain undefined ones"),
        ];
        for (at, byte, text) in cases {
            let mut bytes = record().to_bytes();
            bytes[at] = byte;
            assert_eq!(Record::from_bytes(&bytes).unwrap_err().to_string(), text);
        }
        // A file can end in zeros after a power failure.
        assert!(Record::from_bytes(&[0; Record::BYTES]).is_err());
    }
}
