//! Tells the program which commit it is built from: `WANE_COMMIT`, which a release sets; or what cargo has noted in a
//! published crate; or the commit of the clone, with a `+` if files were changed.

use std::env;
use std::fs;
use std::process::Command;

/// How many digits of a commit are enough to find it.
const DIGITS: usize = 12;

fn main() {
    println!("cargo::rerun-if-env-changed=WANE_COMMIT");
    let commit = env::var("WANE_COMMIT").ok().or_else(published).or_else(cloned);
    println!("cargo::rustc-env=WANE_COMMIT={}", commit.as_deref().unwrap_or("unknown"));
}

/// The commit in a crate that was published.
fn published() -> Option<String> {
    const FILE: &str = ".cargo_vcs_info.json";
    let text = fs::read_to_string(FILE).ok()?;
    // Only if it is there: for a file that is missing, cargo would build the program anew each time.
    println!("cargo::rerun-if-changed={FILE}");
    let (_, rest) = text.split_once("\"sha1\": \"")?;
    rest.get(..DIGITS).map(String::from)
}

/// The commit of the clone.
fn cloned() -> Option<String> {
    let commit = git(&["rev-parse", &format!("--short={DIGITS}"), "HEAD"])?;
    // The log of HEAD grows with every commit, and the sources of all crates are in the folder above.
    println!("cargo::rerun-if-changed={}", git(&["rev-parse", "--git-path", "logs/HEAD"])?);
    println!("cargo::rerun-if-changed=..");
    let changes = git(&["status", "--porcelain", "--untracked-files=no"])?;
    Some(if changes.is_empty() { commit } else { commit + "+" })
}

fn git(arguments: &[&str]) -> Option<String> {
    let run = Command::new("git").args(arguments).output().ok()?;
    let text = run.status.success().then(|| String::from_utf8(run.stdout).ok())??;
    Some(text.trim().to_owned())
}
