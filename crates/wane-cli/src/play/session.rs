//! For tests: a game played by keys alone, on a clock that the test moves, kept as pictures.

use std::path::{Path, PathBuf};
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use wane_board::{Colour, with_size};
use wane_formats::{Context, GameRecord, paste::paste};
use wane_search::{Control, Limits};
use wane_service::{Setup, Thinker, Update};

use super::dialog::Settings;
use super::files;
use super::state::{Effect, Event, State};
use super::view::{self, HEIGHT, Theme, WIDTH};
use super::wanted::{Thinking, Wanted};

/// A game against `opponent` that continues a text.
pub(super) fn state(opponent: &str, time: &str, text: &str) -> State {
    let games = paste(text, Context::default()).unwrap().into_games();
    let record: GameRecord = games.into_iter().next().unwrap();
    let settings = Settings {
        opponent: opponent.parse().unwrap(),
        colour: Colour::Black,
        size: record.game.size(),
        objective: record.objective,
        time: time.parse().unwrap(),
    };
    // Without a limit, hints are proofs, which another evaluation does not change.
    let thinking = Thinking { hint: Limits::default(), evaluate: Limits::default(), seed: 1 };
    State::new(settings, record, thinking)
}

/// The start position as a text.
pub(super) const START: &str = "---------------------------OX------XO--------------------------- X";

/// What the screen shows.
pub(super) fn buffer(state: &State, theme: Theme) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(WIDTH, HEIGHT)).unwrap();
    terminal.draw(|frame| view::draw(frame, state, theme)).unwrap();
    terminal.backend().buffer().clone()
}

/// What the screen shows, as text without colours.
pub(super) fn screen(state: &State) -> String {
    let buffer = buffer(state, Theme { has_colour: false });
    let line = |row: &[ratatui::buffer::Cell]| {
        let text: String = row.iter().map(ratatui::buffer::Cell::symbol).collect();
        text.trim_end().to_string() + "\n"
    };
    buffer.content.chunks(WIDTH.into()).map(line).collect()
}

/// Compares pictures with those that are kept, or keeps them if `TRYCMD=overwrite` is set.
pub(super) fn compare(name: &str, pictures: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots").join(name);
    if std::env::var_os("TRYCMD").is_some_and(|how| how == "overwrite") {
        std::fs::write(&path, pictures).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap(), pictures, "{}", path.display());
}

/// A picture with a line above it that says what it shows.
pub(super) fn titled(title: &str, state: &State) -> String {
    format!("{:=<80}\n{}", format!("== {title} "), screen(state))
}

struct Session {
    state: State,
    thinker: Thinker,
    folder: PathBuf,
    now: Duration,
    pictures: String,
}

impl Session {
    fn new(state: State) -> Self {
        let thinker = Thinker::for_analysis(Setup::small()).unwrap();
        let folder = std::env::temp_dir().join(format!("wane-play-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Self { state, thinker, folder, now: Duration::ZERO, pictures: String::new() }
    }

    /// Presses a key, and runs all tasks that are wanted.
    fn press(&mut self, key: KeyCode) {
        self.event(Event::Key(key), 300);
        self.event(Event::Tick, 600);
        while let Some(Wanted { purpose, task }) = self.state.wanted() {
            let mut updates = Vec::new();
            let mut tell = |event| updates.push(Update::Event(event));
            self.thinker.run(&task, &|| Duration::ZERO, &Control::new(), &mut tell);
            updates.push(Update::End { is_cut: false });
            self.event(Event::Tick, 400);
            for update in updates {
                self.event(Event::Update(purpose, update), 0);
            }
        }
    }

    fn event(&mut self, event: Event, after_ms: u64) {
        self.now += Duration::from_millis(after_ms);
        let done = match self.state.update(event, self.now) {
            Effect::Nothing | Effect::Quit => return,
            Effect::Save { name, may_replace } => {
                files::save(&self.folder, &name, self.state.course.record(), may_replace)
            }
            Effect::Open { name } => files::open(&self.folder, &name, self.state.context()),
        };
        self.state.update(done, self.now);
    }

    fn press_all(&mut self, keys: &[KeyCode]) {
        for &key in keys {
            self.press(key);
        }
    }

    /// Types a square: a column is followed by its row before the clock ticks.
    fn type_square(&mut self, name: &str) {
        let [column, row] = name.as_bytes() else { panic!("{name}") };
        self.event(Event::Key(KeyCode::Char((*column).into())), 100);
        self.press(KeyCode::Char((*row).into()));
    }

    fn empties(&self) -> u32 {
        with_size!(self.state.course.position(), position => position.board.empties().len())
    }

    fn picture(&mut self, title: &str) {
        self.pictures += &titled(title, &self.state);
    }
}

#[test]
fn a_game_is_played_taken_back_hinted_saved_and_loaded_by_keyboard() {
    const NEXT: [KeyCode; 2] = [KeyCode::Tab, KeyCode::Enter];
    let mut session = Session::new(state("greedy", "5m+3s", START));
    session.state.has_bar = false;
    session.picture("the start");
    session.type_square("f5");
    session.picture("f5 typed, and the answer");
    while session.empties() > 12 {
        session.press_all(&NEXT);
    }
    session.press(KeyCode::Char('h'));
    session.picture("h, a hint");
    session.press(KeyCode::Char('e'));
    session.press_all(&NEXT);
    session.picture("e, the evaluation bar; then Tab and Enter, a move");
    let before = session.state.course.record().game.clone();
    session.press(KeyCode::Char('u'));
    session.picture("u, undo");
    session.press(KeyCode::Char('r'));
    assert_eq!(session.state.course.record().game, before);
    session.press(KeyCode::Char('s'));
    session.picture("s, a name to save under");
    session.press(KeyCode::Enter);
    session.picture("Enter, saved");
    let saved = session.state.course.record().clone();
    while !session.state.course.is_over() {
        session.press_all(&NEXT);
    }
    session.picture("played to the end");
    session.press_all(&[KeyCode::Char('o'), KeyCode::Enter]);
    session.picture("o and Enter, the saved game again");
    assert_eq!(session.state.course.record(), &saved);
    std::fs::remove_dir_all(&session.folder).unwrap();
    compare("play.txt", &session.pictures);
}
