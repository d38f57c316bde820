//! In which order the moves of a tall node are tried.

use wane_board::{Backend, Board, Square};

use crate::worker::{Shared, Worker};

/// The fewest empty squares of a position whose moves are ranked by looking ahead.
const FORESIGHT_FROM: u32 = 11;

impl<const N: usize> Worker<'_, N> {
    /// Ranks the candidates from `first` on, `first_choice` before all others.
    #[inline(always)]
    pub(super) fn rank<B: Backend>(
        &mut self,
        backend: B,
        board: &Board<N>,
        first: usize,
        first_choice: Option<Square>,
    ) {
        let Shared { order, foresight, .. } = self.shared;
        let foresight = foresight.filter(|_| board.empties().len() >= FORESIGHT_FROM);
        if let Some(foresight) = foresight {
            foresight.rank(self, board, first);
        }
        let first_choice = first_choice.map(Square::bitboard);
        for candidate in &mut self.candidates[first..] {
            if Some(candidate.square) == first_choice {
                candidate.rank = i32::MIN;
            } else if foresight.is_none() {
                candidate.rank = order.rank(backend, board, candidate);
            }
        }
    }
}
