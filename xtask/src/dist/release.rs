//! [`Release`]: what all artefacts of a release share, and how their bytes come to be the same everywhere.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use crate::{build, command};

/// A release of the checkout.
pub(super) struct Release {
    pub(super) version: String,
    /// The commit, as the program prints it.
    pub(super) commit: String,
    /// The time of the commit in seconds since 1970: the time of every file in an archive.
    pub(super) epoch: String,
    /// The folder of the checkout.
    pub(super) root: PathBuf,
    /// The folder of the artefacts.
    pub(super) out: PathBuf,
    /// The target folder of cargo.
    pub(super) target: PathBuf,
    /// For a compiler for browsers.
    pub(super) cache: Option<PathBuf>,
}

/// How many digits of the commit the program prints; crates/wane-cli/build.rs has the same.
const DIGITS: usize = 12;

impl Release {
    /// The release of this checkout, which must have no changes.
    pub(super) fn of_checkout(
        out: Option<PathBuf>,
        cache: Option<PathBuf>,
        with_changes: bool,
    ) -> Result<Self> {
        let (root, target) = (build::root(), build::target());
        let git = |arguments: &[&str]| {
            command::output(Command::new("git").current_dir(&root).args(arguments))
        };
        let changes = git(&["status", "--porcelain"])?;
        ensure!(
            with_changes || changes.is_empty(),
            "the checkout has changes; commit them, or say --with-changes for a trial:\n{changes}"
        );
        let mark = if changes.is_empty() { "" } else { "+" };
        let commit = git(&["rev-parse", &format!("--short={DIGITS}"), "HEAD"])? + mark;
        let epoch = git(&["log", "-1", "--format=%ct"])?;
        let out = std::path::absolute(out.unwrap_or_else(|| target.join("dist")))?;
        fs::create_dir_all(&out)?;
        let target = std::path::absolute(target)?;
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Ok(Self { version, commit, epoch, root, out, target, cache })
    }

    /// The tag of its commit.
    pub(super) fn tag(&self) -> String {
        format!("v{}", self.version)
    }

    /// A command in the checkout, with the variables that make builds repeat.
    pub(super) fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.root).env("TZ", "UTC").env("LC_ALL", "C");
        command.env("SOURCE_DATE_EPOCH", &self.epoch).env("WANE_COMMIT", &self.commit);
        command.env("CARGO_TARGET_DIR", &self.target);
        command.env("CARGO_ENCODED_RUSTFLAGS", flags(&[]));
        command
    }

    /// The folder for the contents of an archive.
    pub(super) fn folder(&self, name: &str) -> PathBuf {
        self.target.join("dist-folders").join(name)
    }

    /// The same, new and empty.
    pub(super) fn empty_folder(&self, name: &str) -> Result<PathBuf> {
        let folder = self.folder(name);
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        Ok(folder)
    }

    /// Packs a folder into a compressed archive with sorted names, one owner and one time.
    pub(super) fn tar(&self, folder: &Path, archive: &str) -> Result<()> {
        let (parent, name) =
            folder.parent().zip(folder.file_name()).context("a folder has a name")?;
        let mut tar = self.command("tar");
        tar.args([
            "--create",
            "--sort=name",
            "--owner=0",
            "--group=0",
            "--numeric-owner",
            "--format=gnu",
        ]);
        tar.arg(format!("--mtime=@{}", self.epoch))
            .args(["--mode=u=rwX,go=rX", "--use-compress-program=gzip -9n"]);
        tar.arg("--file").arg(self.out.join(archive)).arg("--directory").arg(parent).arg(name);
        command::run(&mut tar)
    }

    /// Packs the contents of a folder into a zip file with sorted names and one time.
    pub(super) fn zip(&self, folder: &Path, archive: &str) -> Result<()> {
        let path = self.out.join(archive);
        if path.exists() {
            fs::remove_file(&path)?;
        }
        // zip has no options for the time and the order of files.
        let script = r#"find . -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} + &&
            find . -type f | sort | zip -9 -q -X -D "$0" -@"#;
        command::run(self.command("bash").current_dir(folder).arg("-c").arg(script).arg(&path))
    }
}

/// Compiler flags, with one that hides where cargo keeps the crates of others. Those of Wane have relative paths.
pub(super) fn flags(more: &[&str]) -> String {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| env::home_dir().map(|home| home.join(".cargo")));
    let hidden = home.map(|home| format!("--remap-path-prefix={}=/cargo", home.display()));
    let flags = hidden.into_iter().chain(more.iter().map(ToString::to_string));
    flags.collect::<Vec<_>>().join("\x1f")
}
