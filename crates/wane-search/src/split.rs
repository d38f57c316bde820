//! [`SplitPool`]: parallel search by Young Brothers Wait (Feldmann, Monien, Mysliwietz and
//! Vornberger, 1989).
//!
//! A node with a large subtree searches its first moves on one thread; most such nodes cut off
//! there. If not, the node becomes a [`SplitPoint`]: its other moves are open, and every idle
//! thread takes one from the split point nearest to the root. The thread that opened a split point
//! waits for its helpers at the end, and searches moves of split points below it while it waits
//! (the helpful master). A move that beats alpha cancels the split point, and the helpers below it
//! stop within a millisecond.
//!
//! The endgame search and the midgame search say how a move is searched. All windows are null, so a
//! split point has no new alpha to pass to its helpers, and what it proves does not depend on their
//! timing.

use std::iter;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;

use wane_board::{AnyBackend, Bitboard, Board, Kernel};

use crate::candidate::{BestMove, Candidate};
use crate::signal::{Signal, locked};
use crate::sync::{AtomicBool, Mutex};

/// The open split points of one search, and the helpers that wait for them. `P` holds the search
/// parameters of a split point besides board and alpha.
#[derive(Debug)]
pub(crate) struct SplitPool<const N: usize, P> {
    helpers: usize,
    /// Idle threads wait until a split point opens, a move is finished, or the search is over.
    work: Signal<Work<N, P>>,
}

#[derive(Debug)]
struct Work<const N: usize, P> {
    open: Vec<Arc<SplitPoint<N, P>>>,
    is_over: bool,
}

/// A node whose moves several threads search.
#[derive(Debug)]
pub(crate) struct SplitPoint<const N: usize, P> {
    branch: Arc<Branch>,
    pub(crate) board: Board<N>,
    pub(crate) alpha: i32,
    pub(crate) params: P,
    candidates: Vec<Candidate>,
    progress: Mutex<Progress>,
}

/// The subtree below a split point. A cutoff cancels it.
#[derive(Debug)]
pub(crate) struct Branch {
    /// The subtree that contains this one.
    parent: Option<Arc<Self>>,
    is_cancelled: AtomicBool,
}

#[derive(Debug)]
struct Progress {
    next: usize,
    /// The number of moves that are being searched.
    working: usize,
    best: BestMove,
    /// The moves that failed low: they do not beat alpha.
    failed_low: Bitboard,
    helper_nodes: u64,
}

/// The result of a split point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SplitResult {
    /// The best of the moves whose search was finished.
    pub(crate) best: BestMove,
    /// The moves that failed low. After a cutoff, other moves may be unsearched.
    pub(crate) failed_low: Bitboard,
    /// The nodes of the helpers.
    pub(crate) helper_nodes: u64,
}

/// The result of one move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveResult {
    /// `None` if the search of the move was cancelled.
    pub(crate) score: Option<i32>,
    /// In nodes.
    pub(crate) cost: u64,
}

impl<const N: usize, P> SplitPool<N, P> {
    pub(crate) fn new(helpers: usize) -> Self {
        Self { helpers, work: Signal::new(Work { open: Vec::new(), is_over: false }) }
    }

    #[inline(always)]
    pub(crate) fn has_helpers(&self) -> bool {
        self.helpers > 0
    }

    /// Runs `root` on this thread and a task of `helper` on each helper thread until `root` is
    /// done. Without helpers, no thread is started.
    pub(crate) fn run<R: Kernel, H: Kernel<Output = ()> + Send>(
        &self,
        backend: AnyBackend,
        root: R,
        helper: impl Fn() -> H,
    ) -> R::Output {
        thread::scope(|scope| {
            let _end = Shutdown(self);
            for _ in 0..self.helpers {
                let helper = helper();
                scope.spawn(move || backend.run(helper));
            }
            backend.run(root)
        })
    }

    /// Searches the moves of a split point on this thread and on all idle ones.
    #[inline(always)]
    pub(crate) fn search_split(
        &self,
        split: SplitPoint<N, P>,
        mut search: impl FnMut(&SplitPoint<N, P>, &Candidate) -> MoveResult,
    ) -> SplitResult {
        let split = Arc::new(split);
        self.work.lock().open.push(Arc::clone(&split));
        self.work.wake();
        while let Some(candidate) = split.take() {
            let found = search(&split, &candidate);
            self.finish(&split, &candidate, MoveResult { cost: 0, ..found });
        }
        self.work.lock().open.retain(|open| !Arc::ptr_eq(open, &split));
        while let Some((below, candidate)) = self.job_below(&split) {
            let found = search(&below, &candidate);
            self.finish(&below, &candidate, found);
        }
        let Progress { best, failed_low, helper_nodes, .. } = *locked(&split.progress);
        SplitResult { best, failed_low, helper_nodes }
    }

