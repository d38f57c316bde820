//! [`Analyst`]: analyses positions and compares moves, within limits.

use std::cmp::Ordering;
use std::time::Duration;

use wane_board::{AnyPosition, Bitboard, Move, Objective, Square, with_size};
use wane_eval::Value;
use wane_search::{Budget, Certainty, Clock, Control, Engine, Limits, Line, Question, Report};

use crate::analysis::{Twins, analyse};

/// An engine and its limits for a position.
pub struct Analyst<'a> {
    engine: &'a Engine,
    objective: Objective,
    /// The limits of each of two searches: half of those of a position.
    limits: Limits,
    lines: usize,
    clock: Clock<'a>,
    control: &'a Control<'a>,
}

/// The value of a move, with its principal variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveValue {
    /// The move and its principal variation.
    pub line: Line,
    /// The depth that it was searched to.
    pub depth: u32,
    /// How certain the value is.
    pub certainty: Certainty,
}

impl MoveValue {
    fn new(report: &Report, line: &Line) -> Self {
        let Report { depth, certainty, .. } = *report;
        Self { line: line.clone(), depth, certainty }
    }
}

impl<'a> Analyst<'a> {
    /// An analyst with these limits for each position, and this number of lines. The clock may count from any
    /// moment.
    #[must_use]
    pub fn new(
        engine: &'a Engine,
        objective: Objective,
        limits: Limits,
        lines: usize,
        clock: Clock<'a>,
        control: &'a Control<'a>,
    ) -> Self {
        let limits = Limits {
            depth: limits.depth,
            nodes: limits.nodes.map(|nodes| nodes.div_ceil(2)),
            time: limits.time.map(|time| Budget::exactly(time.hard / 2)),
        };
        Self { engine, objective, limits, lines, clock, control }
    }

    /// The objective.
    #[must_use]
    pub fn objective(&self) -> Objective {
        self.objective
    }

    /// Analyses a position: its best lines at every finished depth. `on_report` gets a report for every depth.
    /// `None` if the game is over.
    pub fn analyse(
        &self,
        position: &AnyPosition,
        on_report: &mut dyn FnMut(&Report),
    ) -> Option<Findings> {
        self.search(position, self.limits, self.lines, None, on_report)
    }

    /// The values of the best move and of this one, both searched to the same depth. `best` is the analysis of the
    /// position.
    #[must_use]
    pub fn compare_with_best(
        &self,
        position: &AnyPosition,
        square: Square,
        best: &Findings,
    ) -> [MoveValue; 2] {
        let values = self.compare(position, square.bitboard(), best, &mut |_| {});
        let of_move = |value: &&MoveValue| value.line.moves[0] == Move::Place(square);
        // If the search was stopped before its first depth, there is no value of the move.
        let of_move = values.iter().find(of_move).unwrap_or(&values[0]);
        [values[0].clone(), of_move.clone()]
    }

    /// The values of every move of a position, the best first. `best` is its analysis. All values that are not
    /// proved are of the same depth. `on_report` gets a report for every depth.
    pub fn compare_all(
        &self,
        position: &AnyPosition,
        best: &Findings,
        on_report: &mut dyn FnMut(&Report),
    ) -> Vec<MoveValue> {
        self.compare(position, position.legal_moves(), best, on_report)
    }

    fn compare(
        &self,
        position: &AnyPosition,
        wanted: Bitboard,
        best: &Findings,
        on_report: &mut dyn FnMut(&Report),
    ) -> Vec<MoveValue> {
        let twins = Twins::of(&position.board());
        let known = |report: &Report| -> Vec<Line> {
            report.lines.iter().flat_map(|line| twins.lines(line)).collect()
        };
        let report = best.report();
        let found: Bitboard =
            known(report).iter().filter_map(|line| line.moves[0].square()).collect();
        let others = wanted - found;
        let limits = match report.certainty {
            Certainty::Heuristic => Limits { depth: Some(report.depth), ..self.limits },
            Certainty::Outcome | Certainty::Exact => self.limits,
        };
        let others = (!others.is_empty())
            .then(|| self.search(position, limits, usize::MAX, Some(others), on_report))
            .flatten();
        let Some(others) = others else {
            return known(report).iter().map(|line| MoveValue::new(report, line)).collect();
        };
        let others = others.report();
        let again;
        let report = if others.certainty == Certainty::Heuristic && others.depth < report.depth {
            again = self.at_depth(position, best, others.depth);
            again.as_ref().unwrap_or(report)
        } else {
            report
        };
        let most = report.best().value;
        let mut values: Vec<MoveValue> =
            known(report).iter().map(|line| MoveValue::new(report, line)).collect();
        values.extend(others.lines.iter().map(|line| {
            // A separate search may rate a move above the best one; the deeper search counts.
            let line = Line { value: line.value.min(most), moves: line.moves.clone() };
            MoveValue::new(others, &line)
        }));
        values.sort_by_key(|value| -value.line.value);
        values
    }

