//! Problems with the candidate lists of a contest file, though the last candidates are legal moves.

use wane_board::{Move, Square};

use super::CheckVerdict;
use super::finding::{Finding, Issue};
use super::record::{BoardAnswer, ExamRecord};
use crate::contest::line::{AgentChoice, CandidateKind, Last};

/// How many candidates the host of a contest file lists at most.
const MAX_LISTED: usize = 500;

/// On how many boards a list must look the same to tell a habit from chance.
const ENOUGH: usize = 4;

/// A candidate list compared with the legal moves.
struct Listed<'s> {
    board: &'s BoardAnswer,
    chosen: &'s AgentChoice,
    /// A candidate that is not legal.
    illegal: Option<(i64, i64)>,
    /// How many legal moves are not in it.
    missing: usize,
}

pub(super) fn findings(record: &ExamRecord) -> Vec<Finding> {
    let answered = record.boards.iter().filter(|board| matches!(board.mv, Some(Move::Place(_))));
    let lists: Vec<Listed<'_>> = answered.filter_map(read).collect();
    let choice = [ignored_return(&lists), inserted_first(&lists), nothing_chosen(&lists)];
    let choice = choice.into_iter().flatten().next();
    let others = [floats(&lists), illegal(&lists), missing(&lists), left_over(record)];
    choice.into_iter().chain(others.into_iter().flatten()).collect()
}

/// Those with a choice between several moves.
fn with_a_choice<'l, 's>(lists: &'l [Listed<'s>]) -> Vec<&'l Listed<'s>> {
    lists.iter().filter(|list| list.board.game.position().legal_moves().len() > 1).collect()
}

/// Moves that `go` returns, though others were appended last.
fn ignored_return(lists: &[Listed<'_>]) -> Option<Finding> {
    let lists = with_a_choice(lists);
    let returned = |list: &Listed<'_>| {
        let legal = list.board.game.position().legal_moves();
        list.square(list.chosen.returned_move?).filter(|&square| legal.contains(square))
    };
    let all: Option<Vec<Square>> = lists.iter().map(|list| returned(list)).collect();
    let (list, returned) =
        lists.into_iter().zip(all?).find(|(list, square)| list.counts() != Some(*square))?;
    let issue = Issue::IgnoredReturn { returned, counts: list.counts()? };
    Some(Finding::new(CheckVerdict::Failed, issue).at(list.board.place).on(&list.board.game))
}

/// Choices at the beginning of the list: it has the legal moves, and one of them before all.
fn inserted_first(lists: &[Listed<'_>]) -> Option<Finding> {
    let lists = with_a_choice(lists);
    let is_inserted = |list: &Listed<'_>| match list.chosen.listed.as_slice() {
        [first, legal @ ..] => legal.contains(first) && list.is_legal_in_order(legal),
        [] => false,
    };
    if !lists.iter().all(|list| is_inserted(list)) {
        return None;
    }
    let first = |list: &Listed<'_>| list.square(*list.chosen.listed.first()?);
    let list = lists.into_iter().find(|list| first(list) != list.counts())?;
    let issue = Issue::InsertedFirst { first: first(list)?, counts: list.counts()? };
    Some(Finding::new(CheckVerdict::Failed, issue).at(list.board.place).on(&list.board.game))
}

/// Lists of the legal moves in order, and nothing else.
fn nothing_chosen(lists: &[Listed<'_>]) -> Option<Finding> {
    let lists = with_a_choice(lists);
    let boards = lists.len();
    let is_all = lists.iter().all(|list| list.is_legal_in_order(&list.chosen.listed));
    let issue = Issue::NothingChosen { boards };
    (boards >= ENOUGH && is_all).then(|| Finding::new(CheckVerdict::Warning, issue))
}

fn floats(lists: &[Listed<'_>]) -> Option<Finding> {
    let list = lists.iter().find(|list| list.chosen.last_kind == CandidateKind::Floats)?;
    let &(row, column) = list.chosen.listed.last()?;
    let finding = Finding::new(CheckVerdict::Failed, Issue::FloatCandidate { row, column });
    Some(finding.at(list.board.place))
}

fn read(board: &BoardAnswer) -> Option<Listed<'_>> {
    let chosen = board.chosen.as_ref().filter(|chosen| chosen.candidates <= MAX_LISTED)?;
    let legal = board.game.position().legal_moves();
    let is_legal = |listed: &(i64, i64)| legal.into_iter().any(|square| pair(square) == *listed);
    Some(Listed {
        board,
        chosen,
        illegal: chosen.listed.iter().copied().find(|listed| !is_legal(listed)),
        missing: legal.into_iter().filter(|&it| !chosen.listed.contains(&pair(it))).count(),
    })
}

/// The row and the column of a square.
fn pair(square: Square) -> (i64, i64) {
    (square.row().into(), square.column().into())
}

impl Listed<'_> {
    /// The square of a pair.
    fn square(&self, (row, column): (i64, i64)) -> Option<Square> {
        Last::Move { row, column }.square(self.board.game.size())
    }

    /// The last candidate.
    fn counts(&self) -> Option<Square> {
        self.chosen.last.square(self.board.game.size())
    }

    /// Whether these are the legal moves, row by row or column by column.
    fn is_legal_in_order(&self, moves: &[(i64, i64)]) -> bool {
        let mut legal: Vec<(i64, i64)> =
            self.board.game.position().legal_moves().into_iter().map(pair).collect();
        legal.sort_unstable();
        let by_rows = legal == moves;
        legal.sort_unstable_by_key(|&(row, column)| (column, row));
        by_rows || legal == moves
    }
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
