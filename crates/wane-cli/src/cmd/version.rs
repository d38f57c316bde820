//! `wane version`: the version, and the flip backends of this CPU.

use anyhow::Result;
use serde_json::json;
use wane_board::AnyBackend;

use crate::output::Output;

pub(crate) fn run(output: &mut Output) -> Result<()> {
    let version = env!("CARGO_PKG_VERSION");
    let backend = AnyBackend::best().name();
    let backends: Vec<&str> = AnyBackend::available().map(AnyBackend::name).collect();
    if output.is_json() {
        return output.json(&json!({
            "name": "wane", "version": version, "backend": backend, "backends": backends,
            "arch": std::env::consts::ARCH, "os": std::env::consts::OS,
        }));
    }
    let all = backends.join(", ");
    output.text(&format!("wane {version}\nbackend {backend}, of those this CPU runs: {all}\n"))
}