    /// The report about the best moves at a smaller depth; `None` if their values are proved, or if the search is
    /// stopped.
    fn at_depth(&self, position: &AnyPosition, best: &Findings, depth: u32) -> Option<Report> {
        let firsts = |report: &Report| -> Bitboard {
            report.lines.iter().filter_map(|line| line.moves[0].square()).collect()
        };
        let wanted = firsts(best.report());
        let is_comparable = |at: &&Report| at.depth == depth && firsts(at) == wanted;
        if best.report().certainty != Certainty::Heuristic || depth == 0 {
            return None;
        }
        if let Some(report) = best.at(depth).filter(is_comparable) {
            return Some(report.clone());
        }
        // Other moves were best at that depth. The table still knows most of these, so the depth is limit enough.
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let findings = self.search(position, limits, self.lines, Some(wanted), &mut |_| {})?;
        Some(findings.report()).filter(is_comparable).cloned()
    }

    /// Whether the analysis was stopped.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.control.is_stopped()
    }

    /// The nodes of all searches.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.control.nodes()
    }

    fn search(
        &self,
        position: &AnyPosition,
        limits: Limits,
        lines: usize,
        only: Option<Bitboard>,
        on_report: &mut dyn FnMut(&Report),
    ) -> Option<Findings> {
        let board = position.board();
        let empties = with_size!(board, board => board.empties().len());
        let question = Question { board, objective: self.objective, limits, lines, only };
        let mut findings = Findings::default();
        let (nodes_before, started) = (self.nodes(), (self.clock)());
        let effort = |found: Report| {
            let nodes = self.nodes() - nodes_before;
            Report { nodes, time: self.since(started), ..found }
        };
        let is_cut = self.ask(&question, &mut findings, &mut |found| on_report(&effort(found)))?;
        // The engine starts the solver after a shallow search. If the solver does not finish, the values need a
        // deeper one.
        let may_solve = limits.depth.is_none_or(|most| most >= empties);
        if may_solve && !is_cut && findings.exact.is_none() && !self.is_stopped() {
            let limits = Limits { depth: Some(empties.saturating_sub(1)), ..limits };
            let question = Question { limits, ..question };
            self.ask(&question, &mut findings, &mut |found| on_report(&effort(found)));
        }
        findings.last = findings.merged().map(effort);
        findings.last.is_some().then_some(findings)
    }

    /// The time since a moment of the clock.
    fn since(&self, started: Duration) -> Duration {
        (self.clock)().saturating_sub(started)
    }

    /// Searches and adds the reports to the findings. Returns whether a depth was not finished, or `None` if the
    /// game is over.
    fn ask(
        &self,
        question: &Question,
        findings: &mut Findings,
        on_report: &mut dyn FnMut(Report),
    ) -> Option<bool> {
        let started = (self.clock)();
        let clock = || self.since(started);
        let analysed = analyse(self.engine, question, &clock, self.control, &mut |new| {
            if findings.add(new)
                && let Some(found) = findings.merged()
            {
                on_report(found);
            }
        });
        analysed.map(|analysed| analysed.is_cut)
    }
}

/// The reports of the searches of a position.
#[derive(Clone, Debug, Default)]
pub struct Findings {
    /// One for each finished depth.
    depths: Vec<Report>,
    outcome: Option<Report>,
    exact: Option<Report>,
    /// The best knowledge.
    last: Option<Report>,
}

impl Findings {
    /// The best knowledge: the exact score if it is proved; otherwise the last finished depth, corrected by the
    /// outcome if that is proved.
    #[must_use]
    pub fn report(&self) -> &Report {
        self.last.as_ref().expect("findings that found nothing are not handed out")
    }

    /// The report of a depth, unless the outcome is proved.
    fn at(&self, depth: u32) -> Option<&Report> {
        let is_open = self.exact.is_none() && self.outcome.is_none();
        self.depths.iter().rfind(|report| report.depth <= depth).filter(|_| is_open)
    }

    /// Adds a report if it says something new.
    fn add(&mut self, new: &Report) -> bool {
        match new.certainty {
            Certainty::Exact => self.exact = Some(new.clone()),
            Certainty::Outcome => self.outcome = Some(new.clone()),
            Certainty::Heuristic => {
                if self.depths.last().is_some_and(|last| last.depth >= new.depth) {
                    return false;
                }
                self.depths.push(new.clone());
            }
        }
        true
    }

    fn merged(&self) -> Option<Report> {
        match (&self.exact, &self.outcome, self.depths.last()) {
            (Some(exact), ..) => Some(exact.clone()),
            (None, Some(outcome), Some(heuristic)) => Some(with_outcome(heuristic, outcome)),
            (None, outcome, heuristic) => outcome.as_ref().or(heuristic).cloned(),
        }
    }
}

