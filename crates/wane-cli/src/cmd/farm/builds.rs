//! `wane farm builds`: the builds of the program whose results a farm takes.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context as _, Result};
use serde::Serialize;
use wane_farm::{Farm, Fingerprint};
use wane_text::Foreign;

use crate::args::farm::BuildsArgs;
use crate::exit::{Ending, Usage};
use crate::output::Output;
use crate::place;

/// A build of the program.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct BuildText {
    /// The hash of its file.
    build: String,
    /// Whether its results are taken.
    admitted: bool,
    /// What the owner says about it.
    about: Foreign,
    /// The workers that have it now.
    workers: usize,
}

pub(crate) fn run(args: &BuildsArgs, output: &mut Output) -> Result<Ending> {
    let farm = Farm::open(place::settings(&args.farm)?)?;
    let mut admitted = farm.builds().clone();
    if let Some(build) = &args.admit {
        let (build, about) = read_build(build)?;
        farm.admit(build, &about)?;
        admitted.insert(build, about);
    }
    if let Some(build) = args.dismiss {
        if admitted.remove(&build).is_none() {
            return Err(Usage(format!("{build} is not admitted")).into());
        }
        farm.dismiss(build)?;
    }
    let is_open = admitted.is_empty();
    let mut texts: BTreeMap<Fingerprint, BuildText> = BTreeMap::new();
    for (build, about) in admitted {
        let text = BuildText { build: build.to_string(), admitted: true, about, workers: 0 };
        texts.insert(build, text);
    }
    for (_, worker) in farm.status()?.workers {
        let text = texts.entry(worker.build).or_insert_with(|| BuildText {
            build: worker.build.to_string(),
            admitted: is_open,
            about: worker.signature.as_str().into(),
            workers: 0,
        });
        text.workers += 1;
    }
    for text in texts.values() {
        if output.is_json() {
            output.json(text)?;
        } else {
            let BuildText { build, admitted, about, workers } = text;
            let word = if *admitted { "admitted" } else { "refused " };
            output.text(&format!("{build}  {word}  {workers:>6} workers  {about}\n"))?;
        }
    }
    if is_open && !output.is_json() {
        output.text("every build with the same version, bench and weights is admitted\n")?;
    }
    output.finish()?;
    Ok(Ending::Done)
}

/// A build, by its file or its hash; and what is said about it.
fn read_build(text: &str) -> Result<(Fingerprint, Foreign)> {
    if let Ok(build) = text.parse() {
        return Ok((build, Foreign::default()));
    }
    let content = fs::read(text).with_context(|| {
        format!("{} is neither 64 hexadecimal digits nor a program", Foreign::from(text))
    })?;
    Ok((Fingerprint::of(&content), text.into()))
}
