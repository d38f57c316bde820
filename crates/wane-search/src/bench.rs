//! [`bench()`]: a fixed set of searches whose node count is the signature of the search.
//!
//! The positions have all sizes and objectives, from the opening to the last squares. A new engine
//! searches each of them on one thread. All decisions are on integers, so the count is the same on
//! every machine; it changes if and only if the search does.

mod reach;

use std::time::Duration;

use wane_board::{AnyBackend, AnyBoard, Bitboard, Board, Objective, Size};

use crate::control::Control;
use crate::engine::{Engine, Question};
use crate::limits::Limits;
use crate::table::NoMemory;
use Objective::{FewestDiscs, MostDiscs};
pub use reach::{Reach, reach};

/// The node count that [`bench()`] must find. A commit that changes it says why, and has the new
/// number on the last line of its message.
pub const SIGNATURE: u64 = 8_145_966;

/// Memory of the table, in megabytes.
const TABLE: usize = 16;

/// A position (size, objective, own and opponent discs) and a depth.
struct Case(Size, Objective, u64, u64, u32);

/// From self-play. A depth beyond the empty squares means an exact solution.
const CASES: [Case; 13] = [
    Case(Size::Eight, FewestDiscs, 0x0020_002e_1000_0000, 0x0040_2010_0800_0000, 10),
    Case(Size::Eight, FewestDiscs, 0x0006_0038_1808_0000, 0x0018_3e06_0402_0100, 11),
    Case(Size::Eight, FewestDiscs, 0x000c_040c_0c1e_1b08, 0x1e02_3a30_3200_0000, 11),
    Case(Size::Eight, FewestDiscs, 0x0000_3f3f_2d2a_266f, 0x0080_4040_5214_5810, 11),
    Case(Size::Eight, FewestDiscs, 0x3c3e_360e_3a36_3c7c, 0x0101_0971_0509_0103, 60),
    Case(Size::Eight, FewestDiscs, 0x0005_0101_141c_3c00, 0xfffa_fefe_e8e0_c280, 60),
    Case(Size::Eight, MostDiscs, 0x0008_1808_1008_1800, 0x0000_0014_2c14_2000, 10),
    Case(Size::Eight, MostDiscs, 0x0008_7443_8301_0900, 0x1235_0a3c_3c3e_1000, 10),
    Case(Size::Eight, MostDiscs, 0x0e0e_1000_52b0_1c0e, 0x1131_ef7f_0d0f_2120, 60),
    Case(Size::Six, FewestDiscs, 0x0000_0001_0214_0400, 0x0000_0000_0c08_1800, 12),
    Case(Size::Six, FewestDiscs, 0x0000_0000_1c1a_0100, 0x0000_071f_0005_0604, 60),
    Case(Size::Six, MostDiscs, 0x0000_2014_0810_0400, 0x0000_0828_160e_0800, 12),
    Case(Size::Four, FewestDiscs, 0x0000_0000_0000_0a00, 0x0000_0000_0406_0404, 60),
];

/// The result of the bench.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bench {
    /// The number of positions.
    pub positions: usize,
    /// The signature: the node count of all searches.
    pub nodes: u64,
}

/// Runs the searches with a flip backend. After each one, `done` is called with the number of
/// finished positions and of all positions.
///
/// # Errors
/// If there is no memory for the table.
pub fn bench(backend: AnyBackend, done: &mut dyn FnMut(usize, usize)) -> Result<Bench, NoMemory> {
    let mut nodes = 0;
    for (index, case) in CASES.iter().enumerate() {
        let limits = Limits { depth: Some(case.4), ..Limits::default() };
        let question =
            Question { board: case.board(), objective: case.1, limits, lines: 1, only: None };
        let (engine, control) = (Engine::try_new(TABLE)?.backend(backend), Control::new());
        engine.search(&question, &|| Duration::ZERO, &control, &mut |_| {});
        nodes += control.nodes();
        done(index + 1, CASES.len());
    }
    Ok(Bench { positions: CASES.len(), nodes })
}

impl Case {
    fn board(&self) -> AnyBoard {
        let (own, opp) = (Bitboard::from_bits(self.2), Bitboard::from_bits(self.3));
        match self.0 {
            Size::Four => Board::<4>::new(own, opp).into(),
            Size::Six => Board::<6>::new(own, opp).into(),
            Size::Eight => Board::<8>::new(own, opp).into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signature_is_the_same_with_every_fast_backend() {
        for backend in AnyBackend::available().filter(|backend| backend.name() != "reference") {
            let nodes = bench(backend, &mut |_, _| {}).map(|bench| bench.nodes);
            assert_eq!(nodes, Ok(SIGNATURE), "{backend}");
        }
    }
}
