use wane_search::Line;

use super::*;
use crate::play::session::{START, state};

fn press(state: &mut State, keys: &str) -> Effect {
    keys.chars().fold(Effect::Nothing, |_, key| state.update(Event::Key(key_of(key)), state.now))
}

fn key_of(letter: char) -> KeyCode {
    match letter {
        '\n' => KeyCode::Enter,
        '\x1b' => KeyCode::Esc,
        '<' => KeyCode::Backspace,
        '>' => KeyCode::Right,
        '^' => KeyCode::Up,
        letter => KeyCode::Char(letter),
    }
}

fn answer(state: &mut State, square: &str) {
    let purpose = state.wanted().unwrap().purpose;
    let report = Report { lines: vec![line(64, square)], ..report() };
    state.update(Event::Update(purpose, chosen(square, Some(report))), state.now);
}

fn chosen(square: &str, report: Option<Report>) -> Update {
    let mv = Move::Place(square.parse().unwrap());
    Update::Event(Thought::Chosen(Found { mv, report, time: Duration::ZERO }))
}

fn line(parts: i32, square: &str) -> Line {
    Line { value: Value::new(parts), moves: vec![Move::Place(square.parse().unwrap())] }
}

fn moves(state: &State) -> String {
    let history = state.course.record().game.history().iter();
    history.map(|played| played.mv.to_string()).collect::<Vec<_>>().join(" ")
}

fn job(state: &State) -> Option<Job> {
    state.wanted().map(|wanted| wanted.purpose.job)
}

fn report() -> Report {
    let certainty = Certainty::Heuristic;
    Report {
        depth: 3,
        selectivity: 0,
        certainty,
        lines: vec![line(256, "d3")],
        nodes: 1,
        time: Duration::ZERO,
    }
}

#[test]
fn a_typed_square_is_played_and_an_illegal_one_is_explained() {
    let mut state = state("greedy", "2s", START);
    press(&mut state, "a1");
    assert_eq!(
        (moves(&state).as_str(), state.message.as_str()),
        ("", "Not legal: a1 turns over no disc")
    );
    press(&mut state, "F5");
    assert_eq!(moves(&state), "f5");
    press(&mut state, "d3");
    assert_eq!(
        (moves(&state).as_str(), state.message.as_str()),
        ("f5", "It is the turn of greedy")
    );
    answer(&mut state, "d6");
    assert_eq!((moves(&state).as_str(), state.message.as_str()), ("f5 d6", "Greedy played d6"));
}

#[test]
fn the_cursor_stays_on_the_board_and_plays_where_it_is() {
    let mut state = state("greedy", "2s", START);
    assert_eq!(state.cursor.to_string(), "d3");
    press(&mut state, "^^^^^^^^");
    assert_eq!(state.cursor.to_string(), "d1");
    state.update(Event::Key(KeyCode::Tab), state.now);
    assert_eq!(state.cursor.to_string(), "d3");
    press(&mut state, " ");
    assert_eq!(moves(&state), "d3");
}

#[test]
fn h_is_a_column_if_a_row_follows_soon_and_a_hint_if_not() {
    let mut state = state("greedy", "2s", START);
    press(&mut state, "h3");
    assert_eq!(
        (state.hint.is_some(), state.message.as_str()),
        (false, "Not legal: h3 turns over no disc")
    );
    press(&mut state, "h");
    state.update(Event::Tick, state.now + keys::COLUMN_TIMEOUT / 2);
    assert!(state.hint.is_none() && state.typed.is_some());
    state.update(Event::Tick, state.now + keys::COLUMN_TIMEOUT);
    assert!(state.hint.is_some() && state.typed.is_none());
    // Another key does not wait either.
    press(&mut state, "h>");
    assert!(state.hint.is_none());
}

#[test]
fn the_engine_is_wanted_for_moves_hints_and_the_bar_in_this_order() {
    let mut state = state("greedy", "2s", START);
    assert_eq!(job(&state), Some(Job::Evaluate));
    press(&mut state, "h>");
    assert_eq!(job(&state), Some(Job::Hint));
    let purpose = state.wanted().unwrap().purpose;
    state.update(Event::Update(purpose, Update::Event(Thought::Report(report()))), state.now);
    assert_eq!(state.evaluation.unwrap().value, Value::new(256));
    state.update(Event::Update(purpose, Update::End { is_cut: false }), state.now);
    assert_eq!(job(&state), None);
    press(&mut state, "f5");
    assert_eq!(job(&state), Some(Job::Move));
    assert!(state.hint.is_none());
    // A value is White's now; the bar is Black's.
    let purpose = state.wanted().unwrap().purpose;
    state.update(Event::Update(purpose, Update::Event(Thought::Report(report()))), state.now);
    assert_eq!(state.evaluation.unwrap().value, Value::new(-256));
    answer(&mut state, "d6");
    press(&mut state, "e>");
    assert_eq!(job(&state), None);
}

#[test]
fn an_answer_that_comes_after_an_undo_is_not_played() {
    let mut state = state("greedy", "2s", START);
    press(&mut state, "f5");
    let purpose = state.wanted().unwrap().purpose;
    press(&mut state, "uf5");
    state.update(Event::Update(purpose, chosen("d6", None)), state.now);
    assert_eq!(moves(&state), "f5");
}

