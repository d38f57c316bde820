//! Finding the [`Cause`] of a problem: in the text of an error, or in what all illegal moves have in common.

use wane_board::{AnyPosition, Colour, Square};

use super::boards::wrapped;
use super::finding::{Cause, Issue};

/// Why a file or a program cannot be loaded.
pub(super) fn of_loading(error: &str) -> Option<Cause> {
    let says = |words: &str| error.contains(words);
    if says("SyntaxError") || says("IndentationError") || says("TabError") {
        Some(Cause::Syntax)
    } else if says("ModuleNotFoundError") || says("ImportError") {
        Some(Cause::MissingModule)
    } else if says("no class AI") {
        Some(Cause::NoClass)
    } else if says("AI takes") {
        Some(Cause::ConstructorParameters)
    } else if says("AI.go takes") || says("no method go") {
        Some(Cause::GoParameters)
    } else {
        of_sandbox(error).or_else(|| says(" raised ").then_some(Cause::Exception))
    }
}

/// What the sandbox did not allow, if that was the error.
pub(super) fn of_sandbox(error: &str) -> Option<Cause> {
    let says = |words: &[&str]| words.iter().any(|word| error.contains(word));
    if says(&["Read-only file system", "Permission denied"]) {
        Some(Cause::FileWrite)
    } else if says(&["No such file or directory: '/", "No such file or directory: 'C:"]) {
        Some(Cause::FileOutside)
    } else if says(&["Operation not permitted", "name resolution", "Network is unreachable"]) {
        Some(Cause::NetworkOrProgram)
    } else {
        None
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
