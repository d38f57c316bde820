//! [`Grading`]: grades by the share of the points, in all games or against one reference.

use wane_text::Foreign;

use crate::stats::{CrossTable, Tally};

/// How the players of a match are graded.
#[derive(Clone, Debug, Default)]
pub struct Grading {
    /// The best first.
    pub grades: Vec<Grade>,
    /// The players that are there for comparison, and get no grade.
    pub references: Vec<Foreign>,
}

/// A grade and what it takes.
#[derive(Clone, Debug)]
pub struct Grade {
    /// Its name.
    pub name: Foreign,
    /// The least share of the points, in percent.
    pub percent: f64,
    /// Against this player; in all games if it is `None`.
    pub against: Option<Foreign>,
}

impl Grading {
    /// The grade of a player: the first one for which it has enough points. `None` if it is a reference, has not reached
    /// any, or has not met the player of one.
    #[must_use]
    pub fn grade(&self, player: usize, names: &[&Foreign], table: &CrossTable) -> Option<&Foreign> {
        if self.references.contains(names[player]) {
            return None;
        }
        let tally = |grade: &Grade| match &grade.against {
            None => table.total(player),
            Some(against) => names
                .iter()
                .position(|name| *name == against)
                .map_or_else(Tally::default, |other| table.tally(player, other)),
        };
        let is_reached = |grade: &&Grade| {
            let tally = tally(grade);
            tally.games() > 0 && 100.0 * tally.points() >= grade.percent * f64::from(tally.games())
        };
        self.grades.iter().find(is_reached).map(|grade| &grade.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_has_the_first_grade_for_which_it_has_enough_points() {
        let names = ["greedy", "ann", "ben", "carl", "dora"].map(Foreign::from);
        let names: Vec<&Foreign> = names.iter().collect();
        let grade = |name: &str, percent, against: Option<&str>| Grade {
            name: name.into(),
            percent,
            against: against.map(Foreign::from),
        };
        let grades = vec![grade("A", 80.0, Some("greedy")), grade("B", 50.0, None)];
        let grading = Grading { grades, references: vec!["greedy".into()] };
        let table = CrossTable::from_results(
            5,
            [
                (1, 0, Tally::from_games(8, 0, 2)),
                (2, 0, Tally::from_games(7, 1, 2)),
                (3, 0, Tally::from_games(1, 0, 9)),
            ],
        );
        let found: Vec<Option<&str>> =
            (0..5).map(|it| grading.grade(it, &names, &table).map(Foreign::as_str)).collect();
        assert_eq!(found, [None, Some("A"), Some("B"), None, None]);
    }
}
