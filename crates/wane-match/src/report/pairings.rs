//! The statistics of each pairing.

use super::table::{self, count_heads, counts, heads, name};
use super::text::{number, percent, signed};
use crate::stats::PairingSummary;

pub(super) fn write(pairings: &[PairingSummary]) -> String {
    if pairings.is_empty() {
        return String::new();
    }
    let columns = Columns {
        llr: pairings.iter().any(|pairing| pairing.llr.is_some()),
        pairs: pairings.iter().any(|pairing| pairing.pairs != [0; 5]),
    };
    let mut heads = heads(&["First", "Second"])
        + &count_heads(&["Games", "Won-drawn-lost", "Score", "Elo", "LOS"]);
    let mut note = String::from(
        "<b>Elo</b>: how much stronger the first player is, and how far off this may be with \
         95&nbsp;% confidence. <b>LOS</b>: how likely it is that the first player is the stronger \
         one at all.",
    );
    if columns.llr {
        heads += &count_heads(&["LLR"]);
        note += " <b>LLR</b>: the log-likelihood ratio of the sequential test.";
    }
    if columns.pairs {
        for points in ["0", "\u{bd}", "1", "1\u{bd}", "2"] {
            heads += &format!("<th scope=\"col\" class=\"pair\">{points}</th>");
        }
        note += " <b>0 to 2</b>: how many pairs of games, with the same opening and the colours \
                 swapped, gave the first player this number of points.";
    }
    let rows: String = pairings.iter().map(|pairing| row(pairing, &columns)).collect();
    let table = table::write("Table of the pairings", "", &heads, &rows);
    format!(
        r#"<section aria-labelledby="pairings-title">
<h2 id="pairings-title">Pairings</h2>
<p class="note">{note}</p>
{table}</section>
"#
    )
}

/// Columns that only some tables have.
struct Columns {
    llr: bool,
    pairs: bool,
}

fn row(pairing: &PairingSummary, columns: &Columns) -> String {
    let PairingSummary { first, second, wins, draws, losses, .. } = pairing;
    let PairingSummary { score, elo, elo_error, los, llr, pairs, .. } = pairing;
    let mut cells = counts(&[
        pairing.games.to_string(),
        format!("{wins}-{draws}-{losses}"),
        percent(*score, 1),
        format!("{} \u{b1}\u{a0}{}", signed(*elo, 0), number(*elo_error, 0)),
        percent(*los, 1),
    ]);
    if columns.llr {
        cells += &counts(&[llr.map_or_else(String::new, |llr| signed(llr, 2))]);
    }
    if columns.pairs {
        let all = pairs.iter().sum::<u32>().max(1);
        for count in pairs {
            let depth = f64::from(*count) / f64::from(all);
            cells += &format!("<td class=\"pair\" style=\"--depth:{depth:.2}\">{count}</td>");
        }
    }
    format!("<tr><th scope=\"row\">{}</th><td>{}</td>{cells}</tr>\n", name(first), name(second))
}
