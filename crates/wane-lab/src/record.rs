//! [`Record`]: a position of a game, what was played there, and how the game ended.
//!
//! A file is records and nothing else, so files can be put together and cut between any two of them.
//! A record has [`Record::BYTES`] bytes, numbers are little-endian:
//!
//! | bytes | |
//! |---|---|
//! | 0 to 7 | the discs of the side to move, a bit each, a1 the lowest, then b1 |
//! | 8 to 15 | the discs of the other side |
//! | 16, 17 | what the search said, signed, in parts of a disc, [`Value::PER_DISC`] to one |
//! | 18 | how the game ended, signed, in discs |
//! | 19 | the number of discs |
//! | 20 | the square that was played, a1 is 0, b1 is 1 |
//! | 21 | flags: 1 if the score is proved, 2 if the most discs win |
//! | 22, 23 | the number of the game in its run, its low 16 bits |
//!
//! Value and score are good for the side to move. The records of a game follow each other, and two
//! games that do have different numbers, so whoever learns from some games and checks with others
//! can tell them apart.

use thiserror::Error;
use wane_board::{Bitboard, Board, BoardError, Objective, Score, Square};
use wane_eval::Value;

const EXACT: u8 = 1;
const MOST_DISCS: u8 = 2;

/// A position with what is known about it. Its side to move has a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// The position.
    pub board: Board<8>,
    /// What the search said about it.
    pub value: Value,
    /// How the game ended, or would end if both sides played perfectly from a later position on.
    pub score: Score,
    /// The move that was played.
    pub best: Square,
    /// Whether the score is what perfect play from this very position leads to.
    pub is_exact: bool,
    /// What was played for.
    pub objective: Objective,
    /// The low bits of the number of the game.
    pub game: u16,
}

/// Why some bytes are no record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RecordError {
    /// The discs do not fit a board.
    #[error(transparent)]
    Board(BoardError),
    /// The number of discs is another.
    #[error("it says that there are {said} discs, there are {found}")]
    Discs {
        /// What the record says.
        said: u8,
        /// How many there are.
        found: u32,
    },
    /// The score is beyond the whole board.
    #[error("a score of {discs} discs is more than the board")]
    Score {
        /// In discs.
        discs: i8,
    },
    /// The value is beyond all values.
    #[error("a value of {parts} parts is more than the board")]
    Value {
        /// In parts of a disc.
        parts: i16,
    },
    /// The move is not a legal one.
    #[error("square number {square} is not a legal move")]
    Move {
        /// The number of the square.
        square: u8,
    },
    /// There are flags that have no meaning.
    #[error("the flags {flags:#04x} have no meaning")]
    Flags {
        /// All flags.
        flags: u8,
    },
}

impl Record {
    /// The length of a record.
    pub const BYTES: usize = 24;

    /// The bytes of the record. A value or score beyond what there can be is cut to that.
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
    /// If a part of it cannot be, or its parts do not fit together.
    pub fn from_bytes(bytes: &[u8; Self::BYTES]) -> Result<Self, RecordError> {
        let set = |at: usize| {
            let word = bytes[at..at + 8].try_into().expect("eight bytes");
            Bitboard::from_bits(u64::from_le_bytes(word))
        };
        let board = Board::try_from((set(0), set(8))).map_err(RecordError::Board)?;
        let found = (board.own() | board.opp()).len();
        if u32::from(bytes[19]) != found {
            return Err(RecordError::Discs { said: bytes[19], found });
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
        let best = Square::try_from(bytes[20]).ok().filter(|&it| !board.flips(it).is_empty());
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
    fn what_cannot_be_is_refused() {
        let cases: [(usize, u8, &str); 6] = [
            (3, 0x18, "both sides have a disc on d4"),
            (19, 5, "it says that there are 5 discs, there are 4"),
            (18, 65, "a score of 65 discs is more than the board"),
            (17, 0x7f, "a value of 32637 parts is more than the board"),
            (20, 27, "square number 27 is not a legal move"),
            (21, 4, "the flags 0x04 have no meaning"),
        ];
        for (at, byte, text) in cases {
            let mut bytes = record().to_bytes();
            bytes[at] = byte;
            assert_eq!(Record::from_bytes(&bytes).unwrap_err().to_string(), text);
        }
        // What a system leaves behind that lost its power.
        assert!(Record::from_bytes(&[0; Record::BYTES]).is_err());
    }
}
