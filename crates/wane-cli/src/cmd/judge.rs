//! `wane judge`: exact scores for a referee that has no search of its own; wane-match has the lines.

use std::io::{self, BufRead};

use anyhow::{Context as _, Result};
use wane_formats::{board_text, variant_named};
use wane_search::{Control, Solver, Table, Window};

use crate::output::Output;

/// The size of the table, in megabytes: the positions are late ones.
const TABLE_MB: usize = 64;

pub(crate) fn run(output: &mut Output) -> Result<()> {
    let table = Table::try_new(TABLE_MB)?;
    for line in io::stdin().lock().lines() {
        let line = line.context("reading a question")?;
        output.line(match answer(&line, &table) {
            Some(score) => format!("score {score}"),
            None => "unknown".into(),
        })?;
    }
    Ok(())
}

/// The score for the side to move; `None` if the line is no question.
fn answer(line: &str, table: &Table) -> Option<i32> {
    let (variant, board) = line.split_once(' ')?;
    let objective = variant_named(variant)?;
    let position = board_text::parse(board).ok()?;
    let solver = Solver::new(objective, table);
    let solved = solver.solve(position.board(), Window::EXACT, &Control::new(), &|_| {});
    // With this window both bounds are the score.
    Some(solved.ok()?.bounds.lower.discs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_answered_and_nonsense_is_not() {
        let table = Table::try_new(1).unwrap();
        // The start of the 4x4 board: the first player wins by four discs, or loses by ten.
        assert_eq!(answer("anti -----OX--XO----- X", &table), Some(4));
        assert_eq!(answer("standard -----OX--XO----- X", &table), Some(-10));
        for line in ["", "anti", "anti ----", "chess -----OX--XO----- X"] {
            assert_eq!(answer(line, &table), None, "{line:?}");
        }
    }
}
