//! How often a search of a fixed depth would run out of the contest's time in Python, with and without an order of moves.

use serde::{Deserialize, Serialize};
use wane_board::{AnyPosition, Position};
use wane_gallery::Kind;
use wane_gallery::recipe::{Order, Recipe, count_nodes};
use wane_match::Stop;

use super::players::{evaluation, searching};
use crate::experiment::findings::decimals;
use crate::experiment::statistics::{Interval, Sums, count};
use crate::experiment::{
    About, Comparison, Experiment, Extent, Findings, FindingsTable, Plot, Series, Size, Verdict,
};

pub(super) struct Timeouts;

/// The depths, in a quick and in a full run up to these.
const DEEPEST: [usize; 2] = [3, 6];

/// The positions that plain Python sees in the five seconds of a move, at the 6,000 a second of an exported recipe.
const IN_TIME: u64 = 30_000;

/// What the report counts a game at depths 2 to 5.
const REPORTED: [u32; 4] = [2, 5, 11, 19];

/// By depth: the nodes of a move, and the moves of a game that take too long; bare, then ordered.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Measured {
    nodes: Vec<[Sums; 2]>,
    late: Vec<[Sums; 2]>,
}

fn recipes() -> [Recipe; 2] {
    let bare = searching(evaluation(Kind::Seed001), 1);
    let mut ordered = bare.clone();
    ordered.search.order = Order::Value;
    [bare, ordered]
}

impl Experiment for Timeouts {
    type Measured = Measured;

    fn about(&self) -> About {
        About {
            name: "timeouts",
            question: "How deep can a student's agent search in five seconds, and what does an order of moves save?",
            method: "Games of random moves. In each position of one side, the nodes of an alpha-beta search with the \
                     evaluation of seed-001, moves by row and column and by value. A move is late if plain Python, which \
                     sees 6,000 positions a second, needs more than five seconds.",
        }
    }

    fn units(&self, size: Size) -> usize {
        size.of(3, 400)
    }

    fn measure(&self, extent: Extent, unit: usize, stop: &Stop) -> Option<Measured> {
        let mut rng = extent.rng(unit);
        let deepest = extent.size.of(DEEPEST[0], DEEPEST[1]);
        let none = vec![[Sums::default(); 2]; deepest];
        let mut measured = Measured { nodes: none.clone(), late: none };
        let mut late = vec![[0_i64; 2]; deepest];
        let recipes = recipes();
        let mut position = Position::<8>::START;
        let mut ply = 0;
        while !position.board.is_game_over() {
            let Some(square) = rng.pick(position.legal_moves()) else {
                position = Position { board: position.board.passed(), side: !position.side };
                continue;
            };
            // Every other move is the agent's.
            if ply % 2 == 0 {
                let at = AnyPosition::from(position);
                for (index, late) in late.iter_mut().enumerate() {
                    for (which, recipe) in recipes.iter().enumerate() {
                        if stop.is_stopped() {
                            return None;
                        }
                        let plies = u32::try_from(index + 1).unwrap_or(1);
                        let nodes = count_nodes(recipe, &at, plies).expect("the recipe is sound");
                        measured.nodes[index][which].add(i64::try_from(nodes).unwrap_or(i64::MAX));
                        late[which] += i64::from(nodes > IN_TIME);
                    }
                }
            }
            position.play(square).expect("it is legal");
            ply += 1;
        }
        for (sums, late) in measured.late.iter_mut().zip(late) {
            sums[0].add(late[0]);
            sums[1].add(late[1]);
        }
        Some(measured)
    }

    fn conclude(&self, extent: Extent, measured: &[Measured]) -> Findings {
        let deepest = extent.size.of(DEEPEST[0], DEEPEST[1]);
        let none = vec![[Sums::default(); 2]; deepest];
        let mut all = Measured { nodes: none.clone(), late: none };
        for unit in measured {
            merge(&mut all.nodes, &unit.nodes);
            merge(&mut all.late, &unit.late);
        }
        let columns =
            ["depth", "nodes, bare", "nodes, ordered", "late a game, bare", "late a game, ordered"];
        let mut table = FindingsTable::new("Nodes of a move, and moves that are late", &columns);
        for (index, (nodes, late)) in all.nodes.iter().zip(&all.late).enumerate() {
            table.row([
                (index + 1).to_string(),
                decimals(nodes[0].mean(), 1),
                decimals(nodes[1].mean(), 1),
                decimals(late[0].mean(), 2),
                decimals(late[1].mean(), 2),
            ]);
        }
        let series = ["bare", "ordered"].into_iter().enumerate().map(|(which, name)| {
            let points =
                (1..).zip(&all.late).map(|(plies, it)| (count(plies), it[which].interval()));
            Series::new(name, points)
        });
        Findings {
            comparisons: comparisons(&all),
            tables: vec![table],
            plots: vec![Plot::lines("Moves that are late", "depth", "moves a game", series.collect())],
            words: "A plain program searches about three plies deeper than the report's before it is late as often. \
                    Whether a move is undone or the board copied, which report 002 also timed, changes no node, and a \
                    board of two numbers has nothing to undo: not comparable."
                .into(),
        }
    }
}

fn merge(all: &mut [[Sums; 2]], unit: &[[Sums; 2]]) {
    for (all, unit) in all.iter_mut().zip(unit) {
        all.iter_mut().zip(unit).for_each(|(all, unit)| all.merge(*unit));
    }
}

fn comparisons(all: &Measured) -> Vec<Comparison> {
    let mut found = Vec::new();
    for (plies, (reported, late)) in (2..).zip(REPORTED.iter().zip(all.late.iter().skip(1))) {
        found.push(Comparison {
            what: format!("moves over five seconds a game at depth {plies}"),
            source: "seed-001".into(),
            reported: reported.to_string(),
            ours: late[0].interval(),
            verdict: Verdict::NotComparable,
        });
    }
    if let Some([bare, ordered]) = all.nodes.get(5) {
        found.push(Comparison {
            what: "nodes at depth 6 with an order of moves, as a share of those without".into(),
            source: "seed-002".into(),
            reported: "0.55, of the time".into(),
            ours: Interval::exactly(ordered.mean() / bare.mean().max(1.0)),
            verdict: Verdict::NotComparable,
        });
    }
    found
}
