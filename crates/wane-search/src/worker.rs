//! [`Worker`]: one thread of a search, and [`Shared`]: the state that all its threads share. The
//! endgame search and the midgame search both build on them and add how a node is searched.

use std::sync::Arc;

use wane_board::{AnyBackend, AnyBoard, Board, Objective};
use wane_eval::Value;

use crate::candidate::Candidate;
use crate::control::Control;
use crate::event::Event;
use crate::order::Order;
use crate::split::{Branch, MoveResult, SplitPoint, SplitPool};
use crate::table::Table;

/// A worker publishes its node count to the control when this many nodes are new.
const PUBLISH_FROM: u64 = 1 << 14;

/// The state that all threads of one search share.
pub(crate) struct Shared<'s, const N: usize> {
    pub(crate) objective: Objective,
    pub(crate) table: &'s Table,
    pub(crate) order: Order<N>,
    pub(crate) backend: AnyBackend,
    pub(crate) control: &'s Control<'s>,
    /// The split points of the endgame search.
    pub(crate) split_pool: SplitPool<N, ()>,
    /// Orders the moves of the endgame search; without it, mobility does.
    pub(crate) shallow_search: Option<&'s dyn ShallowSearch<N>>,
    /// The fewest nodes of a proof that is reported.
    pub(crate) proof_nodes: u64,
    pub(crate) report: &'s (dyn Fn(Event) + Sync),
    /// Converts a board for reports, which hold any size.
    pub(crate) any_board: fn(Board<N>) -> AnyBoard,
}

impl<'s, const N: usize> Shared<'s, N> {
    /// A search that reports nothing and orders the moves of the endgame by mobility. `helpers` is
    /// the number of extra threads in the endgame search.
    pub(crate) fn new(
        objective: Objective,
        table: &'s Table,
        backend: AnyBackend,
        control: &'s Control<'s>,
        helpers: usize,
    ) -> Self
    where
        AnyBoard: From<Board<N>>,
    {
        Self {
            objective,
            table,
            order: Order::new(objective),
            backend,
            control,
            split_pool: SplitPool::new(helpers),
            shallow_search: None,
            proof_nodes: u64::MAX,
            report: &|_| {},
            any_board: AnyBoard::from,
        }
    }
}

/// A shallow search that orders moves and makes a first guess for the endgame search. It changes
/// how many nodes a solve takes, never its result. The midgame search implements it, one layer up.
pub(crate) trait ShallowSearch<const N: usize>: Sync {
    /// Ranks the moves of `board`: the candidates of the worker from `first` on.
    fn rank_moves(&self, worker: &mut Worker<'_, N>, board: &Board<N>, first: usize);

    /// Estimates the value of a position with a legal move; `None` if the estimate costs more than
    /// it saves.
    fn first_guess(&self, worker: &mut Worker<'_, N>, board: &Board<N>) -> Option<Value>;
}

/// One thread of a search.
pub(crate) struct Worker<'s, const N: usize> {
    pub(crate) shared: &'s Shared<'s, N>,
    /// A copy of the one in `shared`: the last squares need it often.
    pub(crate) objective: Objective,
    /// The nodes of this thread.
    pub(crate) nodes: u64,
    /// The part of `nodes` that the control has counted.
    published: u64,
    /// The nodes of helpers at split points of this thread.
    helper_nodes: u64,
    /// A stack: the moves of all nodes from the root to the current one.
    pub(crate) candidates: Vec<Candidate>,
    /// The innermost split point above the current node.
    branch: Option<Arc<Branch>>,
}

/// A move of a split point that is being searched.
pub(crate) struct Job {
    cost_before: u64,
    /// The branch of the thread before.
    outer: Option<Arc<Branch>>,
}

impl<'s, const N: usize> Worker<'s, N> {
    pub(crate) fn new(shared: &'s Shared<'s, N>) -> Self {
        let (objective, candidates) = (shared.objective, Vec::with_capacity(256));
        Self {
            shared,
            objective,
            nodes: 0,
            published: 0,
            helper_nodes: 0,
            candidates,
            branch: None,
        }
    }

    /// The nodes of this thread and of the helpers at its split points.
    #[inline(always)]
    pub(crate) fn cost(&self) -> u64 {
        self.nodes + self.helper_nodes
    }

    /// Whether the search was stopped, or a cutoff above makes this subtree useless.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.shared.control.is_stopped() || self.branch.as_ref().is_some_and(|it| it.is_cancelled())
    }

    /// Publishes the node count to the control about once a millisecond.
    #[inline(always)]
    pub(crate) fn publish_nodes_if_due(&mut self) {
        if self.nodes - self.published >= PUBLISH_FROM {
            self.publish_nodes();
        }
    }

    /// Publishes the node count to the control.
    pub(crate) fn publish_nodes(&mut self) {
        self.shared.control.add_nodes(self.nodes - self.published);
        self.published = self.nodes;
    }

    /// Adds the nodes of `other`, which searched for this worker.
    pub(crate) fn add_nodes_of(&mut self, other: &Worker<'_, N>) {
        self.nodes += other.nodes;
        self.published += other.published;
    }

    /// The innermost split point above the current node.
    pub(crate) fn branch(&self) -> Option<Arc<Branch>> {
        self.branch.clone()
    }

    /// Counts nodes of helpers at a split point of this thread.
    pub(crate) fn add_helper_nodes(&mut self, nodes: u64) {
        self.helper_nodes += nodes;
    }

    /// Enters the subtree of `split` to search one of its moves.
    pub(crate) fn enter_split<Q>(&mut self, split: &SplitPoint<N, Q>) -> Job {
        Job { cost_before: self.cost(), outer: self.branch.replace(split.branch()) }
    }

    /// Leaves the subtree; `score` is the result of the move.
    pub(crate) fn leave_split(
        &mut self,
        Job { cost_before, outer }: Job,
        score: i32,
    ) -> MoveResult {
        let score = (!self.is_cancelled()).then_some(score);
        self.branch = outer;
        self.publish_nodes();
        MoveResult { score, cost: self.cost() - cost_before }
    }

    /// Swaps the candidate of the lowest rank into index `next` and returns it: selection sort, one
    /// step.
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
}
