//! The keys of the player, on the board and in a dialog.

use std::time::Duration;

use ratatui::crossterm::event::KeyCode;
use wane_board::Square;

use super::{Effect, State};
use crate::play::dialog::{Dialog, NewGame};

/// How long a column letter that is also a command waits for its row.
pub(super) const COLUMN_TIMEOUT: Duration = Duration::from_millis(500);

impl State {
    pub(super) fn tick(&mut self) {
        let Some((column, since)) = self.typed else { return };
        if self.now.saturating_sub(since) >= COLUMN_TIMEOUT && self.command(column) {
            self.typed = None;
        }
    }

    pub(super) fn key(&mut self, key: KeyCode) -> Effect {
        let key = match key {
            KeyCode::Char(letter) => KeyCode::Char(letter.to_ascii_lowercase()),
            key => key,
        };
        if let Some((column, _)) = self.typed.take() {
            if let KeyCode::Char(row @ '1'..='8') = key {
                let name = format!("{column}{row}");
                self.play(name.parse().expect("a column and a row"));
                return Effect::Nothing;
            }
            self.command(column);
        }
        match key {
            KeyCode::Left => self.move_cursor(-1, 0),
            KeyCode::Right => self.move_cursor(1, 0),
            KeyCode::Up => self.move_cursor(0, -1),
            KeyCode::Down => self.move_cursor(0, 1),
            KeyCode::Tab => self.next_legal_move(),
            KeyCode::Enter | KeyCode::Char(' ') => self.play(self.cursor),
            KeyCode::Char(column @ 'a'..='h') => self.typed = Some((column, self.now)),
            KeyCode::Char('u') => self.undo(),
            KeyCode::Char('r') => self.redo(),
            KeyCode::Char('n') => {
                self.dialog = Some(Dialog::New(NewGame::new(self.settings.clone())));
            }
            KeyCode::Char('s') => self.dialog = Some(Dialog::Save(self.file.clone())),
            KeyCode::Char('o') => self.dialog = Some(Dialog::Open(self.file.clone())),
            KeyCode::Char('?') => self.dialog = Some(Dialog::Help),
            KeyCode::Char('q') if self.has_unsaved_moves => self.dialog = Some(Dialog::Quit),
            KeyCode::Char('q') => return Effect::Quit,
            KeyCode::Esc if self.hint.is_some() => self.toggle_hint(),
            _ => {}
        }
        Effect::Nothing
    }

    /// Obeys a column letter that no row follows; whether it is a command.
    fn command(&mut self, letter: char) -> bool {
        match letter {
            'h' => self.toggle_hint(),
            'e' => self.has_bar = !self.has_bar,
            _ => return false,
        }
        true
    }

    pub(super) fn answer_dialog(&mut self, mut dialog: Dialog, key: KeyCode) -> Effect {
        match (&mut dialog, key) {
            (_, KeyCode::Esc)
            | (Dialog::Help, _)
            | (Dialog::Replace(_) | Dialog::Quit, KeyCode::Char('n')) => return Effect::Nothing,
            (Dialog::New(form), KeyCode::Enter) => {
                self.new_game(form.settings.clone());
                return Effect::Nothing;
            }
            (Dialog::New(form), key) => form.key(key),
            (Dialog::Save(name), KeyCode::Enter) if !name.is_empty() => {
                let may_replace = self.saved_as.as_ref() == Some(name);
                return Effect::Save { name: name.clone(), may_replace };
            }
            (Dialog::Open(name), KeyCode::Enter) if !name.is_empty() => {
                return Effect::Open { name: name.clone() };
            }
            (Dialog::Save(name) | Dialog::Open(name), key) => edit(name, key),
            (Dialog::Replace(name), KeyCode::Char('y')) => {
                return Effect::Save { name: name.clone(), may_replace: true };
            }
            (Dialog::Quit, KeyCode::Char('y')) => return Effect::Quit,
            (Dialog::Replace(_) | Dialog::Quit, _) => {}
        }
        self.dialog = Some(dialog);
        Effect::Nothing
    }

    fn move_cursor(&mut self, columns: i8, rows: i8) {
        let column = self.cursor.column().saturating_add_signed(columns);
        let row = self.cursor.row().saturating_add_signed(rows);
        let on_board = |square: &Square| self.settings.size.squares().contains(*square);
        self.cursor = Square::at(column, row).filter(on_board).unwrap_or(self.cursor);
    }

    /// Moves the cursor to the next legal move, and from the last one to the first.
    fn next_legal_move(&mut self) {
        let legal = self.course.position().legal_moves();
        let next = legal.into_iter().find(|&square| square > self.cursor);
        self.cursor = next.or(legal.first()).unwrap_or(self.cursor);
    }
}

/// Edits a line of text.
fn edit(text: &mut String, key: KeyCode) {
    match key {
        KeyCode::Char(letter) => text.push(letter),
        KeyCode::Backspace => drop(text.pop()),
        KeyCode::Delete => text.clear(),
        _ => {}
    }
}
