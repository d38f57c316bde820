//! Every backend against the reference, on random boards, most of which no game can reach.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use wane_board::{AnyBackend, Backend, Bitboard, Kernel, Reference, Square};
use wane_testkit::Rng;

const SEED: u64 = 20_261_115;

/// Random disjoint discs, from nearly empty boards to nearly full ones.
fn random_discs(rng: &mut Rng) -> (Bitboard, Bitboard) {
    let occupied = match rng.below(4) {
        0 => rng.bits() & rng.bits(),
        1 => rng.bits(),
        2 => rng.bits() | rng.bits(),
        _ => rng.bits() | rng.bits() | rng.bits() | rng.bits(),
    };
    // Long runs are likely only if one side has most of the discs.
    let is_own = match rng.below(3) {
        0 => rng.bits() & rng.bits() & rng.bits(),
        1 => rng.bits(),
        _ => rng.bits() | rng.bits() | rng.bits(),
    };
    (Bitboard::from_bits(occupied & is_own), Bitboard::from_bits(occupied & !is_own))
}

struct FlipsEqual {
    triples: u32,
}

impl Kernel for FlipsEqual {
    type Output = ();

    fn run<B: Backend>(self, backend: B) {
        let mut rng = Rng::new(SEED);
        let mut moves = 0;
        for _ in 0..self.triples {
            let (own, opp) = random_discs(&mut rng);
            let square = Square::new(u8::try_from(rng.below(64)).unwrap());
            let expected = Reference.flips(square, own, opp);
            assert_eq!(backend.flips(square, own, opp), expected, "{square} {own:?} {opp:?}");
            moves += u32::from(!expected.is_empty());
        }
        assert!(moves > self.triples / 5, "the triples test something: {moves} moves");
    }
}

struct MovesEqual {
    boards: u32,
}

impl Kernel for MovesEqual {
    type Output = ();

    fn run<B: Backend>(self, backend: B) {
        let mut rng = Rng::new(SEED);
        for _ in 0..self.boards {
            let (own, opp) = random_discs(&mut rng);
            let expected = Reference.legal_moves(own, opp);
            assert_eq!(backend.legal_moves(own, opp), expected, "{own:?} {opp:?}");
        }
    }
}

struct ChildrenEqual {
    boards: u32,
}

impl Kernel for ChildrenEqual {
    type Output = ();

    fn run<B: Backend>(self, backend: B) {
        let mut rng = Rng::new(SEED);
        for _ in 0..self.boards {
            let (own, opp) = random_discs(&mut rng);
            let moves = Reference.legal_moves(own, opp);
            let expected = Reference.expand(own, opp, moves);
            let children = backend.expand(own, opp, moves);
            assert_eq!(children.squares, expected.squares, "{own:?} {opp:?}");
            assert_eq!(children.flips, expected.flips, "{own:?} {opp:?}");
            assert_eq!(children.replies, expected.replies, "{own:?} {opp:?}");
        }
    }
}

struct LastFlipsEqual {
    boards: u32,
}

impl Kernel for LastFlipsEqual {
    type Output = ();

    fn run<B: Backend>(self, backend: B) {
        let mut rng = Rng::new(SEED);
        for _ in 0..self.boards {
            let (own, _) = random_discs(&mut rng);
            for square in Bitboard::ALL - own {
                let expected = Reference.flips(square, own, Bitboard::ALL - own).len();
                assert_eq!(backend.last_flips(square, own), expected, "{square} {own:?}");
            }
        }
    }
}

struct SumsEqual;

impl Kernel for SumsEqual {
    type Output = ();

    fn run<B: Backend>(self, backend: B) {
        let mut rng = Rng::new(SEED);
        let mut table = [0; 1 << 10];
        for entry in &mut table {
            *entry = i16::from_ne_bytes([rng.bits().to_le_bytes()[0], rng.bits().to_le_bytes()[0]]);
        }
        for _ in 0..100_000 {
            // The first and the last entry, and indices beyond the table, which wrap around.
            let mut indices = [0; 48];
            for index in &mut indices {
                *index = match rng.below(4) {
                    0 => 1023 * rng.below(2),
                    1 => rng.below(u32::MAX),
                    _ => rng.below(1024),
                };
            }
            let sum =
                |at: &[u32]| at.iter().map(|&it| i32::from(table[it as usize % 1024])).sum::<i32>();
            assert_eq!(backend.sum_at(&table, &indices), sum(&indices), "{indices:?}");
        }
    }
}

fn fast_backends() -> impl Iterator<Item = AnyBackend> {
    AnyBackend::available().filter(|backend| !matches!(backend, AnyBackend::Reference(_)))
}

#[test]
fn every_backend_flips_as_the_reference_on_ten_million_triples() {
    for backend in fast_backends() {
        backend.run(FlipsEqual { triples: 10_000_000 });
    }
}

#[test]
fn every_backend_moves_as_the_reference() {
    for backend in fast_backends() {
        backend.run(MovesEqual { boards: 1_000_000 });
    }
}

#[test]
fn every_backend_expands_as_the_reference() {
    for backend in fast_backends() {
        backend.run(ChildrenEqual { boards: 300_000 });
    }
}

#[test]
fn every_backend_counts_last_flips_as_the_reference_flips() {
    for backend in fast_backends() {
        backend.run(LastFlipsEqual { boards: 100_000 });
    }
}

#[test]
fn every_backend_sums_up_the_entries_of_a_table() {
    for backend in fast_backends() {
        backend.run(SumsEqual);
    }
}

#[test]
fn backends_are_chosen_by_name() {
    for backend in AnyBackend::available() {
        assert_eq!(backend.name().parse::<AnyBackend>().unwrap().name(), backend.name());
    }
    let error = "abacus".parse::<AnyBackend>().unwrap_err().to_string();
    assert!(
        error.starts_with("no backend \"abacus\" runs on this CPU, it has: reference portable")
    );
}
