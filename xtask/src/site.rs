//! `cargo xtask site`: the website: a first screen, the page to play on, the book, and the references of the libraries.
//!
//! The page must have been built. mdBook makes the book from docs/, cargo the reference of the crates, and `TypeDoc` that
//! of the npm package.

mod book;
mod links;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use clap::Args;

use crate::{build, command};

/// The files of the first screen, in the repository.
const SOURCES: &str = "site/front";

/// The crates whose reference is on the site.
const LIBRARIES: [&str; 7] = [
    "wane-board",
    "wane-eval",
    "wane-formats",
    "wane-gallery",
    "wane-match",
    "wane-search",
    "wane-service",
];

#[derive(Args)]
pub(crate) struct SiteArgs {
    /// Write the site to this folder; by default site in the target folder
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Leave out the references of the libraries, which take a minute
    #[arg(long)]
    without_references: bool,
}

/// Makes the site.
#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
pub(crate) fn run(args: &SiteArgs) -> Result<()> {
    let root = build::root();
    let out =
        std::path::absolute(args.out.clone().unwrap_or_else(|| build::target().join("site")))?;
    if out.exists() {
        ensure!(out.join("index.html").exists(), "{} is a folder, but not a site", out.display());
        fs::remove_dir_all(&out)?;
    }
    fs::create_dir_all(&out)?;
    copy(&root.join(SOURCES), &out)?;
    let page = root.join("web/dist");
    ensure!(
        page.join("index.html").exists(),
        "there is no page in {}: run cargo xtask page",
        page.display()
    );
    copy(&page, &out.join("play"))?;
    copy(&root.join("docs/images"), &out.join("images"))?;
    book::make(&root, &out.join("book"))?;
    if !args.without_references {
        rust_reference(&root, &out.join("api/rust"))?;
        javascript_reference(&root, &out.join("api/javascript"))?;
    }
    println!("the site is in {}; its {} links lead somewhere", out.display(), links::check(&out)?);
    Ok(())
}

/// Copies the contents of a folder.
fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    command::run(Command::new("cp").arg("--recursive").arg(from.join(".")).arg(to))
}

/// The reference of the crates.
fn rust_reference(root: &Path, out: &Path) -> Result<()> {
    let target = build::target().join("site-reference");
    let mut cargo = Command::new("cargo");
    cargo.current_dir(root).args(["doc", "--quiet", "--no-deps", "--target-dir"]).arg(&target);
    cargo.args(LIBRARIES.iter().flat_map(|name| ["--package", name]));
    command::run(&mut cargo)?;
    copy(&target.join("doc"), out)?;
    let links = LIBRARIES.map(|name| {
        format!("<li><a href=\"{}/index.html\">{name}</a></li>", name.replace('-', "_"))
    });
    let list = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>The Rust crates of Wane</title><h1>The Rust crates of Wane</h1><ul>{}</ul></html>\n",
        links.concat()
    );
    fs::write(out.join("index.html"), list).context("writing the list of the crates")
}

/// The reference of the npm package. Its folder has the tools for it, which need another TypeScript than the page.
fn javascript_reference(root: &Path, out: &Path) -> Result<()> {
    let folder = root.join("site/reference");
    let mut npm = Command::new("npm");
    npm.current_dir(&folder).args(["ci", "--silent", "--no-audit", "--no-fund"]);
    command::run(&mut npm)?;
    let mut npm = Command::new("npm");
    npm.current_dir(&folder)
        .args(["run", "--silent", "reference", "--", "--logLevel", "Warn", "--out"])
        .arg(out);
    command::run(&mut npm)
}
