//! The line protocols: sessions line by line, quirks of other programs, and round trips of random
//! values.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod gtp;
mod nboard;
mod ugi;

use wane_board::{AnyGame, Move, Objective, Square};
use wane_formats::{Eval, Text, Word};
use wane_testkit::{Rng, random_game};

/// The number of random values in a round-trip test.
const VALUES: u64 = 20_000;

fn place(name: &str) -> Move {
    Move::Place(name.parse().unwrap())
}

fn any_move(rng: &mut Rng) -> Move {
    let index = u8::try_from(rng.below(65)).unwrap();
    Square::try_from(index).map_or(Move::Pass, Move::Place)
}

fn any_moves(rng: &mut Rng) -> Vec<Move> {
    let count = rng.below(129);
    (0..count).map(|_| any_move(rng)).collect()
}

/// A number of any length.
fn any_number(rng: &mut Rng) -> u64 {
    let bits = rng.bits();
    bits >> rng.below(64)
}

fn any_small(rng: &mut Rng) -> u32 {
    u32::try_from(rng.bits() >> 32).unwrap() >> rng.below(32)
}

fn any_eval(rng: &mut Rng) -> Eval {
    Eval { centidiscs: rng.below(12_801).cast_signed() - 6_400 }
}

fn any_objective(rng: &mut Rng) -> Objective {
    if rng.below(2) == 0 { Objective::FewestDiscs } else { Objective::MostDiscs }
}

fn any_game(rng: &mut Rng) -> AnyGame {
    let plies = rng.below(61) as usize;
    match rng.below(3) {
        0 => random_game::<4>(rng, plies).into(),
        1 => random_game::<6>(rng, plies).into(),
        _ => random_game::<8>(rng, plies).into(),
    }
}

fn maybe<T>(rng: &mut Rng, value: impl FnOnce(&mut Rng) -> T) -> Option<T> {
    (rng.below(2) == 0).then(|| value(rng))
}

fn any_characters(rng: &mut Rng, count: u32) -> String {
    (0..rng.below(count))
        .map(|_| rng.pick("aZ09.,:/<>é학".chars().collect::<Vec<_>>()).unwrap())
        .collect()
}

fn any_word(rng: &mut Rng) -> Word {
    format!("w{}", any_characters(rng, 20)).parse().unwrap()
}

/// Random words, which seldom exceed the maximum length.
fn any_text(rng: &mut Rng) -> Text {
    let count = if rng.below(100) == 0 { 1000 } else { 4 };
    let words: Vec<String> = (0..rng.below(count)).map(|_| any_characters(rng, 20)).collect();
    words.join(" ").as_str().into()
}

/// A text without the keywords of a line.
fn any_name(rng: &mut Rng) -> Text {
    let words: Vec<String> = (0..=rng.below(3)).map(|_| any_word(rng).to_string()).collect();
    words.join(" ").as_str().into()
}
