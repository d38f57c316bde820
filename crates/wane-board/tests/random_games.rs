//! Properties of the rules, checked on 100,000 random games of each size.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::collections::HashSet;

use wane_board::{
    Backend, Bitboard, Board, Colour, Game, Move, Objective, Position, Reference, Symmetry,
};
use wane_testkit::{Rng, random_game};

const SEED: u64 = 4_8_6;
const GAMES: u32 = 100_000;

fn count<T>(set: &HashSet<T>) -> f64 {
    f64::from(u32::try_from(set.len()).unwrap())
}

fn for_random_games<const N: usize>(games: u32, mut check: impl FnMut(&Game<N>)) {
    let mut rng = Rng::new(SEED + N as u64);
    for _ in 0..games {
        check(&random_game::<N>(&mut rng, 64));
    }
}

/// The board, updated move by move, agrees with the reference computed from scratch.
fn incremental_is_fresh<const N: usize>() {
    for_random_games::<N>(GAMES, |game| {
        let mut board = Position::<N>::START.board;
        for (position, played) in game.positions().zip(game.history()) {
            assert_eq!(position.board, board);
            assert_eq!(position.board.key(), Board::<N>::new(board.own(), board.opp()).key());
            let moves = Reference.legal_moves(board.own(), board.opp()) & Board::<N>::SQUARES;
            assert_eq!(position.legal_moves(), moves, "{board:?}");
            board = match played.mv {
                Move::Place(square) => {
                    let flips = Reference.flips(square, board.own(), board.opp());
                    Board::new(board.opp() - flips, board.own() | flips | square.bitboard())
                }
                Move::Pass => board.passed(),
            };
        }
        assert_eq!(game.position().board, board);
        assert!(game.is_over());
    });
}

fn undo_is_the_inverse_of_play<const N: usize>() {
    for_random_games::<N>(GAMES, |game| {
        let positions: Vec<Position<N>> = game.positions().collect();
        let mut undone = game.clone();
        for (position, played) in positions.iter().zip(game.history()).rev() {
            assert_eq!(undone.undo(), Some(played.mv));
            assert_eq!(undone.position(), *position);
        }
        assert_eq!(undone, Game::new());
        for square in game.squares() {
            undone.play(square).unwrap();
        }
        assert_eq!(undone, *game);
    });
}

/// The moves and flips of a board's image are the images of its moves and flips. A quarter of the games is enough:
/// each board has eight images.
fn symmetric_boards_are_alike<const N: usize>() {
    for_random_games::<N>(GAMES / 4, |game| {
        for Position { board, .. } in game.positions() {
            let moves = board.legal_moves();
            let canonical = board.canonical().0;
            for symmetry in Symmetry::ALL {
                let image = symmetry.apply(&board);
                assert_eq!(symmetry.inverse().apply(&image), board);
                assert_eq!(symmetry.apply_to_set::<N>(moves), image.legal_moves());
                for square in moves {
                    assert_eq!(
                        symmetry.apply_to_set::<N>(board.flips(square)),
                        image.flips(symmetry.apply_to_square::<N>(square)),
                        "{board:?} {square} {symmetry:?}"
                    );
                }
                assert!(canonical <= image);
            }
        }
    });
}

/// With the colours exchanged, the same moves give the same game and the negated score.
fn swapped_colours_negate_the_score<const N: usize>() {
    let objectives = [Objective::FewestDiscs, Objective::MostDiscs];
    for_random_games::<N>(GAMES, |game| {
        let start = Position { side: Colour::White, ..Position::START };
        let mut swapped = Game::from_position(start);
        for square in game.squares() {
            swapped.play(square).unwrap();
        }
        let (end, other) = (game.position(), swapped.position());
        assert_eq!((end.board, end.side), (other.board, !other.side));
        assert_eq!(end.discs(Colour::Black), other.discs(Colour::White));
        let [fewest, most] = objectives.map(|objective| {
            assert_eq!(
                end.board.final_score(objective),
                -end.board.passed().final_score(objective)
            );
            end.board.final_score(objective)
        });
        assert_eq!(fewest, -most);
    });
}

/// No move flips a disc that was found stable, and the final score is within the bounds.
fn stable_discs_stay<const N: usize>() {
    for_random_games::<N>(GAMES / 5, |game| {
        let mut stable = [Bitboard::EMPTY; 2];
        for position in game.positions() {
            let (own, opp) = position.board.stable_discs();
            let now = if position.side == Colour::Black { [own, opp] } else { [opp, own] };
            assert!(stable[0].is_subset(now[0]) && stable[1].is_subset(now[1]));
            assert!(now[0].is_subset(position.discs(Colour::Black)));
            assert!(now[1].is_subset(position.discs(Colour::White)));
            stable = now;
            for objective in [Objective::FewestDiscs, Objective::MostDiscs] {
                let (least, greatest) = position.board.score_bounds(objective);
                let score = game.position().board.final_score(objective);
                let score = if position.side == game.position().side { score } else { -score };
                assert!((least..=greatest).contains(&score), "{position:?}");
            }
        }
    });
}

macro_rules! on_every_size {
    ($($property:ident),+) => {$(
        mod $property {
            #[test]
            fn on_4x4() {
                super::$property::<4>();
            }
            #[test]
            fn on_6x6() {
                super::$property::<6>();
            }
            #[test]
            fn on_8x8() {
                super::$property::<8>();
            }
        }
    )+};
}

on_every_size!(
    incremental_is_fresh,
    undo_is_the_inverse_of_play,
    symmetric_boards_are_alike,
    swapped_colours_negate_the_score,
    stable_discs_stay
);

#[test]
fn keys_of_different_boards_differ_in_every_part() {
    let mut boards = HashSet::new();
    for_random_games::<8>(10_000, |game| {
        boards.extend(game.positions().map(|p| p.board));
    });
    let keys: HashSet<u64> = boards.iter().map(|board| board.key().bits()).collect();
    assert_eq!(keys.len(), boards.len());
    // Any 20 bits of a good hash fall into as many buckets as random bits would.
    let buckets = f64::from(1 << 20);
    let expected = buckets * (1.0 - (-(count(&boards)) / buckets).exp());
    for shift in [0, 12, 24, 36, 44] {
        let used: HashSet<u64> = keys.iter().map(|key| (key >> shift) & 0xf_ffff).collect();
        let ratio = count(&used) / expected;
        assert!((0.995..1.005).contains(&ratio), "bits from {shift}: {ratio}");
    }
}
