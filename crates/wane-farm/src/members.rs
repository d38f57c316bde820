//! [`Members`]: who may do what on a farm, kept in its folder.
//!
//! | file | content |
//! |---|---|
//! | `members.json` | the members with their public keys |
//! | `NAME.address` | the address of the owner and of the workers of the house, secrets inside |
//! | `members.conf` | the same as accounts with permissions, for the server |

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use nkeys::KeyPair;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use wane_files::{PathError, write_atomically};
use wane_text::Foreign;

use crate::names::{INPUTS, JOBS, Queue, WORKERS, inbox, is_member_name, result_subject};

/// The names of the files.
pub(crate) const MEMBERS: &str = "members.json";
pub(crate) const CONFIG: &str = "members.conf";

/// What a member may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Everything: start runs, and read and delete what is on the server.
    Owner,
    /// Take any job and give results: a machine of the house, whose results are not checked.
    House,
    /// Take jobs without programs of strangers, and give results, which are checked.
    Volunteer,
}

impl Role {
    /// Its word in files and subjects.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::House => "house",
            Self::Volunteer => "volunteer",
        }
    }

    /// That of a worker.
    pub(crate) const fn of_worker(is_house: bool) -> Self {
        if is_house { Self::House } else { Self::Volunteer }
    }
}

/// A member of a farm.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    /// The name, a part of subjects.
    pub name: String,
    /// What the member may do.
    pub role: Role,
    /// The public key.
    pub key: String,
}

/// The members of a farm, with their file.
#[derive(Debug)]
pub struct Members {
    folder: PathBuf,
    list: Vec<Member>,
}

/// Why members cannot be read or changed.
#[derive(Debug, Error)]
pub enum MembersError {
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] PathError),
    /// The file has something else.
    #[error("{}: {error}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: serde_json::Error,
    },
    /// The name cannot be a part of a subject.
    #[error("{name:?} cannot be a name: take up to 32 letters, digits, - and _")]
    Name {
        /// The name.
        name: Foreign,
    },
    /// There is such a member.
    #[error("there is a member {name} already: revoke it first, or take another name")]
    Present {
        /// The name.
        name: Foreign,
    },
    /// There is no such member.
    #[error("there is no member {name:?}; the members are {}", names.join(", "))]
    Missing {
        /// The name.
        name: Foreign,
        /// The names that there are.
        names: Vec<String>,
    },
    /// No key could be made.
    #[error("no key: {0}")]
    Key(nkeys::error::Error),
}

impl Members {
    /// The members in a folder; none if there is no file yet.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn open(folder: &Path) -> Result<Self, MembersError> {
        let path = folder.join(MEMBERS);
        let list = match fs::read(&path) {
            Ok(text) => serde_json::from_slice(&text)
                .map_err(|error| MembersError::Content { path, error })?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(PathError { path, error }.into()),
        };
        Ok(Self { folder: folder.into(), list })
    }

    /// All members.
    #[must_use]
    pub fn list(&self) -> &[Member] {
        &self.list
    }

    /// Adds a member and returns its secret, which is not kept here.
    ///
    /// # Errors
    /// If there is one of this name, it cannot be a name, or a file cannot be written.
    pub fn add(&mut self, name: &str, role: Role) -> Result<String, MembersError> {
        if !is_member_name(name) {
            return Err(MembersError::Name { name: name.into() });
        }
        if self.list.iter().any(|member| member.name == name) {
            return Err(MembersError::Present { name: name.into() });
        }
        let pair = KeyPair::new_user();
        let seed = pair.seed().map_err(MembersError::Key)?;
        self.list.push(Member { name: name.into(), role, key: pair.public_key() });
        self.write()?;
        Ok(seed)
    }

    /// Removes a member.
    ///
    /// # Errors
    /// If there is no such member, or a file cannot be written.
    pub fn revoke(&mut self, name: &str) -> Result<(), MembersError> {
        let Some(at) = self.list.iter().position(|member| member.name == name) else {
            let names = self.list.iter().map(|member| member.name.clone()).collect();
            return Err(MembersError::Missing { name: name.into(), names });
        };
        self.list.remove(at);
        self.write()
    }

    fn write(&self) -> Result<(), MembersError> {
        let text = serde_json::to_string_pretty(&self.list).expect("names and keys") + "\n";
        for (file, text) in [(MEMBERS, text), (CONFIG, self.config())] {
            let path = self.folder.join(file);
            write_atomically(&path, text.as_bytes()).map_err(PathError::at(&path))?;
        }
        Ok(())
    }

    /// The accounts and permissions, in the language of the server's configuration.
    #[must_use]
    pub fn config(&self) -> String {
        let mut text = "accounts {\n  WANE {\n    jetstream: enabled\n    users: [\n".to_owned();
        for Member { name, role, key } in &self.list {
            text +=
                &format!("      # {name}\n      {{ nkey: {key}{} }}\n", permissions(name, *role));
        }
        text + "    ]\n  }\n}\n"
    }
}

/// What the server lets a member do. A worker hears only what is sent to itself, and creates nothing: a consumer can
/// be made to deliver to others.
fn permissions(name: &str, role: Role) -> String {
    let queues: &[Queue] = match role {
        Role::Owner => return String::new(),
        Role::House => &[Queue::Open, Queue::Marked],
        Role::Volunteer => &[Queue::Open],
    };
    let mut publish = vec![
        result_subject("*", role.name(), name),
        format!("$KV.{WORKERS}.{name}.>"),
        format!("$JS.API.DIRECT.GET.OBJ_{INPUTS}"),
        format!("$JS.API.DIRECT.GET.OBJ_{INPUTS}.>"),
    ];
    for queue in queues {
        let queue = queue.name();
        publish.push(format!("$JS.API.CONSUMER.MSG.NEXT.{JOBS}.{queue}"));
        publish.push(format!("$JS.ACK.{JOBS}.{queue}.>"));
    }
    let publish: Vec<String> = publish.iter().map(|it| format!("\"{it}\"")).collect();
    let publish = publish.join(", ");
    let inbox = inbox(name);
    format!(
        ", permissions: {{ publish: {{ allow: [{publish}] }}, subscribe: {{ allow: [\"{inbox}.>\"] }} }}"
    )
}

#[cfg(test)]
mod tests {
    use wane_testkit::temp_dir::TempDir;

    use super::*;

    #[test]
    fn members_are_added_once_kept_and_revoked() {
        let folder = TempDir::new().unwrap();
        let mut members = Members::open(folder.path()).unwrap();
        assert!(members.add("owner", Role::Owner).unwrap().starts_with("SU"));
        members.add("lisa", Role::Volunteer).unwrap();
        for (name, words) in [("lisa", "already"), ("li sa", "cannot be a name"), ("*", "cannot")] {
            let error = members.add(name, Role::House).unwrap_err().to_string();
            assert!(error.contains(words), "{name}: {error}");
        }
        let mut members = Members::open(folder.path()).unwrap();
        assert_eq!(members.list().len(), 2);
        assert!(members.config().contains("_INBOX_lisa.>"));
        members.revoke("lisa").unwrap();
        let error = members.revoke("lisa").unwrap_err().to_string();
        assert!(error.contains("the members are owner"), "{error}");
        assert!(!fs::read_to_string(folder.path().join(CONFIG)).unwrap().contains("lisa"));
    }
}
