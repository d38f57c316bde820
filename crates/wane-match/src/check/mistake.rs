//! [`Mistake`]: an answer that loses a game, and where it was given.

use std::mem::{Discriminant, discriminant};

use wane_board::{AnyGame, AnyPosition, Move, Square};

use super::finding::{Cause, Finding, FindingPlace, Issue};
use super::{Check, CheckVerdict, cause};
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
    /// Whether the agent is a contest file.
    pub(super) is_contest: bool,
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
        (Err(_), Some(AgentChoice { raised: Some(text), .. })) => {
            Err(Issue::Exception { detail: text.clone() })
        }
        (Err(_), Some(AgentChoice { last, interrupted, returned, .. })) => Err(match last {
            &Last::Move { row, column } => {
                Issue::OffBoard { row, column, rows: position.size().rows() }
            }
            Last::None => {
                let (is_interrupted, returned) = (*interrupted, returned.clone());
                Issue::NoCandidate { is_interrupted, returned, legal }
            }
            Last::Bad(text) => not_a_move(text),
        }),
    }
}

/// The problem with a last candidate that is not a move, from the text of the host.
fn not_a_move(text: &str) -> Issue {
    if let Some(detail) = text.strip_prefix("no candidate_list: ") {
        Issue::NoCandidateList { detail: detail.into() }
    } else if let Some(shown) = text.strip_prefix("candidate_list is ") {
        Issue::NotAList { shown: shown.into() }
    } else {
        Issue::NotAMove { shown: text.into() }
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
            Issue::Fault { kind: FaultKind::TimeOut, .. } => Check::Time,
            Issue::Fault { detail, .. } if catches_timeout(detail) => Check::Time,
            Issue::Fault { kind: FaultKind::Memory, .. } => Check::Memory,
            _ => Check::Output,
        }
    }

    /// What the sandbox did not allow, if that is the cause.
    fn blocked(&self) -> Option<Cause> {
        match &self.issue {
            Issue::Exception { detail } => cause::of_sandbox(detail),
            Issue::Fault { detail, .. } if self.is_contest => cause::of_sandbox(detail),
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
            Issue::Fault { detail, .. } if catches_timeout(detail) => Some(Cause::CatchesTimeout),
            Issue::Fault { kind: FaultKind::Crash, detail } if detail.contains(" raised ") => {
                Some(Cause::Exception)
            }
            _ => None,
        })
    }
}

/// Whether the host had to end the agent, which did not let the limit interrupt it.
fn catches_timeout(detail: &str) -> bool {
    detail.contains("catches the end of its time")
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

    use super::super::finding::TestBoard;
    use super::*;

    fn mistake(is_contest: bool, kind: FaultKind, text: &str) -> Mistake {
        Mistake {
            issue: Fault::new(kind, text).into(),
            place: FindingPlace::Board { number: 1, board: TestBoard::Start },
            game: AnyGame::new(Size::Eight),
            is_contest,
            is_left_over: false,
            is_of_state: false,
        }
    }

    #[test]
    fn faults_fail_the_check_that_they_are_about() {
        use FaultKind::{Crash, Memory, Output, TimeOut};
        let ended = "it ended with status 3; its last words: the agent catches the end of its time \
                     and goes on";
        let no_file = "making an AI raised OSError: [Errno 30] Read-only file system: 'a.txt'";
        for (is_contest, kind, text, check, cause) in [
            (true, TimeOut, "3 s for a move", Check::Time, None),
            (false, TimeOut, "3 s for a move", Check::Time, None),
            (true, Crash, ended, Check::Time, Some(Cause::CatchesTimeout)),
            (true, Crash, no_file, Check::Sandbox, Some(Cause::FileWrite)),
            (false, Crash, no_file, Check::Output, Some(Cause::Exception)),
            (true, Crash, "it was killed by signal 11", Check::Output, None),
            (true, Memory, "130 MB taken", Check::Memory, None),
            (true, Output, "it writes without end", Check::Output, None),
        ] {
            let (of, finding) = findings(&[mistake(is_contest, kind, text)]).remove(0);
            assert_eq!((of, finding.cause), (check, cause), "{text}");
        }
    }

    #[test]
    fn mistakes_of_a_kind_are_reported_once() {
        let first = mistake(true, FaultKind::Crash, "gone");
        let all = [first.clone(), first.clone(), mistake(true, FaultKind::Memory, ""), first];
        let findings: Vec<Finding> =
            findings(&all).into_iter().map(|(_, finding)| finding).collect();
        assert_eq!(findings[0].issue, all[0].issue);
        assert_eq!((findings[0].times, findings[1].times, findings.len()), (3, 1, 2));
    }
}
