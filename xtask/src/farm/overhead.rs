//! What a farm costs: self-play by two threads of one process, and by a worker with two threads, by turns.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;
use wane_farm::Layout;

use super::run::{FarmRun, say};

/// How often both are measured.
const PAIRS: usize = 5;

/// The games that show how many fill the time.
const FIRST: u64 = 640;

/// Measures both by turns for about this long each; the median of the ratios must be at least this many hundredths.
pub(super) fn overhead(run: &FarmRun, seconds: f64, least: f64) -> Result<()> {
    let mut site = run.site(Layout::default())?;
    site.start_worker_with(2)?;
    let owner = site.owner()?;
    let measure = |games: u64, farm: Option<&str>| {
        let out = run.folder.join("overhead.bin");
        selfplay(&run.wane, games, &out, farm)
    };
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "some thousand games"
    )]
    let games = (FIRST as f64 * seconds / measure(FIRST, None)?.seconds) as u64;
    let mut ratios = Vec::new();
    for pair in 1..=PAIRS {
        let (near, far) = (measure(games, None)?, measure(games, Some(&owner))?);
        ensure!(near.positions == far.positions, "other games");
        let ratio = 100.0 * near.seconds / far.seconds;
        say(&format!(
            "pair {pair}: {games} games, {:.2} s here, {:.2} s on the farm: {ratio:.1} %",
            near.seconds, far.seconds
        ));
        ratios.push(ratio);
    }
    ratios.sort_by(f64::total_cmp);
    let median = ratios[PAIRS / 2];
    say(&format!("the farm plays {median:.1} % of the positions per second of one process"));
    ensure!(median >= least, "less than {least} %");
    Ok(())
}

struct Played {
    positions: u64,
    seconds: f64,
}

/// Plays games in a new file.
fn selfplay(wane: &Path, games: u64, out: &Path, farm: Option<&str>) -> Result<Played> {
    for file in
        [out.to_owned(), out.with_added_extension("journal"), out.with_added_extension("farm")]
    {
        let _ = fs::remove_file(file);
    }
    let mut command = Command::new(wane);
    command.args(["selfplay", "--depth=5", "--threads=2", "--json", "--games"]);
    command.arg(games.to_string()).arg("--out").arg(out);
    if let Some(farm) = farm {
        command.env("WANE_FARM", farm);
    }
    let output = command.output()?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let played: Value = serde_json::from_slice(&output.stdout)?;
    let positions = played["positions"].as_u64().context("positions")?;
    Ok(Played { positions, seconds: played["seconds"].as_f64().context("seconds")? })
}
