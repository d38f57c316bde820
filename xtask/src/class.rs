//! `cargo xtask class`: a tournament of a class, as a teacher holds it: many contest files that are variants of the one that
//! `wane new` writes. It is killed five times, a player is replaced, one leaves and one comes; then every table must agree
//! with the games, and the report must be made soon and stay small.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use clap::{Args, ValueEnum};
use wane_match::{FinishedGame, MatchFolder};
use wane_testkit::Rng;

use crate::build;

/// How often the tournament is killed.
const KILLS: usize = 5;

/// How long it may take to write the report, and how large it may be.
const REPORT_TIME: Duration = Duration::from_secs(3);
const REPORT_BYTES: u64 = 5_000_000;

/// How long it may take until the next game.
const PATIENCE: Duration = Duration::from_mins(2);

#[derive(Args)]
pub(crate) struct ClassArgs {
    /// How many agents there are
    #[arg(long, default_value_t = 100)]
    agents: usize,
    /// How many games each agent plays
    #[arg(long, default_value_t = 18)]
    games: usize,
    /// Who meets whom
    #[arg(long, value_enum, default_value_t = Schedule::Ladder)]
    schedule: Schedule,
    /// How many games at a time
    #[arg(long, default_value_t = 2)]
    concurrency: usize,
    /// Seed of the variants and of the moments of the kills
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Clone, Copy, ValueEnum)]
enum Schedule {
    Swiss,
    Ladder,
}

#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
pub(crate) fn run(args: &ClassArgs) -> Result<()> {
    let folder = build::target().join("class");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(folder.join("submissions"))?;
    let wane = build::release()?.join("release/wane");
    let mut class = Class { wane, folder, args, rng: Rng::new(args.seed), update: false };
    for index in 0..args.agents {
        class.hand_in(index)?;
    }
    class.write_rules()?;
    let began = Instant::now();
    let all = args.agents * args.games / 2;
    for kill in 1..=KILLS {
        let played = class.play_until(kill * all / (KILLS + 1))?;
        println!(
            "killed after {played} of about {all} games, {:.0} s",
            began.elapsed().as_secs_f64()
        );
        if kill == KILLS / 2 + 1 {
            // One hands in a better file, one leaves, one comes.
            class.hand_in(7)?;
            fs::remove_file(class.file(3))?;
            class.hand_in(args.agents)?;
            class.update = true;
        }
    }
    let status = class.start()?.wait()?;
    ensure!(status.success(), "the tournament ends with {status}");
    let taken = began.elapsed().as_secs_f64();
    class.check()?;
    println!(
        "{} agents, killed {KILLS} times, one replaced, one gone, one new: {taken:.0} s",
        args.agents
    );
    Ok(())
}

struct Class<'a> {
    wane: PathBuf,
    folder: PathBuf,
    args: &'a ClassArgs,
    rng: Rng,
    /// Whether the players have changed since the last run.
    update: bool,
}

