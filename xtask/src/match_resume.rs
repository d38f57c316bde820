//! `cargo xtask match-resume`: kills a match several times, and checks that no game is lost, played
//! twice, or played on other terms.
//!
//! It sends a real signal to the real program, and compares with a match that was not killed. The
//! random moments come from a seed.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;
use wane_formats::transcript;
use wane_match::FinishedGame;
use wane_testkit::Rng;

use crate::build;

/// The number of moves in the opening of a game.
const OPENING: usize = 8;

#[derive(Args)]
pub(crate) struct MatchResumeArgs {
    /// How often to kill the match
    #[arg(long, default_value_t = 5)]
    kills: u32,
    /// The number of games in the match
    #[arg(long, default_value_t = 1000)]
    games: u32,
    /// Kill each run within this time, in milliseconds
    #[arg(long, default_value_t = 400)]
    life_ms: u32,
    /// Seed of the random moments
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// What must be the same in both matches: Black, White and the opening of a game.
type Terms = (String, String, String);

#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
pub(crate) fn run(args: &MatchResumeArgs) -> Result<()> {
    let target = build::release()?;
    let wane = target.join("release/wane");
    let [plain, killed] = ["match-undisturbed", "match-killed"].map(|name| target.join(name));
    for folder in [&plain, &killed] {
        if folder.exists() {
            fs::remove_dir_all(folder).context("removing the match of an earlier test")?;
        }
    }
    play(&wane, &plain, args).status().context("running wane")?;
    let expected = games(&plain)?;
    let mut rng = Rng::new(args.seed);
    for kill in 1..=args.kills {
        let mut run = play(&wane, &killed, args).spawn().context("running wane")?;
        let life = Duration::from_millis(u64::from(50 + rng.below(args.life_ms)));
        thread::sleep(life);
        if let Some(status) = run.try_wait()? {
            bail!("run {kill} ended ({status}) before it was killed: lower --life-ms");
        }
        run.kill()?;
        run.wait()?;
        let text = fs::read_to_string(killed.join("games.jsonl")).unwrap_or_default();
        println!("killed after {} ms, {} games are kept", life.as_millis(), text.lines().count());
    }
    let status = play(&wane, &killed, args).status().context("running wane")?;
    ensure!(status.success(), "the match was not resumed to its end");
    let found = games(&killed)?;
    ensure!(found.len() == args.games as usize, "{} games instead of {}", found.len(), args.games);
    ensure!(found == expected, "the games are not those of the undisturbed match");
    println!(
        "{} different games, with the colours and openings of the undisturbed match",
        found.len()
    );
    Ok(())
}

fn play(wane: &Path, folder: &Path, args: &MatchResumeArgs) -> Command {
    let mut command = Command::new(wane);
    command.args(["match", "random", "greedy", "--concurrency", "2", "--games"]);
    command.arg(args.games.to_string()).arg("--out").arg(folder);
    command.stdout(Stdio::null());
    command
}

/// The games of a folder by their numbers.
fn games(folder: &Path) -> Result<BTreeMap<usize, Terms>> {
    let text = fs::read_to_string(folder.join("games.jsonl")).context("reading the games")?;
    let mut games = BTreeMap::new();
    for line in text.lines() {
        let FinishedGame { number, record, .. } = FinishedGame::from_line(line)?;
        let moves = transcript::write(&record.game);
        let opening = moves.chars().take(2 * OPENING).collect();
        let terms = (record.black.name, record.white.name, opening);
        ensure!(games.insert(number, terms).is_none(), "game {number} is there twice");
    }
    Ok(games)
}
