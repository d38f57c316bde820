//! [`Games`]: an experiment that only plays matches.

use wane_match::Stop;

use crate::experiment::matchups::{self, Matchup};
use crate::experiment::statistics::{Interval, PairPoints};
use crate::experiment::{About, Experiment, Extent, Findings, FindingsTable, Plot, Size, findings};

/// Matches, and what they mean.
pub(super) struct Games {
    pub(super) about: About,
    pub(super) matchups: Vec<Matchup>,
    pub(super) conclude: fn(&[Played<'_>]) -> Findings,
}

/// A match that was played.
pub(super) struct Played<'m> {
    pub(super) one: &'m str,
    pub(super) other: &'m str,
    pub(super) points: PairPoints,
}

impl Played<'_> {
    pub(super) fn win_rate(&self) -> Interval {
        self.points.win_rate()
    }
}

impl Experiment for Games {
    type Measured = PairPoints;

    fn about(&self) -> About {
        self.about
    }

    fn units(&self, size: Size) -> usize {
        matchups::units(&self.matchups, size)
    }

    fn measure(&self, extent: Extent, unit: usize, stop: &Stop) -> Option<PairPoints> {
        matchups::measure(&self.matchups, extent, unit, stop)
    }

    fn conclude(&self, extent: Extent, measured: &[PairPoints]) -> Findings {
        let points = matchups::collect(&self.matchups, extent.size, measured);
        let played: Vec<Played<'_>> = self
            .matchups
            .iter()
            .zip(points)
            .map(|(it, points)| Played { one: &it.one.name, other: &it.other.name, points })
            .collect();
        (self.conclude)(&played)
    }
}

/// A table of matches.
pub(super) fn table(title: &str, played: &[Played<'_>]) -> FindingsTable {
    let mut table =
        FindingsTable::new(title, &["player", "against", "games", "points", "95 % interval"]);
    for it in played {
        let rate = it.win_rate();
        table.row([
            it.one.to_owned(),
            it.other.to_owned(),
            it.points.games().to_string(),
            percent(rate.value),
            interval(rate),
        ]);
    }
    table
}

/// A table of matches, and a bar for each.
pub(super) fn bars(title: &str, axis: &str, words: &str, played: &[Played<'_>]) -> Findings {
    let bars = played.iter().map(|it| (it.one.to_owned(), it.win_rate())).collect();
    Findings {
        comparisons: Vec::new(),
        tables: vec![table(title, played)],
        plots: vec![Plot::bars(axis, "share of the points", bars)],
        words: format!("{} {words}", decided(played)),
    }
}

/// Which players are better or worse than their opponents, as far as their intervals tell.
pub(super) fn decided(played: &[Played<'_>]) -> String {
    let names = |is_so: &dyn Fn(Interval) -> bool| {
        let found: Vec<&str> =
            played.iter().filter(|it| is_so(it.win_rate())).map(|it| it.one).collect();
        if found.is_empty() { "none".to_owned() } else { found.join("; ") }
    };
    format!(
        "Better than the opponent: {}. Worse: {}. Not told apart: {}.",
        names(&|it| it.low > 0.5),
        names(&|it| it.high < 0.5),
        names(&|it| it.contains(0.5))
    )
}

/// A share as a percentage.
pub(super) fn percent(share: f64) -> String {
    format!("{} %", findings::decimals(100.0 * share, 1))
}

/// An interval of shares.
pub(super) fn interval(Interval { low, high, .. }: Interval) -> String {
    format!("{} to {}", percent(low), percent(high))
}
