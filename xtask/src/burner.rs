//! `cargo xtask burner`: the same match twice, on an idle machine and beside programs that take all its processors. No
//! agent may lose by a fault, and agents that think to a fixed depth must play the same games.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use anyhow::{Result, ensure};
use clap::Args;
use wane_formats::transcript;
use wane_match::MatchFolder;

use crate::build;

#[derive(Args)]
pub(crate) struct BurnerArgs {
    /// How many games are played each time
    #[arg(long, default_value_t = 200)]
    games: usize,
    /// How many programs burn CPU time
    #[arg(long, default_value_t = 4)]
    burners: usize,
    /// Which time counts: cpu or wall
    #[arg(long, default_value = "cpu")]
    clock: String,
    /// The time of the agents
    #[arg(long, default_value = "200ms/20s")]
    time: String,
}

/// A program that burns CPU time until it goes out of scope.
struct Burner(Child);

impl Burner {
    fn start() -> Result<Self> {
        let mut shell = Command::new("sh");
        let burner = shell.args(["-c", "while :; do :; done"]).stdin(Stdio::null()).spawn()?;
        Ok(Self(burner))
    }
}

impl Drop for Burner {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
pub(crate) fn run(args: &BurnerArgs) -> Result<()> {
    let folder = build::target().join("burner");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let agent = fs::read_to_string(build::root().join("crates/wane-cli/src/cmd/new/agent.py"))?;
    for (name, mobility) in [("one", "MOVE = 5"), ("other", "MOVE = 9")] {
        let text = agent.replace("DEPTH = 2", "DEPTH = 1").replace("MOVE = 5", mobility);
        fs::write(folder.join(format!("{name}.py")), text)?;
    }
    let wane = build::release()?.join("release/wane");
    let idle = games(args, &wane, &folder, "idle")?;
    let burners = (0..args.burners).map(|_| Burner::start()).collect::<Result<Vec<_>>>()?;
    let loaded = games(args, &wane, &folder, "loaded")?;
    drop(burners);
    let different = idle.iter().zip(&loaded).filter(|(one, other)| one != other).count();
    ensure!(different == 0, "{different} of {} games are others beside the burners", idle.len());
    println!("{} games each time, no fault, the same games", idle.len());
    Ok(())
}

/// Plays the match; the moves of its games.
#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
fn games(args: &BurnerArgs, wane: &Path, folder: &Path, name: &str) -> Result<Vec<String>> {
    let began = Instant::now();
    let out = folder.join(name);
    let run = Command::new(wane)
        .current_dir(folder)
        .args(["match", "one.py", "other.py", "--concurrency", "auto", "--games"])
        .arg(args.games.to_string())
        .args(["--clock", &args.clock, "--time", &args.time, "--out", name])
        .output()?;
    ensure!(run.status.success(), "the match fails: {}", String::from_utf8_lossy(&run.stderr));
    let mut games = MatchFolder::games(&out)?;
    games.sort_by_key(|game| game.number);
    ensure!(games.len() == args.games, "{} of {} games", games.len(), args.games);
    let fault = games.iter().find_map(|game| game.fault.as_ref().map(|it| (game.number, &it.1)));
    ensure!(fault.is_none(), "{name}: {fault:?}");
    println!(
        "{name}: {} games without a fault in {:.0} s",
        games.len(),
        began.elapsed().as_secs_f64()
    );
    Ok(games.iter().map(|game| transcript::write(&game.record.game)).collect())
}
