//! The cross table.

use super::MatchReport;
use super::table::{self, name};
use super::text::{Escaped, percent};
use crate::stats::Tally;

pub(super) fn write(report: &MatchReport<'_>) -> String {
    let players = &report.standings;
    if report.cross.iter().flatten().flatten().next().is_none() {
        return String::new();
    }
    let mut heads = table::heads(&["Player"]);
    let mut rows = String::new();
    for (row, player) in players.iter().enumerate() {
        let place = row + 1;
        heads += &format!(
            "<th scope=\"col\"><abbr title=\"{}\">{place}</abbr></th>",
            Escaped(&player.name)
        );
        rows += &format!(
            "<tr><th scope=\"row\"><span class=\"place\">{place}</span> {}</th>",
            name(&player.name)
        );
        for (column, against) in players.iter().enumerate() {
            rows += &match report.cross.get(row).and_then(|cells| cells.get(column)) {
                Some(Some(tally)) => cell(*tally, (row, &player.name), (column, &against.name)),
                _ if row == column => "<td class=\"self\"></td>".into(),
                _ => "<td></td>".into(),
            };
        }
        rows += "</tr>\n";
    }
    let table = table::write("Cross table", "cross", &heads, &rows);
    format!(
        r#"<section aria-labelledby="cross-title">
<h2 id="cross-title">Cross table</h2>
<p class="note">How the player of a row did against the player of a column: points in percent,
and wins-draws-losses. Choose a cell to see its games.</p>
{table}</section>
"#
    )
}

/// A button that shows its games, the bluer the more points, the more orange the fewer.
fn cell(tally: Tally, (row, player): (usize, &str), (column, against): (usize, &str)) -> String {
    let share = tally.score();
    let (wins, draws, losses) = (tally.wins(), tally.draws(), tally.losses());
    let (side, depth) = if share < 0.5 { ("less", 0.5 - share) } else { ("more", share - 0.5) };
    let percent = percent(share, 0);
    format!(
        "<td class=\"{side}\" style=\"--depth:{depth:.2}\">\
         <button type=\"button\" data-player=\"{row}\" data-against=\"{column}\" \
         aria-label=\"{percent} {wins}-{draws}-{losses}: {} against {}. Show the games.\">\
         <b>{percent}</b> <span>{wins}-{draws}-{losses}</span></button></td>",
        Escaped(player),
        Escaped(against),
    )
}
