//! [`Worker`]: one thread of a search, and what all threads of it have in common. Both searches, the
//! endgame and the midgame, stand on it.
//!
//! What a worker searches, and in which steps, is left to them.

use std::sync::Arc;

use wane_board::{AnyBackend, AnyBoard, Board, Objective};
use wane_eval::Value;

use crate::candidate::Candidate;
use crate::control::Control;
use crate::event::Event;
use crate::order::Order;
use crate::table::Table;
use crate::team::{Branch, Found, Split, Team};

/// How many nodes the control may lag behind.
const PUBLISH_FROM: u64 = 1 << 14;

/// What all threads of one search have in common.
pub(crate) struct Shared<'s, const N: usize> {
    pub(crate) objective: Objective,
    pub(crate) table: &'s Table,
    pub(crate) order: Order<N>,
    pub(crate) backend: AnyBackend,
    pub(crate) control: &'s Control<'s>,
    /// The threads that share the work of the endgame search.
    pub(crate) team: Team<N, ()>,
    /// What looks ahead for the endgame search, if anything does.
    pub(crate) foresight: Option<&'s dyn Foresight<N>>,
    /// The least cost of a proof that is reported.
    pub(crate) proof_nodes: u64,
    pub(crate) report: &'s (dyn Fn(Event) + Sync),
    /// How to show a board to those who take any size.
    pub(crate) any_board: fn(Board<N>) -> AnyBoard,
}

impl<'s, const N: usize> Shared<'s, N> {
    /// A search that reports nothing and sorts the moves of the endgame by mobility, with so many
    /// helpers in the endgame.
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
            team: Team::new(helpers),
            foresight: None,
            proof_nodes: u64::MAX,
            report: &|_| {},
            any_board: AnyBoard::from,
        }
    }
}

/// What the midgame search can tell the endgame search beforehand: which moves are probably the best
/// ones and about what the score is. It can only change how long a solve takes, never what it finds.
pub(crate) trait Foresight<const N: usize>: Sync {
    /// Ranks the candidates of the worker from `first` on, which are those of `board`.
    fn rank(&self, worker: &mut Worker<'_, N>, board: &Board<N>, first: usize);

    /// About what a position is worth that has a move to play, if that is worth the time.
    fn guess(&self, worker: &mut Worker<'_, N>, board: &Board<N>) -> Option<Value>;
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
}