impl Class<'_> {
    fn file(&self, index: usize) -> PathBuf {
        self.folder.join(format!("submissions/agent{index:03}.py"))
    }

    /// Writes a variant of the agent that `wane new` writes, with other numbers, which looks one move ahead.
    fn hand_in(&mut self, index: usize) -> Result<()> {
        let agent = build::root().join("crates/wane-cli/src/cmd/new/agent.py");
        let text = fs::read_to_string(agent)?;
        let mut number = |range: u32| i64::from(self.rng.below(range)) - 5;
        let text = text
            .replace("DEPTH = 2", "DEPTH = 1")
            .replace("MOVE = 5", &format!("MOVE = {}", number(16)))
            .replace("DISC = -1", &format!("DISC = {}", number(8)))
            .replace("[-80, 5, -10, -5]", &format!("[{}, 5, -10, -5]", 5 * number(8)));
        Ok(fs::write(self.file(index), text)?)
    }

    fn write_rules(&self) -> Result<()> {
        let rules = self.folder.join("cup/contest.toml");
        let written = Command::new(&self.wane).arg("new").arg(&rules).output()?;
        ensure!(written.status.success(), "wane new fails: {written:?}");
        let schedule = match self.args.schedule {
            Schedule::Swiss => "swiss",
            Schedule::Ladder => "ladder",
        };
        let mut text = fs::read_to_string(&rules)?;
        for (preset, wanted) in [
            ("schedule = \"round-robin\"", format!("schedule = \"{schedule}\"")),
            ("games = 2", format!("games = {}", self.args.games)),
            ("openings = \"start\"", "openings = \"balanced\"".into()),
        ] {
            ensure!(text.contains(preset), "the rules have no {preset}");
            text = text.replace(preset, &wanted);
        }
        Ok(fs::write(&rules, text)?)
    }

    /// Starts the tournament, or resumes it.
    fn start(&self) -> Result<Child> {
        let mut files: Vec<PathBuf> = fs::read_dir(self.folder.join("submissions"))?
            .map(|file| Ok(file?.path()))
            .collect::<Result<_>>()?;
        files.sort();
        let mut wane = Command::new(&self.wane);
        wane.args(["match", "--contest"]).args(files).arg("--out").arg(self.folder.join("cup"));
        wane.arg("--concurrency").arg(self.args.concurrency.to_string());
        if self.update {
            wane.arg("--update");
        }
        let log = fs::File::create(self.folder.join("log"))?;
        Ok(wane.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).spawn()?)
    }

    /// Plays until there are `wanted` games, and kills it; how many there are.
    fn play_until(&self, wanted: usize) -> Result<usize> {
        let mut run = self.start()?;
        let path = self.folder.join("cup/games.jsonl");
        let lines = || fs::read_to_string(&path).map_or(0, |text| text.lines().count());
        let (mut before, mut since) = (0, Instant::now());
        loop {
            thread::sleep(Duration::from_millis(20));
            let now = lines();
            if now > before {
                (before, since) = (now, Instant::now());
            }
            if now >= wanted {
                break;
            }
            let log = || fs::read_to_string(self.folder.join("log")).unwrap_or_default();
            ensure!(run.try_wait()?.is_none(), "it has ended after {now} games: {}", log());
            ensure!(since.elapsed() < PATIENCE, "no game for {PATIENCE:?}: {}", log());
        }
        run.kill()?;
        run.wait()?;
        Ok(lines())
    }

    /// The tables agree with the games, and the report is made soon and is small.
    #[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
    fn check(&self) -> Result<()> {
        let cup = self.folder.join("cup");
        let began = Instant::now();
        let report = Command::new(&self.wane).arg("report").arg(&cup).output()?;
        let taken = began.elapsed();
        ensure!(report.status.success(), "wane report fails: {report:?}");
        let bytes = fs::metadata(cup.join("report.html"))?.len();
        println!("the report: {} KB in {:.2} s", bytes / 1000, taken.as_secs_f64());
        ensure!(taken <= REPORT_TIME, "the report takes more than {REPORT_TIME:?}");
        ensure!(bytes <= REPORT_BYTES, "the report has more than {REPORT_BYTES} bytes");
        let all: BTreeMap<usize, FinishedGame> =
            MatchFolder::games(&cup)?.into_iter().map(|game| (game.number, game)).collect();
        let counted = rows(&cup.join("games.csv"))?;
        let mut tallies: BTreeMap<String, [usize; 3]> = BTreeMap::new();
        for row in &counted {
            let [number, black, white, winner] = [0, 1, 2, 3].map(|at| row[at].as_str());
            let game =
                all.get(&number.parse()?).context("games.csv has a game that was not played")?;
            ensure!(
                game.record.black.name == *black && game.record.white.name == *white,
                "games.csv names other players of game {number}"
            );
            for name in [black, white] {
                let at = if winner.is_empty() { 1 } else { usize::from(winner != name) * 2 };
                tallies.entry(name.into()).or_default()[at] += 1;
            }
        }
        let standings = rows(&cup.join("standings.csv"))?;
        ensure!(
            standings.len() == self.args.agents,
            "{} players in the standings",
            standings.len()
        );
        ensure!(standings.iter().all(|row| row[1] != "agent003"), "agent003 has left");
        for row in &standings {
            let counts: Vec<usize> =
                row[3..6].iter().map(|it| it.parse()).collect::<Result<_, _>>()?;
            let tally = tallies.get(&row[1]).copied().unwrap_or_default();
            ensure!(
                counts == tally,
                "{} has {counts:?} in the standings, {tally:?} in the games",
                row[1]
            );
            let games: usize = tally.iter().sum();
            ensure!(games >= self.args.games, "{} has played {games} games", row[1]);
        }
        println!("{} games played, {} of them count; all tables agree", all.len(), counted.len());
        Ok(())
    }
}

/// The rows of a table without commas in its cells, without the first one.
fn rows(path: &Path) -> Result<Vec<Vec<String>>> {
    let text = fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
    let row = |line: &str| line.split(',').map(Into::into).collect();
    Ok(text.lines().skip(1).map(row).collect())
}
