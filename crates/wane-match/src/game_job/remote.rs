//! Games as jobs for other processes: the program `wane` is that of the machine where the game is played, and all other
//! files of the players travel with the request.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use wane_board::{AnyGame, Objective};
use wane_formats::{Context, GameRecord, TimeControl, json};
use wane_text::Foreign;

use super::{GameJob, GameWorker};
use crate::adjudicator::AdjudicatorProgram;
use crate::agent::{AgentProgram, Protocol};
use crate::clock::{Tolerance, whole_ms};
use crate::engine_player::option;
use crate::fingerprint::files_of_folder;
use crate::finished_game::FinishedGame;
use crate::job::{JobResult, JobWorker};
use crate::referee::Referee;
use crate::remote::{JobNeeds, JobRequest, RemoteError, RemoteJob, RequestWorker, Site};
use crate::runtime::{AgentRuntime, Hosting};
use crate::{Stop, is_input_name};

/// The memory of a player that has no limit of its own, in megabytes.
const PLAYER_MB: u64 = 200;

/// The most that the files of a player may have together, in bytes.
const MAX_BYTES: usize = 64 << 20;

/// The body of a request.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Body {
    number: usize,
    black: AgentBody,
    white: AgentBody,
    /// In our own format.
    opening: String,
    objective: String,
    margin_ms: u64,
    grace_ms: u64,
    adjudicate: Option<u32>,
}

/// A player of a request.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AgentBody {
    name: Foreign,
    protocol: Protocol,
    /// The input with the program; none for the program `wane`.
    program: Option<String>,
    /// Where the folder that it sees begins, in the names of the inputs.
    folder: Option<String>,
    args: Vec<ArgBody>,
    time: TimeControl,
    memory: Option<u64>,
    is_untrusted: bool,
}

/// An argument of a player.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum ArgBody {
    Text(String),
    /// The path of an input.
    Input(String),
}

/// The result as it travels.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GameText {
    line: String,
    logs: [String; 2],
}

impl RemoteJob for GameJob {
    const KIND: &'static str = "game";

    fn number(&self) -> u64 {
        self.number as u64
    }

    fn request(&self, program: &Path) -> Result<JobRequest, RemoteError> {
        let mut inputs = BTreeMap::new();
        let black = pack(&self.black, "black", program, &mut inputs)?;
        let white = pack(&self.white, "white", program, &mut inputs)?;
        let opening = json::write(&GameRecord::new(self.opening.clone(), self.referee.objective));
        let body = Body {
            number: self.number,
            black,
            white,
            opening,
            objective: self.referee.objective.to_string(),
            margin_ms: whole_ms(self.referee.tolerance.margin),
            grace_ms: whole_ms(self.referee.tolerance.grace),
            adjudicate: self.adjudicator.as_ref().map(|it| it.empties),
        };
        let players = [&self.black, &self.white];
        let memory = |it: &&AgentProgram| {
            it.memory.map_or(PLAYER_MB, |bytes| bytes.div_ceil(1 << 20) + PLAYER_MB)
        };
        let sandbox = players.iter().any(|it| it.is_untrusted);
        let needs = JobNeeds {
            sandbox,
            house: sandbox || !players.into_iter().all(is_repeatable),
            memory_mb: players.iter().map(memory).sum(),
        };
        Ok(JobRequest { body: serde_json::to_value(body)?, inputs, needs })
    }

    fn from_request(body: &Value, site: &Site) -> Result<Self, RemoteError> {
        let body = Body::deserialize(body)?;
        let objective: Objective = body.objective.parse().map_err(RemoteError::new)?;
        let opening = json::parse(&body.opening, Context::default()).map_err(RemoteError::new)?;
        let opening: AnyGame =
            opening.into_iter().next().ok_or_else(|| RemoteError::new("no opening"))?.game;
        let adjudicator = body.adjudicate.map(|empties| AdjudicatorProgram {
            program: site.program.clone(),
            args: vec!["judge".into()],
            empties,
        });
        let tolerance = Tolerance {
            margin: Duration::from_millis(body.margin_ms),
            grace: Duration::from_millis(body.grace_ms),
        };
        Ok(Self {
            number: body.number,
            black: unpack(body.black, site)?,
            white: unpack(body.white, site)?,
            opening,
            referee: Referee { objective, tolerance },
            adjudicator,
        })
    }

