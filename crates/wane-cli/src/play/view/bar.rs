//! The evaluation bar: the side that is ahead has more of it.

use ratatui::text::{Line, Span};
use wane_board::Colour;
use wane_search::Certainty;

use super::{PANEL, Theme};
use crate::draw;
use crate::play::state::{Evaluation, State};

/// The lead that fills half of the bar, in hundredths of a disc for each row of the board.
const FULL_PER_ROW: i32 = 200;

pub(super) fn line(state: &State, theme: Theme) -> Line<'static> {
    let width = 5 * state.settings.size.rows();
    let black = state.evaluation.map_or(width / 2, |evaluation| share(state, evaluation, width));
    let part = |colour, discs| Span::styled(theme.symbol(colour).repeat(discs), theme.disc(colour));
    let gap = " ".repeat(usize::from(PANEL) - 3 - width);
    let label = match state.evaluation {
        Some(evaluation) if !state.course.is_over() => label(evaluation),
        _ => String::new(),
    };
    Line::from(vec![
        Span::raw("   "),
        part(Colour::Black, black),
        part(Colour::White, width - black),
        Span::raw(gap + &label),
    ])
}

/// How many characters of the bar are Black's.
fn share(state: &State, evaluation: Evaluation, width: usize) -> usize {
    let rows = i32::try_from(state.settings.size.rows()).unwrap_or(i32::MAX);
    let full = FULL_PER_ROW * rows;
    let ahead = evaluation.value.centidiscs().clamp(-full, full) + full;
    width * usize::try_from(ahead).unwrap_or(0) / usize::try_from(2 * full).unwrap_or(usize::MAX)
}

fn label(Evaluation { value, certainty }: Evaluation) -> String {
    let hundredths = value.centidiscs();
    let side = draw::name(if hundredths > 0 { Colour::Black } else { Colour::White });
    let discs = f64::from(hundredths.abs()) / 100.0;
    match certainty {
        Certainty::Heuristic if hundredths.abs() < 5 => "Even".into(),
        Certainty::Heuristic => format!("{side} is ahead by {discs:.1}"),
        _ if hundredths == 0 => "A draw, if both play well".into(),
        Certainty::Outcome => format!("{side} wins, if both play well"),
        Certainty::Exact => format!("{side} wins by {discs:.0}, if both play well"),
    }
}
