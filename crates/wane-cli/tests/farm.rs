//! A farm of processes: every kind of work has the same result as on this machine.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::fs::{self, File};
use std::io::{BufRead as _, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;
use wane_farm::{FarmError, Fingerprint, WorkerSettings, work};
use wane_lab::job_kinds;
use wane_lab::selfplay::SelfplayJob;
use wane_match::{JobKind, JobNeeds, RemoteError, RemoteJob as _, RequestWorker, Site, Stop};
use wane_testkit::temp_dir::TempDir;

const WANE: &str = env!("CARGO_BIN_EXE_wane");

/// A server with two workers, in a folder.
struct Farm {
    folder: TempDir,
    server: Child,
    workers: Vec<Child>,
    owner: String,
    house: String,
}

impl Farm {
    fn new() -> Self {
        let mut farm = Self::without_workers();
        farm.start_worker();
        farm.start_worker();
        farm
    }

    fn without_workers() -> Self {
        let folder = TempDir::new().unwrap();
        let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let mut server = command(folder.path())
            .args(["farm", "up", "--listen", &free.to_string()])
            .stdout(Stdio::piped())
            .stderr(File::create(folder.path().join("up.log")).unwrap())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(server.stdout.take().unwrap()).lines().map(Result::unwrap);
        let (owner, house) = (lines.next().unwrap(), lines.next().unwrap());
        Self { folder, server, workers: Vec::new(), owner, house }
    }

    fn start_worker(&mut self) {
        let name = format!("worker-{}", self.workers.len());
        let mut worker = command(self.folder.path())
            .args(["farm", "worker", "--farm", &self.house, "--threads=1", "--dir", &name])
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(worker.stderr.take().unwrap()).read_line(&mut line).unwrap();
        assert_eq!(line, "ready\n");
        self.workers.push(worker);
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs a command on the farm and another time here.
    fn twice(&self, args: &[&str], out: &str) -> [PathBuf; 2] {
        let [far, near] = ["far", "near"].map(|it| format!("{it}-{out}"));
        self.run(args, &["--out", &far, "--farm", &self.owner]);
        self.run(args, &["--out", &near]);
        [self.path(&far), self.path(&near)]
    }

    fn run(&self, args: &[&str], more: &[&str]) {
        let output = command(self.folder.path()).args(args).args(more).output().unwrap();
        assert!(output.status.success(), "{args:?}: {output:?}");
    }

    fn assert_same(&self, args: &[&str], out: &str) {
        let [far, near] = self.twice(args, out).map(|path| fs::read(path).unwrap());
        assert!(far == near, "{args:?}");
    }
}

impl Drop for Farm {
    fn drop(&mut self) {
        for child in self.workers.iter_mut().chain([&mut self.server]) {
            Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
            child.wait().unwrap();
        }
    }
}

fn command(folder: &Path) -> Command {
    let mut command = Command::new(WANE);
    command.current_dir(folder).stdin(Stdio::null()).stdout(Stdio::null());
    command
}

/// The moves and results of a match, by number.
fn games(folder: &Path) -> Vec<(u64, Value, Value)> {
    let text = fs::read_to_string(folder.join("games.jsonl")).unwrap();
    let game = |line: &str| {
        let game: Value = serde_json::from_str(line).unwrap();
        (game["match"]["number"].as_u64().unwrap(), game["moves"].clone(), game["result"].clone())
    };
    let mut games: Vec<_> = text.lines().map(game).collect();
    games.sort_by_key(|(number, ..)| *number);
    games
}

#[test]
fn every_kind_of_work_has_the_same_result_on_a_farm() {
    let farm = Farm::new();
    farm.assert_same(&["selfplay", "--games=300", "--depth=1", "--exact=6"], "games.bin");
    farm.assert_same(&["label", "--size=4", "b1a3b4c1"], "labels.jsonl");
    farm.assert_same(&["label", "--depth=3", "f5d6c3"], "openings.jsonl");
    let tune = ["tune", "seed-001", "--generations=1", "--games=2", "--fresh=4", "--nodes=100"];
    let [far, near] = farm.twice(&tune, "tuned.toml").map(|path| fs::read_to_string(path).unwrap());
    assert_eq!(far, near);
    let [far, near] = farm.twice(&["lab", "run", "parity", "--quick"], "lab");
    let result = "quick/parity/result.json";
    assert_eq!(fs::read(far.join(result)).unwrap(), fs::read(near.join(result)).unwrap());
    // A level with a seed, and a sequential test.
    let players = ["3,depth=2,seed=1", "20,depth=2"];
    let [far, near] = farm.twice(&["match", players[0], players[1], "--games=8"], "match");
    assert_eq!(games(&far), games(&near));
    let climb = "climb --generations=1 --games=40 --depth=1 --exact=6 --fit-positions=2 --fit-depth=3 \
                 --gate-depth=1 --gate-games=4";
    let [far, near] = farm.twice(&climb.split_whitespace().collect::<Vec<_>>(), "climb");
    for file in ["1/games.bin", "1/weights.bin"] {
        assert!(fs::read(far.join(file)).unwrap() == fs::read(near.join(file)).unwrap(), "{file}");
    }
    assert_eq!(games(&far.join("1/gate")), games(&near.join("1/gate")));
}

#[test]
fn games_by_the_clock_are_compared_by_machine_and_played_again() {
    let farm = Farm::new();
    let play = || {
        let players = ["match", "random,seed=1", "greedy", "--games=16", "--time=50ms/move"];
        farm.run(&players, &["--out", "timed", "--farm", &farm.owner]);
        games(&farm.path("timed")).len()
    };
    assert_eq!(play(), 16);
    let residuals = |more: &[&str]| {
        let mut command = command(farm.folder.path());
        command.args(["farm", "residuals", "timed"]).args(more).stdout(Stdio::piped());
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    let machines: Vec<Value> =
        residuals(&["--json"]).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let [first, second] = &*machines else { panic!("{machines:?}") };
    let count = |machine: &Value| machine["games"].as_u64().unwrap();
    assert_eq!(count(first) + count(second), 16);
    let name = first["machine"].as_str().unwrap();
    assert!(name.starts_with("house/"), "{name}");
    assert!(residuals(&[]).contains(name));
    let taken = residuals(&["--again", name]);
    assert!(taken.starts_with(&format!("{} games are taken out", count(first))), "{taken}");
    assert_eq!(games(&farm.path("timed")).len() as u64, count(second));
    assert_eq!(play(), 16);
}

#[test]
fn a_machine_joins_with_a_code_and_later_without() {
    let mut farm = Farm::without_workers();
    let folder = farm.folder.path().to_owned();
    let join = |code: &[&str]| {
        let mut join = command(&folder);
        join.args(["farm", "join", "--threads=1"]).args(code);
        join.env("XDG_CONFIG_HOME", folder.join("config"));
        join.env("XDG_CACHE_HOME", folder.join("cache"));
        join.stderr(Stdio::piped());
        join
    };
    let output = join(&[]).output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("say `wane farm join CODE`"), "{text}");
    let added = command(&folder).args(["farm", "add", "lisa"]).stdout(Stdio::piped()).output();
    let code = String::from_utf8(added.unwrap().stdout).unwrap();
    for code in [&[code.trim()][..], &[]] {
        let mut worker = join(code).spawn().unwrap();
        let lines = BufReader::new(worker.stderr.take().unwrap()).lines().map(Result::unwrap);
        assert!(lines.into_iter().any(|line| line == "ready"));
        farm.workers.push(worker);
    }
    // The owner's address may be in a variable too.
    let mut status = command(&folder);
    status.args(["farm", "status"]).env("WANE_FARM", &farm.owner).stdout(Stdio::piped());
    let text = String::from_utf8(status.output().unwrap().stdout).unwrap();
    assert!(text.starts_with("Workers 2") && text.contains("lisa."), "{text}");
}

/// Does jobs of self-play, and gives up being honest after a few.
struct Tired {
    worker: Box<dyn RequestWorker>,
    honest: usize,
}

impl RequestWorker for Tired {
    fn work(&mut self, body: &Value, site: &Site) -> Result<Option<Vec<u8>>, RemoteError> {
        let result = self.worker.work(body, site)?;
        if self.honest == 0 {
            return Ok(Some(b"half a record".into()));
        }
        self.honest -= 1;
        Ok(result)
    }
}

#[test]
fn what_a_liar_gave_is_done_again_and_the_liar_is_shut_out() {
    let mut farm = Farm::without_workers();
    let lisa = command(farm.folder.path())
        .args(["farm", "add", "lisa"])
        .stdout(Stdio::piped())
        .output()
        .unwrap();
    let settings = WorkerSettings {
        address: String::from_utf8(lisa.stdout).unwrap().trim().parse().unwrap(),
        threads: 1,
        folder: farm.path("lisa"),
        disk_mb: 100,
        kinds: vec![JobKind::of_requests::<SelfplayJob>(|stop| {
            let honest = job_kinds().into_iter().find(|kind| kind.name == SelfplayJob::KIND);
            Box::new(Tired { worker: honest.unwrap().worker(stop), honest: 10 })
        })],
        signature: signature(),
        build: Fingerprint::of(b"another"),
        program: WANE.into(),
        has: JobNeeds { sandbox: false, house: false, memory_mb: 500 },
        patience: Duration::from_secs(1),
        only_idle: false,
        bytes_per_second: None,
    };
    let lisa = thread::spawn(move || work(settings, &Stop::default(), &mut |_| {}));
    let args = ["selfplay", "--games=1000", "--depth=1", "--exact=6"];
    let run = command(farm.folder.path())
        .args(args)
        .args(["--out=far.bin", "--farm", &farm.owner])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A member that is not let in any more is told so.
    let ended = lisa.join().unwrap();
    assert!(matches!(ended, Err(FarmError::NotAMember { .. })), "{ended:?}");
    farm.start_worker();
    let output = run.wait_with_output().unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{text}");
    assert!(text.contains("lisa is excluded") && text.contains("far.bin.forged-1"), "{text}");
    farm.run(&args, &["--out=near.bin"]);
    let [far, near] = ["far.bin", "near.bin"].map(|name| fs::read(farm.path(name)).unwrap());
    assert!(far == near);
    let log = fs::read_to_string(farm.path("up.log")).unwrap();
    assert!(log.contains("lisa is shut out: it gave what cannot be a result"), "{log}");
}

/// What the results of this program depend on.
fn signature() -> String {
    let output = Command::new(WANE).args(["version", "--json"]).output().unwrap();
    let about: Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let (version, weights) = (text(&about["version"]), text(&about["weights"]["fewest"]));
    format!("{version} {} {weights}", about["signature"])
}

#[test]
fn contest_files_play_in_the_sandbox_of_a_worker() {
    let farm = Farm::new();
    let agent = concat!(env!("CARGO_MANIFEST_DIR"), "/src/cmd/new/agent.py");
    farm.run(
        &["match", agent, "random,seed=1", "--games=2", "--size=4", "--time=1s/move"],
        &["--out=contest", "--farm", &farm.owner],
    );
    assert_eq!(games(&farm.path("contest")).len(), 2);
    // Another program is only here.
    let output = command(farm.folder.path())
        .args(["match", "ugi:/bin/true", "random", "--games=2", "--farm", &farm.owner])
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("true: a program of its own cannot be sent"), "{text}");
}

#[test]
fn the_examples_of_services_say_what_the_program_understands() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples");
    let mut checked = 0;
    for name in ["wane-farm.service", "wane-worker.service", "farm.slurm", "farm-compose.yaml"] {
        let text = fs::read_to_string(examples.join(name)).unwrap();
        let commands = text.lines().filter(|line| !line.starts_with('#'));
        for line in commands.filter(|line| line.contains("up") || line.contains("worker")) {
            let plain = line.replace(['"', ',', '[', ']', '\'', '$', '(', ')'], " ");
            let Some((_, args)) = plain.split_once("farm ") else { continue };
            let options = args.split_whitespace().skip(1).filter(|word| word.starts_with("--"));
            let action = args.split_whitespace().next().unwrap();
            let help = Command::new(WANE).args(["farm", action, "--help"]).output().unwrap();
            let help = String::from_utf8(help.stdout).unwrap();
            for option in options {
                assert!(help.contains(option), "{name}: {option}");
                checked += 1;
            }
        }
    }
    assert!(checked >= 9, "{checked} options were found");
}
