//! [`Search`]: one search of the engine, from the first depth to the exact score.

use std::sync::Arc;

use wane_board::{AnyBackend, AnyBoard, Board, Move};
use wane_eval::{Evaluator, Weights};

use super::question::{Clock, Question};
use crate::control::Control;
use crate::limits::{Budget, Limits};
use crate::midgame::ProbCutParams;
use crate::report::{Line, Report};
use crate::table::Table;

/// A search with all that it needs.
pub(super) struct Search<'s> {
    pub(super) table: &'s Table,
    pub(super) threads: usize,
    pub(super) backend: AnyBackend,
    pub(super) weights: Option<&'s Arc<Weights>>,
    pub(super) question: &'s Question,
    pub(super) probcut_params: Option<ProbCutParams>,
    pub(super) clock: Clock<'s>,
    pub(super) control: &'s Control<'s>,
}

impl Search<'_> {
    /// Deepens and then solves, as far as the limits allow. `None` if the game is over.
    pub(super) fn run<const N: usize, E: Evaluator<N>>(
        &self,
        board: Board<N>,
        evaluator: &E,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Report>
    where
        AnyBoard: From<Board<N>>,
    {
        if board.is_game_over() {
            return None;
        }
        if board.must_pass() {
            let mut report = |after: &Report| report(&before_pass(after.clone()));
            return self.run(board.passed(), evaluator, &mut report).map(before_pass);
        }
        let Limits { nodes: node_limit, time, .. } = self.question.limits;
        let limit = |nodes: u64| {
            let is_late = |budget: Budget| (self.clock)() >= budget.hard;
            node_limit.is_some_and(|most| nodes >= most) || time.is_some_and(is_late)
        };
        let control = Control::part_of(self.control).until(&limit);
        self.table.new_search();
        let mut last = self.deepen(board, evaluator, &control, report);
        self.solve(board, &control, &mut last, report);
        Some(last)
    }
}

/// Turns a report about the position after a pass into one about the position before it.
fn before_pass(after: Report) -> Report {
    let before = |line: Line| {
        let moves = [Move::Pass].into_iter().chain(line.moves).collect();
        Line { value: -line.value, moves }
    };
    // The pass is the only move, so there is one line.
    let lines = after.lines.into_iter().take(1).map(before).collect();
    Report { lines, ..after }
}
