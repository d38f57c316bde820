//! `cargo xtask openings`: makes the balanced openings that wane-match ships, or checks some of them; with `--book` the
//! opening book of the page.
//!
//! The engine searches every position of the reversed game after eight moves, and keeps those that are
//! balanced at both depths. The same engine makes the same file on every machine: docs/openings.md.

mod positions;
mod scores;

use std::collections::BTreeSet;
use std::sync::Arc;

use anyhow::{Context as _, Result, ensure};
use clap::Args;
use wane_board::{AnyBackend, AnyGame, Game, Objective};
use wane_eval::{Value, shipped};
use wane_files::write_atomically;
use wane_formats::transcript;
use wane_match::{BalancedOpenings, OpeningSearch};
use wane_search::bench;
use wane_service::OpeningBook;
use wane_testkit::Rng;

use crate::build;
use positions::positions;
use scores::{DEPTHS, Scores, score, score_all};

/// How many moves an opening has.
const MOVES: usize = 8;
/// The largest score of a balanced position, for either side.
const LEVEL: Value = Value::new(Value::PER_DISC / 2);
const BOOK: &str = "web/src/learn/openings.bin";
const FILE: &str = "crates/wane-match/src/openings/balanced.bin";

#[derive(Args)]
pub(crate) struct OpeningsArgs {
    /// Make nothing: search N positions of the file again, and N that are not in it
    #[arg(long, value_name = "N")]
    check: Option<usize>,
    /// Make the opening book of the page instead, with the learned evaluation
    #[arg(long, conflicts_with = "check")]
    book: bool,
    /// Seed of the choice of these positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(args: &OpeningsArgs) -> Result<()> {
    let bench = bench(AnyBackend::best(), &mut |_, _| {})?.nodes;
    match args.check {
        Some(count) => check(count, args.seed, bench),
        None if args.book => make_book(bench),
        None => make(bench),
    }
}

#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
fn make(bench: u64) -> Result<()> {
    let games = positions(MOVES);
    let boards: Vec<_> = games.iter().map(|game| game.position().board).collect();
    let scores = score_all(&boards, &None, bench, &build::target().join("openings.scores"))?;
    print!("{}", distribution(&scores));
    let search = OpeningSearch {
        moves: MOVES,
        positions: games.len(),
        depths: DEPTHS,
        centidiscs: LEVEL.centidiscs(),
        bench,
    };
    let level = games.into_iter().zip(scores).filter(|&(_, scores)| is_level(scores));
    let balanced = BalancedOpenings { search, games: level.map(|(game, _)| game.into()).collect() };
    let (path, bytes) = (build::root().join(FILE), balanced.to_bytes());
    write_atomically(&path, &bytes).with_context(|| format!("writing {}", path.display()))?;
    println!("{} openings in {} bytes", balanced.games.len(), bytes.len());
    Ok(())
}

/// Searches every position after eight moves with the learned evaluation, and writes the book of the page.
#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
fn make_book(bench: u64) -> Result<()> {
    let weights = shipped(Objective::FewestDiscs);
    let plies = OpeningBook::positions();
    let boards = plies.last().context("the book has positions")?;
    let journal = build::target().join("openings-book.scores");
    let scores = score_all(boards, &Some(Arc::new(weights)), bench, &journal)?;
    print!("{}", distribution(&scores));
    let (path, bytes) = (build::root().join(BOOK), OpeningBook::bytes_of(&scores));
    write_atomically(&path, &bytes).with_context(|| format!("writing {}", path.display()))?;
    println!("{} positions in {} bytes", plies.concat().len(), bytes.len());
    Ok(())
}

fn is_level(scores: Scores) -> bool {
    are_within(&scores, LEVEL)
}

fn are_within(values: &[Value], most: Value) -> bool {
    values.iter().all(|value| (-most..=most).contains(value))
}

/// The distribution of the scores, and how well the depths agree.
#[expect(clippy::cast_precision_loss, reason = "averages for people")]
fn distribution(scores: &[Scores]) -> String {
    let [odd, even] = DEPTHS;
    let mut text = format!("| discs | depth {odd} | depth {even} | both |\n|---|---|---|---|\n");
    for quarters in [1, 2, 4, 8, 16, 32] {
        let most = Value::new(quarters * Value::PER_DISC / 4);
        let [first, second, both] = [0..1, 1..2, 0..2].map(|depths| {
            scores.iter().filter(|scores| are_within(&scores[depths.clone()], most)).count()
        });
        text += &format!("| {} | {first} | {second} | {both} |\n", &most.to_string()[1..]);
    }
    let discs = |value: Value| f64::from(value.parts()) / f64::from(Value::PER_DISC);
    let average = |of: &dyn Fn([f64; 2]) -> f64| {
        scores.iter().map(|scores| of(scores.map(discs))).sum::<f64>() / scores.len() as f64
    };
    let (first, second) = (average(&|[first, _]| first), average(&|[_, second]| second));
    let variances = [
        average(&|[a, _]| (a - first).powi(2)),
        average(&|[_, b]| (b - second).powi(2)),
        average(&|[a, b]| (b - a - second + first).powi(2)),
    ];
    let [sd_first, sd_second, sd_between] = variances.map(f64::sqrt);
    let correlation = average(&|[a, b]| (a - first) * (b - second)) / (sd_first * sd_second);
    text += &format!(
        "depth {odd}: mean {first:+.2}, standard deviation {sd_first:.2}\n\
         depth {even}: mean {second:+.2}, standard deviation {sd_second:.2}\n\
         from {odd} to {even}: mean {:+.2}, standard deviation {sd_between:.2}, correlation {correlation:.4}\n",
        second - first,
    );
    text
}

/// Searches some positions again: those in the file must be balanced, and the others not. An engine that
/// is not the one of the file may differ in a quarter of them.
#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
fn check(count: usize, seed: u64, bench: u64) -> Result<()> {
    let BalancedOpenings { search, games } = BalancedOpenings::shipped();
    let has_same_settings =
        search.moves == MOVES && search.depths == DEPTHS && search.centidiscs == LEVEL.centidiscs();
    ensure!(has_same_settings, "the file was made with other settings: {search:?}");
    let level: BTreeSet<String> = games.iter().map(transcript::write).collect();
    let name = |game: &Game<8>| transcript::write(&AnyGame::from(game.clone()));
    let (kept, others): (Vec<_>, Vec<_>) =
        positions(MOVES).into_iter().partition(|game| level.contains(&name(game)));
    ensure!(
        kept.len() == games.len(),
        "{} openings of the file are no known positions",
        games.len() - kept.len()
    );
    let mut rng = Rng::new(seed);
    let mut different = 0;
    for (mut games, should_be_level) in [(kept, true), (others, false)] {
        for _ in 0..count {
            let left = u32::try_from(games.len())?;
            ensure!(left > 0, "--check {count} is more than there are positions");
            let game = games.swap_remove(rng.below(left) as usize);
            let scores = score(game.position().board, &None)?;
            if is_level(scores) != should_be_level {
                different += 1;
                println!("{} has {scores:?}", name(&game));
            }
        }
    }
    let most = if bench == search.bench { 0 } else { count / 2 };
    println!("{different} of {} positions differ from the file", 2 * count);
    ensure!(different <= most, "make the file again: cargo run --release -p xtask -- openings");
    Ok(())
}
