//! The alpha-beta search that the agents of the reports share. Each agent has its own
//! [`Heuristics`]: the evaluation, the value of a finished game, and the move ordering.
//!
//! Every iteration starts from scratch, a forced pass uses a ply, and the first of equal moves is
//! played.

use std::time::Duration;

use wane_board::{Bitboard, Board, Objective, Square};

use crate::deadline::{Deadline, Stopped};
use crate::features::AgentValue;

/// Above every evaluation.
pub(crate) const INFINITY: AgentValue = 1 << 60;

/// A depth beyond the end of every game.
pub(crate) const TO_THE_END: u32 = 128;

/// The heuristics of one agent.
pub(crate) trait Heuristics<const N: usize> {
    /// The evaluation for `own`, which is always the agent, whichever side is to move.
    fn evaluate(&self, board: &Board<N>, agent_to_move: bool) -> AgentValue;

    /// The value of a finished game for `own`, which is always the agent.
    fn terminal_value(&self, board: &Board<N>, agent_to_move: bool) -> AgentValue;

    /// The legal moves `moves` of the side to move, which is `own`, in the order of the search, with `depth` plies left.
    fn order(
        &self,
        _board: &Board<N>,
        moves: Bitboard,
        _depth: u32,
        _agent_to_move: bool,
    ) -> Vec<Square> {
        moves.into_iter().collect()
    }

    /// Whether a side that must pass has lost.
    fn loses_by_pass(&self) -> bool {
        false
    }

    /// Called with the value of each searched position for its side to move.
    fn record(&mut self, _board: &Board<N>, _value: AgentValue) {}
}

/// 1 if `own` has won the finished game, 0 if it is drawn, -1 if `own` has lost.
pub(crate) fn outcome<const N: usize>(board: &Board<N>) -> AgentValue {
    board.final_score(Objective::FewestDiscs).discs().signum().into()
}

/// An alpha-beta search with the heuristics of one agent.
pub(crate) struct AlphaBeta<'a, S> {
    heuristics: S,
    deadline: Deadline<'a>,
    /// The depth of the current iteration.
    depth: u32,
    /// Whether the current iteration evaluated a position before the end of the game.
    has_evaluated: bool,
}

impl<'a, S> AlphaBeta<'a, S> {
    pub(crate) fn new(heuristics: S, deadline: Deadline<'a>) -> Self {
        Self { heuristics, deadline, depth: 0, has_evaluated: false }
    }

