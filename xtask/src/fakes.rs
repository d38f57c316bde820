//! `cargo xtask fakes`: runs contest files that misbehave on purpose in the sandbox, against a correct
//! player. Each must lose every game for the right reason and leave no process behind.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use clap::Args;
use wane_board::{Objective, Size};
use wane_match::{
    AgentProgram, AgentRuntime, ContestRules, FaultKind, FaultRule, FinishedGame, GameWorker,
    Match, MatchSettings, Openings, Protocol, Referee, Stop, TimeControl, TournamentFormat,
};

use crate::build;

/// The name of a contest file, the fault that it commits, and words that the report of the fault contains.
const FAKES: [(&str, FaultKind, &str); 11] = [
    ("sleeper", FaultKind::TimeOut, "empty at the limit"),
    ("crasher", FaultKind::Crash, "out of ideas"),
    ("liar", FaultKind::Illegal, "a1"),
    ("silent", FaultKind::Output, "candidate list was empty"),
    ("chatterbox", FaultKind::Output, "without end"),
    ("memory_bomb", FaultKind::Memory, "MB are allowed"),
    ("fork_bomb", FaultKind::Crash, "PermissionError"),
    ("writer", FaultKind::Crash, "Read-only file system"),
    ("caller", FaultKind::Crash, "PermissionError"),
    ("deaf", FaultKind::TimeOut, "empty at the limit"),
    ("killer", FaultKind::Crash, "ProcessLookupError"),
];

#[derive(Args)]
pub(crate) struct FakesArgs {
    /// How many games in all; rounded up to whole pairs
    #[arg(long, default_value_t = 1000)]
    games: usize,
    /// How many at a time
    #[arg(long, default_value_t = 2)]
    concurrency: usize,
}

#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
pub(crate) fn run(args: &FakesArgs) -> Result<()> {
    let wane = build::release()?.join("release/wane");
    let agents = agents(wane);
    let pairs = (args.games / 2).div_ceil(FAKES.len()).max(1);
    let runtime = Arc::new(AgentRuntime::for_agents(&agents, false)?);
    // There is no greeting: most of these files would fail it.
    let mut contest = Match::open(
        MatchSettings {
            players: agents,
            format: TournamentFormat::Gauntlet,
            games: 2 * pairs,
            openings: Openings::random(Size::Eight, pairs, 1),
            referee: Referee {
                objective: Objective::FewestDiscs,
                margin: Duration::from_millis(500),
            },
            adjudicator: None,
            sprt: None,
            seed: 1,
            faults: FaultRule::LoseGame,
        },
        None,
    )?;
    let stop = Stop::default();
    let mut executor = GameWorker::threads(args.concurrency, &runtime, &stop);
    let began = Instant::now();
    let (mut games, mut wrong) = (0, Vec::new());
    let mut counts = BTreeMap::new();
    contest.play_on(&mut executor, &stop, &mut |contest| {
        let Some(game) = contest.games().last() else { return };
        games += 1;
        match verdict(game) {
            Ok(name) => *counts.entry(name).or_insert(0) += 1,
            Err(text) => wrong.push(format!("game {}: {text}", game.number)),
        }
    })?;
    drop(executor);
    for (name, kind, _) in FAKES {
        println!("{name:12} {:4} games lost: {kind}", counts.get(name).copied().unwrap_or(0));
    }
    let remaining = children();
    println!("{games} games in {:.0} s", began.elapsed().as_secs_f64());
    for text in &wrong {
        println!("{text}");
    }
    ensure!(wrong.is_empty(), "{} of {games} verdicts are wrong", wrong.len());
    let all = contest.scheduled();
    ensure!(games == all, "only {games} of {all} games were played");
    ensure!(remaining.is_empty(), "these processes are still there: {}", remaining.join(", "));
    Ok(())
}

/// A reliable opponent first, and the contest files.
fn agents(wane: PathBuf) -> Vec<AgentProgram> {
    let folder = build::root().join("crates/wane-match/tests/fakes/contest");
    let mut agents = vec![AgentProgram {
        name: "greedy".into(),
        protocol: Protocol::Ugi,
        program: wane,
        args: ["ugi", "--player", "greedy", "--hash", "1"].map(str::to_owned).into(),
        time: TimeControl::per_move(Duration::from_secs(10)),
        memory: None,
        is_untrusted: false,
    }];
    agents.extend(FAKES.iter().map(|(name, kind, _)| AgentProgram {
        name: (*name).into(),
        protocol: Protocol::Contest(ContestRules::default()),
        program: folder.join(name).with_extension("py"),
        args: Vec::new(),
        // Files that are not slow on purpose get enough time for a busy machine.
        time: TimeControl::per_move(match kind {
            FaultKind::TimeOut => Duration::from_millis(300),
            _ => Duration::from_secs(10),
        }),
        memory: Some(100 << 20),
        is_untrusted: true,
    }));
    agents
}

/// The name of the contest file that lost by its expected fault, or how the game ended instead.
fn verdict(game: &FinishedGame) -> Result<&'static str, String> {
    let Some((colour, fault)) = &game.fault else {
        return Err("no player committed a fault".into());
    };
    let name = &game.record.player(*colour).name;
    let fake = FAKES.iter().find(|(fake, ..)| fake == name);
    match fake {
        Some((fake, kind, words)) if fault.kind == *kind && fault.text.contains(words) => Ok(fake),
        _ => Err(format!("{name}: {fault}")),
    }
}

/// The child processes of this one, zombies included.
fn children() -> Vec<String> {
    let threads = fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let lists =
        threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    lists.flat_map(|list| list.split_whitespace().map(str::to_owned).collect::<Vec<_>>()).collect()
}
