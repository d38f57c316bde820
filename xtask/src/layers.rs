//! `cargo xtask layers`: who may depend on whom.
//!
//! The table here is the law; ARCHITECTURE.md draws it. A crate that is not in the table, an edge
//! that is not in it, or a third-party crate beyond a crate's budget fails the check. Development
//! dependencies are free, but nothing except tests and chores may depend on the testkit.

use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::Value;

/// What one crate may depend on.
struct Room {
    name: &'static str,
    wane: &'static [&'static str],
    third_party: &'static [&'static str],
}

const ROOMS: &[Room] = &[
    Room { name: "wane-board", wane: &[], third_party: &[] },
    Room { name: "wane-random", wane: &[], third_party: &[] },
    Room { name: "wane-files", wane: &[], third_party: &[] },
    Room {
        name: "wane-formats",
        wane: &["wane-board"],
        third_party: &["schemars", "serde", "serde_json", "ts-rs"],
    },
    Room { name: "wane-eval", wane: &["wane-board", "wane-files"], third_party: &[] },
    Room {
        name: "wane-search",
        wane: &["wane-board", "wane-eval", "wane-random"],
        third_party: &[],
    },
    Room { name: "wane-gallery", wane: &["wane-board", "wane-random"], third_party: &[] },
    Room {
        name: "wane-match",
        wane: &["wane-board", "wane-files", "wane-formats", "wane-random"],
        third_party: &["command-fds", "rustix", "schemars", "serde", "serde_json", "thiserror"],
    },
    Room {
        name: "wane-lab",
        wane: &[
            "wane-board",
            "wane-eval",
            "wane-files",
            "wane-formats",
            "wane-gallery",
            "wane-match",
            "wane-random",
            "wane-search",
        ],
        third_party: &["schemars", "serde", "serde_json", "thiserror"],
    },
    Room {
        name: "wane-service",
        wane: &[
            "wane-board",
            "wane-eval",
            "wane-formats",
            "wane-gallery",
            "wane-random",
            "wane-search",
        ],
        third_party: &["schemars", "serde", "serde_json", "thiserror"],
    },
    Room {
        name: "wane-wasm",
        wane: &["wane-eval", "wane-search", "wane-service"],
        third_party: &["serde", "serde_json", "wasm-bindgen"],
    },
    Room {
        name: "wane-server",
        wane: &["wane-search", "wane-service"],
        third_party: &[
            "axum",
            "hyper",
            "hyper-util",
            "rust-embed",
            "rustix",
            "serde_json",
            "thiserror",
            "tokio",
        ],
    },
    Room {
        name: "wane-cli",
        wane: &[
            "wane-board",
            "wane-eval",
            "wane-files",
            "wane-formats",
            "wane-gallery",
            "wane-lab",
            "wane-match",
            "wane-search",
            "wane-server",
            "wane-service",
        ],
        third_party: &[
            "anstream",
            "anstyle",
            "anyhow",
            "clap",
            "clap_complete",
            "ctrlc",
            "indicatif",
            "jiff",
            "ratatui",
            "serde",
            "serde_json",
            "shlex",
            "thiserror",
            "tokio",
        ],
    },
    Room { name: "wane-testkit", wane: &["wane-board", "wane-random"], third_party: &[] },
    Room {
        name: "xtask",
        wane: &[
            "wane-board",
            "wane-eval",
            "wane-files",
            "wane-formats",
            "wane-lab",
            "wane-match",
            "wane-search",
            "wane-testkit",
        ],
        third_party: &[
            "anyhow",
            "clap",
            "futures-util",
            "serde_json",
            "tokio",
            "tokio-tungstenite",
        ],
    },
];

/// Runs the check and prints the layers.
pub(crate) fn run() -> Result<()> {
    let crates = workspace_crates()?;
    let wrongs = wrongs(&crates)?;
    ensure!(wrongs.is_empty(), "the layers are broken:\n  {}", wrongs.join("\n  "));
    print_summary(&crates);
    Ok(())
}

#[expect(clippy::print_stdout, reason = "a chore talks to the person who runs it")]
fn print_summary(crates: &[Value]) {
    println!("{} crates keep to their layers", crates.len());
}

fn workspace_crates() -> Result<Vec<Value>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let run = Command::new(cargo)
        .args(["metadata", "--format-version=1", "--no-deps"])
        .output()
        .context("running cargo metadata")?;
    if !run.status.success() {
        bail!("cargo metadata failed: {}", String::from_utf8_lossy(&run.stderr));
    }
    let metadata: Value = serde_json::from_slice(&run.stdout).context("reading cargo metadata")?;
    let crates = metadata["packages"].as_array().context("cargo metadata has no packages")?;
    Ok(crates.clone())
}

/// A line for each thing that is not allowed.
fn wrongs(crates: &[Value]) -> Result<Vec<String>> {
    let mut wrongs = Vec::new();
    for package in crates {
        let name = package["name"].as_str().context("a package has no name")?;
        let Some(room) = ROOMS.iter().find(|room| room.name == name) else {
            wrongs.push(format!("{name} is not in the table of xtask/src/layers.rs"));
            continue;
        };
        let dependencies = package["dependencies"].as_array().context("no dependencies")?;
        for dependency in dependencies {
            // Normal dependencies have no kind; "dev" and "build" have.
            if dependency["kind"].as_str() == Some("dev") {
                continue;
            }
            let to = dependency["name"].as_str().context("a dependency has no name")?;
            let allowed = if dependency["path"].is_string() { room.wane } else { room.third_party };
            if !allowed.contains(&to) {
                wrongs.push(format!("{name} must not depend on {to}"));
            }
        }
    }
    Ok(wrongs)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn package(name: &str, to: &str, path: Option<&str>, kind: Option<&str>) -> Value {
        json!({"name": name, "dependencies": [{"name": to, "path": path, "kind": kind}]})
    }

    #[test]
    fn edges_that_are_not_in_the_table_are_found() {
        let found = |package| wrongs(&[package]).unwrap();
        let path = Some("somewhere");
        assert!(found(package("wane-formats", "wane-board", path, None)).is_empty());
        assert!(found(package("wane-formats", "serde", None, None)).is_empty());
        assert!(found(package("wane-board", "wane-testkit", path, Some("dev"))).is_empty());
        for wrong in [
            package("wane-board", "wane-formats", path, None),
            package("wane-board", "serde", None, None),
            package("wane-board", "cc", None, Some("build")),
            package("wane-cli", "wane-testkit", path, None),
            package("wane-attic", "wane-board", path, None),
        ] {
            assert_eq!(found(wrong).len(), 1);
        }
    }

    #[test]
    fn the_table_has_no_cycle() {
        for (index, room) in ROOMS.iter().enumerate() {
            for below in room.wane {
                let place = ROOMS.iter().position(|room| room.name == *below);
                assert!(place.is_some_and(|place| place < index), "{} on {below}", room.name);
            }
        }
    }
}
