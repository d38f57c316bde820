//! [`MatchEntry`]: a player of a match, as it is written on the command line.

use std::env;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use anyhow::{Context as _, Result, bail};
use thiserror::Error;
use wane_formats::TimeControl;
use wane_match::contest::{contest_file, line::BoardKind};
use wane_match::{
    AgentProgram, AgentRuntime, ContestRules, EnginePlayer, Hosting, MoveClock, Protocol, option,
};
use wane_service::opponent::Name;
use wane_text::{Foreign, clean};

use crate::parse;
use crate::recipe_file;

/// A player with its settings after commas: `uct,time=200ms,name=slow`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MatchEntry {
    kind: PlayerKind,
    name: Option<String>,
    time: Option<TimeControl>,
    memory_mb: Option<usize>,
    clock: Option<MoveClock>,
    /// For players of this program.
    engine: EnginePlayer,
    is_untrusted: bool,
    /// For contest files.
    rules: ContestRules,
    /// Whether a contest file sees its folder in the sandbox.
    sees_folder: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum PlayerKind {
    /// A level of the engine or an agent of the gallery, run by this program.
    Own(Name),
    /// A recipe in a file, run by this program, and its name.
    Recipe { file: PathBuf, name: String },
    /// Another program.
    Program { protocol: Protocol, words: Vec<String> },
    /// A contest file, or a folder with one.
    Contest(PathBuf),
}

/// The text is not a player.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text}")]
pub(crate) struct NotAPlayer {
    text: String,
}

/// The settings of a player.
const SETTINGS: [&str; 17] = [
    "name",
    "time",
    "clock",
    option::DEPTH,
    option::NODES,
    option::SELECTIVITY,
    option::WEIGHTS,
    "memory",
    option::THREADS,
    option::HASH,
    option::SEED,
    "untrusted",
    "warmup",
    "lists",
    "folder",
    "forgive",
    "ponder",
];

/// The length of the longest name, in characters: the name of a file may be longer than a line.
const MAX_NAME: usize = 60;

/// The memory of a contest file, in megabytes, by the rules of the contest.
const CONTEST_MB: usize = 100;

/// The transposition table of a player of this program, in megabytes: a match has many of them.
const HASH_MB: usize = 16;

impl FromStr for MatchEntry {
    type Err = NotAPlayer;

    fn from_str(text: &str) -> Result<Self, NotAPlayer> {
        // Settings are at the end; before them, a command may have commas of its own.
        let mut player = text;
        let mut settings = Vec::new();
        while let Some((before, last)) = player.rsplit_once(',')
            && let Some((key, value)) = last.split_once('=')
            && SETTINGS.contains(&key)
        {
            settings.push((key, value));
            player = before;
        }
        let kind = read_kind(player)?;
        let is_contest = matches!(kind, PlayerKind::Contest(_));
        let mut entry = Self {
            kind,
            name: None,
            time: None,
            memory_mb: None,
            clock: None,
            engine: EnginePlayer {
                threads: Some(1),
                hash_mb: Some(HASH_MB),
                ..EnginePlayer::default()
            },
            is_untrusted: is_contest,
            rules: ContestRules::default(),
            sees_folder: false,
        };
        for (key, value) in settings.into_iter().rev() {
            let wrong = |why: String| NotAPlayer { text: format!("{key}={value}: {why}") };
            match key {
                "name" => entry.name = Some(value.into()),
                "time" => {
                    let time = value.parse::<TimeControl>();
                    entry.time = Some(time.map_err(|error| wrong(error.to_string()))?);
                }
                "clock" => entry.clock = Some(parse::move_clock(value).map_err(wrong)?),
                "memory" => entry.memory_mb = Some(parse::megabytes(value).map_err(wrong)?),
                "untrusted" => entry.is_untrusted = parse::yes_or_no(value).map_err(wrong)?,
                "warmup" => entry.rules.warm_up = parse::yes_or_no(value).map_err(wrong)?,
                "forgive" => {
                    entry.rules.forgives_exceptions = parse::yes_or_no(value).map_err(wrong)?;
                }
                "folder" => entry.sees_folder = parse::yes_or_no(value).map_err(wrong)?,
                "ponder" => entry.rules.ponder = parse::yes_or_no(value).map_err(wrong)?,
                "lists" if parse::yes_or_no(value).map_err(wrong)? => {
                    entry.rules.board = BoardKind::Lists;
                }
                "lists" => {}
                key => set(&mut entry.engine, key, value).map_err(wrong)?,
            }
        }
        Ok(entry)
    }
}

