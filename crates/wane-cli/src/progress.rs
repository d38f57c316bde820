//! A progress bar on standard error for work that takes longer than two seconds; never in a pipe.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

const QUIET: Duration = Duration::from_secs(2);
/// How often a note is updated.
const TICK: Duration = Duration::from_millis(200);

/// A bar that stays hidden until it is worth showing.
pub(crate) struct Progress {
    bar: ProgressBar,
    started: Instant,
    is_shown: bool,
}

impl Progress {
    /// A bar over `steps` steps of `what`. A single step has no bar, only notes.
    pub(crate) fn new(steps: usize, what: &'static str) -> Self {
        let style = ProgressStyle::with_template(if steps > 1 {
            "{msg} {wide_bar} {percent:>3}%  {elapsed} gone, {eta} to go"
        } else {
            "{spinner} {msg}  {elapsed} gone"
        });
        let bar = ProgressBar::with_draw_target(Some(steps as u64), ProgressDrawTarget::hidden());
        bar.set_style(style.expect("the template is a constant"));
        bar.set_message(what);
        Self { bar, started: Instant::now(), is_shown: false }
    }

    /// One step is done.
    pub(crate) fn step(&mut self) {
        self.show_if_late();
        self.bar.inc(1);
    }

    /// Counts the steps that were done before this run.
    pub(crate) fn advance(&self, steps: usize) {
        self.bar.inc(steps as u64);
        self.bar.reset_eta();
    }

    /// Does a step of the work while the bar shows the text of `note`.
    pub(crate) fn during<T>(
        &mut self,
        note: impl Fn() -> String + Send,
        work: impl FnOnce() -> T,
    ) -> T {
        let (done, is_done) = mpsc::channel::<()>();
        thread::scope(|scope| {
            scope.spawn(move || {
                while is_done.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                    self.show_if_late();
                    self.bar.set_message(note());
                    self.bar.tick();
                }
            });
            // The end of the work, or a panic in it, drops the channel and so ends the thread.
            let _done = done;
            work()
        })
    }

    /// Prints something else without damaging the bar.
    pub(crate) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// Removes the bar: everything is done.
    pub(crate) fn finish(self) {
        self.bar.finish_and_clear();
    }

    fn show_if_late(&mut self) {
        if !self.is_shown && self.started.elapsed() > QUIET {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
            self.is_shown = true;
        }
    }
}
