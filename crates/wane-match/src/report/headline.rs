//! The head of the page: the game, the date, the number of games, and the time of a move.

use wane_board::{Objective, Size};

use super::MatchReport;
use super::text::{Escaped, counted, seconds};
use crate::FinishedGame;

pub(super) fn write(report: &MatchReport<'_>) -> String {
    let MatchReport { title, when, settings, standings, games, .. } = report;
    let mut facts = vec![
        (games.len().to_string(), "games".into()),
        (standings.len().to_string(), "players".into()),
    ];
    facts.extend(times(games));
    let faults = games.iter().filter(|game| game.fault.is_some()).count() as u64;
    facts.push((faults.to_string(), "lost by a fault".into()));
    let line = |text: &str| format!("<p class=\"when\">{}</p>\n", Escaped(text));
    let when = if when.is_empty() { String::new() } else { line(when) };
    let mut tiles = String::new();
    for (value, what) in facts {
        tiles += &format!("<div><dd>{value}</dd><dt>{what}</dt></div>\n");
    }
    let mut list = String::new();
    for (name, value) in settings {
        list += &format!("<div><dt>{}</dt><dd>{}</dd></div>\n", Escaped(name), Escaped(value));
    }
    format!(
        "<header>\n<h1>{}</h1>\n{}{when}<dl class=\"facts\">\n{tiles}</dl>\n\
         <dl class=\"settings\">\n{list}</dl>\n</header>\n",
        Escaped(title),
        line(&rules(games)),
    )
}

/// The rules in a sentence.
fn rules(games: &[FinishedGame]) -> String {
    let sizes: Vec<String> = Size::ALL
        .into_iter()
        .filter(|&size| games.iter().any(|game| game.record.game.size() == size))
        .map(|size| format!("{size}\u{d7}{size}"))
        .collect();
    let has = |objective| games.iter().any(|game| game.record.objective == objective);
    let rules = match (has(Objective::FewestDiscs), has(Objective::MostDiscs)) {
        (true, false) => "Reversed Reversi, the player with fewer discs wins",
        (false, true) => "Reversi, the player with more discs wins",
        (true, true) => "Reversi, and Reversed Reversi, in which the player with fewer discs wins",
        (false, false) => return "No game was played.".into(),
    };
    format!("{rules}. Board {}.", sizes.join(", "))
}

/// The times of moves, as far as the games have them.
fn times(games: &[FinishedGame]) -> Vec<(String, String)> {
    let times = || {
        let notes = games.iter().flat_map(|game| game.record.notes.values());
        notes.filter_map(|note| note.time_ms)
    };
    let count = times().count() as u64;
    let Some(longest) = times().max() else {
        return Vec::new();
    };
    let total = times().fold(0_u64, u64::saturating_add);
    vec![
        (
            seconds(total / count),
            format!("a move, on average over {}", counted(count, "move", "moves")),
        ),
        (seconds(longest), "the longest move".into()),
    ]
}
