//! [`Report`]: a match or a tournament as one HTML page, for those who would rather look than read.
//!
//! Values in, text out. The page needs no network and no other file, only a browser. Ratings and
//! other statistics are worked out elsewhere and only shown here.
//!
//! Names and texts come from agents that nobody trusts: they reach the page escaped, or as JSON
//! that its script puts in as text. The script does not know the rules: it is told what each move
//! turns over.

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

use crate::Finished;
use crate::stats::{self, Anchor, CrossTable, PairingSummary, Sprt, Tally};
use text::Escaped;

/// All that a page shows.
#[derive(Clone, Debug)]
pub struct Report<'a> {
    /// What was played, in a few words.
    pub title: String,
    /// When it was played, or whatever else belongs below the title; may be empty.
    pub when: String,
    /// What was set for the match, by name: time a move, openings, seed.
    pub settings: Vec<(String, String)>,
    /// The players, the best first.
    pub standings: Vec<Standing>,
    /// How the player of a row did against the player of a column, both in the order of
    /// `standings`; `None` where they did not meet.
    pub cross: Vec<Vec<Option<Tally>>>,
    /// The players who met, two by two.
    pub pairings: Vec<PairingSummary>,
    /// Every game, in the order in which the page lists them.
    pub games: &'a [Finished],
}

/// How one player did in all games. A number that is not known may be infinite or not a number.
#[derive(Clone, Debug)]
pub struct Standing {
    /// As the games have it.
    pub name: String,
    /// In Elo.
    pub rating: f64,
    /// The lower end of what the rating may be, with 95 % confidence.
    pub rating_low: f64,
    /// The upper end.
    pub rating_high: f64,
    /// The games.
    pub tally: Tally,
    /// How many of the losses were faults.
    pub faults: usize,
}

/// Keeps the page to itself: whatever gets into it can load and send nothing.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; \
                      base-uri 'none'; form-action 'none'";

impl<'a> Report<'a> {
    /// A page about the games of players with these names, and what their table says about them.
    #[must_use]
    pub fn new(
        title: &str,
        when: &str,
        settings: Vec<(String, String)>,
        names: &[&str],
        table: &CrossTable,
        sprt: Option<&Sprt>,
        games: &'a [Finished],
    ) -> Self {
        let ratings = table.ratings(Anchor::Mean);
        let order = table.standings();
        let faults = |name: &str| {
            let is_theirs = |game: &&Finished| {
                let by = game.fault.as_ref().map(|(by, _)| game.record.player(*by));
                by.is_some_and(|player| player.name == name)
            };
            games.iter().filter(is_theirs).count()
        };
        let standing = |standing: &stats::Standing| {
            let (name, rating) = (names[standing.player], ratings[standing.player]);
            Standing {
                name: name.into(),
                rating: rating.value,
                rating_low: rating.value - rating.error,
                rating_high: rating.value + rating.error,
                tally: standing.tally,
                faults: faults(name),
            }
        };
        let cell = |row: &stats::Standing, column: &stats::Standing| {
            Some(table.tally(row.player, column.player)).filter(|tally| tally.games() > 0)
        };
        let row = |row| order.iter().map(|column| cell(row, column)).collect();
        let pairing = |(first, second, tally): (usize, usize, Tally)| {
            PairingSummary::new(names[first], names[second], &tally, sprt)
        };
        Self {
            title: title.into(),
            when: when.into(),
            settings,
            standings: order.iter().map(standing).collect(),
            cross: order.iter().map(row).collect(),
            pairings: table.pairings().map(pairing).collect(),
            games,
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
