//! `cargo xtask fakes`: plays hostile agents in the sandbox against a correct player. Each game must end as the file of
//! the agent says, a cheat must not gain more than the grace, an opponent must not be disturbed, and nothing may be left.

mod hostile;
mod leftovers;
mod meter;
mod punctual;

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use std::{env, fs};

use anyhow::{Context as _, Result, ensure};
use clap::Args;
use wane_board::{AnyGame, Colour, Objective, Size};
use wane_match::{
    AgentProgram, AgentRuntime, EnginePlayer, FinishedGame, Referee, RunningAgent, Stop, Stopwatch,
    TimeControl, Tolerance,
};
use wane_testkit::temp_dir::TempDir;

use crate::build;
use hostile::Hostile;
use leftovers::Leftovers;

/// How much longer than its times a game may take, for a move of either side: the referee and the protocols need it.
const OVERHEAD: Duration = Duration::from_millis(20);

#[derive(Args)]
pub(crate) struct FakesArgs {
    /// How many games in all; rounded up to pairs with each agent
    #[arg(long, default_value_t = 1000)]
    games: usize,
    /// How many at a time
    #[arg(long, default_value_t = 2)]
    concurrency: usize,
    /// Only the agents with these names
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// Only each Nth agent
    #[arg(long, value_name = "N", default_value_t = NonZero::<usize>::MIN)]
    every: NonZero<usize>,
    /// Without the agents whose games take long
    #[arg(long)]
    short: bool,
    /// Also measure how much the opponent of some agents can compute, in this many pairs of games with each
    #[arg(long, default_value_t = 0)]
    meter: usize,
    /// Also play this many moves of an agent that ends shortly before its limit, with all processors busy
    #[arg(long, default_value_t = 0)]
    punctual: usize,
    /// As an ordinary user, which only root can become
    #[arg(long)]
    as_user: bool,
    /// Another folder of agents
    #[arg(long)]
    folder: Option<PathBuf>,
    /// The program to play against; built if left out
    #[arg(long)]
    wane: Option<PathBuf>,
}

/// What the games of the agents have shown.
#[derive(Default)]
struct Outcome {
    games: usize,
    wrong: Vec<String>,
    /// The most that a cheat gained for a move, with its name.
    gain: (Duration, String),
}

#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
pub(crate) fn run(args: &FakesArgs) -> Result<()> {
    let wane = match &args.wane {
        Some(wane) => wane.clone(),
        None => build::release()?.join("release/wane"),
    };
    let folder = build::root().join("crates/wane-match/tests/hostile");
    let folder = args.folder.clone().unwrap_or(folder);
    if args.as_user {
        return run_as_user(args, &wane, &folder);
    }
    let mut agents = Hostile::all(&folder)?;
    agents
        .retain(|it| args.only.is_empty() || args.only.iter().any(|name| it.agent.name == **name));
    agents.retain(|it| !args.short || !it.is_slow);
    let agents: Vec<Hostile> = agents.into_iter().step_by(args.every.get()).collect();
    ensure!(!agents.is_empty(), "no agent has one of these names");
    let before = Leftovers::now();
    let began = Instant::now();
    let outcome = play_all(&agents, &wane, args)?;
    println!(
        "{} games with {} agents in {:.0} s; no cheat gained more than {:.0?} for a move ({})",
        outcome.games,
        agents.len(),
        began.elapsed().as_secs_f64(),
        outcome.gain.0,
        outcome.gain.1
    );
    for text in &outcome.wrong {
        println!("{text}");
    }
    ensure!(outcome.wrong.is_empty(), "{} verdicts are wrong", outcome.wrong.len());
    if args.meter > 0 {
        meter::run(&agents, &folder, args.meter)?;
    }
    if args.punctual > 0 {
        punctual::run(&folder, &wane, args.punctual)?;
    }
    before.compare()
}

