//! [`Solver`]: the exact value of a position, or as much of it as a window asks for.
//!
//! The value is closed in by null-window searches, each of which answers one question: does the
//! side to move get more than alpha? The tree below has four kinds of nodes, by the number of empty
//! squares: [`node`] with table, sorting and threads, [`five`] with sorting alone, [`last`] with
//! neither, and a pass, which is no node at all. When the value is known, [`mod@line`] walks down the
//! tree once more for the moves that lead to it.
//!
//! A node is a position that the search reaches by a move, down to those with one empty square. A
//! pass leads to no new node, and a position that the table answers is one.

mod five;
mod last;
mod line;
mod node;

use std::fmt;
use std::sync::Arc;
use std::thread;

use wane_board::{
    AnyBackend, AnyBoard, Backend, Bitboard, Board, Move, Objective, Score, Square, Symmetry, Task,
    with_size,
};
use wane_eval::{Learned, Value, Weights};

use crate::control::Control;
use crate::foresight::{Foresight, JUDGE_FROM};
use crate::order::{Candidate, Order};
use crate::table::{Entry, Kind, Place, Table};
use crate::team::{Branch, Found, Split, Team};

/// The most discs of a position that is taken for the same as its mirror images: near the start,
/// moves lead to each other's mirror images; later they hardly ever do.
const MIRROR_UP_TO: u32 = 18;

/// How many nodes the control may lag behind.
const PUBLISH_FROM: u64 = 1 << 14;

/// The fewest empty squares of a position that is worth more than one thread.
const TEAM_FROM: u32 = 13;

/// Solves positions for one objective.
///
/// It takes boards of any size, and behind this door the search is compiled for each of them: once,
/// here, and not in every program that uses it.
#[derive(Clone, Copy)]
pub struct Solver<'a> {
    objective: Objective,
    table: &'a Table,
    threads: usize,
    weights: Option<&'a Arc<Weights>>,
    guess: Option<Value>,
    proof_nodes: u64,
    backend: AnyBackend,
}

/// The scores that matter: what is at most `alpha` or at least `beta` need not be told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// All scores up to this one are the same to the caller.
    pub alpha: Score,
    /// All scores from this one on are the same to the caller.
    pub beta: Score,
}

impl Window {
    /// The exact score.
    pub const EXACT: Self = Self { alpha: Score::new(-64), beta: Score::new(64) };
    /// Only who wins.
    pub const OUTCOME: Self = Self { alpha: Score::new(-1), beta: Score::new(1) };
}

/// What is known about the value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// It is at least this.
    pub lower: Score,
    /// It is at most this.
    pub upper: Score,
}

impl Bounds {
    /// The bound that answers the question of a window: the lower one of a value above its alpha.
    #[inline(always)]
    pub(crate) fn answer(self, window: Window) -> Score {
        if self.lower > window.alpha { self.lower } else { self.upper }
    }
}

/// A solved position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The value: as exact as the window asked for.
    pub bounds: Bounds,
    /// A line that bears out the bounds, to the end of the game.
    pub line: Vec<Move>,
    /// How many nodes were searched.
    pub nodes: u64,
}

impl Solution {
    /// The value, if it is known exactly.
    #[must_use]
    pub fn exact(&self) -> Option<Score> {
        let Bounds { lower, upper } = self.bounds;
        (lower == upper).then_some(lower)
    }
}

/// The search was stopped before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// What was known by then.
    pub bounds: Bounds,
    /// How many nodes were searched.
    pub nodes: u64,
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Bounds { lower, upper } = self.bounds;
        write!(f, "stopped after {} nodes, the score is between {lower} and {upper}", self.nodes)
    }
}

impl std::error::Error for Stopped {}

/// What a search tells while it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// More is known about the position to solve.
    Bounds(Bounds),
    /// A position below it was proved, at no small cost; see [`Solver::report_proofs`].
    Proof(Proof),
}

