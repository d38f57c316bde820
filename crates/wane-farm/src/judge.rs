//! Jobs that the run does itself, where two members differ or there is nobody else to ask.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use wane_files::PathError;
use wane_match::{JobKind, RemoteError, Site, Stop, is_input_name};

use crate::dispatch::Parcel;
use crate::entropy;
use crate::error::FarmError;

/// The results of a parcel, done here; `None` if it was stopped.
pub(crate) fn do_here(
    parcel: &Parcel,
    kinds: &[JobKind],
    program: &Path,
    stop: &Stop,
) -> Result<Option<Vec<Vec<u8>>>, FarmError> {
    let message = &parcel.message;
    let kind = kinds.iter().find(|kind| kind.name == message.kind);
    let unknown = || RemoteError::new(format!("{} cannot be checked here", message.kind));
    let kind = kind.ok_or_else(unknown).map_err(FarmError::Job)?;
    let folder = Scratch::new()?;
    for (name, content) in message.inputs.keys().zip(&parcel.inputs) {
        folder.write(name, content)?;
    }
    let site = Site { program: program.into(), inputs: folder.0.clone() };
    let mut worker = kind.worker(stop);
    let results = message.bodies.iter().map(|body| worker.work(body, &site));
    results.collect::<Result<Option<Vec<_>>, _>>().map_err(FarmError::Job)
}

/// A folder that is deleted in the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Self, FarmError> {
        let path = std::env::temp_dir().join(format!("wane-{}", entropy::token(8)?));
        fs::create_dir(&path).map_err(PathError::at(&path))?;
        Ok(Self(path))
    }

    fn write(&self, name: &str, content: &[u8]) -> Result<(), PathError> {
        let path = self.0.join(name);
        let write = || {
            if !is_input_name(name) {
                return Err(io::ErrorKind::InvalidInput.into());
            }
            path.parent().map_or(Ok(()), fs::create_dir_all)?;
            fs::write(&path, content)
        };
        write().map_err(PathError::at(&path))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
