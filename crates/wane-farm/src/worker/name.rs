//! The name of a worker among those of its member.

use std::fs;

use wane_files::{PathError, write_atomically};

use super::WorkerSettings;
use crate::entropy;
use crate::error::FarmError;
use crate::names::is_member_name;

/// The most letters of the name of a machine.
const MAX_HOST: usize = 20;

/// The name of a worker, kept in its folder. One of the house has that of its machine in it, for those who look after the
/// room; volunteers need not tell theirs.
pub(super) fn worker_name(settings: &WorkerSettings) -> Result<String, FarmError> {
    let path = settings.folder.join("name");
    if let Ok(name) = fs::read_to_string(&path)
        && is_member_name(&name)
    {
        return Ok(name);
    }
    let token = entropy::token(4)?;
    let host = if settings.address.is_house { host() } else { String::new() };
    let name = if host.is_empty() { token } else { format!("{host}-{token}") };
    write_atomically(&path, name.as_bytes()).map_err(PathError::at(&path))?;
    Ok(name)
}

/// The name of this machine, as far as it can be a part of a name.
fn host() -> String {
    #[cfg(unix)]
    let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    let name = std::env::var("COMPUTERNAME").unwrap_or_default();
    let short = name.split('.').next().unwrap_or_default();
    short.chars().filter(|it| it.is_ascii_alphanumeric() || *it == '-').take(MAX_HOST).collect()
}
