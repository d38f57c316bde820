//! The alpha-beta that the reports have in common. What they do not share, each agent brings along
//! as its [`Style`]: what a position is worth, what the end is worth, which move comes first.
//!
//! Each depth is searched afresh, a forced pass uses a ply, and of equal moves the first is taken.

use wane_board::{Bitboard, Board, Objective, Square};

use crate::deadline::{Deadline, Stopped};
use crate::features::Value;

/// More than any evaluation.
pub(crate) const INFINITY: Value = 1 << 60;

/// A depth that no game reaches.
pub(crate) const TO_THE_END: u32 = 128;

/// How one agent plays.
pub(crate) trait Style<const N: usize> {
    /// How good the position is for `own`, which is always the agent, whoever's turn it is.
    fn evaluate(&self, board: &Board<N>) -> Value;

    /// What the finished game is worth to `own`, which is always the agent.
    fn end(&self, board: &Board<N>) -> Value {
        INFINITY * outcome(board)
    }

    /// The legal moves, which are `moves`, in the order in which they are to be searched, with
    /// `depth` plies to go.
    fn order(&self, _board: &Board<N>, moves: Bitboard, _depth: u32) -> Vec<Square> {
        moves.into_iter().collect()
    }

    /// Hears what the search found a position to be worth to its side to move.
    fn note(&mut self, _board: &Board<N>, _value: Value) {}
}

/// 1 if `own` has won the finished game, 0 if it is drawn, -1 if `own` has lost.
pub(crate) fn outcome<const N: usize>(board: &Board<N>) -> Value {
    board.final_score(Objective::FewestDiscs).discs().signum().into()
}

/// A search for the best move in one style.
pub(crate) struct Search<'a, S> {
    style: S,
    deadline: Deadline<'a>,
    /// The depth of the present iteration.
    depth: u32,
    /// Whether the present iteration had to evaluate a position instead of going on to the end.
    has_evaluated: bool,
}

impl<'a, S> Search<'a, S> {
    pub(crate) fn new(style: S, deadline: Deadline<'a>) -> Self {
        Self { style, deadline, depth: 0, has_evaluated: false }
    }

