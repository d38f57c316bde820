//! The board: a square is five characters wide and two high, the disc above, the value below.

use ratatui::text::{Line, Span, Text};
use wane_board::{Move, Square};
use wane_search::{Certainty, Report};

use super::Theme;
use crate::play::state::State;

pub(super) fn text(state: &State, theme: Theme) -> Text<'static> {
    let size = state.settings.size;
    let columns = ('a'..).take(size.rows()).flat_map(|column| [' ', ' ', column, ' ', ' ']);
    let columns: String = columns.collect();
    let mut lines = vec![Line::styled(format!("   {columns}"), theme.faint())];
    for row in 0..size.rows() {
        let squares = || size.squares().into_iter().skip(row * size.rows()).take(size.rows());
        let label = Span::styled(format!(" {} ", row + 1), theme.faint());
        let discs = squares().flat_map(|square| disc(state, theme, square));
        lines.push(std::iter::once(label).chain(discs).collect());
        let values = squares().map(|square| value(state, theme, square));
        lines.push(std::iter::once(Span::raw("   ")).chain(values).collect());
    }
    lines.into()
}

/// The disc of a square, with marks on both sides: `>X<` the cursor, `[X]` the last move.
fn disc(state: &State, theme: Theme, square: Square) -> [Span<'static>; 3] {
    let position = state.course.position();
    let (symbol, style) = match position.disc_at(square) {
        Some(colour) => (theme.symbol(colour), theme.disc(colour)),
        None if position.legal_moves().contains(square) => ("+", theme.mark()),
        None => (theme.empty(), theme.grid()),
    };
    let is_last = state.course.record().game.squares().next_back() == Some(square);
    let (left, right) = match (state.cursor == square, is_last) {
        (true, _) => (" >", "< "),
        (false, true) => (" [", "] "),
        (false, false) => ("  ", "  "),
    };
    let mark = theme.mark();
    [Span::styled(left, mark), Span::styled(symbol, style), Span::styled(right, mark)]
}

/// The value of a move, if a hint shows it.
fn value(state: &State, theme: Theme, square: Square) -> Span<'static> {
    let report = state.hint.as_ref().and_then(|hint| hint.report.as_ref());
    let of_square = |report: &Report| {
        report.lines.iter().find(|line| line.moves[0] == Move::Place(square)).map(|line| line.value)
    };
    let Some((report, value)) = report.and_then(|report| Some((report, of_square(report)?))) else {
        return Span::styled("     ", theme.grid());
    };
    let discs = f64::from(value.centidiscs()) / 100.0;
    let is_whole = report.certainty != Certainty::Heuristic || discs.abs() > 9.9;
    let discs = if is_whole { format!("{discs:+.0}") } else { format!("{discs:+.1}") };
    if value == report.best().value {
        Span::styled(format!("{:^5}", format!("*{discs}")), theme.mark())
    } else {
        Span::styled(format!("{:^5}", format!(" {discs}")), theme.grid())
    }
}
