//! [`Images`]: the disks and the kernel that every guest starts with.
//!
//! The base is a plain Debian. It takes minutes and a network, so it is kept until its recipe changes. The tools are
//! made for each run: the programs under test and what they read.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context as _, Result, ensure};
use wane_testkit::temp_dir::TempDir;

use super::IN_CGROUP;
use crate::build;
use crate::debian::{self, SUITE};
use crate::writers::files_below;

/// A kernel with NVMe and ext4 in it, the sandbox, and what contest files need. `eatmydata` is for `--no-sync`.
const PACKAGES: &str = "linux-image-cloud-amd64,bubblewrap,python3,python3-numpy,eatmydata";
/// The ordinary user.
const ADD_USER: &str = "chroot \"$1\" useradd --create-home --uid 1000 user";
const BASE_BYTES: u64 = 1 << 30;

/// How much longer the disk of the tools is than its files.
const SPARE_BYTES: u64 = 32 << 20;

const GUEST_INIT: &str = include_str!("guest-init.sh");
const IN_CGROUP_SCRIPT: &str = include_str!("in-cgroup.sh");

/// What a guest boots.
pub(super) struct Images {
    pub(super) kernel: PathBuf,
    pub(super) base: PathBuf,
    pub(super) tools: PathBuf,
    /// The tools.
    _folder: TempDir,
}

impl Images {
    /// Makes them, or takes the base from this folder.
    pub(super) fn make(kept: &Path, wane: &Path) -> Result<Self> {
        fs::create_dir_all(kept)?;
        let folder = TempDir::new()?;
        let images = Self {
            kernel: kept.join("vmlinuz"),
            base: kept.join("base.ext4"),
            tools: folder.path().join("tools.ext4"),
            _folder: folder,
        };
        images.make_base(kept).context("making the guest's system")?;
        images.make_tools(wane).context("making the guest's tools")?;
        Ok(images)
    }

    #[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
    fn make_base(&self, folder: &Path) -> Result<()> {
        let (recipe, made) = (format!("{SUITE} {PACKAGES} {ADD_USER}"), folder.join("recipe"));
        if fs::read_to_string(&made).is_ok_and(|before| before == recipe) {
            return Ok(());
        }
        println!("installing Debian {SUITE} for the guest");
        let root = folder.join("root");
        remove(&root)?;
        let hook = format!("--customize-hook={ADD_USER}");
        debian::install(
            Command::new("mmdebstrap"),
            &["--variant=minbase", &hook],
            PACKAGES,
            &root,
        )?;
        fs::copy(root.join("vmlinuz"), &self.kernel).context("copying the kernel")?;
        make_disk(&root, &self.base, BASE_BYTES)?;
        remove(&root)?;
        Ok(fs::write(made, recipe)?)
    }

    fn make_tools(&self, wane: &Path) -> Result<()> {
        let tools = self.tools.with_extension("");
        let hostile = tools.join("hostile");
        fs::create_dir_all(&hostile)?;
        fs::write(tools.join("init"), GUEST_INIT)?;
        fs::write(tools.join(IN_CGROUP), IN_CGROUP_SCRIPT)?;
        fs::copy(wane, tools.join("wane")).context("copying wane")?;
        fs::copy(env::current_exe()?, tools.join("xtask")).context("copying xtask")?;
        for file in files_below(&build::root().join("crates/wane-match/tests/hostile"))? {
            fs::copy(&file, hostile.join(file.file_name().unwrap_or_default()))?;
        }
        let lengths = files_below(&tools)?.into_iter().map(|file| Ok(fs::metadata(file)?.len()));
        let bytes = lengths.sum::<Result<u64>>()? * 5 / 4 + SPARE_BYTES;
        make_disk(&tools, &self.tools, bytes)?;
        remove(&tools)
    }
}

/// Makes a disk with an ext4 file system that has the content of a folder.
pub(super) fn make_disk(folder: &Path, disk: &Path, bytes: u64) -> Result<()> {
    let _ = fs::remove_file(disk);
    let mut make = Command::new("mkfs.ext4");
    make.args(["-q", "-b", "4096", "-d"]).arg(folder).arg(disk);
    succeed(make.arg(format!("{}k", bytes >> 10)))
}

/// Runs a command that must succeed.
fn succeed(command: &mut Command) -> Result<()> {
    let name = command.get_program().to_string_lossy().into_owned();
    let run = command.output().with_context(|| format!("running {name}"))?;
    let said = String::from_utf8_lossy(&run.stderr);
    ensure!(run.status.success(), "{name} ended with {}: {said}", run.status);
    Ok(())
}

fn remove(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("removing {}", folder.display()))?;
    }
    Ok(())
}
