//! `wane play`: a game on the screen. It reads the keys of the terminal, draws the screen and runs the tasks.

use std::env;
use std::ffi::OsStr;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, KeyCode, KeyEvent, KeyModifiers};
use wane_service::{Desk, Thinker, Ticket, Update};

use crate::args::PlayArgs;
use crate::output::Output;
use crate::play::dialog::Settings;
use crate::play::files;
use crate::play::state::{Effect, Event, State};
use crate::play::view::{self, Theme};
use crate::play::wanted::{Purpose, Thinking, Wanted};
use crate::thinking::ThinkingThread;

/// How long to wait for a key before looking at the clock and the engine.
const TICK: Duration = Duration::from_millis(50);

pub(crate) fn run(args: &PlayArgs, output: &Output) -> Result<()> {
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    check_terminal(is_terminal, env::var_os("TERM").as_deref())?;
    let games = args.game.games()?;
    let record = games.into_iter().next().context("there is no game in the input")?;
    let opponent = args.opponent.invite(&args.hosting.hosting())?;
    let settings = Settings {
        opponent: opponent.name,
        colour: args.colour,
        size: record.game.size(),
        objective: record.objective,
        time: args.time,
    };
    let setup = args.setup()?;
    let seed = setup.seed;
    let guests = opponent.guest.into_iter().collect();
    let worker = Worker::new(Thinker::for_analysis(setup)?.with_guests(guests));
    let state = State::new(settings, record, Thinking::with_seed(seed));
    let theme = Theme { has_colour: output.has_colour() };
    let mut terminal = ratatui::try_init().context("preparing the terminal")?;
    let ended = play(&mut terminal, state, worker, theme);
    ratatui::restore();
    ended
}

fn play(
    terminal: &mut DefaultTerminal,
    mut state: State,
    mut worker: Worker,
    theme: Theme,
) -> Result<()> {
    let started = Instant::now();
    loop {
        worker.run(state.wanted());
        terminal.draw(|frame| view::draw(frame, &state, theme))?;
        let event = match worker.next_update()? {
            Some((purpose, update)) => Event::Update(purpose, update),
            None => match key()? {
                Some(key) if is_interrupt(key) => return Ok(()),
                Some(key) => meant(key).map_or(Event::Tick, Event::Key),
                None => Event::Tick,
            },
        };
        let done = match state.update(event, started.elapsed()) {
            Effect::Nothing => continue,
            Effect::Quit => return Ok(()),
            Effect::Save { name, may_replace } => {
                files::save(Path::new(""), &name, state.course.record(), may_replace)
            }
            Effect::Open { name } => files::open(Path::new(""), &name, state.context()),
        };
        state.update(done, started.elapsed());
    }
}

/// The thread for the tasks of a game, and the purpose of the current one.
struct Worker {
    desk: Desk<ThinkingThread>,
    updates: Receiver<Option<(Ticket, Update)>>,
    purpose: Option<Purpose>,
}

impl Worker {
    fn new(thinker: Thinker) -> Self {
        let (sender, updates) = mpsc::channel();
        // Without a listener the program has ended.
        let thread = ThinkingThread::start(thinker, move |update| drop(sender.send(update)));
        Self { desk: Desk::new(thread), updates, purpose: None }
    }

    /// Runs the wanted task, and no other.
    fn run(&mut self, wanted: Option<Wanted>) {
        let purpose = wanted.as_ref().map(|wanted| wanted.purpose);
        if purpose == self.purpose {
            return;
        }
        self.purpose = purpose;
        self.desk.drop_task();
        if let Some(wanted) = wanted {
            self.desk.ask(wanted.task).expect("a thread of our own is never too busy");
        }
    }

    /// The next update of the current task.
    fn next_update(&mut self) -> Result<Option<(Purpose, Update)>> {
        loop {
            let (ticket, update) = match self.updates.try_recv() {
                Ok(Some(update)) => update,
                Err(TryRecvError::Empty) => return Ok(None),
                Ok(None) | Err(TryRecvError::Disconnected) => {
                    bail!("the engine has stopped working")
                }
            };
            if let (Some(update), Some(purpose)) = (self.desk.receive(ticket, update), self.purpose)
            {
                return Ok(Some((purpose, update)));
            }
        }
    }
}

/// The next key, if one is pressed before it is time for something else.
fn key() -> Result<Option<KeyEvent>> {
    if !event::poll(TICK)? {
        return Ok(None);
    }
    Ok(event::read()?.as_key_press_event())
}

fn is_interrupt(key: KeyEvent) -> bool {
    key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL)
}

/// Refuses a pipe, and a terminal that cannot move its cursor.
fn check_terminal(is_terminal: bool, term: Option<&OsStr>) -> Result<()> {
    ensure!(is_terminal, "wane play needs a terminal of 80x24 or more");
    ensure!(
        term != Some(OsStr::new("dumb")),
        "this terminal (TERM=dumb) cannot show a board that changes: use another one, or wane serve"
    );
    Ok(())
}

/// The key that is meant by a key with modifiers. A letter with Ctrl or Alt is not that letter; Ctrl-U clears a line
/// and Ctrl-H is Backspace, as in shells.
fn meant(key: KeyEvent) -> Option<KeyCode> {
    let is_modified = key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
    match key.code {
        KeyCode::Char('u') if key.modifiers == KeyModifiers::CONTROL => Some(KeyCode::Delete),
        KeyCode::Char('h') if key.modifiers == KeyModifiers::CONTROL => Some(KeyCode::Backspace),
        KeyCode::Char(_) if is_modified => None,
        code => Some(code),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pipe_and_a_dumb_terminal_are_refused() {
        let refused = |is_terminal, term: Option<&str>| {
            check_terminal(is_terminal, term.map(OsStr::new))
                .map_err(|error| error.to_string())
                .err()
        };
        assert_eq!(refused(true, None), None);
        assert_eq!(refused(true, Some("xterm-256color")), None);
        assert!(refused(true, Some("dumb")).is_some_and(|why| why.contains("TERM=dumb")));
        assert!(refused(false, Some("xterm")).is_some_and(|why| why.contains("needs a terminal")));
    }

    #[test]
    fn a_letter_with_a_modifier_is_not_that_letter() {
        let meant = |code, modifiers| meant(KeyEvent::new(code, modifiers));
        let letter = KeyCode::Char('u');
        assert_eq!(meant(letter, KeyModifiers::NONE), Some(letter));
        assert_eq!(meant(KeyCode::Char('U'), KeyModifiers::SHIFT), Some(KeyCode::Char('U')));
        assert_eq!(meant(letter, KeyModifiers::CONTROL), Some(KeyCode::Delete));
        assert_eq!(meant(letter, KeyModifiers::ALT), None);
        assert_eq!(meant(KeyCode::Char('q'), KeyModifiers::CONTROL), None);
        assert_eq!(meant(KeyCode::Left, KeyModifiers::CONTROL), Some(KeyCode::Left));
    }
}
