//! [`Hostile`]: a hostile agent with its verdict, which stands in comments at the top of its file.
//!
//! ```text
//! """Sends a second answer before it is asked again."""
//! # verdict: output: answers no question
//! # first: none
//! # time: 300ms
//! ```
//!
//! `verdict` is a kind of fault and words of its text, or `none` for an agent that gains nothing and loses by nothing,
//! or several of these with ` | ` between them, where kernels differ. `first` is the verdict of the first game, if only
//! the second shows it, and `walled` the verdict where each agent has a control group. `time` is the time for a move,
//! `memory` the limit in megabytes; `speaks` is `ugi` for a program of its own; `alone` says that it is named without
//! its folder, `cheats` that it wants time that is not its own, `burns` that it disturbs its opponent, `slow` that it
//! is left out of short runs.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use wane_match::{AgentProgram, ContestRules, FaultKind, FinishedGame, Protocol, TimeControl};

/// A hostile agent.
#[derive(Clone, Debug)]
pub(crate) struct Hostile {
    pub(crate) agent: AgentProgram,
    /// One of these.
    verdict: Vec<Verdict>,
    first: Option<Vec<Verdict>>,
    /// With control groups.
    walled: Option<Vec<Verdict>>,
    /// Whether it wants time that is not its own.
    pub(crate) cheats: bool,
    /// Whether it wants to disturb its opponent.
    pub(crate) burns: bool,
    /// Whether a game with it takes long.
    pub(crate) is_slow: bool,
}

/// How a game with a hostile agent must end.
#[derive(Clone, Debug)]
enum Verdict {
    /// It loses by a fault, whose text has these words.
    Fault(FaultKind, String),
    /// Without a fault.
    None,
}

impl Hostile {
    /// All agents of a folder, by name. A file without a verdict is not one.
    pub(crate) fn all(folder: &Path) -> Result<Vec<Self>> {
        let entries = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
        let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        files.sort();
        let mut all = Vec::new();
        for file in files.into_iter().filter(|path| path.extension().is_some_and(|it| it == "py")) {
            let text = fs::read_to_string(&file)?;
            let hostile = read(&file, folder, &text).with_context(|| file.display().to_string())?;
            all.extend(hostile);
        }
        ensure!(!all.is_empty(), "no agent in {} has a verdict", folder.display());
        Ok(all)
    }

    /// The agent with this name.
    pub(crate) fn named(folder: &Path, name: &str) -> Result<AgentProgram> {
        let found = Self::all(folder)?.into_iter().find(|hostile| hostile.agent.name == *name);
        Ok(found.with_context(|| format!("{} has no agent {name}", folder.display()))?.agent)
    }

    /// Why its first or second game, with or without control groups, did not end as it must.
    pub(crate) fn judge(&self, game: &FinishedGame, has_cgroups: bool) -> Result<(), String> {
        let name = &self.agent.name;
        let walled = self.walled.as_ref().filter(|_| has_cgroups);
        let special = walled.or(self.first.as_ref().filter(|_| game.number == 1));
        if special.unwrap_or(&self.verdict).iter().any(|verdict| verdict.fits(name, game)) {
            return Ok(());
        }
        let ending = game.fault.as_ref().map_or_else(
            || "no fault".to_owned(),
            |(colour, fault)| format!("{}: {fault}", game.record.player(*colour).name),
        );
        Err(format!("{name}, game {}: {ending}", game.number))
    }
}

impl Verdict {
    /// Whether a game of the agent with this name ended so.
    fn fits(&self, name: &str, game: &FinishedGame) -> bool {
        match (self, &game.fault) {
            (Self::None, None) => true,
            (Self::Fault(kind, words), Some((colour, fault))) => {
                game.record.player(*colour).name == *name
                    && fault.kind == *kind
                    && fault.text.contains(words)
            }
            _ => false,
        }
    }
}

fn read(file: &Path, folder: &Path, text: &str) -> Result<Option<Hostile>> {
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let time = TimeControl::per_move(Duration::from_secs(10));
    let contest = Protocol::Contest(ContestRules::default());
    let mut agent = AgentProgram::new(name.into(), contest, file.into(), Vec::new(), time);
    agent.folder = Some(folder.into());
    (agent.memory, agent.is_untrusted) = (Some(100 << 20), true);
    let (mut verdict, mut first, mut walled) = (None, None, None);
    let (mut cheats, mut burns, mut is_slow) = (false, false, false);
    let header = text.lines().filter_map(|line| line.strip_prefix("# ")?.split_once(": "));
    for (key, value) in header {
        match key {
            "verdict" => verdict = Some(read_verdict(value)?),
            "first" => first = Some(read_verdict(value)?),
            "walled" => walled = Some(read_verdict(value)?),
            "time" => agent.time = value.parse()?,
            "memory" => agent.memory = Some(value.parse::<u64>()? << 20),
            "alone" => agent.folder = agent.folder.filter(|_| value != "yes"),
            "speaks" => (agent.protocol, agent.folder) = (value.parse()?, None),
            "cheats" => cheats = value == "yes",
            "burns" => burns = value == "yes",
            "slow" => is_slow = value == "yes",
            _ => bail!("{key} is not a word of a header"),
        }
    }
    Ok(verdict.map(|verdict| Hostile { agent, verdict, first, walled, cheats, burns, is_slow }))
}

fn read_verdict(text: &str) -> Result<Vec<Verdict>> {
    let each = |text: &str| {
        if text == "none" {
            return Ok(Verdict::None);
        }
        let (kind, words) = text.split_once(": ").context("a verdict is KIND: WORDS")?;
        Ok(Verdict::Fault(serde_json::from_value(kind.into())?, words.into()))
    };
    text.split(" | ").map(each).collect()
}
