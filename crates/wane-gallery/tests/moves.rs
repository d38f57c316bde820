//! The agents of the reports play the same moves on 1,000 positions as when `tests/moves` was written, with
//! `UPDATE=1 cargo nextest run -p wane-gallery moves`: however their code changes, they stay the same opponents.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::cell::Cell;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use wane_board::AnyPosition;
use wane_gallery::{Kind, build};
use wane_testkit::generated::compare;
use wane_testkit::{Rng, random_game};

const POSITIONS: usize = 1000;

/// A thousand readings of a clock that counts them, one in sixteen nodes: enough for depth 5 on most boards.
const BUDGET: Duration = Duration::from_secs(1);

/// Positions from the whole game, of 8x8 and some of 6x6.
fn positions() -> Vec<AnyPosition> {
    let mut rng = Rng::new(20_261_117);
    let mut found = Vec::new();
    for plies in (0..60).cycle() {
        let position: AnyPosition = if found.len() % 10 == 9 {
            random_game::<6>(&mut rng, plies % 32).position().into()
        } else {
            random_game::<8>(&mut rng, plies).position().into()
        };
        if !position.legal_moves().is_empty() {
            found.push(position);
        }
        if found.len() == POSITIONS {
            return found;
        }
    }
    unreachable!("the cycle has no end")
}

fn moves(kind: Kind) -> String {
    let mut text = String::new();
    for (index, position) in positions().iter().enumerate() {
        let readings = Cell::new(0);
        let clock = || {
            readings.set(readings.get() + 1);
            Duration::from_millis(readings.get())
        };
        let square = build(kind, 1).choose(position, BUDGET, &clock);
        let end = if index % 25 == 24 { '\n' } else { ' ' };
        write!(text, "{square}{end}").unwrap();
    }
    text
}

fn check_moves(kind: Kind) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/moves");
    compare(folder.join(format!("{kind}.txt")), &moves(kind));
}

#[test]
fn seed_000_plays_the_same_moves() {
    check_moves(Kind::Seed000);
}

#[test]
fn seed_001_plays_the_same_moves() {
    check_moves(Kind::Seed001);
}

#[test]
fn seed_002_plays_the_same_moves() {
    check_moves(Kind::Seed002);
}

#[test]
fn seed_003_plays_the_same_moves() {
    check_moves(Kind::Seed003);
}

#[test]
fn seed_004_plays_the_same_moves() {
    check_moves(Kind::Seed004);
}
