//! [`Benchmark`]: a test set of positions with known scores, to measure evaluations.
//!
//! It is two OBF files in this crate. `cargo xtask benchmark` makes them from games that no training run
//! contains; see docs/lab.md. Training skips the positions of the benchmark.

mod report;
mod reserved;

use wane_board::{AnyPosition, Board, Objective, Position, Score};
use wane_formats::obf;

pub use report::{ErrorStats, EvalReport, Group, Row, Set};
pub(crate) use reserved::Reserved;

const EXACT: &str = include_str!("benchmark/exact.obf");
const MIDGAME: &str = include_str!("benchmark/midgame.obf");

/// Positions of the reversed game with their scores. No two are equal up to symmetry.
#[derive(Clone, Debug)]
pub struct Benchmark {
    /// Endgames with their exact scores, 12 to 24 empty squares.
    pub exact: Vec<LabelledPosition>,
    /// Midgames with the scores of a deep search, 26 to 50 empty squares.
    pub midgame: Vec<LabelledPosition>,
    /// Positions whose scores are not known yet. Training skips them too.
    pub unlabelled: Vec<Board<8>>,
}

/// A position with its score. The side to move has a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LabelledPosition {
    /// The position.
    pub board: Board<8>,
    /// The score of the side to move.
    pub score: Score,
}

impl Benchmark {
    /// The objective of all positions.
    pub const OBJECTIVE: Objective = Objective::FewestDiscs;

    /// The benchmark that comes with this crate.
    #[must_use]
    pub fn shipped() -> Self {
        let mut unlabelled = Vec::new();
        let [exact, midgame] = [EXACT, MIDGAME].map(|text| {
            read(text, &mut unlabelled).expect("the file is a constant that a test reads")
        });
        Self { exact, midgame, unlabelled }
    }

    /// All positions.
    pub fn boards(&self) -> impl Iterator<Item = &Board<8>> {
        self.exact
            .iter()
            .chain(&self.midgame)
            .map(|position| &position.board)
            .chain(&self.unlabelled)
    }
}

/// The labelled positions of a file, or `None` if the file is invalid. Positions without a score go to
/// `unlabelled`.
fn read(text: &str, unlabelled: &mut Vec<Board<8>>) -> Option<Vec<LabelledPosition>> {
    let suite = obf::parse(text).ok()?;
    if suite.objective != Some(Benchmark::OBJECTIVE) {
        return None;
    }
    let mut labelled = Vec::new();
    for problem in &suite.problems {
        let AnyPosition::Eight(Position { board, .. }) = problem.position else { return None };
        if board.legal_moves().is_empty() {
            return None;
        }
        match problem.best_score() {
            Some(score) => labelled.push(LabelledPosition { board, score }),
            None => unlabelled.push(board),
        }
    }
    Some(labelled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suite_of_the_other_game_or_of_another_size_is_not_read() {
        let read = |text: &str| {
            let mut unlabelled = Vec::new();
            read(text, &mut unlabelled).map(|labelled| (labelled.len(), unlabelled.len()))
        };
        let line = EXACT.lines().find(|line| !line.starts_with('%')).unwrap();
        let board = line.split(';').next().unwrap();
        assert_eq!(read(&format!("% variant: anti\n{board}; +4;\n{board};\n")), Some((1, 1)));
        assert_eq!(read(&format!("{line}\n")), None);
        assert_eq!(read("% variant: anti\n-----OX--XO----- X; +4;\n"), None);
        assert_eq!(read("% variant: anti\n-----OX\n"), None);
    }
}
