//! [`Analyst`]: asks the engine what positions and single moves are worth, within the limits.

use std::cmp::Ordering;
use std::time::Duration;

use wane_board::{AnyPosition, Bitboard, Move, Objective, Square, with_size};
use wane_eval::Value;
use wane_search::{Budget, Certainty, Clock, Control, Engine, Limits, Line, Question, Report};

/// An engine and what it may take for a position.
pub struct Analyst<'a> {
    engine: &'a Engine,
    objective: Objective,
    /// Of the first of two searches: half of what a position may take.
    limits: Limits,
    lines: usize,
    clock: Clock<'a>,
    control: &'a Control<'a>,
}

/// What a move is worth, with what is expected to follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The move and what follows it.
    pub line: Line,
    /// Whether that is known.
    pub certainty: Certainty,
}

impl<'a> Analyst<'a> {
    /// An analyst who takes as much for a position as `limits` say, and looks for so many lines. The
    /// clock counts from any moment.
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

    /// What is played for.
    #[must_use]
    pub fn objective(&self) -> Objective {
        self.objective
    }

    /// What a position is worth, its best lines first. `heard` is told at every depth; a depth that
    /// was not finished does not count. `None` if the game is over.
    pub fn judge(&self, position: &AnyPosition, heard: &mut dyn FnMut(&Report)) -> Option<Report> {
        self.search(position, self.limits, self.lines, heard)
    }

    /// What one move of a position is worth, looking as far ahead as `best`, the report about the
    /// position, did. It may take one of `shares` parts of the second half of the time.
    #[must_use]
    pub fn judge_move(
        &self,
        position: &AnyPosition,
        square: Square,
        best: &Report,
        shares: u32,
    ) -> Verdict {
        let after = with_size!(BySize: *position, position => {
            let mut after = position;
            after.board.play_flips(square, position.board.flips(square));
            after.side = !position.side;
            after
        });
        let limits = Limits {
            depth: Some(best.depth.saturating_sub(1).max(1)),
            nodes: self.limits.nodes.map(|nodes| nodes.div_ceil(shares.into())),
            time: self.limits.time.map(|time| Budget::exactly(time.hard / shares)),
        };
        let first = [Move::Place(square)];
        let Some(report) = self.search(&after, limits, 1, &mut |_| {}) else {
            let value = -Value::from(after.final_score(self.objective));
            return Verdict {
                line: Line { value, moves: first.into() },
                certainty: Certainty::Exact,
            };
        };
        let Line { value, moves } = report.best();
        // No move is better than the best, whatever a search of its own makes of it.
        let value = (-*value).min(best.best().value);
        let moves = first.iter().chain(moves).copied().collect();
        Verdict { line: Line { value, moves }, certainty: report.certainty }
    }

    /// What every move is worth, the best first, after what `report` says about the position; if the
    /// search was stopped, what is known of them. `heard` is told of each.
    pub fn judge_others(
        &self,
        position: &AnyPosition,
        report: &Report,
        heard: &mut dyn FnMut(&Verdict),
    ) -> Vec<Verdict> {
        let known = |line: &Line| Verdict { line: line.clone(), certainty: report.certainty };
        let mut verdicts: Vec<Verdict> = report.lines.iter().map(known).collect();
        let known: Bitboard =
            report.lines.iter().filter_map(|line| line.moves[0].square()).collect();
        let others = position.legal_moves() - known;
        for square in others {
            let verdict = self.judge_move(position, square, report, others.len());
            if self.is_stopped() {
                break;
            }
            heard(&verdict);
            verdicts.push(verdict);
        }
        verdicts.sort_by_key(|verdict| -verdict.line.value);
        verdicts
    }

