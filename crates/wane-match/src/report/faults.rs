//! The games that were lost by a fault: a table of players and kinds, and an empty list that the script fills.

use super::table::{self, count_heads, heads, name};
use super::text::{Escaped, counted};
use super::{MatchReport, PlayerSummary};
use crate::{FaultKind, FinishedGame};

pub(super) fn write(report: &MatchReport<'_>) -> String {
    let body = if report.games.iter().any(|game| game.fault.is_some()) {
        summary(report) + include_str!("page/faults.html")
    } else {
        "<p>No game was lost by a fault.</p>\n".into()
    };
    format!(
        "<section aria-labelledby=\"faults-title\">\n<h2 id=\"faults-title\">Faults</h2>\n\
         {body}</section>\n"
    )
}

/// Players by kinds.
fn summary(report: &MatchReport<'_>) -> String {
    let heads = heads(&["Player"]) + &count_heads(&FaultKind::ALL.map(FaultKind::name));
    let mut rows = String::new();
    for (place, player) in report.standings.iter().enumerate() {
        let counts = FaultKind::ALL.map(|kind| (kind, faults(report.games, player, kind)));
        if counts.iter().any(|(_, count)| *count > 0) {
            rows += &row(place, player, &counts);
        }
    }
    table::write("Table of the faults", "faulty", &heads, &rows)
}

/// A count is a button that shows its games.
fn row(place: usize, player: &PlayerSummary, counts: &[(FaultKind, u64)]) -> String {
    let mut row = format!("<tr><th scope=\"row\">{}</th>", name(&player.name));
    for (index, (kind, count)) in counts.iter().enumerate() {
        if *count == 0 {
            row += "<td class=\"count\">0</td>";
            continue;
        }
        row += &format!(
            "<td class=\"count\"><button type=\"button\" data-player=\"{place}\" \
             data-kind=\"{index}\" aria-label=\"{kind} of {}: {}. Show them.\">{count}</button>\
             </td>",
            Escaped(&player.name),
            counted(*count, "game", "games"),
        );
    }
    row + "</tr>\n"
}

/// How many games the player lost in this way.
fn faults(games: &[FinishedGame], player: &PlayerSummary, kind: FaultKind) -> u64 {
    let is_it = |game: &&FinishedGame| {
        game.fault.as_ref().is_some_and(|(by, fault)| {
            fault.kind == kind && game.record.player(*by).name == player.name
        })
    };
    games.iter().filter(is_it).count() as u64
}
