//! [`MatchFolder`]: the folder that stores a match while it is played, so that it can be resumed after a stop.
//!
//! | file | |
//! |---|---|
//! | `match.json` | the settings, and a fingerprint of each player: a resumed match plays the same |
//! | `games.jsonl` | the finished games, one line each |
//! | `games.ggf` | the same games for other programs |
//! | `logs/000017-black.txt` | the standard error of Black in game 17, if there is any |
//! | `report.html` | the report, once a run has ended |

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;
use wane_board::Colour;
use wane_files::{PathError, write_atomically};
use wane_formats::Format;

use crate::agent::AgentProgram;
use crate::fingerprint::PlayerFingerprint;
use crate::finished_game::FinishedGame;
use crate::schedule::TournamentFormat;

/// The names of the files.
const MATCH: &str = "match.json";
const GAMES: &str = "games.jsonl";
const GGF: &str = "games.ggf";
const LOGS: &str = "logs";
const REPORT: &str = "report.html";

/// The version of `match.json`.
const VERSION: u64 = 2;

/// The settings of a match, as `match.json` stores them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct MatchRecord {
    pub(crate) players: Vec<(AgentProgram, PlayerFingerprint)>,
    pub(crate) format: TournamentFormat,
    /// May change: a match can be made longer.
    pub(crate) games: usize,
    pub(crate) openings: String,
    pub(crate) size: usize,
    pub(crate) objective: String,
    pub(crate) seed: u64,
    pub(crate) margin_ms: u128,
    #[serde(default)]
    pub(crate) grace_ms: u128,
    pub(crate) adjudicate: Option<u32>,
    /// The hypotheses in Elo, and the risks.
    pub(crate) sprt: Option<([f64; 2], [f64; 2])>,
}

/// The folder of a match.
#[derive(Debug)]
pub struct MatchFolder {
    path: PathBuf,
    games: File,
    ggf: File,
}

/// Why a folder cannot be used.
#[derive(Debug, Error)]
pub enum MatchFolderError {
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] PathError),
    /// The folder belongs to another match.
    #[error(
        "{} belongs to another match: {}. Choose another folder, or remove this one",
        path.display(),
        changes.join(", ")
    )]
    OtherMatch {
        /// The file.
        path: PathBuf,
        /// The differences.
        changes: Vec<String>,
    },
    /// Another process plays a match in it.
    #[error("{}: another match is being played in this folder", path.display())]
    InUse {
        /// The folder.
        path: PathBuf,
    },
    /// A line is not a game.
    #[error("{}, line {line}: {text}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        text: String,
    },
}

impl MatchFolder {
    /// Opens the folder of an earlier match, with its games; `None` if there is none.
    ///
    /// # Errors
    /// If it belongs to another match, is in use, or cannot be read and written.
    pub(crate) fn resume(
        path: &Path,
        record: &MatchRecord,
    ) -> Result<Option<(Self, Vec<FinishedGame>)>, MatchFolderError> {
        let about = path.join(MATCH);
        let text = match fs::read_to_string(&about) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(PathError { path: about, error }.into()),
        };
        let changes = changes(&text, record);
        if !changes.is_empty() {
            return Err(MatchFolderError::OtherMatch { path: about, changes });
        }
        Self::open(path, record).map(Some)
    }

    /// Creates the folder of a new match.
    ///
    /// # Errors
    /// If it is in use, or cannot be written.
    pub(crate) fn create(path: &Path, record: &MatchRecord) -> Result<Self, MatchFolderError> {
        fs::create_dir_all(path).map_err(PathError::at(path))?;
        let (folder, played) = Self::open(path, record)?;
        if played.is_empty() {
            return Ok(folder);
        }
        // There were games without a match.json, or another process was faster.
        let changes = vec!["it has games already".into()];
        Err(MatchFolderError::OtherMatch { path: path.join(GAMES), changes })
    }

    fn open(
        path: &Path,
        record: &MatchRecord,
    ) -> Result<(Self, Vec<FinishedGame>), MatchFolderError> {
        let open = |name: &str| {
            let path = path.join(name);
            let mut options = OpenOptions::new();
            options.read(true).write(true).create(true).truncate(false);
            options.open(&path).map_err(PathError::at(&path))
        };
        let mut games = open(GAMES)?;
        let games_path = path.join(GAMES);
        games.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => MatchFolderError::InUse { path: path.into() },
            TryLockError::Error(error) => PathError::at(&games_path)(error).into(),
        })?;
        let text = fs::read_to_string(&games_path).map_err(PathError::at(&games_path))?;
        // A last line without a line break was cut off when the match was stopped.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let played = read_games(&games_path, &text[..whole])?;
        write_record(&path.join(MATCH), record)?;
        games.set_len(whole as u64).map_err(PathError::at(&games_path))?;
        games.seek(SeekFrom::End(0)).map_err(PathError::at(&games_path))?;
        let (mut ggf, ggf_path) = (open(GGF)?, path.join(GGF));
        ggf.set_len(0).map_err(PathError::at(&ggf_path))?;
        let text: String = played.iter().map(as_ggf).collect();
        ggf.write_all(text.as_bytes()).map_err(PathError::at(&ggf_path))?;
        Ok((Self { path: path.into(), games, ggf }, played))
    }

    /// Stores a game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn add(&mut self, game: &FinishedGame) -> Result<(), MatchFolderError> {
        self.write_logs(game)?;
        // One write a line: after a crash the last line is whole, or has no line break.
        let line = format!("{}\n", game.to_line());
        self.games.write_all(line.as_bytes()).map_err(PathError::at(&self.path.join(GAMES)))?;
        self.ggf.write_all(as_ggf(game).as_bytes()).map_err(PathError::at(&self.path.join(GGF)))?;
        Ok(())
    }

    /// Writes the report of the match.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_report(&self, html: &str) -> Result<PathBuf, MatchFolderError> {
        let path = self.path.join(REPORT);
        write_atomically(&path, html.as_bytes()).map_err(PathError::at(&path))?;
        Ok(path)
    }

    /// Writes what the players wrote to standard error.
    fn write_logs(&self, game: &FinishedGame) -> Result<(), MatchFolderError> {
        let logs = self.path.join(LOGS);
        for (colour, log) in [Colour::Black, Colour::White].into_iter().zip(&game.logs) {
            if log.is_empty() {
                continue;
            }
            fs::create_dir_all(&logs).map_err(PathError::at(&logs))?;
            let path = logs.join(format!("{:06}-{colour}.txt", game.number));
            let name = &game.record.player(colour).name;
            let text = format!("{name}, {colour} in game {}\n\n{log}", game.number);
            fs::write(&path, text).map_err(PathError::at(&path))?;
        }
        Ok(())
    }
}

