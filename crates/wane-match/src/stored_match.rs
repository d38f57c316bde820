//! [`StoredMatch`]: a match as its folder has it, read without a lock, so that it can be looked at while it is played.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use wane_board::Colour;
use wane_files::PathError;
use wane_text::Foreign;

use crate::TimeControl;
use crate::finished_game::FinishedGame;
use crate::match_folder::{Entrant, MatchFolder, MatchFolderError};
use crate::results::Results;
use crate::schedule::Schedule;
use crate::stats::{CrossTable, EloModel, Sprt};
use crate::tournament::TournamentFormat;

/// A match as its folder has it.
#[derive(Clone, Debug)]
pub struct StoredMatch {
    folder: PathBuf,
    /// The names of the players and their times.
    pub players: Vec<(Foreign, TimeControl)>,
    /// Which players meet.
    pub format: TournamentFormat,
    /// How many games each pairing plays, or in some formats each player.
    pub games_each: usize,
    /// The name of the openings.
    pub openings: String,
    /// The seed of their order.
    pub seed: u64,
    /// The sequential test that ends it, if there is one.
    pub sprt: Option<Sprt>,
    /// The games that were played and count, by their numbers.
    pub games: Vec<FinishedGame>,
    schedule: Schedule,
}

impl StoredMatch {
    /// Reads a folder. A game that is being written at this moment is not there yet.
    ///
    /// # Errors
    /// If there is no match, or its files are damaged.
    pub fn read(folder: &Path) -> Result<Self, MatchFolderError> {
        let record = MatchFolder::settings(folder)?;
        let (pairs, mut games) = MatchFolder::peek(folder)?;
        let player = |entrant: &Entrant| (entrant.agent.name.clone(), entrant.agent.time);
        let players = record.taking_part().map(player).collect();
        let mut schedule = Schedule::new(record.order);
        schedule.extend(pairs);
        games.retain(|game| schedule.fixture(game.number).is_some());
        games.sort_by_key(|game| game.number);
        Ok(Self {
            folder: folder.into(),
            players,
            format: record.format,
            games_each: record.games,
            openings: record.openings,
            seed: record.seed,
            sprt: record
                .sprt
                .and_then(|(elo, risks)| Sprt::try_new(elo, risks, EloModel::default()).ok()),
            games,
            schedule,
        })
    }

    /// How many games there will be.
    #[must_use]
    pub fn scheduled(&self) -> usize {
        self.format.games_of(self.games_each, &self.schedule)
    }

    /// The results of all pairings.
    #[must_use]
    pub fn cross_table(&self) -> CrossTable {
        let mut results = Results::default();
        for game in &self.games {
            if let Some(fixture) = self.schedule.fixture(game.number) {
                results.add(&fixture, game);
            }
        }
        results.cross_table(&self.schedule)
    }

    /// What a side printed in a game; empty if it printed nothing.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn log(&self, number: usize, colour: Colour) -> Result<String, MatchFolderError> {
        let path = MatchFolder::log_path(&self.folder, number, colour);
        match fs::read_to_string(&path) {
            // Below the line with the name and an empty one.
            Ok(text) => Ok(text.split_once("\n\n").map_or_else(String::new, |(_, log)| log.into())),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(String::new()),
            Err(error) => Err(PathError { path, error }.into()),
        }
    }
}