/// Sets an option of the engine.
fn set(engine: &mut EnginePlayer, key: &str, value: &str) -> Result<(), String> {
    match key {
        option::THREADS => engine.threads = Some(parse::threads(value)?),
        option::HASH => engine.hash_mb = Some(parse::megabytes(value)?),
        option::SEED => engine.seed = Some(parse::seed(value)?),
        option::DEPTH => engine.depth = Some(parse::depth(value)?),
        option::NODES => engine.nodes = Some(parse::nodes(value)?),
        option::SELECTIVITY => engine.selectivity = Some(parse::selectivity(value)?),
        option::WEIGHTS => engine.weights = Some(value.into()),
        _ => unreachable!("only the settings above are read"),
    }
    Ok(())
}

fn read_kind(text: &str) -> Result<PlayerKind, NotAPlayer> {
    let wrong = |text: String| NotAPlayer { text };
    if let Some((protocol, command)) = text.split_once(':')
        && let Ok(protocol) = protocol.parse()
    {
        let words = shlex::split(command).filter(|words| !words.is_empty());
        let words = words.ok_or_else(|| wrong(format!("{command:?} is no command")))?;
        return Ok(PlayerKind::Program { protocol, words });
    }
    let file = text.strip_prefix("contest:");
    if let Some(file) =
        file.or_else(|| Path::new(text).extension().is_some_and(|it| it == "py").then_some(text))
    {
        return Ok(PlayerKind::Contest(file.into()));
    }
    if recipe_file::is_named(Path::new(text)) {
        let named =
            recipe_file::read(Path::new(text)).map_err(|error| wrong(format!("{error:#}")))?;
        return Ok(PlayerKind::Recipe { file: text.into(), name: named.name });
    }
    let own = text.parse().map(PlayerKind::Own);
    if own.is_err() && Path::new(text).is_dir() {
        return Ok(PlayerKind::Contest(text.into()));
    }
    own.map_err(|error| {
        let settings = SETTINGS.join(", ");
        let help = "another program is ugi:COMMAND, gtp:COMMAND or nboard:COMMAND, a contest file \
                    ends with .py or is a folder, a recipe ends with .toml";
        wrong(format!("{error}; {help}; settings after commas are {settings}"))
    })
}

impl MatchEntry {
    /// The name of the folder of a contest file that was named as a file and got no other name.
    fn folder_name(&self) -> Option<String> {
        match &self.kind {
            PlayerKind::Contest(file) if self.name.is_none() && !file.is_dir() => {
                Some(file.parent()?.file_name()?.to_string_lossy().into_owned())
            }
            _ => None,
        }
    }

    /// Whether both are contest files of the same name, which then does not say whose they are.
    fn has_file_like(&self, other: &Self) -> bool {
        match (&self.kind, &other.kind) {
            (PlayerKind::Contest(one), PlayerKind::Contest(other)) => {
                one.file_name() == other.file_name()
            }
            _ => false,
        }
    }

    /// Its name in the results, if no other player has it.
    pub(crate) fn shown_name(&self) -> Foreign {
        let name = self.name.clone().unwrap_or_else(|| self.kind.to_string());
        Foreign::from(clean(&name, MAX_NAME))
    }

    fn is_contest_file(&self) -> bool {
        matches!(self.kind, PlayerKind::Contest(_))
    }

    /// The same player; a contest file that says nothing about its memory has this, in megabytes.
    pub(crate) fn with_contest_memory(self, megabytes: usize) -> Self {
        let given = self.is_contest_file().then_some(megabytes);
        Self { memory_mb: self.memory_mb.or(given), ..self }
    }

