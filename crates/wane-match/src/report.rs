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
    pub pairings: Vec<Pairing>,
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
    pub faults: u64,
}

/// Games by their result, as one of the players sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Tally {
    /// All games.
    #[must_use]
    pub const fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points from 0 to 1 a game, or `None` without a game.
    #[must_use]
    pub fn share(self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / real(self.games()))
    }

    /// One point for a win, half a point for a draw.
    #[must_use]
    pub fn points(self) -> f64 {
        real(self.wins) + real(self.draws) / 2.0
    }
}

/// What the games of two players say about them, as the first one sees it. A number that is not
/// known may be infinite or not a number.
#[derive(Clone, Debug)]
pub struct Pairing {
    /// The name of the first player.
    pub first: String,
    /// The name of the second player.
    pub second: String,
    /// The games.
    pub tally: Tally,
    /// How much stronger the first one is, in Elo.
    pub elo: f64,
    /// How far off this may be to either side, with 95 % confidence.
    pub elo_error: f64,
    /// The likelihood that the first one is stronger, from 0 to 1.
    pub los: f64,
    /// The log-likelihood ratio of a sequential test, if there was one.
    pub llr: Option<f64>,
    /// How many pairs of games, with the same opening and the colours swapped, gave the first one
    /// no point, half a point, and so on to 2.
    pub pairs: [u64; 5],
}

/// Keeps the page to itself: whatever gets into it can load and send nothing.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; \
                      base-uri 'none'; form-action 'none'";

impl Report<'_> {
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

#[expect(clippy::cast_precision_loss, reason = "no match has 2^53 games, and these are only shown")]
fn real(count: u64) -> f64 {
    count as f64
}
