//! [`Team`]: how threads share the work inside one position, by young brothers wait.
//!
//! A node high in the tree searches its first moves alone; most nodes end there. If it does not, the
//! node becomes a [`Split`]: its other moves lie open, and every thread without work takes one from
//! the split nearest to the root. The thread that opened a split waits for the others at its end,
//! and meanwhile helps below it. One move that beats the window cuts the split, and whoever works
//! below notices within a millisecond.
//!
//! How a move is searched is left to the solver and the midgame search. The windows are all null, so
//! a split has nothing to tell its workers but that they may stop, and what a split proves does not
//! depend on who was faster.

use std::iter;
use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use wane_board::{AnyBackend, Bitboard, Board, Square, Task};

use crate::candidate::Candidate;

/// The threads that work on one position. `Q` is what they are asked about a move, besides whether it
/// beats the window.
#[derive(Debug)]
pub(crate) struct Team<const N: usize, Q> {
    helpers: usize,
    work: Mutex<Work<N, Q>>,
    /// There is a new split, a move is finished, or all is over.
    changed: Condvar,
    /// The threads that look for work or wait for it. Waking somebody costs a system call, so it
    /// is done only if there is somebody. Whoever counts himself in does so before he looks.
    waiting: AtomicUsize,
}

#[derive(Debug)]
struct Work<const N: usize, Q> {
    open: Vec<Arc<Split<N, Q>>>,
    is_over: bool,
}

/// A node whose moves are shared out.
#[derive(Debug)]
pub(crate) struct Split<const N: usize, Q> {
    branch: Arc<Branch>,
    pub(crate) board: Board<N>,
    pub(crate) alpha: i32,
    pub(crate) question: Q,
    candidates: Vec<Candidate>,
    progress: Mutex<Progress>,
}

/// The tree below a split, which may turn out to be of no use.
#[derive(Debug)]
pub(crate) struct Branch {
    /// The branch that this one grows from.
    parent: Option<Arc<Self>>,
    is_cut: AtomicBool,
}

#[derive(Debug)]
struct Progress {
    next: usize,
    /// Moves that were taken and are not finished.
    working: usize,
    best: Best,
    /// The moves that do not beat the window.
    settled: Bitboard,
    helper_cost: u64,
}

/// The best score so far and the move behind it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Best {
    pub(crate) score: i32,
    pub(crate) square: Option<Square>,
}

/// What came of sharing a split.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outcome {
    /// The best of the moves that were searched to the end.
    pub(crate) best: Best,
    /// The moves that do not beat the window. If any does, others may be left open.
    pub(crate) settled: Bitboard,
    /// What helpers spent, in nodes.
    pub(crate) helper_cost: u64,
}

/// What came of searching a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    /// Nothing if the search was given up.
    pub(crate) score: Option<i32>,
    /// In nodes.
    pub(crate) cost: u64,
}

impl Best {
    pub(crate) const NONE: Self = Self { score: i32::MIN, square: None };

    #[inline(always)]
    pub(crate) fn update(&mut self, score: i32, candidate: &Candidate) {
        if score > self.score {
            *self = Self { score, square: candidate.square.first() };
        }
    }

    /// The better of two; the first if they are equal.
    #[inline(always)]
    pub(crate) fn or(self, other: Self) -> Self {
        if other.score > self.score { other } else { self }
    }
}

impl<const N: usize, Q> Team<N, Q> {
    pub(crate) fn new(helpers: usize) -> Self {
        let work = Mutex::new(Work { open: Vec::new(), is_over: false });
        Self { helpers, work, changed: Condvar::new(), waiting: AtomicUsize::new(0) }
    }

    #[inline(always)]
    pub(crate) fn has_helpers(&self) -> bool {
        self.helpers > 0
    }

    /// Runs `root` on this thread, and a task of `helper` on each of the others until `root` is done. If
    /// there are no others, no thread is started.
    pub(crate) fn run<R: Task, H: Task<Output = ()> + Send>(
        &self,
        backend: AnyBackend,
        root: R,
        helper: impl Fn() -> H,
    ) -> R::Output {
        thread::scope(|scope| {
            let _end = EndOfWork(self);
            for _ in 0..self.helpers {
                let helper = helper();
                scope.spawn(move || backend.run(helper));
            }
            backend.run(root)
        })
    }

    /// Has the moves of a split searched, by this thread and all that have time.
    #[inline(always)]
    pub(crate) fn share(
        &self,
        split: Split<N, Q>,
        mut search: impl FnMut(&Split<N, Q>, &Candidate) -> Found,
    ) -> Outcome {
        let split = Arc::new(split);
        locked(&self.work).open.push(Arc::clone(&split));
        self.wake();
        while let Some(candidate) = split.take() {
            let found = search(&split, &candidate);
            self.finish(&split, &candidate, Found { cost: 0, ..found });
        }
        locked(&self.work).open.retain(|open| !Arc::ptr_eq(open, &split));
        while let Some((below, candidate)) = self.job_below(&split) {
            let found = search(&below, &candidate);
            self.finish(&below, &candidate, found);
        }
        let Progress { best, settled, helper_cost, .. } = *locked(&split.progress);
        Outcome { best, settled, helper_cost }
    }

