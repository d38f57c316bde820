//! Tells the program from which commit it is built, where that is known.

use std::path::Path;
use std::process::Command;

/// Changes with every commit.
const LOG: &str = "../../.git/logs/HEAD";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if Path::new(LOG).exists() {
        println!("cargo::rerun-if-changed={LOG}");
    }
    let found = Command::new("git").args(["rev-parse", "--short=12", "HEAD"]).output();
    let found = found.ok().filter(|it| it.status.success());
    if let Some(commit) = found.and_then(|it| String::from_utf8(it.stdout).ok()) {
        println!("cargo::rustc-env=WANE_COMMIT={}", commit.trim());
    }
}
