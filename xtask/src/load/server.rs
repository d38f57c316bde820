//! The server process under load.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context as _, Result, ensure};
use serde_json::Value as Json;
use wane_match::resident_bytes;

/// The server process; dropping it kills the process.
pub(crate) struct Server {
    process: Child,
    pub(crate) address: SocketAddr,
}

impl Drop for Server {
    fn drop(&mut self) {
        // If the process has already exited, `ensure_alive` reports that.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Server {
    /// Starts the server with more arguments.
    pub(crate) fn start(wane: &Path, arguments: &[&str]) -> Result<Self> {
        let mut process = Command::new(wane)
            .args(["serve", "--port", "0", "--json", "--hash", "64"])
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .context("running wane serve")?;
        let output = process.stdout.take().context("the server has a standard output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        let ready: Json =
            serde_json::from_str(&line).context("reading the first line of wane serve")?;
        let address =
            ready["address"].as_str().context("wane serve printed no address")?.parse()?;
        Ok(Self { process, address })
    }

    pub(crate) fn id(&self) -> u32 {
        self.process.id()
    }

    /// Tells the server to end.
    pub(crate) fn terminate(&self) -> Result<()> {
        let killed = Command::new("kill").args(["-TERM", &self.id().to_string()]).status()?;
        ensure!(killed.success(), "the server cannot be told to end");
        Ok(())
    }

    pub(crate) fn ensure_alive(&mut self) -> Result<()> {
        ensure!(self.process.try_wait()?.is_none(), "the server has exited");
        Ok(())
    }
}

/// The resident memory of a process, in megabytes.
pub(crate) fn resident_megabytes(process: u32) -> Result<u64> {
    let bytes = resident_bytes(process);
    ensure!(bytes > 0, "the server has ended");
    Ok(bytes >> 20)
}