    /// Whether nobody wants to know any more.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.control.is_stopped()
    }

    /// How many nodes were searched for all positions.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.control.nodes()
    }

    fn search(
        &self,
        position: &AnyPosition,
        limits: Limits,
        lines: usize,
        heard: &mut dyn FnMut(&Report),
    ) -> Option<Report> {
        let board = position.board();
        let empties = with_size!(board, board => board.empties().len());
        let question = Question { board, objective: self.objective, limits, lines, only: None };
        let mut findings = Findings::default();
        let (nodes_before, started) = (self.nodes(), (self.clock)());
        let mut heard = |found: Report| {
            let nodes = self.nodes() - nodes_before;
            heard(&Report { nodes, time: self.since(started), ..found });
        };
        let last = self.ask(&question, &mut findings, &mut heard);
        // The engine hands over to the solver when it has hardly looked ahead. Where the time was too
        // short for a score, values need a better judgement than that.
        let may_solve = limits.depth.is_none_or(|most| most >= empties);
        if may_solve && !findings.is_cut && findings.exact.is_none() && !self.is_stopped() {
            let limits = Limits { depth: Some(empties.saturating_sub(1)), ..limits };
            self.ask(&Question { limits, ..question }, &mut findings, &mut heard);
        }
        let (nodes, time) = (self.nodes() - nodes_before, self.since(started));
        findings.report().or(last).map(|found| Report { nodes, time, ..found })
    }

    /// The time since that moment of the clock.
    fn since(&self, started: Duration) -> Duration {
        (self.clock)().saturating_sub(started)
    }

    /// Asks the engine and adds to the findings what it answers.
    fn ask(
        &self,
        question: &Question,
        findings: &mut Findings,
        heard: &mut dyn FnMut(Report),
    ) -> Option<Report> {
        let Limits { nodes, time, .. } = question.limits;
        let started = (self.clock)();
        self.engine.search(question, &|| self.since(started), self.control, &mut |new| {
            let is_late = time.is_some_and(|time| new.time >= time.hard);
            let is_cut =
                self.is_stopped() || nodes.is_some_and(|most| new.nodes >= most) || is_late;
            if findings.add(new, is_cut)
                && let Some(found) = findings.report()
            {
                heard(found);
            }
        })
    }
}

/// What the searches of a position have found.
#[derive(Default)]
struct Findings {
    judged: Option<Report>,
    outcome: Option<Report>,
    exact: Option<Report>,
    /// Whether a depth was not finished.
    is_cut: bool,
}

impl Findings {
    /// Adds a report if it says something new. A depth that was cut compares moves that were looked
    /// at to different depths, so it does not count.
    fn add(&mut self, new: &Report, is_cut: bool) -> bool {
        match new.certainty {
            Certainty::Exact => self.exact = Some(new.clone()),
            Certainty::Outcome => self.outcome = Some(new.clone()),
            Certainty::Judged if is_cut => self.is_cut = true,
            Certainty::Judged => {
                if self.judged.as_ref().is_some_and(|judged| judged.depth >= new.depth) {
                    return false;
                }
                self.judged = Some(new.clone());
            }
        }
        !is_cut || new.certainty != Certainty::Judged
    }

    /// All that is known.
    fn report(&self) -> Option<Report> {
        match (&self.exact, &self.outcome, &self.judged) {
            (Some(exact), ..) => Some(exact.clone()),
            (None, Some(outcome), Some(judged)) => Some(with_outcome(judged, outcome)),
            (None, outcome, judged) => outcome.clone().or_else(|| judged.clone()),
        }
    }
}

/// Judgements that agree with a proof of who wins.
fn with_outcome(judged: &Report, outcome: &Report) -> Report {
    let nothing = Value::default();
    let agreeing = |line: &Line| {
        let same = judged.lines.iter().find(|other| other.moves[0] == line.moves[0]);
        let size = same.unwrap_or(judged.best()).value;
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
        judged.lines.iter().map(losing).collect()
    } else {
        outcome.lines.iter().map(agreeing).collect()
    };
    lines.sort_by_key(|line| -line.value);
    Report { certainty: Certainty::Outcome, lines, ..judged.clone() }
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
    fn a_proof_of_who_wins_decides_the_sign_and_a_judgement_the_size() {
        let judged = report(8, Certainty::Judged, &[("a1", 3), ("b1", -2)]);
        for (proved, expected) in [
            ([("a1", 1), ("b1", -1)], [("a1", 3), ("b1", -2)]),
            ([("b1", 1), ("a1", -1)], [("b1", 1), ("a1", -1)]),
            ([("a1", 0), ("b1", 0)], [("a1", 0), ("b1", 0)]),
            ([("a1", -1), ("b1", -1)], [("a1", -1), ("b1", -2)]),
        ] {
            let outcome = report(20, Certainty::Outcome, &proved);
            let expected = report(8, Certainty::Outcome, &expected);
            assert_eq!(with_outcome(&judged, &outcome), expected, "{proved:?}");
        }
    }

    #[test]
    fn a_depth_that_was_not_finished_is_no_finding() {
        let mut findings = Findings::default();
        let finished = report(7, Certainty::Judged, &[("a1", 3)]);
        assert!(findings.add(&finished, false));
        assert!(!findings.add(&report(8, Certainty::Judged, &[("b1", 9)]), true));
        assert!(findings.is_cut);
        assert_eq!(findings.report().unwrap().lines, finished.lines);
        assert!(!findings.add(&report(6, Certainty::Judged, &[("c1", 5)]), false));
        let exact = report(20, Certainty::Exact, &[("c1", 4)]);
        assert!(findings.add(&exact, true));
        assert_eq!(findings.report().unwrap().lines, exact.lines);
    }
}
