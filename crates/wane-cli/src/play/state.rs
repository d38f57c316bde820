//! [`State`]: all that is on the screen, and what each event makes of it. It opens no file, starts
//! no thread and reads no clock: it is told the time, and says what it wants done.

use std::time::Duration;

use ratatui::crossterm::event::KeyCode;
use wane_board::{AnyGame, Bitboard, Colour, IllegalMove, Move, Square, with_size};
use wane_eval::Value;
use wane_formats::{Clock, Context, Eval, GameRecord, PlayerInfo, Reason, TimeControl};
use wane_search::{Certainty, GameClock, Limits, Question, Report};
use wane_service::{Event as Thought, Found, Task, Told};

use crate::draw;
use crate::play::course::Course;
use crate::play::dialog::{Dialog, NewGame, Settings, title};
use crate::play::wanted::{Job, Purpose, Thinking, Wanted};

/// How the player is called in a saved game.
const YOU: &str = "you";

/// The name that is proposed for a new game.
const NEW_FILE: &str = "game.json";

/// How long a column letter that is also a command waits for its row.
const PATIENCE: Duration = Duration::from_millis(500);

/// A game with everything around it.
pub(crate) struct State {
    pub(crate) settings: Settings,
    thinking: Thinking,
    pub(crate) course: Course,
    pub(crate) cursor: Square,
    /// The column of a square whose row is not typed yet, and since when.
    pub(crate) typed: Option<(char, Duration)>,
    pub(crate) hint: Option<Hint>,
    pub(crate) judgement: Option<Judgement>,
    pub(crate) has_bar: bool,
    /// How far the opponent has looked ahead.
    pub(crate) depth: Option<u32>,
    pub(crate) message: String,
    pub(crate) dialog: Option<Dialog>,
    now: Duration,
    /// Goes up whenever earlier answers are of no use any more.
    turn: u64,
    /// Whether the present position has its judgement.
    is_judged: bool,
    has_unsaved_moves: bool,
    /// The name that is proposed for saving and opening.
    file: String,
    /// The file that has this game and nothing else.
    saved_as: Option<String>,
}

/// The values of all moves, as far as they are known.
pub(crate) struct Hint {
    pub(crate) report: Option<Report>,
    is_done: bool,
}

/// What the position is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Judgement {
    /// To Black.
    pub(crate) value: Value,
    pub(crate) certainty: Certainty,
}

/// What happens to the game.
pub(crate) enum Event {
    Tick,
    Key(KeyCode),
    /// Something was told about a task.
    Told(Purpose, Told),
    /// A game was saved under this name.
    Saved(String),
    /// There is a file of this name already.
    Exists(String),
    /// A game was read from the file of this name.
    Opened(String, Box<GameRecord>),
    /// A file could not be saved or read.
    Failed(String),
}

/// What is to be done outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    Nothing,
    Save { name: String, may_replace: bool },
    Open { name: String },
    Quit,
}

impl State {
    /// A game that goes on from a record.
    pub(crate) fn new(settings: Settings, record: GameRecord, thinking: Thinking) -> Self {
        let mut state = Self {
            settings,
            thinking,
            course: Course::new(record),
            cursor: Square::new(0),
            typed: None,
            hint: None,
            judgement: None,
            has_bar: true,
            depth: None,
            message: String::new(),
            dialog: None,
            now: Duration::ZERO,
            turn: 0,
            is_judged: false,
            has_unsaved_moves: false,
            file: NEW_FILE.into(),
            saved_as: None,
        };
        state.sit_down(settings, state.course.record().clone());
        state
    }

