//! `cargo xtask puzzles`: makes the puzzles of the page, or checks them.
//!
//! Every puzzle has exactly one winning move, which the solver proves. Its difficulty is a rating on the scale of the
//! levels: that of a player who solves half of such puzzles, fitted to how the levels do. No two are alike up to
//! symmetry. The same engine makes the same file on every machine: docs/puzzles.md.

mod difficulty;
mod kind;
mod solution;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context as _, Result, ensure};
use clap::Args;
use serde::{Deserialize, Serialize};
use wane_board::{AnyPosition, Objective, with_size};
use wane_eval::{Weights, shipped};
use wane_files::write_atomically;
use wane_formats::board_text;
use wane_search::{Control, Engine};
use wane_service::find_puzzle;
use wane_testkit::Rng;

use crate::build;
use kind::Kind;
use solution::Solution;

const SEED: u64 = 20_261_117;
const OBJECTIVE: Objective = Objective::FewestDiscs;

/// Size of a transposition table in megabytes.
const TABLE_MB: usize = 4;

#[derive(Args)]
pub(crate) struct PuzzlesArgs {
    /// Make nothing: prove every puzzle of the file again
    #[arg(long)]
    check: bool,
    /// Make only N puzzles of each kind, and print them
    #[arg(long, value_name = "N", conflicts_with = "check")]
    sample: Option<usize>,
}

/// The file of the page.
#[derive(Serialize, Deserialize)]
struct PuzzleFile {
    v: u32,
    puzzles: Vec<Puzzle>,
}

#[derive(Clone, Serialize, Deserialize)]
struct Puzzle {
    /// A hash of the position.
    id: String,
    kind: Kind,
    /// The board and the side to move.
    position: String,
    /// The only move that wins.
    solution: String,
    /// The rating of a player who solves half of such puzzles.
    difficulty: i32,
}

pub(crate) fn run(args: &PuzzlesArgs) -> Result<()> {
    match (args.check, args.sample) {
        (true, _) => check(),
        (false, Some(count)) => sample(count),
        (false, None) => write(&make(Kind::count)?),
    }
}

fn path() -> PathBuf {
    build::root().join("web/src/learn/puzzles.json")
}

/// The tools that make and prove puzzles.
struct Maker {
    engine: Engine,
    weights: Arc<Weights>,
}

impl Maker {
    fn new() -> Result<Self> {
        let weights = Arc::new(shipped(OBJECTIVE));
        let engine = Engine::try_new(TABLE_MB)?.weights(Arc::clone(&weights));
        Ok(Self { engine, weights })
    }

    /// An engine with an empty table, as the levels have it.
    fn new_engine(&self) -> Result<Engine> {
        Ok(Engine::try_new(1)?.weights(Arc::clone(&self.weights)))
    }
}

#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
fn sample(count: usize) -> Result<()> {
    println!("{}", serde_json::to_string(&make(|_| count)?)?);
    Ok(())
}

#[expect(clippy::print_stderr, reason = "this command reports to the terminal")]
fn make(count: impl Fn(Kind) -> usize) -> Result<PuzzleFile> {
    let maker = Maker::new()?;
    let (mut known, mut puzzles) = (BTreeSet::new(), Vec::new());
    for kind in Kind::ALL {
        let mut rng = Rng::new(SEED ^ kind as u64);
        let (mut found, all) = (0, count(kind));
        while found < all {
            let spec = kind.spec(&mut rng);
            let seed = u64::from(rng.below(u32::MAX));
            let Some((position, _)) = find_puzzle(&maker.engine, spec, seed, &Control::new())
            else {
                continue;
            };
            let Some(solution) = Solution::prove(&maker, &position) else { continue };
            if !kind.fits(&maker, &position, &solution) || !known.insert(canonical(&position)) {
                continue;
            }
            let difficulty = difficulty::rate(&maker, kind, &position, &solution)?;
            puzzles.push(puzzle(kind, &position, &solution, difficulty));
            found += 1;
            if found % 10 == 0 {
                eprintln!("{kind:?}: {found} of {all}");
            }
        }
    }
    puzzles.sort_by(|one, other| one.id.cmp(&other.id));
    Ok(PuzzleFile { v: 1, puzzles })
}

#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
fn write(file: &PuzzleFile) -> Result<()> {
    let mut text = serde_json::to_string(file)?;
    text.push('\n');
    let path = path();
    write_atomically(&path, text.as_bytes())
        .with_context(|| format!("writing {}", path.display()))?;
    println!("{} bytes", text.len());
    Ok(())
}

/// Proves every puzzle again: one winning move, of its kind, and no two alike.
#[expect(clippy::print_stdout, reason = "this command reports to the terminal")]
fn check() -> Result<()> {
    let path = path();
    let text = fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
    let file: PuzzleFile = serde_json::from_str(&text)?;
    let maker = Maker::new()?;
    let mut known = BTreeSet::new();
    for puzzle in &file.puzzles {
        let position = board_text::parse(&puzzle.position)?;
        let solution = Solution::prove(&maker, &position)
            .with_context(|| format!("{}: not exactly one move wins", puzzle.position))?;
        let again = self::puzzle(puzzle.kind, &position, &solution, puzzle.difficulty);
        ensure!(
            again.solution == puzzle.solution && again.id == puzzle.id,
            "{}: {} wins, the file says {}",
            puzzle.position,
            again.solution,
            puzzle.solution
        );
        let fits = puzzle.kind.fits(&maker, &position, &solution);
        ensure!(fits, "{}: it is not of the kind {:?}", puzzle.position, puzzle.kind);
        ensure!(known.insert(canonical(&position)), "{}: it is there twice", puzzle.position);
    }
    for kind in Kind::ALL {
        let count = file.puzzles.iter().filter(|puzzle| puzzle.kind == kind).count();
        ensure!(count == kind.count(), "{count} puzzles of the kind {kind:?}");
    }
    println!("{} puzzles are proved, each with one winning move", file.puzzles.len());
    Ok(())
}

fn puzzle(kind: Kind, position: &AnyPosition, solution: &Solution, difficulty: i32) -> Puzzle {
    let text = board_text::write(position);
    Puzzle {
        id: id(&text),
        kind,
        position: text,
        solution: solution.square.to_string(),
        difficulty,
    }
}

/// The canonical form of a position, which does not depend on the colours.
fn canonical(position: &AnyPosition) -> String {
    with_size!(position.board(), board => format!("{:?}", board.canonical().0))
}

/// The 64-bit FNV-1a hash of a text, shortened to six letters and digits.
fn id(text: &str) -> String {
    const DIGITS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    (0..6).map(|place| char::from(DIGITS[(hash >> (59 - 5 * place) & 31) as usize])).collect()
}
