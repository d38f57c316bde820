//! Problems with the candidate lists of a contest file, though the last candidates are legal moves.

use wane_board::{Move, Square};

use super::CheckVerdict;
use super::finding::{Finding, Issue};
use super::record::{BoardAnswer, ExamRecord};

/// How many candidates the host of a contest file lists at most.
const MAX_LISTED: usize = 500;

/// A candidate list compared with the legal moves.
struct Listed<'s> {
    board: &'s BoardAnswer,
    /// A candidate that is not legal.
    illegal: Option<(i64, i64)>,
    /// How many legal moves are not in it.
    missing: usize,
}

pub(super) fn findings(record: &ExamRecord) -> Vec<Finding> {
    let answered = record.boards.iter().filter(|board| matches!(board.mv, Some(Move::Place(_))));
    let lists: Vec<Listed<'_>> = answered.filter_map(read).collect();
    [illegal(&lists), missing(&lists), left_over(record)].into_iter().flatten().collect()
}

fn read(board: &BoardAnswer) -> Option<Listed<'_>> {
    let chosen = board.chosen.as_ref().filter(|chosen| chosen.candidates <= MAX_LISTED)?;
    let legal = board.game.position().legal_moves();
    let pair = |square: Square| (i64::from(square.row()), i64::from(square.column()));
    let is_legal = |listed: &(i64, i64)| legal.into_iter().any(|square| pair(square) == *listed);
    Some(Listed {
        board,
        illegal: chosen.listed.iter().copied().find(|listed| !is_legal(listed)),
        missing: legal.into_iter().filter(|&it| !chosen.listed.contains(&pair(it))).count(),
    })
}

fn illegal(lists: &[Listed<'_>]) -> Option<Finding> {
    let (board, (row, column)) = lists.iter().find_map(|list| Some((list.board, list.illegal?)))?;
    let finding = Finding::new(CheckVerdict::Warning, Issue::IllegalCandidate { row, column });
    Some(finding.at(board.place).on(&board.game))
}

fn missing(lists: &[Listed<'_>]) -> Option<Finding> {
    let short: Vec<&Listed<'_>> = lists.iter().filter(|list| list.missing > 0).collect();
    let Listed { board, missing, .. } = **short.first()?;
    let issue = Issue::MissingCandidates {
        missing,
        legal: board.game.position().legal_moves().len() as usize,
        boards: short.len(),
        all_boards: lists.len(),
    };
    Some(Finding::new(CheckVerdict::Warning, issue).at(board.place))
}

fn left_over(record: &ExamRecord) -> Option<Finding> {
    let game = record.games.iter().find_map(|played| played.left_over.as_ref())?;
    let move_number = game.history().len() + 1;
    Some(Finding::new(CheckVerdict::Warning, Issue::StaleCandidates { move_number }))
}
