//! The board: a square is five characters wide and two high, the disc above, the value below.

use ratatui::text::{Line, Span, Text};
use wane_board::{Move, Square};
use wane_search::{Certainty, Report};

use super::Look;
use crate::play::state::State;

pub(super) fn text(state: &State, look: Look) -> Text<'static> {
    let size = state.settings.size;
    let columns = ('a'..).take(size.rows()).flat_map(|column| [' ', ' ', column, ' ', ' ']);
    let columns: String = columns.collect();
    let mut lines = vec![Line::styled(format!("   {columns}"), look.faint())];
    for row in 0..size.rows() {
        let squares = || size.squares().into_iter().skip(row * size.rows()).take(size.rows());
        let label = Span::styled(format!(" {} ", row + 1), look.faint());
        let discs = squares().flat_map(|square| disc(state, look, square));
        lines.push(std::iter::once(label).chain(discs).collect());
        let values = squares().map(|square| value(state, look, square));
        lines.push(std::iter::once(Span::raw("   ")).chain(values).collect());
    }
    lines.into()
}

/// The disc of a square, with marks on both sides: `>X<` the cursor, `[X]` the last move.
fn disc(state: &State, look: Look, square: Square) -> [Span<'static>; 3] {
    let position = state.course.position();
    let (symbol, style) = match position.disc_at(square) {
        Some(colour) => (look.symbol(colour), look.disc(colour)),
        None if position.legal_moves().contains(square) => ("+", look.mark()),
        None => (look.empty(), look.grid()),
    };
    let is_last = state.course.record().game.squares().next_back() == Some(square);
    let (left, right) = match (state.cursor == square, is_last) {
        (true, _) => (" >", "< "),
        (false, true) => (" [", "] "),
        (false, false) => ("  ", "  "),
    };
    let mark = look.mark();
    [Span::styled(left, mark), Span::styled(symbol, style), Span::styled(right, mark)]
}

/// The value of a move, if a hint shows it.
fn value(state: &State, look: Look, square: Square) -> Span<'static> {
    let report = state.hint.as_ref().and_then(|hint| hint.report.as_ref());
    let rank =
        |report: &Report| report.lines.iter().position(|line| line.moves[0] == Move::Place(square));
    let Some((report, rank)) = report.and_then(|report| Some((report, rank(report)?))) else {
        return Span::styled("     ", look.grid());
    };
    let discs = f64::from(report.lines[rank].value.centidiscs()) / 100.0;
    let is_whole = report.certainty != Certainty::Heuristic || discs.abs() > 9.9;
    let discs = if is_whole { format!("{discs:+.0}") } else { format!("{discs:+.1}") };
    if rank == 0 {
        Span::styled(format!("{:^5}", format!("*{discs}")), look.mark())
    } else {
        Span::styled(format!("{:^5}", format!(" {discs}")), look.grid())
    }
}
