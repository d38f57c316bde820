//! [`MatchReport`]: a match or a tournament as one HTML page.
//!
//! The page needs no network and no other file, only a browser. Ratings and other statistics are computed
//! elsewhere and only shown here.
//!
//! Names and texts come from untrusted agents: they are [`Foreign`], and are escaped, or are JSON that the script of
//! the page inserts as text. The script does not know the rules: the data has the flips of each move.

mod comments;
mod cross;
mod faults;
mod games;
mod headline;
mod pairings;
mod plot;
mod standings;
mod table;
#[cfg(test)]
mod tests;
mod text;

use std::collections::BTreeMap;

use wane_text::Foreign;

use crate::stats::{self, Anchor, PairingSummary, Tally};
use crate::{FinishedGame, Grading, StoredMatch};
pub use comments::{GameComments, MoveLoss};
use text::Escaped;

/// Everything that a page shows.
#[derive(Clone, Debug)]
pub struct MatchReport<'a> {
    /// The title.
    pub title: String,
    /// The line below the title, such as the date; may be empty.
    pub when: String,
    /// The settings of the match by name: time, openings, seed.
    pub settings: Vec<(String, String)>,
    /// The players, the best first.
    pub standings: Vec<PlayerSummary>,
    /// The results of the player of a row against the player of a column, both in the order of `standings`;
    /// `None` if they did not meet.
    pub cross: Vec<Vec<Option<Tally>>>,
    /// The pairings that were played.
    pub pairings: Vec<PairingSummary>,
    /// Every game, in the order in which the page lists them.
    pub games: &'a [FinishedGame],
    /// What is known of games beyond their records, by their numbers.
    pub comments: BTreeMap<usize, GameComments>,
}

/// The results of one player in all games. An unknown rating may be infinite or NaN.
#[derive(Clone, Debug)]
pub struct PlayerSummary {
    /// The name, as in the games.
    pub name: Foreign,
    /// The rating in Elo.
    pub rating: f64,
    /// The lower end of its 95 % confidence interval.
    pub rating_low: f64,
    /// The upper end of the interval.
    pub rating_high: f64,
    /// The results.
    pub tally: Tally,
    /// How many of the losses were faults.
    pub faults: usize,
    /// The grade, if there are some.
    pub grade: Option<Foreign>,
}

/// The content security policy: the page can load and send nothing.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; \
                      base-uri 'none'; form-action 'none'";

impl<'a> MatchReport<'a> {
    /// A report about the games of a match so far.
    #[must_use]
    pub fn new(
        title: &str,
        when: &str,
        settings: Vec<(String, String)>,
        stored: &'a StoredMatch,
        grading: &Grading,
    ) -> Self {
        let (table, games, sprt) = (stored.cross_table(), &stored.games, stored.sprt.as_ref());
        let names: Vec<&Foreign> = stored.players.iter().map(|(name, _)| name).collect();
        let ratings = table.ratings(Anchor::Mean);
        let order = stored.format.standings(&table);
        let faults = |name: &Foreign| {
            let is_of_player = |game: &&FinishedGame| {
                let by = game.fault.as_ref().map(|(by, _)| game.record.player(*by));
                by.is_some_and(|player| player.name == *name)
            };
            games.iter().filter(is_of_player).count()
        };
        let standing = |standing: &stats::Standing| {
            let (name, rating) = (names[standing.player], ratings[standing.player]);
            PlayerSummary {
                name: name.clone(),
                rating: rating.value,
                rating_low: rating.value - rating.error,
                rating_high: rating.value + rating.error,
                tally: standing.tally,
                faults: faults(name),
                grade: grading.grade(standing.player, &names, &table).cloned(),
            }
        };
        let cell = |row: &stats::Standing, column: &stats::Standing| {
            Some(table.tally(row.player, column.player)).filter(|tally| tally.games() > 0)
        };
        let row = |row| order.iter().map(|column| cell(row, column)).collect();
        let pairing = |(first, second, tally): (usize, usize, Tally)| {
            PairingSummary::new(names[first].as_str(), names[second].as_str(), &tally, sprt)
        };
        Self {
            title: title.into(),
            when: when.into(),
            settings,
            standings: order.iter().map(standing).collect(),
            cross: order.iter().map(row).collect(),
            pairings: table.pairings().map(pairing).collect(),
            games,
            comments: BTreeMap::new(),
        }
    }

    /// The page, as one file.
    #[must_use]
    pub fn to_html(&self) -> String {
        let title = Escaped(&self.title);
        let style = include_str!("report/page/style.css");
        let script = concat!(
            include_str!("report/page/common.js"),
            include_str!("report/page/replay.js"),
            include_str!("report/page/list.js"),
        );
        let headline = headline::write(self);
        let sections = [
            standings::write(&self.standings),
            cross::write(self),
            pairings::write(&self.pairings),
            faults::write(self),
            games::write(self),
        ]
        .concat();
        format!(
            r#"<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
{headline}<main>
{sections}</main>
<script type="module">
{script}</script>
</body>
</html>
"#
        )
    }
}
