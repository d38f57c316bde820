//! How rare it is that A beats B, B beats C, and C beats A.

use serde::{Deserialize, Serialize};
use wane_gallery::recipe::Recipe;
use wane_match::Stop;

use super::players::{random, searching};
use crate::experiment::findings::decimals;
use crate::experiment::matchups::play_pair;
use crate::experiment::statistics::{Interval, PairPoints, count};
use crate::experiment::{
    About, Comparison, Experiment, Extent, Findings, FindingsTable, Plot, Series, Size, Verdict,
};

pub(super) struct Cycles;

/// The pairs of games of each two players.
const PAIRS: [usize; 2] = [2, 100];

fn players(size: Size) -> usize {
    size.of(8, 100)
}

/// A recipe with random weights, that searches two plies.
fn recipe(number: usize) -> Recipe {
    searching(random(number), 2)
}

/// The points of a player against those after it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Row(Vec<PairPoints>);

impl Experiment for Cycles {
    type Measured = Row;

    fn about(&self) -> About {
        About {
            name: "cycles",
            question: "How often does A beat B, B beat C, and C beat A?",
            method: "A hundred recipes with random weights for a table, mobility, frontier, stability and discs, two \
                     plies deep, in a round robin of 200 games for each two. One beats another if its share of the \
                     points is above a half by more than 2.58 standard errors. Cycles among all threes in which each \
                     two are decided.",
        }
    }

    fn units(&self, size: Size) -> usize {
        players(size) - 1
    }

    fn measure(&self, extent: Extent, unit: usize, stop: &Stop) -> Option<Row> {
        let mut rng = extent.rng(unit);
        let one = recipe(unit);
        let mut row = Vec::new();
        for other in unit + 1..players(extent.size) {
            let other = recipe(other);
            let mut points = PairPoints::default();
            for _ in 0..extent.size.of(PAIRS[0], PAIRS[1]) {
                points.0.add(play_pair(&one, &other, &mut rng, stop)?);
            }
            row.push(points);
        }
        Some(Row(row))
    }

    fn conclude(&self, extent: Extent, measured: &[Row]) -> Findings {
        let players = players(extent.size);
        let beats = decided(players, measured);
        let (mut cycles, mut all) = (0_u64, 0_u64);
        for a in 0..players {
            for b in a + 1..players {
                for c in b + 1..players {
                    let [ab, bc, ca] = [beats[a][b], beats[b][c], beats[c][a]];
                    if let (Some(ab), Some(bc), Some(ca)) = (ab, bc, ca) {
                        all += 1;
                        cycles += u64::from(ab == bc && bc == ca);
                    }
                }
            }
        }
        let share = if all == 0 { 0.0 } else { count(cycles) / count(all) };
        let error = (share * (1.0 - share) / count(all.max(1))).sqrt();
        let ours = Interval::around(share, error);
        let mut table = FindingsTable::new(
            "Threes of players",
            &["players", "threes decided", "cycles", "share"],
        );
        table.row([players.to_string(), all.to_string(), cycles.to_string(), decimals(share, 5)]);
        let mut wins: Vec<u64> = beats
            .iter()
            .map(|row| row.iter().filter(|it| **it == Some(true)).count() as u64)
            .collect();
        wins.sort_unstable();
        let points =
            (1..).zip(wins).map(|(rank, wins)| (count(rank), Interval::exactly(count(wins))));
        Findings {
            comparisons: vec![Comparison {
                what: "share of cycles among threes (a quarter if each match were a coin)".into(),
                source: "seed-000".into(),
                reported: "beating is not transitive".into(),
                ours,
                verdict: if cycles > 0 { Verdict::Confirmed } else { Verdict::Refuted },
            }],
            tables: vec![table],
            plots: vec![Plot::lines(
                "Opponents beaten, from the weakest player to the strongest",
                "rank",
                "opponents beaten",
                vec![Series::new("", points)],
            )],
            words: format!(
                "{cycles} of {all} threes are cycles. The interval takes the threes for independent, which they are \
                 not."
            ),
        }
    }
}

/// Whether one player beats another; `None` if it is not decided.
fn decided(players: usize, measured: &[Row]) -> Vec<Vec<Option<bool>>> {
    let mut beats = vec![vec![None; players]; players];
    for (one, Row(row)) in measured.iter().enumerate() {
        for (index, points) in row.iter().enumerate() {
            let other = one + 1 + index;
            let error = (points.0.variance() / count(points.0.count.max(1))).sqrt();
            // From -2 to 2 a pair.
            let lead = points.0.mean() - 2.0;
            if lead.abs() > 2.58 * error && points.0.count > 0 {
                beats[one][other] = Some(lead > 0.0);
                beats[other][one] = Some(lead < 0.0);
            }
        }
    }
    beats
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::statistics::Sums;

    #[test]
    fn clear_results_decide_and_others_do_not() {
        let points = |numbers: &[i64]| PairPoints(Sums::of(numbers));
        let rows =
            [Row(vec![points(&[4, 4, 4, 3]), points(&[0, 4, 2, 2])]), Row(vec![points(&[0; 9])])];
        let beats = decided(3, &rows);
        assert_eq!(beats[0], [None, Some(true), None]);
        assert_eq!(beats[2], [None, Some(true), None]);
        assert_eq!(beats[1], [Some(false), None, Some(false)]);
    }
}
