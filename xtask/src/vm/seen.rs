//! What a guest shows of the files that a command writes, and which of it must survive a power cut then.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Instant;

use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wane_files::Checksum;

use crate::writers::{files_below, journals, wholeness};

/// How long a guest must have seen something that it survives for sure: the second that docs/files.md allows, and the
/// time that an emulated machine on a busy one may need to sync.
const SETTLED_MS: u64 = 2500;

/// The name of a journal that is synced after each line.
const GAMES: &str = "games.jsonl";

/// A line of the guest.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Report {
    /// A file with this number was written and synced, and another one was only written.
    Controls(u32),
    /// The files at some moment.
    Seen(Seen),
    /// The command has ended.
    Ended(Ended),
    /// What the power cut left.
    Left(Left),
}

/// The files of a command at some moment.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Seen {
    /// Milliseconds since the command was started.
    pub(super) ms: u64,
    /// The number of lines of each journal, and their checksum.
    pub(super) journals: BTreeMap<String, (usize, String)>,
    /// The files that are written as a whole.
    pub(super) files: BTreeSet<String>,
}

/// The end of a command.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Ended {
    pub(super) is_success: bool,
    pub(super) stderr: String,
    pub(super) result: Value,
}

/// What is there after a power cut, if all that must be there is.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Left {
    pub(super) lines: usize,
    /// Whether the file that was not synced is gone, or a part of it.
    pub(super) has_lost_control: bool,
    /// The result of the command, if it had ended.
    pub(super) result: Value,
}

impl Seen {
    /// Looks at the files in a folder. Of the games of a match the last one is left out: it may not be synced yet, but
    /// those before it are.
    pub(super) fn now(folder: &Path, began: Instant) -> Result<Self> {
        let name = |path: &Path| path.strip_prefix(folder).unwrap_or(path).display().to_string();
        let mut seen = Self::default();
        for (path, lines) in journals(folder)? {
            let shown =
                if path.ends_with(GAMES) { lines.len().saturating_sub(1) } else { lines.len() };
            seen.journals.insert(name(&path), (shown, checksum(&lines[..shown])));
        }
        let whole = files_below(folder)?.into_iter().filter(|path| wholeness(path).is_some());
        seen.files = whole.map(|path| name(&path)).collect();
        // All of it was there at this moment at the latest.
        seen.ms = u64::try_from(began.elapsed().as_millis())?;
        Ok(seen)
    }

    /// What must survive, given all that was seen, in order.
    pub(super) fn acknowledged(all: &[Self]) -> Self {
        let Some(last) = all.last() else { return Self::default() };
        let settled = all.iter().rev().find(|seen| seen.ms + SETTLED_MS <= last.ms);
        let mut acknowledged = settled.cloned().unwrap_or_default();
        let games = last.journals.iter().filter(|(name, _)| Path::new(name).ends_with(GAMES));
        acknowledged.journals.extend(games.map(|(name, lines)| (name.clone(), lines.clone())));
        acknowledged
    }

    /// Adds what another one has more.
    pub(super) fn merge(&mut self, other: Self) {
        for (name, lines) in other.journals {
            let own = self.journals.entry(name).or_default();
            if lines.0 >= own.0 {
                *own = lines;
            }
        }
        self.files.extend(other.files);
    }

    /// The number of all lines.
    pub(super) fn lines(&self) -> usize {
        self.journals.values().map(|(lines, _)| lines).sum()
    }

    /// An error if something of this is missing in a folder. Returns the number of lines that are there.
    pub(super) fn ensure_left(&self, folder: &Path) -> Result<usize> {
        let journals = journals(folder)?;
        for (name, (lines, sum)) in &self.journals {
            let now = journals.get(&folder.join(name)).map_or(&[][..], Vec::as_slice);
            ensure!(now.len() >= *lines, "{name} had {lines} lines and has {}", now.len());
            ensure!(checksum(&now[..*lines]) == *sum, "{name} has other lines than before");
        }
        for name in &self.files {
            ensure!(folder.join(name).is_file(), "{name} is missing");
        }
        Ok(journals.values().map(Vec::len).sum())
    }
}

fn checksum(lines: &[String]) -> String {
    Checksum::of(lines.join("\n").as_bytes()).to_hex()
}

#[cfg(test)]
mod tests {
    use wane_testkit::temp_dir::TempDir;

    use super::*;

    fn seen(ms: u64, games: usize, proofs: usize) -> Seen {
        let journal = |name: &str, lines| (name.to_owned(), (lines, String::new()));
        let journals = [journal("out/games.jsonl", games), journal("out.checkpoint", proofs)];
        Seen { ms, journals: journals.into(), files: BTreeSet::new() }
    }

    #[test]
    fn games_are_acknowledged_at_once_and_other_lines_when_they_have_settled() {
        let all = [seen(0, 0, 1), seen(1000, 2, 5), seen(1400, 4, 8), seen(3600, 9, 20)];
        let acknowledged = Seen::acknowledged(&all);
        assert_eq!(acknowledged.journals, seen(0, 9, 5).journals);
        assert_eq!(acknowledged.lines(), 14);
        assert_eq!(Seen::acknowledged(&all[..2]).journals["out/games.jsonl"].0, 2);
        assert!(!Seen::acknowledged(&all[..2]).journals.contains_key("out.checkpoint"));
    }

    #[test]
    fn what_was_seen_is_found_again_and_what_is_missing_is_named() {
        let folder = TempDir::new().unwrap();
        folder.write("games.jsonl", "").unwrap();
        folder.write("out.checkpoint", "one\ntwo\n").unwrap();
        folder.write("out.svg", "<svg></svg>").unwrap();
        let mut acknowledged = Seen::default();
        acknowledged.merge(Seen::now(folder.path(), Instant::now()).unwrap());
        assert_eq!(acknowledged.ensure_left(folder.path()).unwrap(), 2);
        folder.write("out.checkpoint", "one\nother\nthree\n").unwrap();
        let error = acknowledged.ensure_left(folder.path()).unwrap_err();
        assert_eq!(error.to_string(), "out.checkpoint has other lines than before");
        folder.write("out.checkpoint", "one\n").unwrap();
        let error = acknowledged.ensure_left(folder.path()).unwrap_err();
        assert_eq!(error.to_string(), "out.checkpoint had 2 lines and has 1");
        folder.write("out.checkpoint", "one\ntwo\n").unwrap();
        std::fs::remove_file(folder.path().join("out.svg")).unwrap();
        let error = acknowledged.ensure_left(folder.path()).unwrap_err();
        assert_eq!(error.to_string(), "out.svg is missing");
    }
}
