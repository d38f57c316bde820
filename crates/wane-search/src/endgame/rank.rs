//! Move ordering of nodes with six or more empty squares.

use wane_board::{Backend, Board, Square};

use crate::worker::{Shared, Worker};

/// The fewest empty squares of a position whose moves are ranked by shallow searches.
const SHALLOW_SEARCH_FROM: u32 = 11;

impl<const N: usize> Worker<'_, N> {
    /// Ranks the candidates from `first` on, `table_move` before all others.
    #[inline(always)]
    pub(super) fn rank<B: Backend>(
        &mut self,
        backend: B,
        board: &Board<N>,
        first: usize,
        table_move: Option<Square>,
    ) {
        let Shared { order, shallow_search, .. } = self.shared;
        let shallow_search =
            shallow_search.filter(|_| board.empties().len() >= SHALLOW_SEARCH_FROM);
        if let Some(shallow_search) = shallow_search {
            shallow_search.rank_moves(self, board, first);
        }
        let table_move = table_move.map(Square::bitboard);
        for candidate in &mut self.candidates[first..] {
            if Some(candidate.square) == table_move {
                candidate.rank = i32::MIN;
            } else if shallow_search.is_none() {
                candidate.rank = order.rank(backend, board, candidate);
            }
        }
    }
}
