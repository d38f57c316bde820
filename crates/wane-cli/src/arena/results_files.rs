//! The files with the results of a match: a page, and tables. They are made from the games in its folder, so they can
//! be made again at any time.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Result;
use jiff::Timestamp;
use wane_board::Colour;
use wane_match::report::{GameComments, MatchReport};
use wane_match::{Grading, Standings, StoredMatch, games_csv};

use super::contest::Contest;
use super::reviews::{self, Reviews};
use crate::output::write_file;

/// The page.
const REPORT: &str = "report.html";

/// Writes the page and the tables of a match into its folder; the path of the page.
pub(crate) fn write(folder: &Path, stored: &StoredMatch) -> Result<PathBuf> {
    let grading = grading(folder)?;
    let standings = Standings::new(stored, &grading);
    write_file(&folder.join("standings.csv"), standings.to_csv())?;
    write_file(
        &folder.join("standings.json"),
        format!("{}\n", serde_json::to_string_pretty(&standings)?),
    )?;
    write_file(&folder.join("games.csv"), games_csv(&stored.games))?;
    let names: Vec<&str> = stored.players.iter().map(|(name, _)| name.as_str()).collect();
    let date = Timestamp::now().strftime("%Y-%m-%d").to_string();
    let page = MatchReport {
        comments: comments(stored, &reviews::read(folder)?)?,
        ..MatchReport::new(&title(&names), &date, settings(stored), stored, &grading)
    };
    let path = folder.join(REPORT);
    write_file(&path, page.to_html())?;
    Ok(path)
}

/// How the players of a match are graded.
pub(crate) fn grading(folder: &Path) -> Result<Grading> {
    Ok(Contest::read(folder)?.map(|contest| contest.grading()).unwrap_or_default())
}

fn comments(stored: &StoredMatch, reviews: &Reviews) -> Result<BTreeMap<usize, GameComments>> {
    let mut comments = BTreeMap::new();
    for game in &stored.games {
        let log = |colour| stored.log(game.number, colour);
        let logs = [log(Colour::Black)?, log(Colour::White)?];
        let review = reviews.get(&game.number);
        let (losses, turn) =
            review.map_or_else(Default::default, |review| (review.losses(), review.turn()));
        comments.insert(game.number, GameComments { logs, losses, turn });
    }
    Ok(comments)
}

/// The settings of a match for people.
fn settings(stored: &StoredMatch) -> Vec<(String, String)> {
    let mut times: Vec<String> = stored.players.iter().map(|(_, time)| time.to_string()).collect();
    times.dedup();
    let time = if times.len() == 1 { times.remove(0) } else { "its own for each player".into() };
    let each = if stored.format.is_even() { "Games a pairing" } else { "Games a player" };
    [
        ("Games", format!("{} of {}", stored.games.len(), stored.scheduled())),
        (each, stored.games_each.to_string()),
        ("Time", time),
        ("Openings", stored.openings.clone()),
        ("Seed", stored.seed.to_string()),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .into()
}

fn title(names: &[&str]) -> String {
    match names {
        [first, second] => format!("{first} against {second}"),
        _ => format!("A tournament of {} players", names.len()),
    }
}