    /// Searches moves of split points until the search is over.
    #[inline(always)]
    pub(crate) fn help(&self, mut search: impl FnMut(&SplitPoint<N, P>, &Candidate) -> MoveResult) {
        while let Some((split, candidate)) = self.job() {
            let found = search(&split, &candidate);
            self.finish(&split, &candidate, found);
        }
    }

    /// Waits for a move of any split point; `None` when the search is over.
    fn job(&self) -> Option<(Arc<SplitPoint<N, P>>, Candidate)> {
        self.work
            .wait_for(|work| if work.is_over { Some(None) } else { work.job(|_| true).map(Some) })
    }

    /// Waits for a move of a split point below `split`; `None` when every move of `split` is
    /// finished.
    fn job_below(&self, split: &SplitPoint<N, P>) -> Option<(Arc<SplitPoint<N, P>>, Candidate)> {
        self.work.wait_for(|work| {
            if locked(&split.progress).working == 0 {
                Some(None)
            } else {
                work.job(|open| open.is_below(split)).map(Some)
            }
        })
    }

    /// Records the result of a move of `split`.
    fn finish(&self, split: &SplitPoint<N, P>, candidate: &Candidate, found: MoveResult) {
        let mut progress = locked(&split.progress);
        progress.working -= 1;
        progress.helper_nodes += found.cost;
        if let Some(score) = found.score {
            progress.best.update(score, candidate);
            if score > split.alpha {
                split.branch.is_cancelled.store(true, Relaxed);
            } else {
                progress.failed_low |= candidate.square;
            }
        }
        drop(progress);
        self.work.wake();
    }
}

/// Ends the helpers when it is dropped: at the end of the search, also by a panic.
struct Shutdown<'t, const N: usize, P>(&'t SplitPool<N, P>);

impl<const N: usize, P> Drop for Shutdown<'_, N, P> {
    fn drop(&mut self) {
        self.0.work.lock().is_over = true;
        self.0.work.wake();
    }
}

impl<const N: usize, P> Work<N, P> {
    /// A move of the split point nearest to the root, among those that `may_help` allows.
    fn job(
        &self,
        may_help: impl Fn(&SplitPoint<N, P>) -> bool,
    ) -> Option<(Arc<SplitPoint<N, P>>, Candidate)> {
        let mut open: Vec<_> = self.open.iter().filter(|split| may_help(split)).collect();
        open.sort_by_key(|split| std::cmp::Reverse(split.board.empties().len()));
        open.into_iter().find_map(|split| Some((Arc::clone(split), split.take()?)))
    }
}

impl<const N: usize, P> SplitPoint<N, P> {
    /// A split point with these moves, inside the subtree `parent`.
    pub(crate) fn new(
        parent: Option<Arc<Branch>>,
        board: Board<N>,
        alpha: i32,
        params: P,
        candidates: Vec<Candidate>,
    ) -> Self {
        let branch = Arc::new(Branch { parent, is_cancelled: AtomicBool::new(false) });
        let (best, failed_low) = (BestMove::NONE, Bitboard::EMPTY);
        let progress = Progress { next: 0, working: 0, best, failed_low, helper_nodes: 0 };
        let progress = Mutex::new(progress);
        Self { branch, board, alpha, params, candidates, progress }
    }

    /// The subtree below this split point.
    pub(crate) fn branch(&self) -> Arc<Branch> {
        Arc::clone(&self.branch)
    }

    /// Takes the next open move. The caller must [`finish`](SplitPool::finish) it.
    fn take(&self) -> Option<Candidate> {
        let mut progress = locked(&self.progress);
        if self.branch.is_cancelled.load(Relaxed) {
            return None;
        }
        let candidate = *self.candidates.get(progress.next)?;
        progress.next += 1;
        progress.working += 1;
        Some(candidate)
    }

    fn is_below(&self, other: &Self) -> bool {
        self.branch
            .ancestry()
            .skip(1)
            .any(|branch| std::ptr::eq(branch, Arc::as_ptr(&other.branch)))
    }
}

impl Branch {
    /// Whether a cutoff here or above makes this subtree useless.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.ancestry().any(|branch| branch.is_cancelled.load(Relaxed))
    }

    /// This subtree and those that contain it, innermost first.
    fn ancestry(&self) -> impl Iterator<Item = &Self> {
        iter::successors(Some(self), |branch| branch.parent.as_deref())
    }
}
