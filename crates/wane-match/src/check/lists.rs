//! What is strange about the candidate lists of a contest file, though the last of them are moves.

use wane_board::{Move, Square};

use super::sheet::{Answered, Sheet};
use super::{Finding, Verdict};

/// How many candidates the host of a contest file tells at most.
const MOST_TOLD: usize = 500;

/// A list, held against the legal moves.
struct Listed<'s> {
    board: &'s Answered,
    /// What should not be in it.
    illegal: Option<(i64, i64)>,
    /// How many legal moves are not in it.
    missing: usize,
}

pub(super) fn findings(sheet: &Sheet) -> Vec<Finding> {
    let answered = sheet.boards.iter().filter(|board| matches!(board.mv, Some(Move::Place(_))));
    let lists: Vec<Listed<'_>> = answered.filter_map(read).collect();
    [illegal(&lists), missing(&lists), left_over(sheet)].into_iter().flatten().collect()
}

fn read(board: &Answered) -> Option<Listed<'_>> {
    let chosen = board.chosen.as_ref().filter(|chosen| chosen.candidates <= MOST_TOLD)?;
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
    let text =
        format!("{} its candidate_list holds ({row}, {column}), which is not legal", board.place);
    let advice = "Add legal moves only: if the limit finds another one last, the game is lost.";
    Some(Finding::new(Verdict::Warning, &text, advice).on(&board.game))
}

fn missing(lists: &[Listed<'_>]) -> Option<Finding> {
    let short: Vec<&Listed<'_>> = lists.iter().filter(|list| list.missing > 0).collect();
    let Listed { board, missing, .. } = short.first()?;
    let legal = board.game.position().legal_moves().len();
    let text = format!(
        "{} {missing} of {legal} legal moves are not in its candidate_list, and on {} of {} boards \
         some are not",
        board.place,
        short.len(),
        lists.len()
    );
    let advice = "Add every legal move to self.candidate_list before you search: then the limit can \
                  never find it empty.";
    Some(Finding::new(Verdict::Warning, &text, advice))
}

fn left_over(sheet: &Sheet) -> Option<Finding> {
    let game = sheet.games.iter().find_map(|played| played.left_over.as_ref())?;
    let number = game.history().len() + 1;
    let text = format!("at move {number} of a game its candidate_list still held old moves");
    let advice = "Begin go with self.candidate_list.clear(): where you have no move, an old one would \
                  count.";
    Some(Finding::new(Verdict::Warning, &text, advice))
}
