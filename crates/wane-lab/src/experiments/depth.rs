//! A ply more against a ply less.

use wane_gallery::Kind;
use wane_gallery::recipe::Order;

use super::games::{Games, Played, percent, table};
use super::players::{evaluation, searching};
use crate::experiment::matchups::{Contender, Matchup};
use crate::experiment::statistics::count;
use crate::experiment::{About, Findings, Plot, Series};

pub(super) fn experiment() -> Games {
    let player = |plies: u32| {
        let mut recipe = searching(evaluation(Kind::Seed003), plies);
        // The fastest at these depths.
        recipe.search.order = Order::Value;
        Contender::new(format!("depth {plies}"), recipe)
    };
    let matchups = (1..=10).map(|plies| {
        // Enough for intervals of 1 %, 3 % and 6 %.
        let (quick, full, chunk) = match plies {
            1..=3 => (10, 3700, 50),
            4 => (2, 3700, 20),
            5..=6 => (1, 420, 4),
            7..=8 => (0, 420, 1),
            9 => (0, 110, 1),
            // As few as that takes: it is half of the work.
            _ => (0, 90, 1),
        };
        Matchup { one: player(plies + 1), other: player(plies), pairs: [quick, full], chunk }
    });
    let about = About {
        name: "depth",
        question: "How much stronger is a search that looks one ply deeper?",
        method: "The evaluation of seed-003 at depth d + 1 against itself at depth d, for d from 1 to 10, pairs of \
                 games from eight random moves.",
    };
    Games { about, matchups: matchups.collect(), conclude }
}

fn conclude(played: &[Played<'_>]) -> Findings {
    let points = (1..).zip(played).filter(|(_, it)| it.points.games() > 0);
    let points = points.map(|(plies, it)| (count(plies), it.win_rate()));
    let series = vec![Series::new("seed-003", points)];
    let shares: Vec<String> = played
        .iter()
        .filter(|it| it.points.games() > 0)
        .map(|it| percent(it.win_rate().value))
        .collect();
    Findings {
        comparisons: Vec::new(),
        tables: vec![table("A ply more", played)],
        plots: vec![Plot::lines("Depth d + 1 against depth d", "d", "share of the points", series)],
        words: format!("A ply more has {} of the points, for d from 1 on.", shares.join(", ")),
    }
}
