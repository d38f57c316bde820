//! `random`: plays a random legal move, all equally likely. The weakest baseline.

use std::time::Duration;

use wane_board::{AnyBoard, Square, with_size};
use wane_random::Rng;

use crate::Agent;

pub(crate) struct Random(pub(crate) Rng);

impl Agent for Random {
    fn choose(&mut self, board: &AnyBoard, _: Duration, _: &dyn Fn() -> Duration) -> Square {
        let moves = with_size!(board, board => board.legal_moves());
        self.0.pick(moves).expect("there is a legal move")
    }
}

#[cfg(test)]
mod tests {
    use wane_board::Size;

    use super::*;

    #[test]
    fn every_move_is_as_likely_as_any_other() {
        let mut agent = Random(Rng::new(20_261_115));
        let mut counts = [0_u32; 64];
        for _ in 0..4000 {
            let board = AnyBoard::start(Size::Eight);
            counts[agent.choose(&board, Duration::ZERO, &|| Duration::ZERO).index()] += 1;
        }
        for name in ["d3", "c4", "f5", "e6"] {
            let count = counts[name.parse::<Square>().unwrap().index()];
            assert!((900..1100).contains(&count), "{name}: {count}");
        }
    }
}
