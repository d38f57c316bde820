//! The tests of the engine: known results, computed again on this machine.

use std::sync::Arc;
use std::thread;

use wane_board::{AnyBackend, AnyBoard, Objective, PassRule, Size, perft, with_size};
use wane_eval::shipped;
use wane_lab::benchmark::{Benchmark, LabelledPosition};
use wane_search::{Control, SIGNATURE, Solver, Table, Window, bench};

use super::Outcome::{self, Failed, Passed};
use crate::output::grouped;

/// The leaves of the game tree from the start: size, depth, leaves. A pass uses a ply.
const LEAVES: [(Size, u32, u64); 3] =
    [(Size::Four, 9, 20_044), (Size::Six, 9, 2_114_912), (Size::Eight, 9, 3_005_288)];
/// Memory of the table of the solver, in megabytes.
const TABLE: usize = 64;
/// The endgames to solve: from how many empty squares, and how many of each.
const EMPTIES: std::ops::RangeInclusive<u32> = 12..=18;
const OF_EACH: usize = 6;

/// Counts the leaves of the game tree with every flip backend.
pub(super) fn rules() -> Outcome {
    let mut names = Vec::new();
    for backend in AnyBackend::available() {
        for (size, depth, expected) in LEAVES {
            let board = AnyBoard::start(size);
            let leaves =
                with_size!(&board, board => perft(backend, board, depth, PassRule::UsesPly));
            if leaves != expected {
                return Failed(format!(
                    "perft {depth} on {size} with {backend}: {leaves} leaves, not {expected}"
                ));
            }
        }
        names.push(backend.name());
    }
    Passed(format!("perft on 4x4, 6x6 and 8x8 with {}", names.join(", ")))
}

/// The node signature of the search.
pub(super) fn search() -> Outcome {
    match bench(AnyBackend::best(), &mut |_, _| {}) {
        Ok(done) if done.nodes == SIGNATURE => {
            Passed(format!("bench signature {}", grouped(SIGNATURE)))
        }
        Ok(done) => Failed(format!("bench signature {}, not {SIGNATURE}", done.nodes)),
        Err(error) => Failed(error.to_string()),
    }
}

/// The weights in the program; reading them compares their checksums.
pub(super) fn weights() -> Outcome {
    for objective in [Objective::FewestDiscs, Objective::MostDiscs] {
        if shipped(objective).objective() != objective {
            return Failed(format!("the weights for {objective} are for the other game"));
        }
    }
    Passed("learned weights for the reversed and for the normal game".into())
}

/// Solves endgames whose scores are known.
pub(super) fn solver() -> Outcome {
    let table = match Table::try_new(TABLE) {
        Ok(table) => table,
        Err(error) => return Failed(error.to_string()),
    };
    let weights = Arc::new(shipped(Benchmark::OBJECTIVE));
    let threads = thread::available_parallelism().map_or(1, Into::into);
    let solver = Solver::new(Benchmark::OBJECTIVE, &table).weights(&weights).threads(threads);
    let positions = positions();
    for LabelledPosition { board, score } in &positions {
        let solved = solver.solve(*board, Window::EXACT, &Control::new(), &|_| {});
        let found = solved.ok().and_then(|solution| solution.exact());
        if found != Some(*score) {
            let found = found.map_or("no score".to_owned(), |found| found.to_string());
            return Failed(format!("an endgame has {found}, not {score}: {board:?}"));
        }
    }
    Passed(format!(
        "{} endgames of {} to {} empty squares",
        positions.len(),
        EMPTIES.start(),
        EMPTIES.end()
    ))
}

fn positions() -> Vec<LabelledPosition> {
    let exact = Benchmark::shipped().exact;
    let of = |empties| {
        let positions = exact.iter().filter(move |it| it.board.empties().len() == empties);
        positions.take(OF_EACH).copied().collect::<Vec<_>>()
    };
    EMPTIES.flat_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_endgames_of_every_kind() {
        assert_eq!(positions().len(), EMPTIES.count() * OF_EACH);
    }
}
