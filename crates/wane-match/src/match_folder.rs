//! [`MatchFolder`]: the folder that stores a match while it is played, so that it can be resumed after a stop.
//!
//! | file | content | how it is written |
//! |---|---|---|
//! | `match.json` | the settings, the version of the program, and a fingerprint of each player: a resumed match plays the same | as a whole, when it changes |
//! | `pairings.jsonl` | which games there are: pairs of players by their numbers in `match.json`, and their opening | a journal, synced before the games are played |
//! | `games.jsonl` | the finished games, one line each | a journal, synced after each game |
//! | `games.ggf` | the same games for other programs | appended; made again from the journal if they differ |
//! | `logs/000017-black.txt` | the standard error of Black in game 17, if there is any | as a whole, before the game is in the journal |
//!
//! The lock on `games.jsonl` keeps other processes out of the folder.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;
use wane_board::Colour;
use wane_files::{
    AppendFile, Journal, JournalError, LineForm, LockError, PathError, create_folder, good_lines,
    write_atomically,
};
use wane_formats::Format;

use crate::agent::AgentProgram;
use crate::fingerprint::PlayerFingerprint;
use crate::finished_game::FinishedGame;
use crate::schedule::Pair;
use crate::tournament::TournamentFormat;

/// The names of the files.
const MATCH: &str = "match.json";
const PAIRINGS: &str = "pairings.jsonl";
const GAMES: &str = "games.jsonl";
const GGF: &str = "games.ggf";
const LOGS: &str = "logs";

/// The version of `match.json`.
const VERSION: u64 = 4;

/// The settings of a match, as `match.json` stores them.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct MatchRecord {
    /// The version of the program.
    pub(crate) wane: String,
    /// All who take part or have taken part, in the order in which they came.
    pub(crate) players: Vec<Entrant>,
    /// Those who take part, by their numbers in `players`, in the order of the match.
    pub(crate) order: Vec<usize>,
    pub(crate) format: TournamentFormat,
    /// May change: a match can be made longer.
    pub(crate) games: usize,
    pub(crate) openings: String,
    pub(crate) size: usize,
    pub(crate) objective: String,
    pub(crate) seed: u64,
    pub(crate) margin_ms: u128,
    pub(crate) grace_ms: u128,
    pub(crate) adjudicate: Option<u32>,
    /// The hypotheses in Elo, and the risks.
    pub(crate) sprt: Option<([f64; 2], [f64; 2])>,
}

/// Who takes part in a match, or has taken part.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Entrant {
    pub(crate) agent: AgentProgram,
    pub(crate) fingerprint: PlayerFingerprint,
}

/// A line of `pairings.jsonl`.
#[derive(Debug, Serialize, Deserialize)]
struct PlannedPairs {
    pairs: Vec<Pair>,
}

/// The folder of a match.
#[derive(Debug)]
pub struct MatchFolder {
    path: PathBuf,
    pairings: Journal,
    games: Journal,
    ggf: AppendFile,
}

/// Why a folder cannot be used.
#[derive(Debug, Error)]
pub enum MatchFolderError {
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] PathError),
    /// The finished games cannot be read or written, or another process plays in the folder.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// Another process has the copy of the games.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// The folder belongs to another match.
    #[error(
        "{} belongs to another match: {}. Choose another folder, or remove this one; if only players have changed, \
         --update takes them as they are now",
        path.display(),
        changes.join(", ")
    )]
    OtherMatch {
        /// The file.
        path: PathBuf,
        /// The differences.
        changes: Vec<String>,
    },
    /// The match is longer.
    #[error("{}: the match has --games {before}: ask for at least as many", path.display())]
    TooShort {
        /// The file.
        path: PathBuf,
        /// How many games there are for each pairing, or each player.
        before: usize,
    },
    /// The files do not belong together.
    #[error("{}: {text}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        text: String,
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

/// A match that its folder has.
#[derive(Debug)]
pub(crate) struct Resumed {
    pub(crate) folder: MatchFolder,
    /// The settings that are stored now.
    pub(crate) record: MatchRecord,
    pub(crate) pairs: Vec<Pair>,
    pub(crate) games: Vec<FinishedGame>,
}

/// What may be other than in an earlier run of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MayChange {
    /// Only how many games are played.
    Length,
    /// The players too.
    Players,
}

