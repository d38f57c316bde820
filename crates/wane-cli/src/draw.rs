//! Draws a board with coordinates, the last move, the legal moves and the disc counts.

use anstyle::{AnsiColor, Color, RgbColor, Style};
use wane_board::{AnyGame, AnyPosition, Colour, Move, Objective, Square};
use wane_formats::{GameRecord, Reason};

use crate::output::{FAINT, STRONG, paint};

pub(crate) const BOARD: RgbColor = RgbColor(0, 110, 60);
pub(crate) const GRID: RgbColor = RgbColor(120, 190, 140);
const BLACK: RgbColor = RgbColor(10, 10, 10);
const WHITE: RgbColor = RgbColor(250, 250, 250);
const MARK: Color = Color::Ansi(AnsiColor::BrightYellow);

/// The board at the end of a game, with the facts beside it.
pub(crate) fn game(record: &GameRecord, has_colour: bool) -> String {
    let position = record.game.position();
    let rows = position.size().rows();
    let facts = facts(record, has_colour);
    // The facts begin beside the second row, or above it where there are too many.
    let first_fact = usize::from(facts.len() < rows);
    let columns: String = ('a'..).take(rows).flat_map(|column| [' ', column, ' ']).collect();
    let mut text = paint(FAINT, format!("  {columns}").trim_end()) + "\n";
    // A small board has fewer rows than there are facts; those left over go below it.
    for row in 0..rows.max(first_fact + facts.len()) {
        let on_row = position.size().squares().into_iter().skip(row * rows).take(rows);
        let squares: String =
            on_row.map(|square| cell(&record.game, &position, square, has_colour)).collect();
        let (label, squares) = if row < rows {
            ((row + 1).to_string(), squares)
        } else {
            (" ".to_string(), "   ".repeat(rows))
        };
        let fact = row.checked_sub(first_fact).and_then(|index| facts.get(index));
        let line = match fact {
            Some(fact) => format!("{squares}   {fact}"),
            None => squares.trim_end().to_string(),
        };
        text += &format!("{} {line}\n", paint(FAINT, &label));
    }
    text
}

/// The name of a side at the start of a sentence.
pub(crate) fn name(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "Black",
        Colour::White => "White",
    }
}

/// The objective as a sentence.
pub(crate) fn won_by(objective: Objective) -> &'static str {
    match objective {
        Objective::FewestDiscs => "Fewest discs win",
        Objective::MostDiscs => "Most discs win",
    }
}

/// Three characters for one square.
fn cell(game: &AnyGame, position: &AnyPosition, square: Square, has_colour: bool) -> String {
    let is_last = game.squares().next_back() == Some(square);
    let (left, right) = if is_last { ("[", "]") } else { (" ", " ") };
    let is_legal = position.legal_moves().contains(square);
    let symbol = match (position.disc_at(square), has_colour) {
        (Some(_), true) => "●",
        (Some(Colour::Black), false) => "X",
        (Some(Colour::White), false) => "O",
        (None, _) if is_legal => "+",
        (None, true) => "·",
        (None, false) => ".",
    };
    if !has_colour {
        return [left, symbol, right].concat();
    }
    let colour = match position.disc_at(square) {
        Some(disc) => ink(disc).into(),
        None if is_legal => MARK,
        None => GRID.into(),
    };
    [(left, MARK), (symbol, colour), (right, MARK)]
        .map(|(text, colour)| paint(on_board(colour), text))
        .concat()
}

/// The colour that a disc is drawn in.
pub(crate) fn ink(disc: Colour) -> RgbColor {
    match disc {
        Colour::Black => BLACK,
        Colour::White => WHITE,
    }
}

fn on_board(colour: Color) -> Style {
    Style::new().bg_color(Some(BOARD.into())).fg_color(Some(colour))
}

/// The facts about a game, a line each.
fn facts(record: &GameRecord, has_colour: bool) -> Vec<String> {
    let position = record.game.position();
    let line = |colour: Colour| {
        let disc = match (has_colour, colour) {
            (true, _) => paint(on_board(ink(colour).into()), " ● "),
            (false, Colour::Black) => "X".into(),
            (false, Colour::White) => "O".into(),
        };
        let name = name(colour);
        let discs = position.discs(colour).len();
        let player = &record.player(colour).name;
        let player = if player.is_empty() { String::new() } else { format!("  {player:.60}") };
        format!("{disc} {name} {discs:>2}{player}")
    };
    let mut facts = vec![line(Colour::Black), line(Colour::White)];
    facts.push(paint(FAINT, won_by(record.objective)));
    if let Some(last) = record.game.squares().next_back() {
        let number = record.game.squares().count();
        let has_passed = record.game.history().last().is_some_and(|last| last.mv == Move::Pass);
        let passed = if has_passed { ", then a pass" } else { "" };
        facts.push(format!("Last move: {last}, move {number}{passed}"));
    }
    facts.extend(turn(record, &position));
    facts
}

/// Whose turn it is, or how the game ended.
fn turn(record: &GameRecord, position: &AnyPosition) -> Vec<String> {
    let side = name(position.side());
    let Some(outcome) = record.outcome() else {
        let moves = position.legal_moves();
        return if moves.is_empty() {
            vec![paint(STRONG, &format!("{side} has no move and must pass"))]
        } else {
            vec![
                paint(STRONG, &format!("{side} to move, {} moves:", moves.len())),
                moves.to_string(),
            ]
        };
    };
    let result = match outcome.winner() {
        Some(winner) => {
            format!("{} wins by {}", name(winner), outcome.black_score.discs().abs())
        }
        None => "a draw".into(),
    };
    let why = match outcome.reason {
        Reason::Normal => "",
        Reason::Resigned => ", by resignation",
        Reason::Time => ", on time",
        Reason::Illegal => ", by an illegal move",
        Reason::Adjudicated => ", by decision",
        Reason::Left => ", the other left",
    };
    vec![paint(STRONG, &format!("Game over: {result}{why}"))]
}