/// A bound that was proved, and could be given to another search with [`Solver::learn`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The position.
    pub board: AnyBoard,
    /// Its bounds.
    pub bounds: Bounds,
    /// The move to try first.
    pub best: Option<Square>,
    /// What it cost to find out, in nodes.
    pub nodes: u64,
}

impl<'a> Solver<'a> {
    /// A solver on one thread that remembers in `table`.
    #[must_use]
    pub fn new(objective: Objective, table: &'a Table) -> Self {
        let backend = AnyBackend::best();
        Self {
            objective,
            table,
            threads: 1,
            weights: None,
            guess: None,
            proof_nodes: u64::MAX,
            backend,
        }
    }

    /// The same on so many threads; at least one.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads: threads.max(1), ..self }
    }

    /// The same with learned weights, for the boards and the game that they are for: where the tree is
    /// tall, moves are sorted by them.
    #[must_use]
    pub fn weights(self, weights: &'a Arc<Weights>) -> Self {
        Self { weights: Some(weights), ..self }
    }

    /// The same for somebody who knows about what the positions are worth; without a guess, it makes
    /// its own if it has weights.
    #[must_use]
    pub fn guess(self, guess: Value) -> Self {
        Self { guess: Some(guess), ..self }
    }

    /// The same with an [`Event::Proof`] for each proof that costs at least so many nodes.
    #[must_use]
    pub fn report_proofs(self, from_nodes: u64) -> Self {
        Self { proof_nodes: from_nodes, ..self }
    }

    /// The same with another flip backend than the fastest.
    #[must_use]
    pub fn backend(self, backend: AnyBackend) -> Self {
        Self { backend, ..self }
    }

    /// Believes a proof from an earlier search.
    pub fn learn(&self, proof: &Proof) {
        with_size!(proof.board, board => self.learn_sized(&board, proof));
    }

    fn learn_sized<const N: usize>(&self, board: &Board<N>, proof: &Proof) {
        let Proof { bounds, best, nodes, .. } = *proof;
        let (image, symmetry) = standing(board).unwrap_or((*board, Symmetry::ALL[0]));
        let best = best.map(|square| symmetry.apply_to_square::<N>(square));
        let (lower, upper) = (bounds.lower.discs(), bounds.upper.discs());
        let place = self.table.place(&image, self.objective, Kind::Proved);
        let entry = Entry { lower, upper, draft: Entry::PROVED, best };
        self.table.store(place, entry, nodes);
    }

    /// Finds the value of `board` as far as `window` asks for it, and a line that bears it out.
    /// `report` may be called from several threads.
    ///
    /// # Errors
    /// With what is known so far if `control` stops the search.
    pub fn solve(
        &self,
        board: impl Into<AnyBoard>,
        window: Window,
        control: &Control<'_>,
        report: &(dyn Fn(Event) + Sync),
    ) -> Result<Solution, Stopped> {
        self.solve_any(board.into(), window, control, report)
    }

    fn solve_any(
        &self,
        board: AnyBoard,
        window: Window,
        control: &Control<'_>,
        report: &(dyn Fn(Event) + Sync),
    ) -> Result<Solution, Stopped> {
        match (board, self.weights) {
            (AnyBoard::Eight(board), Some(weights)) if weights.objective() == self.objective => {
                let learned = Learned::new(Arc::clone(weights));
                self.solve_sized(board, window, Some(&learned), control, report)
            }
            _ => with_size!(board, board => self.solve_sized(board, window, None, control, report)),
        }
    }

    /// What all threads of a search with this solver have in common.
    pub(crate) fn shared<'s, const N: usize>(
        &'s self,
        order: &'s Order<N>,
        foresight: Option<&'s dyn Foresight<N>>,
        team: &'s Team<N, ()>,
        control: &'s Control<'s>,
        report: &'s (dyn Fn(Event) + Sync),
    ) -> Shared<'s, N>
    where
        AnyBoard: From<Board<N>>,
    {
        let Self { objective, table, proof_nodes, backend, .. } = *self;
        let any_board = AnyBoard::from;
        Shared {
            objective,
            table,
            order,
            foresight,
            backend,
            proof_nodes,
            control,
            report,
            team,
            any_board,
        }
    }

    fn solve_sized<const N: usize>(
        &self,
        board: Board<N>,
        window: Window,
        foresight: Option<&dyn Foresight<N>>,
        control: &Control<'_>,
        report: &(dyn Fn(Event) + Sync),
    ) -> Result<Solution, Stopped>
    where
        AnyBoard: From<Board<N>>,
    {
        self.table.begin_problem();
        let helpers = if board.empties().len() < TEAM_FROM { 0 } else { self.threads - 1 };
        let (order, team) = (Order::new(self.objective), Team::new(helpers));
        let shared = self.shared(&order, foresight, &team, control, report);
        let root = Root { worker: Worker::new(&shared), board, window, guess: self.guess };
        if helpers == 0 {
            return self.backend.run(root);
        }
        thread::scope(|scope| {
            let _end = team.end_of_work();
            for _ in 0..helpers {
                scope.spawn(|| self.backend.run(Helper { worker: Worker::new(&shared) }));
            }
            self.backend.run(root)
        })
    }
}

