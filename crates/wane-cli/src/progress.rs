//! A progress bar for whatever takes longer than two seconds, on standard error, never in a pipe.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

const QUIET: Duration = Duration::from_secs(2);

/// A bar that stays hidden until it is worth showing.
pub(crate) struct Progress {
    bar: ProgressBar,
    started: Instant,
    is_shown: bool,
}

impl Progress {
    /// A bar over `steps` steps of `what`.
    pub(crate) fn new(steps: usize, what: &'static str) -> Self {
        let style = ProgressStyle::with_template(
            "{msg} {wide_bar} {percent:>3}%  {elapsed} gone, {eta} to go",
        );
        let bar = ProgressBar::with_draw_target(Some(steps as u64), ProgressDrawTarget::hidden());
        bar.set_style(style.expect("the template is a constant"));
        bar.set_message(what);
        Self { bar, started: Instant::now(), is_shown: false }
    }

    /// One step is done.
    pub(crate) fn step(&mut self) {
        if !self.is_shown && self.started.elapsed() > QUIET {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
            self.is_shown = true;
        }
        self.bar.inc(1);
    }

    /// Everything is done: takes the bar away.
    pub(crate) fn finish(self) {
        self.bar.finish_and_clear();
    }
}
