//! A board as a picture: SVG for notebooks, characters for terminals.

use std::fmt::Write as _;

use wane_board::{AnyGame, Colour};

/// The length of a square.
const SQUARE: usize = 40;

/// The margin for the names of columns and rows.
const MARGIN: usize = 20;

/// Rows of characters: X is black, O is white, + a legal move; brackets show the last move.
pub(crate) fn text(game: &AnyGame) -> String {
    let (position, rows) = (game.position(), game.size().rows());
    let (legal, last) = (position.legal_moves(), game.squares().next_back());
    let mut text = String::from(" ");
    ('a'..).take(rows).for_each(|column| text += &format!("  {column}"));
    for (index, square) in game.size().squares().into_iter().enumerate() {
        if index % rows == 0 {
            text += &format!("\n{} ", index / rows + 1);
        }
        let symbol = match position.disc_at(square) {
            Some(Colour::Black) => 'X',
            Some(Colour::White) => 'O',
            None if legal.contains(square) => '+',
            None => '.',
        };
        let (left, right) = if last == Some(square) { ('[', ']') } else { (' ', ' ') };
        text.extend([left, symbol, right]);
    }
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    format!("{}\n{}", lines.join("\n"), words(game))
}

/// The side to move, or the result.
fn words(game: &AnyGame) -> String {
    let position = game.position();
    let [black, white] = [Colour::Black, Colour::White].map(|colour| position.discs(colour).len());
    if position.is_game_over() {
        return format!("Black {black}, White {white}");
    }
    let side = if position.side() == Colour::Black { "Black" } else { "White" };
    let verb = if position.must_pass() { "must pass" } else { "to move" };
    format!("{side} {verb}")
}

/// The board with discs, legal moves and a mark on the last move.
pub(crate) fn svg(game: &AnyGame) -> String {
    let (position, rows) = (game.position(), game.size().rows());
    let (board, whole) = (SQUARE * rows, SQUARE * rows + MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {whole} {whole}\" role=\"img\" \
         font-family=\"sans-serif\" font-size=\"12\" text-anchor=\"middle\"><title>{}: {}</title>\
         <rect x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{board}\" height=\"{board}\" fill=\"#006e3c\"/>",
        wane_formats::board_text::write(&position),
        words(game),
    );
    for line in 0..=rows {
        let at = MARGIN + line * SQUARE;
        let _ = write!(
            svg,
            "<path d=\"M{at} {MARGIN}V{whole}M{MARGIN} {at}H{whole}\" stroke=\"#78be8c\"/>"
        );
    }
    for (index, column) in ('a'..).take(rows).enumerate() {
        let at = MARGIN + index * SQUARE + SQUARE / 2;
        let (label, row) = (MARGIN - 6, index + 1);
        let _ = write!(
            svg,
            "<text x=\"{at}\" y=\"{label}\" fill=\"#808080\">{column}</text>\
             <text x=\"{}\" y=\"{}\" fill=\"#808080\">{row}</text>",
            MARGIN / 2,
            at + 4,
        );
    }
    let (legal, last) = (position.legal_moves(), game.squares().next_back());
    for square in game.size().squares() {
        let [x, y] = [square.column(), square.row()]
            .map(|at| MARGIN + usize::from(at) * SQUARE + SQUARE / 2);
        let mut circle = |radius: usize, fill: &str| {
            let _ = write!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\"/>");
        };
        match position.disc_at(square) {
            Some(Colour::Black) => circle(16, "#0a0a0a"),
            Some(Colour::White) => circle(16, "#fafafa"),
            None if legal.contains(square) => circle(4, "#f0d848"),
            None => {}
        }
        if last == Some(square) {
            circle(4, "#d84830");
        }
    }
    svg + "</svg>"
}