    /// Takes an event that happens `now`, counted from any fixed moment.
    pub(crate) fn update(&mut self, event: Event, now: Duration) -> Effect {
        let was_over = self.course.is_over();
        self.course.wait(now.saturating_sub(self.now), self.settings.time);
        self.now = now;
        if self.course.is_over() && !was_over {
            self.turn_over();
        }
        match event {
            Event::Tick => self.tick(),
            Event::Key(key) => {
                return match self.dialog.take() {
                    Some(dialog) => self.answer_dialog(dialog, key),
                    None => self.key(key),
                };
            }
            Event::Told(purpose, told) => {
                if self.purpose() == Some(purpose) {
                    self.take(purpose.job, told);
                }
            }
            Event::Saved(name) => {
                self.has_unsaved_moves = false;
                self.message = format!("Saved as {name}");
                (self.file, self.saved_as) = (name.clone(), Some(name));
            }
            Event::Exists(name) => self.dialog = Some(Dialog::Replace(name)),
            Event::Opened(name, record) => self.open(name, *record),
            Event::Failed(why) => self.message = why,
        }
        Effect::Nothing
    }

    /// What should be thought about now.
    pub(crate) fn wanted(&self) -> Option<Wanted> {
        let purpose = self.purpose()?;
        let position = self.course.position();
        let (board, objective) = (position.board(), self.course.record().objective);
        let Thinking { hint, evaluate, seed } = self.thinking;
        let question = |limits, lines| Question { board, objective, limits, lines, only: None };
        let task = match purpose.job {
            Job::Move => {
                let question = question(self.opponents_limits(), 1);
                Task::Choose { question, player: self.settings.opponent, seed }
            }
            Job::Hint => Task::Analyse { question: question(hint, usize::MAX), with: None },
            Job::Evaluate => Task::Analyse { question: question(evaluate, 1), with: None },
        };
        Some(Wanted { purpose, task })
    }

    fn purpose(&self) -> Option<Purpose> {
        if self.course.is_over() {
            return None;
        }
        let is_hint_open = self.hint.as_ref().is_some_and(|hint| !hint.is_done);
        let job = if !self.is_own_turn() {
            Job::Move
        } else if is_hint_open {
            Job::Hint
        } else if self.has_bar && !self.is_judged {
            Job::Evaluate
        } else {
            return None;
        };
        Some(Purpose { turn: self.turn, job })
    }

    /// How long the opponent may think about its move.
    fn opponents_limits(&self) -> Limits {
        let position = self.course.position();
        let TimeControl { per_move, increment, .. } = self.settings.time;
        let left = self.course.left(position.side(), self.settings.time);
        let clock = GameClock { left, increment, per_move };
        let empties = with_size!(position, position => position.board.empties().len());
        Limits { time: clock.budget(empties), ..Limits::default() }
    }

    /// What a file that is opened need not say.
    pub(crate) fn context(&self) -> Context {
        Context { size: self.settings.size, objective: self.settings.objective }
    }

    pub(crate) fn is_own_turn(&self) -> bool {
        self.course.position().side() == self.settings.colour
    }

    /// Who has a colour, as a person says it.
    pub(crate) fn player(&self, colour: Colour) -> String {
        if colour == self.settings.colour { YOU.into() } else { title(self.settings.opponent) }
    }

    /// How the game ended, in one line.
    pub(crate) fn ending(&self) -> Option<String> {
        let outcome = self.course.record().outcome()?;
        let on_time = if outcome.reason == Reason::Time { " on time" } else { "" };
        let discs = outcome.black_score.discs().abs();
        Some(match outcome.winner() {
            None => "a draw".into(),
            Some(winner) if winner == self.settings.colour => {
                format!("you win{on_time} by {discs}")
            }
            Some(winner) => format!("{} wins{on_time} by {discs}", self.player(winner)),
        })
    }

    fn tick(&mut self) {
        let Some((column, since)) = self.typed else { return };
        if self.now.saturating_sub(since) >= PATIENCE && self.command(column) {
            self.typed = None;
        }
    }

