//! The boxes that ask and explain.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::symbols::border;
use ratatui::text::{Line, Text};
use ratatui::widgets::{Block, Clear, Padding, Paragraph};

use super::theme::{STRONG, Theme};
use crate::play::dialog::{Dialog, NewGame, description};

const WIDTH: u16 = 78;

const HELP: &str = "\
Reversi the other way round: a move turns over the discs between the
new one and your others, as ever, but at the end the fewest discs win.
A side that cannot move passes automatically.

arrows      move the cursor           u  take your last move back
Tab         to the next legal move    r  play it again
Enter       play at the cursor        n  new game, opponent, clock
d3          play d3                   s  save, o  open
h           hint: the value of each   e  evaluation bar on and off
            move in discs, * is best  q  quit

+ legal move   [X] last move   >X< cursor

A file is saved as its name ends: .json .ggf .sgf .txt";

const BORDER: border::Set<'static> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

pub(super) fn draw(frame: &mut Frame, dialog: &Dialog, theme: Theme, screen: Rect) {
    let (title, text, keys) = match dialog {
        Dialog::Help => ("How to play", Text::raw(HELP), "any key goes back"),
        Dialog::New(form) => {
            ("New game", form_text(form, theme), "arrows choose   Enter starts   Esc goes back")
        }
        Dialog::Save(name) => {
            ("Save the game", prompt(name), "Enter saves   Esc goes back   .json .ggf .sgf .txt")
        }
        Dialog::Open(name) => ("Open a game", prompt(name), "Enter opens   Esc goes back"),
        Dialog::Replace(name) => {
            ("Save the game", Text::raw(format!("{name} exists. Replace it?")), "y yes   n no")
        }
        Dialog::Quit => ("Quit", Text::raw("The game is not saved. Quit?"), "y yes   n no"),
    };
    let height = u16::try_from(text.height()).unwrap_or(u16::MAX).saturating_add(4);
    let area = screen.centered(WIDTH.into(), height.into());
    let block = Block::bordered()
        .border_set(BORDER)
        .padding(Padding::uniform(1))
        .title_top(Line::styled(format!(" {title} "), STRONG))
        .title_bottom(Line::styled(format!(" {keys} "), theme.faint()).right_aligned());
    frame.render_widget(Clear, area);
    frame.render_widget(Paragraph::new(text).block(block), area);
}

fn prompt(name: &str) -> Text<'static> {
    Text::raw(format!("File: {name}_"))
}

fn form_text(form: &NewGame, theme: Theme) -> Text<'static> {
    let line = |(index, (what, value)): (usize, (&str, String))| {
        if index == form.line {
            Line::styled(format!("> {what:<10}< {value} >"), STRONG)
        } else {
            Line::raw(format!("  {what:<10}  {value}"))
        }
    };
    let mut text: Text = form.lines().into_iter().enumerate().map(line).collect();
    text.push_line("");
    text.push_line(Line::styled(description(&form.settings.opponent), theme.faint()));
    text
}
