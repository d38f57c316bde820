//! The first part of a search: iterative deepening of the midgame search, on all threads.

use wane_board::{AnyBoard, Backend, Board, Kernel};
use wane_eval::Evaluator;

use super::search::Search;
use crate::control::Control;
use crate::limits::{Budget, Limits};
use crate::midgame::{Helper, ProbCutParams, Searcher};
use crate::report::{Certainty, Report};
use crate::root::Root;
use crate::split::SplitPool;
use crate::worker::Shared;

/// The least depth of the midgame search before the engine solves: its best move is good by then.
const LEAST_DEPTH: u32 = 6;

/// The speed of the endgame search in nodes per millisecond and thread, to estimate whether time
/// suffices.
const SOLVER_SPEED: u64 = 15_000;

/// The state after a depth.
struct Progress {
    depth: u32,
    /// The number of depths in a row with the same best move.
    steady: u32,
    nodes: u64,
}

impl Search<'_> {
    /// Searches depth 1, 2, 3 … on all threads; returns the last report.
    pub(super) fn deepen<const N: usize, E: Evaluator<N>>(
        &self,
        board: Board<N>,
        evaluator: &E,
        control: &Control<'_>,
        report: &mut dyn FnMut(&Report),
    ) -> Report
    where
        AnyBoard: From<Board<N>>,
    {
        let Self { table, threads, backend, .. } = *self;
        let shared = Shared::new(self.question.objective, table, backend, control, 0);
        let split_pool = SplitPool::new(threads - 1);
        let searcher = || {
            Searcher::new(&shared, evaluator, self.probcut_params.as_ref())
                .with_split_pool(&split_pool)
        };
        let deepen = IterativeDeepening { search: self, searcher: searcher(), board, report };
        split_pool.run(backend, deepen, || Helper { searcher: searcher() })
    }

    /// Whether to search one ply deeper.
    fn should_deepen(&self, empties: u32, Progress { depth, steady, nodes }: Progress) -> bool {
        let Limits { depth: most, nodes: node_limit, time } = self.question.limits;
        let spent = (self.clock)();
        let most = most.unwrap_or(u32::MAX);
        let is_late = |budget: Budget| !budget.allows_more(spent, steady);
        if depth >= most || depth + 1 >= empties || time.is_some_and(is_late) {
            return false;
        }
        if depth < LEAST_DEPTH || most < empties {
            return true;
        }
        // The nodes that are left for the endgame search. Without a limit, it may take four times
        // as many as the midgame search so far.
        let by_nodes = node_limit.map(|limit| limit.saturating_sub(nodes));
        let by_time = time.map(|budget| {
            let left = budget.hard.saturating_sub(spent).as_millis();
            let speed = SOLVER_SPEED * self.threads as u64;
            u64::try_from(left).unwrap_or(u64::MAX).saturating_mul(speed)
        });
        let left = by_nodes.into_iter().chain(by_time).min().unwrap_or(4 * nodes);
        estimated_wld_nodes(empties) > left
    }
}

/// The approximate number of nodes of a win/draw/loss solve: a million with 18 empty squares, eight
/// times as many with each four more. Single positions differ from it by a factor of ten.
fn estimated_wld_nodes(empties: u32) -> u64 {
    1 << (20 + 3 * empties.saturating_sub(18) / 4).min(63)
}

/// The task of the main thread.
struct IterativeDeepening<'t, 's, const N: usize, E: Evaluator<N>> {
    search: &'t Search<'t>,
    searcher: Searcher<'s, N, E>,
    board: Board<N>,
    report: &'t mut dyn FnMut(&Report),
}

impl<const N: usize, E: Evaluator<N>> Kernel for IterativeDeepening<'_, '_, N, E> {
    type Output = Report;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Report {
        let Self { search, mut searcher, board, report } = self;
        let control = searcher.worker.shared.control;
        let mut root = Root::new(&mut searcher, backend, board, search.question.only);
        let selectivity = search.probcut_params.as_ref().map_or(0, ProbCutParams::selectivity);
        let lines = search.question.lines.max(1);
        let empties = board.empties().len();
        let (mut depth, mut steady, mut best) = (0_u32, 0, None);
        loop {
            searcher.worker.publish_nodes();
            let (nodes, time) = (control.nodes(), (search.clock)());
            let is_stopped = control.is_stopped();
            let now = Report {
                // The last depth was not finished, but it may have found a better move.
                depth: if is_stopped { depth.saturating_sub(1) } else { depth },
                selectivity,
                certainty: Certainty::Heuristic,
                lines: root.lines(lines),
                nodes,
                time,
            };
            if depth > 0 || is_stopped {
                report(&now);
            }
            let first = now.best().moves.first().copied();
            steady = if first == best { steady + 1 } else { 0 };
            best = first;
            if is_stopped || !search.should_deepen(empties, Progress { depth, steady, nodes }) {
                return now;
            }
            depth += 1;
            root.deepen(&mut searcher, backend, depth, lines);
        }
    }
}
