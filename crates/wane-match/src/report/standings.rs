//! The players in order, as a table and as a plot of their ratings.

use super::table::{self, count_heads, counts, heads, name};
use super::text::{Escaped, number, percent};
use super::{PlayerSummary, plot};

pub(super) fn write(standings: &[PlayerSummary]) -> String {
    if standings.is_empty() {
        return String::new();
    }
    let has_grades = standings.iter().any(|player| player.grade.is_some());
    let heads = [
        count_heads(&["#"]),
        heads(&["Player"]),
        count_heads(&["Rating", "95&nbsp;% between", "Games", "Won", "Drawn", "Lost"]),
        count_heads(&["Points", "Score", "Faults"]),
        count_heads(if has_grades { &["Grade"] } else { &[] }),
    ]
    .concat();
    let rows: String =
        (1..).zip(standings).map(|(place, player)| row(place, player, has_grades)).collect();
    let table = table::write("Table of the standings", "", &heads, &rows);
    let plot = plot::write(standings);
    format!(
        r#"<section aria-labelledby="standings-title">
<h2 id="standings-title">Standings</h2>
<div class="standings">
{table}<figure>
{plot}<figcaption>Ratings in Elo. A bar shows where the rating lies with 95&nbsp;% confidence:
players whose bars overlap widely may be equally strong.</figcaption>
</figure>
</div>
</section>
"#
    )
}

fn row(place: usize, player: &PlayerSummary, has_grades: bool) -> String {
    let PlayerSummary { rating, rating_low, rating_high, tally, faults, .. } = player;
    let cells = counts(&[
        number(*rating, 0),
        format!("{} to {}", number(*rating_low, 0), number(*rating_high, 0)),
        tally.games().to_string(),
        tally.wins().to_string(),
        tally.draws().to_string(),
        tally.losses().to_string(),
        number(tally.points(), 1),
        if tally.games() > 0 { percent(tally.score(), 1) } else { String::new() },
        faults.to_string(),
    ]);
    let name = name(&player.name);
    let grade = player.grade.as_deref().unwrap_or_default();
    let grade = if has_grades { counts(&[Escaped(grade).to_string()]) } else { String::new() };
    format!(
        "<tr><td class=\"count\">{place}</td><th scope=\"row\">{name}</th>{cells}{grade}</tr>\n"
    )
}
