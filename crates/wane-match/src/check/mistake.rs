//! [`Mistake`]: an answer that loses a game, and where it was given.

use std::mem::{Discriminant, discriminant};

use wane_board::{AnyGame, Move};
use wane_text::Foreign;

use super::cause::IllegalAnswer;
use super::finding::{Cause, Finding, FindingPlace, Issue};
use super::subject::Reply;
use super::{Check, CheckVerdict, cause};
use crate::contest::line::{AgentChoice, CandidateKind, Last};
use crate::contest::{AgentError, CodeLine};
use crate::referee::{self, Asked};
use crate::{Fault, FaultKind};

/// A mistake, and where it was made.
#[derive(Clone, Debug)]
pub(super) struct Mistake {
    pub(super) issue: Issue,
    pub(super) place: FindingPlace,
    /// The game up to the question.
    pub(super) game: AnyGame,
    /// The exception that caused it, if the agent is a contest file.
    pub(super) error: Option<AgentError>,
    /// The line of its code at the limit, if it was interrupted.
    pub(super) stopped_at: Option<CodeLine>,
    /// Whether the agent did not let the limit interrupt it.
    pub(super) is_stuck: bool,
    /// Whether its list still holds old candidates.
    pub(super) is_left_over: bool,
    /// Whether a new process did not make it.
    pub(super) is_of_state: bool,
}

/// What mistakes have in common that are reported as one.
#[derive(Debug, PartialEq)]
enum MistakeKind<'m> {
    Issue(Discriminant<Issue>),
    Candidate(CandidateKind),
    Raised { name: Option<&'m Foreign>, line: Option<&'m CodeLine> },
    Fault(FaultKind),
}

/// The move that was answered, or the problem with the answer.
pub(super) fn assess(
    game: &AnyGame,
    answer: Result<Asked, Fault>,
    chosen: Option<&AgentChoice>,
    is_left_over: bool,
) -> Result<Move, Issue> {
    let position = game.position();
    let legal = position.legal_moves();
    match (answer, chosen) {
        (Ok(Asked { late: Some(fault), .. }), _) | (Err(fault), None) => Err(fault.into()),
        (Ok(Asked { choice, .. }), _) => {
            let played = referee::play(&mut game.clone(), choice.mv);
            played.map(|()| choice.mv).map_err(|_| match choice.mv {
                Move::Pass => Issue::MustMove { legal },
                Move::Place(square) if position.must_pass() => {
                    Issue::MustPass { square, is_left_over }
                }
                Move::Place(square) => {
                    let is_occupied = position.disc_at(square).is_some();
                    Issue::IllegalMove { square, is_occupied, legal }
                }
            })
        }
        (Err(_), Some(AgentChoice { raised: Some(error), .. })) => {
            Err(Issue::Exception { detail: error.to_string().into() })
        }
        (Err(fault), Some(AgentChoice { last, last_kind, returned, .. })) => Err(match last {
            &Last::Move { row, column } => {
                Issue::OffBoard { row, column, rows: position.size().rows() }
            }
            Last::None => {
                let is_interrupted = fault.kind == FaultKind::TimeOut;
                Issue::NoCandidate { is_interrupted, returned: returned.clone(), legal }
            }
            Last::NoList(error) => Issue::NoCandidateList { detail: error.to_string().into() },
            Last::NotAList(shown) => Issue::NotAList { shown: shown.clone() },
            Last::NotAMove(shown) => Issue::NotAMove { shown: shown.clone(), kind: *last_kind },
        }),
    }
}

impl From<Fault> for Issue {
    fn from(Fault { kind, text }: Fault) -> Self {
        Self::Fault { kind, detail: text }
    }
}

impl Mistake {
    /// What is wrong with a reply to a question at this place, if anything is.
    pub(super) fn of(reply: Reply, place: FindingPlace, game: &AnyGame) -> Option<Self> {
        let Reply { outcome, reported, is_left_over, .. } = reply;
        Some(Self {
            issue: outcome.err()?,
            place,
            game: game.clone(),
            error: reported.error().cloned(),
            stopped_at: reported.chosen.and_then(|chosen| chosen.stopped_at),
            is_stuck: reported.is_stuck,
            is_left_over,
            is_of_state: false,
        })
    }

