//! Development tasks of the project, as `cargo xtask NAME`.

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

/// Development tasks of Wane.
#[derive(Parser)]
struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Make the benchmark positions that measure evaluations
    Benchmark(benchmark::BenchmarkArgs),
    /// Check that every crate depends only on what its layer allows
    Layers,
    /// Play contest files that misbehave in the sandbox: each must lose for the right reason
    Fakes(fakes::FakesArgs),
    /// Run the fuzz targets; needs cargo-fuzz
    Fuzz {
        /// Only these targets
        targets: Vec<String>,
        /// Seconds for each target
        #[arg(long, default_value_t = 60)]
        seconds: u32,
    },
    /// Play games through a protocol, with a referee; an illegal, late or missing move fails
    Games(games::GamesArgs),
    /// Connect many clients to a server at once, some of them hostile
    Load(load::LoadArgs),
    /// Kill a match at random moments and check that it resumes with the same games
    MatchResume(match_resume::MatchResumeArgs),
    /// Make the balanced openings that wane-match ships, or check some of them
    Openings(openings::OpeningsArgs),
    /// Build the page with the engine in it, as static files in web/dist; needs npm
    Page(wasm::WasmArgs),
    /// Kill a solve at random moments and check that it resumes and finds the right score
    Resume(resume::ResumeArgs),
    /// Build the engine for browsers
    Wasm(wasm::WasmArgs),
}

fn main() -> Result<()> {
    match Args::parse().task {
        Task::Benchmark(args) => benchmark::run(&args),
        Task::Layers => layers::run(),
        Task::Fakes(args) => fakes::run(&args),
        Task::Fuzz { targets, seconds } => fuzz::run(&targets, seconds),
        Task::Games(args) => games::run(&args),
        Task::Load(args) => load::run(&args),
        Task::MatchResume(args) => match_resume::run(&args),
        Task::Openings(args) => openings::run(&args),
        Task::Page(args) => page::run(&args),
        Task::Resume(args) => resume::run(&args),
        Task::Wasm(args) => wasm::run(&args),
    }
}
