use std::time::Duration;

use ratatui::crossterm::event::KeyCode;
use ratatui::style::Color;
use wane_board::Move;
use wane_eval::Value;
use wane_search::{Certainty, Line as Variation, Report};
use wane_service::{Event as Thought, Update};

use super::*;
use crate::play::session::{START, buffer, compare, state, titled};
use crate::play::state::{Event, State};

const OVER: &str = "XXXXXXXXXXXOOOOO X";

fn press(state: &mut State, keys: &[KeyCode]) {
    for &key in keys {
        state.update(Event::Key(key), Duration::ZERO);
    }
}

/// Shows the values of some moves, in hundredths of a disc.
fn give_hint(state: &mut State, certainty: Certainty, values: &[(&str, i32)]) {
    press(state, &[KeyCode::Char('h'), KeyCode::Up]);
    let line = |&(moves, hundredths): &(&str, i32)| Variation {
        value: Value::new(hundredths * Value::PER_DISC / 100),
        moves: moves.split(' ').map(|name| Move::Place(name.parse().unwrap())).collect(),
    };
    let lines = values.iter().map(line).collect();
    let report =
        Report { depth: 9, selectivity: 0, certainty, lines, nodes: 1, time: Duration::ZERO };
    let purpose = state.wanted().unwrap().purpose;
    state.update(Event::Update(purpose, Update::Event(Thought::Report(report))), Duration::ZERO);
}

#[test]
fn screens_are_drawn_as_they_are_kept() {
    let start = state("10", "5m+3s", START);
    let mut pictures = titled("start", &start);

    let mut hint = state("10", "2s", "f5d6");
    give_hint(
        &mut hint,
        Certainty::Heuristic,
        &[("c5 f4 e3", 125), ("c3 d3", -40), ("c6", -995), ("c7 d8 e7 f6 g5 h4", -1234)],
    );
    pictures += &titled("hint", &hint);

    let mut small = state("greedy-invincible", "2s", "-----OX--XO----- X;");
    give_hint(&mut small, Certainty::Exact, &[("b1 a1", 400), ("a2", 400)]);
    pictures += &titled("4x4, solved", &small);

    let six = state("uct", "15m+10s", "--------------OX----XO-------------- O;");
    pictures += &titled("6x6, the opponent thinks", &six);

    let over = state("20", "2s", OVER);
    pictures += &titled("game over", &over);

    let mut dialogs = state("7", "2s", START);
    for key in ['?', 'n', 's', 'o'] {
        press(&mut dialogs, &[KeyCode::Char(key)]);
        pictures += &titled(&format!("the box of {key}"), &dialogs);
        press(&mut dialogs, &[KeyCode::Esc]);
    }
    compare("screens.txt", &pictures);
}

#[test]
fn every_text_fits_beside_the_board_and_on_its_line() {
    let mut state = state("greedy-invincible", "30m/game", "-OX--O---------- X;");
    press(&mut state, &['a', '1'].map(KeyCode::Char));
    let picture = titled("", &state);
    assert!(picture.contains("greedy-invincible 30:00\n"), "{picture}");
    assert!(picture.contains("You played a1. Greedy-invincible has no move: pass\n"), "{picture}");
}

#[test]
fn discs_are_told_apart_by_colour_on_a_green_board_and_without_by_letter() {
    let state = state("1", "2s", START);
    let cell = |has_colour| buffer(&state, Theme { has_colour })[(20, 8)].clone();
    assert_eq!(
        (cell(true).symbol(), cell(true).fg, cell(true).bg),
        ("●", Color::Rgb(250, 250, 250), Color::Rgb(0, 110, 60))
    );
    assert_eq!(
        (cell(false).symbol(), cell(false).fg, cell(false).bg),
        ("O", Color::Reset, Color::Reset)
    );
    let plain = buffer(&state, Theme { has_colour: false });
    assert!(plain.content.iter().all(|cell| cell.symbol().is_ascii()));
}

#[test]
fn a_small_terminal_is_told_what_is_needed() {
    let backend = ratatui::backend::TestBackend::new(60, 10);
    let mut terminal = ratatui::Terminal::new(backend).unwrap();
    let state = state("1", "2s", START);
    terminal.draw(|frame| draw(frame, &state, Theme { has_colour: false })).unwrap();
    assert!(terminal.backend().to_string().contains("Make it 80x24 or larger"));
}
