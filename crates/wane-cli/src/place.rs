//! [`Place`]: where the jobs of a command are done: on threads of this process, or on a farm.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, Result};
use wane_board::Objective;
use wane_eval::shipped_checksum;
use wane_farm::{Farm, FarmAddress, FarmError, FarmSettings, Layout, PARCEL};
use wane_lab::selfplay::{SelfplayJob, SelfplayWorker};
use wane_lab::{Workforce, job_kinds};
use wane_match::{AgentRuntime, Executor, GameJob, GameWorker, LocalThreads, RemoteJob, Stop};
use wane_search::SIGNATURE;
use wane_text::Foreign;

use crate::args::farm::FarmOption;
use crate::cmd::version::VERSION;

/// Where jobs are done.
#[derive(Debug)]
pub(crate) enum Place {
    /// On this many threads.
    Here(usize),
    Farm(Box<Farm>),
}

/// What results depend on: the same on every machine that may do a job.
pub(crate) fn signature() -> String {
    format!("{VERSION} {SIGNATURE} {:08x}", shipped_checksum(Objective::FewestDiscs) >> 32)
}

/// How a farm is used by this program.
pub(crate) fn settings(address: &FarmAddress) -> Result<FarmSettings> {
    let program = env::current_exe().context("finding this program itself")?;
    let (address, layout) = (address.clone(), Layout::of(address.servers.len()));
    let (signature, ledger, parcel, kinds) = (signature(), None, PARCEL, job_kinds());
    Ok(FarmSettings { address, layout, program, signature, ledger, parcel, kinds })
}

/// Runs a command. If a volunteer of the farm has given something wrong to it, the file or the folder of the run is set
/// aside and the command runs again; what the others gave is not lost.
pub(crate) fn honestly<T>(run: Option<&Path>, mut command: impl FnMut() -> Result<T>) -> Result<T> {
    loop {
        let error = match command() {
            Ok(done) => return Ok(done),
            Err(error) => error,
        };
        let Some(FarmError::Forged { member, ledger, .. }) = error.downcast_ref() else {
            return Err(error);
        };
        anstream::eprintln!("{error}");
        if let Some(run) = run
            && let Some(aside) = set_aside(run)?
        {
            anstream::eprintln!("what was there is in {}", Foreign::path(&aside));
        }
        if let Some(ledger) = ledger {
            Farm::forget(ledger, &member.to_string())?;
        }
    }
}

/// Gives the file or the folder of a run another name, and returns that; `None` if it is not there.
fn set_aside(run: &Path) -> Result<Option<PathBuf>> {
    let has_room = |number: &u32| !run.with_added_extension(format!("forged-{number}")).exists();
    let number = (1..10_000).find(has_room).context("too many files are set aside")?;
    let aside = run.with_added_extension(format!("forged-{number}"));
    let mut is_there = false;
    for (from, to) in [
        (run.to_owned(), aside.clone()),
        (run.with_added_extension("journal"), aside.with_added_extension("journal")),
    ] {
        if from.exists() {
            fs::rename(&from, &to).with_context(|| format!("{}", Foreign::path(&from)))?;
            is_there = true;
        }
    }
    Ok(is_there.then_some(aside))
}

impl Place {
    /// The farm that the command line names, or this many threads of this process. `run` is the file or the folder
    /// of the run; who gave which results is noted beside it.
    pub(crate) fn open(option: &FarmOption, threads: usize, run: Option<&Path>) -> Result<Self> {
        let Some(address) = &option.farm else { return Ok(Self::Here(threads)) };
        let ledger = run.map(|run| run.with_added_extension("farm"));
        let settings = FarmSettings { ledger, ..settings(address)? };
        Ok(Self::Farm(Box::new(Farm::open(settings)?)))
    }

    /// An executor: these threads, unless there is a farm.
    pub(crate) fn executor<'p, J: RemoteJob + 'p>(
        &'p self,
        stop: &Stop,
        threads: impl FnOnce(usize, &Stop) -> LocalThreads<J>,
    ) -> Box<dyn Executor<J> + 'p> {
        match self {
            Self::Here(count) => Box::new(threads(*count, stop)),
            Self::Farm(farm) => Box::new(farm.executor(stop)),
        }
    }

    /// Tells the farm how many jobs there will be.
    pub(crate) fn expect(&self, jobs: u64) {
        if let Self::Farm(farm) = self {
            farm.expect(jobs);
        }
    }

    /// Fails if the farm has, since the last call.
    pub(crate) fn check(&self) -> Result<()> {
        let failure = match self {
            Self::Here(_) => None,
            Self::Farm(farm) => farm.failure(),
        };
        failure.map_or(Ok(()), |error| Err(error.into()))
    }
}

impl Workforce for Place {
    fn selfplay<'w>(&'w self, stop: &Stop) -> Box<dyn Executor<SelfplayJob> + 'w> {
        self.executor(stop, SelfplayWorker::threads)
    }

    fn games<'w>(
        &'w self,
        runtime: &Arc<AgentRuntime>,
        stop: &Stop,
    ) -> Box<dyn Executor<GameJob> + 'w> {
        self.executor(stop, |threads, stop| GameWorker::threads(threads, runtime, stop))
    }
}
