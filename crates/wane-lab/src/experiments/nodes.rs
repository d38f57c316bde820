//! How many positions alpha-beta visits, by depth, by the number of discs, and by the order of moves.

use serde::{Deserialize, Serialize};
use wane_board::AnyPosition;
use wane_gallery::Kind;
use wane_gallery::recipe::{Order, Recipe, Table, count_nodes};
use wane_match::{Stop, rounded};

use super::players::{evaluation, searching};
use crate::experiment::findings::decimals;
use crate::experiment::matchups::random_opening;
use crate::experiment::statistics::{Interval, Sums, count, line};
use crate::experiment::{
    About, Comparison, Experiment, Extent, Findings, FindingsTable, Plot, Series, Size, Verdict,
};

pub(super) struct Nodes;

/// The numbers of discs on the board, from 4.
const ROUNDS: usize = 60;

/// The positions of a unit.
const CHUNK: usize = 20;

/// The greatest depth in a quick and in a full run, by the order of moves.
const ORDERS: [(&str, [u32; 2]); 4] =
    [("rows", [4, 6]), ("table", [4, 6]), ("replies", [4, 7]), ("value", [4, 8])];

/// The nodes by order and depth, and the legal moves, with one number of discs.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Measured {
    nodes: Vec<Vec<Sums>>,
    moves: Sums,
}

impl Measured {
    fn merge(&mut self, other: &Self) {
        self.moves.merge(other.moves);
        self.nodes.resize(other.nodes.len(), Vec::new());
        for (own, other) in self.nodes.iter_mut().zip(&other.nodes) {
            own.resize(other.len(), Sums::default());
            own.iter_mut().zip(other).for_each(|(own, other)| own.merge(*other));
        }
    }
}

fn recipe(order: &str) -> Recipe {
    let mut recipe = searching(evaluation(Kind::Seed000), 1);
    recipe.search.order = match order {
        "rows" => Order::Rows,
        "table" => Order::Squares(Table::symmetric([-8, 3, -1, -1, 1, 0, 0, 0, 1, 1])),
        "replies" => Order::Replies,
        _ => Order::Value,
    };
    recipe
}

/// The units of one number of discs.
fn units_of_round(size: Size) -> usize {
    size.of(1, 2000 / CHUNK)
}

impl Experiment for Nodes {
    type Measured = Measured;

    fn about(&self) -> About {
        About {
            name: "nodes",
            question: "How many positions does alpha-beta visit, and how far do better orders of moves cut it down?",
            method: "Positions after random moves, with each number of discs. One alpha-beta search of each depth with \
                     the evaluation of seed-000: moves by row and column, by a table, by the number of replies, and by \
                     the value after the move. The line through (√b^d, nodes) over the depths d, where b is the mean \
                     number of moves, fitted both ways round.",
        }
    }

    fn units(&self, size: Size) -> usize {
        ROUNDS / size.of(10, 1) * units_of_round(size)
    }

    fn measure(&self, extent: Extent, unit: usize, stop: &Stop) -> Option<Measured> {
        let round = unit / units_of_round(extent.size) * extent.size.of(10, 1);
        let mut rng = extent.rng(unit);
        let recipes = ORDERS.map(|(name, [quick, full])| {
            (recipe(name), extent.size.of(quick as usize, full as usize))
        });
        let mut measured = Measured {
            nodes: recipes.iter().map(|(_, deepest)| vec![Sums::default(); *deepest]).collect(),
            moves: Sums::default(),
        };
        for _ in 0..extent.size.of(2, CHUNK) {
            let mut position = random_opening(&mut rng, round);
            if position.board.must_pass() {
                position.board = position.board.passed();
                position.side = !position.side;
            }
            measured.moves.add(position.legal_moves().len().into());
            let position = AnyPosition::from(position);
            for ((recipe, _), by_depth) in recipes.iter().zip(&mut measured.nodes) {
                for (plies, sums) in (1..).zip(by_depth) {
                    if stop.is_stopped() {
                        return None;
                    }
                    let nodes = count_nodes(recipe, &position, plies).expect("the recipe is sound");
                    sums.add(i64::try_from(nodes).unwrap_or(i64::MAX));
                }
            }
        }
        Some(measured)
    }

