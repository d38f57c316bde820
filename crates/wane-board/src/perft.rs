//! Perft: the number of leaves of the game tree at a given depth.
//!
//! Every such number depends on two rules. Here a finished game counts as one leaf, at whatever
//! depth it ended; the caller chooses with [`PassRule`] whether a pass uses a ply.

use crate::{AnyBackend, Backend, Bitboard, Board, Kernel, LANES};

/// Whether a forced pass uses a ply of depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum PassRule {
    /// A pass uses a ply, as a move does.
    #[default]
    UsesPly,
    /// A pass uses no ply: the depth is the number of discs placed.
    Free,
}

/// The number of leaves `depth` plies below `board`, counted with `backend`.
#[must_use]
pub fn perft<const N: usize>(
    backend: AnyBackend,
    board: &Board<N>,
    depth: u32,
    rule: PassRule,
) -> u64 {
    match rule {
        PassRule::UsesPly => backend.run(Count::<N, false> { board: *board, depth }),
        PassRule::Free => backend.run(Count::<N, true> { board: *board, depth }),
    }
}

/// The positions `plies` below `board`; a position that is reached twice is listed twice. The sum
/// of `perft(depth - plies)` over them is `perft(depth)`. Callers use it to show progress and to
/// distribute work to threads.
#[must_use]
pub fn frontier<const N: usize>(board: &Board<N>, plies: u32, rule: PassRule) -> Vec<Board<N>> {
    let mut boards = vec![*board];
    for _ in 0..plies {
        boards = boards.iter().flat_map(|board| next_boards(board, rule)).collect();
    }
    boards
}

fn next_boards<const N: usize>(board: &Board<N>, rule: PassRule) -> Vec<Board<N>> {
    if board.is_game_over() {
        return vec![*board];
    }
    if board.must_pass() {
        return match rule {
            PassRule::UsesPly => vec![board.passed()],
            PassRule::Free => next_boards(&board.passed(), rule),
        };
    }
    let play = |square| {
        let mut next = *board;
        next.play_flips(square, board.flips(square));
        next
    };
    board.legal_moves().into_iter().map(play).collect()
}

struct Count<const N: usize, const FREE_PASS: bool> {
    board: Board<N>,
    depth: u32,
}

impl<const N: usize, const FREE_PASS: bool> Kernel for Count<N, FREE_PASS> {
    type Output = u64;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> u64 {
        if self.depth == 0 {
            return 1;
        }
        let moves = self.board.legal_moves_by(backend);
        if moves.is_empty() {
            return leaves_after_pass::<N, FREE_PASS, B>(backend, self.board, self.depth);
        }
        if self.depth == 1 {
            return u64::from(moves.len());
        }
        backend.enter(Below::<N, FREE_PASS> { board: self.board, moves, depth: self.depth })
    }
}

/// The leaves `depth >= 2` plies below a board whose legal moves are known and at least one.
struct Below<const N: usize, const FREE_PASS: bool> {
    board: Board<N>,
    moves: Bitboard,
    depth: u32,
}

impl<const N: usize, const FREE_PASS: bool> Kernel for Below<N, FREE_PASS> {
    type Output = u64;

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) -> u64 {
        let Self { board, mut moves, depth } = self;
        let (own, opp) = (board.own(), board.opp());
        let mut leaves = 0;
        while !moves.is_empty() {
            let children = backend.expand(own, opp, moves);
            let count = (moves.len() as usize).min(LANES);
            moves = moves.without_first::<LANES>();
            let replies = children.replies.map(|replies| replies & Board::<N>::SQUARES);
            let child = |lane: usize| {
                let (square, flips) = (children.squares[lane], children.flips[lane]);
                Board::<N>::new(opp - flips, own | flips | square)
            };
            if depth == 2 {
                // Nearly all of the work is here: bulk counting, the last ply is not played.
                leaves += replies.iter().map(|replies| u64::from(replies.len())).sum::<u64>();
                let idle = replies.iter().filter(|replies| replies.is_empty()).count();
                if idle == LANES - count {
                    continue;
                }
            }
            for (lane, &moves) in replies.iter().enumerate().take(count) {
                if moves.is_empty() {
                    leaves += leaves_after_pass::<N, FREE_PASS, B>(backend, child(lane), depth - 1);
                } else if depth > 2 {
                    let (board, depth) = (child(lane), depth - 1);
                    leaves += backend.enter(Self { board, moves, depth });
                }
            }
        }
        leaves
    }
}

/// The leaves `depth >= 1` plies below a board whose side to move has no move.
#[cold]
#[inline(never)]
fn leaves_after_pass<const N: usize, const FREE_PASS: bool, B: Backend>(
    backend: B,
    board: Board<N>,
    depth: u32,
) -> u64 {
    let passed = board.passed();
    if passed.legal_moves_by(backend).is_empty() {
        1
    } else {
        let depth = if FREE_PASS { depth } else { depth - 1 };
        backend.enter(Count::<N, FREE_PASS> { board: passed, depth })
    }
}
