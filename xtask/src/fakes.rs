//! `cargo xtask fakes`: plays hostile agents in the sandbox against a correct player. Each game must end as the file of
//! the agent says, a cheat must not gain more than the grace, an opponent must not be disturbed, and nothing may be left.

mod hostile;
mod leftovers;
mod meter;
mod punctual;
mod timekeeper;

use std::collections::BTreeMap;
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
use wane_board::{AnyGame, Objective, Size};
use wane_match::{
    AgentProgram, AgentRuntime, EnginePlayer, FinishedGame, Hosting, Referee, RunningAgent, Stop,
    TimeControl, Tolerance,
};
use wane_testkit::temp_dir::TempDir;

use crate::build;
use hostile::Hostile;
use leftovers::Leftovers;
pub(crate) use timekeeper::{TimekeeperArgs, run as keep_time};

/// What is said where each agent has a control group.
pub(crate) const IN_CGROUPS: &str = "each in a control group";

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
    /// Give the agents this many times their time for a move, on a machine that is so much slower
    #[arg(long, value_name = "TIMES", default_value_t = 1)]
    slower: u32,
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
    /// Whether each agent had a control group.
    has_cgroups: bool,
    wrong: Vec<String>,
    /// What each cheat gained for its longest move in each of its games; nothing in a game that its first move ended.
    gains: BTreeMap<String, Vec<Option<Duration>>>,
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
    for hostile in &mut agents {
        let time = &mut hostile.agent.time.per_move;
        *time = time.map(|time| time * args.slower);
    }
    let agents: Vec<Hostile> = agents.into_iter().step_by(args.every.get()).collect();
    ensure!(!agents.is_empty(), "no agent has one of these names");
    let before = Leftovers::now();
    let began = Instant::now();
    let outcome = play_all(&agents, &wane, args)?;
    println!(
        "{} games with {} agents in {:.0} s, {}",
        outcome.games,
        agents.len(),
        began.elapsed().as_secs_f64(),
        if outcome.has_cgroups { IN_CGROUPS } else { "without control groups" }
    );
    for text in &outcome.wrong {
        println!("{text}");
    }
    ensure!(outcome.wrong.is_empty(), "{} verdicts are wrong", outcome.wrong.len());
    if let Some((gain, name)) = outcome.most_gained() {
        let count = outcome.middle_gains().count();
        println!("none of {count} cheats that play on gained more than {gain:.1?} a move ({name})");
        ensure!(gain <= Tolerance::default().grace, "{name} gained too much");
    }
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
    let opponent = timekeeper::before(opponent(wane))?;
    let programs: Vec<AgentProgram> = agents.iter().map(|it| it.agent.clone()).collect();
    let runtime = Arc::new(AgentRuntime::for_agents(&programs, &Hosting::default())?);
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
    let outcome = outcome.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(Outcome { has_cgroups: runtime.has_cgroups(), ..outcome })
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
    let referee = Referee { objective: Objective::FewestDiscs, tolerance: Tolerance::default() };
    let mut own = RunningAgent::new(&hostile.agent, runtime, &stop);
    let mut other = RunningAgent::new(opponent, runtime, &stop);
    let mut outcome = Outcome::default();
    for number in 1..=2 {
        let opening = AnyGame::new(Size::Eight);
        let game = if number == 1 {
            referee.play(number, &opening, &mut own, &mut other, None)
        } else {
            referee.play(number, &opening, &mut other, &mut own, None)
        };
        let game = game.expect("it is never stopped");
        outcome.games += 1;
        outcome.wrong.extend(hostile.judge(&game, runtime.has_cgroups()).err());
        let limit = hostile.agent.time.per_move.unwrap_or_default();
        if hostile.cheats {
            let gains = outcome.gains.entry(hostile.agent.name.to_string()).or_default();
            gains.push(gain(&game, limit));
        }
    }
    outcome
}

/// How much longer than its limit an agent had for its longest move, as its opponent has measured it. Nothing if it had
/// no move after which the game went on.
fn gain(game: &FinishedGame, limit: Duration) -> Option<Duration> {
    let [black, white] = &game.logs;
    let longest = timekeeper::times(if game.number == 1 { white } else { black }).max()?;
    Some(longest.saturating_sub(limit))
}

impl Outcome {
    /// The cheat that gained the most for a move.
    fn most_gained(&self) -> Option<(Duration, &str)> {
        self.middle_gains().max()
    }

    /// What each cheat that plays on gained in the middle one of its games: a machine that is busy with something else
    /// lengthens single moves. It may also interrupt a cheat before it begins to cheat, so one that had a move in less
    /// than half of its games does not play on.
    fn middle_gains(&self) -> impl Iterator<Item = (Duration, &str)> {
        self.gains.iter().filter_map(|(name, games)| {
            let mut gains: Vec<Duration> = games.iter().copied().flatten().collect();
            gains.sort_unstable();
            let plays_on = 2 * gains.len() >= games.len();
            plays_on.then(|| (gains[(gains.len() - 1) / 2], name.as_str()))
        })
    }

    fn add(&mut self, other: Self) {
        self.games += other.games;
        self.wrong.extend(other.wrong);
        for (name, gains) in other.gains {
            self.gains.entry(name).or_default().extend(gains);
        }
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
    command.args(["--every", &args.every.to_string(), "--slower", &args.slower.to_string()]);
    if !args.only.is_empty() {
        command.args(["--only", &args.only.join(",")]);
    }
    let status = command.current_dir("/").status().context("running setpriv")?;
    ensure!(status.success(), "as an ordinary user: {status}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cheat_is_judged_by_its_middle_game_and_not_by_one_that_a_busy_machine_lengthened() {
        let ms = |ms| Some(Duration::from_millis(ms));
        let gains = [
            ("steady", vec![ms(60), ms(70), ms(65)]),
            ("interrupted once", vec![None, None, ms(227), None]),
            ("delayed once", vec![ms(1), ms(300), ms(2), ms(0)]),
            ("every other game", vec![None, ms(80), None, ms(90)]),
        ];
        let gains = gains.map(|(name, gains)| (name.to_owned(), gains)).into();
        let outcome = Outcome { gains, ..Outcome::default() };
        let middle: Vec<_> =
            outcome.middle_gains().map(|(gain, name)| (name, gain.as_millis())).collect();
        assert_eq!(middle, [("delayed once", 1), ("every other game", 80), ("steady", 65)]);
        assert_eq!(outcome.most_gained(), Some((Duration::from_millis(80), "every other game")));
    }
}
