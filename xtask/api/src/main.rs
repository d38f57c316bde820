//! Prints the public items of a crate, one to a line: `wane-api FILE`, where rustdoc has written FILE with
//! `--output-format json`. Implementations that every type has are left out.

use std::io::{self, Write as _};

use anyhow::{Context as _, Result};

fn main() -> Result<()> {
    let file = std::env::args_os().nth(1).context("say which file")?;
    let items = public_api::Builder::from_rustdoc_json(file)
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .omit_auto_derived_impls(true)
        .build()?;
    let mut out = io::stdout().lock();
    for item in items.items() {
        writeln!(out, "{item}")?;
    }
    Ok(())
}
