//! `cargo xtask publish`: uploads what `cargo xtask dist` has made. Without `--upload` it does everything but that, and
//! the rehearsal of a release does so for every place.

use std::fs;

use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;

use super::release::Release;
use super::{CHECKSUMS, crates, image, npm, wheel};
use crate::command;

/// Where a release is published.
struct Place {
    name: &'static str,
    /// Publishes there, up to the upload or with it.
    publish: fn(&Release, upload: bool) -> Result<()>,
}

/// The places, in the order in which they must be served: who reads of a release can already have it.
const PLACES: [Place; 5] = [
    Place { name: "crates", publish: crates::publish },
    Place { name: "npm", publish: npm::publish },
    Place { name: "pypi", publish: wheel::publish },
    Place { name: "image", publish: image::publish },
    Place { name: "github", publish: github },
];

#[derive(Args)]
pub(crate) struct PublishArgs {
    /// Where: crates, npm, pypi, image or github
    place: String,
    /// Upload. Otherwise everything is done but that
    #[arg(long)]
    upload: bool,
    /// The folder of the artefacts; by default dist in the target folder
    #[arg(long, value_name = "FOLDER")]
    out: Option<std::path::PathBuf>,
}

/// Publishes the release of this commit in one place.
pub(crate) fn run(args: &PublishArgs) -> Result<()> {
    let Some(place) = PLACES.iter().find(|place| place.name == args.place) else {
        let names: Vec<&str> = PLACES.iter().map(|place| place.name).collect();
        bail!("there is no place {}; the places are {}", args.place, names.join(", "));
    };
    let release = Release::of_checkout(args.out.clone(), None, !args.upload)?;
    if args.upload {
        let tags = command::output(release.command("git").args(["tag", "--points-at", "HEAD"]))?;
        ensure!(
            tags.lines().any(|tag| tag == release.tag()),
            "this commit has not the tag {}: only what is tagged is published",
            release.tag()
        );
    }
    (place.publish)(&release, args.upload)
}

/// Everything but the uploads.
#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
pub(super) fn rehearse(release: &Release) -> Result<()> {
    for Place { name, publish } in &PLACES {
        publish(release, false).with_context(|| format!("publishing to {name}"))?;
        println!("{name}: ready for the upload");
    }
    Ok(())
}

/// A release with all files on the project's page, and the changes of the version.
fn github(release: &Release, upload: bool) -> Result<()> {
    command::run(
        release
            .command("sha256sum")
            .current_dir(&release.out)
            .args(["--check", "--quiet", CHECKSUMS]),
    )?;
    let notes = release.target.join("notes.md");
    let changes = fs::read_to_string(release.root.join("CHANGELOG.md"))?;
    fs::write(&notes, changes_of(&changes, &release.version)?)?;
    let mut files = Vec::new();
    for file in fs::read_dir(&release.out)? {
        files.push(file?.path());
    }
    files.sort();
    let mut gh = release.command("gh");
    gh.args(["release", "create", "--verify-tag", "--title"]);
    gh.arg(format!("Wane {}", release.version)).arg("--notes-file").arg(&notes);
    gh.arg(release.tag()).args(files);
    if upload { command::run(&mut gh) } else { Ok(()) }
}

/// The section of the changelog about a version, without its headline.
fn changes_of(changelog: &str, version: &str) -> Result<String> {
    let headline = format!("## {version}");
    let mut lines = changelog.lines();
    lines
        .by_ref()
        .find(|line| *line == headline || line.starts_with(&format!("{headline} ")))
        .with_context(|| format!("CHANGELOG.md has no section \"{headline}\""))?;
    let section: Vec<&str> = lines.take_while(|line| !line.starts_with("## ")).collect();
    let text = section.join("\n").trim().to_owned();
    ensure!(!text.is_empty(), "CHANGELOG.md says nothing about {version}");
    Ok(text + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_are_the_section_of_the_version() {
        let changelog = "# Changelog\n\n## Unreleased\n\n- next\n\n## 0.2.0 (2026-11-17)\n\n- this\n\n## 0.1.0\n\n- that\n";
        assert_eq!(changes_of(changelog, "0.2.0").unwrap(), "- this\n");
        assert_eq!(changes_of(changelog, "0.1.0").unwrap(), "- that\n");
        assert!(changes_of(changelog, "0.2").is_err());
    }
}
