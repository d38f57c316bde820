//! [`Contest`]: the rules of a tournament. `--contest` takes them from `contest.toml`, which a teacher can change; other
//! matches have them in options.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use serde::Deserialize;
use wane_files::{create_folder, write_new_atomically};
use wane_formats::TimeControl;
use wane_match::{Grade, Grading, MoveClock, TournamentFormat};
use wane_text::Foreign;

use super::entry::MatchEntry;
use crate::args::{MatchArgs, ScheduleName};
use crate::exit::Usage;

/// The name of the file in the folder of a match.
pub(crate) const FILE: &str = "contest.toml";

/// The rules of the contest, with comments.
pub(crate) const PRESET: &str = include_str!("../cmd/new/contest.toml");

/// The word for the openings that a match has by itself.
const BALANCED: &str = "balanced";

/// The rules of a tournament.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Contest {
    schedule: ContestSchedule,
    pub(crate) games: usize,
    /// Players for comparison, as on the command line.
    references: Vec<String>,
    pub(crate) time: TimeControl,
    clock: MoveClock,
    openings: String,
    /// Of a contest file, in megabytes.
    memory: usize,
    /// In milliseconds, as the next one.
    pub(crate) grace: u64,
    pub(crate) margin: u64,
    pub(crate) seed: u64,
    #[serde(default)]
    grades: Vec<GradeText>,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum ContestSchedule {
    RoundRobin,
    Gauntlet,
    Swiss,
    Ladder,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct GradeText {
    name: String,
    percent: f64,
    against: Option<String>,
}

impl Contest {
    /// The rules in the folder of a match, where they are written if they are not there yet; without a folder, those of
    /// the contest.
    pub(crate) fn open(folder: Option<&Path>) -> Result<Self> {
        let Some(folder) = folder else { return Self::parse(PRESET, Path::new(FILE)) };
        create_folder(folder)?;
        let path = folder.join(FILE);
        match write_new_atomically(&path, PRESET.as_bytes()) {
            Ok(()) => anstream::eprintln!("the rules are in {}", Foreign::path(&path)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => {
                return Err(error).with_context(|| format!("writing {}", Foreign::path(&path)));
            }
        }
        Self::read(folder)?.with_context(|| format!("{} is gone", Foreign::path(&path)))
    }

    /// The rules in the folder of a match, if it has some.
    pub(crate) fn read(folder: &Path) -> Result<Option<Self>> {
        let path = folder.join(FILE);
        match fs::read_to_string(&path) {
            Ok(text) => Self::parse(&text, &path).map(Some),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).with_context(|| format!("reading {}", Foreign::path(&path))),
        }
    }

    fn parse(text: &str, path: &Path) -> Result<Self> {
        let contest: Self =
            toml::from_str(text).with_context(|| format!("{}", Foreign::path(path)))?;
        let wrong = |text: String| bail!("{}: {text}", Foreign::path(path));
        if contest.games == 0 || !contest.games.is_multiple_of(2) {
            return wrong(
                "games: write an even number, since each opening is played with both colours"
                    .into(),
            );
        }
        if contest.schedule == ContestSchedule::Gauntlet && contest.references.is_empty() {
            return wrong("references: a gauntlet needs one, such as \"greedy\"".into());
        }
        if let Some(grade) = contest.grades.iter().find(|it| !(0.0..=100.0).contains(&it.percent)) {
            return wrong(format!("grades: {} asks for {} percent", grade.name, grade.percent));
        }
        let references = contest.grading().references;
        let unknown =
            |grade: &Grade| grade.against.as_ref().is_some_and(|it| !references.contains(it));
        if let Some(grade) = contest.grading().grades.into_iter().find(unknown) {
            return wrong(format!(
                "grades: the player of {} is none of the references",
                grade.name
            ));
        }
        Ok(contest)
    }

    /// All players, and who of them meets whom.
    pub(crate) fn field(&self, players: &[MatchEntry]) -> Result<Field> {
        let references: Vec<MatchEntry> =
            self.references.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
        let of_contest = |entry: &MatchEntry| {
            entry.clone().with_contest_memory(self.memory).with_clock(self.clock)
        };
        let (players, count) = (players.iter().map(of_contest), references.len());
        let (entries, format) = match self.schedule {
            ContestSchedule::Gauntlet => {
                (references.into_iter().chain(players).collect(), TournamentFormat::Gauntlet(count))
            }
            schedule => {
                let format = match schedule {
                    ContestSchedule::Swiss => TournamentFormat::Swiss,
                    ContestSchedule::Ladder => TournamentFormat::Ladder,
                    _ => TournamentFormat::RoundRobin,
                };
                (players.chain(references).collect(), format)
            }
        };
        Field::new(entries, format)
    }

    /// The openings as on the command line.
    pub(crate) fn openings(&self) -> Option<&str> {
        Some(self.openings.as_str()).filter(|&openings| openings != BALANCED)
    }

    /// How players are graded.
    pub(crate) fn grading(&self) -> Grading {
        let shown = |text: &str| name(text);
        let grade = |GradeText { name, percent, against }: &GradeText| Grade {
            name: name.as_str().into(),
            percent: *percent,
            against: against.as_deref().map(shown),
        };
        let grades = self.grades.iter().map(grade).collect();
        Grading { grades, references: self.references.iter().map(|text| name(text)).collect() }
    }
}

/// The name that a player has in the results.
fn name(text: &str) -> Foreign {
    text.parse().map_or_else(|_| text.into(), |entry: MatchEntry| entry.shown_name())
}

/// All players of a match, and who of them meets whom.
#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) entries: Vec<MatchEntry>,
    pub(crate) format: TournamentFormat,
}

impl Field {
    fn new(entries: Vec<MatchEntry>, format: TournamentFormat) -> Result<Self> {
        if format.games(entries.len(), 2) == 0 {
            return Err(Usage("a match needs two players: name another one".into()).into());
        }
        Ok(Self { entries, format })
    }

    /// The players of the command line.
    pub(crate) fn of(args: &MatchArgs) -> Result<Self> {
        let players = args.players.iter().map(|entry| entry.clone().with_clock(args.clock));
        if args.against.is_empty() {
            let format = match args.schedule {
                _ if args.gauntlet => TournamentFormat::Gauntlet(1),
                ScheduleName::RoundRobin => TournamentFormat::RoundRobin,
                ScheduleName::Swiss => TournamentFormat::Swiss,
                ScheduleName::Ladder => TournamentFormat::Ladder,
            };
            return Self::new(players.collect(), format);
        }
        let format = TournamentFormat::Gauntlet(args.against.len());
        Self::new(args.against.iter().cloned().chain(players).collect(), format)
    }
}
