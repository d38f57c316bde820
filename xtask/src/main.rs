//! The project's own chores, as `cargo xtask NAME`.

#![forbid(unsafe_code)]

mod benchmark;
mod build;
mod fakes;
mod fuzz;
mod games;
mod layers;
mod load;
mod match_resume;
mod openings;
mod page;
mod resume;
mod wasm;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// Wane's chores.
#[derive(Parser)]
struct Args {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Make the positions that evaluations are held against
    Benchmark(benchmark::BenchmarkArgs),
    /// Check that every crate depends only on what its layer allows
    Layers,
    /// Let contest files that misbehave play in the sandbox: each must lose for the right reason
    Fakes(fakes::FakesArgs),
    /// Run the fuzz targets; needs cargo-fuzz
    Fuzz {
        /// Only these targets
        targets: Vec<String>,
        /// How long to run each
        #[arg(long, default_value_t = 60)]
        seconds: u32,
    },
    /// Play games through a protocol, with a referee: no illegal move, no lateness, no silence
    Games(games::GamesArgs),
    /// Let many clients at a server at once, some of them unkind
    Load(load::LoadArgs),
    /// Kill a match at random moments and check that it goes on with the same games
    MatchResume(match_resume::MatchResumeArgs),
    /// Make the balanced openings that wane-match ships, or check some of them
    Openings(openings::OpeningsArgs),
    /// Build the page with the engine in it, as static files in web/dist; needs npm
    Page(wasm::WasmArgs),
    /// Kill a solve at random moments and check that it goes on to the right end
    Resume(resume::ResumeArgs),
    /// Build the engine for browsers
    Wasm(wasm::WasmArgs),
}

fn main() -> Result<()> {
    match Args::parse().chore {
        Chore::Benchmark(args) => benchmark::run(&args),
        Chore::Layers => layers::run(),
        Chore::Fakes(args) => fakes::run(&args),
        Chore::Fuzz { targets, seconds } => fuzz::run(&targets, seconds),
        Chore::Games(args) => games::run(&args),
        Chore::Load(args) => load::run(&args),
        Chore::MatchResume(args) => match_resume::run(&args),
        Chore::Openings(args) => openings::run(&args),
        Chore::Page(args) => page::run(&args),
        Chore::Resume(args) => resume::run(&args),
        Chore::Wasm(args) => wasm::run(&args),
    }
}
