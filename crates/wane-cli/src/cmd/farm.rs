//! `wane farm`: many machines; docs/farm.md.

mod builds;
mod parked;
mod residuals;
mod status;
mod up;
mod worker;

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use serde::Serialize;
use wane_farm::{Members, Role, add_member, reload};
use wane_text::Foreign;

use crate::args::farm::{AddArgs, FarmAction, FarmArgs, FolderArgs, MemberArgs};
use crate::exit::Ending;
use crate::output::Output;

#[cfg(test)]
pub(crate) use {
    builds::BuildText, parked::ParkedText, residuals::ResidualsText, status::FarmStatusText,
    up::FarmUp,
};

/// A member of a farm.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct MemberText {
    /// The name.
    name: Foreign,
    /// What it may do: owner, house or volunteer.
    role: &'static str,
    /// The line that makes a machine this member; as secret as a password.
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<String>,
}

pub(crate) fn run(args: &FarmArgs, output: &mut Output) -> Result<Ending> {
    match &args.action {
        FarmAction::Up(args) => up::run(args, output),
        FarmAction::Worker(args) => worker::run(args, output),
        FarmAction::Join(args) => worker::join(args, output),
        FarmAction::Status(args) => status::run(args, output),
        FarmAction::Parked(args) => parked::run(args, output),
        FarmAction::Residuals(args) => residuals::run(args, output),
        FarmAction::Builds(args) => builds::run(args, output),
        FarmAction::Add(args) => add(args, output),
        FarmAction::Members(args) => members(args, output),
        FarmAction::Revoke(args) => revoke(args, output),
    }
}

fn add(args: &AddArgs, output: &mut Output) -> Result<Ending> {
    let AddArgs { member: MemberArgs { name, folder }, house } = args;
    let role = if *house { Role::House } else { Role::Volunteer };
    let address = add_member(&folder.dir, name, role)?;
    tell_server(folder)?;
    if output.is_json() {
        let (name, role) = (name.as_str().into(), role.name());
        output.json(&MemberText { name, role, address: Some(address.to_string()) })?;
    } else {
        output.text(&format!("{address}\n"))?;
    }
    Ok(Ending::Done)
}

fn members(args: &FolderArgs, output: &mut Output) -> Result<Ending> {
    for member in Members::open(&args.dir)?.list() {
        let (name, role) = (Foreign::from(member.name.as_str()), member.role.name());
        if output.is_json() {
            output.json(&MemberText { name, role, address: None })?;
        } else {
            output.text(&format!("{name:<32} {role}\n"))?;
        }
    }
    Ok(Ending::Done)
}

fn revoke(args: &MemberArgs, output: &mut Output) -> Result<Ending> {
    let MemberArgs { name, folder } = args;
    shut_out(name, folder)?;
    if !output.is_json() {
        output.text(&format!("{} is shut out\n", Foreign::from(name.as_str())))?;
    }
    Ok(Ending::Done)
}

/// The ledger of a run.
fn ledger_of(run: &Path) -> Result<PathBuf> {
    let ledger = run.with_added_extension("farm");
    if !ledger.exists() {
        let (run, ledger) = (Foreign::path(run), Foreign::path(&ledger));
        bail!("{run} was not made on a farm: there is no {ledger}");
    }
    Ok(ledger)
}

/// Deletes a member; the server ends its connections.
fn shut_out(name: &str, folder: &FolderArgs) -> Result<()> {
    Members::open(&folder.dir)?.revoke(name)?;
    tell_server(folder)
}

/// Has the server read the members, if one runs.
fn tell_server(folder: &FolderArgs) -> Result<()> {
    let is_running = Path::new(&folder.dir).join("server.pid").exists();
    if is_running {
        reload(&folder.dir, &folder.server)?;
    }
    Ok(())
}