    pub(crate) fn deadline(&self) -> &Deadline<'a> {
        &self.deadline
    }

    /// Whether the last search saw every line to its end, so that a deeper one would see no more.
    pub(crate) fn has_seen_everything(&self) -> bool {
        !self.has_evaluated
    }

    /// Searches one ply deep, then two, and so on to `last_depth`, the depth of the report, as long
    /// as there is time. The answer is that of the deepest search that was finished; with the
    /// report's budget it is the report's, and the shallower ones are for smaller budgets.
    pub(crate) fn deepen<const N: usize>(&mut self, board: &Board<N>, last_depth: u32) -> Square
    where
        S: Style<N>,
    {
        let mut in_hand = board.legal_moves().first().expect("there is a legal move");
        for depth in 1..=last_depth {
            match self.best_move(board, depth) {
                Ok(Some((square, _))) => in_hand = square,
                // Lost for certain: what looked best before that was known may still work.
                Ok(None) => {}
                Err(Stopped) => break,
            }
            if self.has_seen_everything() {
                break;
            }
        }
        in_hand
    }

    /// The best move at a depth of at least 1 and its value, or `None` if all are infinitely bad.
    pub(crate) fn best_move<const N: usize>(
        &mut self,
        board: &Board<N>,
        depth: u32,
    ) -> Result<Option<(Square, Value)>, Stopped>
    where
        S: Style<N>,
    {
        self.depth = depth;
        self.has_evaluated = false;
        let mut best = None;
        let mut alpha = -INFINITY;
        for square in self.style.order(board, board.legal_moves(), depth) {
            let child = board.after(square.bitboard(), board.flips(square));
            let value = -self.value(&child, depth - 1, -INFINITY, -alpha)?;
            if value > alpha {
                alpha = value;
                best = Some((square, value));
            }
        }
        Ok(best)
    }

    /// The value for the side to move: exact within the window, a bound outside.
    fn value<const N: usize>(
        &mut self,
        board: &Board<N>,
        depth: u32,
        mut alpha: Value,
        beta: Value,
    ) -> Result<Value, Stopped>
    where
        S: Style<N>,
    {
        self.deadline.count_node()?;
        let moves = board.legal_moves();
        if moves.is_empty() && board.passed().legal_moves().is_empty() {
            return Ok(self.as_agent(board, depth, S::end));
        }
        if depth == 0 {
            self.has_evaluated = true;
            return Ok(self.as_agent(board, depth, S::evaluate));
        }
        let best = if moves.is_empty() {
            -self.value(&board.passed(), depth - 1, -beta, -alpha)?
        } else {
            let mut best = -INFINITY;
            for square in self.style.order(board, moves, depth) {
                let child = board.after(square.bitboard(), board.flips(square));
                best = best.max(-self.value(&child, depth - 1, -beta, -alpha)?);
                alpha = alpha.max(best);
                if alpha >= beta {
                    break;
                }
            }
            best
        };
        self.style.note(board, best);
        Ok(best)
    }

    /// Shows the agent the board with its own discs as `own`, and turns its answer into one for the
    /// side to move. The agent is to move when an even number of plies were played.
    fn as_agent<const N: usize>(
        &self,
        board: &Board<N>,
        depth: u32,
        judge: impl Fn(&S, &Board<N>) -> Value,
    ) -> Value {
        if (self.depth - depth).is_multiple_of(2) {
            judge(&self.style, board)
        } else {
            -judge(&self.style, &board.passed())
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use wane_testkit::{Rng, plain, random_game};

    use super::*;

    /// Counts only its own discs, which is not the same for both sides, and the end in discs.
    struct Own;

    impl<const N: usize> Style<N> for Own {
        fn evaluate(&self, board: &Board<N>) -> Value {
            -Value::from(board.own().len())
        }

        fn end(&self, board: &Board<N>) -> Value {
            board.final_score(Objective::FewestDiscs).discs().into()
        }
    }

    fn search() -> Search<'static, Own> {
        Search::new(Own, Deadline::new(Duration::MAX, &|| Duration::ZERO))
    }

    /// The same without bounds: the value for the agent, whose discs are `own` if `is_turn`.
    fn minimax(board: &Board<6>, depth: u32, is_turn: bool) -> Value {
        let seen = if is_turn { *board } else { board.passed() };
        if board.is_game_over() {
            return Own.end(&seen);
        }
        if depth == 0 {
            return Own.evaluate(&seen);
        }
        let mut children: Vec<Board<6>> = Vec::new();
        for square in board.legal_moves() {
            children.push(board.after(square.bitboard(), board.flips(square)));
        }
        if children.is_empty() {
            children.push(board.passed());
        }
        let values = children.iter().map(|child| minimax(child, depth - 1, !is_turn));
        if is_turn { values.max().unwrap() } else { values.min().unwrap() }
    }

    #[test]
    fn it_finds_what_minimax_finds_at_every_depth() {
        let mut rng = Rng::new(20_261_115);
        for plies in (0..32).cycle().take(200) {
            let board = random_game::<6>(&mut rng, plies).position().board;
            for depth in 1..=4 {
                if !board.legal_moves().is_empty() {
                    let (_, value) = search().best_move(&board, depth).unwrap().unwrap();
                    assert_eq!(value, minimax(&board, depth, true), "{board:?} at {depth}");
                }
            }
        }
    }

    #[test]
    fn to_the_end_it_finds_the_exact_score() {
        let mut rng = Rng::new(20_261_115);
        for _ in 0..100 {
            let board = random_game::<8>(&mut rng, 52).position().board;
            if !board.legal_moves().is_empty() {
                let mut search = search();
                let (_, value) = search.best_move(&board, TO_THE_END).unwrap().unwrap();
                let exact = plain::minimax(&board, Objective::FewestDiscs).discs();
                assert_eq!(value, i64::from(exact), "{board:?}");
                assert!(search.has_seen_everything());
            }
        }
    }
}
