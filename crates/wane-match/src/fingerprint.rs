//! [`PlayerFingerprint`]: checksums of the files of a player. A resumed match compares them to see whether it is
//! still the same player.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use wane_files::Checksum;

use crate::agent::{AgentProgram, Protocol};
use crate::runtime::absolute;

/// The extensions of files that a contest file may import or read from its folder.
const EXTENSIONS: [&str; 12] =
    ["py", "so", "pyd", "npy", "npz", "pkl", "pt", "json", "bin", "txt", "csv", "dat"];

/// How many levels of folders are searched.
const MAX_DEPTH: usize = 4;

/// How many files of a folder are read, at most.
const MAX_FILES: usize = 2000;

/// How much of one file is read, at most. Its length counts too.
const MAX_BYTES: u64 = 256 << 20;

/// The file that marks the folder of a match, which does not belong to a player.
const MATCH: &str = "match.json";

/// The checksums of the files of a player.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PlayerFingerprint {
    /// The checksum of the program or the contest file. A player that is part of this program has the checksum of
    /// this program; its arguments say which player it is.
    #[serde(default)]
    pub program: Option<String>,
    /// The checksum of the other files in the folder that a contest file may import or read.
    #[serde(default)]
    pub folder: Option<String>,
    /// The checksum of the files that its arguments name, such as weights.
    #[serde(default)]
    pub files: Option<String>,
}

impl PlayerFingerprint {
    /// The fingerprints of the players of a match. The file of one player does not belong to the others, though it
    /// may be in their folder.
    #[must_use]
    pub fn of_players(players: &[AgentProgram]) -> Vec<Self> {
        let programs: Vec<Option<PathBuf>> = players.iter().map(file_of).collect();
        let excluded: HashSet<&Path> = programs.iter().flatten().map(PathBuf::as_path).collect();
        let mut folders: HashMap<PathBuf, Option<String>> = HashMap::new();
        let mut fingerprints = Vec::new();
        for (player, program) in players.iter().zip(&programs) {
            let folder = player.folder.as_deref().and_then(|path| path.canonicalize().ok());
            let folder = folder.and_then(|path| {
                let checksum = |path: &PathBuf| checksum_of_folder(path, &excluded);
                folders.entry(path).or_insert_with_key(checksum).clone()
            });
            fingerprints.push(Self {
                program: program.as_deref().and_then(|file| checksum(file).ok()),
                folder,
                files: checksum_of_files(&files_named_in(&player.args), file_name),
            });
        }
        fingerprints
    }

    /// What has changed, in words.
    #[must_use]
    pub fn changes(&self, before: &Self) -> Vec<&'static str> {
        let parts = [
            (self.program != before.program, "its program"),
            (self.folder != before.folder, "a file in its folder"),
            (self.files != before.files, "a file that its options name"),
        ];
        parts.into_iter().filter_map(|(is_other, what)| is_other.then_some(what)).collect()
    }
}

/// The file of an agent. A program is found as a shell finds it. A contest file is not: a bare name such as `me.py`
/// is in the current folder, not in `PATH`.
fn file_of(agent: &AgentProgram) -> Option<PathBuf> {
    match agent.protocol {
        Protocol::Contest(_) => agent.program.canonicalize().ok(),
        _ => absolute(&agent.program),
    }
}

fn file_name(path: &Path) -> PathBuf {
    path.file_name().unwrap_or_default().into()
}

/// The files that arguments name, such as `--weights=file`.
fn files_named_in(args: &[String]) -> Vec<PathBuf> {
    let named = |argument: &String| {
        let value = argument.split_once('=').map_or(argument.as_str(), |(_, value)| value);
        Path::new(value).canonicalize().ok().filter(|path| path.is_file())
    };
    args.iter().filter_map(named).collect()
}

/// The files below a folder that a contest file may import or read.
pub(crate) fn files_of_folder(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    collect(folder, MAX_DEPTH, &mut files);
    files
}

/// One checksum of the files below a folder, without the excluded ones; `None` if there are none.
fn checksum_of_folder(folder: &Path, excluded: &HashSet<&Path>) -> Option<String> {
    let mut files = files_of_folder(folder);
    files.retain(|path| !excluded.contains(path.as_path()));
    checksum_of_files(&files, |path| path.strip_prefix(folder).unwrap_or(path).to_owned())
}

