//! [`State`]: everything that the screen shows, and how each event changes it. It opens no file, starts no thread and
//! reads no clock: the caller passes the time, and carries out the [`Effect`]s. `keys` has the keys of the player.

mod keys;

use std::time::Duration;

use ratatui::crossterm::event::KeyCode;
use wane_board::{AnyGame, Bitboard, Colour, IllegalMove, Move, Square, with_size};
use wane_eval::Value;
use wane_formats::{ClockInfo, Context, Eval, GameRecord, PlayerInfo, Reason, TimeControl};
use wane_search::{Certainty, GameClock, Limits, Question, Report};
use wane_service::{Event as Thought, Found, Task, Update};

use crate::draw;
use crate::play::course::Course;
use crate::play::dialog::{Dialog, Settings, title};
use crate::play::wanted::{Job, Purpose, Thinking, Wanted};

/// The name of the player in a saved game.
const YOU: &str = "you";

/// The name that is proposed for a new game.
const NEW_FILE: &str = "game.json";

/// A game with everything around it.
pub(crate) struct State {
    pub(crate) settings: Settings,
    thinking: Thinking,
    pub(crate) course: Course,
    pub(crate) cursor: Square,
    /// The column of a square whose row is not typed yet, and since when.
    pub(crate) typed: Option<(char, Duration)>,
    pub(crate) hint: Option<MoveHint>,
    pub(crate) evaluation: Option<Evaluation>,
    pub(crate) has_bar: bool,
    /// The depth that the opponent has reached.
    pub(crate) depth: Option<u32>,
    pub(crate) message: String,
    pub(crate) dialog: Option<Dialog>,
    now: Duration,
    /// Rises whenever earlier results have become useless.
    turn: u64,
    /// Whether the evaluation of the current position is final.
    is_evaluated: bool,
    has_unsaved_moves: bool,
    /// The name that is proposed for saving and opening.
    file: String,
    /// The file that has this game and nothing else.
    saved_as: Option<String>,
}

/// The values of all moves, as far as they are known.
pub(crate) struct MoveHint {
    pub(crate) report: Option<Report>,
    is_done: bool,
}

/// The value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Evaluation {
    /// For Black.
    pub(crate) value: Value,
    pub(crate) certainty: Certainty,
}

/// An event of the game.
pub(crate) enum Event {
    Tick,
    Key(KeyCode),
    /// A task has told something.
    Update(Purpose, Update),
    /// A game was saved under this name.
    Saved(String),
    /// There is a file of this name already.
    Exists(String),
    /// A game was read from the file of this name.
    Opened(String, Box<GameRecord>),
    /// A file could not be saved or read.
    Failed(String),
}

/// What the caller must do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    Nothing,
    Save { name: String, may_replace: bool },
    Open { name: String },
    Quit,
}

impl State {
    /// A game that continues a record.
    pub(crate) fn new(settings: Settings, record: GameRecord, thinking: Thinking) -> Self {
        let mut state = Self {
            settings,
            thinking,
            course: Course::new(record),
            cursor: Square::new(0),
            typed: None,
            hint: None,
            evaluation: None,
            has_bar: true,
            depth: None,
            message: String::new(),
            dialog: None,
            now: Duration::ZERO,
            turn: 0,
            is_evaluated: false,
            has_unsaved_moves: false,
            file: NEW_FILE.into(),
            saved_as: None,
        };
        state.start_game(state.settings.clone(), state.course.record().clone());
        state
    }