    /// Works for others until all is over.
    #[inline(always)]
    pub(crate) fn help(&self, mut search: impl FnMut(&Split<N, Q>, &Candidate) -> Found) {
        while let Some((split, candidate)) = self.job() {
            let found = search(&split, &candidate);
            self.finish(&split, &candidate, found);
        }
    }

    /// Waits for a move to work on, anywhere; `None` when all is over.
    fn job(&self) -> Option<(Arc<Split<N, Q>>, Candidate)> {
        self.wait_for(|work| if work.is_over { Some(None) } else { work.job(|_| true).map(Some) })
    }

    /// Waits for a move to work on below `split`; `None` when every move of `split` is finished.
    fn job_below(&self, split: &Split<N, Q>) -> Option<(Arc<Split<N, Q>>, Candidate)> {
        self.wait_for(|work| {
            if locked(&split.progress).working == 0 {
                Some(None)
            } else {
                work.job(|open| open.is_below(split)).map(Some)
            }
        })
    }

    /// Gives back a move that was taken from `split`.
    fn finish(&self, split: &Split<N, Q>, candidate: &Candidate, found: Found) {
        let mut progress = locked(&split.progress);
        progress.working -= 1;
        progress.helper_cost += found.cost;
        if let Some(score) = found.score {
            progress.best.update(score, candidate);
            if score > split.alpha {
                split.branch.is_cut.store(true, Relaxed);
            } else {
                progress.settled |= candidate.square;
            }
        }
        drop(progress);
        self.wake();
    }

    /// Tells whoever waits that something has changed, after it has.
    fn wake(&self) {
        if self.waiting.load(SeqCst) > 0 {
            // Between looking and falling asleep a thread holds this lock, so it hears us.
            drop(locked(&self.work));
            self.changed.notify_all();
        }
    }

    /// Waits until `look` finds something, which it does with the lock in hand.
    fn wait_for<T>(&self, look: impl Fn(&Work<N, Q>) -> Option<T>) -> T {
        self.waiting.fetch_add(1, SeqCst);
        let mut work = locked(&self.work);
        let found = loop {
            if let Some(found) = look(&work) {
                break found;
            }
            work = self.changed.wait(work).unwrap_or_else(PoisonError::into_inner);
        };
        self.waiting.fetch_sub(1, SeqCst);
        found
    }
}

/// Sends the helpers home when it is dropped: when the search ends, also when it ends in a panic.
struct EndOfWork<'t, const N: usize, Q>(&'t Team<N, Q>);

impl<const N: usize, Q> Drop for EndOfWork<'_, N, Q> {
    fn drop(&mut self) {
        locked(&self.0.work).is_over = true;
        self.0.wake();
    }
}

impl<const N: usize, Q> Work<N, Q> {
    /// A move of the split nearest to the root, among those that `may_help` allows.
    fn job(
        &self,
        may_help: impl Fn(&Split<N, Q>) -> bool,
    ) -> Option<(Arc<Split<N, Q>>, Candidate)> {
        let mut open: Vec<_> = self.open.iter().filter(|split| may_help(split)).collect();
        open.sort_by_key(|split| std::cmp::Reverse(split.board.empties().len()));
        open.into_iter().find_map(|split| Some((Arc::clone(split), split.take()?)))
    }
}

impl<const N: usize, Q> Split<N, Q> {
    /// A split on the branch `parent`, with these moves.
    pub(crate) fn new(
        parent: Option<Arc<Branch>>,
        board: Board<N>,
        alpha: i32,
        question: Q,
        candidates: Vec<Candidate>,
    ) -> Self {
        let branch = Arc::new(Branch { parent, is_cut: AtomicBool::new(false) });
        let (best, settled) = (Best::NONE, Bitboard::EMPTY);
        let progress = Progress { next: 0, working: 0, best, settled, helper_cost: 0 };
        let progress = Mutex::new(progress);
        Self { branch, board, alpha, question, candidates, progress }
    }

    /// The branch that whoever works below is on.
    pub(crate) fn branch(&self) -> Arc<Branch> {
        Arc::clone(&self.branch)
    }

    /// The next move, if any is left; it must be given back.
    fn take(&self) -> Option<Candidate> {
        let mut progress = locked(&self.progress);
        if self.branch.is_cut.load(Relaxed) {
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
    /// Whether the answer of work on this branch is of no use any more.
    pub(crate) fn is_cut(&self) -> bool {
        self.ancestry().any(|branch| branch.is_cut.load(Relaxed))
    }

    /// This branch, the one that it grows from, and so on down to the root.
    fn ancestry(&self) -> impl Iterator<Item = &Self> {
        iter::successors(Some(self), |branch| branch.parent.as_deref())
    }
}

/// Every critical section leaves its data whole, so a panic elsewhere does not matter.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
