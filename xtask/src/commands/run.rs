//! Runs commands of a document in a folder that has what the document speaks of.

use std::fs::{self, File};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, anyhow, ensure};
use wane_testkit::temp_dir::TempDir;

use crate::command;

/// How long a command of the README may take.
const TO_THE_END: Duration = Duration::from_secs(100);

/// How long the others run before Ctrl-C.
const A_WHILE: Duration = Duration::from_secs(2);

/// How long they may take to end after that.
const TO_STOP: Duration = Duration::from_secs(20);

/// The status of a program that Ctrl-C has ended: 128 and the number of the signal.
const INTERRUPTED: i32 = 130;

/// The folder for one document.
pub(super) struct Workplace {
    folder: TempDir,
    /// The search path for programs.
    path: String,
}

impl Workplace {
    /// A folder with what these commands need: contest files, engines, a game, weights. It looks like the clone
    /// otherwise, with the page in it.
    pub(super) fn new(root: &Path, program: &Path, commands: &[String]) -> Result<Self> {
        ensure!(root.join("web/dist/index.html").exists(), "first make the page: cargo xtask page");
        let folder = TempDir::new()?;
        let path = folder.path();
        for name in ["docs", "fixtures", "web", "crates"] {
            symlink(root.join(name), path.join(name))?;
        }
        let agent = root.join("crates/wane-cli/src/cmd/new/agent.py");
        fs::create_dir(path.join("submissions"))?;
        for name in ["submissions/ann.py", "submissions/ben.py"] {
            fs::copy(&agent, path.join(name))?;
        }
        let makes = |file: &str| commands.iter().any(|command| command.contains(file));
        if !makes("wane new me.py") {
            fs::copy(&agent, path.join("me.py"))?;
        }
        // Results of long work.
        fs::create_dir(path.join("climb"))?;
        for name in ["climb/best.bin", "weights.bin"] {
            fs::copy(root.join("crates/wane-eval/weights/fewest.bin"), path.join(name))?;
        }
        if !makes("--out games.bin") {
            fs::copy(root.join("fixtures/golden/0.2.0/records.bin"), path.join("games.bin"))?;
        }
        let wane = program.join("wane");
        for name in ["new", "old"] {
            let script = path.join(name);
            fs::write(&script, format!("#!/bin/sh\nexec '{}' ugi --player 3\n", wane.display()))?;
            fs::set_permissions(&script, fs::Permissions::from_mode(0o755))?;
        }
        let game =
            command::output(Command::new(&wane).args(["convert", "--to", "json", "f5d6c3"]))?;
        fs::write(path.join("game.json"), game)?;
        let others = std::env::var("PATH").context("there is no PATH")?;
        let path = format!("{}:{others}", program.display());
        Ok(Self { folder, path })
    }

    /// Whether the commands have left this file.
    pub(super) fn has(&self, file: &str) -> bool {
        self.folder.path().join(file).is_file()
    }

    /// Runs a command, which must end on its own.
    pub(super) fn run_to_the_end(&self, command: &str) -> Result<()> {
        self.run(command, TO_THE_END, &|_| {
            Err(anyhow!("it has not ended after {} s", TO_THE_END.as_secs()))
        })
    }

    /// Runs a command for a while; then Ctrl-C must end it.
    pub(super) fn run_for_a_while(&self, command: &str) -> Result<()> {
        self.run(command, A_WHILE, &|child| {
            signal(child, "INT")?;
            let status = wait(child, TO_STOP)?.context("Ctrl-C does not end it")?;
            Ok(if is_interrupted(status) { ExitStatus::default() } else { status })
        })
    }

    /// Runs a command. `after` ends it if it has not ended within the limit.
    fn run(
        &self,
        command: &str,
        limit: Duration,
        after: &dyn Fn(&mut Child) -> Result<ExitStatus>,
    ) -> Result<()> {
        let script = in_a_terminal(command);
        let printed = self.folder.path().join("printed");
        let mut child = self.spawn(&script, &printed)?;
        let outcome = match wait(&mut child, limit)? {
            Some(status) => Ok(status),
            None => after(&mut child),
        };
        if outcome.is_err() {
            signal(&child, "KILL")?;
            child.wait()?;
        }
        let status = outcome?;
        let printed = fs::read_to_string(&printed)?;
        ensure!(status.success(), "it ends with {status} and prints:\n{printed}");
        Ok(())
    }

    /// Starts a script in a process group of its own, with what it prints in a file.
    fn spawn(&self, script: &str, printed: &Path) -> Result<Child> {
        let output = File::create(printed)?;
        let mut bash = Command::new("bash");
        bash.current_dir(self.folder.path()).env("PATH", &self.path).process_group(0);
        bash.args(["-o", "pipefail", "-c", script]).stdin(Stdio::null());
        bash.stdout(output.try_clone()?).stderr(output).spawn().context("running bash")
    }
}

/// A game on the screen needs a terminal, and keys that end it; other commands are as they are.
pub(crate) fn in_a_terminal(command: &str) -> String {
    if command.starts_with("wane play") {
        format!("(sleep 1; printf qy) | script -qec 'stty cols 100 rows 40; {command}' /dev/null")
    } else {
        command.to_owned()
    }
}

/// The status of a process that ends within this time.
fn wait(child: &mut Child, limit: Duration) -> Result<Option<ExitStatus>> {
    let began = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if began.elapsed() > limit {
            return Ok(None);
        }
        thread::sleep(Duration::from_millis(20));
    }
}

/// Whether Ctrl-C has ended the program: after it had begun its work, or before it listened for it.
fn is_interrupted(status: ExitStatus) -> bool {
    status.code() == Some(INTERRUPTED) || status.signal() == Some(INTERRUPTED - 128)
}

/// Sends a signal to the process group of the child.
fn signal(child: &Child, name: &str) -> Result<()> {
    let group = format!("-{}", child.id());
    command::run(Command::new("kill").args([&format!("-{name}"), "--", &group]))
}