/// Whether a contest file may import or read a file with this name.
fn has_known_extension(path: &Path) -> bool {
    path.extension().is_some_and(|end| EXTENSIONS.iter().any(|it| *it == end))
}

/// Collects the files below a folder that a contest file may import or read.
fn collect(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with('.') || name == "__pycache__" || files.len() >= MAX_FILES {
            continue;
        }
        if path.is_dir() {
            if depth > 1 && !path.join(MATCH).exists() {
                collect(&path, depth - 1, files);
            }
        } else if path.is_file() && has_known_extension(&path) {
            files.push(path);
        }
    }
}

/// One checksum of several files and their names; `None` if there are none.
fn checksum_of_files(files: &[PathBuf], name_of: impl Fn(&Path) -> PathBuf) -> Option<String> {
    let line = |path: &PathBuf| {
        format!("{} {}\n", name_of(path).display(), checksum(path).unwrap_or_default())
    };
    let text: String = files.iter().map(line).collect();
    (!files.is_empty()).then(|| Checksum::of(text.as_bytes()).to_hex())
}

fn checksum(path: &Path) -> io::Result<String> {
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    let mut sum = Checksum::of(&length.to_le_bytes());
    sum.add(&Checksum::of_reader(file.take(MAX_BYTES))?.bits().to_le_bytes());
    Ok(sum.to_hex())
}

#[cfg(test)]
mod tests {
    use wane_testkit::temp_dir::TempDir;

    use super::*;
    use crate::TimeControl;
    use crate::contest::ContestRules;

    fn agent(protocol: Protocol, program: &Path, args: &[&str]) -> AgentProgram {
        AgentProgram {
            name: "it".into(),
            protocol,
            program: program.into(),
            folder: matches!(protocol, Protocol::Contest(_))
                .then(|| program.parent().unwrap().into()),
            args: args.iter().map(|&arg| arg.to_owned()).collect(),
            time: TimeControl::CONTEST,
            memory: None,
            is_untrusted: true,
        }
    }

    #[test]
    fn a_change_of_the_file_its_folder_or_its_weights_is_seen_and_nothing_else() {
        let folder = TempDir::new().unwrap();
        let contest = Protocol::Contest(ContestRules::default());
        let me = agent(contest, &folder.write("me.py", "a").unwrap(), &[]);
        let you = agent(contest, &folder.write("you.py", "b").unwrap(), &[]);
        let weights = folder.write("weights", "w").unwrap();
        let engine = format!("--weights={}", weights.display());
        let engine = agent(Protocol::Ugi, Path::new("sh"), &[&engine, "--depth", "3"]);
        let all = [me, you, engine];
        let (me, engine) = (0, 2);
        let changes = |agent: usize, act: &dyn Fn()| {
            let before = PlayerFingerprint::of_players(&all);
            act();
            PlayerFingerprint::of_players(&all)[agent].changes(&before[agent])
        };
        let write = |name: &'static str, text: &'static str| {
            let folder = &folder;
            move || drop(folder.write(name, text).unwrap())
        };
        assert_eq!(changes(me, &write("me.py", "c")), ["its program"]);
        assert_eq!(changes(me, &write("helper.py", "h")), ["a file in its folder"]);
        assert_eq!(changes(me, &write("helper.py", "i")), ["a file in its folder"]);
        // Another player's file, notes and the games of the match do not belong to it.
        assert!(changes(me, &write("you.py", "d")).is_empty());
        assert!(changes(me, &write("notes.md", "n")).is_empty());
        fs::create_dir(folder.path().join("m")).unwrap();
        assert!(changes(me, &write("m/match.json", "{}")).is_empty());
        assert_eq!(changes(engine, &write("weights", "x")), ["a file that its options name"]);
        assert!(changes(engine, &write("me.py", "e")).is_empty());
    }

    #[test]
    fn files_beside_one_that_is_named_alone_do_not_belong_to_it() {
        let folder = TempDir::new().unwrap();
        let contest = Protocol::Contest(ContestRules::default());
        let file = folder.write("me.py", "a").unwrap();
        let alone = [AgentProgram { folder: None, ..agent(contest, &file, &[]) }];
        let known = PlayerFingerprint::of_players(&alone);
        folder.write("helper.py", "h").unwrap();
        assert_eq!(PlayerFingerprint::of_players(&alone), known);
        assert_eq!(known[0].folder, None);
    }
}