    /// Takes an event that happens `now`, counted from any fixed moment.
    pub(crate) fn update(&mut self, event: Event, now: Duration) -> Effect {
        let was_over = self.course.is_over();
        self.course.wait(now.saturating_sub(self.now), self.settings.time);
        self.now = now;
        if self.course.is_over() && !was_over {
            self.reset_turn();
        }
        match event {
            Event::Tick => self.tick(),
            Event::Key(key) => {
                return match self.dialog.take() {
                    Some(dialog) => self.answer_dialog(dialog, key),
                    None => self.key(key),
                };
            }
            Event::Update(purpose, update) => {
                if self.purpose() == Some(purpose) {
                    self.apply(purpose.job, update);
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

    /// The task that should run now.
    pub(crate) fn wanted(&self) -> Option<Wanted> {
        let purpose = self.purpose()?;
        let position = self.course.position();
        let (board, objective) = (position.board(), self.course.record().objective);
        let Thinking { hint, evaluate, seed } = self.thinking;
        let question = |limits, lines| Question { board, objective, limits, lines, only: None };
        let task = match purpose.job {
            Job::Move => {
                let question = question(self.opponents_limits(), 1);
                let (side, player) = (position.side(), self.settings.opponent.clone());
                Task::Choose { question, side, player, seed }
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
        } else if self.has_bar && !self.is_evaluated {
            Job::Evaluate
        } else {
            return None;
        };
        Some(Purpose { turn: self.turn, job })
    }

    /// The limits of the opponent's move.
    fn opponents_limits(&self) -> Limits {
        let position = self.course.position();
        let TimeControl { per_move, increment, .. } = self.settings.time;
        let left = self.course.left(position.side(), self.settings.time);
        let clock = GameClock { left, increment, per_move };
        let empties = with_size!(position, position => position.board.empties().len());
        Limits { time: clock.budget(empties), ..Limits::default() }
    }

    /// The size and the objective of a file that does not state them.
    pub(crate) fn context(&self) -> Context {
        Context { size: self.settings.size, objective: self.settings.objective }
    }

    pub(crate) fn is_own_turn(&self) -> bool {
        self.course.position().side() == self.settings.colour
    }

    /// The name of the player of a colour.
    pub(crate) fn player(&self, colour: Colour) -> String {
        if colour == self.settings.colour { YOU.into() } else { title(&self.settings.opponent) }
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

    fn apply(&mut self, job: Job, update: Update) {
        match (job, update) {
            (Job::Move, Update::Event(Thought::Chosen(Found { mv, report, .. }))) => {
                let value = report.map(|report| report.best().value);
                let eval = value.map(|value| Eval { centidiscs: value.centidiscs() });
                if let Move::Place(square) = mv {
                    self.place(square, eval);
                }
            }
            (Job::Move, Update::Event(Thought::Report(report))) => {
                self.depth = Some(report.depth);
                self.set_evaluation(&report);
            }
            (Job::Hint, Update::Event(Thought::Report(report))) => {
                self.set_evaluation(&report);
                self.hint = Some(MoveHint { report: Some(report), is_done: false });
            }
            (Job::Hint, Update::End { .. }) => {
                self.hint.iter_mut().for_each(|hint| hint.is_done = true);
                self.is_evaluated = true;
            }
            (Job::Evaluate, Update::Event(Thought::Report(report))) => self.set_evaluation(&report),
            (Job::Evaluate, Update::End { .. }) => self.is_evaluated = true,
            (_, Update::Event(Thought::Failed(error))) => self.message = error.to_string(),
            (Job::Move, Update::End { .. }) | (_, Update::Event(_)) => {}
        }
    }

    fn set_evaluation(&mut self, report: &Report) {
        let own = report.best().value;
        let is_black = self.course.position().side() == Colour::Black;
        let value = if is_black { own } else { -own };
        self.evaluation = Some(Evaluation { value, certainty: report.certainty });
    }

    /// Plays the player's move.
    fn play(&mut self, square: Square) {
        if self.course.is_over() {
            self.message = "The game is over: n begins a new one".into();
        } else if self.is_own_turn() {
            self.cursor = square;
            self.place(square, None);
        } else {
            self.message = format!("It is the turn of {}", title(&self.settings.opponent));
        }
    }

    fn place(&mut self, square: Square, eval: Option<Eval>) {
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
                self.reset_turn();
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
            self.reset_turn();
        } else {
            self.message = "There is no move of yours to take back".into();
        }
    }

    fn redo(&mut self) {
        if self.is_own_turn() && self.course.redo(self.settings.colour) {
            self.message = "Played again".into();
            self.reset_turn();
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
            self.hint = Some(MoveHint { report: None, is_done: false });
            self.message = "The value of each move in discs, * is the best".into();
        }
    }

    fn new_game(&mut self, settings: Settings) {
        let game = AnyGame::new(settings.size);
        (self.file, self.saved_as) = (NEW_FILE.into(), None);
        let record = GameRecord::new(game, settings.objective);
        self.start_game(settings, record);
    }

    fn open(&mut self, name: String, record: GameRecord) {
        self.start_game(self.settings.clone(), record);
        self.message = format!("Opened {name}");
        (self.file, self.saved_as) = (name, None);
    }

    /// Starts a game from a record. A record that was saved here has the player's colour and continues its clock; on a
    /// new clock, earlier times do not count.
    fn start_game(&mut self, settings: Settings, mut record: GameRecord) {
        let is_you = |colour: &Colour| record.player(*colour).name == YOU;
        let saved = [Colour::Black, Colour::White].into_iter().find(is_you);
        let colour = saved.unwrap_or(settings.colour);
        let clock = saved.and_then(|colour| record.player(colour).clock);
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
        let clock =
            time.game.map(|main| ClockInfo { main_ms: ms(main), increment_ms, grace_ms: 0 });
        let player = |colour| PlayerInfo {
            name: self.player(colour).into(),
            clock,
            ..PlayerInfo::default()
        };
        (record.black, record.white) = (player(Colour::Black), player(Colour::White));
        self.course = Course::new(record);
        self.has_unsaved_moves = false;
        self.evaluation = None;
        let won_by = draw::won_by(objective);
        self.message = format!("You play {}. {won_by}. ? explains the game", draw::name(colour));
        self.cursor = self.course.position().legal_moves().first().unwrap_or(Square::new(0));
        self.reset_turn();
    }

    /// Forgets the results for the position before.
    fn reset_turn(&mut self) {
        self.turn += 1;
        (self.hint, self.is_evaluated, self.depth) = (None, false, None);
        if let Some(outcome) = self.course.record().outcome() {
            let value = outcome.black_score.into();
            self.evaluation = Some(Evaluation { value, certainty: Certainty::Exact });
            let ending = capital(&self.ending().unwrap_or_default());
            self.message =
                format!("{ending}. Save it with s; `wane analyze FILE` explains the game");
        }
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
