//! Finding the [`Cause`] of a problem: in the codes of a host, or in what all illegal moves have in common.

use wane_board::{AnyPosition, Colour, Square};

use super::boards::wrapped;
use super::finding::{Cause, Issue};
use crate::contest::line::Last;
use crate::contest::{AgentError, Callee, HostFailure};

// The errors of Linux that a program in the sandbox meets.
const EPERM: i32 = 1;
const ENOENT: i32 = 2;
const EACCES: i32 = 13;
const EROFS: i32 = 30;
const ENETUNREACH: i32 = 101;

/// Why a contest file cannot be loaded.
pub(super) fn of_loading(failure: &HostFailure, has_numpy: bool) -> Option<Cause> {
    match failure {
        HostFailure::LoadingRaised { error } if !has_numpy && is_about_numpy(error) => {
            Some(Cause::NoNumpy)
        }
        HostFailure::NoClass => Some(Cause::NoClass),
        HostFailure::NoGo | HostFailure::Parameters { of: Callee::Go, .. } => {
            Some(Cause::GoParameters)
        }
        HostFailure::Parameters { of: Callee::AI, .. } => Some(Cause::ConstructorParameters),
        HostFailure::LoadingRaised { error } | HostFailure::ConstructorRaised { error } => {
            Some(match error.name.as_str() {
                "SyntaxError" | "IndentationError" | "TabError" => Cause::Syntax,
                "ModuleNotFoundError" | "ImportError" => Cause::MissingModule,
                _ => of_sandbox(error).unwrap_or(Cause::Exception),
            })
        }
        HostFailure::NotACommand { .. } => None,
    }
}

/// Whether numpy, or a part of it, was not found.
fn is_about_numpy(error: &AgentError) -> bool {
    error.name.as_str() == "ModuleNotFoundError" && error.text.as_str().contains("'numpy")
}

/// What the sandbox did not allow, if that was the error.
pub(super) fn of_sandbox(error: &AgentError) -> Option<Cause> {
    match error.errno {
        Some(EROFS | EACCES) => Some(Cause::FileWrite),
        Some(ENOENT) => Some(Cause::FileOutside),
        Some(EPERM | ENETUNREACH) => Some(Cause::NetworkOrProgram),
        // The name of a host that was not found.
        _ if error.name == "gaierror" => Some(Cause::NetworkOrProgram),
        _ => None,
    }
}

/// A move that is not legal, or not on the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct IllegalAnswer {
    pub(super) position: AnyPosition,
    pub(super) row: i64,
    pub(super) column: i64,
}

/// What all illegal moves have in common, if that explains this issue in this position.
pub(super) fn of_illegal_moves(
    illegal: &[IllegalAnswer],
    issue: &Issue,
    position: &AnyPosition,
) -> Option<Cause> {
    let explains =
        |rule: fn(&IllegalAnswer) -> bool| !illegal.is_empty() && illegal.iter().all(rule);
    match issue {
        Issue::IllegalMove { .. } if explains(IllegalAnswer::is_wrapped) => {
            Some(Cause::PastTheEdge)
        }
        Issue::IllegalMove { .. } if explains(IllegalAnswer::is_legal_transposed) => {
            Some(Cause::Transposed)
        }
        Issue::IllegalMove { .. } | Issue::MustPass { .. }
            if explains(IllegalAnswer::is_legal_for_other_side) =>
        {
            Some(Cause::OtherSide)
        }
        Issue::NoCandidate { .. }
            if explains(IllegalAnswer::is_legal_for_other_side)
                && other_side(position).is_none_or(|other| other.legal_moves().is_empty()) =>
        {
            Some(Cause::OtherSide)
        }
        // One or two may be legal by chance.
        Issue::IllegalMove { .. } | Issue::OffBoard { .. }
            if illegal.len() > 2 && explains(IllegalAnswer::is_legal_from_one) =>
        {
            Some(Cause::OneBased)
        }
        _ => None,
    }
}

impl IllegalAnswer {
    /// A square of its board, if it is one.
    fn square(&self, row: i64, column: i64) -> Option<Square> {
        Last::Move { row, column }.square(self.position.size())
    }

    fn is_legal_at(&self, row: i64, column: i64) -> bool {
        let legal = self.position.legal_moves();
        self.square(row, column).is_some_and(|square| legal.contains(square))
    }

    fn is_wrapped(&self) -> bool {
        let square = self.square(self.row, self.column);
        square.is_some_and(|square| wrapped(&self.position).contains(square))
    }

    /// Whether the square with row and column exchanged is legal.
    fn is_legal_transposed(&self) -> bool {
        self.is_legal_at(self.column, self.row)
    }

    /// Whether it is legal for someone who counts from 1.
    fn is_legal_from_one(&self) -> bool {
        self.is_legal_at(self.row - 1, self.column - 1)
    }

    /// Whether the other side could play there.
    fn is_legal_for_other_side(&self) -> bool {
        other_side(&self.position)
            .is_some_and(|position| Self { position, ..*self }.is_legal_at(self.row, self.column))
    }
}

/// The same discs with the other side to move.
fn other_side(position: &AnyPosition) -> Option<AnyPosition> {
    let [black, white] = [Colour::Black, Colour::White].map(|colour| position.discs(colour));
    AnyPosition::from_discs(position.size(), black, white, !position.side()).ok()
}
