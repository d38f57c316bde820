//! Draws a board with coordinates, the last move, the legal moves and the disc counts.

use anstyle::{AnsiColor, Color, RgbColor, Style};
use wane_board::{AnyGame, AnyObjective, AnyPosition, Colour, Move, Square};
use wane_formats::{GameRecord, Reason};

use crate::output::{FAINT, STRONG, paint};

const BOARD: Color = Color::Rgb(RgbColor(0, 110, 60));
const GRID: Color = Color::Rgb(RgbColor(120, 190, 140));
const BLACK: Color = Color::Rgb(RgbColor(10, 10, 10));
const WHITE: Color = Color::Rgb(RgbColor(250, 250, 250));
const MARK: Color = Color::Ansi(AnsiColor::BrightYellow);

/// The board at the end of a game, with the facts beside it.
pub(crate) fn game(record: &GameRecord, has_colour: bool) -> String {
    let position = record.game.position();
    let rows = position.size().rows();
    let facts = facts(record);
    // The facts begin beside the second row, or above it where there are too many.
    let first_fact = usize::from(facts.len() < rows);
    let columns: String = ('a'..)
        .take(rows)
        .flat_map(|column| [' ', column, ' '])
        .collect();
    let mut text = paint(FAINT, format!("  {columns}").trim_end()) + "\n";
    for row in 0..rows {
        let squares: String = (0..rows)
            .map(|column| {
                let at = |n: usize| u8::try_from(n).expect("a board has at most 8 rows");
                let square = Square::at(at(column), at(row)).expect("the square is on the board");
                cell(&record.game, &position, square, has_colour)
            })
            .collect();
        let fact = row
            .checked_sub(first_fact)
            .and_then(|index| facts.get(index));
        let line = match fact {
            Some(fact) => format!("{squares}   {fact}"),
            None => squares.trim_end().to_string(),
        };
        text += &format!("{} {line}\n", paint(FAINT, &(row + 1).to_string()));
    }
    text
}

/// Three characters for one square.
fn cell(game: &AnyGame, position: &AnyPosition, square: Square, has_colour: bool) -> String {
    let is_last = last_move(game) == Some(Move::Place(square));
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
        Some(Colour::Black) => BLACK,
        Some(Colour::White) => WHITE,
        None if is_legal => MARK,
        None => GRID,
    };
    let on_board = |colour| Style::new().bg_color(Some(BOARD)).fg_color(Some(colour));
    [(left, MARK), (symbol, colour), (right, MARK)]
        .map(|(text, colour)| paint(on_board(colour), text))
        .concat()
}

/// The last disc that was played.
fn last_move(game: &AnyGame) -> Option<Move> {
    game.history()
        .iter()
        .rev()
        .map(|played| played.mv)
        .find(|mv| *mv != Move::Pass)
}

/// What there is to say about a game, a line each.
fn facts(record: &GameRecord) -> Vec<String> {
    let position = record.game.position();
    let line = |colour: Colour| {
        let (letter, name) = match colour {
            Colour::Black => ('X', "Black"),
            Colour::White => ('O', "White"),
        };
        let discs = position.discs(colour).len();
        let player = &record.player(colour).name;
        let player = if player.is_empty() {
            String::new()
        } else {
            format!("  {player}")
        };
        format!("{letter} {name} {discs:>2}{player}")
    };
    let mut facts = vec![line(Colour::Black), line(Colour::White)];
    let won_by = match record.objective {
        AnyObjective::FewestDiscs => "fewest discs win",
        AnyObjective::MostDiscs => "most discs win",
    };
    facts.push(paint(FAINT, won_by));
    if let Some(played) = record.game.history().last() {
        let number = record
            .game
            .history()
            .iter()
            .filter(|played| played.mv != Move::Pass)
            .count();
        let passed = if played.mv == Move::Pass {
            ", then a pass"
        } else {
            ""
        };
        let last = last_move(&record.game).map_or("none".into(), |mv| mv.to_string());
        facts.push(format!("last move: {last}, move {number}{passed}"));
    }
    facts.extend(turn(record, &position));
    facts
}

/// Whose turn it is, or how the game ended.
fn turn(record: &GameRecord, position: &AnyPosition) -> Vec<String> {
    let side = position.side();
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
        Some(winner) => format!("{winner} wins by {}", outcome.black_score.discs().abs()),
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
    vec![paint(STRONG, &format!("game over: {result}{why}"))]
}
