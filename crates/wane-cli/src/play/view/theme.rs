//! [`Theme`]: colours that can be seen on dark and on light terminals, or none.

use anstyle::RgbColor;
use ratatui::style::{Color, Modifier, Style};
use wane_board::Colour;

use crate::draw;

/// The text that the player looks for.
pub(super) const STRONG: Style = Style::new().add_modifier(Modifier::BOLD);

/// Whether there are colours.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Theme {
    pub(crate) has_colour: bool,
}

impl Theme {
    /// Less important text.
    pub(super) fn faint(self) -> Style {
        if self.has_colour { Style::new().add_modifier(Modifier::DIM) } else { Style::new() }
    }

    /// The empty board.
    pub(super) fn grid(self) -> Style {
        self.on_board(rgb(draw::GRID))
    }

    /// The marks on the board.
    pub(super) fn mark(self) -> Style {
        self.on_board(Color::LightYellow)
    }

    /// A disc on the board.
    pub(super) fn disc(self, colour: Colour) -> Style {
        self.on_board(rgb(draw::ink(colour)))
    }

    /// The character of a disc.
    pub(super) fn symbol(self, colour: Colour) -> &'static str {
        match (self.has_colour, colour) {
            (true, _) => "●",
            (false, Colour::Black) => "X",
            (false, Colour::White) => "O",
        }
    }

    /// The character of an empty square.
    pub(super) fn empty(self) -> &'static str {
        if self.has_colour { "·" } else { "." }
    }

    fn on_board(self, ink: Color) -> Style {
        if self.has_colour { Style::new().fg(ink).bg(rgb(draw::BOARD)) } else { Style::new() }
    }
}

fn rgb(RgbColor(red, green, blue): RgbColor) -> Color {
    Color::Rgb(red, green, blue)
}
