//! [`Format`]: the formats by name, and writing games in any of them.

use std::fmt;
use std::str::FromStr;

use crate::obf::{Scored, Suite, SuiteEntry};
use crate::record::GameRecord;
use crate::{board_text, ggf, json, obf, sgf, transcript};

/// A format by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// See [`transcript`].
    Transcript,
    /// See [`board_text`].
    Board,
    /// See [`obf`].
    Obf,
    /// See [`ggf`].
    Ggf,
    /// See [`sgf`].
    Sgf,
    /// See [`pgn`](crate::pgn).
    Pgn,
    /// See [`json`].
    Json,
    /// See [`wthor`](crate::wthor).
    Wthor,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 8] = [
        Self::Transcript,
        Self::Board,
        Self::Obf,
        Self::Ggf,
        Self::Sgf,
        Self::Pgn,
        Self::Json,
        Self::Wthor,
    ];

    /// A short lower-case name, as [`Format::from_str`] reads it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Transcript => "transcript",
            Self::Board => "board",
            Self::Obf => "obf",
            Self::Ggf => "ggf",
            Self::Sgf => "sgf",
            Self::Pgn => "pgn",
            Self::Json => "json",
            Self::Wthor => "wthor",
        }
    }

    /// Writes games, one per line. A format for positions gets the last position of each game.
    ///
    /// # Errors
    /// If the format is read-only, or cannot hold games of both objectives in one text.
    pub fn write_games(self, games: &[GameRecord]) -> Result<String, WriteError> {
        let lines = |write: fn(&GameRecord) -> String| {
            games.iter().map(|game| write(game) + "\n").collect::<String>()
        };
        match self {
            Self::Transcript => Ok(lines(|record| transcript::write(&record.game))),
            Self::Board => Ok(lines(|record| board_text::write(&record.game.position()))),
            Self::Ggf => Ok(lines(ggf::write)),
            Self::Sgf => Ok(lines(sgf::write)),
            Self::Json => Ok(lines(json::write)),
            Self::Obf => write_suite(games),
            Self::Pgn | Self::Wthor => Err(WriteError::ReadOnly { format: self }),
        }
    }
}

fn write_suite(games: &[GameRecord]) -> Result<String, WriteError> {
    let objective = games.first().map(|game| game.objective);
    if games.iter().any(|game| Some(game.objective) != objective) {
        return Err(WriteError::MixedObjectives);
    }
    let problem = |(index, game): (usize, &GameRecord)| {
        let position = game.game.position();
        // Only the score of a finished game is known without a solver.
        let score = position.is_game_over().then(|| position.final_score(game.objective));
        let scores = score.map(|score| Scored { mv: None, score }).into_iter().collect();
        SuiteEntry { line: index + 1, position, scores, comment: String::new() }
    };
    let problems = games.iter().enumerate().map(problem).collect();
    Ok(obf::write(&Suite { objective, problems }))
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        Self::ALL
            .into_iter()
            .find(|format| format.name() == name)
            .ok_or_else(|| UnknownFormat { name: name.into() })
    }
}

/// No format has this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownFormat {
    /// The name that was given.
    pub name: String,
}

impl fmt::Display for UnknownFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a format, there are:", self.name)?;
        Format::ALL.iter().try_for_each(|format| write!(f, " {format}"))
    }
}

impl std::error::Error for UnknownFormat {}

/// Why games cannot be written in a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteError {
    /// The format is read-only.
    ReadOnly {
        /// The format.
        format: Format,
    },
    /// The games have both objectives, and an OBF suite has only one.
    MixedObjectives,
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ReadOnly { format } => {
                write!(f, "{format} is only read, games are best written as ggf, sgf or json")
            }
            Self::MixedObjectives => f.write_str(
                "these are games of both objectives, and an OBF suite is of one: split them first",
            ),
        }
    }
}

impl std::error::Error for WriteError {}

#[cfg(test)]
mod tests {
    use wane_board::{AnyGame, Objective, Size};

    use super::*;

    #[test]
    fn names_read_back_and_others_are_refused_with_all_names() {
        for format in Format::ALL {
            assert_eq!(format.to_string().parse(), Ok(format));
        }
        let error = "GGF\n".parse::<Format>().unwrap_err().to_string();
        assert_eq!(
            error,
            "\"GGF\\n\" is not a format, there are: transcript board obf ggf sgf pgn json wthor"
        );
    }

    #[test]
    fn games_that_a_format_cannot_hold_are_refused_with_what_to_do() {
        let game = |objective| GameRecord::new(AnyGame::new(Size::Eight), objective);
        let games = [game(Objective::FewestDiscs), game(Objective::MostDiscs)];
        let error = |format: Format| format.write_games(&games).unwrap_err().to_string();
        assert!(error(Format::Pgn).starts_with("pgn is only read, games are best written as ggf"));
        assert!(error(Format::Wthor).starts_with("wthor is only read"));
        assert!(error(Format::Obf).ends_with("an OBF suite is of one: split them first"));
        for format in [Format::Transcript, Format::Board, Format::Ggf, Format::Sgf, Format::Json] {
            assert!(format.write_games(&games).is_ok(), "{format}");
        }
        for one in &games {
            assert!(Format::Obf.write_games(std::slice::from_ref(one)).is_ok());
        }
    }
}
