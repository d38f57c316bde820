//! `cargo xtask layers`: checks the dependencies of every crate.
//!
//! The table here decides; ARCHITECTURE.md shows it. The check fails for a crate that is not in the
//! table and for a dependency that the table does not allow. Development dependencies are not checked;
//! apart from them, only xtask may depend on the testkit.

use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::Value;

/// What one crate may depend on.
struct CrateRules {
    name: &'static str,
    wane: &'static [&'static str],
    third_party: &'static [&'static str],
}

const RULES: &[CrateRules] = &[
    CrateRules { name: "wane-board", wane: &[], third_party: &[] },
    CrateRules { name: "wane-random", wane: &[], third_party: &[] },
    CrateRules { name: "wane-text", wane: &[], third_party: &["schemars", "serde"] },
    CrateRules { name: "wane-files", wane: &["wane-text"], third_party: &[] },
    CrateRules {
        name: "wane-formats",
        wane: &["wane-board", "wane-text"],
        third_party: &["schemars", "serde", "serde_json", "ts-rs"],
    },
    CrateRules { name: "wane-eval", wane: &["wane-board", "wane-files"], third_party: &[] },
    CrateRules {
        name: "wane-search",
        wane: &["wane-board", "wane-eval", "wane-random"],
        third_party: &[],
    },
    CrateRules { name: "wane-gallery", wane: &["wane-board", "wane-random"], third_party: &[] },
    CrateRules {
        name: "wane-match",
        wane: &["wane-board", "wane-files", "wane-formats", "wane-random", "wane-text"],
        third_party: &["command-fds", "rustix", "schemars", "serde", "serde_json", "thiserror"],
    },
    CrateRules {
        name: "wane-service",
        wane: &[
            "wane-board",
            "wane-eval",
            "wane-formats",
            "wane-gallery",
            "wane-random",
            "wane-search",
            "wane-text",
        ],
        third_party: &["schemars", "serde", "serde_json", "thiserror", "toml"],
    },
    CrateRules {
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
            "wane-service",
        ],
        third_party: &["cmaes", "schemars", "serde", "serde_json", "thiserror"],
    },
    CrateRules {
        name: "wane-wasm",
        wane: &["wane-eval", "wane-search", "wane-service"],
        third_party: &["serde", "serde_json", "wasm-bindgen"],
    },
    CrateRules {
        name: "wane-python",
        wane: &[
            "wane-board",
            "wane-eval",
            "wane-files",
            "wane-formats",
            "wane-gallery",
            "wane-lab",
            "wane-match",
            "wane-random",
            "wane-search",
            "wane-service",
        ],
        third_party: &["numpy", "pyo3"],
    },
    CrateRules {
        name: "wane-server",
        wane: &["wane-search", "wane-service"],
        third_party: &[
            "axum",
            "brotli-decompressor",
            "flate2",
            "hyper",
            "hyper-util",
            "rust-embed",
            "rustix",
            "serde",
            "serde_json",
            "thiserror",
            "tokio",
        ],
    },
    CrateRules {
        name: "wane-farm",
        wane: &["wane-files", "wane-match", "wane-text"],
        third_party: &[
            "async-nats",
            "bytes",
            "futures-util",
            "getrandom",
            "nkeys",
            "rcgen",
            "rustix",
            "rustls",
            "serde",
            "serde_json",
            "sha2",
            "thiserror",
            "tokio",
        ],
    },
    CrateRules {
        name: "wane-cli",
        wane: &[
            "wane-board",
            "wane-eval",
            "wane-farm",
            "wane-files",
            "wane-formats",
            "wane-gallery",
            "wane-lab",
            "wane-match",
            "wane-search",
            "wane-server",
            "wane-service",
            "wane-text",
        ],
        third_party: &[
            "anstream",
            "anstyle",
            "anyhow",
            "clap",
            "clap_complete",
            "indicatif",
            "jiff",
            "ratatui",
            "serde",
            "serde_json",
            "shlex",
            "thiserror",
            "tokio",
            "toml",
        ],
    },
    CrateRules { name: "wane-testkit", wane: &["wane-board", "wane-random"], third_party: &[] },
    CrateRules {
        name: "xtask",
        wane: &[
            "wane-board",
            "wane-eval",
            "wane-farm",
            "wane-files",
            "wane-formats",
            "wane-lab",
            "wane-match",
            "wane-search",
            "wane-service",
            "wane-testkit",
        ],
        third_party: &[
            "anyhow",
            "clap",
            "futures-util",
            "serde",
            "serde_json",
            "tokio",
            "tokio-tungstenite",
        ],
    },
];

/// Checks all crates of the workspace.
pub(crate) fn run() -> Result<()> {
    let crates = workspace_crates()?;
    let violations = violations(&crates)?;
    ensure!(violations.is_empty(), "forbidden dependencies:\n  {}", violations.join("\n  "));
    print_summary(&crates);
    Ok(())
}

#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
fn print_summary(crates: &[Value]) {
    println!("{} crates depend only on what their layer allows", crates.len());
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

/// One line for each violation.
fn violations(crates: &[Value]) -> Result<Vec<String>> {
    let mut violations = Vec::new();
    for package in crates {
        let name = package["name"].as_str().context("a package has no name")?;
        let Some(rules) = RULES.iter().find(|rules| rules.name == name) else {
            violations.push(format!("{name} is not in the table of xtask/src/layers.rs"));
            continue;
        };
        let dependencies = package["dependencies"].as_array().context("no dependencies")?;
        for dependency in dependencies {
            // The kind of a normal dependency is null; other kinds are "dev" and "build".
            if dependency["kind"].as_str() == Some("dev") {
                continue;
            }
            let to = dependency["name"].as_str().context("a dependency has no name")?;
            let allowed =
                if dependency["path"].is_string() { rules.wane } else { rules.third_party };
            if !allowed.contains(&to) {
                violations.push(format!("{name} must not depend on {to}"));
            }
        }
    }
    Ok(violations)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn package(name: &str, to: &str, path: Option<&str>, kind: Option<&str>) -> Value {
        json!({"name": name, "dependencies": [{"name": to, "path": path, "kind": kind}]})
    }

    #[test]
    fn dependencies_that_are_not_in_the_table_are_violations() {
        let found = |package| violations(&[package]).unwrap();
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
        for (index, rules) in RULES.iter().enumerate() {
            for below in rules.wane {
                let position = RULES.iter().position(|rules| rules.name == *below);
                assert!(
                    position.is_some_and(|position| position < index),
                    "{} on {below}",
                    rules.name
                );
            }
        }
    }
}
