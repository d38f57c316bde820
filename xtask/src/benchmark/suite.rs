//! The OBF files of the benchmark, where some positions may have no score yet.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use wane_board::{AnyPosition, Board, Colour, Objective, Position};
use wane_files::write_atomically;
use wane_formats::obf::{self, Suite, SuiteEntry};

/// A file, and the comment lines at its top that say how it was made.
pub(super) struct SuiteFile {
    pub(super) path: PathBuf,
    pub(super) header: String,
}

impl SuiteFile {
    /// Reads the file. Drops the scores if the header says that they were made in another way.
    pub(super) fn read(&self) -> Result<Suite> {
        let mut suite = read(&self.path)?;
        if !text(&self.path)?.starts_with(&self.header) {
            suite.problems.iter_mut().for_each(|problem| problem.scores.clear());
        }
        Ok(suite)
    }

    /// Writes the file atomically: an interruption leaves the old one or the new one.
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

/// A suite of positions without scores.
pub(super) fn without_scores(boards: &[Board<8>]) -> Suite {
    let problem = |board: &Board<8>| SuiteEntry {
        line: 0,
        position: Position { board: *board, side: Colour::Black }.into(),
        scores: Vec::new(),
        comment: format!("empties {}", board.empties().len()),
    };
    let problems = boards.iter().map(problem).collect();
    Suite { objective: Some(Objective::FewestDiscs), problems }
}

/// The board of a position, seen from the side to move.
pub(super) fn board(problem: &SuiteEntry) -> Result<Board<8>> {
    match problem.position {
        AnyPosition::Eight(position) => Ok(position.board),
        _ => bail!("line {}: this is not an 8x8 position", problem.line),
    }
}

fn text(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))
}
