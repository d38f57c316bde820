//! `wane version`: the version, and the flip backends of this CPU.

use anyhow::Result;
use serde::Serialize;
use wane_board::AnyBackend;

use crate::output::Output;

/// The version, and what it runs on.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Version {
    /// The name of the program.
    name: &'static str,
    /// Its version.
    version: &'static str,
    /// The flip backend that it uses.
    backend: &'static str,
    /// The flip backends that this CPU can run.
    backends: Vec<&'static str>,
    /// The architecture of the CPU.
    arch: &'static str,
    /// The operating system.
    os: &'static str,
}

pub(crate) fn run(output: &mut Output) -> Result<()> {
    let version = env!("CARGO_PKG_VERSION");
    let backend = AnyBackend::best().name();
    let backends: Vec<&str> = AnyBackend::available().map(AnyBackend::name).collect();
    if output.is_json() {
        let (arch, os) = (std::env::consts::ARCH, std::env::consts::OS);
        return output.json(&Version { name: "wane", version, backend, backends, arch, os });
    }
    let all = backends.join(", ");
    output.text(&format!("wane {version}\nbackend {backend}, of those this CPU runs: {all}\n"))
}