#[test]
fn an_opponent_who_thinks_is_not_disturbed_by_other_keys() {
    let mut state = state("greedy", "2s", START);
    press(&mut state, "f5");
    let purpose = state.wanted().unwrap().purpose;
    press(&mut state, "h>e>n\x1bs\x1b?\x1bd3r\x1b");
    assert_eq!(state.wanted().unwrap().purpose, purpose);
}

#[test]
fn undo_and_redo_end_at_the_players_turn() {
    let mut state = state("greedy", "2s", "f5d6c3d3");
    press(&mut state, "u");
    assert_eq!(moves(&state), "f5 d6");
    press(&mut state, "uu");
    assert_eq!(
        (moves(&state).as_str(), state.message.as_str()),
        ("", "There is no move of yours to take back")
    );
    press(&mut state, "rr");
    assert_eq!(moves(&state), "f5 d6 c3 d3");
    press(&mut state, "r");
    assert_eq!(state.message, "There is nothing to play again");
}

#[test]
fn a_pass_is_announced() {
    let mut state = state("greedy", "2s", "-OX--O---------- X;");
    press(&mut state, "a1");
    assert_eq!(state.message, "You played a1. Greedy has no move: pass");
    assert!(state.is_own_turn());
}

#[test]
fn a_new_game_is_chosen_with_the_arrows() {
    let mut state = state("20", "2s", "f5d6");
    press(&mut state, "n>");
    assert_eq!(moves(&state), "f5 d6", "keys are for the box");
    state.update(Event::Key(KeyCode::Down), state.now);
    press(&mut state, ">\n");
    assert_eq!(
        (state.settings.opponent.to_string().as_str(), state.settings.colour),
        ("random", Colour::White)
    );
    assert_eq!((moves(&state).as_str(), job(&state)), ("", Some(Job::Move)));
    press(&mut state, "n>\x1b");
    assert_eq!(state.settings.opponent.to_string(), "random");
}

#[test]
fn a_clock_that_runs_out_ends_the_game() {
    let mut state = state("greedy", "1m/game", START);
    state.update(Event::Tick, Duration::from_secs(59));
    assert!(!state.course.is_over());
    state.update(Event::Tick, Duration::from_mins(1));
    assert_eq!(state.ending().as_deref(), Some("greedy wins on time by 64"));
    assert_eq!(job(&state), None);
    press(&mut state, "f5");
    assert_eq!(state.message, "The game is over: n begins a new one");
}

#[test]
fn a_clock_leaves_the_engine_what_is_left_of_it() {
    let mut state = state("20", "1m/game", START);
    press(&mut state, "f5");
    state.update(Event::Tick, Duration::from_secs(50));
    let Task::Choose { question, .. } = state.wanted().unwrap().task else { panic!("a move") };
    let budget = question.limits.time.unwrap();
    assert!(budget.hard < Duration::from_secs(10) / 4, "{budget:?}");
}

#[test]
fn quitting_asks_only_if_moves_would_be_lost() {
    let mut state = state("greedy", "2s", START);
    assert_eq!(press(&mut state, "q"), Effect::Quit);
    press(&mut state, "f5");
    assert_eq!(press(&mut state, "q"), Effect::Nothing);
    assert_eq!(press(&mut state, "n"), Effect::Nothing);
    assert!(state.dialog.is_none());
    assert_eq!(press(&mut state, "qy"), Effect::Quit);
    state.update(Event::Saved("game.json".into()), state.now);
    assert_eq!(press(&mut state, "q"), Effect::Quit);
}

#[test]
fn only_a_file_that_this_game_was_saved_in_is_replaced_without_asking() {
    let mut state = state("greedy", "2s", START);
    let save = |name: &str, may_replace| Effect::Save { name: name.into(), may_replace };
    assert_eq!(press(&mut state, "s<<<<<<<<<x.ggf\n"), save("x.ggf", false));
    state.update(Event::Exists("x.ggf".into()), state.now);
    assert_eq!(press(&mut state, "y"), save("x.ggf", true));
    state.update(Event::Saved("x.ggf".into()), state.now);
    assert_eq!(press(&mut state, "s\n"), save("x.ggf", true));
    let record = Box::new(state.course.record().clone());
    state.update(Event::Opened("archive.ggf".into(), record), state.now);
    assert_eq!(press(&mut state, "s\n"), save("archive.ggf", false));
    press(&mut state, "n\n");
    assert_eq!(press(&mut state, "s\n"), save("game.json", false));
}

#[test]
fn a_saved_game_goes_on_with_the_colour_and_the_clock_that_it_had() {
    let record = Box::new(state("greedy", "5m+3s", "f5d6").course.record().clone());
    let mut white = state("3", "2s", START);
    white.settings.colour = Colour::White;
    white.update(Event::Opened("game.json".into(), record), white.now);
    assert_eq!(white.settings.colour, Colour::Black);
    assert_eq!(white.settings.time.to_string(), "5m+3s");
    assert_eq!(moves(&white), "f5 d6");
}

#[test]
fn the_times_of_a_game_that_others_played_do_not_count_on_the_clock() {
    let ggf = "(;GM[Othello]PB[a]PW[b]TI[1]TY[8a]BO[8 -------- -------- -------- ---O*--- \
               ---*O--- -------- -------- -------- *]B[F5//600]W[D6//600];)";
    let mut state = state("greedy", "1m/game", ggf);
    state.update(Event::Tick, Duration::from_secs(1));
    assert_eq!((moves(&state).as_str(), state.ending()), ("f5 d6", None));
    assert_eq!(state.settings.time.to_string(), "1m/game");
}
