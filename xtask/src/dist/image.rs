//! An OCI image with the program and the libraries that it needs, made without a daemon.

use std::env;
use std::fs;
use std::process::Command;

use anyhow::{Context as _, Result};

use super::page::LICENCES;
use super::program;
use super::release::Release;
use crate::{command, debian};

/// The packages in the image: the C library. A container has no sandbox for contest files, so Python would be of no use.
const PACKAGES: &str = "libc6";

/// What the container runs if it is told nothing else. Requests reach it under these names through a port of its host.
const COMMAND: &str =
    r#"["serve","--host","0.0.0.0","--host-name","localhost","--host-name","127.0.0.1"]"#;

pub(super) fn make(release: &Release) -> Result<Vec<String>> {
    let folder = release.empty_folder("image")?;
    let root = folder.join("root.tar");
    // No package manager: nothing is installed later.
    debian::install(release.command("mmdebstrap"), &["--variant=extract"], PACKAGES, &root)?;
    let name = name(release);
    let archive = release.out.join(&name);
    if archive.exists() {
        fs::remove_file(&archive)?;
    }
    let program = program::folder(release);
    let script = r#"set -euo pipefail
        container=$(buildah from scratch)
        trap 'buildah rm "$container" >/dev/null' EXIT
        buildah add --quiet "$container" "$ROOT" / >/dev/null
        buildah copy --quiet "$container" "$PROGRAM/wane" /usr/bin/wane >/dev/null
        buildah copy --quiet "$container" "$PROGRAM/$LICENCES" /usr/share/doc/wane/ >/dev/null
        buildah config --entrypoint '["/usr/bin/wane"]' --cmd "$COMMAND" --user 65534:65534 --port 7878 \
            --label org.opencontainers.image.title=wane --label "org.opencontainers.image.version=$VERSION" \
            --label "org.opencontainers.image.revision=$WANE_COMMIT" \
            --label 'org.opencontainers.image.licenses=MIT OR Apache-2.0' "$container"
        buildah commit --quiet --timestamp "$SOURCE_DATE_EPOCH" "$container" "oci-archive:$ARCHIVE:wane:$VERSION" >/dev/null"#;
    let mut build = release.command("bash");
    build
        .arg("-c")
        .arg(script)
        .env("ROOT", &root)
        .env("PROGRAM", program)
        .env("LICENCES", LICENCES);
    build.env("COMMAND", COMMAND).env("VERSION", &release.version).env("ARCHIVE", &archive);
    run(&mut build)?;
    Ok(vec![name])
}

/// Plays a game in a container.
pub(super) fn rehearse(release: &Release) -> Result<()> {
    let script = r#"set -euo pipefail
        container=$(buildah from --quiet "oci-archive:$ARCHIVE")
        trap 'buildah rm "$container" >/dev/null; buildah rmi "localhost/wane:$VERSION" >/dev/null' EXIT
        buildah run "$container" -- /usr/bin/wane match 3 greedy --games 2 --time 20ms/move
        buildah run "$container" -- /usr/bin/wane self-test"#;
    let mut try_out = release.command("bash");
    try_out.arg("-c").arg(script).env("VERSION", &release.version);
    run(try_out.env("ARCHIVE", release.out.join(name(release))))
}

/// Pushes the image to the registry in `WANE_IMAGE`, as `ghcr.io/OWNER/wane`; without an upload, to a folder.
pub(super) fn publish(release: &Release, upload: bool) -> Result<()> {
    let to = if upload {
        let image = env::var("WANE_IMAGE").context("WANE_IMAGE says where the image goes")?;
        format!("docker://{}:{}", image.to_lowercase(), release.version)
    } else {
        format!("dir:{}", release.empty_folder("pushed-image")?.display())
    };
    let script = r#"set -euo pipefail
        image=$(buildah pull --quiet "oci-archive:$ARCHIVE")
        trap 'buildah rmi "$image" >/dev/null' EXIT
        buildah push --quiet "$image" "$TO""#;
    let mut push = release.command("bash");
    push.arg("-c").arg(script).env("TO", to);
    run(push.env("ARCHIVE", release.out.join(name(release))))
}

fn name(release: &Release) -> String {
    format!("wane-{}-oci.tar", release.version)
}

/// Runs a script with buildah, which needs no daemon like this.
fn run(script: &mut Command) -> Result<()> {
    script.env("STORAGE_DRIVER", "vfs").env("BUILDAH_ISOLATION", "chroot");
    command::run(script).context("buildah comes with: apt install buildah")
}