/// Plays with every agent, several at a time.
fn play_all(agents: &[Hostile], wane: &Path, args: &FakesArgs) -> Result<Outcome> {
    let opponent = opponent(wane);
    let programs: Vec<AgentProgram> = agents.iter().map(|it| it.agent.clone()).collect();
    let runtime = Arc::new(AgentRuntime::for_agents(&programs, false)?);
    let pairs = args.games.div_ceil(2 * agents.len()).max(1);
    let (next, outcome) = (AtomicUsize::new(0), Mutex::new(Outcome::default()));
    thread::scope(|scope| {
        for _ in 0..args.concurrency {
            scope.spawn(|| {
                while let at = next.fetch_add(1, Relaxed)
                    && at < pairs * agents.len()
                {
                    let played = play_pair(&agents[at % agents.len()], &opponent, &runtime);
                    outcome.lock().unwrap_or_else(PoisonError::into_inner).add(played);
                }
            });
        }
    });
    Ok(outcome.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// A correct player.
fn opponent(wane: &Path) -> AgentProgram {
    let player = Some("greedy".into());
    let greedy = EnginePlayer { player, hash_mb: Some(1), ..EnginePlayer::default() };
    greedy.agent("greedy", wane, TimeControl::per_move(Duration::from_secs(10)))
}

/// Two games with an agent, with the same processes.
fn play_pair(hostile: &Hostile, opponent: &AgentProgram, runtime: &Arc<AgentRuntime>) -> Outcome {
    let stop = Stop::default();
    let tolerance = Tolerance::default();
    let referee = Referee { objective: Objective::FewestDiscs, tolerance };
    let mut own = RunningAgent::new(&hostile.agent, runtime, &stop);
    let mut other = RunningAgent::new(opponent, runtime, &stop);
    let mut outcome = Outcome::default();
    for number in 1..=2 {
        let stopwatch = Stopwatch::start();
        let opening = AnyGame::new(Size::Eight);
        let game = if number == 1 {
            referee.play(number, &opening, &mut own, &mut other, None)
        } else {
            referee.play(number, &opening, &mut other, &mut own, None)
        };
        let game = game.expect("it is never stopped");
        outcome.games += 1;
        outcome.wrong.extend(hostile.judge(&game, runtime.has_cgroups()).err());
        if hostile.cheats {
            let gain = gain(&game, hostile, stopwatch.elapsed());
            if gain > tolerance.grace {
                let name = &hostile.agent.name;
                outcome.wrong.push(format!("{name} gained {gain:.0?} for a move"));
            }
            outcome.gain = outcome.gain.max((gain, hostile.agent.name.to_string()));
        }
    }
    outcome
}

/// How much longer than its limit an agent had for a move, on average over the game.
fn gain(game: &FinishedGame, hostile: &Hostile, wall: Duration) -> Duration {
    let own = if game.number == 1 { Colour::Black } else { Colour::White };
    let history = game.record.game.history();
    let mut moves = history.iter().filter(|played| played.side == own).count();
    // A move that came too late is not in the record.
    moves += usize::from(game.fault.is_some());
    let others = game.record.notes.iter().filter(|(ply, _)| history[**ply].side != own);
    let others: u64 = others.filter_map(|(_, note)| note.time_ms).sum();
    let plies = u32::try_from(history.len() + 1).unwrap_or(u32::MAX);
    let moves = u32::try_from(moves.max(1)).unwrap_or(u32::MAX);
    let limit = hostile.agent.time.per_move.unwrap_or_default();
    let start = Duration::from_secs(2);
    let allowed = limit * moves + Duration::from_millis(others) + OVERHEAD * plies + start;
    wall.saturating_sub(allowed) / moves
}

impl Outcome {
    fn add(&mut self, other: Self) {
        self.games += other.games;
        self.wrong.extend(other.wrong);
        self.gain = other.gain.max(std::mem::take(&mut self.gain));
    }
}

/// Repeats everything as an ordinary user, who may not be able to read the folder of the program.
fn run_as_user(args: &FakesArgs, wane: &Path, folder: &Path) -> Result<()> {
    let copy = TempDir::new()?;
    let place = |name: &str| copy.path().join(name);
    fs::copy(wane, place("wane"))?;
    fs::copy(env::current_exe()?, place("xtask"))?;
    fs::create_dir(place("hostile"))?;
    for entry in fs::read_dir(folder)?.flatten().filter(|entry| entry.path().is_file()) {
        fs::copy(entry.path(), place("hostile").join(entry.file_name()))?;
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid=65534", "--regid=65534", "--clear-groups", "--"]);
    command.arg(place("xtask")).args(["fakes", "--wane"]).arg(place("wane"));
    command.arg("--folder").arg(place("hostile"));
    command.args(["--games", &args.games.to_string(), "--meter", &args.meter.to_string()]);
    command.args(["--concurrency", &args.concurrency.to_string()]);
    command.args(["--punctual", &args.punctual.to_string()]);
    command.args(args.short.then_some("--short"));
    command.args(["--every", &args.every.to_string()]);
    if !args.only.is_empty() {
        command.args(["--only", &args.only.join(",")]);
    }
    let status = command.current_dir("/").status().context("running setpriv")?;
    ensure!(status.success(), "as an ordinary user: {status}");
    Ok(())
}
