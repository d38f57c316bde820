//! `wane farm worker` and `wane farm join`: do the jobs of a farm.

mod log;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use wane_board::AnyBackend;
use wane_farm::{FarmAddress, FarmError, Fingerprint, WorkerSettings, work};
use wane_files::create_folder;
use wane_lab::job_kinds;
use wane_match::sandbox::Sandbox;
use wane_match::{JobNeeds, Stop};
use wane_search::{SIGNATURE, bench};
use wane_text::Foreign;

use crate::args::farm::{JoinArgs, WorkerArgs, WorkerBounds};
use crate::exit::{Ending, Usage};
use crate::interrupt;
use crate::output::Output;
use crate::place;
use crate::progress::Progress;
use log::Log;

/// How long jobs may take to end after Ctrl-C before they are handed back.
const PATIENCE: Duration = Duration::from_secs(20);

/// How many workers of one user a machine may have.
const MAX_FOLDERS: usize = 256;

pub(crate) fn run(args: &WorkerArgs, output: &mut Output) -> Result<Ending> {
    work_for(&args.farm, args.idle, &args.bounds, output)
}

pub(crate) fn join(args: &JoinArgs, output: &mut Output) -> Result<Ending> {
    let path = user_folder("XDG_CONFIG_HOME", ".config")?.join("farm.address");
    let address = if let Some(address) = &args.code {
        path.parent().map_or(Ok(()), create_folder)?;
        address.write(&path)?;
        anstream::eprintln!(
            "the code is in {}: next time, say `wane farm join`",
            Foreign::path(&path)
        );
        address.clone()
    } else if path.exists() {
        FarmAddress::read(&path)?
    } else {
        let text = "this machine has joined no farm yet: say `wane farm join CODE`; its owner has the code";
        return Err(Usage(text.into()).into());
    };
    work_for(&address, true, &args.bounds, output)
}

fn work_for(
    address: &FarmAddress,
    only_idle: bool,
    bounds: &WorkerBounds,
    output: &mut Output,
) -> Result<Ending> {
    ensure_sound()?;
    let program = env::current_exe().context("finding this program itself")?;
    let build = Fingerprint::of(&fs::read(&program).context("reading this program itself")?);
    let stop = interrupt::end()?;
    let log = Log::new(address);
    let mut work_in = |folder: PathBuf| -> Result<(), FarmError> {
        let settings = WorkerSettings {
            address: address.clone(),
            threads: bounds.threads.count(),
            folder,
            disk_mb: bounds.disk as u64,
            kinds: job_kinds(),
            signature: place::signature(),
            build,
            program: program.clone(),
            has: JobNeeds {
                sandbox: Sandbox::find().is_ok(),
                house: address.is_house,
                memory_mb: bounds.memory as u64,
            },
            patience: PATIENCE,
            only_idle,
            bytes_per_second: bounds.bandwidth.map(|it| it << 10),
        };
        let mut progress = Progress::new(1, "farm");
        let ended =
            progress.during(|| log.line(), || work(settings, &stop, &mut |it| log.hear(&it)));
        progress.finish();
        ended
    };
    if let Some(folder) = &bounds.dir {
        work_in(folder.clone())?;
    } else {
        let folders = user_folder("XDG_CACHE_HOME", ".cache")?.join("farm");
        in_free_folder(&folders, &stop, &mut work_in)?;
    }
    output.finish()?;
    Ok(Ending::Done)
}

/// Works in the first folder that no other worker has.
fn in_free_folder(
    folders: &Path,
    stop: &Stop,
    work_in: &mut dyn FnMut(PathBuf) -> Result<(), FarmError>,
) -> Result<()> {
    for number in 0..MAX_FOLDERS {
        match work_in(folders.join(number.to_string())) {
            Err(FarmError::Lock(_)) if !stop.is_stopped() => {}
            done => return Ok(done?),
        }
    }
    bail!("{MAX_FOLDERS} workers have folders in {}: give another with --dir", folders.display())
}

/// Refuses to work if this machine computes something else than others.
fn ensure_sound() -> Result<()> {
    let nodes = bench(AnyBackend::best(), &mut |_, _| {})?.nodes;
    if nodes != SIGNATURE {
        bail!(
            "the bench of this machine is {nodes} and not {SIGNATURE}: its results would be wrong"
        );
    }
    Ok(())
}

/// The folder of this program among those of the user; a variable may name another place than the one in the home folder.
fn user_folder(variable: &str, usual: &str) -> Result<PathBuf> {
    let named = env::var_os(variable).map(PathBuf::from).filter(|it| it.is_absolute());
    let home = || env::home_dir().map(|home| home.join(usual));
    let folder = named.or_else(home).context("no home folder: set HOME, or say --dir")?;
    Ok(folder.join("wane"))
}