    fn write_result(game: &FinishedGame) -> Result<Vec<u8>, RemoteError> {
        let text = GameText { line: game.to_line(), logs: game.logs.clone() };
        Ok(serde_json::to_vec(&text)?)
    }

    fn read_result(&self, bytes: &[u8]) -> Result<JobResult<Self>, RemoteError> {
        let GameText { line, logs } = serde_json::from_slice(bytes)?;
        // It replays the moves, so the game is legal.
        let game = FinishedGame::from_line(&line).map_err(RemoteError::new)?;
        let names = [&game.record.black.name, &game.record.white.name];
        let is_ours = game.number == self.number
            && names == [&self.black.name, &self.white.name]
            && game.record.objective == self.referee.objective
            && begins_with(&game.record.game, &self.opening);
        if !is_ours {
            return Err(RemoteError::new("another game than the one that was asked for"));
        }
        if game.fault.is_none() && self.adjudicator.is_none() && game.record.ended.is_some() {
            return Err(RemoteError::new("a game that ended before its end, without a fault"));
        }
        if game.fault.is_none()
            && self.adjudicator.is_none()
            && !game.record.game.position().is_game_over()
        {
            return Err(RemoteError::new("half a game"));
        }
        Ok(FinishedGame { logs, ..game })
    }

    fn facts<'b>(&self, bytes: &'b [u8]) -> Cow<'b, [u8]> {
        let Ok(mut game) = self.read_result(bytes) else { return Cow::Borrowed(bytes) };
        game.record.notes.clear();
        game.remarks.clear();
        Cow::Owned(game.to_line().into_bytes())
    }
}

/// Whether a player does the same each time: the engine with a limit that is no time.
fn is_repeatable(agent: &AgentProgram) -> bool {
    let has = |name: &str| agent.args.iter().any(|arg| arg.strip_prefix("--") == Some(name));
    let is_limited = has(option::DEPTH) || has(option::NODES);
    // Without a seed the clock gives one, and only the engine at full strength needs none.
    is_limited && (has(option::SEED) || !has(option::PLAYER))
}

/// Whether a game has the start and the first moves of an opening.
fn begins_with(game: &AnyGame, opening: &AnyGame) -> bool {
    let moves = opening.squares().count();
    game.start() == opening.start()
        && game.squares().count() >= moves
        && game.squares().take(moves).eq(opening.squares())
}

/// A player as it travels, with its files.
fn pack(
    agent: &AgentProgram,
    side: &str,
    program: &Path,
    inputs: &mut BTreeMap<String, Arc<[u8]>>,
) -> Result<AgentBody, RemoteError> {
    let mut files = Files { side, inputs, bytes: 0 };
    let is_contest = matches!(agent.protocol, Protocol::Contest(_));
    let (mut file, mut folder) = (None, None);
    if is_contest {
        let name = file_name(&agent.program)?;
        if let Some(path) = &agent.folder {
            folder = Some(format!("{side}/folder"));
            for path_in in files_of_folder(path) {
                let relative = path_in.strip_prefix(path).map_err(RemoteError::new)?;
                files.add(&format!("folder/{}", slashed(relative)), &path_in)?;
            }
            file = Some(files.add(&format!("folder/{name}"), &agent.program)?);
        } else {
            file = Some(files.add(&name, &agent.program)?);
        }
    } else if !is_same(&agent.program, program) {
        let text = "a program of its own cannot be sent to other machines; contest files, recipes and \
                    the players of wane itself can";
        return Err(RemoteError::new(format!("{}: {text}", agent.name)));
    }
    let mut args = Vec::new();
    let mut names_file = false;
    for arg in &agent.args {
        args.push(if names_file && Path::new(arg).is_file() {
            ArgBody::Input(files.add(&file_name(Path::new(arg))?, Path::new(arg))?)
        } else {
            ArgBody::Text(arg.clone())
        });
        let option = arg.strip_prefix("--");
        names_file = option.is_some_and(|it| [option::PLAYER, option::WEIGHTS].contains(&it));
    }
    let AgentProgram { name, protocol, time, memory, is_untrusted, .. } = agent.clone();
    Ok(AgentBody { name, protocol, program: file, folder, args, time, memory, is_untrusted })
}

