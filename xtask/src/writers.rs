//! The commands that write files for hours, each with a small task, for the tests that kill them or fill their disk.
//!
//! A [`Writer`] runs in a folder of its own. Its result is compared with that of an undisturbed run.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::{Context as _, Result, bail, ensure};
use clap::ValueEnum;
use serde_json::Value;
use wane_eval::Weights;
use wane_files::{Journal, LineForm, good_lines};
use wane_formats::transcript;
use wane_match::FinishedGame;

use crate::build;

/// The number of moves in the opening of a game.
const OPENING: usize = 8;

/// The first lines of a checkpoint, and a proof that says nothing.
const CHECKPOINT: [&str; 2] = ["% wane checkpoint 1", "% variant: anti"];
const CHECKPOINT_PROOF: &str = "--------------OX----XO-------------- X; -36; +36; --; 1; 1; 0;";

/// A command that writes files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Writer {
    /// `wane match`
    Match,
    /// `wane selfplay`
    Selfplay,
    /// `wane climb`
    Climb,
    /// `wane solve --checkpoint`
    Checkpoint,
    /// `wane train`
    Train,
}

/// How much work a writer gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    /// Some seconds.
    Long,
    /// Some seconds, or a minute on an emulated processor.
    Emulated,
    /// As little as writes every file.
    Short,
}

/// The lines of the journals in a folder, by the path of the journal.
pub(crate) type Journals = BTreeMap<PathBuf, Vec<String>>;

impl Writer {
    pub(crate) const ALL: [Self; 5] =
        [Self::Match, Self::Selfplay, Self::Climb, Self::Checkpoint, Self::Train];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Match => "match",
            Self::Selfplay => "selfplay",
            Self::Climb => "climb",
            Self::Checkpoint => "checkpoint",
            Self::Train => "train",
        }
    }

    /// Puts the files into an empty folder that the command reads.
    pub(crate) fn prepare(self, wane: &Path, folder: &Path) -> Result<()> {
        match self {
            Self::Match => {
                // It prints, so that there are logs.
                let first = build::root().join("crates/wane-cli/src/cmd/new/agent.py");
                let first = fs::read_to_string(first).context("reading the agent to begin with")?;
                let go = "def go(self, chessboard):";
                let talks = first.replace(go, &format!("{go}\n        print('thinking')"));
                Ok(fs::write(folder.join("me.py"), talks)?)
            }
            Self::Checkpoint => {
                // As long as a page of the disk, so that the next proof needs another page.
                let path = folder.join("out.checkpoint");
                let (mut journal, _) = Journal::open(&path, LineForm::Text)?;
                journal.begin(&CHECKPOINT)?;
                while fs::metadata(&path)?.len() < 4000 {
                    journal.append(CHECKPOINT_PROOF)?;
                }
                Ok(())
            }
            Self::Train => {
                let games = "selfplay --out data.bin --games 400 --depth 1 --exact 8";
                ensure_success(&command(wane, folder, games).output().context("running wane")?)
            }
            Self::Selfplay | Self::Climb => Ok(()),
        }
    }

    /// The command, to be run in its folder.
    pub(crate) fn command(self, wane: &Path, folder: &Path, work: Work) -> Command {
        let line = match (self, work) {
            (Self::Match, Work::Long) => {
                "match random greedy --games 1000 --concurrency 2 --out out"
            }
            (Self::Match, Work::Emulated) => {
                "match random greedy --games 100 --concurrency 2 --out out"
            }
            (Self::Match, Work::Short) => {
                "match random me.py --no-sandbox --size 4 --games 2 --out out"
            }
            (Self::Selfplay, Work::Emulated) => {
                "selfplay --out out.bin --games 2000 --depth 2 --exact 9"
            }
            (Self::Selfplay, Work::Long) => {
                "selfplay --out out.bin --games 6000 --depth 2 --exact 9"
            }
            (Self::Selfplay, Work::Short) => {
                "selfplay --out out.bin --games 100 --depth 1 --exact 6"
            }
            (Self::Climb, Work::Long | Work::Emulated) => {
                "climb --out out --generations 2 --games 200,400 --depth 2 --exact 8 \
                 --fit-positions 2 --fit-depth 4 --gate-depth 2 --gate-games 20"
            }
            (Self::Climb, Work::Short) => {
                "climb --out out --generations 1 --games 40 --depth 1 --exact 6 \
                 --fit-positions 1 --fit-depth 3 --gate-depth 1 --gate-games 4"
            }
            (Self::Checkpoint, Work::Long) => {
                "solve --json --size 6 c2b4d5e2e3c1b3b2a5b5 --checkpoint out.checkpoint"
            }
            (Self::Checkpoint, Work::Emulated) => {
                "solve --json --size 6 c2b4d5e2e3c1b3b2a5b5 --checkpoint out.checkpoint --hash 16"
            }
            (Self::Checkpoint, Work::Short) => {
                "solve --json --size 6 c2b4d5e2e3c1b3b2a5b5a4c5 --checkpoint out.checkpoint"
            }
            (Self::Train, Work::Long | Work::Emulated) => {
                "train data.bin --out out.weights --plot out.svg --epochs 12"
            }
            (Self::Train, Work::Short) => {
                "train data.bin --out out.weights --plot out.svg --epochs 1"
            }
        };
        command(wane, folder, line)
    }

    /// What a finished run has found, without what may differ from run to run.
    pub(crate) fn result(self, folder: &Path, output: &Output) -> Result<Value> {
        match self {
            Self::Match => games(&folder.join("out/games.jsonl")),
            Self::Selfplay => checksums(folder, &["out.bin"]),
            Self::Train => checksums(folder, &["out.weights", "out.svg"]),
            Self::Checkpoint => {
                let text = String::from_utf8_lossy(&output.stdout);
                let position: Value = serde_json::from_str(text.lines().next().unwrap_or("null"))?;
                Ok(position["score"].clone())
            }
            Self::Climb => {
                let mut generations = Vec::new();
                for entry in fs::read_dir(folder.join("out"))? {
                    let path = entry?.path();
                    if path.is_dir() {
                        let files = ["games.bin", "weights.bin", "loss.svg"];
                        let files = checksums(&path, &files)?;
                        let manifest = fs::read_to_string(path.join("manifest.json"))?;
                        let mut manifest: Value = serde_json::from_str(&manifest)?;
                        manifest["seconds"] = Value::Null;
                        generations.push((path.file_name().map(OsStr::to_owned), files, manifest));
                    }
                }
                generations.sort_by(|one, other| one.0.cmp(&other.0));
                Ok(generations
                    .into_iter()
                    .map(|(_, files, rest)| Value::from([files, rest]))
                    .collect())
            }
        }
    }
}

