//! `uct`: UCT, Monte Carlo tree search with UCB1 and random playouts (Kocsis and Szepesvári, 2006).
//!
//! Each playout adds a node; the exploration constant is the usual square root of 2, and the agent
//! plays the most visited move. The reports only name the method. The bounds are integers, so that
//! the same seed gives the same game on every machine.

use std::time::Duration;

use wane_board::{AnyPosition, Bitboard, Board, Objective, Square, with_size};
use wane_random::Rng;

use crate::Agent;
use crate::deadline::Deadline;

/// The maximum number of nodes; playouts continue in a full tree, but it does not grow.
const NODES: usize = 1 << 18;

/// The fixed-point unit of bounds.
const ONE: u64 = 1 << 16;

pub(crate) struct Uct(pub(crate) Rng);

impl Agent for Uct {
    fn choose(
        &mut self,
        position: &AnyPosition,
        budget: Duration,
        clock: &dyn Fn() -> Duration,
    ) -> Square {
        let deadline = Deadline::new(budget, clock);
        with_size!(position, position => {
            let mut tree = Tree::new(position.board);
            while deadline.check().is_ok() {
                tree.grow(&mut self.0);
            }
            tree.most_visited().unwrap_or_else(|| {
                position.legal_moves().first().expect("there is a legal move")
            })
        })
    }
}

/// The side to move, or the side that a bound is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Agent,
    Other,
}

impl Side {
    fn opposite(self) -> Self {
        match self {
            Self::Agent => Self::Other,
            Self::Other => Self::Agent,
        }
    }
}

#[derive(Debug)]
struct Node<const N: usize> {
    /// Where a side can move or the game is over: passes are made on the way here.
    board: Board<N>,
    /// The side to move.
    side: Side,
    /// The move that led here.
    square: Option<Square>,
    /// Moves that have no node yet.
    untried: Bitboard,
    /// The most recent child, and the child that the parent added before this one.
    last_child: Option<usize>,
    sibling: Option<usize>,
    visits: u32,
    /// Half points for the agent: 2 for a playout that it won, 1 for a draw.
    half_points: u32,
}

impl<const N: usize> Node<N> {
    fn new(mut board: Board<N>, mut side: Side, square: Option<Square>) -> Self {
        if board.must_pass() {
            (board, side) = (board.passed(), side.opposite());
        }
        let untried = board.legal_moves();
        let (last_child, sibling) = (None, None);
        Self { board, side, square, untried, last_child, sibling, visits: 0, half_points: 0 }
    }

    /// UCB1 of this node for the side that chooses it.
    fn ucb1(&self, chooser: Side, ln_parent_visits: u64) -> u64 {
        let visits = u64::from(self.visits);
        let points = match chooser {
            Side::Agent => u64::from(self.half_points),
            Side::Other => 2 * visits - u64::from(self.half_points),
        };
        points * ONE / (2 * visits) + (2 * ln_parent_visits * ONE / visits).isqrt()
    }
}

struct Tree<const N: usize> {
    /// The root is the first.
    nodes: Vec<Node<N>>,
}

impl<const N: usize> Tree<N> {
    fn new(board: Board<N>) -> Self {
        let mut nodes = Vec::with_capacity(NODES);
        nodes.push(Node::new(board, Side::Agent, None));
        Self { nodes }
    }

    /// Selection, expansion, playout and backpropagation: descends to a node with untried moves,
    /// adds a child for one of them, plays randomly to the end, and updates the path.
    fn grow(&mut self, rng: &mut Rng) {
        let mut path = vec![0];
        let mut at = 0;
        while self.nodes[at].untried.is_empty()
            && let Some(child) = self.best_child(at)
        {
            at = child;
            path.push(at);
        }
        if self.nodes.len() < NODES
            && let Some(square) = rng.pick(self.nodes[at].untried)
        {
            at = self.add_child(at, square);
            path.push(at);
        }
        let half_points = playout(self.nodes[at].board, self.nodes[at].side, rng);
        for node in path {
            self.nodes[node].visits += 1;
            self.nodes[node].half_points += half_points;
        }
    }

    fn add_child(&mut self, parent: usize, square: Square) -> usize {
        let added = self.nodes.len();
        let node = &mut self.nodes[parent];
        let board = node.board.after(square.bitboard(), node.board.flips(square));
        let mut child = Node::new(board, node.side.opposite(), Some(square));
        child.sibling = node.last_child.replace(added);
        node.untried.remove(square);
        self.nodes.push(child);
        added
    }