impl MatchFolder {
    /// Opens the folder of an earlier match, with its games; `None` if there is none.
    ///
    /// # Errors
    /// If it belongs to another match, is in use, or cannot be read and written.
    pub(crate) fn resume(
        path: &Path,
        wanted: &MatchRecord,
        may_change: MayChange,
    ) -> Result<Option<Resumed>, MatchFolderError> {
        let about = path.join(MATCH);
        let read = || match fs::read_to_string(&about) {
            Ok(text) => merged(&text, wanted, may_change, &about).map(Some),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(PathError { path: about.clone(), error }.into()),
        };
        // Without a lock, so that nothing of another match is touched.
        if read()?.is_none() {
            return Ok(None);
        }
        let (mut folder, pairs, games) = Self::lock(path)?;
        // Another process may have been faster.
        let Some(record) = read()? else { return Ok(None) };
        let planned = 2 * pairs.len();
        if let Some(game) = games.iter().find(|game| game.number > planned) {
            let text = format!("game {} is not in {PAIRINGS}, which has {planned}", game.number);
            return Err(MatchFolderError::Damaged { path: path.join(GAMES), text });
        }
        folder.prepare(&record, &games)?;
        Ok(Some(Resumed { folder, record, pairs, games }))
    }

    /// Creates the folder of a new match.
    ///
    /// # Errors
    /// If it is in use, or cannot be written.
    pub(crate) fn create(path: &Path, record: &MatchRecord) -> Result<Self, MatchFolderError> {
        create_folder(path)?;
        let (mut folder, pairs, played) = Self::lock(path)?;
        if pairs.is_empty() && played.is_empty() {
            folder.prepare(record, &played)?;
            return Ok(folder);
        }
        // There were games without a match.json, or another process was faster.
        let changes = vec!["it has games already".into()];
        Err(MatchFolderError::OtherMatch { path: path.join(GAMES), changes })
    }

    /// Opens the journals, and keeps other processes out.
    fn lock(path: &Path) -> Result<(Self, Vec<Pair>, Vec<FinishedGame>), MatchFolderError> {
        let (games, played) = open_games(path)?;
        let (pairings, lines) = Journal::open(&path.join(PAIRINGS), LineForm::Json)?;
        let pairs = read_pairs(pairings.path(), &lines)?;
        let ggf = AppendFile::open(&path.join(GGF))?;
        Ok((Self { path: path.into(), pairings, games, ggf }, pairs, played))
    }

    /// Makes all files agree.
    fn prepare(
        &mut self,
        record: &MatchRecord,
        played: &[FinishedGame],
    ) -> Result<(), MatchFolderError> {
        // The last lines may have been written by a process that was killed before they were on the disk.
        self.pairings.sync()?;
        self.games.sync()?;
        write_record(&self.path.join(MATCH), record)?;
        let text: String = played.iter().map(as_ggf).collect();
        let before = self.ggf.read()?;
        let same = before.iter().zip(text.as_bytes()).take_while(|(one, other)| one == other);
        let same = same.count();
        if same < before.len() {
            self.ggf.cut(same as u64)?;
        }
        Ok(self.ggf.append(&text.as_bytes()[same..])?)
    }

