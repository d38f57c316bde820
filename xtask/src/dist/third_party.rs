//! The packages of others that are built into Wane, with their licences.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use serde::Deserialize;
use serde_json::Value;

use super::release::Release;
use crate::command;

/// A package of others.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Package {
    pub(super) registry: Registry,
    pub(super) name: String,
    pub(super) version: String,
    /// An SPDX expression.
    pub(super) licence: String,
    /// Where its files are.
    folder: PathBuf,
}

/// Where a package comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Registry {
    Cargo,
    Npm,
}

/// A crate of Wane that is built for users, with its platform and features.
type Built = (&'static str, &'static str, &'static str);

const PROGRAM: Built = ("wane-cli", "x86_64-unknown-linux-gnu", "wane-cli/page");
const PYTHON: Built = ("wane-python", "x86_64-unknown-linux-gnu", "");
const ENGINE: Built = ("wane-wasm", "wasm32-unknown-unknown", "wane-wasm/engine");

/// How the names of licence files begin.
const LICENCE_FILES: [&str; 5] = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"];

/// The part of `cargo metadata` that is read.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<CargoPackage>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct CargoPackage {
    id: String,
    name: String,
    version: String,
    license: Option<String>,
    manifest_path: PathBuf,
    /// None for a crate of Wane.
    source: Option<String>,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    pkg: String,
    dep_kinds: Vec<DependencyKind>,
}

#[derive(Deserialize)]
struct DependencyKind {
    /// None for a dependency that is built in.
    kind: Option<String>,
}

/// The packages that are built into the program, the page and the engine, without those that only build or test.
pub(super) fn packages(release: &Release) -> Result<BTreeSet<Package>> {
    let mut packages = npm_packages(release)?;
    packages.extend(cargo_packages(release, PROGRAM)?);
    packages.extend(packages_of_engine(release)?);
    Ok(packages)
}

/// The packages that are built into the engine for browsers.
pub(super) fn packages_of_engine(release: &Release) -> Result<BTreeSet<Package>> {
    cargo_packages(release, ENGINE)
}

/// The packages that are built into the Python package.
pub(super) fn packages_of_python(release: &Release) -> Result<BTreeSet<Package>> {
    cargo_packages(release, PYTHON)
}

fn cargo_packages(
    release: &Release,
    (root, platform, features): Built,
) -> Result<BTreeSet<Package>> {
    let mut cargo = release.command("cargo");
    cargo.args(["metadata", "--format-version=1", "--locked", "--filter-platform", platform]);
    cargo.args(["--features", features]);
    let metadata: Metadata = serde_json::from_str(&command::output(&mut cargo)?)?;
    let nodes: BTreeMap<&str, &Node> =
        metadata.resolve.nodes.iter().map(|node| (&*node.id, node)).collect();
    let root = metadata
        .packages
        .iter()
        .find(|it| it.name == root)
        .context("the crate is in the workspace")?;
    let mut reached = BTreeSet::from([&*root.id]);
    let mut waiting = vec![&*root.id];
    while let Some(id) = waiting.pop() {
        let built_in =
            nodes[id].deps.iter().filter(|it| it.dep_kinds.iter().any(|kind| kind.kind.is_none()));
        waiting.extend(built_in.map(|it| &*it.pkg).filter(|id| reached.insert(id)));
    }
    let foreign =
        metadata.packages.iter().filter(|it| it.source.is_some() && reached.contains(&*it.id));
    let packages = foreign.map(|it| {
        let licence =
            it.license.clone().with_context(|| format!("{} names no licence", it.name))?;
        let folder = it.manifest_path.parent().context("a manifest is in a folder")?;
        Ok(Package {
            registry: Registry::Cargo,
            name: it.name.clone(),
            version: it.version.clone(),
            // The old way to write a choice.
            licence: licence.replace('/', " OR "),
            folder: folder.to_owned(),
        })
    });
    packages.collect()
}

/// The packages in the page.
fn npm_packages(release: &Release) -> Result<BTreeSet<Package>> {
    let web = release.root.join("web");
    let lock: Value = serde_json::from_slice(&fs::read(web.join("package-lock.json"))?)?;
    let entries = lock["packages"].as_object().context("the lock file has packages")?;
    let built_in = entries.iter().filter_map(|(path, entry)| {
        let name = path.strip_prefix("node_modules/")?;
        let is_for_tools =
            entry["dev"] == true || entry["optional"] == true || entry["devOptional"] == true;
        (!is_for_tools).then_some((path, name, entry))
    });
    let packages = built_in.map(|(path, name, entry)| {
        let text = |key: &str| {
            entry[key].as_str().map(String::from).with_context(|| format!("{name} has no {key}"))
        };
        Ok(Package {
            registry: Registry::Npm,
            name: name.to_owned(),
            version: text("version")?,
            licence: text("license")?,
            folder: web.join(path),
        })
    });
    packages.collect()
}

/// The licences of packages in one text: each text once, with the packages that it is for.
pub(super) fn licences(release: &Release, packages: &BTreeSet<Package>) -> Result<String> {
    let mut list = String::new();
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in packages {
        let Package { name, version, licence, .. } = package;
        list += &format!("{name} {version}: {licence}\n");
        for text in licence_texts(&package.folder)? {
            texts.entry(text).or_default().push(format!("{name} {version}"));
        }
    }
    let mut all = format!(
        "Wane {} is licensed under MIT OR Apache-2.0. It contains the Rust standard library (MIT OR Apache-2.0)\n\
         and these packages of others:\n\n{list}",
        release.version
    );
    ensure!(!texts.is_empty(), "no package has a licence text");
    for (text, packages) in texts {
        all += &format!("\n{}\n{}\n\n{text}\n", "=".repeat(80), packages.join(", "));
    }
    Ok(all)
}

/// The texts of the licence files of a package. Some packages have none, only the name of a licence.
fn licence_texts(folder: &Path) -> Result<BTreeSet<String>> {
    let mut texts = BTreeSet::new();
    for file in fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))? {
        let file = file?;
        let name = file.file_name().to_string_lossy().to_uppercase();
        if file.file_type()?.is_file() && LICENCE_FILES.iter().any(|start| name.starts_with(start))
        {
            let text = String::from_utf8_lossy(&fs::read(file.path())?).replace("\r\n", "\n");
            texts.insert(text.trim().to_owned());
        }
    }
    Ok(texts)
}
