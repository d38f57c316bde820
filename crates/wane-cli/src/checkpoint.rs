//! The checkpoint file of a long solve: proofs are added as they are found, and a later run with
//! the same file begins with all of them.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use wane_board::{AnyPosition, Colour, Objective};
use wane_formats::checkpoint::{self, Proved};
use wane_search::{Bounds, Proof, Solver, Table};

/// An open checkpoint file.
pub(crate) struct Checkpoint {
    path: PathBuf,
    objective: Objective,
    /// The proofs of earlier runs.
    proofs: Vec<Proved>,
    /// The file, or why it could not be written.
    file: Mutex<std::io::Result<File>>,
}

impl Checkpoint {
    /// Opens a checkpoint, or begins one.
    pub(crate) fn open(path: &Path, objective: Objective) -> Result<Self> {
        let name = path.display();
        let mut options = OpenOptions::new();
        let file = options.read(true).write(true).create(true).truncate(false).open(path);
        let mut file = file.with_context(|| format!("opening the checkpoint {name}"))?;
        let mut text = String::new();
        let read = file.read_to_string(&mut text);
        read.with_context(|| format!("reading the checkpoint {name}"))?;
        let mut proofs = Vec::new();
        if text.is_empty() {
            let header = checkpoint::header(objective);
            let written = file.write_all(header.as_bytes());
            written.with_context(|| format!("writing the checkpoint {name}"))?;
        } else {
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
            // An unfinished line is overwritten by the next one.
            let end = text.rfind('\n').map_or(0, |end| end + 1) as u64;
            let cut = file.set_len(end).and_then(|()| file.seek(SeekFrom::Start(end)));
            cut.with_context(|| format!("writing the checkpoint {name}"))?;
        }
        Ok(Self { path: path.into(), objective, proofs, file: Mutex::new(Ok(file)) })
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
        let written = file.as_mut().map(|file| file.write_all(line.as_bytes()));
        if let Ok(Err(error)) = written {
            *file = Err(error);
        }
        file.is_ok()
    }

    /// An error if some proof could not be written.
    pub(crate) fn ensure_written(&self) -> Result<()> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        match file.as_mut() {
            Ok(_) => Ok(()),
            Err(error) => {
                let error = std::mem::replace(error, ErrorKind::Other.into());
                Err(error)
                    .with_context(|| format!("writing the checkpoint {}", self.path.display()))
            }
        }
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
