//! The panel beside the board: players and clocks, whose turn it is, moves, hints.

use std::time::Duration;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span, Text};
use wane_board::{Colour, Move, Played};
use wane_search::{Line as Variation, Report};

use super::theme::{STRONG, Theme};
use crate::draw;
use crate::play::dialog::title;
use crate::play::state::State;

/// The width of a number and the moves of both sides.
const PAIR: u16 = 11;

/// The number of expected moves that fit after a hint.
const EXPECTED: usize = 4;

pub(super) fn draw(frame: &mut Frame, state: &State, theme: Theme, area: Rect) {
    let mut lines: Vec<Line> =
        [Colour::Black, Colour::White].map(|colour| player(state, theme, colour)).into();
    lines.push(Line::raw(""));
    lines.push(Line::styled(turn(state), STRONG));
    frame.render_widget(Text::from(lines), Rect { height: 4, ..area });
    let lists = Rect { y: area.y + 5, height: area.height - 5, ..area };
    let report = state.hint.as_ref().and_then(|hint| hint.report.as_ref());
    let moves = Rect { width: if report.is_some() { PAIR } else { lists.width }, ..lists };
    draw_moves(frame, state.course.record().game.history(), moves);
    if let Some(report) = report {
        let hints = Rect { x: lists.x + PAIR, width: lists.width - PAIR, ..lists };
        frame.render_widget(hints_text(report, theme, hints), hints);
    }
}

/// A side: its discs, its player, its clock.
fn player(state: &State, theme: Theme, colour: Colour) -> Line<'static> {
    let is_thinking = !state.course.is_over() && state.course.position().side() == colour;
    let discs = state.course.position().discs(colour).len();
    let clock = state.course.left(colour, state.settings.time);
    let clock = minutes(clock.unwrap_or_else(|| state.course.used(colour)));
    let (name, player) = (draw::name(colour), state.player(colour));
    Line::from(vec![
        Span::raw(if is_thinking { ">" } else { " " }),
        Span::styled(theme.symbol(colour), theme.disc(colour)),
        Span::styled(format!(" {name} {discs:>2} "), STRONG),
        Span::raw(format!("{player:<17} {clock:>5}")),
    ])
}

/// Whose turn it is, or how the game ended.
fn turn(state: &State) -> String {
    let moves = state.course.position().legal_moves().len();
    let plural = if moves == 1 { "" } else { "s" };
    let opponent = title(&state.settings.opponent);
    match (state.ending(), state.depth) {
        (Some(ending), _) => format!("Game over: {ending}"),
        (None, _) if state.is_own_turn() => format!("Your turn, {moves} move{plural}"),
        (None, Some(depth)) => format!("{opponent} thinks, depth {depth}"),
        (None, None) => format!("{opponent} thinks"),
    }
}

/// The moves in pairs, column by column; the last ones if not all fit.
fn draw_moves(frame: &mut Frame, history: &[Played], area: Rect) {
    let pairs = pairs(history);
    let columns = usize::from(area.width / PAIR);
    let first = pairs.len().saturating_sub(columns * usize::from(area.height));
    let columns = pairs[first..].chunks(usize::from(area.height));
    for (x, column) in (area.x..).step_by(PAIR.into()).zip(columns) {
        let text: Text = column.iter().map(|pair| Line::raw(pair.clone())).collect();
        frame.render_widget(text, Rect { x, width: PAIR, ..area });
    }
}

fn pairs(history: &[Played]) -> Vec<String> {
    let starts_late = history.first().is_some_and(|first| first.side == Colour::White);
    let first = starts_late.then(|| "..".to_string());
    let names: Vec<String> =
        first.into_iter().chain(history.iter().map(|played| name(played.mv))).collect();
    let pair = |(index, pair): (usize, &[String])| format!("{:>2}. {}", index + 1, pair.join(" "));
    names.chunks(2).enumerate().map(pair).collect()
}

/// The moves by value, each with what is expected to follow.
fn hints_text(report: &Report, theme: Theme, area: Rect) -> Text<'static> {
    let head = Line::styled(format!("Hint, depth {}", report.depth), theme.faint());
    let line = |line: &Variation| {
        let names: Vec<String> = line.moves.iter().take(EXPECTED + 1).map(|&mv| name(mv)).collect();
        let is_best = line.value == report.best().value;
        let (mark, style) = if is_best { ("*", STRONG) } else { (" ", theme.faint()) };
        let (value, expected) = (line.value.to_string(), names[1..].join(" "));
        Line::styled(format!("{mark}{} {value:>6} {expected}", names[0]), style)
    };
    let rows = usize::from(area.height).saturating_sub(1);
    let lines = report.lines.iter().take(rows).map(line);
    std::iter::once(head).chain(lines).collect()
}

/// A move in two letters.
fn name(mv: Move) -> String {
    match mv {
        Move::Place(square) => square.to_string(),
        Move::Pass => "--".into(),
    }
}

/// `4:05`.
fn minutes(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use wane_eval::Value;
    use wane_search::Certainty;

    use super::*;
    use crate::play::session::state;

    fn history(text: &str) -> Vec<Played> {
        state("1", "2s", text).course.record().game.history().to_vec()
    }

    #[test]
    fn moves_stand_in_pairs_with_passes_and_with_white_to_begin() {
        assert_eq!(pairs(&history("f5d6c3")), [" 1. f5 d6", " 2. c3"]);
        assert_eq!(pairs(&history("XO-------------- O;c1")), [" 1. .. --", " 2. c1"]);
    }

    #[test]
    fn a_list_that_does_not_fit_shows_the_last_moves() {
        let mut terminal = Terminal::new(TestBackend::new(2 * PAIR, 1)).unwrap();
        let moves = history("f5d6c3d3c4");
        terminal.draw(|frame| draw_moves(frame, &moves, frame.area())).unwrap();
        terminal.backend().assert_buffer_lines([" 2. c3 d3   3. c4     "]);
    }

    #[test]
    fn a_hint_marks_every_move_with_the_best_value() {
        let line = |square: &str, discs: i32| Variation {
            value: Value::new(discs * Value::PER_DISC),
            moves: vec![Move::Place(square.parse().unwrap())],
        };
        let lines = vec![line("c4", 2), line("d3", 2), line("e6", 1)];
        let (certainty, time) = (Certainty::Heuristic, Duration::ZERO);
        let report = Report { depth: 3, selectivity: 0, certainty, lines, nodes: 1, time };
        let text = hints_text(&report, Theme { has_colour: false }, Rect::new(0, 0, 40, 10));
        let marks: Vec<String> =
            text.lines[1..].iter().map(|line| line.to_string()[..1].to_string()).collect();
        assert_eq!(marks, ["*", "*", " "]);
    }
}
