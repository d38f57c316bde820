//! Finding the [`Cause`] of a problem: in the codes of a host, or in what all illegal moves have in common.

use wane_board::{AnyPosition, Colour, Square};

use super::boards::wrapped;
use super::finding::{Cause, Issue};
use crate::contest::{AgentError, Callee, HostFailure};

// The errors of Linux that a program in the sandbox meets.
const EPERM: i32 = 1;
const ENOENT: i32 = 2;
const EACCES: i32 = 13;
const EROFS: i32 = 30;
const ENETUNREACH: i32 = 101;

/// Why a contest file cannot be loaded.
pub(super) fn of_loading(failure: &HostFailure) -> Option<Cause> {
    match failure {
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

/// What all illegal moves, each with its position, have in common, if that explains this issue.
pub(super) fn of_illegal_moves(illegal: &[(AnyPosition, Square)], issue: &Issue) -> Option<Cause> {
    let explains = |rule: &dyn Fn(&AnyPosition, Square) -> bool| {
        !illegal.is_empty() && illegal.iter().all(|(position, square)| rule(position, *square))
    };
    let is_illegal = matches!(issue, Issue::IllegalMove { .. });
    let is_move = is_illegal || matches!(issue, Issue::MustPass { .. });
    if is_illegal && explains(&|position, square| wrapped(position).contains(square)) {
        Some(Cause::PastTheEdge)
    } else if is_illegal && explains(&is_legal_transposed) {
        Some(Cause::Transposed)
    } else if is_move && explains(&is_legal_for_other_side) {
        Some(Cause::OtherSide)
    } else {
        None
    }
}

/// Whether the square with row and column exchanged is legal.
fn is_legal_transposed(position: &AnyPosition, square: Square) -> bool {
    let transposed = Square::at(square.row(), square.column());
    transposed.is_some_and(|square| position.legal_moves().contains(square))
}

/// Whether the other side could play there.
fn is_legal_for_other_side(position: &AnyPosition, square: Square) -> bool {
    let [black, white] = [Colour::Black, Colour::White].map(|colour| position.discs(colour));
    let other = AnyPosition::from_discs(position.size(), black, white, !position.side());
    other.is_ok_and(|position| position.legal_moves().contains(square))
}