    /// The same player; if it says nothing about its clock, it has this one.
    pub(crate) fn with_clock(self, clock: MoveClock) -> Self {
        Self { clock: self.clock.or(Some(clock)), ..self }
    }

    /// The agent, with this time if it has none of its own. Without a sandbox every file sees its folder.
    pub(crate) fn agent(&self, time: TimeControl, without_sandbox: bool) -> Result<AgentProgram> {
        let is_trusted = without_sandbox || !self.is_untrusted;
        let name = self.shown_name();
        let time = self.time.unwrap_or(time);
        let agent = match &self.kind {
            PlayerKind::Own(player) => {
                let program = env::current_exe().context("finding this program itself")?;
                let player = Some(player.to_string());
                EnginePlayer { player, ..self.engine.clone() }.agent(&name, &program, time)
            }
            PlayerKind::Recipe { file, .. } => {
                let program = env::current_exe().context("finding this program itself")?;
                let player = Some(file.to_string_lossy().into_owned());
                EnginePlayer { player, ..self.engine.clone() }.agent(&name, &program, time)
            }
            PlayerKind::Program { protocol, words } => {
                let (program, args) = (PathBuf::from(&words[0]), words[1..].to_vec());
                AgentProgram::new(name, *protocol, program, args, time)
            }
            PlayerKind::Contest(path) => {
                let clock = self.clock.unwrap_or_default();
                let protocol = Protocol::Contest(ContestRules { clock, ..self.rules });
                let file = if path.is_dir() { contest_file(path)? } else { path.clone() };
                let sees_folder = path.is_dir() || self.sees_folder || is_trusted;
                let whole = std::path::absolute(&file).context("finding the current folder")?;
                let folder = whole.parent().filter(|_| sees_folder).map(Into::into);
                let agent = AgentProgram::new(name, protocol, file, Vec::new(), time);
                AgentProgram { folder, ..agent }
            }
        };
        let memory_mb = self.memory_mb.or_else(|| self.is_contest_file().then_some(CONTEST_MB));
        let memory = memory_mb.map(|mb| (mb as u64) << 20);
        Ok(AgentProgram { memory, is_untrusted: self.is_untrusted, ..agent })
    }
}

/// The agents and what they run in, for which there are files, a sandbox and a Python.
pub(crate) fn ready(
    entries: &[MatchEntry],
    time: TimeControl,
    hosting: &Hosting,
) -> Result<(Vec<AgentProgram>, Arc<AgentRuntime>)> {
    let agents = agents(entries, time, hosting)?;
    for agent in &agents {
        if matches!(agent.protocol, Protocol::Contest(_)) && !agent.program.is_file() {
            bail!("there is no file {}", Foreign::path(&agent.program));
        }
    }
    let runtime = AgentRuntime::for_agents(&agents, hosting);
    let runtime = runtime.context("to run it without a sandbox all the same, say --no-sandbox")?;
    Ok((agents, Arc::new(runtime)))
}

/// The agents of a match, with different names.
pub(crate) fn agents(
    entries: &[MatchEntry],
    time: TimeControl,
    hosting: &Hosting,
) -> Result<Vec<AgentProgram>> {
    let mut agents: Vec<AgentProgram> = Vec::new();
    for entry in entries {
        let mut agent = entry.agent(time, hosting.without_sandbox)?;
        if let Some(folder) = entry.folder_name()
            && entries.iter().filter(|other| other.has_file_like(entry)).count() > 1
        {
            agent.name = Foreign::from(clean(&folder, MAX_NAME));
        }
        let name = agent.name.clone();
        let mut number = 1;
        while agents.iter().any(|other| other.name == agent.name) {
            number += 1;
            agent.name = format!("{name} #{number}").into();
        }
        agents.push(agent);
    }
    Ok(agents)
}

