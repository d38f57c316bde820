//! [`Benchmark`]: positions that nobody learns from, with what they are worth, to hold evaluations
//! against.
//!
//! They are those of two files in OBF beside this one. `cargo xtask benchmark` makes them, from games
//! that are no part of any training run; docs/lab.md says how.

mod report;
mod reserved;

use wane_board::{AnyPosition, Board, Objective, Position, Score};
use wane_formats::obf;

pub use report::{Errors, Group, Report, Row, Set};
pub(crate) use reserved::Reserved;

const EXACT: &str = include_str!("benchmark/exact.obf");
const MIDGAME: &str = include_str!("benchmark/midgame.obf");

/// Positions of the reversed game with what they are worth. No two are the same up to symmetry.
#[derive(Clone, Debug)]
pub struct Benchmark {
    /// Endgames with their exact scores, 12 to 24 empty squares.
    pub exact: Vec<Known>,
    /// Midgames with what a deep search says, 26 to 50 empty squares.
    pub midgame: Vec<Known>,
    /// Those whose scores have still to be found. Nobody learns from them either.
    pub unknown: Vec<Board<8>>,
}

/// A position and what it is worth to its side to move, which has a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// The position.
    pub board: Board<8>,
    /// What it is worth.
    pub score: Score,
}

impl Benchmark {
    /// What is played for in all of it.
    pub const OBJECTIVE: Objective = Objective::FewestDiscs;

    /// The benchmark that comes with this crate.
    #[must_use]
    pub fn shipped() -> Self {
        let mut unknown = Vec::new();
        let [exact, midgame] = [EXACT, MIDGAME].map(|text| {
            read(text, &mut unknown).expect("the file is a constant, and a test reads it")
        });
        Self { exact, midgame, unknown }
    }

    /// All positions.
    pub fn boards(&self) -> impl Iterator<Item = &Board<8>> {
        self.exact.iter().chain(&self.midgame).map(|known| &known.board).chain(&self.unknown)
    }
}

/// The positions of a file, or nothing if it is not what it should be. Those without a score go to
/// `unknown`.
fn read(text: &str, unknown: &mut Vec<Board<8>>) -> Option<Vec<Known>> {
    let suite = obf::parse(text).ok()?;
    if suite.objective != Some(Benchmark::OBJECTIVE) {
        return None;
    }
    let mut known = Vec::new();
    for problem in &suite.problems {
        let AnyPosition::Eight(Position { board, .. }) = problem.position else { return None };
        if board.legal_moves().is_empty() {
            return None;
        }
        match problem.best_score() {
            Some(score) => known.push(Known { board, score }),
            None => unknown.push(board),
        }
    }
    Some(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suite_of_the_other_game_or_of_another_size_is_not_read() {
        let read = |text: &str| {
            let mut unknown = Vec::new();
            read(text, &mut unknown).map(|known| (known.len(), unknown.len()))
        };
        let line = EXACT.lines().find(|line| !line.starts_with('%')).unwrap();
        let board = line.split(';').next().unwrap();
        assert_eq!(read(&format!("% variant: anti\n{board}; +4;\n{board};\n")), Some((1, 1)));
        assert_eq!(read(&format!("{line}\n")), None);
        assert_eq!(read("% variant: anti\n-----OX--XO----- X; +4;\n"), None);
        assert_eq!(read("% variant: anti\n-----OX\n"), None);
    }
}
