//! The rules of Reversi and Reversed Reversi, on 4x4, 6x6 and 8x8.
//!
//! The other crates of Wane build on this one. It has no dependency, no input or output, no
//! thread, no clock, no randomness, no evaluation and no search.
//!
//! | for | use |
//! |---|---|
//! | names and sets of squares | [`Square`], [`Bitboard`] |
//! | the discs of both sides, seen from the side to move | [`Board`] |
//! | a board and the colour to move | [`Position`] |
//! | a game with its history | [`Game`] |
//! | the size chosen at run time | [`AnyBoard`], [`AnyPosition`], [`AnyGame`] |
//! | the winner and the final score | [`Objective`], [`Score`] |
//! | SIMD in hot loops | [`Backend`], [`Kernel`], [`AnyBackend`] |
//!
//! ```
//! use wane_board::{Board, Game, Move};
//!
//! let mut game = Game::<8>::new();
//! for name in ["f5", "d6", "c3"] {
//!     game.play(name.parse()?)?;
//! }
//! assert_eq!(game.position().legal_moves().to_string(), "d3 f3 f4 g5");
//! assert_eq!(game.undo(), Some(Move::Place("c3".parse()?)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod any;
mod bitboard;
mod board;
mod colour;
mod flips;
mod game;
mod geometry;
mod key;
mod objective;
mod perft;
mod position;
mod square;
mod stability;
mod symmetry;

pub use any::{AnyBoard, AnyGame, AnyPosition, BySize, Size, UnknownSize};
pub use bitboard::{Bitboard, Squares};
pub use board::{Board, BoardError, IllegalMove, WhyIllegal};
pub use colour::Colour;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub use flips::Simd128;
pub use flips::{
    AnyBackend, Backend, Children, Kernel, LANES, Portable, Reference, UnknownBackend,
};
#[cfg(target_arch = "x86_64")]
pub use flips::{Avx2, Avx512};
pub use game::{Game, IllegalPass, Move, Played};
pub use key::Key;
pub use objective::{Objective, Score, UnknownObjective};
pub use perft::{PassRule, frontier, perft};
pub use position::Position;
pub use square::{ParseSquareError, Square, SquareIndexError};
pub use symmetry::Symmetry;

/// Runs the Rust code of docs/library.md as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/library.md")]
struct LibraryPage;
