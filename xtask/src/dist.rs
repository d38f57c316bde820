//! `cargo xtask dist`: every artefact of a release, from a clean checkout, with checksums.
//!
//! The artefacts are a table: one file here for each, and a row in [`ARTEFACTS`]. Two runs on the same commit make the
//! same bytes, in whichever folder the checkout is; [`release`] has what that takes.

mod crates;
mod deb;
mod image;
mod npm;
mod page;
mod program;
mod publish;
mod rehearse;
mod release;
mod sbom;
mod third_party;
mod wheel;

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;

use crate::command;
pub(crate) use publish::{PublishArgs, run as publish};
use release::Release;

/// A thing that is released.
struct Artefact {
    name: &'static str,
    /// Makes its files in the folder of the release, and returns their names.
    make: fn(&Release) -> Result<Vec<String>>,
}

/// What is released, in the order in which it is made: the program has the page in it, and the package has the program.
const ARTEFACTS: [Artefact; 9] = [
    Artefact { name: "page", make: page::make },
    Artefact { name: "program", make: program::make },
    Artefact { name: "other-programs", make: program::make_for_others },
    Artefact { name: "deb", make: deb::make },
    Artefact { name: "npm", make: npm::make },
    Artefact { name: "wheel", make: wheel::make },
    Artefact { name: "image", make: image::make },
    Artefact { name: "crates", make: crates::make },
    Artefact { name: "sbom", make: sbom::make },
];

/// The file with the checksums of all artefacts.
const CHECKSUMS: &str = "SHA256SUMS";

#[derive(Args)]
pub(crate) struct DistArgs {
    /// Write the artefacts to this folder; by default dist in the target folder
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Make only this artefact; repeat it for several
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Then try the artefacts in a clean system, as their users would; needs root or user namespaces
    #[arg(long)]
    rehearse: bool,
    /// Build from a checkout with changes too; no such artefact is ever published
    #[arg(long)]
    with_changes: bool,
    /// Cache folder for a compiler for browsers, if that must be made
    #[arg(long, value_name = "FOLDER")]
    cache: Option<PathBuf>,
}

/// Makes the artefacts.
#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
pub(crate) fn run(args: &DistArgs) -> Result<()> {
    if let Some(unknown) = args.only.iter().find(|name| find(name).is_none()) {
        let names: Vec<&str> = ARTEFACTS.iter().map(|it| it.name).collect();
        bail!("there is no artefact {unknown}; the artefacts are {}", names.join(", "));
    }
    let release = Release::of_checkout(args.out.clone(), args.cache.clone(), args.with_changes)?;
    println!("wane {} of commit {}", release.version, release.commit);
    if args.out.is_none() {
        remove_other_versions(&release)?;
    }
    let wanted =
        |it: &&Artefact| args.only.is_empty() || args.only.iter().any(|name| name == it.name);
    for Artefact { name, make } in ARTEFACTS.iter().filter(wanted) {
        let started = Instant::now();
        let files = make(&release).with_context(|| format!("making the artefact {name}"))?;
        println!("{name}: {:.0} s", started.elapsed().as_secs_f64());
        for file in files {
            let bytes = fs::metadata(release.out.join(&file))
                .with_context(|| format!("there is no {file}"))?
                .len();
            println!("  {file}  {bytes} bytes");
        }
    }
    write_checksums(&release)?;
    if args.rehearse {
        rehearse::run(&release)?;
        publish::rehearse(&release)?;
        rehearse::same_bytes(&release)?;
    }
    Ok(())
}

/// Removes what was made of another version from the folder of cargo: it would be published, too.
fn remove_other_versions(release: &Release) -> Result<()> {
    for file in fs::read_dir(&release.out)? {
        let path = file?.path();
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        if !name.is_some_and(|name| name == CHECKSUMS || name.contains(&release.version)) {
            fs::remove_file(&path)
                .with_context(|| format!("removing {} of another version", path.display()))?;
        }
    }
    Ok(())
}

fn find(name: &str) -> Option<&'static Artefact> {
    ARTEFACTS.iter().find(|it| it.name == name)
}

/// Writes the checksums of all files of the release, as `sha256sum --check` reads them.
fn write_checksums(release: &Release) -> Result<()> {
    let mut names = Vec::new();
    for file in fs::read_dir(&release.out)? {
        let file = file?;
        let name = file.file_name().into_string().ok().context("every name is plain text")?;
        if file.file_type()?.is_file() && name != CHECKSUMS {
            names.push(name);
        }
    }
    ensure!(!names.is_empty(), "there are no artefacts");
    names.sort();
    let sums = command::output(
        Command::new("sha256sum").current_dir(&release.out).arg("--").args(&names),
    )?;
    fs::write(release.out.join(CHECKSUMS), sums + "\n").context("writing the checksums")
}
