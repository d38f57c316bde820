//! `wane-bindgen MODULE FOLDER NAME`: writes `NAME.js`, `NAME.d.ts` and `NAME_bg.wasm` for a module that was compiled
//! with wasm-bindgen.

use std::env;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let mut args = env::args_os().skip(1).map(PathBuf::from);
    let module = args.next().context("the first argument is missing: the module")?;
    let folder = args.next().context("the second argument is missing: the folder to write to")?;
    let name = env::args().nth(3).context("the third argument is missing: the name")?;
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name(&name).web(true)?.typescript(true);
    bindgen.omit_default_module_path(true).remove_producers_section(true).remove_name_section(true);
    bindgen.generate(folder)
}
