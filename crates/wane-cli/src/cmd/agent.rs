//! `wane agent`: one of our own players as a program, for whoever drives matches; or who there is.

use anyhow::Result;
use serde_json::json;
use wane_gallery::Kind;
use wane_search::Level;

use crate::args::AgentArgs;
use crate::cmd::ugi;
use crate::output::Output;

pub(crate) fn run(AgentArgs { name, mut host }: AgentArgs, output: &mut Output) -> Result<()> {
    if let Some(name) = name {
        host.player = name;
        return ugi::run(&host, output);
    }
    if output.is_json() {
        let agents = Kind::ALL.map(Kind::name);
        return output.json(&json!({ "levels": Level::MAX.to_string(), "agents": agents }));
    }
    let levels = format!("1 to {}", Level::MAX);
    output.text(&format!("{levels:18} the engine, {} is all it can\n", Level::MAX))?;
    for kind in Kind::ALL {
        output.text(&format!("{:18} {}\n", kind.name(), kind.description()))?;
    }
    Ok(())
}
