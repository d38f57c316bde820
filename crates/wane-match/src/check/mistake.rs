//! [`Mistake`]: an answer that loses a game, and where it was given.

use std::mem::{Discriminant, discriminant};

use wane_board::{AnyGame, AnyPosition, Move, Square};

use super::finding::{Cause, Finding, FindingPlace, Issue};
use super::{Check, CheckVerdict, cause};
use crate::contest::AgentError;
use crate::contest::line::{AgentChoice, Last};
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
    /// Whether the agent did not let the limit interrupt it.
    pub(super) is_stuck: bool,
    /// Whether its list still holds old candidates.
    pub(super) is_left_over: bool,
    /// Whether a new process did not make it.
    pub(super) is_of_state: bool,
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
        (Err(fault), Some(AgentChoice { last, returned, .. })) => Err(match last {
            &Last::Move { row, column } => {
                Issue::OffBoard { row, column, rows: position.size().rows() }
            }
            Last::None => {
                let is_interrupted = fault.kind == FaultKind::TimeOut;
                Issue::NoCandidate { is_interrupted, returned: returned.clone(), legal }
            }
            Last::NoList(error) => Issue::NoCandidateList { detail: error.to_string().into() },
            Last::NotAList(shown) => Issue::NotAList { shown: shown.clone() },
            Last::NotAMove(shown) => Issue::NotAMove { shown: shown.clone() },
        }),
    }
}

impl From<Fault> for Issue {
    fn from(Fault { kind, text }: Fault) -> Self {
        Self::Fault { kind, detail: text }
    }
}

impl Mistake {
    /// Whether it is the same mistake, which is reported once.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        self.kind() == other.kind() && self.is_left_over == other.is_left_over
    }

    fn kind(&self) -> (Discriminant<Issue>, &str) {
        let kind = discriminant(&self.issue);
        match &self.issue {
            // It is the same mistake as an illegal move.
            &Issue::MustPass { square, .. } => {
                let legal = self.game.position().legal_moves();
                (discriminant(&Issue::IllegalMove { square, is_occupied: false, legal }), "")
            }
            Issue::NotAMove { shown: text }
            | Issue::NotAList { shown: text }
            | Issue::NoCandidateList { detail: text }
            | Issue::Exception { detail: text } => (kind, text),
            Issue::Fault { kind: fault, .. } => (kind, fault.name()),
            _ => (kind, ""),
        }
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
    fn illegal_move(&self) -> Option<(AnyPosition, Square)> {
        match self.issue {
            Issue::IllegalMove { square, .. } => Some((self.game.position(), square)),
            _ => None,
        }
    }

    /// Why it happened, as far as this mistake and all others tell.
    fn cause(&self, all: &[Self]) -> Option<Cause> {
        if self.is_of_state {
            return Some(Cause::SharedState);
        }
        let illegal: Vec<_> = all.iter().filter_map(Self::illegal_move).collect();
        let cause = self.blocked().or_else(|| cause::of_illegal_moves(&illegal, &self.issue));
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
    kinds.iter().map(|kind| (kind[0].check(), finding(kind, mistakes))).collect()
}

fn finding(kind: &[&Mistake], all: &[Mistake]) -> Finding {
    // A board with a legal move is the better example: it shows that the pass is not the cause.
    let has_move = |mistake: &&&Mistake| !mistake.game.position().must_pass();
    let first = kind.iter().find(has_move).unwrap_or(&kind[0]);
    let finding = Finding::new(CheckVerdict::Failed, first.issue.clone());
    Finding {
        cause: first.cause(all),
        times: kind.len(),
        ..finding.at(first.place).on(&first.game)
    }
}

#[cfg(test)]
mod tests {
    use wane_board::Size;
    use wane_text::Foreign;

    use super::super::finding::TestBoard;
    use super::*;

    fn mistake(kind: FaultKind) -> Mistake {
        Mistake {
            issue: Fault::new(kind, "what happened").into(),
            place: FindingPlace::Board { number: 1, board: TestBoard::Start },
            game: AnyGame::new(Size::Eight),
            error: None,
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
