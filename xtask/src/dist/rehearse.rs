//! The rehearsal of a release: the artefacts are tried as their users would, in a system that has nothing but Debian's
//! base packages, and made again in another folder, where they must have the same bytes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};

use super::release::Release;
use super::{CHECKSUMS, image, page};
use crate::{command, debian};

/// From the installation to the end of a first game.
const LIMIT: Duration = Duration::from_mins(2);

/// Something that a user does with an artefact.
struct Trial {
    name: &'static str,
    /// The packages that the user has, beside those of every Debian.
    packages: &'static str,
    /// What the user types. The artefacts are in /dist, the package of the commit before in /before.
    script: &'static str,
}

/// A first game, and the test of the machine.
const TRIALS: [Trial; 5] = [
    Trial {
        name: "archive",
        packages: "gzip",
        script: "cd /tmp && tar xzf /dist/wane-*-linux-gnu.tar.gz && cd wane-* &&
            ./wane match 3 greedy --games 2 --time 20ms/move && ./wane self-test",
    },
    Trial {
        name: "deb",
        packages: "gzip",
        script: "dpkg --install /dist/wane_*.deb && wane match 3 greedy --games 2 --time 20ms/move && wane self-test &&
            test -s /usr/share/man/man1/wane-play.1* && test -s /usr/share/bash-completion/completions/wane",
    },
    Trial {
        name: "deb, upgraded",
        packages: "gzip,systemd",
        script: "dpkg --install /before/wane_*.deb && echo 'WANE_SERVE_OPTIONS=\"--port 9999\"' >/etc/default/wane &&
            wane version && dpkg --install /dist/wane_*.deb && wane version && grep 9999 /etc/default/wane &&
            systemd-analyze verify --man=no /lib/systemd/system/wane.service",
    },
    Trial {
        name: "npm package",
        packages: "nodejs,npm",
        script: "mkdir /tmp/me && cd /tmp/me && npm install --silent --offline /dist/wane-engine-*.tgz && cat >game.mjs <<'END'
import { createWane } from '@wane/engine';
const wane = await createWane();
let look = wane.start();
while (look.score === null) {
  const player = look.side === 'black' ? 3 : 'greedy';
  look = wane.play(look, look.must_pass ? 'pass' : await wane.choose(look, { player }));
}
console.log(`Black ${look.black}, White ${look.white}`);
wane.close();
END
            node game.mjs",
    },
    Trial {
        name: "wheel",
        packages: "python3-venv,python3-numpy",
        script: "python3 -m venv --system-site-packages /tmp/me && cd /tmp/me &&
            bin/pip install --quiet --no-index /dist/wane-*.whl && bin/python -c '
from wane.contest import AI, play
match = play(AI, \"greedy\", games=2, seconds=0.1)
print(match)
assert match.points == 2
'",
    },
];

/// The artefacts whose bytes must be the same; the others contain what others publish at the time.
const REPEATED: [&str; 5] = ["page", "program", "deb", "npm", "wheel"];

/// Makes the artefacts again in a clone in another folder, and compares their checksums.
#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
pub(super) fn same_bytes(release: &Release) -> Result<()> {
    let clone = release.empty_folder("another folder/with a longer path")?;
    command::run(Command::new("git").args(["clone", "--quiet"]).arg(&release.root).arg(&clone))?;
    let mut cargo = Command::new("cargo");
    cargo.current_dir(&clone).env_remove("CARGO_TARGET_DIR").args(["xtask", "dist"]);
    cargo.args(REPEATED.iter().flat_map(|name| ["--only", name]));
    if let Some(cache) = &release.cache {
        cargo.arg("--cache").arg(cache);
    }
    command::run(&mut cargo)?;
    let read =
        |folder: &Path| fs::read_to_string(folder.join(CHECKSUMS)).context("reading the checksums");
    let (here, there) = (read(&release.out)?, read(&clone.join("target/dist"))?);
    let different: Vec<&str> =
        there.lines().filter(|line| here.lines().all(|other| other != *line)).collect();
    ensure!(different.is_empty(), "other bytes in another folder:\n{}", different.join("\n"));
    println!("in another folder, {} artefacts have the same bytes", there.lines().count());
    Ok(())
}

/// Makes the Debian package of the commit before, with the same page, and returns its folder.
fn package_before(release: &Release) -> Result<PathBuf> {
    let clone = release.empty_folder("before")?;
    command::run(Command::new("git").args(["clone", "--quiet"]).arg(&release.root).arg(&clone))?;
    command::run(
        release.command("git").current_dir(&clone).args(["checkout", "--quiet", "HEAD~1"]),
    )?;
    // The page, and the packages whose licences go with it.
    for folder in [page::FOLDER, "web/node_modules"] {
        let mut copy = release.command("cp");
        command::run(
            copy.arg("--recursive").arg(release.root.join(folder)).arg(clone.join("web")),
        )?;
    }
    let made = release.empty_folder("package-before")?;
    let mut cargo = Command::new("cargo");
    // Not the target folder of the release: cargo would take what it builds here for a build of the checkout.
    cargo.current_dir(&clone).env("CARGO_TARGET_DIR", release.target.join("before"));
    cargo.args(["xtask", "dist", "--only=program", "--only=deb", "--out"]).arg(&made);
    command::run(&mut cargo)?;
    Ok(made)
}

/// Tries every artefact.
pub(super) fn run(release: &Release) -> Result<()> {
    let before = package_before(release)?;
    for trial in &TRIALS {
        let root = system(release, trial.packages)?;
        timed(trial.name, || in_system(release, &before, &root, trial.script))?;
    }
    timed("image", || image::rehearse(release))
}

/// Tries an artefact within the limit.
#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
fn timed(name: &str, trial: impl FnOnce() -> Result<()>) -> Result<()> {
    let started = Instant::now();
    trial().with_context(|| format!("trying the {name}"))?;
    let taken = started.elapsed();
    println!("{name}: from the installation to the end of a game in {:.1} s", taken.as_secs_f64());
    ensure!(taken < LIMIT, "that is more than {} s", LIMIT.as_secs());
    Ok(())
}

/// A new Debian system with these packages; the archive of it is kept.
fn system(release: &Release, packages: &str) -> Result<PathBuf> {
    let kept = release.target.join("systems");
    fs::create_dir_all(&kept)?;
    let archive = kept.join(format!("{}-{}.tar", debian::SUITE, packages.replace(',', "-")));
    if !archive.exists() {
        debian::install(Command::new("mmdebstrap"), &["--variant=minbase"], packages, &archive)?;
    }
    let root = release.empty_folder("system")?;
    command::run(
        Command::new("tar")
            .args(["--extract", "--exclude=./dev/*", "--file"])
            .arg(&archive)
            .arg("--directory")
            .arg(&root),
    )?;
    Ok(root)
}

/// Runs a script in the system, as its root and without a network.
fn in_system(release: &Release, before: &Path, root: &Path, script: &str) -> Result<()> {
    let mut bwrap = Command::new("bwrap");
    bwrap.args([
        "--unshare-all",
        "--die-with-parent",
        "--new-session",
        "--clearenv",
        "--cap-add",
        "ALL",
    ]);
    bwrap.arg("--bind").arg(root).arg("/").arg("--ro-bind").arg(&release.out).arg("/dist");
    bwrap.arg("--ro-bind").arg(before).arg("/before");
    bwrap.args(["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--chdir", "/tmp"]);
    for (name, value) in
        [("PATH", "/usr/sbin:/usr/bin:/sbin:/bin"), ("HOME", "/root"), ("LANG", "C.UTF-8")]
    {
        bwrap.args(["--setenv", name, value]);
    }
    bwrap.args(["--", "/bin/bash", "-euc", script]);
    command::run(&mut bwrap)
}
