//! A graph of the values of a game: a bar for each position, up where Black is ahead.

use wane_eval::Value;

use crate::output::{FAINT, paint};

/// The most rows, without the zero line.
const ROWS: i32 = 12;
/// The most columns, without the labels on the left.
const COLUMNS: usize = 66;
/// The most columns of one bar.
const WIDEST: usize = 4;

/// Draws values from Black's view, the first before move 1; a value that is not known has no bar.
pub(super) fn draw(values: &[Option<Value>]) -> String {
    let wide = (COLUMNS / values.len().max(1)).clamp(1, WIDEST);
    let scale = Scale::of(values);
    let mut text = String::new();
    for row in (-scale.below..=scale.above).rev() {
        let label = match row {
            0 => "0".into(),
            _ if row % 2 == 0 => format!("{:+}", row * scale.discs_per_row),
            _ => String::new(),
        };
        let bars: String =
            values.iter().map(|&value| scale.cell(value, row).repeat(wide)).collect();
        text += format!("{label:>5} {bars}").trim_end();
        text += "\n";
    }
    let numbers = numbers(values.len(), wide);
    if !numbers.is_empty() {
        text += &format!("{}\n", paint(FAINT, &numbers));
    }
    text
}

/// The discs of a row, and the numbers of rows above and below the zero line.
struct Scale {
    discs_per_row: i32,
    above: i32,
    below: i32,
}

impl Scale {
    /// The largest bars that fit.
    fn of(values: &[Option<Value>]) -> Self {
        let parts = || values.iter().flatten().map(|value| value.parts());
        let (black, white) = (parts().max().unwrap_or(0), parts().min().unwrap_or(0));
        let mut scale = Self { discs_per_row: 0, above: ROWS, below: ROWS };
        while scale.above + scale.below > ROWS {
            scale.discs_per_row += 1;
            scale.above = scale.rows(black);
            scale.below = scale.rows(-white);
        }
        scale
    }

    /// How many rows a bar reaches into.
    fn rows(&self, parts: i32) -> i32 {
        i32::midpoint(self.halves(parts).max(0), 1)
    }

    /// The length of a bar in halves of a row, rounded.
    fn halves(&self, parts: i32) -> i32 {
        (4 * parts / (self.discs_per_row * Value::PER_DISC) + 1).div_euclid(2)
    }

    /// One character of a bar. Rows count up from the zero line, which is row 0.
    fn cell(&self, value: Option<Value>, row: i32) -> &'static str {
        if row == 0 {
            return "─";
        }
        // The part of the bar that reaches this row.
        let halves = self.halves(value.map_or(0, Value::parts) * row.signum());
        match (halves - 2 * (row.abs() - 1), row > 0) {
            (2.., _) => "█",
            (1, true) => "▄",
            (1, false) => "▀",
            _ => " ",
        }
    }
}

/// Every tenth move, or every fifth where bars are wide, under its bar.
fn numbers(positions: usize, wide: usize) -> String {
    let step = if wide > 1 { 5 } else { 10 };
    let mut text = String::new();
    for number in (step..=positions).step_by(step) {
        // The bar of the position before the move begins here.
        let at = 6 + (number - 1) * wide;
        text += &" ".repeat(at - text.len());
        text += &number.to_string();
    }
    text
}

#[cfg(test)]
mod tests {
    use anstream::adapter::strip_str;

    use super::*;

    fn drawn(discs: &[f64]) -> String {
        #[expect(clippy::cast_possible_truncation, reason = "small numbers of a test")]
        let value = |discs: &f64| Some(Value::new((discs * f64::from(Value::PER_DISC)) as i32));
        strip_str(&draw(&discs.iter().map(value).collect::<Vec<_>>())).to_string()
    }

    #[test]
    fn bars_go_up_for_black_and_down_for_white_in_halves_of_a_row() {
        let expected = [
            "              ████",
            "   +2     ▄▄▄▄████",
            "          ████████",
            "    0 ────────────────────",
            "                  ████▀▀▀▀",
            "   -2             ████",
        ];
        let drawn = drawn(&[0.0, 1.6, 3.0, -2.0, -0.5]);
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines, [&expected[..], &["                      5"]].concat());
    }

    #[test]
    fn a_long_game_has_a_column_a_position_and_a_number_every_ten_moves() {
        let mut discs = [0.0; 61];
        (discs[9], discs[60]) = (64.0, 12.0);
        let drawn = drawn(&discs);
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines.len(), 11 + 2);
        assert_eq!(lines[0], "               ▄");
        assert_eq!(lines[1], "  +60          █");
        assert_eq!(lines[10].trim_start(), format!("█{}█", " ".repeat(50)));
        assert_eq!(
            lines[12],
            "               10        20        30        40        50        60"
        );
    }

    #[test]
    fn what_is_not_known_has_no_bar_and_a_game_without_values_only_the_line() {
        assert_eq!(draw(&[None, Some(Value::default())]), "    0 ────────\n");
    }
}
