//! The screen: a state as 80 by 24 characters, in colour or in plain ASCII.

mod bar;
mod board;
mod panel;
mod popup;
mod theme;

use ratatui::Frame;
use ratatui::layout::{Alignment, Rect};
use ratatui::text::{Line, Text};
use ratatui::widgets::Paragraph;

use wane_board::Objective;

use theme::STRONG;
pub(crate) use theme::Theme;

use crate::draw;
use crate::play::state::State;

/// The characters that the screen needs.
pub(crate) const WIDTH: u16 = 80;
pub(crate) const HEIGHT: u16 = 24;

/// Where the panel beside the board begins.
const PANEL: u16 = 44;

const KEYS: [&str; 2] = [
    "arrows, Tab and Enter, or d3: play   u undo   r redo   h hint   e evaluation",
    "n new game   s save   o open   ? help   q quit",
];

/// Draws everything, in the middle of a larger terminal.
pub(crate) fn draw(frame: &mut Frame, state: &State, theme: Theme) {
    let all = frame.area();
    if all.width < WIDTH || all.height < HEIGHT {
        let text = format!(
            "The terminal has {}x{} characters.\nMake it {WIDTH}x{HEIGHT} or larger, or press q.",
            all.width, all.height
        );
        return frame.render_widget(Paragraph::new(text), all);
    }
    let screen = Rect {
        x: all.x + (all.width - WIDTH) / 2,
        y: all.y + (all.height - HEIGHT) / 2,
        width: WIDTH,
        height: HEIGHT,
    };
    let part = |x, y, width, height| Rect::new(screen.x + x, screen.y + y, width, height);
    let size = state.settings.size;
    let game = match state.settings.objective {
        Objective::FewestDiscs => "Reversed Reversi",
        Objective::MostDiscs => "Reversi",
    };
    let title = format!(" Wane, {game} on {size}x{size}");
    let won_by = Line::styled(draw::won_by(state.settings.objective), STRONG);
    frame.render_widget(Line::styled(title, theme.faint()), part(0, 0, PANEL, 1));
    frame.render_widget(won_by.alignment(Alignment::Right), part(PANEL, 0, WIDTH - PANEL - 1, 1));
    frame.render_widget(board::text(state, theme), part(0, 1, PANEL, 17));
    panel::draw(frame, state, theme, part(PANEL, 2, WIDTH - PANEL - 1, 16));
    if state.has_bar {
        frame.render_widget(bar::line(state, theme), part(0, 19, WIDTH, 1));
    }
    frame.render_widget(Line::raw(message(state)), part(1, 21, WIDTH - 1, 1));
    let keys = KEYS.map(|keys| Line::styled(keys, theme.faint()));
    frame.render_widget(Text::from(keys.to_vec()), part(1, 22, WIDTH - 1, 2));
    if let Some(dialog) = &state.dialog {
        popup::draw(frame, dialog, theme, screen);
    }
}

fn message(state: &State) -> String {
    match state.typed {
        Some((column, _)) => format!("{column}_"),
        None => state.message.clone(),
    }
}

#[cfg(test)]
mod tests;