    fn key(&mut self, key: KeyCode) -> Effect {
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
                self.dialog = Some(Dialog::New(NewGame { settings: self.settings, line: 0 }));
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

    /// What a column letter means when no row follows; whether it means something.
    fn command(&mut self, letter: char) -> bool {
        match letter {
            'h' => self.toggle_hint(),
            'e' => self.has_bar = !self.has_bar,
            _ => return false,
        }
        true
    }

    fn answer_dialog(&mut self, mut dialog: Dialog, key: KeyCode) -> Effect {
        match (&mut dialog, key) {
            (_, KeyCode::Esc)
            | (Dialog::Help, _)
            | (Dialog::Replace(_) | Dialog::Quit, KeyCode::Char('n')) => return Effect::Nothing,
            (Dialog::New(form), KeyCode::Enter) => {
                self.new_game(form.settings);
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

    fn take(&mut self, job: Job, told: Told) {
        match (job, told) {
            (Job::Move, Told::Event(Thought::Chosen(Found { mv, report, .. }))) => {
                let value = report.map(|report| report.best().value);
                let eval = value.map(|value| Eval { centidiscs: value.centidiscs() });
                if let Move::Place(square) = mv {
                    self.put(square, eval);
                }
            }
            (Job::Move, Told::Event(Thought::Report(report))) => {
                self.depth = Some(report.depth);
                self.judge(&report);
            }
            (Job::Hint, Told::Event(Thought::Report(report))) => {
                self.judge(&report);
                self.hint = Some(Hint { report: Some(report), is_done: false });
            }
            (Job::Hint, Told::End { .. }) => {
                self.hint.iter_mut().for_each(|hint| hint.is_done = true);
                self.is_judged = true;
            }
            (Job::Evaluate, Told::Event(Thought::Report(report))) => self.judge(&report),
            (Job::Evaluate, Told::End { .. }) => self.is_judged = true,
            (_, Told::Event(Thought::Failed(error))) => self.message = error.to_string(),
            (Job::Move, Told::End { .. }) | (_, Told::Event(_)) => {}
        }
    }

    fn judge(&mut self, report: &Report) {
        let own = report.best().value;
        let is_black = self.course.position().side() == Colour::Black;
        let value = if is_black { own } else { -own };
        self.judgement = Some(Judgement { value, certainty: report.certainty });
    }

    /// Plays the player's move.
    fn play(&mut self, square: Square) {
        if self.course.is_over() {
            self.message = "The game is over: n begins a new one".into();
        } else if self.is_own_turn() {
            self.cursor = square;
            self.put(square, None);
        } else {
            self.message = format!("It is the turn of {}", title(self.settings.opponent));
        }
    }

    fn put(&mut self, square: Square, eval: Option<Eval>) {
        let side = self.course.position().side();
        match self.course.play(square, eval) {
            Ok(passed) => {
                self.has_unsaved_moves = true;
                self.message = format!("{} played {square}", capital(&self.player(side)));
                if let Some(passed) = passed {
                    let has = if passed == self.settings.colour { "have" } else { "has" };
                    self.message +=
                        &format!(". {} {has} no move: pass", capital(&self.player(passed)));
                }
                self.turn_over();
            }
            // The legal moves are on the board.
            Err(illegal) => {
                let legal = Bitboard::EMPTY;
                self.message = format!("Not legal: {}", IllegalMove { legal, ..illegal });
            }
        }
    }

    fn undo(&mut self) {
        if self.course.undo(self.settings.colour) {
            self.message = "Taken back: r plays it again".into();
            self.has_unsaved_moves = true;
            self.turn_over();
        } else {
            self.message = "There is no move of yours to take back".into();
        }
    }

    fn redo(&mut self) {
        if self.is_own_turn() && self.course.redo(self.settings.colour) {
            self.message = "Played again".into();
            self.turn_over();
        } else {
            self.message = "There is nothing to play again".into();
        }
    }

    fn toggle_hint(&mut self) {
        if !self.is_own_turn() || self.course.is_over() {
            self.message = "Hints are for your own turn".into();
            return;
        }
        self.turn += 1;
        if self.hint.take().is_some() {
            self.message.clear();
        } else {
            self.hint = Some(Hint { report: None, is_done: false });
            self.message = "The value of each move in discs, * is the best".into();
        }
    }

    fn new_game(&mut self, settings: Settings) {
        let game = AnyGame::new(settings.size);
        (self.file, self.saved_as) = (NEW_FILE.into(), None);
        self.sit_down(settings, GameRecord::new(game, settings.objective));
    }

    fn open(&mut self, name: String, record: GameRecord) {
        self.sit_down(self.settings, record);
        self.message = format!("Opened {name}");
        (self.file, self.saved_as) = (name, None);
    }

    /// Begins a game from a record. One of ours says which colour the player has and goes on with
    /// its clock; on a new clock, earlier times do not count.
    fn sit_down(&mut self, settings: Settings, mut record: GameRecord) {
        let is_you = |colour: &Colour| record.player(*colour).name == YOU;
        let ours = [Colour::Black, Colour::White].into_iter().find(is_you);
        let colour = ours.unwrap_or(settings.colour);
        let clock = ours.and_then(|colour| record.player(colour).clock);
        let time = clock.map_or(settings.time, |clock| {
            let increment = Duration::from_millis(clock.increment_ms);
            TimeControl::game(Duration::from_millis(clock.main_ms), increment)
        });
        if clock.is_none() && time.game.is_some() {
            record.notes.values_mut().for_each(|note| note.time_ms = None);
        }
        let (size, objective) = (record.game.size(), record.objective);
        self.settings = Settings { colour, size, objective, time, ..settings };
        let increment_ms = ms(time.increment);
        let clock = time.game.map(|main| Clock { main_ms: ms(main), increment_ms, grace_ms: 0 });
        let player =
            |colour| PlayerInfo { name: self.player(colour), clock, ..PlayerInfo::default() };
        (record.black, record.white) = (player(Colour::Black), player(Colour::White));
        self.course = Course::new(record);
        self.has_unsaved_moves = false;
        self.judgement = None;
        let won_by = draw::won_by(objective);
        self.message = format!("You play {}. {won_by}. ? explains the game", draw::name(colour));
        self.cursor = self.course.position().legal_moves().first().unwrap_or(Square::new(0));
        self.turn_over();
    }

    /// Forgets what was true of the position before.
    fn turn_over(&mut self) {
        self.turn += 1;
        (self.hint, self.is_judged, self.depth) = (None, false, None);
        if let Some(outcome) = self.course.record().outcome() {
            let value = outcome.black_score.into();
            self.judgement = Some(Judgement { value, certainty: Certainty::Exact });
            let ending = capital(&self.ending().unwrap_or_default());
            self.message =
                format!("{ending}. Save it with s; `wane analyze FILE` explains the game");
        }
    }

    fn move_cursor(&mut self, columns: i8, rows: i8) {
        let column = self.cursor.column().saturating_add_signed(columns);
        let row = self.cursor.row().saturating_add_signed(rows);
        let on_board = |square: &Square| self.settings.size.squares().contains(*square);
        self.cursor = Square::at(column, row).filter(on_board).unwrap_or(self.cursor);
    }

    /// The next legal move after the cursor, round and round.
    fn next_legal_move(&mut self) {
        let legal = self.course.position().legal_moves();
        let next = legal.into_iter().find(|&square| square > self.cursor);
        self.cursor = next.or(legal.first()).unwrap_or(self.cursor);
    }
}

/// What a key does to a line of text.
fn edit(text: &mut String, key: KeyCode) {
    match key {
        KeyCode::Char(letter) => text.push(letter),
        KeyCode::Backspace => drop(text.pop()),
        KeyCode::Delete => text.clear(),
        _ => {}
    }
}

fn ms(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// The text at the start of a sentence.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests;
