//! [`Engine`]: what every front end drives. A position and limits go in, reports come out.
//!
//! It first searches deeper and deeper on judgements. When so few squares are empty that the rest
//! can probably be solved within the limits, it finds out who wins, and then by how much. There is a
//! move in hand from the start, so it can be stopped at any time.

use std::fmt;
use std::thread;
use std::time::Duration;

use wane_board::{
    AnyBackend, AnyBoard, Backend, Bitboard, Board, Move, Objective, Score, Square, Task, with_size,
};
use wane_eval::{Evaluator, HandMade, Value};

use crate::control::Control;
use crate::limits::{Budget, Limits};
use crate::midgame::{Forecast, Searcher};
use crate::order::Order;
use crate::report::{Certainty, Line, Report};
use crate::root::Root;
use crate::solver::{Bounds, Solver, Window};
use crate::table::{NoMemory, Table};
use crate::team::Team;

/// An engine with its memory. It can be asked about one position after another; what it finds out
/// about one helps with the next.
pub struct Engine {
    table: Table,
    threads: usize,
    backend: AnyBackend,
    forecast: Option<Box<dyn Forecast>>,
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { table, threads, backend, forecast: _ } = self;
        let mut fields = f.debug_struct("Engine");
        fields.field("table", table).field("threads", threads).field("backend", backend);
        fields.finish_non_exhaustive()
    }
}

/// A position, what is played for, and how long to look at it.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The position.
    pub board: AnyBoard,
    /// What is played for.
    pub objective: Objective,
    /// What ends the search.
    pub limits: Limits,
    /// For how many moves a value is wanted.
    pub lines: usize,
}

/// The time since a search was asked for. The engine has no clock of its own: a browser's is not
/// that of other machines.
pub type Clock<'a> = &'a (dyn Fn() -> Duration + Sync);

/// The least depth of the midgame search before the rest is solved: it has a good move in hand then.
const LEAST_DEPTH: u32 = 6;

/// How fast a thread solves, in nodes a millisecond, for guessing whether there is time for it.
const SOLVER_SPEED: u64 = 15_000;

impl Engine {
    /// An engine on one thread with a table of so many megabytes.
    ///
    /// # Errors
    /// If there is not that much memory.
    pub fn try_new(megabytes: usize) -> Result<Self, NoMemory> {
        let (table, backend) = (Table::try_new(megabytes)?, AnyBackend::best());
        Ok(Self { table, threads: 1, backend, forecast: None })
    }

    /// The same on so many threads; at least one.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads: threads.max(1), ..self }
    }

    /// The same with another flip backend than the fastest.
    #[must_use]
    pub fn backend(self, backend: AnyBackend) -> Self {
        Self { backend, ..self }
    }

    /// The same with Multi-ProbCut: selective, so it looks further ahead in the same time, and now
    /// and then misses something.
    #[must_use]
    pub fn forecast(self, forecast: Box<dyn Forecast>) -> Self {
        Self { forecast: Some(forecast), ..self }
    }

    /// Searches until a limit is reached, the position is solved, or `control` stops it. `report`
    /// hears of every step; the last report is returned too. `None` if the game is over.
    pub fn search(
        &self,
        question: &Question,
        clock: Clock<'_>,
        control: &Control<'_>,
        report: &mut dyn FnMut(&Report),
    ) -> Option<Report> {
        with_size!(question.board, board => {
            let mut question = *question;
            let time = question.limits.time;
            if time.is_some_and(|time| time.forced_at_once) && board.legal_moves().len() == 1 {
                question.limits.depth = Some(1);
            }
            let search = Search { engine: self, question: &question, clock, control };
            search.run(board, &HandMade::new(question.objective), report)
        })
    }
}

/// A search that is under way.
struct Search<'s> {
    engine: &'s Engine,
    question: &'s Question,
    clock: Clock<'s>,
    control: &'s Control<'s>,
}

/// How far it has come.
struct Progress {
    depth: u32,
    /// The number of depths that have found the same best move.
    steady: u32,
    nodes: u64,
}