/// What all threads of one search have in common.
pub(crate) struct Shared<'s, const N: usize> {
    pub(crate) objective: Objective,
    pub(crate) table: &'s Table,
    pub(crate) order: &'s Order<N>,
    foresight: Option<&'s dyn Foresight<N>>,
    backend: AnyBackend,
    proof_nodes: u64,
    pub(crate) control: &'s Control<'s>,
    report: &'s (dyn Fn(Event) + Sync),
    team: &'s Team<N, ()>,
    /// How to show a board to those who take any size.
    any_board: fn(Board<N>) -> AnyBoard,
}

impl<const N: usize> Shared<'_, N> {
    /// Where proofs about a position belong; it must be the [`standing`] one of its images.
    #[inline(always)]
    fn place(&self, board: &Board<N>) -> Place {
        self.table.place(board, self.objective, Kind::Proved)
    }

    /// Where judgements of a position belong.
    #[inline(always)]
    pub(crate) fn place_of_judgement(&self, board: &Board<N>) -> Place {
        self.table.place(board, self.objective, Kind::Judged)
    }
}

/// One thread of a search.
pub(crate) struct Worker<'s, const N: usize> {
    pub(crate) shared: &'s Shared<'s, N>,
    /// As in `shared`, within reach of the last squares.
    pub(crate) objective: Objective,
    /// The nodes that this thread has searched.
    pub(crate) nodes: u64,
    /// How many of them the control knows of.
    published: u64,
    /// What other threads have searched for splits of this one.
    helper_cost: u64,
    /// The moves of all nodes from the root to the present one.
    pub(crate) candidates: Vec<Candidate>,
    /// The part of the tree that this thread is in, if others share it.
    branch: Option<Arc<Branch>>,
}

/// A move of a split that is being searched.
pub(crate) struct Job {
    cost_before: u64,
    /// Where the thread was before.
    outer: Option<Arc<Branch>>,
}

impl<'s, const N: usize> Worker<'s, N> {
    pub(crate) fn new(shared: &'s Shared<'s, N>) -> Self {
        let (objective, candidates) = (shared.objective, Vec::with_capacity(256));
        Self { shared, objective, nodes: 0, published: 0, helper_cost: 0, candidates, branch: None }
    }

    /// The nodes that were searched by this thread and on its behalf.
    #[inline(always)]
    pub(crate) fn cost(&self) -> u64 {
        self.nodes + self.helper_cost
    }

    /// Whether nobody wants the answer any more.
    pub(crate) fn is_cut(&self) -> bool {
        self.shared.control.is_stopped() || self.branch.as_ref().is_some_and(|it| it.is_cut())
    }

    /// Lets the control know how many nodes there are, every millisecond or so.
    #[inline(always)]
    pub(crate) fn publish_nodes_at_times(&mut self) {
        if self.nodes - self.published >= PUBLISH_FROM {
            self.publish_nodes();
        }
    }