    /// The child that the side to move explores next, or `None` at the end of the game.
    fn best_child(&self, parent: usize) -> Option<usize> {
        let Node { side, visits, .. } = self.nodes[parent];
        let ln_visits = ln(visits);
        self.children(parent).max_by_key(|&child| self.nodes[child].ucb1(side, ln_visits))
    }

    fn most_visited(&self) -> Option<Square> {
        let best = self.children(0).max_by_key(|&child| self.nodes[child].visits)?;
        self.nodes[best].square
    }

    fn children(&self, parent: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(self.nodes[parent].last_child, |&child| self.nodes[child].sibling)
    }
}

/// Plays randomly to the end of the game and returns the half points for the agent.
fn playout<const N: usize>(mut board: Board<N>, mut side: Side, rng: &mut Rng) -> u32 {
    loop {
        board = if let Some(square) = rng.pick(board.legal_moves()) {
            board.after(square.bitboard(), board.flips(square))
        } else if board.must_pass() {
            board.passed()
        } else {
            break;
        };
        side = side.opposite();
    }
    let score = board.final_score(Objective::FewestDiscs).discs();
    match side {
        Side::Agent => (score.signum() + 1).cast_unsigned(),
        Side::Other => (1 - score.signum()).cast_unsigned(),
    }
}

/// The natural logarithm of a positive number, in units of [`ONE`].
fn ln(number: u32) -> u64 {
    const LN_2: u64 = 45_426;
    // Squaring the mantissa, which lies between 1 and 2, yields the next bit of its logarithm.
    let whole = number.ilog2();
    let mut mantissa = (u64::from(number) << 31) >> whole;
    let mut log2 = u64::from(whole);
    for _ in 0..16 {
        mantissa = (mantissa * mantissa) >> 31;
        let bit = mantissa >> 32;
        mantissa >>= bit;
        log2 = log2 << 1 | bit;
    }
    (log2 * LN_2) >> 16
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use wane_board::Colour;
    use wane_testkit::{plain, random_game};

    use super::*;
    use crate::features::samples::{corner, set};

    #[test]
    fn logarithms_agree_with_floating_point() {
        for number in [1, 2, 3, 10, 1000, 123_456_789, u32::MAX] {
            let exact = f64::from(number).ln();
            #[expect(clippy::cast_precision_loss, reason = "far below 2^52")]
            let found = ln(number) as f64 / ONE as f64;
            assert!((found - exact).abs() < 1e-3, "ln {number} = {found}");
        }
    }

    #[test]
    fn ucb1_is_the_mean_plus_the_confidence() {
        let mut node = Node::new(Board::<8>::START, Side::Other, None);
        (node.visits, node.half_points) = (8, 12);
        // 12 of 16 half points, and the square root of 2 * 4 / 8.
        assert_eq!(node.ucb1(Side::Agent, 4 * ONE), ONE * 3 / 4 + ONE);
        assert_eq!(node.ucb1(Side::Other, 4 * ONE), ONE / 4 + ONE);
    }

    #[test]
    fn a_playout_counts_for_the_agent() {
        let mut rng = Rng::new(1);
        // One disc to two, and neither side can move.
        let board = Board::<8>::new(set("a1"), set("h7 h8"));
        assert!(board.is_game_over());
        assert_eq!(playout(board, Side::Agent, &mut rng), 2);
        assert_eq!(playout(board, Side::Other, &mut rng), 0);
        assert_eq!(playout(board.passed(), Side::Agent, &mut rng), 0);
    }

    #[test]
    fn a_forced_pass_is_played_in_the_node() {
        // The opponent of `corner` has no move.
        let node = Node::new(corner().passed(), Side::Other, None);
        assert_eq!((node.board, node.side), (corner(), Side::Agent));
    }

    #[test]
    fn with_enough_time_it_gives_away_no_won_or_drawn_endgame() {
        let outcome =
            |board: &Board<6>| plain::alpha_beta(board, Objective::FewestDiscs).discs().signum();
        let mut rng = Rng::new(20_261_115);
        for _ in 0..50 {
            let board = random_game::<6>(&mut rng, 26).position().board;
            if board.legal_moves().is_empty() {
                continue;
            }
            let playouts = Cell::new(0);
            let clock = || {
                playouts.set(playouts.get() + 1);
                Duration::from_millis(playouts.get())
            };
            let position = AnyPosition::new(board.into(), Colour::Black);
            let square = Uct(Rng::new(1)).choose(&position, Duration::from_secs(5), &clock);
            let child = board.after(square.bitboard(), board.flips(square));
            assert_eq!(-outcome(&child), outcome(&board), "{board:?} {square}");
        }
    }
}