impl Search<'_> {
    fn run<const N: usize, E: Evaluator<N>>(
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
        self.engine.table.begin_problem();
        let mut last = self.deepen(board, evaluator, &control, report);
        self.solve(board, &control, &mut last, report);
        Some(last)
    }

    /// Looks further and further ahead, on all threads.
    fn deepen<const N: usize, E: Evaluator<N>>(
        &self,
        board: Board<N>,
        evaluator: &E,
        control: &Control<'_>,
        report: &mut dyn FnMut(&Report),
    ) -> Report
    where
        AnyBoard: From<Board<N>>,
    {
        let Engine { table, threads, backend, forecast } = self.engine;
        let forecast = forecast.as_deref();
        let solver = Solver::new(self.question.objective, table);
        let (order, team) = (Order::new(self.question.objective), Team::new(0));
        let helping = Control::part_of(control);
        let shared = solver.shared(&order, &team, control, &|_| {});
        let helper_shared = solver.shared(&order, &team, &helping, &|_| {});
        let searcher = Searcher::new(&shared, evaluator, forecast);
        let deepen = Deepen { search: self, searcher, board, report };
        if *threads == 1 {
            return backend.run(deepen);
        }
        thread::scope(|scope| {
            for number in 1..*threads {
                let searcher = Searcher::new(&helper_shared, evaluator, forecast);
                scope.spawn(move || backend.run(Helper { searcher, board, number }));
            }
            let last = backend.run(deepen);
            helping.stop();
            last
        })
    }

    /// Whether to look one move further ahead than the last time.
    fn goes_deeper(&self, empties: u32, Progress { depth, steady, nodes }: Progress) -> bool {
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
        // How many nodes there are left for solving the rest. Without a limit, solving may take some
        // times as long as what was done so far.
        let by_nodes = node_limit.map(|limit| limit.saturating_sub(nodes));
        let by_time = time.map(|budget| {
            let left = budget.hard.saturating_sub(spent).as_millis();
            let speed = SOLVER_SPEED * self.engine.threads as u64;
            u64::try_from(left).unwrap_or(u64::MAX).saturating_mul(speed)
        });
        let left = by_nodes.into_iter().chain(by_time).min().unwrap_or(4 * nodes);
        guessed_nodes_to_outcome(empties) > left
    }

    /// Solves the rest of the game, who wins first and then by how much, if the limits allow it.
    fn solve<const N: usize>(
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
        let solver = Solver::new(self.question.objective, &self.engine.table);
        let solver = solver.threads(self.engine.threads).backend(self.engine.backend);
        for (window, certainty) in
            [(Window::OUTCOME, Certainty::Outcome), (Window::EXACT, Certainty::Exact)]
        {
            let Some(lines) = self.solve_lines(&solver, &board, window, control, last) else {
                return;
            };
            let (nodes, time) = (control.nodes(), (self.clock)());
            *last = Report { depth: empties, certainty, lines, nodes, time };
            report(last);
        }
    }

    /// The best lines, solved as far as `window` asks for it; `None` if the search was stopped.
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
        if self.question.lines <= 1 {
            let solution = solver.solve(*board, window, control, &|_| {}).ok()?;
            let value = clipped(solution.bounds, window);
            // If every move loses, the one that looks best may still lose less.
            let is_lost = window == Window::OUTCOME && value < Value::default();
            let moves = if is_lost { last.best().moves.clone() } else { solution.line };
            return Some(vec![Line { value, moves }]);
        }
        // The moves that look best first; from the others only what is better than the worst line.
        let first = last.lines.iter().filter_map(|line| placed(line.moves[0]));
        let best: Bitboard = first.clone().collect();
        let mut lines: Vec<Line> = Vec::new();
        for square in first.chain(board.legal_moves() - best) {
            let worst = lines.get(self.question.lines - 1).map(|line| line.value);
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
                lines.truncate(self.question.lines);
            }
        }
        Some(lines)
    }
}

fn placed(mv: Move) -> Option<Square> {
    match mv {
        Move::Place(square) => Some(square),
        Move::Pass => None,
    }
}

/// The answer to the question of a window, no more than it asked for.
fn clipped(bounds: Bounds, window: Window) -> Value {
    Value::from(bounds.answer(window).clamp(window.alpha, window.beta))
}

/// How many nodes the solver needs, about, to find out who wins: a million with 18 empty squares,
/// eight times as many with each four more. Single positions need ten times as much or as little.
fn guessed_nodes_to_outcome(empties: u32) -> u64 {
    1 << (20 + 3 * empties.saturating_sub(18) / 4).min(63)
}

/// What a report about the position after a pass says about the one before it.
fn before_pass(after: Report) -> Report {
    let before = |line: Line| {
        let moves = [Move::Pass].into_iter().chain(line.moves).collect();
        Line { value: -line.value, moves }
    };
    // There is one move, the pass; only the best answer to it counts.
    let lines = after.lines.into_iter().take(1).map(before).collect();
    Report { lines, ..after }
}

/// The thread that answers.
struct Deepen<'t, 's, const N: usize, E: Evaluator<N>> {
    search: &'t Search<'t>,
    searcher: Searcher<'s, N, E>,
    board: Board<N>,
    report: &'t mut dyn FnMut(&Report),
}

impl<const N: usize, E: Evaluator<N>> Task for Deepen<'_, '_, N, E> {
    type Output = Report;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Report {
        let Self { search, mut searcher, board, report } = self;
        let control = searcher.worker.shared.control;
        let mut root = Root::new(&mut searcher, backend, board);
        let lines = search.question.lines.max(1);
        let empties = board.empties().len();
        let (mut depth, mut steady, mut best) = (0_u32, 0, None);
        loop {
            searcher.worker.publish_nodes();
            let (nodes, time) = (control.nodes(), (search.clock)());
            let is_stopped = control.is_stopped();
            let now = Report {
                // The last depth was not finished, though a better move may have been found in it.
                depth: if is_stopped { depth.saturating_sub(1) } else { depth },
                certainty: Certainty::Judged,
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
            if is_stopped || !search.goes_deeper(empties, Progress { depth, steady, nodes }) {
                return now;
            }
            depth += 1;
            root.deepen(&mut searcher, backend, depth, lines);
        }
    }
}

/// A thread that searches the same position for the sake of the table.
struct Helper<'s, const N: usize, E: Evaluator<N>> {
    searcher: Searcher<'s, N, E>,
    board: Board<N>,
    number: usize,
}

impl<const N: usize, E: Evaluator<N>> Task for Helper<'_, N, E> {
    type Output = ();

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) {
        let Self { mut searcher, board, number } = self;
        let mut root = Root::new(&mut searcher, backend, board);
        // Every other helper is a move ahead, so that not all do the same at once.
        let first = if number.is_multiple_of(2) { 1 } else { 2 };
        for depth in first..board.empties().len() {
            root.deepen(&mut searcher, backend, depth, 1);
            if searcher.worker.is_cut() {
                break;
            }
        }
        searcher.worker.publish_nodes();
    }
}