    /// Stores which games come next. It survives a power cut when this returns.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn plan(&mut self, pairs: &[Pair]) -> Result<(), MatchFolderError> {
        let planned = PlannedPairs { pairs: pairs.to_vec() };
        let line = serde_json::to_string(&planned).expect("every key is a string");
        self.pairings.append(&line)?;
        Ok(self.pairings.sync()?)
    }

    /// The games in the folder of a match.
    ///
    /// # Errors
    /// If it is in use, or cannot be read.
    pub fn games(path: &Path) -> Result<Vec<FinishedGame>, MatchFolderError> {
        Ok(open_games(path)?.1)
    }

    /// Takes games out of the folder of a match, by their numbers, so that they are played again; how many there were.
    ///
    /// # Errors
    /// If it is in use, or cannot be read and written.
    pub fn take_out(path: &Path, numbers: &BTreeSet<usize>) -> Result<usize, MatchFolderError> {
        let (journal, games) = open_games(path)?;
        let left = games.iter().filter(|game| !numbers.contains(&game.number));
        let left: Vec<String> = left.map(FinishedGame::to_line).collect();
        journal.replace(&left)?;
        Ok(games.len() - left.len())
    }

    /// The settings of the match in a folder.
    pub(crate) fn settings(path: &Path) -> Result<MatchRecord, MatchFolderError> {
        let path = path.join(MATCH);
        let text = fs::read_to_string(&path).map_err(PathError::at(&path))?;
        serde_json::from_str(&text).map_err(|error| {
            let text = format!("{error}; it was written by another version of wane");
            MatchFolderError::Line { path, line: error.line(), text }
        })
    }

    /// The pairs and the games in the folder of a match, read without a lock: what is being written at this moment is not
    /// there yet.
    pub(crate) fn peek(path: &Path) -> Result<(Vec<Pair>, Vec<FinishedGame>), MatchFolderError> {
        // The games first: their pairs are stored before them.
        let (games, lines) = peek_lines(&path.join(GAMES))?;
        let games = read_games(&games, &lines)?;
        let (pairings, lines) = peek_lines(&path.join(PAIRINGS))?;
        Ok((read_pairs(&pairings, &lines)?, games))
    }

    /// The file with what a side printed in a game.
    pub(crate) fn log_path(path: &Path, number: usize, colour: Colour) -> PathBuf {
        path.join(LOGS).join(format!("{number:06}-{colour}.txt"))
    }

    /// Stores a game. It survives a power cut when this returns.
    ///
    /// # Errors
    /// If it cannot be written; the games before it are then stored as they were.
    pub(crate) fn add(&mut self, game: &FinishedGame) -> Result<(), MatchFolderError> {
        self.write_logs(game)?;
        self.games.append(&game.to_line())?;
        self.games.sync()?;
        Ok(self.ggf.append(as_ggf(game).as_bytes())?)
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes what the players wrote to standard error.
    fn write_logs(&self, game: &FinishedGame) -> Result<(), MatchFolderError> {
        let logs = self.path.join(LOGS);
        for (colour, log) in [Colour::Black, Colour::White].into_iter().zip(&game.logs) {
            if log.is_empty() {
                continue;
            }
            create_folder(&logs)?;
            let path = Self::log_path(&self.path, game.number, colour);
            let name = &game.record.player(colour).name;
            let text = format!("{name}, {colour} in game {}\n\n{log}", game.number);
            write_atomically(&path, text.as_bytes()).map_err(PathError::at(&path))?;
        }
        Ok(())
    }
}

/// A game in GGF with a line break; empty if GGF cannot express it.
fn as_ggf(game: &FinishedGame) -> String {
    Format::Ggf.write_games(std::slice::from_ref(&game.record)).unwrap_or_default()
}

/// Writes the settings, unless they are there already.
fn write_record(path: &Path, record: &MatchRecord) -> Result<(), MatchFolderError> {
    let mut value = serde_json::to_value(record).expect("every key is a string");
    value["v"] = VERSION.into();
    let text = format!("{value:#}\n");
    if fs::read(path).is_ok_and(|before| before == text.as_bytes()) {
        return Ok(());
    }
    Ok(write_atomically(path, text.as_bytes()).map_err(PathError::at(path))?)
}

/// The settings of a stored match, made longer and with the wanted players, if it may be that.
fn merged(
    text: &str,
    wanted: &MatchRecord,
    may_change: MayChange,
    path: &Path,
) -> Result<MatchRecord, MatchFolderError> {
    let other = |changes| MatchFolderError::OtherMatch { path: path.into(), changes };
    let value = serde_json::from_str::<Value>(text)
        .map_err(|_| other(vec!["the settings are not JSON, so the file is damaged".into()]))?;
    let mut record: MatchRecord = serde_json::from_value(value)
        .map_err(|_| other(vec!["it was written by another version of wane".into()]))?;
    if record.wane != wanted.wane {
        let (before, now) = (&record.wane, &wanted.wane);
        let versions = format!("it was played with wane {before}, and this is wane {now}");
        return Err(other(vec![versions]));
    }
    let mut changes = changes(&record, wanted);
    if may_change == MayChange::Players {
        record.update_players(wanted);
    } else {
        changes.splice(0..0, player_changes(&record, wanted));
    }
    if !changes.is_empty() {
        return Err(other(changes));
    }
    if wanted.games < record.games {
        return Err(MatchFolderError::TooShort { path: path.into(), before: record.games });
    }
    record.games = wanted.games;
    Ok(record)
}

