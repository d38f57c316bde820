//! The second part of a search: win/draw/loss by the endgame search, then the exact score.

use wane_board::{AnyBoard, Bitboard, Board, Move, Score};
use wane_eval::Value;

use super::question::Question;
use super::search::Search;
use crate::bounds::{Bounds, Window};
use crate::control::Control;
use crate::limits::{Budget, Limits};
use crate::report::{Certainty, Line, Report};
use crate::solver::Solver;

impl Search<'_> {
    /// Solves the position if the limits allow it: win/draw/loss first, then the exact score.
    pub(super) fn solve<const N: usize>(
        &self,
        board: Board<N>,
        control: &Control<'_>,
        last: &mut Report,
        report: &mut dyn FnMut(&Report),
    ) where
        AnyBoard: From<Board<N>>,
    {
        let empties = board.empties().len();
        let Limits { depth, time, .. } = self.question.limits;
        let is_late = |budget: Budget| !budget.allows_more((self.clock)(), 0);
        if depth.is_some_and(|most| most < empties)
            || time.is_some_and(is_late)
            || control.is_stopped()
        {
            return;
        }
        let solver = Solver::new(self.question.objective, self.table);
        let mut solver = solver.threads(self.threads).backend(self.backend);
        if let Some(weights) = self.weights {
            solver = solver.weights(weights);
        }
        for (window, certainty) in
            [(Window::OUTCOME, Certainty::Outcome), (Window::EXACT, Certainty::Exact)]
        {
            let Some(lines) = self.solve_lines(&solver, &board, window, control, last) else {
                return;
            };
            let (nodes, time) = (control.nodes(), (self.clock)());
            *last = Report { depth: empties, selectivity: 0, certainty, lines, nodes, time };
            report(last);
        }
    }

    /// The best lines, solved inside `window`; `None` if the search was stopped.
    fn solve_lines<const N: usize>(
        &self,
        solver: &Solver<'_>,
        board: &Board<N>,
        window: Window,
        control: &Control<'_>,
        last: &Report,
    ) -> Option<Vec<Line>>
    where
        AnyBoard: From<Board<N>>,
    {
        let Question { lines: wanted, only, .. } = *self.question;
        if wanted <= 1 && only.is_none() {
            let solver = solver.guess(last.best().value);
            let solution = solver.solve(*board, window, control, &|_| {}).ok()?;
            let value = clipped(solution.bounds, window);
            // If every move loses, the best move of the midgame search probably loses by less.
            let is_lost = window == Window::OUTCOME && value < Value::default();
            let moves = if is_lost { last.best().moves.clone() } else { solution.line };
            return Some(vec![Line { value, moves }]);
        }
        // The best moves of the midgame search first; another move counts only if it beats the
        // worst line.
        let first = last.lines.iter().filter_map(|line| line.moves[0].square());
        let best: Bitboard = first.clone().collect();
        let mut lines: Vec<Line> = Vec::new();
        for square in first.chain(only.unwrap_or(board.legal_moves()) - best) {
            let worst = lines.get(wanted.max(1) - 1).map(|line| line.value);
            let mut window = window;
            if let Some(worst) = worst {
                window.alpha = window.alpha.max(Score::new(worst.parts() / Value::PER_DISC));
            }
            if window.alpha >= window.beta {
                break;
            }
            let mut child = *board;
            child.play_flips(square, board.flips(square));
            let below = Window { alpha: -window.beta, beta: -window.alpha };
            let solution = solver.solve(child, below, control, &|_| {}).ok()?;
            let value = -clipped(solution.bounds, below);
            if worst.is_none_or(|worst| value > worst) {
                let moves = [Move::Place(square)].into_iter().chain(solution.line).collect();
                lines.push(Line { value, moves });
                lines.sort_by_key(|line| -line.value);
                lines.truncate(wanted.max(1));
            }
        }
        Some(lines)
    }
}

/// The value of the bounds, clipped to the window.
fn clipped(bounds: Bounds, window: Window) -> Value {
    Value::from(bounds.answer(window).clamp(window.alpha, window.beta))
}
