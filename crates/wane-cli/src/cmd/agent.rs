//! `wane agent`: one of our own players as a UGI engine, or the list of them.

use anyhow::Result;
use serde::Serialize;
use wane_gallery::Kind;
use wane_search::Level;

use crate::args::AgentArgs;
use crate::cmd::ugi;
use crate::exit::Usage;
use crate::output::Output;

/// The players of this program.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Agents {
    /// The highest level of the engine; the lowest is 1.
    levels: String,
    /// The names of the agents.
    agents: Vec<&'static str>,
}

pub(crate) fn run(AgentArgs { name, mut host }: AgentArgs, output: &mut Output) -> Result<()> {
    if let Some(name) = name {
        if output.is_json() {
            return Err(Usage("an agent that plays prints no JSON: leave out --json".into()).into());
        }
        host.player = name;
        return ugi::run(&host, output);
    }
    if output.is_json() {
        let agents = Kind::ALL.map(Kind::name).to_vec();
        return output.json(&Agents { levels: Level::MAX.to_string(), agents });
    }
    let levels = format!("1 to {}", Level::MAX);
    output.text(&format!("{levels:18} the engine; {} is its full strength\n", Level::MAX))?;
    for kind in Kind::ALL {
        output.text(&format!("{:18} {}\n", kind.name(), kind.description()))?;
    }
    Ok(())
}