impl MatchRecord {
    /// Those who take part, in the order of the match.
    pub(crate) fn taking_part(&self) -> impl Iterator<Item = &Entrant> {
        self.order.iter().filter_map(|&entrant| self.players.get(entrant))
    }

    /// Has the wanted players take part. One that has changed is another entrant; one that has come back as it was is
    /// the same.
    fn update_players(&mut self, wanted: &Self) {
        let entrant = |player: &Entrant| {
            let is_same = |known: &Entrant| player_change(known, player).is_none();
            let known = self.players.iter().rposition(is_same);
            known.unwrap_or_else(|| {
                self.players.push(player.clone());
                self.players.len() - 1
            })
        };
        self.order = wanted.taking_part().map(entrant).collect();
    }
}

/// The differences between a stored match and the wanted one, apart from the players.
fn changes(known: &MatchRecord, wanted: &MatchRecord) -> Vec<String> {
    let fields = |record| serde_json::to_value(record).expect("every key is a string");
    let (known, wanted) = (fields(known), fields(wanted));
    let fields = wanted.as_object().into_iter().flatten();
    let differs = |(name, value): &(&String, &Value)| {
        !["players", "order", "games"].contains(&name.as_str())
            && known.get(name.as_str()) != Some(value)
    };
    fields.filter(differs).map(|(name, _)| format!("other {name}")).collect()
}

/// How the players have changed.
fn player_changes(known: &MatchRecord, wanted: &MatchRecord) -> Vec<String> {
    let count = |record: &MatchRecord| record.order.len();
    if count(known) != count(wanted) {
        return vec![format!("it has {} players, not {}", count(known), count(wanted))];
    }
    let pairs = known.taking_part().zip(wanted.taking_part());
    pairs.filter_map(|(old, new)| player_change(old, new)).collect()
}

/// How a player has changed.
fn player_change(old: &Entrant, new: &Entrant) -> Option<String> {
    let Entrant { agent, fingerprint: before } = old;
    let Entrant { agent: now, fingerprint } = new;
    if agent.name != now.name {
        return Some(format!("{} instead of {}", now.name, agent.name));
    }
    let mut changed = fingerprint.changes(before);
    if agent != now {
        changed.insert(0, "its options");
    }
    (!changed.is_empty()).then(|| format!("{} has changed: {}", now.name, changed.join(" and ")))
}

fn open_games(folder: &Path) -> Result<(Journal, Vec<FinishedGame>), MatchFolderError> {
    let (journal, lines) = Journal::open(&folder.join(GAMES), LineForm::Json)?;
    let games = read_games(journal.path(), &lines)?;
    Ok((journal, games))
}

fn peek_lines(path: &Path) -> Result<(PathBuf, Vec<String>), MatchFolderError> {
    let bytes = fs::read(path).map_err(PathError::at(path))?;
    let damaged = |line| JournalError::Damaged { path: path.into(), line };
    Ok((path.into(), good_lines(&bytes, LineForm::Json).map_err(damaged)?.lines))
}

fn read_pairs(path: &Path, lines: &[String]) -> Result<Vec<Pair>, MatchFolderError> {
    let mut pairs = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let planned: PlannedPairs = serde_json::from_str(line).map_err(|error| {
            let text = error.to_string();
            MatchFolderError::Line { path: path.into(), line: index + 1, text }
        })?;
        pairs.extend(planned.pairs);
    }
    Ok(pairs)
}

fn read_games(path: &Path, lines: &[String]) -> Result<Vec<FinishedGame>, MatchFolderError> {
    let mut played: Vec<FinishedGame> = Vec::new();
    let mut numbers = BTreeSet::new();
    for (index, line) in lines.iter().enumerate() {
        let wrong = |text| MatchFolderError::Line { path: path.into(), line: index + 1, text };
        let game = FinishedGame::from_line(line).map_err(|error| wrong(error.to_string()))?;
        if !numbers.insert(game.number) {
            return Err(wrong(format!("game {} is there already", game.number)));
        }
        played.push(game);
    }
    Ok(played)
}

