//! [`Entry`]: a player of a match, as it stands on the command line.

use std::env;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context as _, Result};
use wane_match::contest::line::BoardKind;
use wane_match::{Agent, ContestRules, Protocol, TimeControl};
use wane_service::opponent::Name;

use super::words;
use crate::args;

/// A player: who it is, then what is special about it, `uct,time=200ms,name=slow`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    who: Who,
    name: Option<String>,
    time: Option<TimeControl>,
    memory_mb: Option<usize>,
    threads: usize,
    hash_mb: usize,
    seed: Option<u64>,
    depth: Option<u32>,
    nodes: Option<u64>,
    selectivity: Option<u32>,
    weights: Option<String>,
    is_untrusted: bool,
    /// For contest files.
    rules: ContestRules,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Who {
    /// A level of the engine or an agent of the gallery, run by this very program.
    Own(Name),
    /// Another program.
    Program { protocol: Protocol, words: Vec<String> },
    /// A contest file.
    Contest(PathBuf),
}

/// The text is not a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NotAPlayer {
    text: String,
}

/// What may be special about a player.
const KEYS: [&str; 14] = [
    "name",
    "time",
    "depth",
    "nodes",
    "selectivity",
    "weights",
    "memory",
    "threads",
    "hash",
    "seed",
    "untrusted",
    "warmup",
    "lists",
    "forgive",
];

/// The memory of a contest file, in megabytes, by the rules of the contest.
const CONTEST_MB: usize = 100;

impl FromStr for Entry {
    type Err = NotAPlayer;

    fn from_str(text: &str) -> Result<Self, NotAPlayer> {
        // What is special stands at the end; before that, a command may have commas of its own.
        let mut who = text;
        let mut special = Vec::new();
        while let Some((before, last)) = who.rsplit_once(',')
            && let Some((key, value)) = last.split_once('=')
            && KEYS.contains(&key)
        {
            special.push((key, value));
            who = before;
        }
        let who = read_who(who)?;
        let is_contest = matches!(who, Who::Contest(_));
        let mut entry = Self {
            who,
            name: None,
            time: None,
            memory_mb: is_contest.then_some(CONTEST_MB),
            threads: 1,
            hash_mb: 16,
            seed: None,
            depth: None,
            nodes: None,
            selectivity: None,
            weights: None,
            is_untrusted: is_contest,
            rules: ContestRules::default(),
        };
        for (key, value) in special.into_iter().rev() {
            let wrong = |why: String| NotAPlayer { text: format!("{key}={value}: {why}") };
            match key {
                "name" => entry.name = Some(value.into()),
                "time" => {
                    let time = value.parse::<TimeControl>();
                    entry.time = Some(time.map_err(|error| wrong(error.to_string()))?);
                }
                "memory" => entry.memory_mb = Some(args::megabytes(value).map_err(wrong)?),
                "threads" => entry.threads = args::threads(value).map_err(wrong)?,
                "hash" => entry.hash_mb = args::megabytes(value).map_err(wrong)?,
                "seed" => entry.seed = Some(number(value).map_err(wrong)?),
                "depth" => entry.depth = Some(number(value).map_err(wrong)?),
                "nodes" => entry.nodes = Some(number(value).map_err(wrong)?),
                "selectivity" => entry.selectivity = Some(number(value).map_err(wrong)?),
                "weights" => entry.weights = Some(value.into()),
                "untrusted" => entry.is_untrusted = yes_or_no(value).map_err(wrong)?,
                "warmup" => entry.rules.warm_up = yes_or_no(value).map_err(wrong)?,
                "forgive" => entry.rules.forgives_exceptions = yes_or_no(value).map_err(wrong)?,
                "lists" if yes_or_no(value).map_err(wrong)? => entry.rules.board = BoardKind::Lists,
                "lists" => {}
                _ => unreachable!("only the keys above are read"),
            }
        }
        Ok(entry)
    }
}

fn number<N: FromStr>(text: &str) -> Result<N, String> {
    text.parse().map_err(|_| "it is not a number".into())
}

fn yes_or_no(text: &str) -> Result<bool, String> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err("write yes or no".into()),
    }
}

fn read_who(text: &str) -> Result<Who, NotAPlayer> {
    let wrong = |text: String| NotAPlayer { text };
    if let Some((protocol, command)) = text.split_once(':')
        && let Ok(protocol) = protocol.parse()
    {
        let words = words::split(command).filter(|words| !words.is_empty());
        let words = words.ok_or_else(|| wrong(format!("{command:?} is no command")))?;
        return Ok(Who::Program { protocol, words });
    }
    let file = text.strip_prefix("contest:");
    if let Some(file) =
        file.or_else(|| Path::new(text).extension().is_some_and(|it| it == "py").then_some(text))
    {
        return Ok(Who::Contest(file.into()));
    }
    let own = text.parse().map(Who::Own);
    own.map_err(|error| {
        let keys = KEYS.join(", ");
        let help = "another program is ugi:COMMAND, gtp:COMMAND or nboard:COMMAND, a contest file \
                    ends with .py";
        wrong(format!("{error}; {help}; behind commas may stand {keys}"))
    })
}