impl fmt::Display for PlayerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own(Name::Level(level)) => write!(f, "Wane {level}"),
            Self::Own(name) => write!(f, "{name}"),
            Self::Recipe { name, .. } => f.write_str(name),
            Self::Program { words, .. } => f.write_str(&stem(Path::new(&words[0]))),
            Self::Contest(file) => f.write_str(&stem(file)),
        }
    }
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agent(text: &str) -> AgentProgram {
        text.parse::<MatchEntry>().unwrap().agent(TimeControl::CONTEST, false).unwrap()
    }

    #[test]
    fn own_players_are_run_by_this_program() {
        let agent = agent("uct,time=200ms,name=slow,hash=8,seed=3,memory=100,selectivity=0");
        assert_eq!((agent.name.as_str(), agent.protocol), ("slow", Protocol::Ugi));
        assert_eq!(agent.time.to_string(), "200ms/move");
        assert_eq!(agent.memory, Some(100 << 20));
        let args = "ugi --player uct --threads 1 --hash 8 --seed 3 --selectivity 0";
        assert_eq!(agent.args.join(" "), args);
    }

    #[test]
    fn other_programs_keep_their_commas() {
        let agent = agent("gtp:'/opt/my engine' --opt a,b=c,name=x,time=5s");
        assert_eq!(agent.program, PathBuf::from("/opt/my engine"));
        assert_eq!((agent.name.as_str(), agent.time.to_string().as_str()), ("x", "5s/move"));
        assert_eq!(agent.args, ["--opt", "a,b=c"]);
    }

    #[test]
    fn contest_files_have_the_limits_of_the_contest_and_are_not_trusted() {
        let plain = agent("students/me.py");
        assert_eq!((plain.name.as_str(), plain.is_untrusted), ("me", true));
        assert_eq!(plain.folder, None);
        assert!(agent("students/me.py,folder=yes").folder.unwrap().ends_with("students"));
        assert_eq!(plain.memory, Some(100 << 20));
        let special =
            agent("contest:me,warmup=yes,lists=yes,forgive=yes,ponder=yes,clock=cpu,untrusted=no");
        let rules = ContestRules {
            warm_up: true,
            board: BoardKind::Lists,
            forgives_exceptions: true,
            ponder: true,
            clock: MoveClock::Cpu,
        };
        assert_eq!(special.protocol, Protocol::Contest(rules));
        assert!(!special.is_untrusted);
        assert!("me.py,warmup=maybe".parse::<MatchEntry>().is_err());
    }

    #[test]
    fn files_that_are_named_alike_have_the_names_of_their_folders() {
        let entries =
            ["class/ann/agent.py", "class/ben/agent.py", "carl.py", "x/ann/agent.py", "agent.py"];
        let entries: Vec<MatchEntry> = entries.iter().map(|text| text.parse().unwrap()).collect();
        let agents = agents(&entries, TimeControl::CONTEST, &Hosting::default()).unwrap();
        let names: Vec<&str> = agents.iter().map(|agent| agent.name.as_str()).collect();
        assert_eq!(names, ["ann", "ben", "carl", "ann #2", "agent"]);
    }

    #[test]
    fn what_is_no_player_is_told_what_would_be() {
        for (text, words) in [
            ("nobody", "another program is ugi:COMMAND"),
            ("ugi:", "is no command"),
            ("uct,tempo=5s", "settings after commas are name, time"),
            ("uct,time=soon", "write 200ms/move"),
            ("uct,threads=0", "from 1 to"),
            ("20,selectivity=50", "from 0 to 30"),
        ] {
            let error = text.parse::<MatchEntry>().unwrap_err().to_string();
            assert!(error.contains(words), "{text}: {error}");
        }
    }

    #[test]
    fn no_two_agents_have_the_same_name() {
        let entries = ["uct", "uct", "20", "uct"].map(|text| text.parse().unwrap());
        let agents = agents(&entries, TimeControl::CONTEST, &Hosting::default()).unwrap();
        let names: Vec<&str> = agents.iter().map(|agent| agent.name.as_str()).collect();
        assert_eq!(names, ["uct", "uct #2", "Wane 20", "uct #3"]);
    }
}