#[cfg(test)]
mod tests {
    use wane_board::{AnyGame, Objective};
    use wane_formats::GameRecord;
    use wane_testkit::temp_dir::TempDir;
    use wane_testkit::{Rng, random_game};

    use super::*;
    use crate::agent::Protocol;
    use crate::{StoredMatch, TimeControl};

    fn record() -> MatchRecord {
        let player = |name: &str| {
            let (program, time) = ("/bin/true".into(), TimeControl::CONTEST);
            AgentProgram::new(name.into(), Protocol::Ugi, program, Vec::new(), time)
        };
        MatchRecord {
            wane: "1.2.3".into(),
            players: ["one", "two"]
                .map(|name| Entrant {
                    agent: player(name),
                    fingerprint: PlayerFingerprint::default(),
                })
                .into(),
            order: vec![0, 1],
            format: TournamentFormat::RoundRobin,
            games: 100,
            openings: "start".into(),
            size: 8,
            objective: "fewest".into(),
            seed: 1,
            margin_ms: 0,
            grace_ms: 0,
            adjudicate: None,
            sprt: None,
        }
    }

    fn game(number: usize) -> FinishedGame {
        let game = AnyGame::from(random_game::<8>(&mut Rng::new(number as u64), 12));
        let record = GameRecord::new(game, Objective::FewestDiscs);
        FinishedGame { number, record, fault: None, remarks: Vec::new(), logs: Default::default() }
    }

    /// A folder with three games.
    fn three_games(folder: &TempDir) -> PathBuf {
        let path = folder.path().join("m");
        let mut open = MatchFolder::create(&path, &record()).unwrap();
        open.plan(&[0, 1].map(|opening| Pair { first: 0, second: 1, opening })).unwrap();
        for number in 1..=3 {
            open.add(&game(number)).unwrap();
        }
        path
    }

    fn again(path: &Path, record: &MatchRecord) -> Result<Option<Resumed>, MatchFolderError> {
        MatchFolder::resume(path, record, MayChange::Length)
    }

    fn resume(path: &Path) -> Result<usize, MatchFolderError> {
        let Resumed { games, .. } = again(path, &record())?.unwrap();
        assert_eq!(games, (1..=games.len()).map(game).collect::<Vec<_>>());
        Ok(games.len())
    }

    #[test]
    fn settings_that_are_there_already_are_not_written_again() {
        let folder = TempDir::new().unwrap();
        let path = three_games(&folder);
        let written = || fs::metadata(path.join(MATCH)).unwrap().modified().unwrap();
        let before = written();
        assert_eq!(resume(&path).unwrap(), 3);
        assert_eq!(written(), before);
        let longer = MatchRecord { games: 200, ..record() };
        again(&path, &longer).unwrap().unwrap();
        let text = fs::read_to_string(path.join(MATCH)).unwrap();
        assert!(text.contains("\"games\": 200"), "{text}");
    }

    #[test]
    fn a_damaged_tail_costs_its_own_games_only() {
        let folder = TempDir::new().unwrap();
        let path = three_games(&folder);
        let games = path.join(GAMES);
        let whole = fs::read(&games).unwrap();
        let ggf = fs::read(path.join(GGF)).unwrap();
        for tail in [&b"{\"format\":\"wane-game"[..], b"\xff\xfe\xfd", b"\0\0\0\0", b"\xe2\x82\n"] {
            fs::write(&games, [&whole, tail].concat()).unwrap();
            // The copy is made again, whatever has become of it.
            fs::write(path.join(GGF), tail).unwrap();
            assert_eq!(resume(&path).unwrap(), 3, "{tail:?}");
            assert_eq!(fs::read(path.join(GGF)).unwrap(), ggf);
        }
        let mut zeroed = whole.clone();
        let last = whole.len() - 100;
        zeroed[last..].fill(0);
        fs::write(&games, zeroed).unwrap();
        assert_eq!(resume(&path).unwrap(), 2);
        let mut open = again(&path, &record()).unwrap().unwrap().folder;
        open.add(&game(3)).unwrap();
        assert_eq!(fs::read(&games).unwrap(), whole);
    }