impl Entry {
    /// The agent, with the time that all have where it has none of its own.
    pub(crate) fn agent(&self, time: TimeControl) -> Result<Agent> {
        let (protocol, program, args) = match &self.who {
            Who::Program { protocol, words } => {
                (*protocol, PathBuf::from(&words[0]), words[1..].to_vec())
            }
            Who::Contest(file) => (Protocol::Contest(self.rules), file.clone(), Vec::new()),
            Who::Own(name) => {
                let program = env::current_exe().context("finding this program itself")?;
                let (player, threads) = (name.to_string(), self.threads.to_string());
                let hash = self.hash_mb.to_string();
                let words = ["ugi", "--player", &player, "--threads", &threads, "--hash", &hash];
                let mut args = words.map(str::to_owned).to_vec();
                let special = [
                    ("--seed", self.seed.map(|seed| seed.to_string())),
                    ("--depth", self.depth.map(|depth| depth.to_string())),
                    ("--nodes", self.nodes.map(|nodes| nodes.to_string())),
                    ("--selectivity", self.selectivity.map(|percent| percent.to_string())),
                    ("--weights", self.weights.clone()),
                ];
                for (option, value) in special {
                    args.extend(value.into_iter().flat_map(|value| [option.to_owned(), value]));
                }
                (Protocol::Ugi, program, args)
            }
        };
        Ok(Agent {
            name: self.name.clone().unwrap_or_else(|| self.who.to_string()),
            protocol,
            program,
            args,
            time: self.time.unwrap_or(time),
            memory: self.memory_mb.map(|mb| (mb as u64) << 20),
            is_untrusted: self.is_untrusted,
        })
    }
}

/// The agents of a match, each with a name of its own.
pub(crate) fn agents(entries: &[Entry], time: TimeControl) -> Result<Vec<Agent>> {
    let mut agents: Vec<Agent> = Vec::new();
    for entry in entries {
        let mut agent = entry.agent(time)?;
        let name = agent.name.clone();
        let mut number = 1;
        while agents.iter().any(|other| other.name == agent.name) {
            number += 1;
            agent.name = format!("{name} #{number}");
        }
        agents.push(agent);
    }
    Ok(agents)
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own(Name::Level(level)) => write!(f, "Wane {level}"),
            Self::Own(Name::Agent(kind)) => write!(f, "{kind}"),
            Self::Program { words, .. } => f.write_str(&stem(Path::new(&words[0]))),
            Self::Contest(file) => f.write_str(&stem(file)),
        }
    }
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

impl fmt::Display for NotAPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for NotAPlayer {}

#[cfg(test)]
mod tests {
    use super::*;

    fn agent(text: &str) -> Agent {
        text.parse::<Entry>().unwrap().agent(TimeControl::CONTEST).unwrap()
    }

    #[test]
    fn own_players_are_run_by_this_program() {
        let agent = agent("uct,time=200ms,name=slow,hash=8,seed=3,memory=100,selectivity=0");
        assert_eq!((agent.name.as_str(), agent.protocol), ("slow", Protocol::Ugi));
        assert_eq!(agent.time.to_string(), "200ms");
        assert_eq!(agent.memory, Some(100 << 20));
        let args = "ugi --player uct --threads 1 --hash 8 --seed 3 --selectivity 0";
        assert_eq!(agent.args.join(" "), args);
    }

    #[test]
    fn other_programs_keep_their_commas() {
        let agent = agent("gtp:'/opt/my engine' --opt a,b=c,name=x,time=5s");
        assert_eq!(agent.program, PathBuf::from("/opt/my engine"));
        assert_eq!((agent.name.as_str(), agent.time.to_string().as_str()), ("x", "5s"));
        assert_eq!(agent.args, ["--opt", "a,b=c"]);
    }

    #[test]
    fn contest_files_have_the_limits_of_the_contest_and_are_not_trusted() {
        let plain = agent("students/me.py");
        assert_eq!((plain.name.as_str(), plain.is_untrusted), ("me", true));
        assert_eq!(plain.memory, Some(100 << 20));
        let special = agent("contest:me,warmup=yes,lists=yes,forgive=yes,untrusted=no,memory=200");
        let rules =
            ContestRules { warm_up: true, board: BoardKind::Lists, forgives_exceptions: true };
        assert_eq!(special.protocol, Protocol::Contest(rules));
        assert!(!special.is_untrusted);
        assert!("me.py,warmup=maybe".parse::<Entry>().is_err());
    }

    #[test]
    fn what_is_no_player_is_told_what_would_be() {
        for (text, words) in [
            ("nobody", "another program is ugi:COMMAND"),
            ("ugi:", "is no command"),
            ("uct,tempo=5s", "behind commas may stand name, time"),
            ("uct,time=soon", "write 50ms"),
            ("uct,threads=0", "from 1 to"),
        ] {
            let error = text.parse::<Entry>().unwrap_err().to_string();
            assert!(error.contains(words), "{text}: {error}");
        }
    }

    #[test]
    fn no_two_agents_have_the_same_name() {
        let entries = ["uct", "uct", "20", "uct"].map(|text| text.parse().unwrap());
        let agents = agents(&entries, TimeControl::CONTEST).unwrap();
        let names: Vec<&str> = agents.iter().map(|agent| agent.name.as_str()).collect();
        assert_eq!(names, ["uct", "uct #2", "Wane 20", "uct #3"]);
    }
}
