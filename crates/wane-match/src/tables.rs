//! [`Standings`]: a match as tables for spreadsheets and programs: the players in order, and every game.
//!
//! Names and texts come from untrusted agents. A spreadsheet takes a cell that begins like a formula for one, so such a
//! cell gets an apostrophe in front.

use std::fmt::Write as _;

use serde::Serialize;
use wane_board::Colour;
use wane_formats::transcript;
use wane_text::Foreign;

use crate::stats::{Anchor, Tally, rounded};
use crate::stored_match::StoredMatch;
use crate::{FaultKind, FinishedGame, Grading};

/// The standings of a match so far.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Standings {
    /// How many games are finished.
    pub games: usize,
    /// How many there will be.
    pub scheduled: usize,
    /// The players, the best first.
    pub players: Vec<StandingText>,
}

/// A player in the standings.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StandingText {
    /// The place, from 1; players with as many points and games share it, if the place goes by points.
    pub rank: usize,
    /// The name.
    pub name: Foreign,
    /// A point for a win, and half a point for a draw.
    pub points: f64,
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
    /// The rating in Elo; the mean of all players is 0.
    pub rating: f64,
    /// Its 95 % error.
    pub error: f64,
    /// How many games were lost by each kind of fault.
    pub faults: FaultCounts,
    /// The grade, if there are some.
    pub grade: Option<Foreign>,
}

/// Lost games by the kind of fault.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub struct FaultCounts {
    /// Illegal moves.
    pub illegal: usize,
    /// No move in time.
    pub time_out: usize,
    /// Crashes and exceptions.
    pub crash: usize,
    /// Too much memory.
    pub memory: usize,
    /// Wrong output.
    pub output: usize,
    /// Resignations.
    pub resigned: usize,
}

impl FaultCounts {
    fn count(&mut self, kind: FaultKind) -> &mut usize {
        match kind {
            FaultKind::Illegal => &mut self.illegal,
            FaultKind::TimeOut => &mut self.time_out,
            FaultKind::Crash => &mut self.crash,
            FaultKind::Memory => &mut self.memory,
            FaultKind::Output => &mut self.output,
            FaultKind::Resigned => &mut self.resigned,
        }
    }

    /// In the order of [`FaultKind::ALL`].
    fn all(mut self) -> [usize; FaultKind::ALL.len()] {
        FaultKind::ALL.map(|kind| *self.count(kind))
    }
}

impl Standings {
    /// The standings of the games in a folder.
    #[must_use]
    pub fn new(stored: &StoredMatch, grading: &Grading) -> Self {
        let table = stored.cross_table();
        let names: Vec<&Foreign> = stored.players.iter().map(|(name, _)| name).collect();
        let ratings = table.ratings(Anchor::Mean);
        let order = stored.format.standings(&table);
        let same = |one: usize, other: usize| {
            let (one, other) = (order[one].tally, order[other].tally);
            let half_points = |tally: Tally| 2 * tally.wins() + tally.draws();
            (half_points(one), one.games()) == (half_points(other), other.games())
        };
        let mut players: Vec<StandingText> = Vec::new();
        for (place, standing) in order.iter().enumerate() {
            let (tally, rating) = (standing.tally, ratings[standing.player]);
            let shares = stored.format.is_even() && place > 0 && same(place - 1, place);
            let name = stored.players[standing.player].0.clone();
            let rank = if shares { players[place - 1].rank } else { place + 1 };
            players.push(StandingText {
                rank,
                faults: faults(&stored.games, &name),
                grade: grading.grade(standing.player, &names, &table).cloned(),
                name,
                points: tally.points(),
                won: tally.wins(),
                drawn: tally.draws(),
                lost: tally.losses(),
                rating: rounded(rating.value, 1),
                error: rounded(rating.error, 1),
            });
        }
        Self { games: stored.games.len(), scheduled: stored.scheduled(), players }
    }

    /// The players as CSV.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let kinds = FaultKind::ALL.map(FaultKind::name).join(",");
        let mut csv = format!("rank,name,points,won,drawn,lost,rating,error,{kinds},grade\n");
        for player in &self.players {
            let StandingText { rank, name, points, won, drawn, lost, rating, error, faults, grade } =
                player;
            let faults = faults.all().map(|count| count.to_string()).join(",");
            let (name, grade) = (cell(name), cell(grade.as_deref().unwrap_or_default()));
            let _ = writeln!(
                csv,
                "{rank},{name},{points},{won},{drawn},{lost},{rating},{error},{faults},{grade}"
            );
        }
        csv
    }
}

/// All games as CSV.
#[must_use]
pub fn games_csv(games: &[FinishedGame]) -> String {
    let mut csv = String::from(
        "game,black,white,winner,black_score,black_discs,white_discs,fault_by,fault,fault_text,moves\n",
    );
    for game in games {
        let record = &game.record;
        let name = |colour| cell(&record.player(colour).name);
        let score = game.black_score().discs();
        let winner = match score.signum() {
            1 => name(Colour::Black),
            -1 => name(Colour::White),
            _ => String::new(),
        };
        let last = record.game.position();
        let (by, kind, text) = match &game.fault {
            Some((by, fault)) => (name(*by), fault.kind.name(), cell(&fault.text)),
            None => Default::default(),
        };
        let _ = writeln!(
            csv,
            "{},{},{},{winner},{score},{},{},{by},{kind},{text},{}",
            game.number,
            name(Colour::Black),
            name(Colour::White),
            last.discs(Colour::Black).len(),
            last.discs(Colour::White).len(),
            cell(&transcript::write(&record.game)),
        );
    }
    csv
}

fn faults(games: &[FinishedGame], name: &Foreign) -> FaultCounts {
    let mut counts = FaultCounts::default();
    for game in games {
        if let Some((by, fault)) = &game.fault
            && game.record.player(*by).name == *name
        {
            *counts.count(fault.kind) += 1;
        }
    }
    counts
}

/// A text as a cell.
fn cell(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if is_formula { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_quoted_where_it_must_be_and_never_a_formula() {
        for (text, cell_text) in [
            ("ann", "ann"),
            ("a,b", "\"a,b\""),
            ("say \"hi\"", "\"say \"\"hi\"\"\""),
            ("=1+1", "'=1+1"),
            ("@cmd,x", "\"'@cmd,x\""),
            ("a\nb", "\"a\nb\""),
        ] {
            assert_eq!(cell(text), cell_text);
        }
    }
}
