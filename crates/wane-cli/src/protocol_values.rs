//! The results of a search as values of the protocols.

use std::time::Duration;

use wane_formats::Eval;
use wane_formats::nboard::Depth;
use wane_search::{Certainty, Line, Report};

pub(crate) fn eval(line: &Line) -> Eval {
    Eval { centidiscs: line.value.centidiscs() }
}

pub(crate) fn depth(report: &Report) -> Depth {
    let Report { depth: plies, selectivity, .. } = *report;
    match report.certainty {
        Certainty::Heuristic if selectivity > 0 => {
            Depth::Selective { plies, percent: 100_u32.saturating_sub(selectivity) }
        }
        Certainty::Heuristic => Depth::Plies(plies),
        Certainty::Outcome => Depth::WinLossDraw,
        Certainty::Exact => Depth::Exact,
    }
}

pub(crate) fn ms(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
