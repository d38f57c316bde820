//! [`Team`]: how threads share the work inside one position, by young brothers wait.
//!
//! A node high in the tree searches its first moves alone; most nodes end there. If it does not, the
//! node becomes a [`Split`]: its other moves lie open, and every thread without work takes one from
//! the split nearest to the root. The thread that opened a split waits for the others at its end,
//! and meanwhile helps below it. One move that beats the window cuts the split, and whoever works
//! below notices within a millisecond.
//!
//! How a move is searched is left to the solver. The windows are all null, so a split has nothing
//! to tell its workers but that they may stop, and the score does not depend on who was faster.

use std::iter;
use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use wane_board::{Board, Square};

use crate::order::Candidate;

/// The fewest empty squares of a node that becomes a split.
pub(crate) const SPLIT_FROM: u32 = 10;

/// The moves of a node that are searched before others may help: if one of them beats the window,
/// help with the rest was for nothing.
pub(crate) const ELDERS: usize = 2;

/// The threads that work on one position.
#[derive(Debug)]
pub(crate) struct Team<const N: usize> {
    helpers: usize,
    work: Mutex<Work<N>>,
    /// There is a new split, a move is finished, or all is over.
    changed: Condvar,
    /// The threads that look for work or wait for it. Waking somebody costs a system call, so it
    /// is done only if there is somebody. Whoever counts himself in does so before he looks.
    waiting: AtomicUsize,
}

#[derive(Debug)]
struct Work<const N: usize> {
    open: Vec<Arc<Split<N>>>,
    is_over: bool,
}

/// A node whose moves are shared out.
#[derive(Debug)]
pub(crate) struct Split<const N: usize> {
    parent: Option<Arc<Self>>,
    pub(crate) board: Board<N>,
    pub(crate) alpha: i32,
    candidates: Vec<Candidate>,
    is_cut: AtomicBool,
    progress: Mutex<Progress>,
}

#[derive(Debug)]
struct Progress {
    next: usize,
    /// Moves that were taken and are not finished.
    working: usize,
    best: Best,
    helper_cost: u64,
}

/// The best score so far and the move behind it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Best {
    pub(crate) score: i32,
    pub(crate) square: Option<Square>,
}

impl Best {
    pub(crate) const NONE: Self = Self { score: i32::MIN, square: None };

    #[inline(always)]
    pub(crate) fn update(&mut self, score: i32, candidate: &Candidate) {
        if score > self.score {
            *self = Self { score, square: candidate.square.first() };
        }
    }
}

impl<const N: usize> Team<N> {
    pub(crate) fn new(helpers: usize) -> Self {
        let work = Mutex::new(Work { open: Vec::new(), is_over: false });
        Self { helpers, work, changed: Condvar::new(), waiting: AtomicUsize::new(0) }
    }

    #[inline(always)]
    pub(crate) fn has_helpers(&self) -> bool {
        self.helpers > 0
    }

    /// Lets others take moves of `split`.
    pub(crate) fn open(&self, split: &Arc<Split<N>>) {
        locked(&self.work).open.push(Arc::clone(split));
        self.wake();
    }

    /// Nobody may take moves of `split` any more.
    pub(crate) fn close(&self, split: &Arc<Split<N>>) {
        locked(&self.work).open.retain(|open| !Arc::ptr_eq(open, split));
    }

    /// Waits for a move to work on, anywhere; `None` when all is over.
    pub(crate) fn job(&self) -> Option<(Arc<Split<N>>, Candidate)> {
        self.wait_for(|work| if work.is_over { Some(None) } else { work.job(|_| true).map(Some) })
    }

    /// Waits for a move to work on below `split`; `None` when every move of `split` is finished.
    pub(crate) fn job_below(&self, split: &Arc<Split<N>>) -> Option<(Arc<Split<N>>, Candidate)> {
        self.wait_for(|work| {
            if locked(&split.progress).working == 0 {
                Some(None)
            } else {
                work.job(|open| open.is_below(split)).map(Some)
            }
        })
    }

    /// Gives back a move that was taken from `split`: with its score, or with none if the search
    /// was given up. `cost` is what helpers spent on it.
    pub(crate) fn finish(
        &self,
        split: &Split<N>,
        candidate: &Candidate,
        score: Option<i32>,
        helper_cost: u64,
    ) {
        let mut progress = locked(&split.progress);
        progress.working -= 1;
        progress.helper_cost += helper_cost;
        if let Some(score) = score {
            progress.best.update(score, candidate);
            if score > split.alpha {
                split.is_cut.store(true, Relaxed);
            }
        }
        drop(progress);
        self.wake();
    }

    /// Sends the helpers home.
    pub(crate) fn end(&self) {
        locked(&self.work).is_over = true;
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
    fn wait_for<T>(&self, look: impl Fn(&Work<N>) -> Option<T>) -> T {
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

impl<const N: usize> Work<N> {
    /// A move of the split nearest to the root, among those that `may_help` allows.
    fn job(&self, may_help: impl Fn(&Split<N>) -> bool) -> Option<(Arc<Split<N>>, Candidate)> {
        let mut open: Vec<_> = self.open.iter().filter(|split| may_help(split)).collect();
        open.sort_by_key(|split| std::cmp::Reverse(split.board.empties().len()));
        open.into_iter().find_map(|split| Some((Arc::clone(split), split.take()?)))
    }
}

impl<const N: usize> Split<N> {
    /// A split below `parent`, with the moves that are left and the best of those before them.
    pub(crate) fn new(
        parent: Option<Arc<Self>>,
        board: Board<N>,
        alpha: i32,
        candidates: Vec<Candidate>,
        best: Best,
    ) -> Self {
        let progress = Mutex::new(Progress { next: 0, working: 0, best, helper_cost: 0 });
        Self { parent, board, alpha, candidates, is_cut: AtomicBool::new(false), progress }
    }

    /// The next move, if any is left; it must be given back with [`Team::finish`].
    pub(crate) fn take(&self) -> Option<Candidate> {
        let mut progress = locked(&self.progress);
        if self.is_cut.load(Relaxed) {
            return None;
        }
        let candidate = *self.candidates.get(progress.next)?;
        progress.next += 1;
        progress.working += 1;
        Some(candidate)
    }

    /// The best of the finished moves, and what helpers spent on them.
    pub(crate) fn result(&self) -> (Best, u64) {
        let progress = locked(&self.progress);
        (progress.best, progress.helper_cost)
    }

    /// Whether the answer of work below this split is of no use any more.
    pub(crate) fn is_cut(&self) -> bool {
        self.ancestry().any(|split| split.is_cut.load(Relaxed))
    }

    fn is_below(&self, other: &Self) -> bool {
        self.ancestry().skip(1).any(|split| std::ptr::eq(split, other))
    }

    /// This split, its parent, and so on up to the root.
    fn ancestry(&self) -> impl Iterator<Item = &Self> {
        iter::successors(Some(self), |split| split.parent.as_deref())
    }
}

/// Every critical section leaves its data whole, so a panic elsewhere does not matter.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
