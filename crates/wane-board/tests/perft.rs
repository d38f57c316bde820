//! Perft from the start on every size and with every backend, against `fixtures/perft`.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use wane_board::{AnyBackend, AnyBoard, Board, PassRule, Size, frontier, perft, with_size};

/// One line of the fixture.
struct Table {
    board: AnyBoard,
    rule: PassRule,
    leaves: Vec<u64>,
}

fn tables() -> Vec<Table> {
    let fixture = include_str!("../../../fixtures/perft/start.perft");
    let lines = fixture.lines().filter(|line| !line.starts_with('#'));
    let table = |line: &str| {
        let (head, leaves) = line.split_once(": ").unwrap();
        let (size, rule) = head.split_once(' ').unwrap();
        Table {
            board: AnyBoard::start(size.parse::<Size>().unwrap()),
            rule: match rule {
                "uses-ply" => PassRule::UsesPly,
                "free" => PassRule::Free,
                _ => panic!("unknown pass rule {rule:?}"),
            },
            leaves: leaves.split(' ').map(|n| n.parse().unwrap()).collect(),
        }
    };
    lines.map(table).collect()
}

fn count(table: &Table, backend: AnyBackend, depth: u32) -> u64 {
    with_size!(&table.board, board => perft(backend, board, depth, table.rule))
}

/// Checks every table up to the depth with at most `limit` leaves, which takes about a second.
fn check(backend: AnyBackend, limit: u64) {
    let tables = tables();
    assert_eq!(tables.len(), 4);
    for table in tables {
        assert_eq!(count(&table, backend, 0), 1);
        for (depth, &leaves) in (1..).zip(&table.leaves).filter(|&(_, &leaves)| leaves <= limit) {
            assert_eq!(count(&table, backend, depth), leaves, "{backend} depth {depth}");
        }
    }
}

#[test]
fn the_reference_counts_the_published_leaves() {
    check(AnyBackend::available().next().unwrap(), 3_100_000);
}

#[test]
fn every_backend_counts_the_published_leaves() {
    for backend in AnyBackend::available().skip(1) {
        check(backend, 220_000_000);
    }
}

#[test]
fn the_leaves_below_the_frontier_add_up_to_the_whole_count() {
    for rule in [PassRule::UsesPly, PassRule::Free] {
        for plies in 0..9 {
            let boards = frontier(&Board::<4>::START, plies, rule);
            let best = AnyBackend::best();
            let sum: u64 = boards.iter().map(|b| perft(best, b, 9 - plies, rule)).sum();
            assert_eq!(sum, perft(best, &Board::<4>::START, 9, rule), "{plies} {rule:?}");
        }
    }
}

#[test]
fn a_small_board_is_played_out_to_its_last_leaf() {
    // Every depth beyond the longest game has the same number of leaves, with either pass rule.
    let best = AnyBackend::best();
    let all = perft(best, &Board::<4>::START, 30, PassRule::UsesPly);
    assert_eq!(all, 60_060);
    assert_eq!(perft(best, &Board::<4>::START, 31, PassRule::UsesPly), all);
    assert_eq!(perft(best, &Board::<4>::START, 12, PassRule::Free), all);
}
