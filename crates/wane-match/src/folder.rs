//! [`Folder`]: where a match is kept while it is played, so that it can go on after a stop.
//!
//! | file | |
//! |---|---|
//! | `match.json` | what is played: whoever plays on must play the same |
//! | `games.jsonl` | every game as it ends, a line each; the match is what is in here |
//! | `games.ggf` | the same for other programs |

use std::collections::BTreeSet;
use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde_json::Value;
use wane_formats::Format;

use crate::Finished;

/// The fields of `match.json` that may change: a match can be made longer.
const MAY_CHANGE: &[&str] = &["games"];

/// The folder of a match.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    games: File,
    ggf: File,
}

/// Why a folder cannot be used.
#[derive(Debug)]
pub enum FolderError {
    /// A file cannot be read or written.
    File {
        /// Which one.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Another match is kept there.
    OtherMatch {
        /// Where.
        path: PathBuf,
        /// In what it differs.
        fields: Vec<String>,
    },
    /// Somebody plays in it.
    InUse {
        /// Where.
        path: PathBuf,
    },
    /// A line of the games is none.
    Line {
        /// Of which file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// What is wrong with it.
        text: String,
    },
}

impl Folder {
    /// Opens the folder of a match, or makes it: the games that were played so far. `settings` is
    /// what is played, an object.
    ///
    /// # Errors
    /// If it holds another match, is in use, or cannot be read and written.
    pub fn open(path: &Path, settings: &Value) -> Result<(Self, Vec<Finished>), FolderError> {
        let at = |name: &str| path.join(name);
        let file = |path: &Path| {
            let path = path.to_owned();
            move |error| FolderError::File { path, error }
        };
        fs::create_dir_all(path).map_err(file(path))?;
        let open = |name: &str| {
            let path = at(name);
            let mut options = OpenOptions::new();
            options.read(true).write(true).create(true).truncate(false);
            options.open(&path).map_err(file(&path))
        };
        let mut games = open("games.jsonl")?;
        games.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => FolderError::InUse { path: path.into() },
            TryLockError::Error(error) => FolderError::File { path: at("games.jsonl"), error },
        })?;
        check_settings(&at("match.json"), settings)?;
        let text = fs::read_to_string(at("games.jsonl")).map_err(file(&at("games.jsonl")))?;
        // A line that has no end was cut off with its game.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let played = read_games(&at("games.jsonl"), &text[..whole])?;
        games.set_len(whole as u64).map_err(file(&at("games.jsonl")))?;
        games.seek(SeekFrom::End(0)).map_err(file(&at("games.jsonl")))?;
        let mut ggf = open("games.ggf")?;
        ggf.set_len(0).map_err(file(&at("games.ggf")))?;
        ggf.seek(SeekFrom::Start(0)).map_err(file(&at("games.ggf")))?;
        let text: String = played.iter().map(as_ggf).collect();
        ggf.write_all(text.as_bytes()).map_err(file(&at("games.ggf")))?;
        Ok((Self { path: path.into(), games, ggf }, played))
    }

    /// Keeps a game.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, game: &Finished) -> Result<(), FolderError> {
        // One write a line: a stop leaves a whole line or one without an end.
        let line = format!("{}\n", game.to_line());
        let written = self.games.write_all(line.as_bytes());
        written
            .map_err(|error| FolderError::File { path: self.path.join("games.jsonl"), error })?;
        let written = self.ggf.write_all(as_ggf(game).as_bytes());
        written.map_err(|error| FolderError::File { path: self.path.join("games.ggf"), error })
    }

    /// Writes the report of the match.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_report(&self, html: &str) -> Result<PathBuf, FolderError> {
        let path = self.path.join("report.html");
        match fs::write(&path, html) {
            Ok(()) => Ok(path),
            Err(error) => Err(FolderError::File { path, error }),
        }
    }
}

/// A game in GGF with the end of its line; a game that GGF cannot say is left out.
fn as_ggf(game: &Finished) -> String {
    Format::Ggf.write_games(std::slice::from_ref(&game.record)).unwrap_or_default()
}

/// Compares what is played with what was, or notes it.
fn check_settings(path: &Path, settings: &Value) -> Result<(), FolderError> {
    let file = |error| FolderError::File { path: path.into(), error };
    let known = match fs::read_to_string(path) {
        Ok(text) => serde_json::from_str(&text).unwrap_or(Value::Null),
        Err(error) if error.kind() == io::ErrorKind::NotFound => settings.clone(),
        Err(error) => return Err(file(error)),
    };
    let (Value::Object(known), Value::Object(wanted)) = (&known, settings) else {
        return Err(FolderError::OtherMatch { path: path.into(), fields: Vec::new() });
    };
    let names: BTreeSet<&String> = known.keys().chain(wanted.keys()).collect();
    let differs = |name: &&&String| {
        known.get(**name) != wanted.get(**name) && !MAY_CHANGE.contains(&name.as_str())
    };
    let fields: Vec<String> = names.iter().filter(differs).map(|&name| name.clone()).collect();
    if !fields.is_empty() {
        return Err(FolderError::OtherMatch { path: path.into(), fields });
    }
    let text = format!("{settings:#}\n");
    fs::write(path, text).map_err(file)
}

fn read_games(path: &Path, text: &str) -> Result<Vec<Finished>, FolderError> {
    let mut played: Vec<Finished> = Vec::new();
    let mut numbers = BTreeSet::new();
    for (index, line) in text.lines().enumerate() {
        let wrong = |text| FolderError::Line { path: path.into(), line: index + 1, text };
        let game = Finished::from_line(line).map_err(|error| wrong(error.to_string()))?;
        if !numbers.insert(game.number) {
            return Err(wrong(format!("game {} is there already", game.number)));
        }
        played.push(game);
    }
    Ok(played)
}

impl fmt::Display for FolderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File { path, error } => write!(f, "{}: {error}", path.display()),
            Self::OtherMatch { path, fields } => {
                let fields = fields.join(", ");
                let path = path.display();
                write!(
                    f,
                    "{path} is of another match ({fields}); choose another folder, or remove it"
                )
            }
            Self::InUse { path } => {
                write!(f, "{}: another match is being played in this folder", path.display())
            }
            Self::Line { path, line, text } => {
                write!(f, "{}, line {line}: {text}", path.display())
            }
        }
    }
}

impl std::error::Error for FolderError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::File { error, .. } => Some(error),
            _ => None,
        }
    }
}