fn command(wane: &Path, folder: &Path, line: &str) -> Command {
    let mut command = Command::new(wane);
    command.current_dir(folder).args(line.split_whitespace()).stdin(Stdio::null());
    command
}

/// An error with what a command wrote, unless it was successful.
pub(crate) fn ensure_success(run: &Output) -> Result<()> {
    let said = String::from_utf8_lossy(&run.stderr);
    ensure!(run.status.success(), "wane ended with {}: {said}", run.status);
    Ok(())
}

/// All journals below a folder with their good lines. It is an error if one is damaged beyond its tail.
pub(crate) fn journals(folder: &Path) -> Result<Journals> {
    let mut journals = Journals::new();
    for path in files_below(folder)? {
        let form = match path.extension().and_then(OsStr::to_str) {
            Some("jsonl" | "journal") => LineForm::Json,
            Some("checkpoint") => LineForm::Text,
            _ => continue,
        };
        match good_lines(&fs::read(&path)?, form) {
            Ok(good) => journals.insert(path, good.lines),
            Err(line) => bail!("{}, line {line} is damaged", path.display()),
        };
    }
    Ok(journals)
}

/// An error if lines that were there before are missing now.
pub(crate) fn ensure_kept(before: &Journals, now: &Journals) -> Result<()> {
    for (path, lines) in before {
        let kept = now.get(path).map_or(&[][..], Vec::as_slice);
        let (name, count) = (path.display(), lines.len());
        ensure!(kept.starts_with(lines), "{name} had {count} lines, and some are lost");
    }
    Ok(())
}

/// An error if a draft of a file was left behind.
pub(crate) fn ensure_no_drafts(folder: &Path) -> Result<()> {
    let draft =
        files_below(folder)?.into_iter().find(|path| path.extension() == Some("draft".as_ref()));
    ensure!(draft.is_none(), "{draft:?} was left behind");
    Ok(())
}

/// An error if a file is not whole that is written as a whole.
pub(crate) fn ensure_whole(folder: &Path) -> Result<()> {
    for path in files_below(folder)? {
        let Some(is_whole) = wholeness(&path) else { continue };
        ensure!(is_whole(&fs::read(&path)?), "{} is not whole", path.display());
    }
    Ok(())
}

/// How to see whether a file is whole; `None` if it is not written as a whole.
pub(crate) fn wholeness(path: &Path) -> Option<fn(&[u8]) -> bool> {
    match path.file_name()?.to_str()? {
        "match.json" | "manifest.json" => {
            Some(|bytes| serde_json::from_slice::<Value>(bytes).is_ok())
        }
        "out.weights" | "weights.bin" | "best.bin" => {
            Some(|bytes| Weights::from_bytes(bytes).is_ok())
        }
        "report.html" => Some(|bytes| bytes.trim_ascii_end().ends_with(b"</html>")),
        "loss.svg" | "ladder.svg" | "out.svg" => {
            Some(|bytes| bytes.trim_ascii_end().ends_with(b"</svg>"))
        }
        _ => None,
    }
}

/// All files below a folder.
pub(crate) fn files_below(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(files_below(&path)?);
        } else {
            files.push(path);
        }
    }
    Ok(files)
}

/// The contents of some files, as checksums.
fn checksums(folder: &Path, names: &[&str]) -> Result<Value> {
    let checksum = |name: &&str| {
        let path = folder.join(name);
        let bytes = fs::read(&path).with_context(|| format!("reading {}", path.display()))?;
        Ok(Value::from(wane_files::Checksum::of(&bytes).to_hex()))
    };
    names.iter().map(checksum).collect()
}

/// The games of a match by their numbers: players and opening, which do not depend on the moves of the players.
fn games(path: &Path) -> Result<Value> {
    let text = fs::read_to_string(path).context("reading the games")?;
    let mut games = BTreeMap::new();
    for line in text.lines() {
        let FinishedGame { number, record, .. } = FinishedGame::from_line(line)?;
        let opening: String = transcript::write(&record.game).chars().take(2 * OPENING).collect();
        let terms = [record.black.name.to_string(), record.white.name.to_string(), opening];
        ensure!(games.insert(number, terms).is_none(), "game {number} is there twice");
    }
    Ok(games.into_values().map(Value::from_iter).collect())
}
