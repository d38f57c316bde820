//! `cargo xtask ranks`: whether `wane rank` finds the ratings of players whose ratings are known: nine times of ten at least
//! they must lie in its 95 % interval.

use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;

use anyhow::{Context as _, Result, ensure};
use clap::Args;
use serde_json::Value;
use wane_service::rated_players;

use crate::{build, command};

#[derive(Args)]
pub(crate) struct RanksArgs {
    /// The players
    #[arg(long, value_delimiter = ',', default_value = "greedy,seed-001,seed-004,5,10,15")]
    players: Vec<String>,
    /// How often each is ranked
    #[arg(long, default_value_t = 10)]
    runs: usize,
    /// For how many minutes
    #[arg(long, default_value_t = 1.0)]
    minutes: f64,
    /// How many of a hundred ratings must lie in the interval
    #[arg(long, default_value_t = 90)]
    least: usize,
    /// How many runs at a time
    #[arg(long, default_value_t = 2)]
    concurrency: usize,
}

#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
pub(crate) fn run(args: &RanksArgs) -> Result<()> {
    let wane = build::release()?.join("release/wane");
    let rated = rated_players();
    let known = |name: &str| {
        let is_named = |shown: String| shown == name || shown == format!("level {name}");
        let found = rated.iter().find(|player| is_named(player.to_string()));
        found.map(|player| f64::from(player.rating)).with_context(|| format!("{name} is not rated"))
    };
    let runs: Vec<(&String, usize)> = (1..=args.runs)
        .flat_map(|seed| args.players.iter().map(move |name| (name, seed)))
        .collect();
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || -> Result<()> {
        while let Some((name, seed)) = runs.get(next.fetch_add(1, Relaxed)) {
            let mut rank = Command::new(&wane);
            // So that each plays as well as it can.
            rank.args(["rank", &format!("{name},seed={seed}"), "--time", "60s/move", "--json"]);
            rank.arg("--minutes").arg(args.minutes.to_string());
            rank.arg("--seed").arg(seed.to_string());
            let text = command::output(&mut rank)?;
            let value: Value = serde_json::from_str(&text)?;
            let number =
                |key: &str| value[key].as_f64().with_context(|| format!("no {key}: {text}"));
            let (low, high, games) = (number("low")?, number("high")?, number("games")?);
            let rating = known(name)?;
            let is_inside = (low..=high).contains(&rating);
            println!(
                "{name:10} {rating:5.0}: {low:5.0} to {high:5.0} after {games:3} games{}",
                if is_inside { "" } else { ", not inside" }
            );
            found.lock().expect("no thread panics").push(is_inside);
        }
        Ok(())
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..args.concurrency).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|it| it.join().expect("no thread panics"))
    })?;
    let found = found.into_inner().expect("no thread panics");
    let inside = found.iter().filter(|is_inside| **is_inside).count();
    println!("{inside} of {} inside", found.len());
    ensure!(inside * 100 >= found.len() * args.least, "fewer than {} of a hundred", args.least);
    Ok(())
}
