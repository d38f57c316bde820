//! [`BalancedOpenings`]: balanced openings of the reversed game on 8x8, and their file.
//!
//! The file is a line of JSON about the search for them, and then the sorted openings: for each one, a byte with
//! the number of squares that it shares with the one before, and a byte for each further square.
//! `cargo xtask openings` writes it: docs/openings.md.

use serde::{Deserialize, Serialize};
use wane_board::{AnyGame, Size, Square};

use super::openings_hash;

const SHIPPED: &[u8] = include_bytes!("balanced.bin");

/// Balanced openings, and how they were found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BalancedOpenings {
    /// How they were found.
    pub search: OpeningSearch,
    /// The openings.
    pub games: Vec<AnyGame>,
}

/// How balanced openings were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpeningSearch {
    /// The number of moves.
    pub moves: usize,
    /// How many positions there are after this number of moves, up to symmetry.
    pub positions: usize,
    /// The depths of the two searches of each position.
    pub depths: [u32; 2],
    /// The largest score of a balanced position in each search, in hundredths of a disc.
    pub centidiscs: i32,
    /// The bench signature of the engine.
    pub bench: u64,
}

/// The first line of the file.
#[derive(Serialize, Deserialize)]
struct Header {
    v: u32,
    #[serde(flatten)]
    search: OpeningSearch,
    openings: usize,
    fingerprint: String,
}

/// The version of the file.
const VERSION: u32 = 1;

impl BalancedOpenings {
    /// The openings that come with this crate.
    #[must_use]
    pub fn shipped() -> Self {
        Self::read(SHIPPED).expect("the file is a constant, and a test reads it")
    }

    /// Reads the file; `None` if it is damaged.
    fn read(bytes: &[u8]) -> Option<Self> {
        let end = bytes.iter().position(|&byte| byte == b'\n')?;
        let header: Header = serde_json::from_slice(&bytes[..end]).ok()?;
        let mut bytes = bytes[end + 1..].iter().copied();
        let (mut games, mut game) = (Vec::new(), AnyGame::new(Size::Eight));
        while let Some(shared) = bytes.next() {
            let shared = usize::from(shared);
            while game.squares().count() > shared {
                game.undo();
            }
            if game.squares().count() < shared {
                return None;
            }
            while game.squares().count() < header.search.moves {
                game.play(Square::try_from(bytes.next()?).ok()?).ok()?;
            }
            games.push(game.clone());
        }
        let is_whole = header.v == VERSION
            && header.openings == games.len()
            && header.fingerprint == openings_hash(&games);
        is_whole.then_some(Self { search: header.search, games })
    }

    /// The contents of the file. All openings must have the number of moves of the search; sorted ones take fewer
    /// bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let header = Header {
            v: VERSION,
            search: self.search,
            openings: self.games.len(),
            fingerprint: openings_hash(&self.games),
        };
        let mut bytes = serde_json::to_vec(&header).expect("numbers and a text can be written");
        bytes.push(b'\n');
        let mut before = Vec::new();
        for game in &self.games {
            let squares: Vec<u8> = game.squares().map(|square| byte(square.index())).collect();
            let shared = before.iter().zip(&squares).take_while(|(one, other)| one == other);
            let shared = shared.count();
            bytes.push(byte(shared));
            bytes.extend(&squares[shared..]);
            before = squares;
        }
        bytes
    }
}

fn byte(number: usize) -> u8 {
    u8::try_from(number).expect("there are 64 squares, and no game has more moves")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use wane_formats::transcript;

    use super::*;
    use crate::random_openings;

    #[test]
    fn the_shipped_openings_are_as_many_as_documented_and_no_two_are_symmetric() {
        let BalancedOpenings { search, games } = BalancedOpenings::shipped();
        assert_eq!((games.len(), search.moves, search.positions), (3525, 8, 67_245));
        let canonical = |game: &AnyGame| match game {
            AnyGame::Eight(game) => game.position().board.canonical().0,
            _ => panic!("{} is not on 8x8", transcript::write(game)),
        };
        let distinct: BTreeSet<_> = games.iter().map(canonical).collect();
        assert_eq!(distinct.len(), games.len());
        for game in &games {
            let text = transcript::write(game);
            assert_eq!(transcript::parse(&text, Size::Eight).as_ref(), Ok(game));
            assert_eq!(game.squares().count(), 8, "{text}");
            assert!(!game.position().is_game_over(), "{text}");
        }
    }

    #[test]
    fn what_is_written_reads_back_and_what_was_damaged_does_not() {
        let mut games = random_openings(Size::Eight, 8, 30, 1);
        games.sort_by_key(|game| game.squares().map(Square::index).collect::<Vec<_>>());
        let search = OpeningSearch {
            moves: 8,
            positions: 67_245,
            depths: [3, 4],
            centidiscs: 100,
            bench: 1234,
        };
        let balanced = BalancedOpenings { search, games };
        let bytes = balanced.to_bytes();
        assert_eq!(BalancedOpenings::read(&bytes).as_ref(), Some(&balanced));
        for end in 0..bytes.len() {
            assert!(BalancedOpenings::read(&bytes[..end]).is_none(), "cut after {end} bytes");
        }
        let body = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1;
        for at in body..bytes.len() {
            for bit in 0..8 {
                let mut damaged = bytes.clone();
                damaged[at] ^= 1 << bit;
                assert!(BalancedOpenings::read(&damaged).is_none(), "bit {bit} of byte {at}");
            }
        }
    }
}
