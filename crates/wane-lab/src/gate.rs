//! The gate: whether new weights play better than old ones, by a match through the arena.
//!
//! Both sides are this program as processes, each with its weights, looking the same number of moves
//! ahead: so the machine and its load have no part in it. Each opening is played twice with the colours
//! exchanged, and the match ends as soon as a sequential test knows enough. Who could not be shown to
//! be better does not pass.

use std::fmt;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use wane_board::{AnyGame, Objective, Size};
use wane_eval::Weights;
use wane_match::{
    Agent, Decision, Finished, Fixture, Folder, FolderError, Format, NoVenue, Protocol, Referee,
    Results, Schedule, Sprt, Stop, Tally, TimeControl, Tournament, Venue, balanced_openings,
    random_openings, shuffle,
};

use crate::checksum::Checksum;

/// How many discs a random opening places.
const OPENING: usize = 8;

/// How long a move may take on the busiest machine.
const LONGEST_MOVE: Duration = Duration::from_mins(2);

/// The size of the table of each player, in megabytes.
const MEGABYTES: usize = 8;

/// A match that new weights must win.
#[derive(Clone, Debug)]
pub struct Gate {
    /// The program `wane`.
    pub program: PathBuf,
    /// What is played for.
    pub objective: Objective,
    /// How many moves both sides look ahead.
    pub depth: u32,
    /// When it is clear enough.
    pub sprt: Sprt,
    /// The most games, an even number.
    pub games: usize,
    /// How many games are played at a time.
    pub concurrency: usize,
    /// Where the order of the openings comes from.
    pub seed: u64,
}

/// What a side of the match judges by.
#[derive(Clone, Debug)]
pub struct Side {
    /// As the option `--weights` of the program has it: a file, or a word.
    pub word: String,
    /// The weights, unless it is the hand-made evaluation.
    pub weights: Option<Arc<Weights>>,
}

impl Side {
    /// The evaluation that people wrote.
    #[must_use]
    pub fn hand_made() -> Self {
        Self { word: "hand-made".into(), weights: None }
    }

    /// What tells it from others.
    fn checksum(&self) -> Option<String> {
        self.weights.as_ref().map(|weights| Checksum::of(&weights.to_bytes()).to_hex())
    }
}

/// What came of it.
#[derive(Clone, Copy, Debug)]
pub struct Verdict {
    /// The results, as the new weights see them.
    pub tally: Tally,
    /// What the test says.
    pub decision: Decision,
    /// The log-likelihood ratio of the test.
    pub llr: f64,
}

impl Verdict {
    /// Whether the new weights are better.
    #[must_use]
    pub fn is_passed(&self) -> bool {
        self.decision == Decision::AcceptH1
    }
}

/// Why there was no match.
#[derive(Debug)]
pub enum GateError {
    /// The games cannot be kept.
    Folder(FolderError),
    /// The match cannot take place here.
    Venue(NoVenue),
    /// The folder has a game that this match does not have.
    TooShort {
        /// Which one.
        number: usize,
    },
    /// A player lost by a fault, so the result means nothing.
    Fault {
        /// In which game.
        number: usize,
        /// What happened.
        text: String,
    },
}

