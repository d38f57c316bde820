//! `wane play`: a game on the screen. The terminal: keys in, pictures out.

use std::io::{self, IsTerminal};
use std::path::Path;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, Result, ensure};
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, KeyCode, KeyEvent, KeyModifiers};
use wane_service::opponent::Setup;

use crate::args::{PlayArgs, all_threads};
use crate::input;
use crate::output::Output;
use crate::play::dialog::Settings;
use crate::play::files;
use crate::play::state::{Effect, Event, State};
use crate::play::thinker::{Help, Thinker};
use crate::play::view::{self, Look};
use crate::play::worker::Worker;

/// How long to wait for a key before looking at the clock and the engine.
const TICK: Duration = Duration::from_millis(50);

pub(crate) fn run(args: &PlayArgs, output: &Output) -> Result<()> {
    ensure!(!output.is_json(), "a game on the screen has no JSON");
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    ensure!(is_terminal, "wane play needs a terminal of 80x24 or more");
    let games = input::games(&args.game)?;
    let record = games.into_iter().next().context("there is no game in the input")?;
    let settings = Settings {
        opponent: args.opponent,
        colour: args.colour,
        size: record.game.size(),
        objective: record.objective,
        time: args.time,
    };
    let setup = Setup {
        threads: args.threads.unwrap_or_else(all_threads),
        hash_megabytes: args.hash,
        seed: args.seed.unwrap_or_else(seed),
        weights: args.judgement.weights.weights()?,
        selectivity: None,
    };
    let worker = Worker::new(Thinker::new(setup, Help::default())?);
    let look = Look { has_colour: output.has_colour() };
    let mut terminal = ratatui::try_init().context("preparing the terminal")?;
    let ended = play(&mut terminal, State::new(settings, record), worker, look);
    ratatui::restore();
    ended
}

fn play(
    terminal: &mut DefaultTerminal,
    mut state: State,
    mut worker: Worker,
    look: Look,
) -> Result<()> {
    let started = Instant::now();
    loop {
        worker.turn_to(state.wanted())?;
        terminal.draw(|frame| view::draw(frame, &state, look))?;
        let event = match worker.answer()? {
            Some((ticket, answer)) => Event::Answer(ticket, answer),
            None => match key()? {
                Some(key) if is_interrupt(key) => return Ok(()),
                Some(key) => Event::Key(key.code),
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

/// Another game each time.
fn seed() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::from(since.subsec_nanos()) ^ since.as_secs()
}