    /// Whether it is the same mistake, which is reported once.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        self.kind() == other.kind() && self.is_left_over == other.is_left_over
    }

    /// What makes it the same mistake: not the values, which are others on each board.
    fn kind(&self) -> MistakeKind<'_> {
        let issue = discriminant(&self.issue);
        match &self.issue {
            // It is the same mistake as an illegal move.
            &Issue::MustPass { square, .. } => {
                let legal = self.game.position().legal_moves();
                let illegal = Issue::IllegalMove { square, is_occupied: false, legal };
                MistakeKind::Issue(discriminant(&illegal))
            }
            Issue::NotAMove { kind, .. } => MistakeKind::Candidate(*kind),
            Issue::Exception { .. } => MistakeKind::Raised {
                name: self.error.as_ref().map(|error| &error.name),
                line: self.line(),
            },
            Issue::Fault { kind, .. } => MistakeKind::Fault(*kind),
            _ => MistakeKind::Issue(issue),
        }
    }

    /// The line of the agent's code that it is about.
    fn line(&self) -> Option<&CodeLine> {
        self.error.as_ref().and_then(|error| error.place.as_ref()).or(self.stopped_at.as_ref())
    }

    /// Which check it fails.
    pub(super) fn check(&self) -> Check {
        match &self.issue {
            _ if self.is_of_state => Check::State,
            _ if self.blocked().is_some() => Check::Sandbox,
            Issue::IllegalMove { .. } | Issue::MustPass { .. } | Issue::MustMove { .. } => {
                self.place.check()
            }
            _ if self.is_time_out() => Check::Time,
            Issue::Fault { kind: FaultKind::Memory, .. } => Check::Memory,
            _ => Check::Output,
        }
    }

    /// Whether it came too late, or not at all.
    pub(super) fn is_time_out(&self) -> bool {
        matches!(self.issue, Issue::Fault { kind: FaultKind::TimeOut, .. })
    }

    /// What the sandbox did not allow, if that is the cause.
    fn blocked(&self) -> Option<Cause> {
        match &self.issue {
            Issue::Exception { .. } | Issue::Fault { .. } => {
                self.error.as_ref().and_then(cause::of_sandbox)
            }
            _ => None,
        }
    }

    /// The illegal move, with its position, if that is the mistake.
    fn illegal_move(&self) -> Option<IllegalAnswer> {
        let (row, column) = match self.issue {
            Issue::IllegalMove { square, .. } => (square.row().into(), square.column().into()),
            Issue::OffBoard { row, column, .. } => (row, column),
            _ => return None,
        };
        Some(IllegalAnswer { position: self.game.position(), row, column })
    }

    /// Why it happened, as far as this mistake and all others tell.
    fn cause(&self, all: &[Self]) -> Option<Cause> {
        if self.is_of_state {
            return Some(Cause::SharedState);
        }
        let illegal: Vec<_> = all.iter().filter_map(Self::illegal_move).collect();
        let position = self.game.position();
        let of_moves = || cause::of_illegal_moves(&illegal, &self.issue, &position);
        let cause = self.blocked().or_else(of_moves);
        cause.or_else(|| match &self.issue {
            Issue::Exception { .. } if self.game.position().must_pass() => Some(Cause::NoLegalMove),
            Issue::Fault { .. } if self.is_stuck => Some(Cause::CatchesTimeout),
            Issue::Fault { .. } if self.error.is_some() => Some(Cause::Exception),
            _ => None,
        })
    }
}

/// One finding for all mistakes of a kind, with the check that they fail.
pub(super) fn findings(mistakes: &[Mistake]) -> Vec<(Check, Finding)> {
    let mut kinds: Vec<Vec<&Mistake>> = Vec::new();
    for mistake in mistakes {
        match kinds.iter_mut().find(|kind| kind[0].is_like(mistake)) {
            Some(kind) => kind.push(mistake),
            None => kinds.push(vec![mistake]),
        }
    }
    let all = kinds.iter().map(|kind| (kind[0].check(), finding(kind, mistakes)));
    let mut findings: Vec<(Check, Finding)> = Vec::new();
    for (check, finding) in all {
        // Counting from 1 leads to moves that are not legal, and to others that are not on the board; moving for the
        // other side, to none where that has none.
        let is_one = matches!(finding.cause, Some(Cause::OneBased | Cause::OtherSide));
        let known = findings.iter_mut().find(|(_, known)| is_one && known.cause == finding.cause);
        match known {
            Some((_, known)) => known.times += finding.times,
            None => findings.push((check, finding)),
        }
    }
    findings
}

fn finding(kind: &[&Mistake], all: &[Mistake]) -> Finding {
    // A board with a legal move is the better example: it shows that the pass is not the cause.
    let has_move = |mistake: &&&Mistake| !mistake.game.position().must_pass();
    let first = kind.iter().find(has_move).unwrap_or(&kind[0]);
    let finding = Finding::new(CheckVerdict::Failed, first.issue.clone());
    Finding {
        cause: first.cause(all),
        line: first.line().cloned(),
        times: kind.len(),
        ..finding.at(first.place).on(&first.game)
    }
}

#[cfg(test)]
mod tests {
    use wane_board::Size;

    use super::super::finding::TestBoard;
    use super::*;

    fn mistake(kind: FaultKind) -> Mistake {
        Mistake {
            issue: Fault::new(kind, "what happened").into(),
            place: FindingPlace::Board { number: 1, board: TestBoard::Start },
            game: AnyGame::new(Size::Eight),
            error: None,
            stopped_at: None,
            is_stuck: false,
            is_left_over: false,
            is_of_state: false,
        }
    }

    #[test]
    fn faults_fail_the_check_that_they_are_about() {
        use FaultKind::{Crash, Memory, Output, TimeOut};
        let error = |name: &str, errno| AgentError {
            name: name.into(),
            text: Foreign::default(),
            place: None,
            errno,
            traceback: String::new(),
        };
        let read_only = error("OSError", Some(30));
        for (kind, error, is_stuck, check, cause) in [
            (TimeOut, None, false, Check::Time, None),
            (TimeOut, None, true, Check::Time, Some(Cause::CatchesTimeout)),
            (Crash, Some(read_only), false, Check::Sandbox, Some(Cause::FileWrite)),
            (Crash, Some(error("KeyError", None)), false, Check::Output, Some(Cause::Exception)),
            (Crash, None, false, Check::Output, None),
            (Memory, None, false, Check::Memory, None),
            (Output, None, false, Check::Output, None),
        ] {
            let mistake = Mistake { error, is_stuck, ..mistake(kind) };
            let (of, finding) = findings(&[mistake]).remove(0);
            assert_eq!((of, finding.cause), (check, cause), "{kind}");
        }
    }

    #[test]
    fn mistakes_of_a_kind_are_reported_once() {
        let first = mistake(FaultKind::Crash);
        let all = [first.clone(), first.clone(), mistake(FaultKind::Memory), first];
        let findings: Vec<Finding> =
            findings(&all).into_iter().map(|(_, finding)| finding).collect();
        assert_eq!(findings[0].issue, all[0].issue);
        assert_eq!((findings[0].times, findings[1].times, findings.len()), (3, 1, 2));
    }
}