    /// Lets the control know how many nodes there are.
    pub(crate) fn publish_nodes(&mut self) {
        self.shared.control.add_nodes(self.nodes - self.published);
        self.published = self.nodes;
    }

    /// Counts the nodes of `other`, which has worked for this one.
    pub(crate) fn take_over_nodes(&mut self, other: &Worker<'_, N>) {
        self.nodes += other.nodes;
        self.published += other.published;
    }

    /// The part of the tree that this thread is in, if others share it.
    pub(crate) fn branch(&self) -> Option<Arc<Branch>> {
        self.branch.clone()
    }

    /// Others have searched so much for a split of this thread.
    pub(crate) fn add_helper_cost(&mut self, cost: u64) {
        self.helper_cost += cost;
    }

    /// Begins to search a move of `split`.
    pub(crate) fn begin<Q>(&mut self, split: &Split<N, Q>) -> Job {
        Job { cost_before: self.cost(), outer: self.branch.replace(split.branch()) }
    }

    /// What came of the move that was begun.
    pub(crate) fn end(&mut self, Job { cost_before, outer }: Job, score: i32) -> Found {
        let score = (!self.is_cut()).then_some(score);
        self.branch = outer;
        self.publish_nodes();
        Found { score, cost: self.cost() - cost_before }
    }

    /// Ranks the candidates from `first` on, `first_choice` before all others.
    #[inline(always)]
    fn rank<B: Backend>(
        &mut self,
        backend: B,
        board: &Board<N>,
        first: usize,
        first_choice: Option<Square>,
    ) {
        let Shared { order, foresight, backend: any_backend, .. } = self.shared;
        let foresight = foresight.filter(|_| board.empties().len() >= JUDGE_FROM);
        if let Some(foresight) = foresight {
            foresight.rank(self, *any_backend, board, first);
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

    /// The candidate of the lowest rank from `next` on, which is moved to that place.
    #[inline(always)]
    pub(crate) fn next_candidate(&mut self, next: usize) -> Candidate {
        let rest = &mut self.candidates[next..];
        let mut least = 0;
        for index in 1..rest.len() {
            if rest[index].rank < rest[least].rank {
                least = index;
            }
        }
        rest.swap(0, least);
        rest[0]
    }

    #[cold]
    fn report_proof(&self, board: &Board<N>, entry: Entry, nodes: u64) {
        let all = Board::<N>::SQUARES.len().cast_signed();
        let (lower, upper) = (entry.lower.max(-all), entry.upper.min(all));
        let bounds = Bounds { lower: Score::new(lower), upper: Score::new(upper) };
        let board = (self.shared.any_board)(*board);
        let proof = Proof { board, bounds, best: entry.best, nodes };
        (self.shared.report)(Event::Proof(proof));
    }
}

/// The image of a position that the search looks at instead, and how to get there, where mirror
/// images are taken for the same.
#[inline(always)]
fn standing<const N: usize>(board: &Board<N>) -> Option<(Board<N>, Symmetry)> {
    let discs = board.own() | board.opp();
    (discs.len() <= MIRROR_UP_TO).then(|| board.canonical())
}

/// Whether the side to move gets more than `alpha`, as a bound on its score: from below if the
/// answer is more than `alpha`, from above if it is not. `moves` are its legal moves.
#[inline(always)]
fn search<const N: usize, B: Backend>(
    worker: &mut Worker<'_, N>,
    backend: B,
    board: Board<N>,
    moves: Bitboard,
    alpha: i32,
) -> i32 {
    if moves.is_empty() {
        return backend.enter(Pass { worker, board, alpha });
    }
    match board.empties().len() {
        0..4 => backend.enter(last::UpToThree { worker, board, alpha }),
        4 => backend.enter(last::Four { worker, board, moves, alpha }),
        5 => backend.enter(five::Five { worker, board, moves, alpha }),
        _ => backend.enter(node::Node { worker, board, moves, alpha }),
    }
}

/// A side that has no move.
struct Pass<'w, 's, const N: usize> {
    worker: &'w mut Worker<'s, N>,
    board: Board<N>,
    alpha: i32,
}

impl<const N: usize> Task for Pass<'_, '_, N> {
    type Output = i32;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> i32 {
        let Self { worker, board, alpha } = self;
        let passed = board.passed();
        let replies = passed.legal_moves_by(backend);
        if replies.is_empty() {
            board.final_score(worker.objective).discs()
        } else {
            -search(worker, backend, passed, replies, -alpha - 1)
        }
    }
}

/// The thread that was asked.
struct Root<'s, const N: usize> {
    worker: Worker<'s, N>,
    board: Board<N>,
    window: Window,
    guess: Option<Value>,
}

impl<const N: usize> Task for Root<'_, N> {
    type Output = Result<Solution, Stopped>;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> Result<Solution, Stopped> {
        let Self { mut worker, board, window, guess } = self;
        let control = worker.shared.control;
        let nodes_before = control.nodes();
        let moves = board.legal_moves_by(backend);
        let Shared { foresight, backend: any_backend, report, .. } = *worker.shared;
        let guess = guess.or_else(|| {
            let foresight = foresight.filter(|_| !moves.is_empty())?;
            foresight.guess(&mut worker, any_backend, &board)
        });
        let first = guess.map_or(0, first_question);
        let report = |bounds| report(Event::Bounds(bounds));
        let bounds = close_in(&mut worker, backend, &board, moves, window, first, &report);
        // What is beyond the window was proved by chance; the line need not bear it out.
        let lower = bounds.lower.min(window.beta).discs();
        let upper = bounds.upper.max(window.alpha).discs();
        let line = line::to_the_end(&mut worker, backend, board, lower, upper);
        worker.publish_nodes();
        let nodes = control.nodes() - nodes_before;
        match line {
            Some(line) => Ok(Solution { bounds, line, nodes }),
            None => Err(Stopped { bounds, nodes }),
        }
    }
}

