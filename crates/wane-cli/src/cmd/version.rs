//! `wane version`: the version, what it was built from, and the flip backends of this CPU.

use anyhow::Result;
use serde::Serialize;
use wane_board::{AnyBackend, Objective};
use wane_eval::shipped_checksum;
use wane_search::SIGNATURE;

use crate::output::Output;

/// The version, and what it runs on.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Version {
    /// The name of the program.
    name: &'static str,
    /// Its version.
    version: &'static str,
    /// The commit that it was built from, with a `+` if files were changed; `unknown` outside of a clone.
    commit: &'static str,
    /// The node signature of the search.
    signature: u64,
    /// The weights in the program.
    weights: EmbeddedWeights,
    /// The flip backend that it uses.
    backend: &'static str,
    /// The flip backends that this CPU can run.
    backends: Vec<&'static str>,
    /// The architecture of the CPU.
    arch: &'static str,
    /// The operating system.
    os: &'static str,
}

/// The checksums of the weights in the program, in hexadecimal.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct EmbeddedWeights {
    /// For the reversed game.
    fewest: String,
    /// For the normal game.
    most: String,
}

/// The version of the program.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The commit that it was built from; see [`Version::commit`].
pub(crate) const COMMIT: &str = env!("WANE_COMMIT");

/// The version in a line, without the name of the program.
pub(crate) fn line() -> String {
    let EmbeddedWeights { fewest, most } = weights();
    format!("{VERSION} (commit {COMMIT}, bench {SIGNATURE}, weights {fewest} and {most})")
}

pub(crate) fn run(output: &mut Output) -> Result<()> {
    let backend = AnyBackend::best().name();
    let backends: Vec<&str> = AnyBackend::available().map(AnyBackend::name).collect();
    if output.is_json() {
        return output.json(&Version {
            name: "wane",
            version: VERSION,
            commit: COMMIT,
            signature: SIGNATURE,
            weights: weights(),
            backend,
            backends,
            arch: std::env::consts::ARCH,
            os: std::env::consts::OS,
        });
    }
    let all = backends.join(", ");
    output.text(&format!("wane {}\nbackend {backend}, of those this CPU runs: {all}\n", line()))
}

fn weights() -> EmbeddedWeights {
    // The first 32 bits tell them apart.
    let text = |objective| format!("{:08x}", shipped_checksum(objective) >> 32);
    EmbeddedWeights { fewest: text(Objective::FewestDiscs), most: text(Objective::MostDiscs) }
}