/// Heuristic values, corrected to agree with a proof of the outcome.
fn with_outcome(heuristic: &Report, outcome: &Report) -> Report {
    let nothing = Value::default();
    let agreeing = |line: &Line| {
        let same = heuristic.lines.iter().find(|other| other.moves[0] == line.moves[0]);
        let size = same.unwrap_or(heuristic.best()).value;
        let value = match line.value.cmp(&nothing) {
            Ordering::Less => line.value.min(size),
            Ordering::Equal => nothing,
            Ordering::Greater => line.value.max(size),
        };
        Line { value, moves: line.moves.clone() }
    };
    let lost = outcome.best().value;
    let mut lines: Vec<Line> = if lost < nothing {
        // Every move loses, so the proof does not say which is best.
        let losing = |line: &Line| Line { value: line.value.min(lost), moves: line.moves.clone() };
        heuristic.lines.iter().map(losing).collect()
    } else {
        outcome.lines.iter().map(agreeing).collect()
    };
    lines.sort_by_key(|line| -line.value);
    Report { certainty: Certainty::Outcome, lines, ..heuristic.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(depth: u32, certainty: Certainty, lines: &[(&str, i32)]) -> Report {
        let line = |&(first, discs): &(&str, i32)| Line {
            value: Value::new(discs * Value::PER_DISC),
            moves: vec![Move::Place(first.parse().unwrap())],
        };
        let lines = lines.iter().map(line).collect();
        Report { depth, selectivity: 0, certainty, lines, nodes: 1, time: Duration::ZERO }
    }

    #[test]
    fn a_proved_outcome_decides_the_sign_and_the_heuristic_value_the_size() {
        let heuristic = report(8, Certainty::Heuristic, &[("a1", 3), ("b1", -2)]);
        for (proved, expected) in [
            ([("a1", 1), ("b1", -1)], [("a1", 3), ("b1", -2)]),
            ([("b1", 1), ("a1", -1)], [("b1", 1), ("a1", -1)]),
            ([("a1", 0), ("b1", 0)], [("a1", 0), ("b1", 0)]),
            ([("a1", -1), ("b1", -1)], [("a1", -1), ("b1", -2)]),
        ] {
            let outcome = report(20, Certainty::Outcome, &proved);
            let expected = report(8, Certainty::Outcome, &expected);
            assert_eq!(with_outcome(&heuristic, &outcome), expected, "{proved:?}");
        }
    }

    #[test]
    fn every_move_is_compared_once_and_to_one_depth_wherever_the_searches_are_cut() {
        for moves in ["f5", "f5d6c3", "f5d6c3d3c4f4", "f5f6e6f4g5e7"] {
            let mut game = wane_board::AnyGame::new(wane_board::Size::Eight);
            for name in moves.as_bytes().chunks(2) {
                let name = std::str::from_utf8(name).unwrap();
                game.play(name.parse().unwrap()).unwrap();
            }
            let position = game.position();
            for nodes in (100..6000).step_by(100) {
                let engine = crate::opponent::Setup::small().engine().unwrap();
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                let (clock, control) = (|| Duration::ZERO, Control::new());
                let objective = Objective::FewestDiscs;
                let analyst = Analyst::new(&engine, objective, limits, 1, &clock, &control);
                let best = analyst.analyse(&position, &mut |_| {}).unwrap();
                let values = analyst.compare_all(&position, &best, &mut |_| {});
                // At depth 0 there are only guesses.
                let depths = values.iter().map(|it| it.depth.max(1));
                let depths: std::collections::BTreeSet<u32> = depths.collect();
                assert_eq!(depths.len(), 1, "{moves} {nodes}: {depths:?}");
                let squares = values.iter().map(|it| it.line.moves[0].square().unwrap());
                let compared: Bitboard = squares.collect();
                let all = position.legal_moves();
                assert_eq!((values.len(), compared), (all.len() as usize, all), "{moves} {nodes}");
            }
        }
    }

    #[test]
    fn deeper_reports_replace_shallower_ones_and_proofs_replace_both() {
        let mut findings = Findings::default();
        let deep = report(7, Certainty::Heuristic, &[("a1", 3)]);
        assert!(findings.add(&report(6, Certainty::Heuristic, &[("c1", 5)])));
        assert!(findings.add(&deep));
        assert!(!findings.add(&report(6, Certainty::Heuristic, &[("c1", 5)])));
        assert_eq!(findings.merged().unwrap().lines, deep.lines);
        assert_eq!(findings.at(6).unwrap().depth, 6);
        let exact = report(20, Certainty::Exact, &[("c1", 4)]);
        assert!(findings.add(&exact));
        assert_eq!(findings.merged().unwrap().lines, exact.lines);
    }
}