    fn conclude(&self, extent: Extent, measured: &[Measured]) -> Findings {
        let step = extent.size.of(10, 1);
        let mut rounds = vec![Measured::default(); ROUNDS / step];
        let mut all = Measured::default();
        for (unit, measured) in measured.iter().enumerate() {
            rounds[unit / units_of_round(extent.size)].merge(measured);
            all.merge(measured);
        }
        let by_depth = ORDERS.iter().zip(&all.nodes).map(|((name, _), by_depth)| {
            let points = (1..).zip(by_depth);
            Series::new(name, points.map(|(plies, sums)| (count(plies), log10(sums.interval()))))
        });
        let by_round = ORDERS.iter().enumerate().map(|(order, (name, _))| {
            let points = rounds.iter().enumerate().map(|(index, round)| {
                let nodes = round.nodes[order].get(3).copied().unwrap_or_default();
                (count((4 + index * step) as u64), nodes.interval())
            });
            Series::new(name, points)
        });
        let axis = "nodes, as a power of 10";
        Findings {
            comparisons: comparisons(&all, extent.size),
            tables: vec![table(&all)],
            plots: vec![
                Plot::lines("Nodes by depth", "depth", axis, by_depth.collect()),
                Plot::lines("Nodes at depth 4", "discs on the board", "nodes", by_round.collect()),
            ],
            words: "The nodes grow as a power of the depth whose base the order of moves decides; a line through \
                    √b^d describes only one order."
                .into(),
        }
    }
}

fn log10(Interval { value, low, high }: Interval) -> Interval {
    let [value, low, high] = [value, low, high].map(|it| rounded(it.max(1.0).log10(), 4));
    Interval { value, low, high }
}

fn table(all: &Measured) -> FindingsTable {
    let columns: Vec<&str> =
        std::iter::once("depth").chain(ORDERS.iter().map(|(name, _)| *name)).collect();
    let mut table = FindingsTable::new("Nodes by depth and order", &columns);
    let deepest = all.nodes.iter().map(Vec::len).max().unwrap_or(0);
    for index in 0..deepest {
        let nodes = all.nodes.iter().map(|by_depth| {
            by_depth.get(index).map_or_else(String::new, |sums| decimals(sums.mean(), 1))
        });
        table.row(std::iter::once((index + 1).to_string()).chain(nodes));
    }
    table
}

fn comparisons(all: &Measured, size: Size) -> Vec<Comparison> {
    let mut comparisons = Vec::new();
    let best = all.nodes.last().map(Vec::as_slice).unwrap_or_default();
    let base = all.moves.mean().sqrt();
    let power = |plies: usize| base.powi(i32::try_from(plies).unwrap_or(0));
    let points: Vec<(f64, f64)> =
        best.iter().enumerate().map(|(index, sums)| (power(index + 1), sums.mean())).collect();
    let (slope, intercept, _) = line(&points);
    let turned: Vec<(f64, f64)> = points.iter().map(|&(x, y)| (y, x)).collect();
    let (other_slope, other_intercept, _) = line(&turned);
    let mut add = |what: &str, reported: &str, value: f64, verdict| {
        comparisons.push(Comparison {
            what: what.into(),
            source: "seed-000".into(),
            reported: reported.into(),
            ours: Interval::exactly(value),
            verdict,
        });
    };
    if size == Size::Full {
        let nodes = best.get(7).map_or(0.0, Sums::mean);
        let is_near = (nodes / 26_046.6 - 1.0).abs() < 0.25;
        let verdict = if is_near { Verdict::Confirmed } else { Verdict::NotComparable };
        add("nodes at depth 8, moves by value", "26,046.6", nodes, verdict);
    }
    let verdict = Verdict::NotComparable;
    add("slope of nodes over √b^d", "13.1, read rightly", slope, verdict);
    add("intercept of nodes over √b^d", "-278, read rightly", intercept, verdict);
    add("slope of √b^d over nodes", "0.0763", other_slope, verdict);
    add("intercept of √b^d over nodes", "21.33", other_intercept, verdict);
    comparisons
}
