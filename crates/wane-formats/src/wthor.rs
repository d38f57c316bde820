//! WTHOR, the binary database of the French federation, read-only; the games are standard Othello.
//!
//! A file has a header of 16 bytes and 68 bytes per game, little-endian. The format cannot express
//! the reversed game, so Wane does not write it.

use std::fmt;

use wane_board::{AnyGame, Move, Objective, Size, Square};

use crate::ReplayError;
use crate::record::GameRecord;
use crate::replay::replay;

const HEADER_BYTES: usize = 16;
const GAME_BYTES: usize = 68;
const MOVES_AT: usize = 8;

/// A game file.
#[derive(Clone, Debug, PartialEq)]
pub struct Database {
    /// The date of the file: year, month, day.
    pub created: (u16, u8, u8),
    /// The year of the games.
    pub year: u16,
    /// The games, in the order of the file.
    pub games: Vec<DatabaseGame>,
}

/// A game; its players and event are numbers in the federation's other files.
#[derive(Clone, Debug, PartialEq)]
pub struct DatabaseGame {
    /// The number of the event.
    pub tournament: u16,
    /// The number of the black player.
    pub black: u16,
    /// The number of the white player.
    pub white: u16,
    /// The final number of black discs; empty squares count for the winner.
    pub black_discs: u8,
    /// The same with perfect play in the endgame.
    pub theoretical_black_discs: u8,
    /// The moves.
    pub record: GameRecord,
}

/// Reads a game file.
///
/// # Errors
/// If the file size contradicts the header, the board is not 8x8, or a move is illegal.
pub fn parse(bytes: &[u8]) -> Result<Database, WthorError> {
    let Some((header, rest)) = bytes.split_first_chunk::<HEADER_BYTES>() else {
        return Err(WthorError::Size { bytes: bytes.len(), games: 0 });
    };
    let count = u32::from_le_bytes([header[4], header[5], header[6], header[7]]);
    let (games, leftover) = rest.as_chunks::<GAME_BYTES>();
    if !leftover.is_empty() || games.len() != count as usize {
        return Err(WthorError::Size { bytes: bytes.len(), games: count });
    }
    if !matches!(header[12], 0 | 8) {
        return Err(WthorError::BoardSize { size: header[12] });
    }
    let year = u16::from_le_bytes([header[10], header[11]]);
    let games = games.iter().enumerate().map(|(index, game)| read_game(index + 1, game, year));
    Ok(Database {
        created: (u16::from(header[0]) * 100 + u16::from(header[1]), header[2], header[3]),
        year,
        games: games.collect::<Result<_, _>>()?,
    })
}

fn read_game(
    number: usize,
    bytes: &[u8; GAME_BYTES],
    year: u16,
) -> Result<DatabaseGame, WthorError> {
    let word = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
    let mut game = AnyGame::new(Size::Eight);
    let moves = bytes[MOVES_AT..].iter().take_while(|&&byte| byte != 0);
    for (index, &byte) in moves.enumerate() {
        // 10 * row + column, both counted from 1.
        let square = Square::at((byte % 10).wrapping_sub(1), (byte / 10).wrapping_sub(1));
        let square =
            square.ok_or(WthorError::NotAMove { game: number, number: index + 1, byte })?;
        replay(&mut game, index + 1, Move::Place(square), None)
            .map_err(|error| WthorError::Replay { game: number, error })?;
    }
    let mut record = GameRecord::new(game, Objective::MostDiscs);
    record.date = (year != 0).then(|| year.to_string().into());
    Ok(DatabaseGame {
        tournament: word(0),
        black: word(2),
        white: word(4),
        black_discs: bytes[6],
        theoretical_black_discs: bytes[7],
        record,
    })
}

/// The bytes are not a WTHOR game file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WthorError {
    /// The file size contradicts the number of games in the header.
    Size {
        /// The size of the file.
        bytes: usize,
        /// The number of games in the header.
        games: u32,
    },
    /// The board is not 8x8.
    BoardSize {
        /// The size in the header.
        size: u8,
    },
    /// A byte is not a square.
    NotAMove {
        /// Which game, counted from 1.
        game: usize,
        /// Which move, counted from 1.
        number: usize,
        /// The byte.
        byte: u8,
    },
    /// A move is illegal.
    Replay {
        /// Which game, counted from 1.
        game: usize,
        /// What is wrong with the move.
        error: ReplayError,
    },
}

impl fmt::Display for WthorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size { bytes, games } => write!(
                f,
                "{bytes} bytes are not a WTHOR file of {games} games, which has 16 and 68 a game"
            ),
            Self::BoardSize { size } => write!(f, "the board is {size}x{size}, not 8x8"),
            Self::NotAMove { game, number, byte } => {
                write!(f, "game {game}: move {number}: {byte} is not a square")
            }
            Self::Replay { game, error } => write!(f, "game {game}: {error}"),
        }
    }
}

impl std::error::Error for WthorError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_what_and_where() {
        let file = |size: u8, first_move: u8| {
            let mut bytes = [0; HEADER_BYTES + GAME_BYTES];
            bytes[4] = 1;
            bytes[12] = size;
            bytes[HEADER_BYTES + MOVES_AT] = first_move;
            parse(&bytes).map_err(|error| error.to_string())
        };
        assert_eq!(file(8, 56).unwrap().games.len(), 1);
        assert_eq!(file(10, 56).unwrap_err(), "the board is 10x10, not 8x8");
        assert_eq!(file(8, 9).unwrap_err(), "game 1: move 1: 9 is not a square");
        assert!(file(8, 11).unwrap_err().starts_with("game 1: move 1 for black: a1 turns over"));
        assert!(parse(&[0; 15]).is_err() && parse(&[0; 17]).is_err() && parse(&[0; 84]).is_err());
    }
}
