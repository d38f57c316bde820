//! `wane perft`: counts leaves, with a progress bar over the subtrees.

use std::time::Instant;

use anyhow::{Result, bail};
use serde::Serialize;
use wane_board::{AnyBackend, Board, PassRule, frontier, perft, with_size};

use crate::args::PerftArgs;
use crate::output::{Output, STRONG, grouped, paint};
use crate::progress::Progress;

/// Subtrees of this depth are counted in one go; they take milliseconds.
const SUBTREE_DEPTH: u32 = 8;
/// The most plies that are laid out as a list of positions; 55,092 of them on 8x8.
const MAX_LISTED_PLIES: u32 = 7;

/// A number of leaves.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Leaves {
    /// The size of the board.
    size: usize,
    /// The depth in plies.
    depth: u32,
    /// Whether a pass uses a ply.
    pass: PassName,
    /// The number of leaves.
    leaves: u64,
    /// The time in seconds.
    seconds: f64,
    /// The flip backend.
    backend: &'static str,
}

/// Whether a pass uses a ply.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
enum PassName {
    /// It does.
    UsesPly,
    /// It does not.
    Free,
}

pub(crate) fn run(args: &PerftArgs, output: &mut Output) -> Result<()> {
    let games = args.begin.games()?;
    let [game] = games.as_slice() else {
        bail!("perft begins at one position, the input has {}: pick one with --game", games.len());
    };
    let board = game.game.position().board();
    let rule = if args.free_pass { PassRule::Free } else { PassRule::UsesPly };
    let backend = args.backend.get();
    let started = Instant::now();
    let leaves = with_size!(&board, board => count(backend, board, args.depth, rule));
    let seconds = started.elapsed().as_secs_f64();
    let (size, depth) = (board.size(), args.depth);
    if output.is_json() {
        let pass = match rule {
            PassRule::UsesPly => PassName::UsesPly,
            PassRule::Free => PassName::Free,
        };
        let (size, backend) = (size.rows(), backend.name());
        return output.json(&Leaves { size, depth, pass, leaves, seconds, backend });
    }
    let pass = match rule {
        PassRule::UsesPly => "a pass uses up a ply",
        PassRule::Free => "a pass costs no ply",
    };
    #[expect(clippy::cast_precision_loss, reason = "a speed for people")]
    let speed = leaves as f64 / seconds.max(1e-9) / 1e6;
    output.text(&format!(
        "perft {depth} on {size}x{size}, {pass}, a finished game is one leaf\n\
         {} leaves in {seconds:.3} s, {speed:.1} million a second with {backend}\n",
        paint(STRONG, &grouped(leaves)),
    ))
}

fn count<const N: usize>(backend: AnyBackend, board: &Board<N>, depth: u32, rule: PassRule) -> u64 {
    let plies = depth.saturating_sub(SUBTREE_DEPTH).min(MAX_LISTED_PLIES);
    let boards = frontier(board, plies, rule);
    let mut progress = Progress::new(boards.len(), "perft");
    let mut leaves = 0;
    for board in &boards {
        leaves += perft(backend, board, depth - plies, rule);
        progress.step();
    }
    progress.finish();
    leaves
}