/// The files of a player, as inputs.
struct Files<'i> {
    side: &'i str,
    inputs: &'i mut BTreeMap<String, Arc<[u8]>>,
    bytes: usize,
}

impl Files<'_> {
    /// Adds a file, and returns the name of the input.
    fn add(&mut self, name: &str, path: &Path) -> Result<String, RemoteError> {
        let failed = |why: &dyn std::fmt::Display| {
            RemoteError::new(format!("{}: {why}", Foreign::path(path)))
        };
        let name = format!("{}/{name}", self.side);
        if !is_input_name(&name) {
            return Err(failed(&"a file with such a name cannot be sent"));
        }
        let content = fs::read(path).map_err(|error| failed(&error))?;
        self.bytes += content.len();
        if self.bytes > MAX_BYTES {
            return Err(failed(&format_args!("more than {} MB of files", MAX_BYTES >> 20)));
        }
        self.inputs.insert(name.clone(), content.into());
        Ok(name)
    }
}

/// A player on this machine.
fn unpack(body: AgentBody, site: &Site) -> Result<AgentProgram, RemoteError> {
    let AgentBody { name, protocol, program, folder, args, time, memory, is_untrusted } = body;
    let program = match program {
        Some(input) => site.input(&input)?,
        None => site.program.clone(),
    };
    let folder: Option<PathBuf> = match folder {
        Some(folder) if is_input_name(&folder) => Some(site.inputs.join(folder)),
        Some(_) => return Err(RemoteError::new("a folder with a bad name")),
        None => None,
    };
    let args: Result<Vec<String>, RemoteError> = args
        .into_iter()
        .map(|arg| match arg {
            ArgBody::Text(text) => Ok(text),
            ArgBody::Input(name) => Ok(site.input(&name)?.to_string_lossy().into_owned()),
        })
        .collect();
    Ok(AgentProgram { name, protocol, program, folder, args: args?, time, memory, is_untrusted })
}

fn file_name(path: &Path) -> Result<String, RemoteError> {
    let name = path.file_name().and_then(|name| name.to_str());
    let name =
        name.ok_or_else(|| RemoteError::new(format!("{} has no name", Foreign::path(path))))?;
    Ok(name.to_owned())
}

/// A relative path with slashes on every system.
fn slashed(path: &Path) -> String {
    let parts = path.components().map(|part| part.as_os_str().to_string_lossy());
    parts.collect::<Vec<_>>().join("/")
}

/// Whether two paths are the same file.
fn is_same(one: &Path, other: &Path) -> bool {
    one == other || matches!((one.canonicalize(), other.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

/// Plays games that come as requests.
#[derive(Debug)]
pub(crate) struct GameRequests {
    stop: Stop,
    /// The needs that the runtime was made for.
    worker: Option<([bool; 2], GameWorker)>,
}

impl GameRequests {
    pub(crate) fn new(stop: &Stop) -> Self {
        Self { stop: stop.clone(), worker: None }
    }
}

impl RequestWorker for GameRequests {
    fn work(&mut self, body: &Value, site: &Site) -> Result<Option<Vec<u8>>, RemoteError> {
        let job = GameJob::from_request(body, site)?;
        let players = [job.black.clone(), job.white.clone()];
        let needs = [
            players.iter().any(|it| it.is_untrusted),
            players.iter().any(|it| matches!(it.protocol, Protocol::Contest(_))),
        ];
        if self.worker.as_ref().is_none_or(|(known, _)| *known != needs) {
            let runtime = AgentRuntime::for_agents(&players, &Hosting::default())
                .map_err(RemoteError::new)?;
            self.worker = Some((needs, GameWorker::new(&Arc::new(runtime), &self.stop)));
        }
        let Some((_, worker)) = &mut self.worker else { return Ok(None) };
        worker.work(job).map(|game| GameJob::write_result(&game)).transpose()
    }
}
