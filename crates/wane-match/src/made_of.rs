//! [`MadeOf`]: what the program of a player is made of, so that a match that is resumed can tell whether
//! it still is the same player.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use wane_files::Checksum;

use crate::agent::{Agent, Protocol};
use crate::venue::absolute;

/// What a contest file may import or read from its folder, by the ends of the names.
const PARTS: [&str; 9] = ["py", "so", "pyd", "npy", "npz", "pkl", "pt", "json", "bin"];

/// How many folders deep an agent is looked for parts.
const DEEPEST: usize = 4;

/// How many files of a folder are looked at, at most.
const MOST_FILES: usize = 2000;

/// How much of one file is looked at, at most.
const MOST_BYTES: u64 = 256 << 20;

/// The file that marks the folder of a match, which is no part of a player.
const MATCH: &str = "match.json";

/// The checksums of what a player is made of.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct MadeOf {
    /// Of the program or the contest file.
    #[serde(default)]
    pub program: Option<String>,
    /// Of the other files in the folder of a contest file that it may import or read.
    #[serde(default)]
    pub folder: Option<String>,
    /// Of the files that its arguments name, such as weights.
    #[serde(default)]
    pub files: Option<String>,
}

impl MadeOf {
    /// What `agent` is made of now. The files of `others` are not parts of it, though they may lie in
    /// its folder.
    #[must_use]
    pub fn of(agent: &Agent, others: &[Agent]) -> Self {
        let is_contest = matches!(agent.protocol, Protocol::Contest(_));
        let program = file_of(agent);
        let folder = program.as_ref().filter(|_| is_contest).and_then(|file| {
            let players: Vec<PathBuf> = others.iter().filter_map(file_of).collect();
            let mut files = Vec::new();
            collect(file.parent()?, DEEPEST, &mut files);
            files.retain(|path| path != file && !players.contains(path));
            sum_of(&files)
        });
        let named = |argument: &String| {
            let value = argument.split_once('=').map_or(argument.as_str(), |(_, value)| value);
            Path::new(value).canonicalize().ok().filter(|path| path.is_file())
        };
        let files: Vec<PathBuf> = agent.args.iter().filter_map(named).collect();
        let program = program.and_then(|file| sum(&file).ok());
        Self { program, folder, files: sum_of(&files) }
    }

    /// The parts that are not what they were, in words.
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

/// The file that an agent is. A program is found as a shell finds it, a contest file where it lies: a bare
/// name such as `me.py` is in the current folder, not in `PATH`.
fn file_of(agent: &Agent) -> Option<PathBuf> {
    match agent.protocol {
        Protocol::Contest(_) => agent.program.canonicalize().ok(),
        _ => absolute(&agent.program),
    }
}

/// The parts below a folder.
fn collect(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_part = path.extension().is_some_and(|end| PARTS.iter().any(|part| *part == end));
        if name.starts_with('.') || name == "__pycache__" || files.len() >= MOST_FILES {
            continue;
        }
        if path.is_dir() {
            if depth > 1 && !path.join(MATCH).exists() {
                collect(&path, depth - 1, files);
            }
        } else if is_part {
            files.push(path);
        }
    }
}

/// One checksum of several files and their names; `None` if there are none.
fn sum_of(files: &[PathBuf]) -> Option<String> {
    let line = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        format!("{name} {}\n", sum(path).unwrap_or_default())
    };
    let text: String = files.iter().map(line).collect();
    (!files.is_empty()).then(|| Checksum::of(text.as_bytes()).to_hex())
}

fn sum(path: &Path) -> io::Result<String> {
    Ok(Checksum::of_reader(File::open(path)?.take(MOST_BYTES))?.to_hex())
}

#[cfg(test)]
mod tests {
    use wane_testkit::temp_dir::TempDir;

    use super::*;
    use crate::TimeControl;
    use crate::contest::ContestRules;

    fn agent(protocol: Protocol, program: &Path, args: &[&str]) -> Agent {
        Agent {
            name: "it".into(),
            protocol,
            program: program.into(),
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
        let all = [me.clone(), you, engine.clone()];
        let changes = |agent: &Agent, act: &dyn Fn()| {
            let before = MadeOf::of(agent, &all);
            act();
            MadeOf::of(agent, &all).changes(&before)
        };
        let write = |name: &'static str, text: &'static str| {
            let folder = &folder;
            move || drop(folder.write(name, text).unwrap())
        };
        assert_eq!(changes(&me, &write("me.py", "c")), ["its program"]);
        assert_eq!(changes(&me, &write("helper.py", "h")), ["a file in its folder"]);
        assert_eq!(changes(&me, &write("helper.py", "i")), ["a file in its folder"]);
        // Another player's file, notes and the games of the match are no parts of it.
        assert!(changes(&me, &write("you.py", "d")).is_empty());
        assert!(changes(&me, &write("notes.md", "n")).is_empty());
        fs::create_dir(folder.path().join("m")).unwrap();
        assert!(changes(&me, &write("m/match.json", "{}")).is_empty());
        assert_eq!(changes(&engine, &write("weights", "x")), ["a file that its options name"]);
        assert!(changes(&engine, &write("me.py", "e")).is_empty());
    }
}