/// A game in GGF with a line break; empty if GGF cannot express it.
fn as_ggf(game: &FinishedGame) -> String {
    Format::Ggf.write_games(std::slice::from_ref(&game.record)).unwrap_or_default()
}

fn write_record(path: &Path, record: &MatchRecord) -> Result<(), MatchFolderError> {
    let mut value = serde_json::to_value(record).expect("every key is a string");
    value["v"] = VERSION.into();
    Ok(write_atomically(path, format!("{value:#}\n").as_bytes()).map_err(PathError::at(path))?)
}

/// The differences between a stored match and the wanted one.
fn changes(text: &str, wanted: &MatchRecord) -> Vec<String> {
    let known: Value = serde_json::from_str(text).unwrap_or_default();
    let Ok(MatchRecord { players, .. }) = serde_json::from_value(known.clone()) else {
        return vec!["it was written by another version of wane".into()];
    };
    if players.len() != wanted.players.len() {
        return vec!["other players".into()];
    }
    let pairs = players.iter().zip(&wanted.players);
    let mut changes: Vec<String> = pairs.filter_map(|(old, new)| player_change(old, new)).collect();
    let wanted = serde_json::to_value(wanted).expect("every key is a string");
    let fields = wanted.as_object().into_iter().flatten();
    let differs = |(name, value): &(&String, &Value)| {
        !["players", "games"].contains(&name.as_str()) && known.get(name.as_str()) != Some(value)
    };
    changes.extend(fields.filter(differs).map(|(name, _)| format!("other {name}")));
    changes
}

/// How a player has changed.
fn player_change(
    old: &(AgentProgram, PlayerFingerprint),
    new: &(AgentProgram, PlayerFingerprint),
) -> Option<String> {
    let ((agent, before), (now, fingerprint)) = (old, new);
    if agent.name != now.name {
        return Some(format!("{} instead of {}", now.name, agent.name));
    }
    let mut changed = fingerprint.changes(before);
    if agent != now {
        changed.insert(0, "its options");
    }
    (!changed.is_empty()).then(|| format!("{} has changed: {}", now.name, changed.join(" and ")))
}

fn read_games(path: &Path, text: &str) -> Result<Vec<FinishedGame>, MatchFolderError> {
    let mut played: Vec<FinishedGame> = Vec::new();
    let mut numbers = BTreeSet::new();
    for (index, line) in text.lines().enumerate() {
        let wrong = |text| MatchFolderError::Line { path: path.into(), line: index + 1, text };
        let game = FinishedGame::from_line(line).map_err(|error| wrong(error.to_string()))?;
        if !numbers.insert(game.number) {
            return Err(wrong(format!("game {} is there already", game.number)));
        }
        played.push(game);
    }
    Ok(played)
}
