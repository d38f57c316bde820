//! [`reach`]: the depth that the engine reaches in the midgame in a given time.

use std::time::Duration;

use wane_board::{Bitboard, Board, Objective};

use crate::control::Control;
use crate::engine::{Clock, Engine, Question};
use crate::limits::{Budget, Limits};
use crate::table::NoMemory;

/// Positions with 20 discs, the side to move first, from self-play after random opening moves.
const POSITIONS: [(u64, u64); 20] = [
    (0x0000_000c_0604_0200, 0x003c_3c30_1818_0000),
    (0x0000_0428_040c_0009, 0x0000_0810_3810_3f00),
    (0x0000_2c14_3a16_1200, 0x0028_1008_0420_0000),
    (0x0000_3a14_0e0c_0201, 0x0008_0428_1000_0810),
    (0x20e0_1038_1018_0000, 0x1010_e040_2804_0000),
    (0x0000_3400_0506_0600, 0x0000_083e_3818_0000),
    (0x0042_2408_1c2c_1200, 0x0030_1830_2000_0000),
    (0x00a0_0028_181c_1000, 0x0000_f054_6040_0000),
    (0x002c_0002_0008_1000, 0x2010_483c_3e04_0000),
    (0x0008_183c_1600_0800, 0x0050_2200_281c_0000),
    (0x0008_0c0f_342c_0000, 0x0040_6070_0800_0000),
    (0x0000_0008_1000_0200, 0x0000_3834_2e3c_2840),
    (0x0000_1302_1010_1410, 0x0000_201c_0c0c_0828),
    (0x0000_0030_1818_1c00, 0x0042_2c0f_0220_0000),
    (0x0048_3028_1c00_0000, 0x0010_0010_007c_081c),
    (0x0040_0018_1c3c_0a00, 0x3810_3840_0000_0000),
    (0x0008_0013_020e_0000, 0x0004_4c2c_1c30_0000),
    (0x0060_1018_1c0e_0000, 0x0010_2447_0300_0000),
    (0x0050_2010_3010_0000, 0x0020_1e0c_0c2c_0800),
    (0x0080_d0b0_c0c0_0000, 0x0040_2448_3820_0000),
];

/// The depths that the engine reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// The last finished depth of each position.
    pub depths: Vec<u32>,
    /// The node count of all searches.
    pub nodes: u64,
    /// The time of all searches.
    pub time: Duration,
}

/// Searches 20 positions of the reversed game with 20 discs, each for `time` with a new engine from
/// `engine`. `clock` is any clock. After each search, `done` is called with the number of finished
/// positions and of all positions.
///
/// # Errors
/// If there is no memory for the table.
pub fn reach(
    engine: &dyn Fn() -> Result<Engine, NoMemory>,
    time: Duration,
    clock: Clock<'_>,
    done: &mut dyn FnMut(usize, usize),
) -> Result<Reach, NoMemory> {
    let mut reach = Reach { depths: Vec::new(), nodes: 0, time: Duration::ZERO };
    for (own, opp) in POSITIONS {
        let (own, opp) = (Bitboard::from_bits(own), Bitboard::from_bits(opp));
        let limits = Limits { time: Some(Budget::exactly(time)), ..Limits::default() };
        let (board, objective) = (Board::<8>::new(own, opp), Objective::FewestDiscs);
        let question = Question { board: board.into(), objective, limits, lines: 1, only: None };
        let (engine, begun) = (engine()?, clock());
        let since = || clock().saturating_sub(begun);
        if let Some(report) = engine.search(&question, &since, &Control::new(), &mut |_| {}) {
            reach.depths.push(report.depth);
            reach.nodes += report.nodes;
        }
        reach.time += since();
        done(reach.depths.len(), POSITIONS.len());
    }
    Ok(reach)
}

impl Reach {
    /// The mean of the depths.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "few positions")]
    pub fn mean_depth(&self) -> f64 {
        f64::from(self.depths.iter().sum::<u32>()) / self.depths.len().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    use super::*;

    #[test]
    fn it_looks_further_ahead_with_more_time() {
        let depth = |ticks| {
            // A clock that ticks each time it is read.
            let looks = AtomicU64::new(0);
            let clock = || Duration::from_millis(looks.fetch_add(1, Relaxed));
            let time = Duration::from_millis(ticks);
            let reach = reach(&|| Engine::try_new(1), time, &clock, &mut |_, _| {}).unwrap();
            assert_eq!(reach.depths.len(), POSITIONS.len());
            reach.mean_depth()
        };
        let (short, long) = (depth(6), depth(40));
        assert!(1.0 <= short && short < long, "{short} {long}");
    }
}
