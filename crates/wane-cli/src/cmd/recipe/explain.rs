//! `wane recipe explain`: the value of a position, split by feature and square.

use anstyle::{Color, RgbColor, Style};
use anyhow::Result;
use serde::Serialize;
use wane_board::{AnyPosition, Colour, Size, Square, with_size};
use wane_gallery::recipe::{self, ExplainedTerm, Explanation, ONE};
use wane_service::message::SideName;
use wane_service::recipe::decimal;
use wane_text::Foreign;

use crate::args::recipe::ExplainArgs;
use crate::draw;
use crate::exit::Usage;
use crate::output::{FAINT, Output, STRONG, paint};

/// The value of a position and what it is made of, for the side to move.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Explained {
    /// The name of the recipe.
    recipe: Foreign,
    /// The side to move.
    side: SideName,
    /// The value: the higher, the better for this side.
    value: f64,
    /// What each feature of the stages that count adds.
    terms: Vec<TermText>,
}

/// What a feature adds to a value.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct TermText {
    /// The stage, from 1.
    stage: usize,
    /// How much of the stage counts, in percent.
    percent: u32,
    /// The feature, or `won` for a stage that knows only won and lost.
    feature: &'static str,
    /// Its weight.
    weight: f64,
    /// How many discs or moves of the side to move it counts.
    own: u32,
    /// How many of the other side.
    opponent: u32,
    /// What it adds.
    value: f64,
    /// What each square adds.
    squares: Vec<SquareText>,
}

/// What a square adds to a value.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct SquareText {
    /// The square.
    square: String,
    /// What it adds.
    value: f64,
}

pub(crate) fn run(args: &ExplainArgs, output: &mut Output) -> Result<()> {
    let named = args.recipe.read()?;
    for record in args.games.games()? {
        let position = record.game.position();
        let Explanation { value, mut terms } = with_size!(position, position =>
            recipe::explain(&named.recipe.evaluation, &position))?;
        if let Some(feature) = &args.feature {
            let known: Vec<&str> = terms.iter().map(|term| term.feature).collect();
            let known = format!("no feature of this stage is {feature:?}: {}", known.join(", "));
            terms.retain(|term| term.feature == feature);
            if terms.is_empty() {
                return Err(Usage(known).into());
            }
        }
        if output.is_json() {
            let terms = terms.iter().map(term_text).collect();
            let (recipe, side) = (named.name.as_str().into(), position.side().into());
            output.json(&Explained { recipe, side, value: number(value), terms })?;
            continue;
        }
        let name = Foreign::from(named.name.as_str());
        let side = draw::name(position.side());
        let title = format!("{name}: {} for {side}, who is to move", shown(value));
        output.text(&format!("{}\n\n", paint(STRONG, &title)))?;
        output.text(&table(&terms))?;
        output.text("\n")?;
        output.text(&board(&position, &terms, output.has_colour()))?;
    }
    Ok(())
}

/// A value as a number of JSON.
#[expect(clippy::cast_precision_loss, reason = "it is for people and plots")]
fn number(value: i64) -> f64 {
    value as f64 / ONE as f64
}

/// A value with a sign and at most three decimals.
fn shown(value: i64) -> String {
    let step = ONE / 1000;
    let rounded = (value + step / 2 * value.signum()) / step * step;
    let sign = if rounded > 0 { "+" } else { "" };
    format!("{sign}{}", decimal(rounded))
}

fn term_text(term: &ExplainedTerm) -> TermText {
    let adds = |square: Square| {
        let value = term.squares[square.index()];
        (value != 0).then(|| SquareText { square: square.to_string(), value: number(value) })
    };
    let squares = Size::Eight.squares().into_iter().filter_map(adds);
    TermText {
        stage: term.stage + 1,
        percent: term.percent,
        feature: term.feature,
        weight: number(term.weight),
        own: term.own,
        opponent: term.opponent,
        value: number(term.value),
        squares: squares.collect(),
    }
}

/// A line for each term.
fn table(terms: &[ExplainedTerm]) -> String {
    let head = format!(
        "{:<8} {:<18} {:>10} {:>5} {:>9} {:>12}",
        "stage", "feature", "weight", "own", "opponent", "adds"
    );
    let mut text = paint(FAINT, &head) + "\n";
    for term in terms {
        let stage = match term.percent {
            100 => (term.stage + 1).to_string(),
            percent => format!("{}: {percent} %", term.stage + 1),
        };
        let weight = if term.feature == "won" { String::new() } else { decimal(term.weight) };
        text += &format!(
            "{stage:<8} {:<18} {weight:>10} {:>5} {:>9} {:>12}\n",
            term.feature,
            term.own,
            term.opponent,
            shown(term.value)
        );
    }
    text
}

/// The board with what each square adds: green is good for the side to move, red is bad.
fn board(position: &AnyPosition, terms: &[ExplainedTerm], has_colour: bool) -> String {
    let rows = position.size().rows();
    let sums: [i64; 64] =
        std::array::from_fn(|index| terms.iter().map(|term| term.squares[index]).sum());
    let most = sums.iter().map(|sum| sum.abs()).max().unwrap_or(0);
    // As many decimals as there are, but no more than fit.
    let are_whole = sums.iter().all(|sum| sum % ONE == 0);
    let decimals = match most / ONE {
        _ if are_whole => 0,
        100.. => 0,
        10.. => 1,
        _ => 3,
    };
    let cell_text = |index: usize| match sums[index] {
        0 => String::new(),
        sum => format!("{:+.decimals$}", number(sum)),
    };
    let width = (0..64).map(|index| cell_text(index).len()).max().unwrap_or(0).max(4);
    let columns: Vec<String> =
        ('a'..).take(rows).map(|column| format!("{column:>at$}", at = width + 3)).collect();
    let mut text = paint(FAINT, &format!(" {}", columns.concat())) + "\n";
    let squares: Vec<Square> = position.size().squares().into_iter().collect();
    for (row, line) in squares.chunks(rows).enumerate() {
        text += &paint(FAINT, &(row + 1).to_string());
        for &square in line {
            let disc = match position.disc_at(square) {
                Some(Colour::Black) => "X",
                Some(Colour::White) => "O",
                None => "·",
            };
            let cell = format!(" {disc}{:>width$} ", cell_text(square.index()));
            let style = tint(sums[square.index()], most);
            text += &if has_colour { paint(style, &cell) } else { cell };
        }
        text = text.trim_end().to_owned() + "\n";
    }
    text
}

/// A background from red to green by the share of the greatest value.
fn tint(value: i64, most: i64) -> Style {
    if value == 0 || most == 0 {
        return Style::new();
    }
    let share = i128::from(value.abs()) * 130 / i128::from(most);
    let strong = 70 + u8::try_from(share).unwrap_or(130);
    let colour = if value > 0 { RgbColor(20, strong, 40) } else { RgbColor(strong, 25, 35) };
    Style::new().bg_color(Some(colour.into())).fg_color(Some(Color::Rgb(RgbColor(255, 255, 255))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_a_sign_and_three_decimals() {
        for (value, text) in [
            (0, "0"),
            (ONE, "+1"),
            (-ONE / 3, "-0.333"),
            (2 * ONE / 3, "+0.667"),
            (-ONE / 10_000, "0"),
        ] {
            assert_eq!(shown(value), text);
        }
    }
}