    pub(crate) fn deadline(&self) -> &Deadline<'a> {
        &self.deadline
    }

    /// Whether the last iteration searched every line to the end of the game, so that a deeper one
    /// would find the same.
    pub(crate) fn has_searched_to_the_end(&self) -> bool {
        !self.has_evaluated
    }

    /// Iterative deepening from depth 1 to `last_depth`, the depth of the report, while there is
    /// time. Returns the best move of the deepest completed iteration: with the report's budget
    /// that is the report's move; the shallower iterations are for smaller budgets, and left out without a limit.
    pub(crate) fn deepen<const N: usize>(&mut self, board: &Board<N>, last_depth: u32) -> Square
    where
        S: Heuristics<N>,
    {
        if self.deadline.budget() == Duration::MAX
            && let Ok(Some((square, _))) = self.best_move(board, last_depth)
        {
            return square;
        }
        let mut best_so_far = board.legal_moves().first().expect("there is a legal move");
        for depth in 1..=last_depth {
            match self.best_move(board, depth) {
                Ok(Some((square, _))) => best_so_far = square,
                // Every move loses: the best move of the iteration before may still work.
                Ok(None) => {}
                Err(Stopped) => break,
            }
            if self.has_searched_to_the_end() {
                break;
            }
        }
        best_so_far
    }

    /// The best move at a depth of at least 1 and its value, or `None` if the value of every move
    /// is -[`INFINITY`].
    pub(crate) fn best_move<const N: usize>(
        &mut self,
        board: &Board<N>,
        depth: u32,
    ) -> Result<Option<(Square, AgentValue)>, Stopped>
    where
        S: Heuristics<N>,
    {
        self.depth = depth;
        self.has_evaluated = false;
        let mut best = None;
        let mut alpha = -INFINITY;
        for square in self.heuristics.order(board, board.legal_moves(), depth, true) {
            let child = board.after(square.bitboard(), board.flips(square));
            let value = -self.value(&child, depth - 1, -INFINITY, -alpha)?;
            if value > alpha {
                alpha = value;
                best = Some((square, value));
            }
        }
        Ok(best)
    }

    /// The value for the side to move: exact within the window, a bound outside it (fail-soft).
    fn value<const N: usize>(
        &mut self,
        board: &Board<N>,
        depth: u32,
        mut alpha: AgentValue,
        beta: AgentValue,
    ) -> Result<AgentValue, Stopped>
    where
        S: Heuristics<N>,
    {
        self.deadline.count_node()?;
        let moves = board.legal_moves();
        if moves.is_empty() && board.passed().legal_moves().is_empty() {
            return Ok(self.as_agent(board, depth, S::terminal_value));
        }
        if depth == 0 {
            self.has_evaluated = true;
            return Ok(self.as_agent(board, depth, S::evaluate));
        }
        let best = if moves.is_empty() && self.heuristics.loses_by_pass() {
            -INFINITY
        } else if moves.is_empty() {
            -self.value(&board.passed(), depth - 1, -beta, -alpha)?
        } else {
            let mut best = -INFINITY;
            for square in self.heuristics.order(board, moves, depth, self.is_agent_to_move(depth)) {
                let child = board.after(square.bitboard(), board.flips(square));
                best = best.max(-self.value(&child, depth - 1, -beta, -alpha)?);
                alpha = alpha.max(best);
                if alpha >= beta {
                    break;
                }
            }
            best
        };
        self.heuristics.record(board, best);
        Ok(best)
    }

    /// Whether the agent is to move with `depth` plies left: it is so after an even number of plies.
    fn is_agent_to_move(&self, depth: u32) -> bool {
        (self.depth - depth).is_multiple_of(2)
    }

    /// Calls `value` with the agent's discs as `own`, and converts the result to the side to move.
    fn as_agent<const N: usize>(
        &self,
        board: &Board<N>,
        depth: u32,
        value: impl Fn(&S, &Board<N>, bool) -> AgentValue,
    ) -> AgentValue {
        if self.is_agent_to_move(depth) {
            value(&self.heuristics, board, true)
        } else {
            -value(&self.heuristics, &board.passed(), false)
        }
    }
}

/// Moves from the lowest key to the highest; those with the same key stay in their order.
pub(crate) fn sorted(moves: Bitboard, key: &dyn Fn(Square) -> AgentValue) -> Vec<Square> {
    let mut keyed: Vec<(AgentValue, Square)> =
        moves.into_iter().map(|square| (key(square), square)).collect();
    keyed.sort_by_key(|&(key, _)| key);
    keyed.into_iter().map(|(_, square)| square).collect()
}

#[cfg(test)]
mod tests {
    use wane_testkit::{Rng, plain, random_game};

    use super::*;

    /// Evaluates own discs only, which is not symmetric, and finished games by their score.
    struct Own;

    impl<const N: usize> Heuristics<N> for Own {
        fn evaluate(&self, board: &Board<N>, _: bool) -> AgentValue {
            -AgentValue::from(board.own().len())
        }

        fn terminal_value(&self, board: &Board<N>, _: bool) -> AgentValue {
            board.final_score(Objective::FewestDiscs).discs().into()
        }
    }

    fn search() -> AlphaBeta<'static, Own> {
        AlphaBeta::new(Own, Deadline::new(Duration::MAX, &|| Duration::ZERO))
    }

    /// Plain minimax: the value for the agent, whose discs are `own` if `is_turn`.
    fn minimax(board: &Board<6>, depth: u32, is_turn: bool) -> AgentValue {
        let seen = if is_turn { *board } else { board.passed() };
        if board.is_game_over() {
            return Own.terminal_value(&seen, is_turn);
        }
        if depth == 0 {
            return Own.evaluate(&seen, is_turn);
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
    fn without_a_limit_it_finds_the_move_of_the_deepest_iteration() {
        let mut rng = Rng::new(20_261_118);
        for plies in (0..32).cycle().take(200) {
            let board = random_game::<6>(&mut rng, plies).position().board;
            if !board.legal_moves().is_empty() {
                let limited = Deadline::new(Duration::from_hours(1), &|| Duration::ZERO);
                let limited = AlphaBeta::new(Own, limited).deepen(&board, 5);
                assert_eq!(search().deepen(&board, 5), limited, "{board:?}");
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
                assert!(search.has_searched_to_the_end());
            }
        }
    }
}
