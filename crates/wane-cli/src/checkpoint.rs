//! The checkpoint file of a long solve: proofs are added as they are found, and a later run with
//! the same file begins with all of them.
//!
//! The file is a [`Journal`]. It is synced within a second of each proof, and after each solved position.

use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use wane_board::{AnyPosition, Colour, Objective};
use wane_files::{Journal, JournalError, LineForm};
use wane_formats::checkpoint::{self, Proved};
use wane_search::{Bounds, Proof, Solver, Table};
use wane_text::Foreign;

/// An open checkpoint file.
pub(crate) struct Checkpoint {
    objective: Objective,
    /// The proofs of earlier runs.
    proofs: Vec<Proved>,
    file: Mutex<ProofFile>,
}

/// The file, and why it could not be written.
struct ProofFile {
    journal: Journal,
    error: Option<JournalError>,
}

impl Checkpoint {
    /// Opens a checkpoint, or begins one.
    pub(crate) fn open(path: &Path, objective: Objective) -> Result<Self> {
        let name = Foreign::path(path);
        let opened = Journal::open(path, LineForm::Text);
        let (mut journal, lines) =
            opened.with_context(|| format!("opening the checkpoint {name}"))?;
        let header = checkpoint::header(objective);
        let header: Vec<&str> = header.lines().collect();
        let mut proofs = Vec::new();
        if lines.len() < header.len() {
            let begun = journal.begin(&header);
            begun.with_context(|| format!("beginning the checkpoint {name}"))?;
        } else {
            let text = lines.join("\n") + "\n";
            let known = checkpoint::parse(&text);
            let known = known.with_context(|| format!("reading the checkpoint {name}"))?;
            if known.objective != objective {
                bail!(
                    "the checkpoint {name} is about {} discs, this run is about {objective}: \
                     choose another file",
                    known.objective
                );
            }
            proofs = known.proofs;
        }
        let file = ProofFile { journal, error: None };
        Ok(Self { objective, proofs, file: Mutex::new(file) })
    }

    /// Puts all proofs into a transposition table.
    pub(crate) fn load_into(&self, table: &Table) {
        let solver = Solver::new(self.objective, table);
        for proved in &self.proofs {
            let Proved { position, lower, upper, best, cost, .. } = *proved;
            let bounds = Bounds { lower, upper };
            solver.learn(&Proof { board: position.board(), bounds, best, nodes: cost });
        }
    }

    /// Adds a proof with the nodes and the time of this run so far; whether it was written.
    pub(crate) fn add(&self, proof: &Proof, nodes: u64, elapsed: Duration) -> bool {
        let Proof { board, bounds: Bounds { lower, upper }, best, nodes: cost } = *proof;
        let position = AnyPosition::new(board, Colour::Black);
        let (nodes, seconds) = (self.nodes_before() + nodes, elapsed.as_secs());
        let seconds = self.last().map_or(0, |last| last.seconds) + seconds;
        let line = checkpoint::line(&Proved { position, lower, upper, best, cost, nodes, seconds });
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if file.error.is_none() {
            file.error = file.add(line.trim_end()).err();
        }
        file.error.is_none()
    }

    /// Waits until all proofs are on the disk; an error if some proof could not be written.
    pub(crate) fn ensure_written(&self) -> Result<()> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let written = file.error.take().map_or(Ok(()), Err).and_then(|()| file.journal.sync());
        written.context("writing the checkpoint")
    }

    /// The nodes of earlier runs.
    pub(crate) fn nodes_before(&self) -> u64 {
        self.last().map_or(0, |last| last.nodes)
    }

    /// The seconds of earlier runs.
    #[expect(clippy::cast_precision_loss, reason = "a time for people")]
    pub(crate) fn seconds_before(&self) -> f64 {
        self.last().map_or(0.0, |last| last.seconds as f64)
    }

    fn last(&self) -> Option<&Proved> {
        self.proofs.last()
    }
}

impl ProofFile {
    fn add(&mut self, line: &str) -> Result<(), JournalError> {
        self.journal.append(line)?;
        self.journal.sync_soon()
    }
}
