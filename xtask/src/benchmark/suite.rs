//! The files of the benchmark while they are made: OBF, some positions without a score yet.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use wane_board::{AnyPosition, Board, Colour, Objective, Position};
use wane_files::write_atomically;
use wane_formats::obf::{self, Problem, Suite};

/// A file, and the lines above its positions that say how they were made.
pub(super) struct SuiteFile {
    pub(super) path: PathBuf,
    pub(super) header: String,
}

impl SuiteFile {
    /// What is in the file; without its scores, if they were made in another way.
    pub(super) fn read(&self) -> Result<Suite> {
        let mut suite = read(&self.path)?;
        if !text(&self.path)?.starts_with(&self.header) {
            suite.problems.iter_mut().for_each(|problem| problem.scores.clear());
        }
        Ok(suite)
    }

    /// Writes the file; a stop leaves the old one or the new one.
    pub(super) fn write(&self, suite: &Suite) -> Result<()> {
        let writing = || format!("writing {}", self.path.display());
        let text = format!("{}{}", self.header, obf::write(suite));
        write_atomically(&self.path, text.as_bytes()).with_context(writing)
    }
}

/// The positions of a file.
pub(super) fn read(path: &Path) -> Result<Suite> {
    obf::parse(&text(path)?).with_context(|| format!("reading {}", path.display()))
}

/// Positions whose scores are to be found.
pub(super) fn unknown(boards: &[Board<8>]) -> Suite {
    let problem = |board: &Board<8>| Problem {
        line: 0,
        position: Position { board: *board, side: Colour::Black }.into(),
        scores: Vec::new(),
        comment: format!("empties {}", board.empties().len()),
    };
    let problems = boards.iter().map(problem).collect();
    Suite { objective: Some(Objective::FewestDiscs), problems }
}

/// The board of a position, as its side to move sees it.
pub(super) fn board(problem: &Problem) -> Result<Board<8>> {
    match problem.position {
        AnyPosition::Eight(position) => Ok(position.board),
        _ => bail!("line {}: this is no position on 8x8", problem.line),
    }
}

fn text(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))
}
