//! The results of a match as text: two players in a few lines, more of them in a table.

use wane_match::{
    AgentProgram, Anchor, CrossTable, Decision, Match, MatchSettings, Sprt, Tally, TournamentFormat,
};

use crate::output::{STRONG, paint};

/// With more players, the table does not show the results of each against each.
const MOST_COLUMNS: usize = 16;

/// The results of a match so far.
pub(crate) fn standings(games: &Match) -> String {
    let MatchSettings { players, format, sprt, .. } = games.settings();
    let table = games.cross_table();
    match players.as_slice() {
        [first, second] => head_to_head(first, second, &table.tally(0, 1), sprt.as_ref()),
        _ => ranking(players, &table, *format),
    }
}

fn head_to_head(
    first: &AgentProgram,
    second: &AgentProgram,
    tally: &Tally,
    sprt: Option<&Sprt>,
) -> String {
    let (elo, pairs) = (tally.elo(), tally.pairs().by_points());
    let mut text = format!(
        "{} ({}) against {} ({})\n",
        paint(STRONG, &first.name),
        first.time,
        paint(STRONG, &second.name),
        second.time
    );
    text += &format!(
        "games  {}: {} won, {} drawn, {} lost, {}\n",
        tally.games(),
        tally.wins(),
        tally.draws(),
        tally.losses(),
        paint(STRONG, &percent(tally.score()))
    );
    text += &format!("Elo    {:+.1} ± {:.1}", elo.value, elo.error);
    if let Some(normalized) = tally.normalized_elo() {
        text += &format!(", normalised {:+.1} ± {:.1}", normalized.value, normalized.error);
    }
    text += &format!(", LOS {}\n", percent(tally.los()));
    text += &format!(
        "pairs  [{}] of 0, 1/2, 1, 3/2 and 2 points, draw ratio {}",
        pairs.map(|count| count.to_string()).join(", "),
        percent(tally.draw_ratio())
    );
    if let Some(ratio) = tally.pairs_ratio() {
        text += &format!(", pairs ratio {ratio:.2}");
    }
    text += "\n";
    if let Some(sprt) = sprt {
        text += &test_line(sprt, tally);
    }
    text
}

/// The state of a test.
fn test_line(sprt: &Sprt, tally: &Tally) -> String {
    let ([elo0, elo1], [lower, upper]) = (sprt.elo(), sprt.bounds());
    let decision = match sprt.decision(tally) {
        Decision::Continue => "continues".to_owned(),
        Decision::AcceptH0 => format!("is over: no more than {elo0} Elo"),
        Decision::AcceptH1 => format!("is over: at least {elo1} Elo"),
    };
    let llr = sprt.llr(tally);
    let model = sprt.model().name();
    format!("SPRT   LLR {llr:.2} ({lower:.2}, {upper:.2}) [{elo0}, {elo1}] {model}, {decision}\n")
}

fn ranking(agents: &[AgentProgram], table: &CrossTable, format: TournamentFormat) -> String {
    let ratings = table.ratings(Anchor::Mean);
    let standings = format.standings(table);
    let width = agents.iter().map(|agent| agent.name.chars().count()).max().unwrap_or(0).max(6);
    let mut text = format!(
        "{:>3}  {:width$}  {:>5} ±{:>4}  {:>6}  {:>6}",
        "", "player", "Elo", "", "games", "score"
    );
    // The results of each against each, while they fit on a screen.
    let columns = if standings.len() <= MOST_COLUMNS { standings.as_slice() } else { &[] };
    for place in 1..=columns.len() {
        text += &format!(" {place:>6}");
    }
    text += "\n";
    for (place, standing) in standings.iter().enumerate() {
        let (rating, tally) = (ratings[standing.player], standing.tally);
        text += &format!(
            "{:>3}  {:width$}  {:>+5.0} ±{:>4.0}  {:>6}  {:>6}",
            place + 1,
            agents[standing.player].name,
            rating.value,
            rating.error,
            tally.games(),
            percent(tally.score()),
        );
        for other in columns {
            let tally = table.tally(standing.player, other.player);
            let cell = match tally.games() {
                0 => "-".to_owned(),
                _ => percent(tally.score()),
            };
            text += &format!(" {cell:>6}");
        }
        text += "\n";
    }
    text
}

fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}
