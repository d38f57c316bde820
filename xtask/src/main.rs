//! Development tasks of the project, as `cargo xtask NAME`.

#![forbid(unsafe_code)]

mod api;
mod benchmark;
mod build;
mod burner;
mod class;
mod command;
mod commands;
mod coverage;
mod debian;
mod dist;
mod fakes;
mod farm;
mod full_disk;
mod fuzz;
mod games;
mod kills;
mod layers;
mod load;
mod openings;
mod page;
mod proxy;
mod puzzles;
mod ranks;
mod ratings;
mod sanitize;
mod site;
mod tutorials;
mod vm;
mod wasm;
mod writers;

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
    /// Compare the public items of each library crate with those that it lists
    Api(api::ApiArgs),
    /// Make the benchmark positions that measure evaluations
    Benchmark(benchmark::BenchmarkArgs),
    /// Run the commands in the documents: they work as they are written there
    Commands,
    /// Print the share of lines that the tests run, by crate; needs cargo-llvm-cov
    Coverage(coverage::CoverageArgs),
    /// Build every artefact of a release from a clean checkout, with checksums
    Dist(dist::DistArgs),
    /// Check that every crate depends only on what its layer allows
    Layers,
    /// Play contest files that misbehave in the sandbox: each must lose for the right reason
    Fakes(fakes::FakesArgs),
    /// Start a farm of processes, and kill them
    Farm(farm::FarmArgs),
    /// Put thousands of workers on one server, and kill it
    FarmScale(farm::scale::ScaleArgs),
    /// Be some of these workers
    #[command(hide = true)]
    FarmCrew(farm::crew::CrewArgs),
    /// Fill the disk of the commands that write files, and check that they resume once there is space
    FullDisk(full_disk::FullDiskArgs),
    /// Run the fuzz targets; needs cargo-fuzz
    Fuzz(fuzz::FuzzArgs),
    /// Play games through a protocol, with a referee; an illegal, late or missing move fails
    Games(games::GamesArgs),
    /// Kill the commands that write files at random moments, and check that they resume
    Kills(kills::KillsArgs),
    /// Connect many clients to a server at once, and attack it
    Load(load::LoadArgs),
    /// Make the balanced openings that wane-match ships, or check some of them
    Openings(openings::OpeningsArgs),
    /// Build the page with the engine in it, as static files in web/dist; needs npm
    Page(wasm::WasmArgs),
    /// Upload an artefact that dist has made, or do everything but that
    Publish(dist::PublishArgs),
    /// Play a WebSocket session through Caddy with TLS; needs caddy and openssl
    Proxy,
    /// Make the puzzles of the page, or prove them again
    Puzzles(puzzles::PuzzlesArgs),
    /// Play the same match on an idle machine and on a busy one: no fault, and the same games
    Burner(burner::BurnerArgs),
    /// Hold the tournament of a class, kill it, change its players, and check its tables
    Class(class::ClassArgs),
    /// Follow the tutorials to the letter in a Debian system of their own; needs root and mmdebstrap
    Tutorials,
    /// Rank players whose ratings are known: nine of ten must lie in the interval
    Ranks(ranks::RanksArgs),
    /// Rate the players that `wane rank` plays against
    Ratings(ratings::RatingsArgs),
    /// Run the threads of the search and of the service under the sanitizers; needs a nightly toolchain with rust-src
    Sanitize(sanitize::SanitizeArgs),
    /// Make the website: first screen, page, book and references; needs npm and mdbook
    Site(site::SiteArgs),
    /// Play as an engine that measures the time of its opponent; the fakes play against it
    #[command(hide = true)]
    Timekeeper(fakes::TimekeeperArgs),
    /// Cut the power of a virtual machine in which commands write files, and play hostile agents in its cgroups; needs
    /// root, qemu-system-x86, mmdebstrap and e2fsprogs
    Vm(vm::VmArgs),
    /// A step of `vm` in the virtual machine
    #[command(hide = true)]
    VmGuest(vm::GuestArgs),
    /// Build the engine for browsers
    Wasm(wasm::WasmArgs),
}

fn main() -> Result<()> {
    match Args::parse().task {
        Task::Api(args) => api::run(&args),
        Task::Benchmark(args) => benchmark::run(&args),
        Task::Commands => commands::run(),
        Task::Coverage(args) => coverage::run(&args),
        Task::Dist(args) => dist::run(&args),
        Task::Layers => layers::run(),
        Task::Fakes(args) => fakes::run(&args),
        Task::Farm(args) => farm::run(&args),
        Task::FarmScale(args) => farm::scale::run(&args),
        Task::FarmCrew(args) => farm::crew::run(&args),
        Task::FullDisk(args) => full_disk::run(&args),
        Task::Fuzz(args) => fuzz::run(&args),
        Task::Games(args) => games::run(&args),
        Task::Kills(args) => kills::run(&args),
        Task::Load(args) => load::run(&args),
        Task::Openings(args) => openings::run(&args),
        Task::Burner(args) => burner::run(&args),
        Task::Class(args) => class::run(&args),
        Task::Tutorials => tutorials::run(),
        Task::Ranks(args) => ranks::run(&args),
        Task::Ratings(args) => ratings::run(&args),
        Task::Page(args) => page::run(&args),
        Task::Sanitize(args) => sanitize::run(&args),
        Task::Puzzles(args) => puzzles::run(&args),
        Task::Publish(args) => dist::publish(&args),
        Task::Proxy => proxy::run(),
        Task::Site(args) => site::run(&args),
        Task::Timekeeper(args) => fakes::keep_time(&args),
        Task::Vm(args) => vm::run(&args),
        Task::VmGuest(args) => vm::run_in_guest(&args),
        Task::Wasm(args) => wasm::run(&args),
    }
}