    #[test]
    fn a_game_that_is_damaged_in_front_of_others_is_named() {
        let folder = TempDir::new().unwrap();
        let path = three_games(&folder);
        let games = path.join(GAMES);
        let text = fs::read_to_string(&games).unwrap();
        // Another move of the second game: still a game, but not the one that was played.
        let mut lines: Vec<&str> = text.lines().collect();
        let other = game(7).to_line();
        let sealed = lines[1].replace("\"moves\":[", "\"moves\": [");
        for line in [other.as_str(), sealed.as_str()] {
            lines[1] = line;
            fs::write(&games, lines.join("\n") + "\n").unwrap();
            let error = resume(&path).unwrap_err().to_string();
            assert!(error.contains("games.jsonl, line 2: the line is damaged"), "{error}");
        }
    }

    #[test]
    fn a_folder_is_for_one_process_and_for_one_version() {
        let folder = TempDir::new().unwrap();
        let path = three_games(&folder);
        let first = again(&path, &record()).unwrap();
        let error = resume(&path).unwrap_err().to_string();
        assert!(error.ends_with("another wane is writing here"), "{error}");
        drop(first);
        for (text, words) in
            [("{\"play", "not JSON, so the file is damaged"), ("{}", "another version of wane")]
        {
            fs::write(path.join(MATCH), text).unwrap();
            let error = resume(&path).unwrap_err().to_string();
            assert!(error.contains(words), "{error}");
        }
        let newer = MatchRecord { wane: "1.2.4".into(), ..record() };
        fs::remove_file(path.join(MATCH)).unwrap();
        write_record(&path.join(MATCH), &newer).unwrap();
        let error = resume(&path).unwrap_err().to_string();
        assert!(error.contains("played with wane 1.2.4, and this is wane 1.2.3"), "{error}");
        assert_eq!(fs::read_to_string(path.join(GAMES)).unwrap().lines().count(), 3);
    }

    #[test]
    fn a_match_with_other_players_or_games_is_named_as_another_match() {
        let folder = TempDir::new().unwrap();
        let path = three_games(&folder);
        let refused = |record: &MatchRecord| again(&path, record).unwrap_err().to_string();
        let mut other = record();
        other.players[1].agent.name = "three".into();
        assert!(refused(&other).contains("another match: three instead of two. Choose"));
        let mut other = record();
        other.players[0].agent.time = "1s/move".parse().unwrap();
        assert!(refused(&other).contains("one has changed: its options"));
        let mut other = record();
        other.order.pop();
        assert!(refused(&other).contains("it has 2 players, not 1"));
        let other = MatchRecord { seed: 2, grace_ms: 9, ..record() };
        for change in ["other seed", "other grace_ms"] {
            assert!(refused(&other).contains(change), "{change}");
        }
        // Games without settings, and a game that is there twice.
        fs::remove_file(path.join(MATCH)).unwrap();
        assert!(again(&path, &record()).unwrap().is_none());
        let error = MatchFolder::create(&path, &record()).unwrap_err().to_string();
        assert!(error.contains("it has games already"), "{error}");
        let (mut games, _) = Journal::open(&path.join(GAMES), LineForm::Json).unwrap();
        games.append(&game(2).to_line()).unwrap();
        drop(games);
        let error = MatchFolder::create(&path, &record()).unwrap_err().to_string();
        assert!(error.ends_with("games.jsonl, line 4: game 2 is there already"), "{error}");
    }

    #[test]
    fn what_players_print_is_in_files_of_its_own_and_can_be_read_while_games_are_played() {
        let folder = TempDir::new().unwrap();
        let path = three_games(&folder);
        let mut open = again(&path, &record()).unwrap().unwrap().folder;
        let logs = [String::new(), "Traceback\n".into()];
        open.add(&FinishedGame { logs, ..game(4) }).unwrap();
        let log = fs::read_to_string(path.join(LOGS).join("000004-white.txt")).unwrap();
        assert!(log.ends_with("white in game 4\n\nTraceback\n"), "{log}");
        assert_eq!(fs::read_dir(path.join(LOGS)).unwrap().count(), 1, "Black printed nothing");
        let stored = StoredMatch::read(&path).unwrap();
        assert_eq!((stored.games.len(), stored.scheduled()), (4, 100));
        assert_eq!(stored.log(4, Colour::White).unwrap(), "Traceback\n");
        assert_eq!(stored.log(4, Colour::Black).unwrap(), "");
        drop(open);
        assert_eq!(resume(&path).unwrap(), 4);
    }
}