/// The score to ask for first. Not the guess itself, but a quarter nearer to zero: a question that is
/// answered with ease leaves in the table what helps with the hard ones.
fn first_question(guess: Value) -> i32 {
    guess.parts() * 3 / (4 * Value::PER_DISC)
}

/// Closes in on the value of a position with null windows, the first one at `guess`, each other
/// starting from what the last one returned, until it is known as far as `window` asks for it or the
/// search is stopped.
#[inline(always)]
pub(crate) fn close_in<const N: usize, B: Backend>(
    worker: &mut Worker<'_, N>,
    backend: B,
    board: &Board<N>,
    moves: Bitboard,
    window: Window,
    mut guess: i32,
    report: &dyn Fn(Bounds),
) -> Bounds {
    let all = Board::<N>::SQUARES.len().cast_signed();
    let (alpha, beta) = (window.alpha.discs().max(-all), window.beta.discs().min(all));
    let (mut lower, mut upper) = (-all, all);
    while lower < upper && lower < beta && upper > alpha {
        // Is the value at least this?
        let least = guess.clamp(lower.max(alpha) + 1, upper.min(beta));
        let score = search(worker, backend, *board, moves, least - 1);
        if worker.shared.control.is_stopped() {
            break;
        }
        if score >= least {
            lower = score;
        } else {
            upper = score;
        }
        guess = score;
        report(Bounds { lower: Score::new(lower), upper: Score::new(upper) });
    }
    Bounds { lower: Score::new(lower), upper: Score::new(upper) }
}

/// A thread that takes what work it finds.
struct Helper<'s, const N: usize> {
    worker: Worker<'s, N>,
}

impl<const N: usize> Task for Helper<'_, N> {
    type Output = ();

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) {
        let Self { mut worker } = self;
        let team = worker.shared.team;
        team.help(|split, candidate| node::search_job(&mut worker, backend, split, candidate));
    }
}