impl Gate {
    /// Plays the new side against the old one until the test is decided, all games are played, or
    /// `stop` is turned. Games are kept in `folder`, from which a
    /// stopped match goes on. `told` hears the results after each game.
    ///
    /// # Errors
    /// If files cannot be read or written, or a player does not play.
    pub fn play(
        &self,
        new: &Side,
        old: &Side,
        folder: &Path,
        stop: &Stop,
        told: &mut dyn FnMut(&Verdict),
    ) -> Result<Verdict, GateError> {
        let agents = [self.agent("new", new), self.agent("old", old)];
        let pairs = self.games / 2;
        let openings = self.openings(pairs);
        let schedule = Schedule::new(agents.len(), Format::RoundRobin, pairs, openings.len());
        let settings = json!({
            "v": 1,
            "new": new.checksum(),
            "old": old.checksum(),
            "objective": self.objective.to_string(),
            "depth": self.depth,
            "elo": self.sprt.elo(),
            "risks": self.sprt.risks(),
            "games": self.games,
            "seed": self.seed,
        });
        let (kept, played) = Folder::open(folder, &settings).map_err(GateError::Folder)?;
        let mut sheet =
            Sheet { gate: self, kept, schedule: &schedule, results: Results::default() };
        for game in played {
            let fixture = schedule.fixture(game.number);
            let fixture = fixture.ok_or(GateError::TooShort { number: game.number })?;
            // What was played after the decision could only blur it.
            if sheet.verdict().decision == Decision::Continue {
                sheet.results.add(&fixture, &game);
            }
        }
        // The match ends by itself when it is decided, which is not the end of everything.
        let enough = Stop::default();
        let venue = Venue::for_agents(&agents, false, &enough).map_err(GateError::Venue)?;
        let tournament = Tournament {
            agents: &agents,
            schedule: &schedule,
            openings: &openings,
            venue: &venue,
            referee: Referee { objective: self.objective, margin: Duration::ZERO },
            judge: None,
            concurrency: self.concurrency,
        };
        let done = sheet.results.numbers();
        if sheet.verdict().decision == Decision::Continue {
            let ended = tournament.play(&done, &mut |fixture, game| {
                let verdict = match sheet.add(fixture, &game) {
                    Ok(verdict) => verdict,
                    Err(error) => return ControlFlow::Break(Err(error)),
                };
                told(&verdict);
                if verdict.decision != Decision::Continue || stop.is_stopped() {
                    return ControlFlow::Break(Ok(()));
                }
                ControlFlow::Continue(())
            });
            if let ControlFlow::Break(Err(error)) = ended {
                return Err(error);
            }
        }
        Ok(sheet.verdict())
    }

    /// One of the sides.
    fn agent(&self, name: &str, side: &Side) -> Agent {
        let (depth, hash) = (self.depth.to_string(), MEGABYTES.to_string());
        let args = ["ugi", "--depth", &depth, "--hash", &hash, "--weights", &side.word];
        Agent {
            name: name.into(),
            protocol: Protocol::Ugi,
            program: self.program.clone(),
            args: args.map(str::to_owned).into(),
            time: TimeControl::per_move(LONGEST_MOVE),
            memory: None,
            is_untrusted: false,
        }
    }

    fn openings(&self, pairs: usize) -> Vec<AnyGame> {
        match self.objective {
            Objective::FewestDiscs => {
                let mut openings = balanced_openings();
                shuffle(&mut openings, self.seed);
                openings
            }
            Objective::MostDiscs => random_openings(Size::Eight, OPENING, pairs, self.seed),
        }
    }
}

/// Where the results are noted.
struct Sheet<'g> {
    gate: &'g Gate,
    kept: Folder,
    schedule: &'g Schedule,
    results: Results,
}

impl Sheet<'_> {
    fn add(&mut self, fixture: &Fixture, game: &Finished) -> Result<Verdict, GateError> {
        if let Some((_, fault)) = &game.fault {
            return Err(GateError::Fault { number: game.number, text: fault.to_string() });
        }
        self.kept.add(game).map_err(GateError::Folder)?;
        self.results.add(fixture, game);
        Ok(self.verdict())
    }

    fn verdict(&self) -> Verdict {
        let tally = self.results.cross_table(self.schedule, 2).tally(0, 1);
        let sprt = &self.gate.sprt;
        Verdict { tally, decision: sprt.decision(&tally), llr: sprt.llr(&tally) }
    }
}

impl fmt::Display for GateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(error) => write!(f, "{error}"),
            Self::Venue(error) => write!(f, "{error}"),
            Self::TooShort { number } => {
                write!(f, "there is a game {number} already: allow as many games as before")
            }
            Self::Fault { number, text } => {
                write!(f, "game {number} was lost by a fault, so the match means nothing: {text}")
            }
        }
    }
}

impl std::error::Error for GateError {}
